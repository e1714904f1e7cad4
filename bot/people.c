#include "people.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/text.h"
#include "bot/host.h"

/* uthash keys: "network\nV:key" and "network\nid", folded as the network compares. */
enum { LOOKUP_MAX = 256 };

static bool fold(const struct network *network, const char *text, char *out, size_t size)
{
    const struct adapter *adapter = network->adapter;
    if (adapter != NULL && adapter->impl->fold != NULL)
        return adapter->impl->fold(adapter, text, out, size);
    return (size_t)snprintf(out, size, "%s", text) < size;
}

static bool lookup_of_key(const struct network *network, bool verified, const char *key, char *out,
                          size_t size)
{
    int length = snprintf(out, size, "%s\n%c:%s", network->name, verified ? 'V' : 'n', key);
    return length > 0 && (size_t)length < size;
}

static bool lookup_of_id(const struct network *network, const char *id, char *out, size_t size)
{
    char folded[PERSON_ID_MAX];
    if (!fold(network, id, folded, sizeof(folded)))
        return false;
    int length = snprintf(out, size, "%s\n%s", network->name, folded);
    return length > 0 && (size_t)length < size;
}

/* The identity's key: the account the network vouches for, else the folded nick. */
static bool key_of(const struct network *network, const struct chat_user *user, char *key,
                   size_t size, bool *verified)
{
    *verified = user->account != NULL;
    return fold(network, *verified ? user->account : user->id, key, size);
}

static void clean_name(const char *name, char out[PERSON_NAME_MAX])
{
    struct buf buf;
    buf_init(&buf, out, PERSON_NAME_MAX);
    text_clean(&buf, name, strlen(name));
    if (buf_length(&buf) == 0)
        buf_add(&buf, "?");
}

void people_unbind(struct people *people, struct person *person)
{
    if (person->id == NULL)
        return;
    HASH_DELETE(by_id, people->by_id, person);
    free(person->id);
    free(person->lookup_id);
    person->id = NULL;
    person->lookup_id = NULL;
}

static void bind_id(struct people *people, struct person *person, const char *id)
{
    char lookup[LOOKUP_MAX];
    if (!lookup_of_id(person->network, id, lookup, sizeof(lookup)))
        return;
    people_unbind(people, person);
    struct person *other = NULL;
    HASH_FIND(by_id, people->by_id, lookup, strlen(lookup), other);
    if (other != NULL)
        people_unbind(people, other);
    person->id = strdup(id);
    person->lookup_id = strdup(lookup);
    if (person->id == NULL || person->lookup_id == NULL) {
        free(person->id);
        free(person->lookup_id);
        person->id = NULL;
        person->lookup_id = NULL;
        return;
    }
    HASH_ADD_KEYPTR(by_id, people->by_id, person->lookup_id, strlen(person->lookup_id), person);
}

struct person *people_find(struct people *people, struct network *network,
                           const struct chat_user *user)
{
    char key[PERSON_ID_MAX];
    char lookup[LOOKUP_MAX];
    struct person *person = NULL;
    bool verified = false;
    /* Somebody who has been here without an account since they sat down, under whatever nick. */
    if (lookup_of_id(network, user->id, lookup, sizeof(lookup)))
        HASH_FIND(by_id, people->by_id, lookup, strlen(lookup), person);
    if (person != NULL && !person->verified)
        return person;
    person = NULL;
    if (key_of(network, user, key, sizeof(key), &verified) &&
        lookup_of_key(network, verified, key, lookup, sizeof(lookup)))
        HASH_FIND(by_key, people->by_key, lookup, strlen(lookup), person);
    return person;
}

/* A nick without account that somebody else took over while its first owner is here renamed. */
static bool is_other(const struct person *person, const struct chat_user *user)
{
    char lookup[LOOKUP_MAX];
    return !person->verified && person->id != NULL &&
           (!lookup_of_id(person->network, user->id, lookup, sizeof(lookup)) ||
            strcmp(person->lookup_id, lookup) != 0);
}

struct person *people_restore(struct people *people, struct network *network, const char *key,
                              const char *name, bool verified)
{
    char lookup[LOOKUP_MAX];
    char clean[PERSON_NAME_MAX];
    struct person *person = NULL;
    if (!lookup_of_key(network, verified, key, lookup, sizeof(lookup)))
        return NULL;
    HASH_FIND(by_key, people->by_key, lookup, strlen(lookup), person);
    if (person != NULL)
        return person;
    person = calloc(1, sizeof(*person));
    if (person == NULL)
        return NULL;
    clean_name(name, clean);
    person->network = network;
    person->verified = verified;
    person->key = strdup(key);
    person->name = strdup(clean);
    person->lookup_key = strdup(lookup);
    if (person->key == NULL || person->name == NULL || person->lookup_key == NULL) {
        free(person->key);
        free(person->name);
        free(person->lookup_key);
        free(person);
        return NULL;
    }
    HASH_ADD_KEYPTR(by_key, people->by_key, person->lookup_key, strlen(person->lookup_key), person);
    return person;
}

static void show_as(struct person *person, const char *name)
{
    char clean[PERSON_NAME_MAX];
    clean_name(name, clean);
    if (strcmp(clean, person->name) == 0)
        return;
    char *copy = strdup(clean);
    if (copy == NULL)
        return;
    free(person->name);
    person->name = copy;
}

struct person *people_of(struct people *people, struct network *network,
                         const struct chat_user *user)
{
    char key[PERSON_ID_MAX];
    bool verified = false;
    struct person *person = people_find(people, network, user);
    if (person == NULL) {
        if (!key_of(network, user, key, sizeof(key), &verified))
            return NULL;
        person = people_restore(people, network, key, user->name, verified);
        if (person == NULL)
            return NULL;
    }
    if (is_other(person, user))
        return NULL;
    if (person->id == NULL)
        bind_id(people, person, user->id);
    show_as(person, user->name);
    return person;
}

void people_identity(struct people *people, struct network *network, const struct chat_user *user)
{
    char lookup[LOOKUP_MAX];
    char key[PERSON_ID_MAX] = "";
    struct person *person = NULL;
    if (!lookup_of_id(network, user->id, lookup, sizeof(lookup)) ||
        (user->account != NULL && !fold(network, user->account, key, sizeof(key))))
        return;
    HASH_FIND(by_id, people->by_id, lookup, strlen(lookup), person);
    if (person != NULL && person->verified && strcmp(person->key, key) != 0)
        people_unbind(people, person);
}

void people_rename(struct people *people, struct network *network, const char *old_id,
                   const struct chat_user *user)
{
    char lookup[LOOKUP_MAX];
    struct person *person = NULL;
    if (!lookup_of_id(network, old_id, lookup, sizeof(lookup)))
        return;
    HASH_FIND(by_id, people->by_id, lookup, strlen(lookup), person);
    if (person == NULL)
        return;
    bind_id(people, person, user->id);
    show_as(person, user->name);
}

void people_unbind_all(struct people *people, struct network *network)
{
    struct person *person = NULL;
    struct person *next = NULL;
    HASH_ITER(by_id, people->by_id, person, next)
    {
        if (person->network == network)
            people_unbind(people, person);
    }
}

static void forget(struct people *people, struct person *person)
{
    people_unbind(people, person);
    HASH_DELETE(by_key, people->by_key, person); /* NOLINT(clang-analyzer-unix.Malloc): uthash's */
    free(person->key);
    free(person->name);
    free(person->lookup_key);
    free(person);
}

void person_hold(struct person *person)
{
    person->holds++;
}

void person_release(struct people *people, struct person *person)
{
    person->holds--;
    people_sweep(people, person);
}

void people_sweep(struct people *people, struct person *person)
{
    if (person->holds == 0)
        forget(people, person);
}

void people_finish(struct people *people)
{
    struct person *person = NULL;
    struct person *next = NULL;
    HASH_ITER(by_key, people->by_key, person, next)
    {
        forget(people, person);
    }
}
