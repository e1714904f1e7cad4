/* target.h: which table a private command is about, when its author sits at more than one.
 *
 * The text may name the table's channel, before the command or behind it ("play #cards r5",
 * "#cards r5"). Else a move goes to the one table where it is their turn, then to that of the
 * private talk; any other command to that of the private talk, and one that only shows something
 * to where it is their turn. When that is still not clear they are asked, and nothing is done. */
#ifndef TALON_BOT_COMMAND_TARGET_H
#define TALON_BOT_COMMAND_TARGET_H

#include <stdbool.h>

struct command_context;

/* When the text begins with the name of a channel where the typist sits, cuts the name off and
 * takes the table there. */
bool target_named(struct command_context *context, const char **text);
/* Takes the table that the context's command is about. False: that is not clear, and they were
 * asked. */
bool target_choose(struct command_context *context);
/* Asks which one is meant. */
void target_ask(struct command_context *context);

#endif
