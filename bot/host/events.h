/* events.h: what each event of a network leads to.
 *
 * Channels can be reached or not, and their tables with them. People come, go, are identified,
 * change nicks, or cannot be whispered to. Messages go on to dispatch.h and suggest.h. */
#ifndef TALON_BOT_HOST_EVENTS_H
#define TALON_BOT_HOST_EVENTS_H

#include "bot/host.h"

void events_take(struct host *host, struct network *network, const struct chat_event *event);

/* Call it after tables were read from the store while their networks ran. They continue in the
 * channels where the bot is already. */
void events_reach(struct host *host);

#endif
