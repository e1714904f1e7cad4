/* channel_access.h: which channels we are in, and whether we are heard there. Interactions tell our
 * permissions, and Discord's refusals tell what is missing. We try again when something has changed
 * or after a while (refusals.h). `arg` is the adapter. */
#ifndef TALON_ADAPTERS_DISCORD_GUILDS_CHANNEL_ACCESS_H
#define TALON_ADAPTERS_DISCORD_GUILDS_CHANNEL_ACCESS_H

#include "adapters/discord/discord_state.h"
#include "adapters/discord/messages/interaction.h"

/* What channels.h calls when a channel comes, goes or changes. */
struct channels_setup access_channels(struct discord *discord);
/* For channels_silence(); `arg` is the adapter. */
void access_silent(void *arg, const char *channel);

/* Takes what an interaction tells of a channel of a guild. Call it before raising the
 * interaction. */
void access_learn(struct discord *discord, const struct interaction *interaction);
/* Adds to an event what we lack in its channel of a guild; the event borrows `words`. */
void access_tell(struct discord *discord, struct chat_event *event,
                 char words[CHAT_LANGUAGES][PERMISSIONS_WORDS]);
/* Whether Discord refused so many of our answers in that server (NULL: in the talk with that user)
 * that we answer nothing there for a while. */
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
