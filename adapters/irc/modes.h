/* modes.h: what a channel lets through: our rank there, colours, and whether it hears us.
 *
 * That it does not is seen (+m, and we have no rank there) or told by a refusal, whatever the
 * reason: a ban, a mute, a quiet. What is seen ends by what is seen. The other is tried: now and
 * then, and when something changes that may end it, the host says in one line how its table stands
 * (CHAT_TRY). A PING goes behind that line: its answer without a refusal before means that it was
 * heard; who answers it before the server does (a bouncer) is believed ever more seldom. Where the
 * host has nothing to say, nothing is tried. */
#ifndef TALON_ADAPTERS_IRC_MODES_H
#define TALON_ADAPTERS_IRC_MODES_H

#include <stdbool.h>

#include "handler.h"

struct member_channel;

/* We come into a channel: nothing is known of it. */
void modes_enter(struct member_channel *channel);
/* A channel refused what we said (`colours`: for its colours): what was coloured is said again
 * without; if that was not it the channel is mute, and the table there waits until it hears us. */
void modes_refused(struct session *session, struct member_channel *channel, bool colours);
/* Whether a line may go to a mute channel, to see whether it is heard; else the host is told. */
bool modes_may_try(struct session *session, struct member_channel *channel);
/* That line is queued. */
void modes_tried(struct session *session, struct member_channel *channel);
/* Others see us otherwise than before (nick, host, account): a ban may not be of us any more. */
void modes_again(struct session *session);
void modes_tick(struct session *session);

line_handler modes_on_mode, modes_on_modes, modes_on_pong;

#endif
