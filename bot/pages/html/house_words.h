/* house_words.h: the house rules of RULES.md 10 in words: name, effect, the switches that choose
 * it, and cards that show it. */
#ifndef TALON_BOT_PAGES_HTML_HOUSE_WORDS_H
#define TALON_BOT_PAGES_HTML_HOUSE_WORDS_H

#include "engine/switches.h"

enum { HOUSE_RULES = 21, HOUSE_SWITCHES = 2, HOUSE_CARDS = 4 };

struct house_words {
    const char *id; /* "HR-1" */
    const char *name;
    const char *words;
    unsigned switch_count;
    enum switch_id switches[HOUSE_SWITCHES];
    const char *cards[HOUSE_CARDS]; /* codes of the classic deck, ended by NULL */
};

/* In the order of their ids. */
extern const struct house_words house_words[HOUSE_RULES];

#endif
