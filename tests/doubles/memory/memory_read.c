#include "memory_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory_people.h"
#include "memory_player.h"
#include "memory_rating.h"
#include "storage/archive.h"
#include "storage/board_period.h"
#include "storage/identity.h"

/* Whether it belongs to that network; NULL: to any. */
static bool is_of(const char *network, const char *name)
{
    return network == NULL || strcmp(network, name) == 0;
}

/* Likewise of a scope: "KIND:NETWORK", "KIND:NETWORK:...". */
static bool scope_is_of(const char *network, const char *scope)
{
    const char *name = strchr(scope, ':');
    size_t length = network != NULL ? strlen(network) : 0;
    return network == NULL || (name != NULL && strncmp(name + 1, network, length) == 0 &&
                               (name[1 + length] == '\0' || name[1 + length] == ':'));
}

/* -- loading, with the mutex held: nothing can be written from the callbacks yet -- */

int64_t memory_next_table_id(struct store *store)
{
    struct memory_store *m = (struct memory_store *)store;
    uv_mutex_lock(&m->mutex);
    int64_t id = m->last_table + 1;
    uv_mutex_unlock(&m->mutex);
    return id;
}

int64_t memory_next_round_id(struct store *store)
{
    struct memory_store *m = (struct memory_store *)store;
    uv_mutex_lock(&m->mutex);
    int64_t id = m->last_round + 1;
    uv_mutex_unlock(&m->mutex);
    return id;
}

bool memory_load_tables(struct store *store, const char *network,
                        bool (*row)(void *arg, const struct store_table *table), void *arg)
{
    struct memory_store *m = (struct memory_store *)store;
    bool good = true;
    uv_mutex_lock(&m->mutex);
    const struct store_table *tables = m->tables.items;
    for (size_t i = 0; i < m->tables.count && good; i++)
        good = !is_of(network, tables[i].network) || row(arg, &tables[i]);
    uv_mutex_unlock(&m->mutex);
    return good;
}

static int by_round_id(const void *a, const void *b)
{
    int64_t left = ((const struct memory_round *)a)->round.id;
    int64_t right = ((const struct memory_round *)b)->round.id;
    return (left > right) - (left < right);
}

static bool load_actions(const struct memory_round *round,
                         bool (*action)(void *arg, const struct store_action *action), void *arg)
{
    const struct store_action *actions = round->actions.items;
    for (size_t i = 0; i < round->actions.count; i++) {
        if (!action(arg, &actions[i]))
            return false;
    }
    return true;
}

bool memory_load_rounds(struct store *store, const char *network,
                        bool (*round)(void *arg, const struct store_round *round),
                        bool (*action)(void *arg, const struct store_action *action), void *arg)
{
    struct memory_store *m = (struct memory_store *)store;
    bool good = true;
    uv_mutex_lock(&m->mutex);
    struct memory_round *rounds = m->rounds.items;
    if (m->rounds.count > 0)
        qsort(rounds, m->rounds.count, sizeof(*rounds), by_round_id);
    for (size_t i = 0; i < m->rounds.count && good; i++) {
        if (!rounds[i].ended && is_of(network, rounds[i].round.network))
            good = round(arg, &rounds[i].round) && load_actions(&rounds[i], action, arg);
    }
    uv_mutex_unlock(&m->mutex);
    return good;
}

static int by_scope_and_key(const void *a, const void *b)
{
    const struct setting *left = a, *right = b;
    int order = strcmp(left->scope, right->scope);
    return order ? order : strcmp(left->key, right->key);
}

bool memory_load_settings(struct store *store, const char *network,
                          bool (*row)(void *arg, const char *scope, const char *key,
                                      const char *value),
                          void *arg)
{
    struct memory_store *m = (struct memory_store *)store;
    bool good = true;
    uv_mutex_lock(&m->mutex);
    struct setting *settings = m->settings.items;
    if (m->settings.count > 0)
        qsort(settings, m->settings.count, sizeof(*settings), by_scope_and_key);
    for (size_t i = 0; i < m->settings.count && good; i++) {
        good = !scope_is_of(network, settings[i].scope) ||
               row(arg, settings[i].scope, settings[i].key, settings[i].value);
    }
    uv_mutex_unlock(&m->mutex);
    return good;
}

/* -- boards -- */

/* Negative if `a` stands before `b`; zero if they share a rank. */
static int compare_totals(const struct store_score *a, const struct store_score *b)
{
    if (a->points != b->points)
        return a->points > b->points ? -1 : 1;
    if (a->rounds_won != b->rounds_won)
        return a->rounds_won > b->rounds_won ? -1 : 1;
    return (a->rounds > b->rounds) - (a->rounds < b->rounds);
}

struct row {
    struct score *score;
    const struct person *person;
};

static int by_rank(const void *a, const void *b)
{
    const struct row *left = a, *right = b;
    int order = compare_totals(&left->score->sums, &right->score->sums);
    if (order == 0)
        order = strcmp(left->person->key, right->person->key);
    if (order == 0)
        order = (left->person > right->person) - (left->person < right->person);
    return order;
}

static void show(struct store_score *out, const struct person *person)
{
    identity_set_name(out->name, person->name, strlen(person->name));
    out->verified = person->verified;
}

/* -- boards by rating -- */

struct rated {
    const struct memory_rating *rating;
    const struct person *person;
};

static int by_rating(const void *a, const void *b)
{
    const struct rated *left = a, *right = b;
    double one = rating_standing(&left->rating->rating);
    double other = rating_standing(&right->rating->rating);
    int order = (one < other) - (one > other);
    return order != 0 ? order : (left->person > right->person) - (left->person < right->person);
}

/* Those who have played in the scope of the query. */
static void read_rated(struct memory_store *m, const struct store_board_query *query,
                       struct store_score *rows, unsigned *count)
{
    const struct board board = {.scope = query->scope,
                                .network = query->network,
                                .channel = query->channel,
                                .period = STORE_ALL};
    const struct memory_rating *ratings = m->ratings.items;
    int season = query->season != 0 ? query->season : store_season_at(&m->base, query->at);
    struct rated *all = memory_need(malloc((m->ratings.count + 1) * sizeof(*all)));
    size_t found = 0;
    for (size_t i = 0; i < m->ratings.count; i++) {
        if (strcmp(ratings[i].set, query->rated) == 0 && ratings[i].season == season &&
            memory_find_score(m, &board, ratings[i].person) != NULL) {
            all[found++] = (struct rated){&ratings[i], (const struct person *)m->people.items +
                                                           ratings[i].person};
        }
    }
    qsort(all, found, sizeof(*all), by_rating);
    for (*count = 0; *count < query->limit && *count < found; ++*count) {
        struct store_score *row = &rows[*count];
        *row = (struct store_score){.rating = all[*count].rating->rating};
        show(row, all[*count].person);
        row->rank = store_rated_rank(rows, *count);
    }
    free(all);
}

static int by_set(const void *a, const void *b)
{
    const struct memory_rating *const *left = a, *const *right = b;
    return strcmp((*left)->set, (*right)->set);
}

void memory_read_ratings(const struct memory_store *m, size_t person, int now,
                         struct store_ratings *ratings)
{
    const struct memory_rating *all = m->ratings.items;
    const struct memory_rating **own = memory_need(malloc((m->ratings.count + 1) * sizeof(*own)));
    size_t found = 0;
    for (size_t i = 0; i < m->ratings.count; i++) {
        if (all[i].person == person && memory_find_rating(m, person, all[i].set, now) == &all[i])
            own[found++] = &all[i];
    }
    qsort(own, found, sizeof(*own), by_set);
    for (size_t i = 0; i < found && ratings->count < STORE_RATINGS_MAX; i++) {
        unsigned seasons = (unsigned)(now - own[i]->season);
        snprintf(ratings->at[ratings->count].set, STORE_SET_MAX, "%s", own[i]->set);
        ratings->at[ratings->count].season = own[i]->season;
        ratings->at[ratings->count++].rating = rating_carry(&own[i]->rating, seasons);
    }
    free(own);
}

/* -- boards by streaks -- */

struct winning {
    struct store_records records;
    const struct person *person;
};

static int by_streak(const void *a, const void *b)
{
    const struct store_records *left = &((const struct winning *)a)->records;
    const struct store_records *right = &((const struct winning *)b)->records;
    int order = (left->longest < right->longest) - (left->longest > right->longest);
    if (order == 0)
        order = (left->streak < right->streak) - (left->streak > right->streak);
    return order != 0 ? order
                      : strcmp(((const struct winning *)a)->person->key,
                               ((const struct winning *)b)->person->key);
}

static void read_streaks(struct memory_store *m, const struct store_board_query *query,
                         struct store_score *rows, unsigned *count)
{
    const struct board board = {.scope = query->scope,
                                .network = query->network,
                                .channel = query->channel,
                                .period = STORE_ALL};
    const struct person *people = m->people.items;
    struct winning *all = memory_need(malloc((m->people.count + 1) * sizeof(*all)));
    size_t found = 0;
    for (size_t i = 0; i < m->people.count; i++) {
        all[found].person = &people[i];
        memory_records(m, i, query->streaks, &all[found].records);
        found += all[found].records.longest > 0 && !people[i].hidden &&
                 memory_find_score(m, &board, i) != NULL;
    }
    qsort(all, found, sizeof(*all), by_streak);
    for (*count = 0; *count < query->limit && *count < found; ++*count) {
        struct store_score *row = &rows[*count];
        const struct store_records *records = &all[*count].records;
        *row = (struct store_score){.streak = records->streak,
                                    .longest = records->longest,
                                    .rounds = records->rounds,
                                    .rounds_won = records->won};
        show(row, all[*count].person);
        bool same = *count > 0 && row->longest == row[-1].longest && row->streak == row[-1].streak;
        row->rank = same ? row[-1].rank : *count + 1;
    }
    free(all);
}

/* -- boards by points -- */

bool memory_board(struct store *store, const struct store_board_query *query,
                  struct store_score *rows, unsigned *count)
{
    struct memory_store *m = (struct memory_store *)store;
    const struct board board = {
        .scope = query->scope,
        .network = query->network,
        .channel = query->channel,
        .period = query->period,
        .start = board_period_start(query->period, query->at, store->timezone_minutes),
    };
    uv_mutex_lock(&m->mutex);
    if (query->rated != NULL || query->streaks != NULL) {
        if (query->rated != NULL)
            read_rated(m, query, rows, count);
        else
            read_streaks(m, query, rows, count);
        uv_mutex_unlock(&m->mutex);
        return true;
    }
    struct score *scores = m->scores.items;
    const struct person *people = m->people.items;
    struct row *all = memory_need(malloc((m->scores.count + 1) * sizeof(*all)));
    size_t found = 0;
    for (size_t i = 0; i < m->scores.count; i++) {
        if (memory_is_board(&scores[i], &board))
            all[found++] = (struct row){&scores[i], &people[scores[i].person]};
    }
    qsort(all, found, sizeof(*all), by_rank);
    for (*count = 0; *count < query->limit && *count < found; ++*count) {
        struct store_score *row = &rows[*count];
        *row = all[*count].score->sums;
        show(row, all[*count].person);
        row->rank = *count > 0 && compare_totals(row, row - 1) == 0 ? (row - 1)->rank : *count + 1;
    }
    free(all);
    uv_mutex_unlock(&m->mutex);
    return true;
}

/* The person of that network and folded name: verified before unverified, found by account before
 * by name, seen later before earlier. */
static size_t find_there(const struct memory_store *m, const char *network, const char *key)
{
    const struct identity *best = NULL, *identities = m->identities.items;
    int best_worth = 0;
    for (size_t i = 0; i < m->identities.count; i++) {
        const struct identity *one = &identities[i];
        bool account = strcmp(one->account_key, key) == 0;
        if (strcmp(one->network, network) != 0 || (!account && strcmp(one->name_key, key) != 0))
            continue;
        int worth = 1 + 2 * one->verified + account;
        if (best == NULL || worth > best_worth ||
            (worth == best_worth && one->seen_at > best->seen_at)) {
            best = one;
            best_worth = worth;
        }
    }
    return best != NULL ? best->person : MEMORY_NOBODY;
}

/* The person that the boards show under that folded name. Of several: one who chose the name,
 * then one of that network, then a verified one. */
static size_t find_shown(const struct memory_store *m, const char *network, const char *key)
{
    const struct person *people = m->people.items;
    const struct identity *identities = m->identities.items;
    size_t best = MEMORY_NOBODY;
    int best_worth = -1;
    for (size_t i = 0; i < m->identities.count; i++) {
        const struct person *person = &people[identities[i].person];
        int worth = 4 * person->named + 2 * (strcmp(identities[i].network, network) == 0) +
                    person->verified;
        if (strcmp(person->key, key) != 0 || worth <= best_worth)
            continue;
        best = identities[i].person;
        best_worth = worth;
    }
    return best;
}

size_t memory_find_player(const struct memory_store *m, int64_t person,
                          const struct store_identity *who, const char *network, const char *name)
{
    char key[STORE_KEY_MAX];
    if (person != 0)
        return person > 0 && (size_t)person <= m->people.count ? (size_t)person - 1 : MEMORY_NOBODY;
    if (who != NULL) {
        size_t identity = memory_find(m, who);
        return identity == MEMORY_NOBODY
                   ? MEMORY_NOBODY
                   : ((const struct identity *)m->identities.items)[identity].person;
    }
    identity_fold(key, name);
    size_t there = find_there(m, network, key);
    return there != MEMORY_NOBODY ? there : find_shown(m, network, key);
}

bool memory_stats(struct store *store, const struct store_stats_query *query, bool *found,
                  struct store_score scores[STORE_PERIODS], struct store_ratings *ratings)
{
    struct memory_store *m = (struct memory_store *)store;
    uv_mutex_lock(&m->mutex);
    size_t player = memory_find_player(m, 0, query->who, query->network, query->name);
    *found = player != MEMORY_NOBODY;
    if (*found)
        memory_read_ratings(m, player, store_season_at(store, query->at), ratings);
    const struct score *all = m->scores.items;
    for (int w = 0; w < STORE_PERIODS && *found; w++) {
        enum store_period period = (enum store_period)w;
        const struct board board = {
            .scope = query->scope,
            .network = query->network,
            .channel = query->channel,
            .period = period,
            .start = board_period_start(period, query->at, store->timezone_minutes),
        };
        const struct score *own = memory_find_score(m, &board, player);
        memset(&scores[w], 0, sizeof(scores[w]));
        if (own != NULL) {
            scores[w] = own->sums;
            scores[w].rank = 1;
        }
        const struct person *shown = (const struct person *)m->people.items + player;
        show(&scores[w], shown);
        scores[w].person = shown->hidden ? 0 : (int64_t)player + 1;
        for (size_t i = 0; own != NULL && i < m->scores.count; i++) {
            if (memory_is_board(&all[i], &board) && compare_totals(&all[i].sums, &own->sums) < 0)
                scores[w].rank++;
        }
    }
    uv_mutex_unlock(&m->mutex);
    return true;
}

bool memory_links(struct store *store, const struct store_identity *who, struct store_links *links)
{
    struct memory_store *m = (struct memory_store *)store;
    *links = (struct store_links){.count = 0};
    uv_mutex_lock(&m->mutex);
    const struct identity *identities = m->identities.items;
    size_t own = memory_find(m, who);
    size_t person = own != MEMORY_NOBODY ? identities[own].person : MEMORY_NOBODY;
    if (own != MEMORY_NOBODY) {
        const struct person *known = (const struct person *)m->people.items + person;
        identity_set_name(links->name, known->name, strlen(known->name));
        links->named = known->named;
    }
    for (size_t i = 0; i < m->identities.count && links->count < STORE_LINKS_MAX; i++) {
        const struct identity *one = &identities[i];
        if (one->person != person)
            continue;
        struct store_known *known = &links->at[links->count++];
        snprintf(known->network, sizeof(known->network), "%s", one->network);
        snprintf(known->account, sizeof(known->account), "%.*s", (int)strcspn(one->account, "\n"),
                 one->account);
        snprintf(known->mark, sizeof(known->mark), "%s", one->mark);
        identity_set_name(known->name, one->name, strlen(one->name));
        known->verified = one->verified;
        known->own = i == own;
    }
    uv_mutex_unlock(&m->mutex);
    return true;
}

bool memory_traces(struct store *store, const struct store_identity *who,
                   const struct store_forget_texts *texts, struct store_traces *traces)
{
    (void)texts;
    return memory_links(store, who, &traces->links);
}

bool memory_taken(struct store *store, const struct store_identity *who, const char *name,
                  bool *taken)
{
    struct memory_store *m = (struct memory_store *)store;
    char key[STORE_KEY_MAX];
    identity_fold(key, name);
    uv_mutex_lock(&m->mutex);
    size_t own = memory_find(m, who);
    *taken = memory_is_taken(m,
                             own != MEMORY_NOBODY
                                 ? ((const struct identity *)m->identities.items)[own].person
                                 : MEMORY_NOBODY,
                             key);
    uv_mutex_unlock(&m->mutex);
    return true;
}
