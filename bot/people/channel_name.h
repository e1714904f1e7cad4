/* channel_name.h: what a channel is called where it is told elsewhere: on pages, in other channels.
 *
 * Where the network's own word for a channel is an id (adapter_impl.channel_name), its name is kept
 * when a table opens there, for pages that are made while the network is away, or by talon site,
 * which is on none. */
#ifndef TALON_BOT_PEOPLE_CHANNEL_NAME_H
#define TALON_BOT_PEOPLE_CHANNEL_NAME_H

struct host;
struct network;

enum { CHANNEL_NAME_MAX = 256 /* bytes, NUL included */ };

/* By the names in the store; cleaned. The channel itself where nothing else is known. */
const char *channel_name(struct host *host, const char *network, const char *channel,
                         char out[CHANNEL_NAME_MAX]);
/* Keeps what the network calls it now. */
void channel_name_keep(struct network *network, const char *channel);

#endif
