/* events.h: what networks tell, and what becomes of it.
 *
 * Channels are heard or not, and their tables with them; people come, go, are known, change their
 * nicks, or cannot be whispered to. What somebody says goes on to dispatch.h and suggest.h. */
#ifndef TALON_BOT_HOST_EVENTS_H
#define TALON_BOT_HOST_EVENTS_H

#include "bot/host.h"

void events_take(struct host *host, struct network *network, const struct chat_event *event);

/* Tables have been read while their networks ran: where we are in their channels, they go on. */
void events_reach(struct host *host);

#endif
