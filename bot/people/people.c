#include "people.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "bot/people/code.h"
#include "bot/people/connection.h"
#include "bot/people/people_index.h"
#include "bot/people/people_state.h"
#include "bot/text/language.h"

/* -- how they are found -- */

static struct person *find_key(const struct people *people, const struct network *network,
                               const char *key, bool verified)
{
    struct person *at = people_index_first(people, PEOPLE_BY_KEY, network, key);
    while (at != NULL && (at->verified != verified || strcmp(at->key, key) != 0))
        at = people_index_next(at, PEOPLE_BY_KEY);
    return at;
}

/* True if that is the person's id on their network, which may spell it in several ways. */
static bool same_id(const struct person *person, const char *id)
{
    char own[PERSON_ID_MAX];
    char other[PERSON_ID_MAX];
    return strcmp(person->id, id) == 0 ||
           (network_fold(person->network, person->id, own, sizeof(own)) &&
            network_fold(person->network, id, other, sizeof(other)) && strcmp(own, other) == 0);
}

struct person *people_at(const struct people *people, const struct network *network, const char *id)
{
    char folded[PERSON_ID_MAX];
    if (!network_fold(network, id, folded, sizeof(folded)))
        return NULL;
    struct person *at = people_index_first(people, PEOPLE_BY_ID, network, folded);
    while (at != NULL && !same_id(at, id))
        at = people_index_next(at, PEOPLE_BY_ID);
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

/* True if a name fits and has only visible characters of ASCII, but no "=": most nicks of IRC. */
static bool is_clean(const char *name)
{
    const char *at = name;
    while (*at > ' ' && *at <= '~' && *at != '=')
        at++;
    return *at == '\0' && at > name && at - name < PERSON_NAME_MAX;
}

void people_clean_name(const char *name, char out[PERSON_NAME_MAX])
{
    static const char equals[] = "\xef\xbc\x9d"; /* U+FF1D for "=": a token has "=" (fair.md) */
    char spelled[4 * PERSON_NAME_MAX];
    if (is_clean(name)) {
        memcpy(out, name, strlen(name) + 1);
        return;
    }
    struct buf buf;
    buf_init(&buf, spelled, sizeof(spelled));
    for (const char *at = name; *at != '\0'; at++) {
        if (*at == '=' ? !buf_add(&buf, equals) : !buf_add_char(&buf, *at))
            break;
    }
    buf_init(&buf, out, PERSON_NAME_MAX);
    text_clean(&buf, spelled, strlen(spelled));
    if (text_blank(out)) {
        buf_reset(&buf);
        buf_add(&buf, "?");
    }
}

bool people_stable_ids(const struct network *network)
{
    return network->adapter != NULL && network->adapter->impl->caps.stable_ids;
}

/* Keeps the latest nick of a guest who is away; NULL, or their key: keeps none. */
static void set_nick(struct people *people, struct person *person, const char *nick)
{
    char *copy = nick != NULL && strcmp(nick, person->key) != 0 ? strdup(nick) : NULL;
    people_index_remove(people, PEOPLE_BY_NICK, person);
    free(person->nick);
    person->nick = copy;
    if (copy != NULL && !people_index_add(people, PEOPLE_BY_NICK, person, copy)) {
        free(copy);
        person->nick = NULL;
    }
}

static void unbind_person(struct people *people, struct person *person)
{
    char folded[PERSON_ID_MAX];
    if (person->id == NULL)
        return;
    if (!person->verified && network_fold(person->network, person->id, folded, sizeof(folded)))
        set_nick(people, person, folded);
    people_index_remove(people, PEOPLE_BY_ID, person);
    free(person->id);
    person->id = NULL;
}

void people_unbind(struct people *people, struct person *person)
{
    if (!person->verified || !people_stable_ids(person->network))
        unbind_person(people, person);
}

static void bind_id(struct people *people, struct person *person, const char *id)
{
    char folded[PERSON_ID_MAX];
    if (!network_fold(person->network, id, folded, sizeof(folded)))
        return;
    unbind_person(people, person);
    struct person *other = people_at(people, person->network, id);
    if (other != NULL)
        unbind_person(people, other);
    person->reminded = person->here = person->stays = false;
    person->id = strdup(id);
    if (person->id != NULL && people_index_add(people, PEOPLE_BY_ID, person, folded)) {
        set_nick(people, person, NULL);
        return;
    }
    free(person->id);
    person->id = NULL;
}

static void show_as(struct people *people, struct person *person, const char *name)
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
    people->renames++;
}

uint32_t people_renames(const struct people *people)
{
    return people->renames + 1;
}

struct person *people_under_nick(struct people *people, const struct network *network,
                                 const struct chat_user *user)
{
    char folded[PERSON_ID_MAX];
    if (!network_fold(network, user->id, folded, sizeof(folded)))
        return NULL;
    struct person *at = people_index_first(people, PEOPLE_BY_NICK, network, folded);
    while (at != NULL && strcmp(at->nick, folded) != 0)
        at = people_index_next(at, PEOPLE_BY_NICK);
    return at != NULL ? at : find_key(people, network, folded, false);
}

static bool has_account(const struct person *person, const struct chat_user *user)
{
    char folded[PERSON_ID_MAX];
    return person->account != NULL && user->account != NULL &&
           network_fold_account(person->network, user->account, folded, sizeof(folded)) &&
           strcmp(folded, person->account) == 0;
}

/* Finds the guest who was logged in to that account (folded): the one with the user's nick if there
 * is one, else preferably one who is away. */
static struct person *find_account(struct people *people, const struct network *network,
                                   const char *account, const struct chat_user *user)
{
    struct person *found = people_under_nick(people, network, user);
    if (found != NULL && has_account(found, user))
        return found;
    found = NULL;
    struct person *at = people_index_first(people, PEOPLE_BY_ACCOUNT, network, account);
    for (; at != NULL; at = people_index_next(at, PEOPLE_BY_ACCOUNT)) {
        if (strcmp(at->account, account) == 0 && (found == NULL || at->id == NULL))
            found = at;
    }
    return found;
}

/* -- whether somebody is it -- */

struct person *people_find(struct people *people, struct network *network,
                           const struct chat_user *user)
{
    char key[PERSON_ID_MAX];
    bool verified = false;
    /* Finds somebody who has been here without an account since they sat down, under any nick. */
    struct person *person = people_at(people, network, user->id);
    if (person != NULL && !person->verified)
        return person;
    if (!people_key(network, user, key, &verified))
        return NULL;
    person = verified ? find_key(people, network, key, true) : NULL;
    if (person == NULL && verified)
        person = find_account(people, network, key, user);
    if (person == NULL)
        person = connection_find(people, network, user);
    return person != NULL || verified ? person : people_under_nick(people, network, user);
}

bool people_seems_back(const struct person *person, const struct chat_user *user)
{
    return connection_same_host(person, user);
}

/* Returns the part of a host behind its '@'; users choose the part before it themselves. */
static const char *place_of(const char *host)
{
    const char *at = strrchr(host, '@');
    return at != NULL ? at + 1 : host;
}

bool people_is_back(const struct person *person, const struct chat_user *user)
{
    return person->verified || has_account(person, user) || connection_is(person, user) ||
           (person->stays && people_seems_back(person, user)) ||
           (user->host_vouched && person->host != NULL && user->host != NULL &&
            strcmp(place_of(person->host), place_of(user->host)) == 0);
}

bool people_is_here(const struct person *person)
{
    return person->id != NULL && !people_stable_ids(person->network);
}

bool people_other_nick(const struct person *person, char nick[PERSON_ID_MAX])
{
    if (person->id == NULL && person->nick != NULL)
        snprintf(nick, PERSON_ID_MAX, "%s", person->nick);
    else if (person->verified || person->id == NULL ||
             !network_fold(person->network, person->id, nick, PERSON_ID_MAX))
        return false;
    return strcmp(nick, person->key) != 0;
}

void people_set_nick(struct people *people, struct person *person, const char *nick)
{
    char folded[PERSON_ID_MAX];
    if (!person->verified && person->id == NULL &&
        network_fold(person->network, nick, folded, sizeof(folded)))
        set_nick(people, person, folded);
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
    if (person->id == NULL)
        return people_is_back(person, user) ? PEOPLE_LACK_NOTHING : PEOPLE_LACK_WORD;
    return !same_id(person, user->id) && (person->verified || has_account(person, user))
               ? PEOPLE_LACK_SWAP
               : PEOPLE_LACK_NOTHING;
}

struct person *people_by_word(const struct people *people, const struct network *network,
                              const uint8_t *hash)
{
    const struct people_index *index = &people->index[PEOPLE_BY_KEY];
    struct person *found = NULL;
    for (unsigned i = 0; i < index->room; i++) {
        for (struct person *at = index->buckets[i]; at != NULL; at = at->next[PEOPLE_BY_KEY]) {
            if (at->network == network && at->has_word &&
                code_same(at->word, hash, sizeof(at->word)))
                found = at;
        }
    }
    return found;
}

bool people_prove(struct people *people, struct person *person, const struct chat_user *user)
{
    const struct person *other = people_at(people, person->network, user->id);
    if (other != NULL && other != person)
        return false;
    bool same = other == person || connection_is(person, user);
    bind_id(people, person, user->id);
    people_set_host(people, person, user->host);
    connection_take(people, person, user, same);
    show_as(people, person, user->name);
    return person->id != NULL;
}

/* Returns true if the user bears the first nick of a guest who is still here under a new one: the
 * user is somebody else. */
static bool is_other(const struct person *person, const struct chat_user *user)
{
    return !person->verified && person->id != NULL && !same_id(person, user->id);
}

static void person_free(struct person *person)
{
    free(person->name);
    free(person->host);
    free(person->account);
    free(person->connection);
    free(person->nick);
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
    if (person->name != NULL && people_index_add(people, PEOPLE_BY_KEY, person, key)) {
        if (verified && people_stable_ids(network))
            bind_id(people, person, key);
        return person;
    }
    person_free(person);
    return NULL;
}

struct person *people_known(const struct people *people, const struct network *network,
                            const char *key, bool verified)
{
    return find_key(people, network, key, verified);
}

void person_set_word(struct person *person, const uint8_t *hash)
{
    memcpy(person->word, hash, sizeof(person->word));
    person->has_word = true;
}

bool people_set_account(struct people *people, struct person *person, const char *account)
{
    char folded[PERSON_ID_MAX];
    if (person->verified || account == NULL ||
        !network_fold_account(person->network, account, folded, sizeof(folded)) ||
        (person->account != NULL && strcmp(person->account, folded) == 0))
        return false;
    free(person->account);
    person->account = strdup(folded);
    if (person->account == NULL)
        people_index_remove(people, PEOPLE_BY_ACCOUNT, person);
    else
        people_index_add(people, PEOPLE_BY_ACCOUNT, person, folded);
    return person->account != NULL;
}

struct person *people_of(struct people *people, struct network *network,
                         const struct chat_user *user)
{
    char key[PERSON_ID_MAX];
    bool verified = false;
    struct person *person = people_find(people, network, user);
    if (person == NULL && people_key(network, user, key, &verified))
        person = people_restore(people, network, key, user->name, verified);
    return person != NULL ? people_meet(people, person, user) : NULL;
}

struct person *people_meet(struct people *people, struct person *person,
                           const struct chat_user *user)
{
    if (is_other(person, user))
        return NULL;
    bool comes = person->id == NULL;
    bool same = !comes || person->stays || connection_is(person, user);
    if (comes || user->host != NULL)
        people_set_host(people, person, user->host);
    if (comes)
        bind_id(people, person, user->id);
    connection_take(people, person, user, same);
    if (user->locale != NULL)
        person->client = language_of_locale(user->locale);
    show_as(people, person, user->name);
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

void people_follow(struct people *people, struct network *network, const char *old_id,
                   const struct chat_user *user)
{
    struct person *guest = people_under_nick(people, network, &(struct chat_user){.id = old_id});
    if (guest != NULL && guest->id == NULL && people_seems_back(guest, user))
        people_set_nick(people, guest, user->id);
}

void people_rename(struct people *people, struct network *network, const char *old_id,
                   const struct chat_user *user)
{
    struct person *person = people_at(people, network, old_id);
    if (person == NULL)
        return;
    bind_id(people, person, user->id);
    connection_take(people, person, user, true);
    show_as(people, person, user->name);
}

void people_unbind_all(struct people *people, struct network *network)
{
    const struct people_index *known = &people->index[PEOPLE_BY_KEY];
    struct people_index *index = &people->index[PEOPLE_BY_ID];
    if (people_stable_ids(network))
        return;
    for (unsigned i = 0; i < known->room; i++) {
        for (struct person *at = known->buckets[i]; at != NULL; at = at->next[PEOPLE_BY_KEY]) {
            if (at->network == network)
                at->here = at->stays = false;
        }
    }
    for (unsigned i = 0; i < index->room; i++) {
        struct person *next = NULL;
        for (struct person *at = index->buckets[i]; at != NULL; at = next) {
            next = at->next[PEOPLE_BY_ID];
            if (at->network == network)
                people_unbind(people, at); /* for the last person this frees the buckets */
        }
    }
}

static void forget_person(struct people *people, struct person *person)
{
    unbind_person(people, person);
    for (unsigned way = 0; way < PEOPLE_WAYS; way++)
        people_index_remove(people, way, person);
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

void person_replace(struct people *people, struct person **place, struct person *from,
                    struct person *to)
{
    if (*place != from)
        return;
    person_hold(to);
    *place = to;
    person_release(people, from);
}

/* Adds a table to the list of somebody who sits at one already. Returns false when memory is out.
 */
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
    connection_look_up(person);
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
        forget_person(people, person);
}

void people_finish(struct people *people)
{
    struct people_index *index = &people->index[PEOPLE_BY_KEY];
    for (unsigned i = 0; i < index->room; i++) {
        struct person *next = NULL;
        for (struct person *at = index->buckets[i]; at != NULL; at = next) {
            next = at->next[PEOPLE_BY_KEY];
            forget_person(people, at);
        }
    }
}
