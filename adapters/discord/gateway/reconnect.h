/* reconnect.h: where and when a shard connects again, and what the end of a connection means. */
#ifndef TALON_ADAPTERS_DISCORD_GATEWAY_RECONNECT_H
#define TALON_ADAPTERS_DISCORD_GATEWAY_RECONNECT_H

#include "shard_state.h"

/* Returns a random number less than `most`. Callers use it so that the shards do not all act at the
 * same time. */
uint64_t reconnect_random(struct shard *shard, uint64_t most);
/* Forgets the session: the next connection begins a new one. */
void reconnect_forget(struct shard *shard);
/* Call it when the delay is over: chooses the address to connect to, or asks for it if it is not
 * known. */
void reconnect_open(struct shard *shard);
/* Forgets the session, and makes the next one wait for a delay of its own. */
void reconnect_anew(struct shard *shard);
/* Makes shard_want() ask for a close of the connection with `code`. */
void reconnect_hang_up(struct shard *shard, unsigned code, const char *why);
/* Call it when the connection is gone, with the arguments of shard_closed(): decides whether and
 * when the shard connects again. */
void reconnect_after(struct shard *shard, unsigned code, uint64_t now);

#endif
