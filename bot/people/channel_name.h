/* channel_name.h: the names of channels that only have an id on their network
 * (adapter_impl.channel_name).
 *
 * Pages and other channels show the name. The store keeps it when a table opens in the channel:
 * for pages while the network is away, and for `talon site`, which connects to no network. */
#ifndef TALON_BOT_PEOPLE_CHANNEL_NAME_H
#define TALON_BOT_PEOPLE_CHANNEL_NAME_H

struct people;
struct network;

enum { CHANNEL_NAME_MAX = 256 /* bytes, NUL included */ };

/* Writes the cleaned name from the store, or the channel's id if no name is known. */
const char *channel_name(struct people *people, const char *network, const char *channel,
                         char out[CHANNEL_NAME_MAX]);
/* Keeps what the network calls it now. */
void channel_name_keep(struct network *network, const char *channel);

#endif
