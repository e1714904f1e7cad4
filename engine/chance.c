#include "chance.h"

static uint64_t rotate(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

static uint64_t splitmix(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

/* xoshiro256++. The high half comes first, so that the words do not depend on byte order. */
static void refill_words(struct chance *base)
{
    struct chance_seeded *chance = (struct chance_seeded *)base;
    uint64_t a = chance->state[0], b = chance->state[1];
    uint64_t c = chance->state[2], d = chance->state[3];
    for (unsigned i = 0; i < CHANCE_WORDS; i += 2) {
        uint64_t word = rotate(a + d, 23) + a;
        uint64_t shifted = b << 17;
        c ^= a;
        d ^= b;
        b ^= c;
        a ^= d;
        c ^= shifted;
        d = rotate(d, 45);
        base->words[i] = (uint32_t)(word >> 32);
        base->words[i + 1] = (uint32_t)word;
    }
    chance->state[0] = a;
    chance->state[1] = b;
    chance->state[2] = c;
    chance->state[3] = d;
    base->at = 0;
}

void chance_init_seed(struct chance_seeded *chance, uint64_t seed)
{
    *chance = (struct chance_seeded){.base = {.refill = refill_words, .at = CHANCE_WORDS}};
    for (unsigned i = 0; i < 4; i++)
        chance->state[i] = splitmix(&seed);
}
