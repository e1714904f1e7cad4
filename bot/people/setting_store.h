/* setting_store.h: settings of channels, people and adapters, by scope ("channel:libera:#cards")
 * and key.
 *
 * All of them are in memory, and in the store as well, except passing ones (setting_passing()). */
#ifndef TALON_BOT_PEOPLE_SETTING_STORE_H
#define TALON_BOT_PEOPLE_SETTING_STORE_H

#include <stdbool.h>
#include <stdint.h>

struct adapter;
struct people;
struct language;
struct network;

/* A row of store_load_settings(). */
void setting_load(struct people *people, const char *scope, const char *key, const char *value);
/* Like setting_load(), while the daemon runs. Returns false if the setting had that value already.
 */
bool setting_read(struct people *people, const char *scope, const char *key, const char *value);
/* Removes a setting from memory, because it is no longer in the store. */
void setting_unload(struct people *people, const char *scope, const char *key);
void setting_finish(struct people *people);
/* Begins (`wanted`) or ends a list of the settings that are set here, for setting_noted(). Calls
 * nest. Use it while settings are read from the store: an older value from there must not replace
 * one that was set here meanwhile. */
void setting_note(struct people *people, bool wanted);
/* True if that setting was set since setting_note() began. */
bool setting_noted(const struct people *people, const char *scope, const char *key);
/* Returns NULL if it is not set. */
const char *setting_get(const struct people *people, const char *scope, const char *key);
/* Sets a value (NULL: unsets it), here and in the store. Returns false if there is no room for one
 * more. */
bool setting_set(struct people *people, const char *scope, const char *key, const char *value);
/* Returns true if there is room for a setting that the bot makes by itself. Such settings may use
 * only the first half of the room; the rest is for settings that people make. */
bool setting_has_room(const struct people *people);
/* Calls `each` for the stored settings of a scope. It must not change settings. */
void setting_each(const struct people *people, const char *scope,
                  void (*each)(void *arg, const char *key, const char *value), void *arg);
/* Asks `forget` about every setting, stored or passing. It returns FORGET_ALL to delete the
 * setting, or FORGET_SOME to replace its value by what it wrote to `out` (SETTING_VALUE_MAX bytes).
 * A stored setting changes in the store, too. */
enum setting_forgets { FORGET_NOTHING, FORGET_SOME, FORGET_ALL };
enum { SETTING_VALUE_MAX = 32768 };
typedef enum setting_forgets setting_forget_fn(const void *arg, const char *scope, const char *key,
                                               const char *value, char *out);
void setting_forget(struct people *people, setting_forget_fn *forget, const void *arg);
/* Passing settings are remembered for a while and not in the store; the newest SETTINGS_PASSING_MAX
 * stay. A NULL value unsets one; setting_drop_passing() unsets a whole scope. */
const char *setting_passing(const struct people *people, const char *scope, const char *key);
void setting_set_passing(struct people *people, const char *scope, const char *key,
                         const char *value);
void setting_drop_passing(struct people *people, const char *scope);
/* A passing setting of one user of a network; `id` is folded here. `kind` names the setting:
 * "known". */
const char *setting_of_user(const struct network *network, const char *kind, const char *id);
void setting_set_of_user(const struct network *network, const char *kind, const char *id,
                         const char *value);
/* Forgets that setting of all users of that network. */
void setting_drop_of_users(const struct network *network, const char *kind);
/* A setting of a channel ("language", "theme"), like setting_get() and setting_set(). */
const char *setting_channel(struct network *network, const char *channel, const char *key);
bool setting_set_channel(struct network *network, const char *channel, const char *key,
                         const char *value);
/* The language of a channel, or else the daemon's (also for NULL). */
const struct language *setting_channel_language(struct network *network, const char *channel);
/* Stores how the network compares names (STORE_FOLDS), for tools that only have the database. Call
 * it when the adapter knows how. */
void setting_folds(struct network *network);
/* What an adapter keeps (setup.keep and setup.kept, adapters/adapter.h) goes into the batch of that
 * turn of the loop. */
void setting_adapter_put(struct people *people, const struct adapter *adapter, const char *key,
                         const char *value);
const char *setting_adapter_get(const struct people *people, const struct adapter *adapter,
                                const char *key);
/* Returns a number that rises whenever a setting is set or read. */
uint64_t setting_now(const struct people *people);
/* Call it when all settings of an adapter have been read again. `until`: setting_now() from before
 * the reading. Removes the adapter's settings that were not read, from memory only. */
void setting_adapter_drop(struct people *people, const struct adapter *adapter, uint64_t until);

#endif
