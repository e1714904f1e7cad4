#include "connection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/people/code.h"
#include "bot/people/network.h"
#include "bot/people/people_index.h"

bool connection_same_host(const struct person *person, const struct chat_user *user)
{
    return person->host != NULL && user->host != NULL && strcmp(person->host, user->host) == 0;
}

bool connection_is(const struct person *person, const struct chat_user *user)
{
    return !person->verified && person->connection != NULL && user->connection != NULL &&
           strcmp(person->connection, user->connection) == 0 && connection_same_host(person, user);
}

/* True if another user has the guest's last nick and fits the guest as well as `user` does: both
 * signed on from the same user@host in the same second. Then the nick decides. */
static bool has_double(const struct person *person, const struct chat_user *user)
{
    struct adapter *adapter = person->network->adapter;
    const char *nick = person->nick != NULL ? person->nick : person->key;
    struct chat_user other;
    char folded[PERSON_ID_MAX];
    bool asks = adapter != NULL && adapter->impl->user != NULL;
    if (!asks || !network_fold(person->network, user->id, folded, sizeof(folded)) ||
        strcmp(folded, nick) == 0 || !adapter->impl->user(adapter, nick, &other) ||
        !connection_same_host(person, &other))
        return false;
    if (other.connection == NULL && adapter->impl->look_up != NULL)
        adapter->impl->look_up(adapter, nick, true);
    return other.connection == NULL || connection_is(person, &other);
}

struct person *connection_find(struct people *people, const struct network *network,
                               const struct chat_user *user)
{
    struct person *at = NULL;
    if (user->host != NULL && user->connection != NULL && *user->connection != '\0')
        at = people_index_first(people, PEOPLE_BY_HOST, network, user->host);
    while (at != NULL && (at->id != NULL || !connection_is(at, user) || has_double(at, user)))
        at = people_index_next(at, PEOPLE_BY_HOST);
    return at;
}

bool people_may_be_connected(const struct people *people, const struct network *network,
                             const struct chat_user *user)
{
    const struct person *at = NULL;
    if (user->host != NULL && user->connection == NULL)
        at = people_index_first(people, PEOPLE_BY_HOST, network, user->host);
    while (at != NULL && (at->id != NULL || !connection_same_host(at, user)))
        at = people_index_next(at, PEOPLE_BY_HOST);
    return at != NULL;
}

/* Indexes a guest by their host while their connection is known; else removes them from that index.
 */
static void index_host(struct people *people, struct person *person)
{
    if (person->verified || person->host == NULL || person->connection == NULL)
        people_index_remove(people, PEOPLE_BY_HOST, person);
    else
        people_index_add(people, PEOPLE_BY_HOST, person, person->host);
}

bool people_set_connection(struct people *people, struct person *person, const char *connection)
{
    bool none = person->verified || connection == NULL || *connection == '\0';
    if (none ? person->connection == NULL
             : person->connection != NULL && strcmp(person->connection, connection) == 0)
        return false;
    free(person->connection);
    person->connection = none ? NULL : strdup(connection);
    index_host(people, person);
    return true;
}

/* Asks the network for the mark of a guest's connection, once the guest has a seat. */
void connection_look_up(const struct person *person)
{
    struct adapter *adapter = person->network->adapter;
    if (!person->verified && person->id != NULL && person->connection == NULL &&
        person->table_count > 0 && person->network->connected && adapter != NULL &&
        adapter->impl->look_up != NULL)
        adapter->impl->look_up(adapter, person->id, false);
}

/* Call it when a guest is bound to that user. `same`: the connection has not changed. */
void connection_take(struct people *people, struct person *person, const struct chat_user *user,
                     bool same)
{
    if (!same || (user->connection != NULL && *user->connection != '\0'))
        people_set_connection(people, person, user->connection);
    if (user->connection == NULL) /* otherwise the network has answered already */
        connection_look_up(person);
}

void people_set_host(struct people *people, struct person *person, const char *host)
{
    if (person->host != NULL && host != NULL && strcmp(person->host, host) == 0)
        return;
    free(person->host);
    person->host = host != NULL ? strdup(host) : NULL;
    index_host(people, person);
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
