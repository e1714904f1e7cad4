/* modes.h: what a channel lets through: our rank there, colours, and whether it accepts our lines.
 *
 * A channel may not accept our lines for two reasons. It is moderated (+m), and we have no rank
 * there; then MODE tells when that begins and ends. Or it refuses our lines (a ban, a mute, a
 * quiet), and no message tells when that ends.
 *
 * In the second case we try again: from time to time, and when something has changed that may end
 * the refusals. To try, we ask the host for one line that says how its table stands (CHAT_TRY), and
 * send a PING after that line. If the PONG comes without a refusal before it, the channel has
 * accepted the line. If the host has nothing to say, we try nothing. A bouncer may answer the PING
 * too early; then the next lines are refused, and each such try makes us wait longer. */
#ifndef TALON_ADAPTERS_IRC_PEOPLE_MODES_H
#define TALON_ADAPTERS_IRC_PEOPLE_MODES_H

#include <stdbool.h>

#include "adapters/irc/handler.h"

struct channel;

/* We have joined the channel, and do not know its modes yet. */
void modes_enter(struct channel *channel);
/* A channel refused a line of ours (`colours`: because of its colours). We send coloured lines
 * again without colours. Otherwise the channel counts as muted (CHAT_MUTED). */
void modes_refused(struct session *session, struct channel *channel, bool colours);
/* True if we may send one line to a muted channel, to learn whether it still refuses us. Otherwise
 * the host gets CHAT_MUTED once more. */
bool modes_may_try(struct session *session, struct channel *channel);
/* Call it when that line is queued: queues a PING after it, whose answer ends the try. */
void modes_tried(struct session *session, struct channel *channel);
/* Our nick or host has changed. Bans may not match us any more, so we soon try muted channels. */
void modes_again(struct session *session);
/* Call it in STAGE_READY. */
void modes_tick(struct session *session);

line_handler modes_on_mode, modes_on_modes, modes_on_pong;

#endif
