/* fair.h: shuffles that a player can check afterwards; the protocol and whom it stops is
 * docs/fair.md.
 *
 * The secrets of a table are a chain: the last one comes from the operating system, each other one
 * is the SHA-256 of the one behind it, and what stands before the first (the end) is told before
 * anybody else can sit down. Shuffle number k uses the k-th secret, which is shown after the round
 * and commits the next. The seed of a round is SHA-256 of its secret and of a public text (setup.h)
 * that the channel saw come about. The deck is shuffled, and everything else drawn, from the
 * ChaCha20 stream of that seed. */
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

/* SHA-256 of the secret: the secret before it in its chain. */
bool fair_commitment(const uint8_t secret[FAIR_SIZE], uint8_t commitment[FAIR_SIZE]);
/* That so many times over. */
bool fair_climb(const uint8_t secret[FAIR_SIZE], unsigned times, uint8_t out[FAIR_SIZE]);
/* Of rounds of the first version: SHA-256 of the secret followed by the setup's bytes. */
bool fair_seed_first(const uint8_t secret[FAIR_SIZE], const char *setup, uint8_t seed[FAIR_SIZE]);
/* Of rounds of the second: SHA-256 of "talon-seed-2\n", the secret and the public text. */
bool fair_seed_second(const uint8_t secret[FAIR_SIZE], const char *text, uint8_t seed[FAIR_SIZE]);
/* SHA-256 of "talon-seed-3\n", the secret and the words of the cuts, each with a line end. */
bool fair_seed(const uint8_t secret[FAIR_SIZE], const struct setup_cut *cuts, unsigned count,
               uint8_t seed[FAIR_SIZE]);
/* Of rounds of the second version: SHA-256 of two texts with a line end between them, which was
 * told at the deal. */
bool fair_told(const char *text, const char *who, uint8_t told[FAIR_SIZE]);
/* Of rounds of the second version: SHA-256 of "talon-who-2\n", the salt and who that is. */
bool fair_who(const uint8_t salt[FAIR_SIZE], const char *who, uint8_t hash[FAIR_SIZE]);
/* Two numbers that only the secret gives: whence computer players draw their reflexes and what they
 * choose; the shuffle has no part in them. */
enum fair_lot { LOT_REFLEX, LOT_CHOICE, LOTS };
bool fair_lots(const uint8_t secret[FAIR_SIZE], uint64_t lots[LOTS]);

/* Secrets number 1 to `length`, of which the first `used` are. */
struct fair_chain {
    uint8_t root[FAIR_SIZE]; /* the last secret */
    uint16_t length, used;
    uint16_t ahead; /* number of the secret `coming`; 0: none was worked out, nor `end` */
    uint8_t coming[FAIR_SIZE]; /* one of those that are used soon */
    uint8_t end[FAIR_SIZE];    /* number 0 */
};

/* `root` is taken over. */
void fair_chain_begin(struct fair_chain *chain, const uint8_t root[FAIR_SIZE], unsigned length);
/* To be called before the next secret is used: works out one that comes some deals later, and the
 * end. fair_chain_secret() starts there then; from the root each secret takes a tenth of a
 * millisecond. */
bool fair_chain_look_ahead(struct fair_chain *chain);
/* Secret number `number`; number 0 is the end, told at the beginning. */
bool fair_chain_secret(const struct fair_chain *chain, unsigned number, uint8_t secret[FAIR_SIZE]);

/* As `talon verify --transcript` finds it in what the channel saw: "s3=" and the digits of a
 * secret; of number 0, the end of a chain, its first 128 bits in base64url. */
char *fair_token(unsigned number, const uint8_t bytes[FAIR_SIZE], char token[FAIR_TOKEN]);
/* Back from hash_hex(), or the first `digits` of it. */
bool fair_unhex(const char *hex, unsigned size, uint8_t *bytes);

/* The ChaCha20 key stream of a seed (nonce 0, from block 0) as a source of chance: little-endian
 * words in order. */
struct chance_fair {
    struct chance base;
    uint8_t seed[FAIR_SIZE];
    uint32_t block; /* the next block of 64 bytes */
    uint8_t skip;   /* words of it that were given already */
};

void fair_init(struct chance_fair *chance, const uint8_t seed[FAIR_SIZE]);

/* Where such a source stands, for who keeps thousands of them: what it has made and not yet given
 * is made once more when it is asked for. */
struct chance_mark {
    uint8_t seed[FAIR_SIZE];
    uint32_t block;
    uint8_t skip;
};

struct chance_mark fair_mark(const struct chance_fair *chance);
void fair_resume(struct chance_fair *chance, const struct chance_mark *mark);

#endif
