/* refused.h: keeps the last command that we refused under a guest's nick, because nothing proved
 * that the user is the guest. (The words of a refusal are in bot/text/refusals.h.)
 *
 * We carry it out when the user gives the seat word. We keep one command for each nick, for five
 * minutes, and only for users who share a channel with us, because we do not hear when others
 * quit. We carry out a move only if the table has not changed since. */
#ifndef TALON_BOT_COMMAND_REFUSED_H
#define TALON_BOT_COMMAND_REFUSED_H

#include <stdbool.h>

struct chat_event;
struct command_context;
struct host;
struct network;

void refused_note(const struct command_context *context);
/* Called when the typist has given the word. Takes the command, for dispatch_run() to carry out as
 * `event`; its texts are in `room`. Returns false if there is none. */
enum { REFUSED_MAX = 600 /* bytes of a channel and a text */ };
bool refused_take(const struct command_context *context, struct chat_event *event,
                  char room[REFUSED_MAX]);
/* The user with that id quit or took another nick: drops what was refused under it. */
void refused_forget(const struct network *network, const char *id);

#endif
