#include "setting_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <uthash.h>

#include "base/array.h"
#include "bot/people/people_state.h"
#include "bot/text/language.h"

struct kept_setting {
    UT_hash_handle hh;
    uint64_t at; /* setting_now() of when it was set or read */
    char *value;
    char key[]; /* "scope\nkey" */
};

static void drop_setting(struct kept_setting **settings, struct kept_setting *setting)
{
    HASH_DEL(*settings, setting); /* NOLINT(clang-analyzer-unix.Malloc): of uthash's making */
    free(setting->value);
    free(setting);
}

static void drop_settings(struct kept_setting **settings)
{
    struct kept_setting *setting = NULL;
    struct kept_setting *next = NULL;
    HASH_ITER(hh, *settings, setting, next)
    {
        drop_setting(settings, setting);
    }
}

/* Returns false when memory is out. */
static bool keep_setting(struct kept_setting **settings, uint64_t at, const char *scope,
                         const char *key, const char *value)
{
    struct kept_setting *setting = NULL;
    size_t size = strlen(scope) + strlen(key) + 2;
    struct kept_setting *fresh = malloc(sizeof(*fresh) + size);
    if (fresh == NULL)
        return false;
    snprintf(fresh->key, size, "%s\n%s", scope, key);
    HASH_FIND_STR(*settings, fresh->key, setting);
    if (setting != NULL)
        drop_setting(settings, setting);
    fresh->at = at;
    fresh->value = value != NULL ? strdup(value) : NULL;
    fresh->hh.tbl = NULL;
    if (fresh->value != NULL)
        HASH_ADD_STR(*settings, key, fresh);
    if (fresh->hh.tbl != NULL)
        return true;
    free(fresh->value); /* not in the table: `value` is NULL (the setting is unset), or memory is
                         * out */
    free(fresh);
    return value == NULL;
}

void setting_load(struct people *people, const char *scope, const char *key, const char *value)
{
    if (!keep_setting(&people->settings, ++people->settings_kept, scope, key, value))
        log_fatal(people->log, "out of memory for a setting, which must not be forgotten: ending");
}

static struct kept_setting *find_setting(struct kept_setting *settings, const char *scope,
                                         const char *key)
{
    char name[512];
    struct kept_setting *setting = NULL;
    size_t scope_size = strlen(scope);
    size_t key_size = strlen(key);
    if (settings == NULL || scope_size + 1 + key_size > sizeof(name))
        return NULL;
    memcpy(name, scope, scope_size);
    name[scope_size] = '\n';
    memcpy(name + scope_size + 1, key, key_size);
    HASH_FIND(hh, settings, name, scope_size + 1 + key_size, setting);
    return setting;
}

bool setting_read(struct people *people, const char *scope, const char *key, const char *value)
{
    struct kept_setting *setting = find_setting(people->settings, scope, key);
    bool known = setting != NULL && strcmp(setting->value, value) == 0;
    if (known)
        setting->at = ++people->settings_kept;
    else
        setting_load(people, scope, key, value);
    return !known;
}

void setting_unload(struct people *people, const char *scope, const char *key)
{
    struct kept_setting *setting = find_setting(people->settings, scope, key);
    if (setting != NULL)
        drop_setting(&people->settings, setting);
}

static const char *setting_of(struct kept_setting *settings, const char *scope, const char *key)
{
    const struct kept_setting *setting = find_setting(settings, scope, key);
    return setting != NULL ? setting->value : NULL;
}

const char *setting_get(const struct people *people, const char *scope, const char *key)
{
    return setting_of(people->settings, scope, key);
}

bool setting_has_room(const struct people *people)
{
    return HASH_COUNT(people->settings) < people->settings_max / 2;
}

void setting_note(struct people *people, bool wanted)
{
    people->noters += wanted ? 1U : -1U;
    if (people->noters == 0)
        drop_settings(&people->noted);
}

bool setting_noted(const struct people *people, const char *scope, const char *key)
{
    return setting_of(people->noted, scope, key) != NULL;
}

/* Sets a setting in memory and in the store. */
static void put_setting(struct people *people, const char *scope, const char *key,
                        const char *value)
{
    if (people->noters > 0)
        keep_setting(&people->noted, 0, scope, key, "");
    keep_setting(&people->settings, ++people->settings_kept, scope, key, value);
    store_put_setting(people->store, scope, key, value);
}

bool setting_set(struct people *people, const char *scope, const char *key, const char *value)
{
    bool more = value != NULL && setting_of(people->settings, scope, key) == NULL;
    if (more && HASH_COUNT(people->settings) >= people->settings_max) {
        log_warn(people->log, "too many settings are stored, so this one is not most=%u key=%s: %s",
                 people->settings_max, key, scope);
        return false;
    }
    put_setting(people, scope, key, value);
    return true;
}

const char *setting_passing(const struct people *people, const char *scope, const char *key)
{
    return setting_of(people->passing, scope, key);
}

void setting_set_passing(struct people *people, const char *scope, const char *key,
                         const char *value)
{
    keep_setting(&people->passing, 0, scope, key, value);
    if (HASH_COUNT(people->passing) > SETTINGS_PASSING_MAX)
        drop_setting(&people->passing, people->passing); /* the oldest */
}

void setting_each(const struct people *people, const char *scope,
                  void (*each)(void *arg, const char *key, const char *value), void *arg)
{
    const struct kept_setting *setting = NULL;
    const struct kept_setting *next = NULL;
    size_t length = strlen(scope);
    HASH_ITER(hh, people->settings, setting, next)
    {
        if (strncmp(setting->key, scope, length) == 0 && setting->key[length] == '\n')
            each(arg, setting->key + length + 1, setting->value);
    }
}

/* Removes the settings of a scope that were last set or read at `until` (setting_now()) or before;
 * UINT64_MAX: all. */
static void drop_scope(struct kept_setting **settings, const char *scope, uint64_t until)
{
    struct kept_setting *setting = NULL;
    struct kept_setting *next = NULL;
    size_t length = strlen(scope);
    HASH_ITER(hh, *settings, setting, next)
    {
        if (setting->at <= until && strncmp(setting->key, scope, length) == 0 &&
            setting->key[length] == '\n')
            drop_setting(settings, setting);
    }
}

void setting_drop_passing(struct people *people, const char *scope)
{
    drop_scope(&people->passing, scope, UINT64_MAX);
}

static const char *scope_of_users(const struct network *network, const char *kind, char scope[384])
{
    snprintf(scope, 384, "%s:%s", kind, network->name);
    return scope;
}

const char *setting_of_user(const struct network *network, const char *kind, const char *id)
{
    char scope[384];
    char folded[PERSON_ID_MAX];
    return network_fold(network, id, folded, sizeof(folded))
               ? setting_passing(network->people, scope_of_users(network, kind, scope), folded)
               : NULL;
}

void setting_set_of_user(const struct network *network, const char *kind, const char *id,
                         const char *value)
{
    char scope[384];
    char folded[PERSON_ID_MAX];
    if (network_fold(network, id, folded, sizeof(folded)))
        setting_set_passing(network->people, scope_of_users(network, kind, scope), folded, value);
}

void setting_drop_of_users(const struct network *network, const char *kind)
{
    char scope[384];
    setting_drop_passing(network->people, scope_of_users(network, kind, scope));
}

/* -- forgetting -- */

/* Asks `forget` about one setting, and does what it returns. */
static void judge_setting(struct people *people, struct kept_setting **settings,
                          struct kept_setting *setting, setting_forget_fn *forget, const void *arg)
{
    static char out[SETTING_VALUE_MAX];
    char scope[512];
    const char *key = strchr(setting->key, '\n') + 1;
    snprintf(scope, sizeof(scope), "%.*s", (int)(key - setting->key - 1), setting->key);
    enum setting_forgets forgets = forget(arg, scope, key, setting->value, out);
    char *value = forgets == FORGET_SOME ? strdup(out) : NULL;
    if (forgets == FORGET_NOTHING)
        return;
    if (settings == &people->settings)
        store_put_setting(people->store, scope, key, forgets == FORGET_SOME ? out : NULL);
    if (value == NULL) {
        drop_setting(settings, setting);
        return;
    }
    free(setting->value);
    setting->value = value;
}

void setting_forget(struct people *people, setting_forget_fn *forget, const void *arg)
{
    struct kept_setting *setting = NULL;
    struct kept_setting *next = NULL;
    HASH_ITER(hh, people->settings, setting, next)
    {
        judge_setting(people, &people->settings, setting, forget, arg);
    }
    HASH_ITER(hh, people->passing, setting, next)
    {
        judge_setting(people, &people->passing, setting, forget, arg);
    }
}

/* -- of channels -- */

static void channel_scope(const struct network *network, const char *channel, char *out,
                          size_t size)
{
    char folded[PERSON_ID_MAX + 24]; /* room for a folded channel, or for the name of a private
                                      * talk */
    if (!network_fold(network, channel, folded, sizeof(folded)))
        snprintf(folded, sizeof(folded), "%s", channel);
    const char *const pieces[] = {"channel:", network->name, ":", folded};
    size_t at = 0;
    for (unsigned i = 0; i < ARRAY_SIZE(pieces); i++) {
        size_t length = strlen(pieces[i]);
        length = length < size - 1 - at ? length : size - 1 - at;
        memcpy(out + at, pieces[i], length);
        at += length;
    }
    out[at] = '\0';
}

const char *setting_channel(struct network *network, const char *channel, const char *key)
{
    char scope[384];
    channel_scope(network, channel, scope, sizeof(scope));
    return setting_get(network->people, scope, key);
}

const struct language *setting_channel_language(struct network *network, const char *channel)
{
    const char *code = channel != NULL ? setting_channel(network, channel, "language") : NULL;
    const struct language *language = code != NULL ? language_find(code) : NULL;
    return language != NULL ? language : network->people->options->language;
}

bool setting_set_channel(struct network *network, const char *channel, const char *key,
                         const char *value)
{
    char scope[384];
    channel_scope(network, channel, scope, sizeof(scope));
    return setting_set(network->people, scope, key, value);
}

void setting_folds(struct network *network)
{
    struct people *people = network->people;
    char scope[384];
    char folds[sizeof(STORE_FOLDS)];
    snprintf(scope, sizeof(scope), "names:%s", network->name);
    const char *known = setting_get(people, scope, "folds");
    if (network->adapter->impl->fold == NULL)
        snprintf(folds, sizeof(folds), "no");
    else if (!network_fold(network, STORE_FOLDS, folds, sizeof(folds)))
        return;
    if (known == NULL ? setting_has_room(people) : strcmp(known, folds) != 0)
        setting_set(people, scope, "folds", folds);
}

/* -- what adapters keep -- */

static const char *adapter_scope(const struct adapter *adapter, char *out, size_t size)
{
    snprintf(out, size, "network:%s", adapter->setup.name);
    return out;
}

void setting_adapter_put(struct people *people, const struct adapter *adapter, const char *key,
                         const char *value)
{
    char scope[384];
    adapter_scope(adapter, scope, sizeof(scope));
    put_setting(people, scope, key, value);
}

const char *setting_adapter_get(const struct people *people, const struct adapter *adapter,
                                const char *key)
{
    char scope[384];
    return setting_get(people, adapter_scope(adapter, scope, sizeof(scope)), key);
}

uint64_t setting_now(const struct people *people)
{
    return people->settings_kept;
}

void setting_adapter_drop(struct people *people, const struct adapter *adapter, uint64_t until)
{
    char scope[384];
    drop_scope(&people->settings, adapter_scope(adapter, scope, sizeof(scope)), until);
}

void setting_finish(struct people *people)
{
    drop_settings(&people->settings);
    drop_settings(&people->passing);
    drop_settings(&people->noted);
}
