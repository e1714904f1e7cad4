/* channel_access.h: which channels we are in, and whether we are heard there, that is, whether
 * Discord lets us write. Interactions tell our permissions, and refused requests tell which are
 * missing. We try again when permissions have changed, or after a while (refusals.h). `arg` is the
 * adapter. */
#ifndef TALON_ADAPTERS_DISCORD_GUILDS_CHANNEL_ACCESS_H
#define TALON_ADAPTERS_DISCORD_GUILDS_CHANNEL_ACCESS_H

#include "adapters/discord/discord_state.h"
#include "adapters/discord/messages/interaction.h"

/* Returns the callbacks for channels.h: for a channel that comes, goes or changes. */
struct channels_setup access_channels(struct discord *discord);
/* For channels_silence(); `arg` is the adapter. */
void access_silent(void *arg, const char *channel);

/* Learns from an interaction in a guild whether we are heard in its channel. Call it before raising
 * the interaction's event. */
void access_learn(struct discord *discord, const struct interaction *interaction);
/* Adds to an event the permissions that we lack in its channel. The event points to `words`
 * afterwards. */
void access_tell(struct discord *discord, struct chat_event *event, char words[PERMISSIONS_WORDS]);
/* Returns true if Discord refused so many of our answers in that server that we answer nothing
 * there for a while. `guild` NULL: in the direct messages with `user`. */
bool access_is_closed(struct discord *discord, const char *guild, const char *user);
/* Hook of rest.h. */
void access_count(void *arg, const char *address, enum rest_auth auth);

/* Hooks of channel_message.h. */
void access_lost(void *arg, const char *address, const char *why);
void access_refused(void *arg, const char *address, unsigned permissions);
void access_try(void *arg, const char *address);
void access_heard(void *arg, const char *address);
unsigned access_lacks(void *arg, const char *address);
bool access_is_muted(void *arg, const char *address);
uint64_t access_spared(void *arg, const char *address);

#endif
