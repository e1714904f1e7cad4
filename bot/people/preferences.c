#include "preferences.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "bot/people/people_state.h"
#include "bot/people/setting_store.h"
#include "bot/text/language.h"

const char *const preference_keys[] = {"language", "theme", "whisper", "pings", "web_chat", NULL};

static void person_scope(const struct network *network, const char *key, bool verified, char *out,
                         size_t size)
{
    snprintf(out, size, "person:%s:%c:%s", network->name, verified ? 'V' : 'n', key);
}

static const char *const looks[] = {
    [LOOK_OF_CHANNEL] = NULL, [LOOK_COLOURS] = "colours", [LOOK_MONO] = "mono"};
static const char *const ways[] = {[WAY_ANY] = NULL, [WAY_NOTICE] = "notice", [WAY_TALK] = "pm"};

static uint8_t number_of(const char *const *names, unsigned count, const char *name)
{
    for (unsigned i = 1; name != NULL && i < count; i++) {
        if (strcmp(names[i], name) == 0)
            return (uint8_t)i;
    }
    return 0;
}

void preference_set(struct preferences *preferences, const char *key, const char *value)
{
    if (strcmp(key, "language") == 0)
        preferences->language = value != NULL ? language_find(value) : NULL;
    else if (strcmp(key, "theme") == 0)
        preferences->look = number_of(looks, ARRAY_SIZE(looks), value);
    else if (strcmp(key, "whisper") == 0)
        preferences->way = number_of(ways, ARRAY_SIZE(ways), value);
    else if (strcmp(key, "pings") == 0)
        preferences->silent = value != NULL && strcmp(value, "off") == 0;
    else if (strcmp(key, "web_chat") == 0)
        preferences->page_alone = value != NULL && strcmp(value, "off") == 0;
}

const char *preference_get(const struct preferences *preferences, const char *key)
{
    if (strcmp(key, "theme") == 0)
        return looks[preferences->look];
    if (strcmp(key, "whisper") == 0)
        return ways[preferences->way];
    if (strcmp(key, "pings") == 0)
        return preferences->silent ? "off" : NULL;
    if (strcmp(key, "web_chat") == 0)
        return preferences->page_alone ? "off" : NULL;
    return preferences->language != NULL ? preferences->language->code : NULL;
}

struct preferences preferences_by(const struct network *network, const char *key, bool verified)
{
    struct preferences preferences = {.language = NULL};
    char scope[384];
    person_scope(network, key, verified, scope, sizeof(scope));
    for (unsigned i = 0; preference_keys[i] != NULL; i++) {
        const char *kept =
            verified ? setting_get(network->people, scope, preference_keys[i]) : NULL;
        preference_set(&preferences, preference_keys[i],
                       kept != NULL ? kept
                                    : setting_passing(network->people, scope, preference_keys[i]));
    }
    return preferences;
}

struct preferences preferences_of(const struct network *network, const struct chat_user *user)
{
    char key[PERSON_ID_MAX];
    bool verified = false;
    if (!people_key(network, user, key, &verified))
        return (struct preferences){.language = NULL};
    return preferences_by(network, key, verified);
}

void preferences_dress(struct message *message, const struct preferences *preferences, bool mono)
{
    if (message == NULL)
        return;
    message->mono = preferences->look == LOOK_OF_CHANNEL ? mono : preferences->look == LOOK_MONO;
    message->way = preferences->way;
}

void preferences_load(struct person *person)
{
    person->preferences = preferences_by(person->network, person->key, person->verified);
}

void preferences_choose(struct person *person, const char *key, const char *value)
{
    struct people *people = person->network->people;
    char scope[384];
    preference_set(&person->preferences, key, value);
    person_scope(person->network, person->key, person->verified, scope, sizeof(scope));
    if (!person->verified || !setting_set(people, scope, key, value))
        setting_set_passing(people, scope, key, value);
}
