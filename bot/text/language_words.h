/* language_words.h: the languages and their words, as config/locale/languages.sh makes them from
 * the tables config/locale/talon-CODE.words. The words of cards are in words_table.h. */
#ifndef TALON_BOT_TEXT_LANGUAGE_WORDS_H
#define TALON_BOT_TEXT_LANGUAGE_WORDS_H

#include "bot/text/language.h"

extern const struct language languages[]; /* the first is English */
extern const unsigned language_count;

/* A word that somebody may type for an English one. */
struct meaning_row {
    const char *english, *word;
};

/* Ended by a row without words. */
extern const struct meaning_row language_meanings[];

/* The words of a language for a command (language_command()). */
struct command_words {
    const char *code, *command, *words;
};

/* Ended by a row without words. */
extern const struct command_words language_commands[];

#endif
