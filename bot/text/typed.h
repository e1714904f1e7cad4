/* typed.h: cleans up what people type, in one way for commands, values, numbers, names and
 * cards.
 *
 * People put quotation marks around a command, a full stop or a smiley behind it, "please", an
 * '@' before a name; they type full-width or Arabic-Indic digits. None of that changes what they
 * mean. Nothing here guesses: a word stays as it was typed, without the signs around it. The
 * polite words are data (words_table.h). Pure: no allocation. */
#ifndef TALON_BOT_TEXT_TYPED_H
#define TALON_BOT_TEXT_TYPED_H

#include <stdbool.h>
#include <stddef.h>

/* Returns one word without quotation marks, '(', ':', '=', ',' and '@' before it, and without
 * quotation marks and closing punctuation behind it. "<@12>" and "#2" stay whole. Sets *length; 0:
 * nothing is left. */
const char *typed_core(const char *word, size_t *length);

/* Returns true for smileys, punctuation, and emoji that are no signs of cards (words_table.h). */
bool typed_is_idle(const char *word, size_t length);

/* Takes off the quotation marks around a whole line, in place. If a line says more behind the
 * quotation it stays as it is, because it is about a command. */
void typed_unquote(char *line);

/* Writes the text behind a command: plain_text(), each word as typed_core() returns it, without
 * idle words and without polite words at the end. Returns false if it does not fit into `size`
 * bytes, or is not UTF-8. */
bool typed_arguments(const char *text, char *out, size_t size);

/* Reads a number at the beginning of a text: digits, or a word from zero to ten in any of our
 * languages. Returns the text behind it and its blanks; NULL if the text begins with no separate
 * number. */
const char *typed_number(const char *text, unsigned long *number);

#endif
