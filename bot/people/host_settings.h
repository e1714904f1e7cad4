/* host_settings.h: the settings of channels and people, between host.c (its life) and
 * host_settings.c. What everybody else calls stands in host.h. */
#ifndef TALON_BOT_PEOPLE_HOST_SETTINGS_H
#define TALON_BOT_PEOPLE_HOST_SETTINGS_H

#include "bot/host/host.h"

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

#endif
