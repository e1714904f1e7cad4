/* chance.h: where random numbers come from.
 *
 * The engine makes none itself: the caller passes a source of random words. The same words and
 * the same actions give the same game on every machine. The daemon's source is a ChaCha20 stream
 * keyed with the seed of the round (bot/table/round/fair.h). Simulations, tests and search use
 * chance_init_seed(). A source is used up in order, so a replay starts a new one and repeats
 * every action. */
#ifndef TALON_ENGINE_CHANCE_H
#define TALON_ENGINE_CHANCE_H

#include <stdbool.h>
#include <stdint.h>

enum { CHANCE_WORDS = 64 };

/* Base struct: a source has it as its first member, sets `refill`, and starts with at =
 * CHANCE_WORDS. */
struct chance {
    void (*refill)(struct chance *chance); /* fills words[0..CHANCE_WORDS-1] and sets at = 0 */
    uint32_t at;
    uint32_t words[CHANCE_WORDS];
};

static inline uint32_t chance_word(struct chance *chance)
{
    if (chance->at >= CHANCE_WORDS)
        chance->refill(chance);
    return chance->words[chance->at++];
}

/* Uniform in [0, n), n > 0, without bias (Lemire's multiply and reject). */
static inline uint32_t chance_below(struct chance *chance, uint32_t n)
{
    uint64_t product = (uint64_t)chance_word(chance) * n;
    if ((uint32_t)product < n) {
        uint32_t floor = -n % n;
        while ((uint32_t)product < floor)
            product = (uint64_t)chance_word(chance) * n;
    }
    return (uint32_t)(product >> 32);
}

/* The usual case of chance_below(), without a call (for simulations). Returns false and uses no
 * word if new words are needed or if this word might be rejected: then call chance_below(). */
static inline bool chance_below_at_once(struct chance *chance, uint32_t n, uint32_t *pick)
{
    if (chance->at >= CHANCE_WORDS)
        return false;
    uint64_t product = (uint64_t)chance->words[chance->at] * n;
    if ((uint32_t)product < n)
        return false;
    chance->at++;
    *pick = (uint32_t)(product >> 32);
    return true;
}

/* Returns true if a random word must be dropped, because picks from it would be biased. `rest`: the
 * fraction that remains after the products of the word. `all`: how many combinations of picks there
 * are. */
static inline bool chance_rejects(uint32_t rest, uint32_t all)
{
    return __builtin_expect(rest < all, 0) && rest < -all % all;
}

/* Three independent picks from one word, uniform in [0, n), [0, n - 1) and [0, n - 2), for 3 <= n
 * <= 1024. The fraction that one product leaves makes the next pick (Brackett-Rozinsky and Lemire,
 * "Batched Ranged Random Integer Generation"). */
static inline void chance_below_three(struct chance *chance, uint32_t n, uint32_t pick[3])
{
    uint64_t first, second, third;
    do {
        first = (uint64_t)chance_word(chance) * n;
        second = (uint64_t)(uint32_t)first * (n - 1);
        third = (uint64_t)(uint32_t)second * (n - 2);
    } while (chance_rejects((uint32_t)third, n * (n - 1) * (n - 2)));
    pick[0] = (uint32_t)(first >> 32);
    pick[1] = (uint32_t)(second >> 32);
    pick[2] = (uint32_t)(third >> 32);
}

/* A fast source for simulations and tests, not for games between people. */
struct chance_seeded {
    struct chance base;
    uint64_t state[4];
};

/* The stream depends only on `seed` (xoshiro256++, seeded through splitmix64). */
void chance_init_seed(struct chance_seeded *chance, uint64_t seed);

#endif
