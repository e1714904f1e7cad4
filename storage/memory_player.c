#include "memory_player.h"

#include <string.h>

#include "identity.h"
#include "memory_people.h"
#include "memory_read.h"

/* The person's point of a round; NULL: it did not rate them. */
static const struct store_point *point_of(const struct memory_store *m,
                                          const struct memory_round *round, size_t person, bool own)
{
    const struct memory_result *results = round->results.items;
    const struct identity *identities = m->identities.items;
    for (size_t i = 0; i < round->results.count; i++)
        if (results[i].points[own].round != 0 && identities[results[i].identity].person == person)
            return &results[i].points[own];
    return NULL;
}

/* In the order of their numbers, the newest kept. */
static void read_points(const struct memory_store *m, size_t person, const char *set,
                        struct store_player *player)
{
    const struct memory_round *rounds = m->rounds.items;
    bool own = *set != '\0';
    for (size_t i = 0; i < m->rounds.count; i++) {
        const struct store_point *point = point_of(m, &rounds[i], person, own);
        if (point == NULL || (own && strcmp(rounds[i].round.set, set) != 0))
            continue;
        if (player->point_count == STORE_POINTS_MAX)
            memmove(player->points, player->points + 1,
                    --player->point_count * sizeof(player->points[0]));
        player->points[player->point_count++] = *point;
    }
}

bool memory_player(struct store *store, const struct store_player_query *query,
                   struct store_player *player)
{
    struct memory_store *m = (struct memory_store *)store;
    uv_mutex_lock(&m->mutex);
    size_t number = memory_find_player(m, query->person, query->who, query->network, query->name);
    const struct person *person =
        number != MEMORY_NOBODY ? (const struct person *)m->people.items + number : NULL;
    if (person != NULL && memory_is_known(m, number) && (!person->hidden || query->who != NULL)) {
        player->person = (int64_t)number + 1;
        identity_set_name(player->name, person->name, strlen(person->name));
        player->verified = person->verified;
        read_points(m, number, query->set, player);
    }
    uv_mutex_unlock(&m->mutex);
    return true;
}
