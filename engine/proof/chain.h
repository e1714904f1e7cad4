/* chain.h: the secrets of a table, and what a shuffle is made of.
 *
 * Each secret is the SHA-256 of the one behind it. The first 128 bits of what stands before the
 * first one are told as s0. The seed of a shuffle is
 *
 *     SHA-256("talon-seed-3" LF || secret || cuts)
 *
 * where the cuts are the words that people added, in the order in which they were told, each with
 * an LF behind it. No word holds an LF. */
#ifndef TALON_ENGINE_PROOF_CHAIN_H
#define TALON_ENGINE_PROOF_CHAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "record.h"

enum { BOND_SIZE = 16, BOND_TEXT = 23 };

/* As s0 is written: the first BOND_SIZE bytes in base64url. */
void bond_write(const uint8_t end[32], char text[BOND_TEXT]);
/* The SHA-256 of a secret, so many times over. */
void chain_climb(const uint8_t secret[32], unsigned times, uint8_t out[32]);
void chain_seed(const uint8_t secret[32], const struct setup_cut *cuts, unsigned count,
                uint8_t seed[32]);

#endif
