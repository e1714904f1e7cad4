/* scenario_words.h: the lines of a case as words, the words as arguments, and its first error. */
#ifndef TALON_BOT_CLI_SCENARIO_SCENARIO_WORDS_H
#define TALON_BOT_CLI_SCENARIO_SCENARIO_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/ruleset.h"

enum { WORDS_MAX = 160 };

/* A directive; `text` points into the file, without its comment and the blanks around it. */
struct line {
    unsigned number;
    const char *text;
    unsigned length;
};

struct word {
    const char *text;
    unsigned length;
};

struct words {
    unsigned count;
    struct word at[WORDS_MAX];
};

/* The first error of a case. */
struct scenario_fault {
    unsigned line;
    char text[200];
};

/* Sets the fault and is false. */
bool scenario_fault_set(struct scenario_fault *fault, unsigned line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Likewise: what is wrong with a word, which is named. */
bool scenario_fault_word(struct scenario_fault *fault, unsigned line, const char *what,
                         struct word word);

void words_split(const struct line *line, struct words *words);
bool word_is(struct word word, const char *text);
/* Arguments of a directive, each false when the word is none. Players are named from 0
 * and below `players`; cards that the set does not have are FACE_NONE. */
bool word_number(struct word word, unsigned max, unsigned *value);
bool word_colour(struct word word, unsigned *colour); /* its whole name */
bool word_player(struct word word, unsigned players, unsigned *player);
bool word_card(const struct rules *rules, struct word word, uint8_t *face);

#endif
