#include "people.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/text.h"
#include "bot/people/code.h"
#include "bot/people/host.h"
#include "bot/text/language.h"

/* -- the two indexes -- */

/* FNV-1a. */
static uint32_t hash_of(const struct network *network, const char *text)
{
    uint32_t hash = UINT32_C(2166136261) ^ (uint32_t)((uintptr_t)network >> 4);
    for (; *text != '\0'; text++)
        hash = (hash ^ (unsigned char)*text) * UINT32_C(16777619);
    return hash;
}

static struct person **bucket_of(const struct people_index *index, uint32_t hash)
{
    return &index->buckets[(hash ^ hash >> 15) & (index->room - 1)];
}

static struct person *first_of(const struct people_index *index, uint32_t hash)
{
    return index->room > 0 ? *bucket_of(index, hash) : NULL;
}

/* Without memory a table that is there grows fuller. */
static bool make_room(struct people_index *index, enum people_way way)
{
    struct people_index bigger = {.room = index->room > 0 ? 2 * index->room : 16,
                                  .count = index->count};
    if (index->count < index->room)
        return true;
    bigger.buckets = calloc(bigger.room, sizeof(struct person *));
    if (bigger.buckets == NULL)
        return index->room > 0;
    for (unsigned i = 0; i < index->room; i++) {
        struct person *next = NULL;
        for (struct person *at = index->buckets[i]; at != NULL; at = next) {
            struct person **bucket = bucket_of(&bigger, at->hash[way]);
            next = at->next[way];
            at->next[way] = *bucket;
            *bucket = at;
        }
    }
    free(index->buckets);
    *index = bigger;
    return true;
}

static bool index_add(struct people *people, enum people_way way, struct person *person,
                      uint32_t hash)
{
    struct people_index *index = &people->index[way];
    if (!make_room(index, way))
        return false;
    struct person **bucket = bucket_of(index, hash);
    person->hash[way] = hash;
    person->next[way] = *bucket;
    *bucket = person;
    index->count++;
    return true;
}

static void index_remove(struct people *people, enum people_way way, struct person *person)
{
    struct people_index *index = &people->index[way];
    struct person **at = bucket_of(index, person->hash[way]);
    while (*at != person)
        at = &(*at)->next[way];
    *at = person->next[way];
    if (--index->count > 0)
        return;
    free(index->buckets);
    *index = (struct people_index){0};
}

static struct person *find_key(const struct people *people, const struct network *network,
                               const char *key, bool verified)
{
    uint32_t hash = hash_of(network, key);
    struct person *at = first_of(&people->index[PEOPLE_BY_KEY], hash);
    while (at != NULL && (at->hash[PEOPLE_BY_KEY] != hash || at->network != network ||
                          at->verified != verified || strcmp(at->key, key) != 0))
        at = at->next[PEOPLE_BY_KEY];
    return at;
}

/* Ids are kept as the network writes them, and compared as it compares them. */
static bool same_id(const struct person *person, const char *folded)
{
    char own[PERSON_ID_MAX];
    return network_fold(person->network, person->id, own, sizeof(own)) && strcmp(own, folded) == 0;
}

struct person *people_at(const struct people *people, const struct network *network, const char *id)
{
    char folded[PERSON_ID_MAX];
    if (!network_fold(network, id, folded, sizeof(folded)))
        return NULL;
    uint32_t hash = hash_of(network, folded);
    struct person *at = first_of(&people->index[PEOPLE_BY_ID], hash);
    while (at != NULL &&
           (at->hash[PEOPLE_BY_ID] != hash || at->network != network || !same_id(at, folded)))
        at = at->next[PEOPLE_BY_ID];
    return at;
}

/* -- who is who -- */

bool people_key(const struct network *network, const struct chat_user *user,
                char key[PERSON_ID_MAX], bool *verified)
{
    *verified = user->account != NULL;
    return *verified ? network_fold_account(network, user->account, key, PERSON_ID_MAX)
                     : network_fold(network, user->id, key, PERSON_ID_MAX);
}

void people_clean_name(const char *name, char out[PERSON_NAME_MAX])
{
    struct buf buf;
    buf_init(&buf, out, PERSON_NAME_MAX);
    text_clean(&buf, name, strlen(name));
    if (text_blank(out)) {
        buf_reset(&buf);
        buf_add(&buf, "?");
    }
}

bool people_stable_ids(const struct network *network)
{
    return network->adapter != NULL && network->adapter->impl->caps.stable_ids;
}

static void unbind(struct people *people, struct person *person)
{
    if (person->id == NULL)
        return;
    index_remove(people, PEOPLE_BY_ID, person);
    free(person->id);
    person->id = NULL;
}

void people_unbind(struct people *people, struct person *person)
{
    if (!person->verified || !people_stable_ids(person->network))
        unbind(people, person);
}

static void bind_id(struct people *people, struct person *person, const char *id)
{
    char folded[PERSON_ID_MAX];
    if (!network_fold(person->network, id, folded, sizeof(folded)))
        return;
    unbind(people, person);
    struct person *other = people_at(people, person->network, id);
    if (other != NULL)
        unbind(people, other);
    person->reminded = person->here = person->stays = false;
    person->id = strdup(id);
    if (person->id != NULL &&
        index_add(people, PEOPLE_BY_ID, person, hash_of(person->network, folded)))
        return;
    free(person->id);
    person->id = NULL;
}

static void show_as(struct person *person, const char *name)
{
    char clean[PERSON_NAME_MAX];
    if (strcmp(name, person->name) == 0) /* it is clean */
        return;
    people_clean_name(name, clean);
    if (strcmp(clean, person->name) == 0)
        return;
    char *copy = strdup(clean);
    if (copy == NULL)
        return;
    free(person->name);
    person->name = copy;
}

struct person *people_under_nick(struct people *people, struct network *network,
                                 const struct chat_user *user)
{
    char folded[PERSON_ID_MAX];
    return network_fold(network, user->id, folded, sizeof(folded))
               ? find_key(people, network, folded, false)
               : NULL;
}

static bool has_account(const struct person *person, const struct chat_user *user)
{
    char folded[PERSON_ID_MAX];
    return person->account != NULL && user->account != NULL &&
           network_fold_account(person->network, user->account, folded, sizeof(folded)) &&
           strcmp(folded, person->account) == 0;
}

struct person *people_find(struct people *people, struct network *network,
                           const struct chat_user *user)
{
    char key[PERSON_ID_MAX];
    bool verified = false;
    /* Somebody who has been here without an account since they sat down, under whatever nick. */
    struct person *person = people_at(people, network, user->id);
    if (person != NULL && !person->verified)
        return person;
    if (!people_key(network, user, key, &verified))
        return NULL;
    person = find_key(people, network, key, verified);
    if (person != NULL || !verified)
        return person;
    /* Who sat down as a nick and has the account still that they had then. */
    person = people_under_nick(people, network, user);
    return person != NULL && has_account(person, user) ? person : NULL;
}

bool people_seems_back(const struct person *person, const struct chat_user *user)
{
    return person->host != NULL && user->host != NULL && strcmp(person->host, user->host) == 0;
}

/* What stands before an '@' is theirs to choose. */
static const char *place_of(const char *host)
{
    const char *at = strrchr(host, '@');
    return at != NULL ? at + 1 : host;
}

bool people_is_back(const struct person *person, const struct chat_user *user)
{
    return person->verified || has_account(person, user) ||
           (person->stays && people_seems_back(person, user)) ||
           (user->host_vouched && person->host != NULL && user->host != NULL &&
            strcmp(place_of(person->host), place_of(user->host)) == 0);
}

bool people_is_here(const struct person *person)
{
    char folded[PERSON_ID_MAX];
    return person->id != NULL && !people_stable_ids(person->network) &&
           (person->verified ||
            (network_fold(person->network, person->id, folded, sizeof(folded)) &&
             strcmp(folded, person->key) == 0));
}

void people_see(struct person *person)
{
    bool moved = person->here && network_has_moved(person->network, NULL, NULL);
    person->stays = person->stays || moved;
    person->here = false;
}

void people_miss(struct people *people, struct network *network, const char *id)
{
    struct person *person = people_under_nick(people, network, &(struct chat_user){.id = id});
    if (person != NULL)
        person->here = person->stays = false;
}

enum people_lack people_lack(const struct person *person, const struct chat_user *user)
{
    char folded[PERSON_ID_MAX];
    if (person->id == NULL)
        return people_is_back(person, user) ? PEOPLE_LACK_NOTHING : PEOPLE_LACK_WORD;
    bool same =
        network_fold(person->network, user->id, folded, sizeof(folded)) && same_id(person, folded);
    return same || !person->verified ? PEOPLE_LACK_NOTHING : PEOPLE_LACK_SWAP;
}

struct person *people_by_word(const struct people *people, const struct network *network,
                              const uint8_t *hash)
{
    const struct people_index *index = &people->index[PEOPLE_BY_KEY];
    struct person *found = NULL;
    for (unsigned i = 0; i < index->room; i++)
        for (struct person *at = index->buckets[i]; at != NULL; at = at->next[PEOPLE_BY_KEY])
            if (at->network == network && at->has_word &&
                code_same(at->word, hash, sizeof(at->word)))
                found = at;
    return found;
}

bool people_prove(struct people *people, struct person *person, const struct chat_user *user)
{
    const struct person *other = people_at(people, person->network, user->id);
    if (other != NULL && other != person)
        return false;
    bind_id(people, person, user->id);
    person_set_host(person, user->host);
    show_as(person, user->name);
    return person->id != NULL;
}

/* A nick without account that somebody else took over while its first owner is here renamed. */
static bool is_other(const struct person *person, const struct chat_user *user)
{
    char folded[PERSON_ID_MAX];
    return !person->verified && person->id != NULL &&
           (!network_fold(person->network, user->id, folded, sizeof(folded)) ||
            !same_id(person, folded));
}

static void person_free(struct person *person)
{
    free(person->name);
    free(person->host);
    free(person->account);
    if (person->table_count > 1)
        free(person->tables.many);
    network_release(person->network);
    free(person);
}

struct person *people_restore(struct people *people, struct network *network, const char *key,
                              const char *name, bool verified)
{
    char clean[PERSON_NAME_MAX];
    struct person *person = find_key(people, network, key, verified);
    if (person != NULL || strlen(key) >= PERSON_ID_MAX)
        return person;
    person = calloc(1, offsetof(struct person, key) + strlen(key) + 1);
    if (person == NULL)
        return NULL;
    people_clean_name(name, clean);
    person->network = network;
    network_hold(network);
    person->verified = verified;
    memcpy(person->key, key, strlen(key) + 1);
    person->name = strdup(clean);
    if (person->name != NULL && index_add(people, PEOPLE_BY_KEY, person, hash_of(network, key))) {
        if (verified && people_stable_ids(network))
            bind_id(people, person, key);
        return person;
    }
    person_free(person);
    return NULL;
}

void person_set_host(struct person *person, const char *host)
{
    if (person->host != NULL && host != NULL && strcmp(person->host, host) == 0)
        return;
    free(person->host);
    person->host = host != NULL ? strdup(host) : NULL;
}

struct person *people_known(const struct people *people, const struct network *network,
                            const char *key, bool verified)
{
    return find_key(people, network, key, verified);
}

void people_mark_host(const struct network *network, const char *host, char mark[HASH_HEX])
{
    char purpose[64];
    uint8_t hash[HASH_SIZE];
    mark[0] = '\0';
    snprintf(purpose, sizeof(purpose), "host %s", network->name);
    if (host != NULL && code_hash(purpose, host, hash))
        hash_hex(hash, mark);
}

void people_mark(const struct person *person, char mark[HASH_HEX])
{
    people_mark_host(person->network, person->host, mark);
}

void person_set_word(struct person *person, const uint8_t *hash)
{
    memcpy(person->word, hash, sizeof(person->word));
    person->has_word = true;
}

bool person_set_account(struct person *person, const char *account)
{
    char folded[PERSON_ID_MAX];
    if (person->verified || account == NULL ||
        !network_fold_account(person->network, account, folded, sizeof(folded)) ||
        (person->account != NULL && strcmp(person->account, folded) == 0))
        return false;
    free(person->account);
    person->account = strdup(folded);
    return person->account != NULL;
}

struct person *people_of(struct people *people, struct network *network,
                         const struct chat_user *user)
{
    char key[PERSON_ID_MAX];
    bool verified = false;
    struct person *person = people_find(people, network, user);
    if (person == NULL) {
        if (!people_key(network, user, key, &verified))
            return NULL;
        person = people_restore(people, network, key, user->name, verified);
        if (person == NULL)
            return NULL;
    }
    if (is_other(person, user))
        return NULL;
    if (person->id == NULL || user->host != NULL)
        person_set_host(person, user->host);
    if (person->id == NULL)
        bind_id(people, person, user->id);
    if (user->locale != NULL)
        person->client = language_of_locale(user->locale);
    show_as(person, user->name);
    return person;
}

void people_identity(struct people *people, struct network *network, const struct chat_user *user)
{
    char key[PERSON_ID_MAX] = "";
    struct person *person = people_at(people, network, user->id);
    if (user->account != NULL && !network_fold_account(network, user->account, key, sizeof(key)))
        return;
    if (person != NULL && person->verified && strcmp(person->key, key) != 0)
        people_unbind(people, person);
}

void people_rename(struct people *people, struct network *network, const char *old_id,
                   const struct chat_user *user)
{
    struct person *person = people_at(people, network, old_id);
    if (person == NULL)
        return;
    bind_id(people, person, user->id);
    show_as(person, user->name);
}

void people_unbind_all(struct people *people, struct network *network)
{
    const struct people_index *known = &people->index[PEOPLE_BY_KEY];
    struct people_index *index = &people->index[PEOPLE_BY_ID];
    if (people_stable_ids(network))
        return;
    for (unsigned i = 0; i < known->room; i++)
        for (struct person *at = known->buckets[i]; at != NULL; at = at->next[PEOPLE_BY_KEY])
            if (at->network == network)
                at->here = at->stays = false;
    for (unsigned i = 0; i < index->room; i++) {
        struct person *next = NULL;
        for (struct person *at = index->buckets[i]; at != NULL; at = next) {
            next = at->next[PEOPLE_BY_ID];
            if (at->network == network)
                people_unbind(people, at); /* the last one takes the buckets along */
        }
    }
}

static void forget(struct people *people, struct person *person)
{
    unbind(people, person);
    index_remove(people, PEOPLE_BY_KEY, person);
    person_free(person);
}

const struct language *person_language(const struct person *person)
{
    return person->preferences.language != NULL ? person->preferences.language : person->client;
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

/* The second table and all behind it. */
static bool sit_at_another(struct person *person, struct table *table)
{
    const size_t size = (person->table_count + 1) * sizeof(struct table *);
    struct table *first = person->tables.one;
    bool second = person->table_count == 1;
    struct table **many = second ? malloc(size) : realloc(person->tables.many, size);
    if (many == NULL)
        return false;
    if (second)
        many[0] = first;
    many[person->table_count++] = table;
    person->tables.many = many;
    return true;
}

bool person_sit(struct person *person, struct table *table)
{
    if (person->table_count > 0 && !sit_at_another(person, table))
        return false;
    if (person->table_count == 0) {
        person->tables.one = table;
        person->table_count = 1;
    }
    person_hold(person);
    return true;
}

void person_stand(struct people *people, struct person *person, struct table *table)
{
    struct table **many = person->tables.many;
    unsigned at = 0;
    while (person_tables(person)[at] != table)
        at++;
    person->table_count--;
    if (person->table_count > 0)
        many[at] = many[person->table_count];
    if (person->table_count == 1) {
        person->tables.one = many[0];
        free(many);
    }
    person_release(people, person);
}

struct table *person_table(const struct person *person, unsigned *at)
{
    struct table *const *tables = person_tables(person);
    while (*at < person->table_count) {
        struct table *table = tables[(*at)++];
        unsigned first = 0;
        while (tables[first] != table)
            first++;
        if (first + 1 == *at)
            return table;
    }
    return NULL;
}

void people_sweep(struct people *people, struct person *person)
{
    if (person->holds == 0)
        forget(people, person);
}

void people_finish(struct people *people)
{
    struct people_index *index = &people->index[PEOPLE_BY_KEY];
    for (unsigned i = 0; i < index->room; i++) {
        struct person *next = NULL;
        for (struct person *at = index->buckets[i]; at != NULL; at = next) {
            next = at->next[PEOPLE_BY_KEY];
            forget(people, at);
        }
    }
}
