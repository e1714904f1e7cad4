/* invite.h: channels that invite us. We stay where an operator of the channel has invited us, and
 * leave where somebody else has. */
#ifndef TALON_ADAPTERS_IRC_PEOPLE_INVITE_H
#define TALON_ADAPTERS_IRC_PEOPLE_INVITE_H

#include <stdbool.h>

#include "adapters/irc/handler.h"

struct channel;

/* Adds a channel to which an operator has invited us earlier, by a line of invite_each(). False: it
 * is no channel's name, or there are too many. */
bool invite_want(struct session *session, const char *line);
/* Calls `each` for every channel in which we stay by invitation: "#channel", or "#channel origin"
 * if cloak_origin() of who invited us is known. One origin has a share of these channels at most.
 */
void invite_each(const struct session *session, void (*each)(void *arg, const char *line),
                 void *arg);
/* The invitation to the channel, if there was one, is over. */
void invite_forget(struct session *session, struct channel *channel);
/* A channel does not let us in: if it has invited us we try again, a number of times. */
void invite_refused(struct session *session, struct channel *channel);

line_handler invite_on_invite, invite_on_names_end;

#endif
