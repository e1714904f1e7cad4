/* reconnect.h: where and when a shard connects again, and what the end of a connection means. */
#ifndef TALON_ADAPTERS_DISCORD_GATEWAY_RECONNECT_H
#define TALON_ADAPTERS_DISCORD_GATEWAY_RECONNECT_H

#include "shard_state.h"

/* A random number from 0 to below `most`, so that shards do not act all at once. */
uint64_t reconnect_random(struct shard *shard, uint64_t most);
/* Forgets the session: the next connection begins a new one. */
void reconnect_forget(struct shard *shard);
/* Ends the waiting: chooses where to connect, or finds that it does not know. */
void reconnect_open(struct shard *shard);
/* The next session is a new one, and does not begin at once. */
void reconnect_anew(struct shard *shard);
/* Asks for the connection to be closed with that code. */
void reconnect_hang_up(struct shard *shard, unsigned code, const char *why);
/* The connection is gone, as shard_closed() has it: decides how it goes on. */
void reconnect_after(struct shard *shard, unsigned code, uint64_t now);

#endif
