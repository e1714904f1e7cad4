/* refused.h: the last command that was refused under a guest's nick, because nothing proved that
 * the user is the guest. It is carried out when the user gives the seat word.
 *
 * It is kept for five minutes, one for each nick, and only for users who share a channel with us:
 * of others we do not hear when they quit. A move is carried out only if the table has not changed
 * since. Why the engine refuses is in bot/text/refusals.h. */
#ifndef TALON_BOT_COMMAND_REFUSED_H
#define TALON_BOT_COMMAND_REFUSED_H

#include <stdbool.h>

struct chat_event;
struct command_context;
struct host;
struct network;

void refused_note(const struct command_context *context);
/* The typist has given the word: takes the command, to be carried out as `event` by dispatch_run().
 * Its texts are in `room`. False: there is none. */
enum { REFUSED_MAX = 600 /* bytes of a channel and a text */ };
bool refused_take(const struct command_context *context, struct chat_event *event,
                  char room[REFUSED_MAX]);
/* The user with that id quit or took another nick: drops what was refused under it. */
void refused_forget(const struct network *network, const char *id);

#endif
