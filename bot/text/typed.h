/* typed.h: what people type, read kindly, in one way for commands, values, numbers, names and
 * cards.
 *
 * People put quotation marks around a command, a full stop or a smiley behind it, "please", an '@'
 * before a name; they type full-width or Arabic-Indic digits. None of that changes what is meant.
 * Nothing here guesses: a word is as it was typed, without what stands around it. The words of
 * courtesy are data (words_table.h). Pure: no allocation. */
#ifndef TALON_BOT_TEXT_TYPED_H
#define TALON_BOT_TEXT_TYPED_H

#include <stdbool.h>
#include <stddef.h>

/* One word without quotation marks, '(', ':', '=', ',' and '@' before it, and without quotation
 * marks and closing punctuation behind it. "<@12>" and "#2" stay. Sets *length; 0: nothing is left.
 */
const char *typed_core(const char *word, size_t *length);

/* True for smileys, punctuation, and emoji that are no signs of cards (words_table.h). */
bool typed_is_idle(const char *word, size_t length);

/* Takes off the quotation marks around a whole line, in place. A line that says more behind what it
 * quotes stays as it is: it is about a command. */
void typed_unquote(char *line);

/* What stands behind a command: plain_text(), each word as typed_core() has it, without idle words
 * and without the words of courtesy at the end. False: it does not fit into `size` bytes, or is not
 * UTF-8. */
bool typed_arguments(const char *text, char *out, size_t size);

/* Reads a number at the beginning of a text: digits, or a word from zero to ten in English or
 * French. Returns what stands behind it and blanks; NULL: no number stands there alone. */
const char *typed_number(const char *text, unsigned long *number);

#endif
