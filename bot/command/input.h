/* input.h: what people type: how a line shows that it is for us, and what a word may have meant. */
#ifndef TALON_BOT_COMMAND_INPUT_H
#define TALON_BOT_COMMAND_INPUT_H

#include "adapters/adapter.h"

/* Returns the text behind the command prefix and the blanks after it. People may type the prefix in
 * full-width characters (U+FF01 for "!"). NULL: the text does not begin with the prefix. */
const char *input_skip_prefix(const char *prefix, const char *text);

/* Returns the text behind our name at the beginning: "talon: hand", "Talon, hand", "@talon hand".
 * It compares names as the network does. It sets `marked` to false if no mark shows that the line
 * is for us: "talon hand" may be talk about us. NULL: the text does not begin with our name, or the
 * network does not know it. */
const char *input_skip_name(const struct adapter *adapter, const char *text, bool *marked);

/* Returns true if one slip of a finger makes one word of the other: a letter too many or too few,
 * another letter, or two in the wrong order. Words of less than four letters are too alike to tell.
 */
bool input_is_typo(const char *word, const char *wanted);

/* Returns the one name of a list that differs from the word by one slip, in any case. NULL: there
 * is none, or there are several. `at` returns the n-th name, or NULL behind the last. */
const char *input_nearly(const char *word, const char *(*at)(unsigned n));

/* Returns true if the word means "default": the value that holds where nothing is chosen. */
bool input_is_default(const char *word);

#endif
