/* resume_state.h: what the adapter stores for the next process. While the adapter raises an event,
 * it is stored in the same transaction as the changes of that event (adapter.h). */
#ifndef TALON_ADAPTERS_DISCORD_GATEWAY_RESUME_STATE_H
#define TALON_ADAPTERS_DISCORD_GATEWAY_RESUME_STATE_H

#include "adapters/discord/discord_state.h"

enum { RESUME_STATE_AGE_MAX = 1000 /* ms until a session that moved on is stored */ };

/* Stores what is needed to resume a shard's session. After the network was given up nothing changes
 * any more, so that the next process gets the events since then. */
void resume_state_save_shard(struct discord *discord, unsigned shard);
/* A session has moved on: stores it within RESUME_STATE_AGE_MAX. The next process does not get
 * earlier events again, and Discord can replay only so many. */
void resume_state_moved(struct discord *discord);
/* All that has moved on, now. */
void resume_state_save(struct discord *discord);
void resume_state_open(struct discord *discord);
/* `closed` comes when its timer is no more. */
void resume_state_close(struct discord *discord, void (*closed)(struct timer *timer));
/* Loads the session of a shard. If it can be resumed, loads the channels with a table, too, because
 * a resumed session names no channels. */
void resume_state_load_shard(struct discord *discord, unsigned shard);
/* Whether a table is there, or its board. */
bool resume_state_is_place(struct discord *discord, const char *channel);
/* We heard something in that channel. A table that it opened is stored together with its channel:
 * its board comes later, and a process that takes over in between has to know where to show it. */
void resume_state_save_place(struct discord *discord, const char *channel);
/* A channel with a table has come or gone: stores the list of them within RESUME_STATE_AGE_MAX. */
void resume_state_places_moved(struct discord *discord);

/* The stored id of a thing (a message, a thread) of an address, as channel_messages_setup describes
 * it; `arg` is the adapter. Lent until the next call; NULL: none is stored. */
const char *resume_state_id(void *arg, const char *what, const char *address);
void resume_state_save_id(void *arg, const char *what, const char *address, const char *id);

/* Stores how many requests Discord refused in the last ten minutes: they count for the next
 * process, too (limits.h). `arg` is the adapter. */
void resume_state_save_refused(void *arg, const uint32_t invalid[AUTHS]);
/* This process got that part, or all of an undivided network. Takes up the boards that the process
 * before had still to delete, and with its first part the number of refused requests. Both are
 * stored under the first of our parts, so that processes do not overwrite each other's. */
void resume_state_take(struct discord *discord, unsigned part);

#endif
