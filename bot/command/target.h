/* target.h: chooses the table of a private command whose author sits at more than one.
 *
 * The text may name the table's channel, before the command or behind it ("play #cards r5",
 * "#cards r5"). Otherwise a move goes to the one table where it is their turn, else to the table
 * of the private talk. Any other command goes to the table of the private talk; else, if it only
 * shows something, to the table where it is their turn. If this finds no table, we ask the
 * author and do nothing. */
#ifndef TALON_BOT_COMMAND_TARGET_H
#define TALON_BOT_COMMAND_TARGET_H

#include <stdbool.h>

struct command_context;

/* If the text begins with the name of a channel where the typist sits, cuts the name off and takes
 * the table of that channel. */
bool target_named(struct command_context *context, const char **text);
/* Takes the table that the context's command is about. Returns false, and asks the typist, if that
 * is not clear. */
bool target_choose(struct command_context *context);
/* Asks the typist which table they mean. */
void target_ask(struct command_context *context);

#endif
