/* What channels and people have set for themselves. */
#include "host_settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <uthash.h>

#include "bot/people/link.h"
#include "bot/text/language.h"

const char *const preference_keys[] = {"language", "theme", "whisper", "pings", NULL};

struct kept_setting {
    UT_hash_handle hh;
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

static void keep_setting(struct kept_setting **settings, const char *scope, const char *key,
                         const char *value)
{
    struct kept_setting *setting = NULL;
    size_t size = strlen(scope) + strlen(key) + 2;
    struct kept_setting *fresh = malloc(sizeof(*fresh) + size);
    if (fresh == NULL)
        return;
    snprintf(fresh->key, size, "%s\n%s", scope, key);
    HASH_FIND_STR(*settings, fresh->key, setting);
    if (setting != NULL)
        drop_setting(settings, setting);
    fresh->value = value != NULL ? strdup(value) : NULL;
    if (fresh->value == NULL)
        free(fresh);
    else
        HASH_ADD_STR(*settings, key, fresh);
}

bool host_load_setting(void *arg, const char *scope, const char *key, const char *value)
{
    struct host *host = arg;
    if (strcmp(scope, "link") == 0) {
        link_load(host, key, value);
        return true;
    }
    keep_setting(&host->settings, scope, key, value);
    return true;
}

static const char *setting_of(struct kept_setting *settings, const char *scope, const char *key)
{
    char name[512];
    struct kept_setting *setting = NULL;
    snprintf(name, sizeof(name), "%s\n%s", scope, key);
    HASH_FIND_STR(settings, name, setting);
    return setting != NULL ? setting->value : NULL;
}

const char *host_setting(struct host *host, const char *scope, const char *key)
{
    return setting_of(host->settings, scope, key);
}

static void channel_scope(const struct network *network, const char *channel, char *out,
                          size_t size)
{
    char folded[256];
    if (!network_fold(network, channel, folded, sizeof(folded)))
        snprintf(folded, sizeof(folded), "%s", channel);
    snprintf(out, size, "channel:%s:%s", network->name, folded);
}

static void person_scope(const struct network *network, const char *key, bool verified, char *out,
                         size_t size)
{
    snprintf(out, size, "person:%s:%c:%s", network->name, verified ? 'V' : 'n', key);
}

const char *host_channel_setting(struct host *host, struct network *network, const char *channel,
                                 const char *key)
{
    char scope[384];
    channel_scope(network, channel, scope, sizeof(scope));
    return setting_of(host->settings, scope, key);
}

const struct language *host_channel_language(struct host *host, struct network *network,
                                             const char *channel)
{
    const char *code =
        channel != NULL ? host_channel_setting(host, network, channel, "language") : NULL;
    const struct language *language = code != NULL ? language_find(code) : NULL;
    return language != NULL ? language : host->options.language;
}

/* Keeps it, here and in the store; false: there is no room for one more. */
static bool keep_for_good(struct host *host, const char *scope, const char *key, const char *value)
{
    bool more = value != NULL && setting_of(host->settings, scope, key) == NULL;
    if (more && HASH_COUNT(host->settings) >= host->settings_most) {
        log_warn(&host->log, "%u settings are kept, and no more: %s of %s is not",
                 host->settings_most, key, scope);
        return false;
    }
    keep_setting(&host->settings, scope, key, value);
    store_put_setting(host->store, scope, key, value);
    return true;
}

bool host_set_setting(struct host *host, const char *scope, const char *key, const char *value)
{
    return keep_for_good(host, scope, key, value);
}

bool host_set_channel(struct host *host, struct network *network, const char *channel,
                      const char *key, const char *value)
{
    char scope[384];
    channel_scope(network, channel, scope, sizeof(scope));
    return keep_for_good(host, scope, key, value);
}

static const char *const looks[] = {
    [LOOK_OF_CHANNEL] = NULL, [LOOK_COLOURS] = "colours", [LOOK_MONO] = "mono"};
static const char *const ways[] = {[WAY_ANY] = NULL, [WAY_NOTICE] = "notice", [WAY_TALK] = "pm"};

static uint8_t number_of(const char *const *names, unsigned count, const char *name)
{
    for (unsigned i = 1; name != NULL && i < count; i++)
        if (strcmp(names[i], name) == 0)
            return (uint8_t)i;
    return 0;
}

void preference_set(struct preferences *preferences, const char *key, const char *value)
{
    if (strcmp(key, "language") == 0)
        preferences->language = value != NULL ? language_find(value) : NULL;
    else if (strcmp(key, "theme") == 0)
        preferences->look = number_of(looks, sizeof(looks) / sizeof(looks[0]), value);
    else if (strcmp(key, "whisper") == 0)
        preferences->way = number_of(ways, sizeof(ways) / sizeof(ways[0]), value);
    else if (strcmp(key, "pings") == 0)
        preferences->silent = value != NULL && strcmp(value, "off") == 0;
}

const char *preference_get(const struct preferences *preferences, const char *key)
{
    if (strcmp(key, "theme") == 0)
        return looks[preferences->look];
    if (strcmp(key, "whisper") == 0)
        return ways[preferences->way];
    if (strcmp(key, "pings") == 0)
        return preferences->silent ? "off" : NULL;
    return preferences->language != NULL ? preferences->language->code : NULL;
}

struct preferences host_preferences_by(const struct host *host, const struct network *network,
                                       const char *key, bool verified)
{
    struct preferences preferences = {.language = NULL};
    char scope[384];
    person_scope(network, key, verified, scope, sizeof(scope));
    for (unsigned i = 0; preference_keys[i] != NULL; i++) {
        const char *kept = verified ? setting_of(host->settings, scope, preference_keys[i]) : NULL;
        preference_set(&preferences, preference_keys[i],
                       kept != NULL ? kept : setting_of(host->passing, scope, preference_keys[i]));
    }
    return preferences;
}

struct preferences host_preferences_of(struct host *host, const struct network *network,
                                       const struct chat_user *user)
{
    char key[PERSON_ID_MAX];
    bool verified = false;
    if (!people_key(network, user, key, &verified))
        return (struct preferences){.language = NULL};
    return host_preferences_by(host, network, key, verified);
}

void host_dress(struct message *message, const struct preferences *preferences, bool mono)
{
    if (message == NULL)
        return;
    message->mono = preferences->look == LOOK_OF_CHANNEL ? mono : preferences->look == LOOK_MONO;
    message->way = preferences->way;
}

void host_know_person(struct host *host, struct person *person)
{
    person->preferences = host_preferences_by(host, person->network, person->key, person->verified);
}

const char *host_passing(struct host *host, const char *scope, const char *key)
{
    return setting_of(host->passing, scope, key);
}

void host_set_passing(struct host *host, const char *scope, const char *key, const char *value)
{
    keep_setting(&host->passing, scope, key, value);
    if (HASH_COUNT(host->passing) > HOST_PASSING_MOST)
        drop_setting(&host->passing, host->passing); /* the oldest */
}

void host_drop_passing(struct host *host, const char *scope)
{
    struct kept_setting *setting = NULL;
    struct kept_setting *next = NULL;
    size_t length = strlen(scope);
    HASH_ITER(hh, host->passing, setting, next)
    {
        if (strncmp(setting->key, scope, length) == 0 && setting->key[length] == '\n')
            drop_setting(&host->passing, setting);
    }
}

void host_set_person(struct host *host, struct person *person, const char *key, const char *value)
{
    char scope[384];
    preference_set(&person->preferences, key, value);
    person_scope(person->network, person->key, person->verified, scope, sizeof(scope));
    if (!person->verified || !keep_for_good(host, scope, key, value))
        host_set_passing(host, scope, key, value);
}

/* -- what adapters keep -- */

static const char *adapter_scope(const struct adapter *adapter, char *out, size_t size)
{
    snprintf(out, size, "network:%s", adapter->setup.name);
    return out;
}

void host_keep(void *arg, struct adapter *adapter, const char *key, const char *value)
{
    struct host *host = arg;
    char scope[384];
    adapter_scope(adapter, scope, sizeof(scope));
    keep_setting(&host->settings, scope, key, value);
    store_put_setting(host->store, scope, key, value);
}

const char *host_kept(void *arg, struct adapter *adapter, const char *key)
{
    char scope[384];
    return setting_of(((struct host *)arg)->settings, adapter_scope(adapter, scope, sizeof(scope)),
                      key);
}

void host_drop_settings(struct host *host)
{
    drop_settings(&host->settings);
    drop_settings(&host->passing);
    link_finish(host);
}
