/* modes.h: what a channel lets through: our rank there, colours, and whether it hears us.
 *
 * There are two ways in which a channel does not hear us. Either it is moderated (+m) and we have
 * no rank there: the modes tell when that begins and ends. Or it refuses what we say, whatever the
 * reason (a ban, a mute, a quiet), and nothing tells when that ends. So it is tried: now and then,
 * and when something has changed that may end it, the host is asked to say in one line how its
 * table stands (CHAT_TRY). A PING is sent behind that line. If the PONG comes without a refusal
 * before it, the line was heard. A bouncer may answer the PING before the server has seen the line;
 * since the next lines are refused then, each such try makes us wait longer. If the host has
 * nothing to say, nothing is tried. */
#ifndef TALON_ADAPTERS_IRC_PEOPLE_MODES_H
#define TALON_ADAPTERS_IRC_PEOPLE_MODES_H

#include <stdbool.h>

#include "adapters/irc/handler.h"

struct channel;

/* We have joined the channel, and know nothing of its modes. */
void modes_enter(struct channel *channel);
/* A channel refused a line of ours (`colours`: because of its colours). Coloured lines are said
 * again without colours. If that was not the reason the channel does not hear us (CHAT_MUTED). */
void modes_refused(struct session *session, struct channel *channel, bool colours);
/* Whether a line may go to a channel that does not hear us, as a try; if not, the host is told once
 * more that it is not heard. */
bool modes_may_try(struct session *session, struct channel *channel);
/* The line of the try is queued: queues the PING behind it. */
void modes_tried(struct session *session, struct channel *channel);
/* Our nick or host has changed: bans may not match us any more, and channels are tried soon. */
void modes_again(struct session *session);
/* To be called in STAGE_READY. */
void modes_tick(struct session *session);

line_handler modes_on_mode, modes_on_modes, modes_on_pong;

#endif
