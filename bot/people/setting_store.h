/* setting_store.h: what channels, people and adapters have set, by scope ("channel:libera:#cards")
 * and key.
 *
 * It is all in memory, and in the store but for what is remembered for a while only. */
#ifndef TALON_BOT_PEOPLE_SETTING_STORE_H
#define TALON_BOT_PEOPLE_SETTING_STORE_H

#include <stdbool.h>
#include <stdint.h>

struct adapter;
struct host;
struct language;
struct network;

/* A row of store_load_settings(). */
void setting_load(struct host *host, const char *scope, const char *key, const char *value);
/* Likewise while the daemon runs. False: it was known so. */
bool setting_read(struct host *host, const char *scope, const char *key, const char *value);
/* It is not there any more. */
void setting_unload(struct host *host, const char *scope, const char *key);
void setting_finish(struct host *host);
/* From now on until it is said not to be wanted (as often as it was) it is noted what is set here:
 * what is read of the store meanwhile may be older. */
void setting_note(struct host *host, bool wanted);
/* Whether that was set since. */
bool setting_noted(const struct host *host, const char *scope, const char *key);
/* NULL: it is not set. */
const char *setting_get(const struct host *host, const char *scope, const char *key);
/* Keeps it (NULL: no more), here and in the store; false: there is no room for one more. */
bool setting_set(struct host *host, const char *scope, const char *key, const char *value);
/* Whether what nobody asked for may be kept, too: the other half is for what people set. */
bool setting_has_room(const struct host *host);
/* Calls `forget` with each setting, of the store and of those for a while: FORGET_ALL takes it out,
 * FORGET_SOME makes `out` (SETTING_VALUE_MAX bytes) its value, here and in the store. */
enum setting_forgets { FORGET_NOTHING, FORGET_SOME, FORGET_ALL };
enum { SETTING_VALUE_MAX = 32768 };
typedef enum setting_forgets setting_forget_fn(const void *arg, const char *scope, const char *key,
                                               const char *value, char *out);
void setting_forget(struct host *host, setting_forget_fn *forget, const void *arg);
/* What is remembered for a while only, and not in the store. NULL as a value: no more; all of a
 * scope at once. */
const char *setting_passing(const struct host *host, const char *scope, const char *key);
void setting_set_passing(struct host *host, const char *scope, const char *key, const char *value);
void setting_drop_passing(struct host *host, const char *scope);
/* The same about a user of a network, under the name that the network compares by. `kind` names
 * what is remembered: "known". */
const char *setting_of_user(const struct network *network, const char *kind, const char *id);
void setting_set_of_user(const struct network *network, const char *kind, const char *id,
                         const char *value);
/* Of all users of that network. */
void setting_drop_of_users(const struct network *network, const char *kind);
/* A setting of a channel ("language", "theme"), as the two first. */
const char *setting_channel(struct host *host, struct network *network, const char *channel,
                            const char *key);
bool setting_set_channel(struct host *host, struct network *network, const char *channel,
                         const char *key, const char *value);
/* The language of a channel (NULL: of nowhere): its own, else the daemon's. */
const struct language *setting_channel_language(struct host *host, struct network *network,
                                                const char *channel);
/* Keeps how the network compares names, for tools that have the database alone (STORE_FOLDS). To be
 * called when that is known. */
void setting_folds(struct network *network);
/* setup.keep and setup.kept (adapters/adapter.h); `arg` is the host. What an adapter keeps goes
 * into the batch of the turn of the loop in which it says so. */
void setting_adapter_put(void *arg, struct adapter *adapter, const char *key, const char *value);
const char *setting_adapter_get(void *arg, struct adapter *adapter, const char *key);
/* Rises with each setting that is set here or read. */
uint64_t setting_now(const struct host *host);
/* What an adapter keeps has been read whole since then: what was not among it is no more, and is
 * forgotten here. */
void setting_adapter_drop(struct host *host, const struct adapter *adapter, uint64_t until);

#endif
