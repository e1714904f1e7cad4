/* dispatch.h: turns the events of Discord's gateway into events for the host. */
#ifndef TALON_ADAPTERS_DISCORD_DISPATCH_H
#define TALON_ADAPTERS_DISCORD_DISPATCH_H

#include "discord_state.h"

/* Hooks of gateway.h; `arg` is the adapter. */
void dispatch(void *arg, unsigned shard, const char *name, const cJSON *data);
void dispatch_ready(void *arg, unsigned shard, bool ready);
/* A shard had no connection for so long that the network counts as gone. */
void dispatch_silence(struct discord *discord);

#endif
