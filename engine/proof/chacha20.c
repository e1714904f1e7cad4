#include "chacha20.h"

#include <string.h>

enum { ROUNDS = 10, BLOCK_WORDS = 16 }; /* rounds of a column and a diagonal */

static uint32_t turned(uint32_t word, unsigned by)
{
    return word << by | word >> (32 - by);
}

static void quarter_round(uint32_t x[BLOCK_WORDS], unsigned a, unsigned b, unsigned c, unsigned d)
{
    x[a] += x[b];
    x[d] = turned(x[d] ^ x[a], 16);
    x[c] += x[d];
    x[b] = turned(x[b] ^ x[c], 12);
    x[a] += x[b];
    x[d] = turned(x[d] ^ x[a], 8);
    x[c] += x[d];
    x[b] = turned(x[b] ^ x[c], 7);
}

static void make_block(const uint32_t key[8], uint32_t number, uint32_t out[BLOCK_WORDS])
{
    uint32_t begin[BLOCK_WORDS] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, [12] = number};
    memcpy(begin + 4, key, 8 * sizeof(*key));
    memcpy(out, begin, sizeof(begin));
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (unsigned i = 0; i < 4; i++)
            quarter_round(out, i, 4 + i, 8 + i, 12 + i);
        for (unsigned i = 0; i < 4; i++)
            quarter_round(out, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
    }
    for (unsigned i = 0; i < BLOCK_WORDS; i++)
        out[i] += begin[i];
}

static void refill_words(struct chance *base)
{
    struct chance_chacha20 *chance = (struct chance_chacha20 *)base;
    for (unsigned at = 0; at < CHANCE_WORDS; at += BLOCK_WORDS)
        make_block(chance->key, chance->block++, base->words + at);
    base->at = 0;
}

void chance_init_chacha20(struct chance_chacha20 *chance, const uint8_t key[32])
{
    for (unsigned i = 0; i < 8; i++) {
        chance->key[i] = (uint32_t)key[4 * i] | (uint32_t)key[4 * i + 1] << 8 |
                         (uint32_t)key[4 * i + 2] << 16 | (uint32_t)key[4 * i + 3] << 24;
    }
    chance->block = 0;
    chance->base.refill = refill_words;
    chance->base.at = CHANCE_WORDS;
}
