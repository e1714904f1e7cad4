/* invite.h: channels that invited us: we stay where an operator of the channel wants us, and leave
 * where somebody else asked. */
#ifndef TALON_ADAPTERS_IRC_INVITE_H
#define TALON_ADAPTERS_IRC_INVITE_H

#include <stdbool.h>

#include "handler.h"

struct member_channel;

/* Adds a channel that an operator of it invited us to, as invite_each() told. False: no channel's
 * name, or too many. */
bool invite_want(struct session *session, const char *line);
/* The channels that we stay in by invitation, one in a line, with the place (cloak.h) from where
 * they asked us behind it, where that is known. Of one place there is a share of them alone. */
void invite_each(const struct session *session, void (*each)(void *arg, const char *line),
                 void *arg);
/* We are no guest of the channel any more, if we were. */
void invite_forget(struct session *session, struct member_channel *channel);
/* It does not let us in: if we are its guest we try again, some times. */
void invite_refused(struct session *session, struct member_channel *channel);

line_handler invite_on_invite, invite_on_names_end;

#endif
