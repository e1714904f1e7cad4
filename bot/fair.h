/* fair.h: shuffles that a player can check afterwards.
 *
 * A secret comes from the operating system before the seats are known, and its SHA-256 (the
 * commitment) is shown. The seed of the round is SHA-256(secret, setup), where the setup text names
 * the rule set, the switches, the dealer and the seats in the order of their joining: neither the
 * host after the fact nor the players before it can choose it. The deck is shuffled, and everything
 * else drawn, from the ChaCha20 stream of that seed. When the round is over the secret is shown;
 * `talon verify` repeats all of it. */
#ifndef TALON_BOT_FAIR_H
#define TALON_BOT_FAIR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/chance.h"

enum { FAIR_SIZE = 32, FAIR_HEX = 2 * FAIR_SIZE + 1, FAIR_SHORT = 9 };

/* 32 bytes from the operating system; false when it gives none. */
bool fair_secret(uint8_t secret[FAIR_SIZE]);
/* A secret that depends on `seed` and `number` alone, for games that are to be repeated (--seed).
 */
bool fair_secret_seeded(const char *seed, uint64_t number, uint8_t secret[FAIR_SIZE]);
/* SHA-256 of the secret. */
bool fair_commitment(const uint8_t secret[FAIR_SIZE], uint8_t commitment[FAIR_SIZE]);
/* SHA-256 of the secret followed by the setup's bytes. */
bool fair_seed(const uint8_t secret[FAIR_SIZE], const char *setup, uint8_t seed[FAIR_SIZE]);
void fair_hex(const uint8_t bytes[FAIR_SIZE], char hex[FAIR_HEX]);
/* Its first 8 digits, for lines that people read (!fair shows the whole). */
void fair_short(const uint8_t bytes[FAIR_SIZE], char hex[FAIR_SHORT]);

/* The ChaCha20 key stream of a seed (nonce 0, from block 0) as a source of chance: little-endian
 * words in order. */
struct chance_fair {
    struct chance base;
    uint8_t seed[FAIR_SIZE];
    uint32_t block; /* the next block of 64 bytes */
};

void fair_init(struct chance_fair *chance, const uint8_t seed[FAIR_SIZE]);

#endif
