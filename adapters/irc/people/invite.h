/* invite.h: channels that invite us. We stay if an operator of the channel invited us, and leave if
 * somebody else did. */
#ifndef TALON_ADAPTERS_IRC_PEOPLE_INVITE_H
#define TALON_ADAPTERS_IRC_PEOPLE_INVITE_H

#include <stdbool.h>

#include "adapters/irc/handler.h"

struct channel;

/* Adds a channel to which an operator invited us earlier. `line` is one that invite_each() gave.
 * Returns false if it names no channel, or there are too many. */
bool invite_want(struct session *session, const char *line);
/* Calls `each` for every channel in which we stay by invitation. The line is "#channel", or
 * "#channel ORIGIN" if we know cloak_origin() of the person who invited us. One origin has only a
 * share of these channels. */
void invite_each(const struct session *session, void (*each)(void *arg, const char *line),
                 void *arg);
/* Forgets the invitation to a channel, if there was one. */
void invite_forget(struct session *session, struct channel *channel);
/* A channel did not let us in. If it has invited us, we try again a few times. */
void invite_refused(struct session *session, struct channel *channel);

line_handler invite_on_invite, invite_on_names_end;

#endif
