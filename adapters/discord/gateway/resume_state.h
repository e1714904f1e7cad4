/* resume_state.h: what the adapter stores for the next process. What is stored while the adapter
 * raises an event is in the same transaction as the host's changes for that event (adapter.h). */
#ifndef TALON_ADAPTERS_DISCORD_GATEWAY_RESUME_STATE_H
#define TALON_ADAPTERS_DISCORD_GATEWAY_RESUME_STATE_H

#include "adapters/discord/discord_state.h"

enum { RESUME_STATE_AGE_MAX = 1000 /* ms until the new sequence of a session is stored */ };

/* Returns true if this process keeps that shard: the host is not giving it up
 * (adapter_impl.give). */
bool resume_state_hears(const struct discord *discord, unsigned shard);
/* Stores what is needed to resume a shard's session. Stores nothing once this process gave up the
 * network: the next process must get the events since then. */
void resume_state_save_shard(struct discord *discord, unsigned shard);
/* Call it after each event. Stores the new sequence of the sessions within RESUME_STATE_AGE_MAX. An
 * old sequence would make Discord replay events that we had, and it can replay only a limited
 * number. */
void resume_state_moved(struct discord *discord);
/* Stores at once all sessions and lists that have changed. */
void resume_state_save(struct discord *discord);
void resume_state_open(struct discord *discord);
/* `closed` comes when the loop has let go of the timer. */
void resume_state_close(struct discord *discord, void (*closed)(struct timer *timer));
/* Loads the session of a shard. If it can be resumed, loads the channels with a table, too, because
 * a resumed session names no channels. */
void resume_state_load_shard(struct discord *discord, unsigned shard);
/* Returns true if the channel has a table, or a board of one still stands there. */
bool resume_state_is_place(struct discord *discord, const char *channel);
/* Call it after an event from that channel. If the event opened a table, stores the channel
 * together with the table. The board is sent later, and a process that takes over before that must
 * know the channel. */
void resume_state_save_place(struct discord *discord, const char *channel);
/* Call it when a channel has got its table or lost it. Stores the list of channels with a table
 * within RESUME_STATE_AGE_MAX. */
void resume_state_places_moved(struct discord *discord);

/* The hook `kept` of channel_messages_setup: returns what is stored for an address, such as the id
 * of a message or a thread. `arg` is the adapter. The text is lent until the next call; NULL:
 * nothing is stored. */
const char *resume_state_id(void *arg, const char *what, const char *address);
void resume_state_save_id(void *arg, const char *what, const char *address, const char *id);

/* Stores how many requests Discord refused in the last ten minutes, because they count against the
 * next process, too (limits.h). `arg` is the adapter. */
void resume_state_save_refused(void *arg, const uint32_t invalid[AUTHS]);
/* Call it when this process got that part, or all of an undivided network. Goes on to delete the
 * boards that the process before had still to delete. With the first part it also loads the number
 * of refused requests. This process stores both under its first part, so that no other process
 * overwrites them. */
void resume_state_take(struct discord *discord, unsigned part);

#endif
