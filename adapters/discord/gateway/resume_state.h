/* resume_state.h: what the adapter keeps in the store for a process that comes after this one.
 *
 * It is kept in the transaction of what the event that is being raised does (adapter.h). */
#ifndef TALON_ADAPTERS_DISCORD_GATEWAY_RESUME_STATE_H
#define TALON_ADAPTERS_DISCORD_GATEWAY_RESUME_STATE_H

#include "adapters/discord/discord_state.h"

enum { KEPT_AGE_MAX = 1000 /* ms, of a session as it is kept */ };

/* What is needed to go on with a shard's session. Once the network is given up all stays as it was:
 * whoever goes on hears what came since. */
void kept_save_shard(struct discord *discord, unsigned shard);
/* A session has moved on, and is kept within KEPT_AGE_MAX: what came before is not told again to
 * whoever goes on, and Discord remembers only so much to tell. */
void kept_moved(struct discord *discord);
/* All that has moved on, now. */
void kept_save(struct discord *discord);
void kept_open(struct discord *discord);
/* `closed` comes when its timer is no more. */
void kept_close(struct discord *discord, void (*closed)(struct timer *timer));
/* The session of a shard; where it goes on, the channels with a table too, since Discord tells of
 * no channel anew. */
void kept_load_shard(struct discord *discord, unsigned shard);
/* Whether a table is there, or its board. */
bool kept_is_place(struct discord *discord, const char *channel);
/* Something was heard in that channel. A table that it opened is kept with it: the board comes
 * later, and whoever goes on in between has to know where to show it. */
void kept_save_place(struct discord *discord, const char *channel);
/* A channel with a table has come or gone: those that are there are kept within KEPT_AGE_MAX. */
void kept_places_moved(struct discord *discord);

/* The id of a thing (a message, a thread) of an address, as channel_messages_setup has it; `arg` is
 * the adapter. Lent until the next call; NULL: none is kept. */
const char *kept_id(void *arg, const char *what, const char *address);
void kept_save_id(void *arg, const char *what, const char *address, const char *id);

/* How many requests Discord refused in the last ten minutes: they count for the next process, too
 * (limits.h). `arg` is the adapter. */
void kept_save_refused(void *arg, const uint32_t invalid[AUTHS]);
/* That part is ours now (where it is not divided: all is): takes up the boards that the process
 * before had still to delete; with the first one also how many requests were refused. Both are kept
 * under the first of our parts: what others keep stays theirs. */
void kept_take(struct discord *discord, unsigned part);

#endif
