/* refused.h: the last command that was refused to whoever bears a guest's nick, for want of a proof
 * that they are the guest. It is carried out when they have given their seat word.
 *
 * It is kept for five minutes, one for each nick, and only of people whom we see: nobody tells when
 * another one is gone. A move is for the state of the table in which it was refused. */
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
/* Whoever had that id is gone, or has another one. */
void refused_forget(struct host *host, const struct network *network, const char *id);

#endif
