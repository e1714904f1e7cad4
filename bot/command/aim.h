/* aim.h: which table a private word is about, when its author sits at more than one.
 *
 * A word may name the table's channel, before the command or behind it ("play #cards r5", "#cards
 * r5"). Else a move goes to the one table where it is their turn, then to that of the private talk;
 * every other command to that of the private talk, and what only shows something to where it is
 * their turn. What is still not clear is asked, and nothing is done. Whispers from a table name its
 * channel to such a person, where they come outside of it. */
#ifndef TALON_BOT_COMMAND_AIM_H
#define TALON_BOT_COMMAND_AIM_H

#include "bot/command/command.h"

/* At how many tables somebody sits; and the first of them in a channel, NULL: there is none. */
unsigned aim_tables(const struct person *person);
const struct table *aim_channel(const struct person *person);

/* The table that is meant before the command is known, `stamp` of the control that was used
 * (chat_event.stamp); NULL: none, or it is not clear. */
struct table *aim_first(const struct person *person, uint64_t stamp);
/* When the text begins with the name of a channel where the typist sits, cuts it off and aims
 * there. */
bool aim_named(struct command_context *context, const char **text);
/* Aims at the table that the call's command is about, of several. False: that is not clear, and
 * they were asked. */
bool aim(struct command_context *context);
/* Asks which one is meant. */
void aim_ask(struct command_context *context);

/* Begins a whisper from that table to that person with its channel, if they sit at others, too. */
void aim_mark(struct message *message, const struct table *table, const struct person *person);

#endif
