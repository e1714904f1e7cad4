/* refusals.h: messages of the catalogue, not yet translated, that say why the engine refuses an
 * action.
 *
 * They are only the refusals of the engine. Talon's own, such as "You have no seat at this table",
 * are in may() (bot/command/dispatch.c) and in the handlers. */
#ifndef TALON_BOT_TEXT_REFUSALS_H
#define TALON_BOT_TEXT_REFUSALS_H

#include "engine/game.h"

/* Returns why an action was refused; {p} is the command prefix. */
const char *refusal_words(enum refusal refusal);
/* Returns why a table cannot deal by its rules; RULES_OK: memory is out. */
const char *rules_words(enum rules_error error);

#endif
