#include "sql_known.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HASH_NONFATAL_OOM 1
#include <uthash.h>

#include "storage/identity.h"

/* Keyed by network, whether verified, and account. */
struct remembered_person {
    UT_hash_handle hh;
    char *key;
    char *linked; /* "" or identity_linked_nick(): it decides which identity of that nick it is */
    char name[STORE_NAME_MAX];
    int season; /* of the ratings */
    struct met met;
    struct standing standing;
};

/* Keyed by network and channel. */
struct remembered_channel {
    UT_hash_handle hh;
    int64_t scopes[STORE_OVERALL + 1];
    char *key;
};

enum { KEY_MAX = STORE_NAME_MAX + 2 * STORE_ACCOUNT_MAX };

/* False: the key is too long. */
static bool make_key(char key[KEY_MAX], const char *network, char kind, const char *name)
{
    int length = snprintf(key, KEY_MAX, "%s\n%c%s", network, kind, name);
    return length > 0 && length < KEY_MAX;
}

/* -- people -- */

static struct remembered_person *find_person(const struct known *known,
                                             const struct store_identity *who)
{
    struct remembered_person *person = NULL;
    char key[KEY_MAX];
    if (make_key(key, who->network, who->verified ? 'v' : 'n', who->account))
        HASH_FIND_STR(known->people, key, person);
    return person;
}

static void free_person(struct remembered_person *person)
{
    free(person->key);
    free(person->linked);
    free(person);
}

static void drop_person(struct known *known, struct remembered_person *person)
{
    HASH_DEL(known->people, person); /* NOLINT(clang-analyzer-*): of uthash's making */
    free_person(person);
}

bool known_find(const struct known *known, const struct store_identity *who, const char *set,
                int season, struct met *met, struct standing *standing)
{
    char linked[STORE_LINKED_MAX];
    const struct remembered_person *person = find_person(known, who);
    identity_linked_nick(who, linked);
    if (person == NULL || season != person->season || strcmp(person->linked, linked) != 0 ||
        strcmp(person->name, who->name) != 0 || strcmp(person->standing.own.records.set, set) != 0)
        return false;
    *met = person->met;
    *standing = person->standing;
    return true;
}

static struct remembered_person *make_person(const struct store_identity *who)
{
    char key[KEY_MAX], linked[STORE_LINKED_MAX];
    struct remembered_person *person = NULL;
    if (strlen(who->name) < sizeof(person->name) &&
        make_key(key, who->network, who->verified ? 'v' : 'n', who->account))
        person = calloc(1, sizeof(*person));
    if (person == NULL)
        return NULL;
    identity_linked_nick(who, linked);
    snprintf(person->name, sizeof(person->name), "%s", who->name);
    person->key = strdup(key);
    person->linked = strdup(linked);
    if (person->key != NULL && person->linked != NULL)
        return person;
    free_person(person);
    return NULL;
}

void known_put(struct known *known, const struct store_identity *who, int season,
               const struct met *met, const struct standing *standing)
{
    struct remembered_person *added = NULL;
    known_drop(known, who);
    struct remembered_person *person = make_person(who);
    if (person == NULL)
        return;
    person->season = season;
    person->met = *met;
    person->standing = *standing;
    person->standing.remembered = true;
    if (HASH_COUNT(known->people) >= KNOWN_PEOPLE)
        drop_person(known, known->people); /* the table keeps the order in which they were added */
    HASH_ADD_KEYPTR(hh, known->people, person->key, strlen(person->key), person);
    HASH_FIND_STR(known->people, person->key, added);
    if (added == NULL) /* no memory for the table */
        free_person(person);
}

void known_drop(struct known *known, const struct store_identity *who)
{
    struct remembered_person *person = find_person(known, who);
    if (person != NULL)
        drop_person(known, person);
}

/* -- channels -- */

static void drop_channel(struct known *known, struct remembered_channel *channel)
{
    HASH_DEL(known->channels, channel); /* NOLINT(clang-analyzer-*): of uthash's making */
    free(channel->key);
    free(channel);
}

const int64_t *known_scopes(const struct known *known, const char *network, const char *channel)
{
    struct remembered_channel *found = NULL;
    char key[KEY_MAX];
    if (make_key(key, network, '#', channel))
        HASH_FIND_STR(known->channels, key, found);
    return found != NULL ? found->scopes : NULL;
}

void known_put_scopes(struct known *known, const char *network, const char *channel,
                      const int64_t scopes[STORE_OVERALL + 1])
{
    char key[KEY_MAX];
    struct remembered_channel *added = NULL, *put = NULL;
    if (known_scopes(known, network, channel) == NULL && make_key(key, network, '#', channel))
        put = calloc(1, sizeof(*put));
    if (put == NULL)
        return;
    memcpy(put->scopes, scopes, sizeof(put->scopes));
    put->key = strdup(key);
    if (put->key != NULL) {
        if (HASH_COUNT(known->channels) >= KNOWN_CHANNELS)
            drop_channel(known, known->channels);
        HASH_ADD_KEYPTR(hh, known->channels, put->key, strlen(put->key), put);
        HASH_FIND_STR(known->channels, put->key, added);
    }
    if (added == NULL) {
        free(put->key);
        free(put);
    }
}

void known_forget(struct known *known)
{
    struct remembered_person *person = NULL, *next_person = NULL;
    struct remembered_channel *channel = NULL, *next_channel = NULL;
    HASH_ITER(hh, known->people, person, next_person)
    {
        drop_person(known, person);
    }
    HASH_ITER(hh, known->channels, channel, next_channel)
    {
        drop_channel(known, channel);
    }
}
