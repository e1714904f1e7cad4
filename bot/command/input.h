/* input.h: what people type: how a line is said to be for us, and what a word may have meant. */
#ifndef TALON_BOT_COMMAND_INPUT_H
#define TALON_BOT_COMMAND_INPUT_H

#include "adapters/adapter.h"

/* What stands behind the command prefix and the blanks after it; the prefix may be typed in
 * full-width characters (U+FF01 for "!"). NULL: the text does not begin with it. */
const char *input_skip_prefix(const char *prefix, const char *text);

/* What stands behind our name at the beginning: "talon: hand", "Talon, hand", "@talon hand", with
 * names compared as the network does. `marked` becomes false where nothing says that we are
 * addressed: "talon hand" may be said about us. NULL: the text does not begin so, or the network
 * does not know our name. */
const char *input_skip_name(const struct adapter *adapter, const char *text, bool *marked);

/* Whether one slip of a finger makes one word of the other: a letter too many or too few, another
 * letter, or two in the wrong order. Words of less than four letters are too alike. */
bool input_is_typo(const char *word, const char *wanted);

/* The one name of a list that the word misses by a slip, in whatever case; NULL: there is none, or
 * there are several. `at` gives the n-th name, NULL behind the last. */
const char *input_nearly(const char *word, const char *(*at)(unsigned n));

/* Whether the word asks for what holds where nothing is chosen. */
bool input_is_default(const char *word);

#endif
