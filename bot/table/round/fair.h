/* fair.h: shuffles that a player can check afterwards; docs/fair.md explains the protocol.
 *
 * The secrets of a table are a chain. The last one comes from the operating system. Each other
 * secret is the SHA-256 of the secret that is used after it. The SHA-256 of the first secret is the
 * public end of the chain; the channel sees it before anybody else can sit down. Shuffle number k
 * uses the k-th secret. The channel sees that secret after the round; as the hash of the next
 * secret it commits the table to that one. The seed of a round is the SHA-256 of its secret and of
 * the words of the cuts, which the channel saw (cut.h). The ChaCha20 stream of that seed shuffles
 * the deck and gives every other random number. */
#ifndef TALON_BOT_TABLE_ROUND_FAIR_H
#define TALON_BOT_TABLE_ROUND_FAIR_H

#include <stdbool.h>
#include <stdint.h>

#include "bot/people/hash.h"
#include "engine/chance.h"
#include "engine/proof/chain.h"

enum { FAIR_SIZE = HASH_SIZE, FAIR_HEX = HASH_HEX, FAIR_CHAIN = 1000 };
/* "s1000=" and a whole hash, NUL included. */
enum { FAIR_TOKEN = 8 + FAIR_HEX };

/* Computes the SHA-256 of a secret. In a chain that is the secret used before it. */
bool fair_commitment(const uint8_t secret[FAIR_SIZE], uint8_t commitment[FAIR_SIZE]);
/* Computes the SHA-256 `times` times, each time of the result before: climbs that many steps of a
 * chain. */
bool fair_climb(const uint8_t secret[FAIR_SIZE], unsigned times, uint8_t out[FAIR_SIZE]);
/* The seed of a round of version 1: the SHA-256 of the secret followed by the setup's bytes. */
bool fair_seed_first(const uint8_t secret[FAIR_SIZE], const char *setup, uint8_t seed[FAIR_SIZE]);
/* The seed of a round of version 2: the SHA-256 of "talon-seed-2\n", the secret and the public
 * text. */
bool fair_seed_second(const uint8_t secret[FAIR_SIZE], const char *text, uint8_t seed[FAIR_SIZE]);
/* The seed of a round of today's version: the SHA-256 of "talon-seed-3\n", the secret and the words
 * of the cuts, each with a line end. */
bool fair_seed(const uint8_t secret[FAIR_SIZE], const struct setup_cut *cuts, unsigned count,
               uint8_t seed[FAIR_SIZE]);
/* The SHA-256 of `text` and `who` with a line end between them. In rounds of version 2 the channel
 * saw it at the deal. */
bool fair_told(const char *text, const char *who, uint8_t told[FAIR_SIZE]);
/* For rounds of version 2: the SHA-256 of "talon-who-2\n", the salt and the person's identity. */
bool fair_who(const uint8_t salt[FAIR_SIZE], const char *who, uint8_t hash[FAIR_SIZE]);
/* Computes two numbers from the secret that tell nothing about the shuffle. One seeds the reflexes
 * of computer players, the other their choices. */
enum fair_lot { LOT_REFLEX, LOT_CHOICE, LOTS };
bool fair_lots(const uint8_t secret[FAIR_SIZE], uint64_t lots[LOTS]);

/* A chain of `length` secrets, numbered from 1. The first `used` of them have been used. */
enum { FAIR_STEPS = 3 };
struct fair_chain {
    uint8_t root[FAIR_SIZE]; /* the last secret */
    uint16_t length, used;
    /* Secrets that come later, each nearer than the one before it: the others are computed from
     * these. `ahead` has their numbers; 0: neither they nor `end` have been computed. */
    uint16_t ahead[FAIR_STEPS];
    uint8_t coming[FAIR_STEPS][FAIR_SIZE];
    uint8_t end[FAIR_SIZE]; /* number 0 */
};

/* `root` is taken over. */
void fair_chain_begin(struct fair_chain *chain, const uint8_t root[FAIR_SIZE], unsigned length);
/* Call it before the next secret is used. Computes the end of the chain, and secrets that are used
 * some deals later. fair_chain_secret() then starts from the nearest: from the root, each would
 * take a tenth of a millisecond. So a deal takes 8 hashes on average. Returns false if hashing
 * fails. */
bool fair_chain_look_ahead(struct fair_chain *chain);
/* Computes secret number `number`. Number 0 is the public end of the chain. */
bool fair_chain_secret(const struct fair_chain *chain, unsigned number, uint8_t secret[FAIR_SIZE]);

/* Writes a secret in the form that `talon verify --transcript` looks for in the channel's lines:
 * "s3=" and hexadecimal digits. For number 0, the end of a chain, it writes the first 128 bits in
 * base64url. */
char *fair_token(unsigned number, const uint8_t bytes[FAIR_SIZE], char token[FAIR_TOKEN]);
/* Reads hexadecimal digits (hash_hex()) into the first `size` bytes. */
bool fair_unhex(const char *hex, unsigned size, uint8_t *bytes);

/* The ChaCha20 key stream of a seed (nonce 0, from block 0) as a source of chance: little-endian
 * words in order. */
struct chance_fair {
    struct chance base;
    uint8_t seed[FAIR_SIZE];
    uint32_t block; /* the next block of 64 bytes */
    uint8_t skip;   /* words of it that have been used */
};

void fair_init(struct chance_fair *chance, const uint8_t seed[FAIR_SIZE]);

/* The position in such a stream, for callers that keep thousands of them. It leaves out the block
 * of bytes at that position; the source computes it again when needed. */
struct chance_mark {
    uint8_t seed[FAIR_SIZE];
    uint32_t block;
    uint8_t skip;
};

struct chance_mark fair_mark(const struct chance_fair *chance);
void fair_resume(struct chance_fair *chance, const struct chance_mark *mark);

#endif
