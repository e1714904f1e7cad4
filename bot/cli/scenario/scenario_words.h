/* scenario_words.h: splits the lines of a case into words, reads words as arguments, and keeps the
 * first error. */
#ifndef TALON_BOT_CLI_SCENARIO_SCENARIO_WORDS_H
#define TALON_BOT_CLI_SCENARIO_SCENARIO_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/ruleset.h"

enum { WORDS_MAX = 160 };

/* A line with a directive. `text` points into the file; comments and the blanks around it are left
 * out. */
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

/* Sets the fault. Always returns false, so that a caller can return its result. */
bool scenario_fault_set(struct scenario_fault *fault, unsigned line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Sets the fault to what is wrong with a word, and names the word. Always returns false. */
bool scenario_fault_word(struct scenario_fault *fault, unsigned line, const char *what,
                         struct word word);

/* Splits a line at its blanks. */
void words_split(const struct line *line, struct words *words);
/* Returns whether the word is exactly that text. */
bool word_is(struct word word, const char *text);
/* Read a word as an argument. Each returns false if the word is not of that kind. Players have
 * numbers from 0 up to `players` - 1. A card that the set does not have is FACE_NONE. */
bool word_number(struct word word, unsigned max, unsigned *value);
bool word_colour(struct word word, unsigned *colour); /* the whole name, no abbreviation */
bool word_player(struct word word, unsigned players, unsigned *player);
bool word_card(const struct rules *rules, struct word word, uint8_t *face);

#endif
