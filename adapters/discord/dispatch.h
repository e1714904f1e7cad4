/* dispatch.h: turns the events of Discord's gateway into events for the host. */
#ifndef TALON_ADAPTERS_DISCORD_DISPATCH_H
#define TALON_ADAPTERS_DISCORD_DISPATCH_H

#include "discord_state.h"

/* Hooks of gateway.h; `arg` is the adapter. */
void dispatch(void *arg, unsigned shard, const char *name, const cJSON *data);
void dispatch_ready(void *arg, unsigned shard, bool ready);
/* Call it SILENCE_MS after a shard has lost its connection. Tells the host of the shards that are
 * still without one, or, if all are, that the network is gone. */
void dispatch_silence(struct discord *discord);

#endif
