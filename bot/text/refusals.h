/* refusals.h: why the engine refuses, in words: messages of the catalogue, to be translated.
 *
 * Only refusals of the engine. Talon's own, such as "You have no seat at this table", stand in
 * may() (bot/command/dispatch.c) and in the handlers. */
#ifndef TALON_BOT_TEXT_REFUSALS_H
#define TALON_BOT_TEXT_REFUSALS_H

#include "engine/game.h"

/* Why an action was refused; {p} is the command prefix. */
const char *refusal_words(enum refusal refusal);
/* Likewise why rules cannot be dealt; RULES_OK: memory is out. */
const char *rules_words(enum rules_error error);

#endif
