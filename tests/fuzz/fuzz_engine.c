/* Rounds whose steps the fuzzer chooses: the first byte is the rule set, the next eight the seed,
 * the rest are switches and actions, lawful, wrong or raw. walk.h says what must hold. */
#include <stdlib.h>
#include <string.h>

#include "tests/engine/walk.h"

enum { HEAD = 9, STEPS_MAX = 80, THOROUGH = 40 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Words of the input, then of a stream that its length seeds. */
struct feed {
    struct chance base;
    const uint8_t *data;
    size_t left;
    struct chance_seeded rest;
};

static void refill(struct chance *chance)
{
    struct feed *feed = (struct feed *)chance;
    for (unsigned i = 0; i < CHANCE_WORDS; i++) {
        size_t take = feed->left < 2 ? feed->left : 2;
        uint32_t word = take == 0 ? chance_word(&feed->rest.base) : 0;
        if (take > 0) /* the high bits decide (chance_below) */
            word = (uint32_t)feed->data[0] << 24 | (take > 1 ? (uint32_t)feed->data[1] << 16 : 0);
        feed->data += take;
        feed->left -= take;
        chance->words[i] = word;
    }
    chance->at = 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct walk walk;
    struct feed feed = {.base = {.refill = refill, .at = CHANCE_WORDS}};
    if (size < HEAD)
        return 0;
    memset(&walk, 0, sizeof(walk));
    walk.set = ruleset_at(data[0] % 6);
    memcpy(&walk.seed, data + 1, sizeof(walk.seed));
    walk.dice = &feed.base;
    walk.thorough = THOROUGH;
    walk.steps_max = STEPS_MAX;
    feed.data = data + HEAD;
    feed.left = size - HEAD;
    chance_init_seed(&feed.rest, size);
    walk_rules(&walk);
    walk_round(&walk);
    return 0;
}
