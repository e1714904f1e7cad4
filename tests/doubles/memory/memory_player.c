#include "memory_player.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory_achievement.h"
#include "memory_people.h"
#include "memory_read.h"
#include "storage/identity.h"
#include "storage/record.h"

/* The person's point of a round; NULL: it did not rate them. */
static const struct store_point *point_of(const struct memory_store *m,
                                          const struct memory_round *round, size_t person, bool own)
{
    const struct memory_result *results = round->results.items;
    const struct identity *identities = m->identities.items;
    for (size_t i = 0; i < round->results.count; i++) {
        if (results[i].points[own].round != 0 && identities[results[i].identity].person == person)
            return &results[i].points[own];
    }
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
        if (player->point_count == STORE_POINTS_MAX) {
            memmove(player->points, player->points + 1,
                    --player->point_count * sizeof(player->points[0]));
        }
        player->points[player->point_count++] = *point;
    }
}

/* -- records: computed again for each question -- */

static size_t person_of(const struct memory_store *m, const struct memory_result *result)
{
    return ((const struct identity *)m->identities.items)[result->identity].person;
}

/* The result of the person in a round; NULL: they had no seat, or two. */
static const struct memory_result *result_of(const struct memory_store *m,
                                             const struct memory_round *round, size_t person)
{
    const struct memory_result *results = round->results.items, *own = NULL;
    for (size_t i = 0; i < round->results.count; i++) {
        if (person_of(m, &results[i]) != person)
            continue;
        if (own != NULL)
            return NULL;
        own = &results[i];
    }
    return own;
}

/* The next round that counts and ended after that number; NULL: none. */
static const struct memory_round *next_end(const struct memory_store *m, size_t *number)
{
    const struct memory_round *rounds = m->rounds.items;
    const size_t *ended = m->ended.items;
    while (*number < m->ended.count) {
        const struct memory_round *round = &rounds[ended[(*number)++]];
        if (round->counts)
            return round;
    }
    return NULL;
}

static bool is_forgotten(const struct memory_store *m, size_t person)
{
    return ((const struct person *)m->people.items)[person].name[0] == '\0';
}

void memory_records_before(const struct memory_store *m, size_t person, const char *set, size_t end,
                           struct store_records *records)
{
    size_t number = 0;
    const struct memory_round *round = NULL;
    *records = (struct store_records){.rounds = 0};
    snprintf(records->set, sizeof(records->set), "%s", set);
    while (!is_forgotten(m, person) && (round = next_end(m, &number)) != NULL && number < end) {
        const struct memory_result *own = result_of(m, round, person);
        if (own == NULL || (*set != '\0' && strcmp(set, round->round.set) != 0))
            continue;
        const struct store_result *result = &own->result;
        record_add(records,
                   &(struct record_round){.round = round->round.id,
                                          .lasted = round->ended_at - round->round.started_at,
                                          .won = result->won,
                                          .plays = result->plays,
                                          .cards = result->cards,
                                          .duels_won = result->duels_won,
                                          .duels_lost = result->duels_lost,
                                          .bluffs = result->bluffs});
    }
}

void memory_records(const struct memory_store *m, size_t person, const char *set,
                    struct store_records *records)
{
    memory_records_before(m, person, set, SIZE_MAX, records);
}

static int by_set(const void *a, const void *b)
{
    return strcmp(((const struct store_records *)a)->set, ((const struct store_records *)b)->set);
}

static void read_records(const struct memory_store *m, size_t person, struct store_player *player)
{
    const struct memory_round *rounds = m->rounds.items;
    memory_records(m, person, "", &player->records[0]);
    player->record_count = player->records[0].rounds > 0;
    for (size_t i = 0; i < m->rounds.count && player->record_count > 0; i++) {
        struct store_records records;
        bool known = player->record_count == STORE_RECORDS_MAX;
        for (unsigned n = 0; n < player->record_count; n++)
            known = known || strcmp(player->records[n].set, rounds[i].round.set) == 0;
        if (known)
            continue;
        memory_records(m, person, rounds[i].round.set, &records);
        if (records.rounds > 0)
            player->records[player->record_count++] = records;
    }
    qsort(player->records, player->record_count, sizeof(player->records[0]), by_set);
}

/* -- rivals -- */

static unsigned place_in(const struct memory_result *result)
{
    return result->result.place > 0 ? result->result.place : result->result.won ? 1 : 2;
}

static void meet(const struct memory_store *m, size_t person, size_t other,
                 struct store_rival *rival)
{
    const struct memory_round *rounds = m->rounds.items;
    for (size_t i = 0; i < m->rounds.count && other != person && !is_forgotten(m, other); i++) {
        const struct memory_result *own = result_of(m, &rounds[i], person);
        const struct memory_result *theirs = result_of(m, &rounds[i], other);
        if (!rounds[i].ended || !rounds[i].counts || own == NULL || theirs == NULL)
            continue;
        rival->rounds++;
        rival->ahead += place_in(own) < place_in(theirs);
        rival->behind += place_in(own) > place_in(theirs);
    }
}

static int by_rounds(const void *a, const void *b)
{
    const struct store_rival *left = a, *right = b;
    int order = (left->rounds < right->rounds) - (left->rounds > right->rounds);
    return order != 0 ? order : (left->person > right->person) - (left->person < right->person);
}

static void read_rivals(const struct memory_store *m, size_t person,
                        const struct store_player_query *query, struct store_player *player)
{
    const struct person *people = m->people.items;
    struct store_rival *all = memory_need(calloc(m->people.count + 1, sizeof(*all)));
    bool one = query->versus != 0 || query->versus_name != NULL;
    size_t only =
        one ? memory_find_player(m, query->versus, NULL, query->network, query->versus_name)
            : MEMORY_NOBODY;
    size_t count = 0;
    for (size_t i = 0; i < m->people.count; i++) {
        struct store_rival *rival = &all[count];
        *rival = (struct store_rival){.person = (int64_t)i + 1, .verified = people[i].verified};
        if ((one && i != only) || people[i].hidden)
            continue;
        meet(m, person, i, rival);
        identity_set_name(rival->name, people[i].name, strlen(people[i].name));
        count += rival->rounds > 0;
    }
    qsort(all, count, sizeof(*all), by_rounds);
    for (; player->rival_count < count && player->rival_count < STORE_RIVALS_MAX;
         player->rival_count++)
        player->rivals[player->rival_count] = all[player->rival_count];
    free(all);
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
        read_records(m, number, player);
        read_rivals(m, number, query, player);
        memory_achievements(m, number, player->achievements);
    }
    uv_mutex_unlock(&m->mutex);
    return true;
}

/* -- records that fall -- */

static void read_best(struct memory_store *m, const struct memory_round *round, size_t person,
                      struct record_best *best)
{
    const struct board board = {.scope = STORE_CHANNEL,
                                .network = round->round.network,
                                .channel = round->round.channel,
                                .period = STORE_ALL};
    for (size_t i = 0; i < m->people.count; i++) {
        struct store_records records;
        if (i == person || memory_find_score(m, &board, i) == NULL)
            continue;
        memory_records(m, i, "", &records);
        int64_t fastest = record_fastest(&records);
        best->longest = records.longest > best->longest ? records.longest : best->longest;
        best->cards = records.cards > best->cards ? records.cards : best->cards;
        if (fastest != 0 && (best->fastest == 0 || fastest < best->fastest))
            best->fastest = fastest;
    }
}

bool memory_round_news(struct store *store, int64_t round, struct store_round_news *news)
{
    struct store_broken_records *broken = &news->broken;
    struct memory_store *m = (struct memory_store *)store;
    uv_mutex_lock(&m->mutex);
    const struct memory_round *rounds = m->rounds.items;
    for (size_t i = 0; i < m->rounds.count; i++) {
        const struct memory_result *results = rounds[i].results.items;
        for (size_t n = 0;
             rounds[i].round.id == round && rounds[i].counts && n < rounds[i].results.count; n++) {
            struct record_best best = {.longest = 0};
            size_t person = person_of(m, &results[n]);
            const struct person *who = (const struct person *)m->people.items + person;
            if (!results[n].result.won || who->hidden)
                continue;
            identity_set_name(broken->name, who->name, strlen(who->name));
            broken->verified = who->verified;
            memory_records(m, person, "", &broken->records);
            read_best(m, &rounds[i], person, &best);
            if (record_is_own_best(&broken->records, round))
                record_broken(broken, &best, round);
        }
    }
    memory_earned_in(m, round, news);
    uv_mutex_unlock(&m->mutex);
    return true;
}
