/* typed.h: how people say that a line is meant for us, and what they may have meant to type. */
#ifndef TALON_BOT_COMMAND_TYPED_H
#define TALON_BOT_COMMAND_TYPED_H

#include "adapters/adapter.h"

/* What stands behind the command prefix, and behind the blanks after it; its characters may be
 * typed full-width (U+FF01 for "!"). NULL: the text does not begin with it. */
const char *typed_prefix(const char *prefix, const char *text);

/* What stands behind our name: "talon: hand", "Talon, hand", "@talon hand", as the network compares
 * names. NULL: the text is not said to us, or the network does not know our name. "talon hand" may
 * be said of us. */
const char *typed_name(const struct adapter *adapter, const char *text);

/* Whether one slip of a finger makes one word of the other: a letter too many, too few, another, or
 * two in the wrong order. Words of less than four letters are too alike. */
bool typed_slip(const char *word, const char *wanted);

#endif
