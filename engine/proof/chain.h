/* chain.h: the secrets of a table, and what a shuffle is made of.
 *
 * Each secret is the SHA-256 of the next one. The end of the chain is the SHA-256 of the first
 * secret, and s0 tells its first 128 bits. The seed of a shuffle is
 *
 *     SHA-256("talon-seed-3" LF || secret || cuts)
 *
 * The cuts are the words that people added, in the order in which the bot told them. An LF follows
 * each word. No word holds an LF. */
#ifndef TALON_ENGINE_PROOF_CHAIN_H
#define TALON_ENGINE_PROOF_CHAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "record.h"

enum { BOND_SIZE = 16, BOND_TEXT = 23 };

/* Writes the end of a chain as s0 tells it: the first BOND_SIZE bytes in base64url. */
void bond_write(const uint8_t end[32], char text[BOND_TEXT]);
/* Applies SHA-256 to a secret `times` times. */
void chain_climb(const uint8_t secret[32], unsigned times, uint8_t out[32]);
void chain_seed(const uint8_t secret[32], const struct setup_cut *cuts, unsigned count,
                uint8_t seed[32]);

#endif
