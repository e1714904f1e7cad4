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
void kept_load(struct host *host, const char *scope, const char *key, const char *value);
/* Likewise while the daemon runs. False: it was known so. */
bool kept_read(struct host *host, const char *scope, const char *key, const char *value);
/* It is not there any more. */
void kept_unload(struct host *host, const char *scope, const char *key);
void kept_finish(struct host *host);
/* From now on until it is said not to be wanted (as often as it was) it is noted what is set here:
 * what is read of the store meanwhile may be older. */
void kept_note(struct host *host, bool wanted);
/* Whether that was set since. */
bool kept_noted(const struct host *host, const char *scope, const char *key);
/* NULL: it is not set. */
const char *kept_get(const struct host *host, const char *scope, const char *key);
/* Keeps it (NULL: no more), here and in the store; false: there is no room for one more. */
bool kept_set(struct host *host, const char *scope, const char *key, const char *value);
/* Whether what nobody asked for may be kept, too: the other half is for what people set. */
bool kept_has_room(const struct host *host);
/* Calls `forget` with each setting, of the store and of those for a while: FORGET_ALL takes it out,
 * FORGET_SOME makes `out` (KEPT_VALUE_MAX bytes) its value, here and in the store. */
enum kept_forgets { FORGET_NOTHING, FORGET_SOME, FORGET_ALL };
enum { KEPT_VALUE_MAX = 32768 };
typedef enum kept_forgets kept_forget_fn(const void *arg, const char *scope, const char *key,
                                         const char *value, char *out);
void kept_forget(struct host *host, kept_forget_fn *forget, const void *arg);
/* What is remembered for a while only, and not in the store. NULL as a value: no more; all of a
 * scope at once. */
const char *kept_passing(const struct host *host, const char *scope, const char *key);
void kept_set_passing(struct host *host, const char *scope, const char *key, const char *value);
void kept_drop_passing(struct host *host, const char *scope);
/* The same about a user of a network, under the name that the network compares by. `kind` names
 * what is remembered: "known". */
const char *kept_of_user(const struct network *network, const char *kind, const char *id);
void kept_set_of_user(const struct network *network, const char *kind, const char *id,
                      const char *value);
/* Of all users of that network. */
void kept_drop_of_users(const struct network *network, const char *kind);
/* A setting of a channel ("language", "theme"), as the two first. */
const char *kept_channel(struct host *host, struct network *network, const char *channel,
                         const char *key);
bool kept_set_channel(struct host *host, struct network *network, const char *channel,
                      const char *key, const char *value);
/* The language of a channel (NULL: of nowhere): its own, else the daemon's. */
const struct language *kept_channel_language(struct host *host, struct network *network,
                                             const char *channel);
/* Keeps how the network compares names, for tools that have the database alone (STORE_FOLDS). To be
 * called when that is known. */
void kept_folds(struct network *network);
/* setup.keep and setup.kept (adapters/adapter.h); `arg` is the host. What an adapter keeps goes
 * into the batch of the turn of the loop in which it says so. */
void kept_adapter_put(void *arg, struct adapter *adapter, const char *key, const char *value);
const char *kept_adapter_get(void *arg, struct adapter *adapter, const char *key);
/* Rises with each setting that is set here or read. */
uint64_t kept_now(const struct host *host);
/* What an adapter keeps has been read whole since then: what was not among it is no more, and is
 * forgotten here. */
void kept_adapter_drop(struct host *host, const struct adapter *adapter, uint64_t until);

#endif
