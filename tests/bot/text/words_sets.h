/* words_sets.h: decks of the six sets for what reads cards, as much of a `struct rules` as that
 * looks at, and the codes of RULES.md 1. */
#ifndef TALON_TESTS_BOT_TEXT_WORDS_SETS_H
#define TALON_TESTS_BOT_TEXT_WORDS_SETS_H

#include "engine/ruleset.h"

enum { SETS = 6 };
extern const char *const set_names[SETS];

/* Sets as bits, in the order of set_names. */
enum {
    CLASSIC = 1,
    HYPER = 2,
    SKULL = 4,
    WEB = 8,
    FLEX = 16,
    MINION = 32,
    FLEXLESS = 47,
    ALL = 63
};
enum {
    R = COLOUR_RED,
    G = COLOUR_GREEN,
    B = COLOUR_BLUE,
    Y = COLOUR_YELLOW,
    P = COLOUR_PURPLE,
    O = COLOUR_ORANGE
};

void words_set_rules(struct rules *rules, unsigned set);
const char *face_code(const struct rules *rules, unsigned face, char code[16]);

#endif
