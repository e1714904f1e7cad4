#include "words_memory.h"

#include <stdint.h>
#include <string.h>

enum { TEXTS = 1024, HALVES = 2 };

/* A text in numbers, filled up with zeroes. */
union key {
    char text[HALVES * sizeof(uint64_t)];
    uint64_t half[HALVES];
};

struct remembered_text {
    const struct ruleset *set; /* NULL: none was read here yet */
    bool seven_zero;           /* HR-4 was on: a name may stand behind a 7 */
    union key key;
    enum words_result result;
    struct play_words words;
};

/* Two texts that fall on the same number replace each other. */
static struct remembered_text *place_of(const struct ruleset *set, bool seven_zero,
                                        const union key *key)
{
    static struct remembered_text texts[TEXTS];
    uint64_t mixed = (key->half[0] ^ ((uintptr_t)set + seven_zero)) * UINT64_C(0x9e3779b97f4a7c15);
    mixed = (mixed ^ key->half[1]) * UINT64_C(0x9e3779b97f4a7c15);
    return &texts[mixed >> 32 & (TEXTS - 1)];
}

enum words_result words_remembered(const struct rules *rules, const char *text,
                                   struct play_words *out)
{
    union key key = {.half = {0, 0}};
    size_t length = strlen(text);
    if (length > sizeof(key.text))
        return words_play(rules, text, out);
    memcpy(key.text, text, length);
    bool seven_zero = rules_switch(rules, SWITCH_SEVEN_ZERO) != 0;
    struct remembered_text *known = place_of(rules->set, seven_zero, &key);
    if (known->set != rules->set || known->seven_zero != seven_zero ||
        known->key.half[0] != key.half[0] || known->key.half[1] != key.half[1]) {
        known->result = words_play(rules, text, &known->words);
        known->set = rules->set;
        known->seven_zero = seven_zero;
        known->key = key;
    }
    *out = known->words;
    return known->result;
}
