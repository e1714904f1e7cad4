/* host_settings.h: what channels and people have set for themselves, and what adapters keep. */
#ifndef TALON_BOT_PEOPLE_HOST_SETTINGS_H
#define TALON_BOT_PEOPLE_HOST_SETTINGS_H

#include "bot/people/host.h"

/* A row of store_load_settings(); `arg` is the host. */
bool host_load_setting(void *arg, const char *scope, const char *key, const char *value);
/* setup.keep and setup.kept (adapters/adapter.h); `arg` is the host. What an adapter keeps goes
 * into the batch of the turn of the loop in which it says so. */
void host_keep(void *arg, struct adapter *adapter, const char *key, const char *value);
const char *host_kept(void *arg, struct adapter *adapter, const char *key);
/* Any setting of the store; NULL: none is kept. And keeps one: false when there is no room. */
const char *host_setting(struct host *host, const char *scope, const char *key);
bool host_set_setting(struct host *host, const char *scope, const char *key, const char *value);
/* What is remembered for a while only, and not in the store. NULL as a value: no more; all of a
 * scope at once. */
const char *host_passing(struct host *host, const char *scope, const char *key);
void host_set_passing(struct host *host, const char *scope, const char *key, const char *value);
void host_drop_passing(struct host *host, const char *scope);
/* What somebody chose, by their identity; where they are not known as a user. */
struct preferences host_preferences_by(const struct host *host, const struct network *network,
                                       const char *key, bool verified);
void host_drop_settings(struct host *host);

/* A channel's own settings ("language", "theme"), kept in the store. NULL: not set. */
const char *host_channel_setting(struct host *host, struct network *network, const char *channel,
                                 const char *key);
/* The language of a channel (NULL: of nowhere): its own, else the daemon's. */
const struct language *host_channel_language(struct host *host, struct network *network,
                                             const char *channel);
/* False: so much is kept that this is not, and nothing has changed. */
bool host_set_channel(struct host *host, struct network *network, const char *channel,
                      const char *key, const char *value);
/* What somebody chose once, with a seat or without. */
struct preferences host_preferences_of(struct host *host, const struct network *network,
                                       const struct chat_user *user);
/* Gives a whisper the looks and the way that its reader wants; `mono`: the channel's look. */
void host_dress(struct message *message, const struct preferences *preferences, bool mono);
/* Gives it to a person. */
void host_know_person(struct host *host, struct person *person);
/* A person's own setting ("language", "theme", "whisper", "pings"; value NULL: none any more),
 * taken over at once: kept of an account (as long as there is room), of a nick with its seats, and
 * remembered for a while only. */
void host_set_person(struct host *host, struct person *person, const char *key, const char *value);

#endif
