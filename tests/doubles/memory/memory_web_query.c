/* Every search walks through arrays, and sorts again for each question. */
#include "memory_web_query.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "memory_people.h"
#include "memory_rating.h"
#include "memory_read.h"
#include "storage/archive.h"
#include "storage/board_period.h"
#include "storage/identity.h"
#include "storage/web_query_base.h"

static const struct person *person_at(const struct memory_store *m, size_t person)
{
    return (const struct person *)m->people.items + person;
}

static size_t owner(const struct memory_store *m, size_t identity)
{
    return ((const struct identity *)m->identities.items)[identity].person;
}

static void show(const struct memory_store *m, size_t person, struct store_someone *who)
{
    const struct person *shown = person_at(m, person);
    *who = (struct store_someone){.hidden = shown->hidden};
    if (shown->hidden)
        return;
    who->person = (int64_t)person + 1;
    who->verified = shown->verified;
    identity_set_name(who->name, shown->name, strlen(shown->name));
}

/* -- boards -- */

static int by_points(const void *a, const void *b)
{
    const struct store_ranked *left = a, *right = b;
    const struct store_score *one = &left->score, *other = &right->score;
    if (one->points != other->points)
        return one->points > other->points ? -1 : 1;
    if (one->rounds_won != other->rounds_won)
        return one->rounds_won > other->rounds_won ? -1 : 1;
    return (left->person > right->person) - (left->person < right->person);
}

static int by_rating(const void *a, const void *b)
{
    const struct store_ranked *left = a, *right = b;
    double one = rating_standing(&left->score.rating);
    double other = rating_standing(&right->score.rating);
    int order = (one < other) - (one > other);
    return order != 0 ? order : (left->person > right->person) - (left->person < right->person);
}

/* Everybody on that board, with their place in memory. The caller frees the list. */
static struct store_ranked *gather(struct memory_store *m, const struct store_board_query *query,
                                   size_t *count)
{
    bool rated = query->rated != NULL;
    const struct board board = {
        .scope = query->scope,
        .network = query->network,
        .channel = query->channel,
        .period = rated ? STORE_ALL : query->period,
        .start =
            rated ? 0 : board_period_start(query->period, query->at, m->base.timezone_minutes)};
    int season = query->season != 0 ? query->season : store_season_at(&m->base, query->at);
    const struct score *scores = m->scores.items;
    struct store_ranked *all = memory_need(calloc(m->scores.count + 1, sizeof(*all)));
    *count = 0;
    for (size_t i = 0; i < m->scores.count; i++) {
        const struct memory_rating *rating =
            rated ? memory_find_rating(m, scores[i].person, query->rated, season) : NULL;
        if (!memory_is_board(&scores[i], &board) ||
            (rated && (rating == NULL || rating->season != season)))
            continue;
        struct store_ranked *row = &all[(*count)++];
        row->person = (int64_t)scores[i].person + 1;
        if (rated)
            row->score.rating = rating->rating;
        else
            row->score = scores[i].sums;
    }
    qsort(all, *count, sizeof(*all), rated ? by_rating : by_points);
    return all;
}

static bool same_rank(const struct store_ranked *a, const struct store_ranked *b, bool rated)
{
    return rated ? rating_standing(&a->score.rating) == rating_standing(&b->score.rating)
                 : a->score.points == b->score.points && a->score.rounds_won == b->score.rounds_won;
}

static bool page(struct store *store, const struct store_board_query *query,
                 const struct store_behind *behind, struct store_ranked *rows, unsigned *count)
{
    struct memory_store *m = (struct memory_store *)store;
    size_t found = 0;
    bool rated = query->rated != NULL;
    *count = 0;
    uv_mutex_lock(&m->mutex);
    struct store_ranked *all = gather(m, query, &found);
    for (size_t i = 0; i < found && *count < query->limit; i++) {
        struct store_ranked *row = &all[i];
        row->number = (uint32_t)i + 1;
        row->score.rank =
            i > 0 && same_rank(row, row - 1, rated) ? (row - 1)->score.rank : row->number;
        if (rated && rating_provisional(&row->score.rating))
            row->score.rank = 0;
        struct store_someone who;
        show(m, (size_t)row->person - 1, &who);
        if (who.hidden || row->number <= behind->number)
            continue;
        memcpy(row->score.name, who.name, sizeof(who.name));
        row->score.verified = who.verified;
        rows[(*count)++] = *row;
    }
    free(all);
    uv_mutex_unlock(&m->mutex);
    return true;
}

/* -- persons -- */

struct match {
    const char *key;
    struct store_someone who;
};

static int by_key(const void *a, const void *b)
{
    const struct match *left = a, *right = b;
    int order = strcmp(left->key, right->key);
    return order != 0
               ? order
               : (left->who.person > right->who.person) - (left->who.person < right->who.person);
}

static bool has_played(const struct memory_store *m, size_t person)
{
    const struct score *scores = m->scores.items;
    for (size_t i = 0; i < m->scores.count; i++) {
        if (scores[i].person == person)
            return true;
    }
    return false;
}

static bool search(struct store *store, const char *key, struct store_someone *found,
                   unsigned *count)
{
    struct memory_store *m = (struct memory_store *)store;
    size_t matches = 0;
    *count = 0;
    uv_mutex_lock(&m->mutex);
    struct match *all = memory_need(malloc((m->people.count + 1) * sizeof(*all)));
    for (size_t i = 0; i < m->people.count; i++) {
        const struct person *person = person_at(m, i);
        if (strncmp(person->key, key, strlen(key)) != 0 || person->hidden || !has_played(m, i))
            continue;
        all[matches].key = person->key;
        show(m, i, &all[matches++].who);
    }
    qsort(all, matches, sizeof(*all), by_key);
    while (*count < STORE_FOUND_MAX && *count < matches) {
        found[*count] = all[*count].who;
        ++*count;
    }
    free(all);
    uv_mutex_unlock(&m->mutex);
    return true;
}

static bool someone(struct store *store, const struct store_identity *who, unsigned count,
                    struct store_someone *found)
{
    struct memory_store *m = (struct memory_store *)store;
    uv_mutex_lock(&m->mutex);
    for (unsigned i = 0; i < count; i++) {
        size_t identity = memory_find(m, &who[i]);
        if (identity != MEMORY_NOBODY)
            show(m, owner(m, identity), &found[i]);
    }
    uv_mutex_unlock(&m->mutex);
    return true;
}

static void read_score(struct memory_store *m, const struct store_person_query *query,
                       enum store_period period, struct store_score *score)
{
    const struct board board = {
        .scope = query->scope,
        .network = query->network,
        .channel = query->channel,
        .period = period,
        .start = board_period_start(period, query->at, m->base.timezone_minutes)};
    const struct store_board_query all = {.scope = query->scope,
                                          .network = query->network,
                                          .channel = query->channel,
                                          .period = period,
                                          .at = query->at};
    const struct score *own = memory_find_score(m, &board, (size_t)query->person - 1);
    size_t count = 0;
    if (own == NULL)
        return;
    struct store_ranked *rows = gather(m, &all, &count);
    uint32_t rank = 1;
    for (size_t i = 0; i < count; i++) {
        if (i > 0 && !same_rank(&rows[i], &rows[i - 1], false))
            rank = (uint32_t)i + 1;
        if (rows[i].person != query->person)
            continue;
        *score = rows[i].score;
        score->rank = rank <= STORE_RANK_MAX ? rank : 0;
    }
    free(rows);
}

/* -- rounds -- */

static void copy(char *out, size_t size, const char *text)
{
    snprintf(out, size, "%s", text);
}

static bool is_shown(const struct memory_round *round)
{
    return round->ended && round->outcome != NULL;
}

/* The newest first. */
static int by_number(const void *a, const void *b)
{
    const struct memory_round *const *left = a, *const *right = b;
    return ((*left)->round.id < (*right)->round.id) - ((*left)->round.id > (*right)->round.id);
}

/* The rounds that have ended, newest first. The caller frees the list. */
static const struct memory_round **sort_rounds(const struct memory_store *m, size_t *count)
{
    const struct memory_round *all = m->rounds.items;
    const struct memory_round **sorted =
        memory_need(malloc((m->rounds.count + 1) * sizeof(*sorted)));
    *count = 0;
    for (size_t i = 0; i < m->rounds.count; i++) {
        if (is_shown(&all[i]))
            sorted[(*count)++] = &all[i];
    }
    qsort(sorted, *count, sizeof(*sorted), by_number);
    return sorted;
}

static void take_part(const struct memory_round *round, const struct store_result *result,
                      struct store_taken_part *part)
{
    *part = (struct store_taken_part){
        .round = round->round.id,
        .ended_at = round->ended_at,
        .counts = round->counts,
        .points = result->points,
        .won = result->won,
        .place = round->counts ? result->place : 0,
        .seats = (unsigned)(round->results.count + round->computers.count)};
    copy(part->network, sizeof(part->network), round->round.network);
    copy(part->channel, sizeof(part->channel), round->round.channel);
    copy(part->set, sizeof(part->set), round->round.set);
    copy(part->outcome, sizeof(part->outcome), round->outcome);
}

static void read_last(const struct memory_store *m, size_t person, struct store_profile *profile)
{
    size_t count = 0;
    const struct memory_round **rounds = sort_rounds(m, &count);
    for (size_t i = 0; i < count; i++) {
        const struct memory_result *results = rounds[i]->results.items;
        for (size_t n = 0; n < rounds[i]->results.count; n++) {
            if (owner(m, results[n].identity) != person)
                continue;
            profile->first_at = rounds[i]->ended_at;
            if (profile->last_count < STORE_LIST_MAX)
                take_part(rounds[i], &results[n].result, &profile->last[profile->last_count++]);
        }
    }
    free(rounds);
}

static bool profile(struct store *store, const struct store_person_query *query, bool *found,
                    struct store_profile *profile)
{
    struct memory_store *m = (struct memory_store *)store;
    uv_mutex_lock(&m->mutex);
    size_t person = (size_t)query->person - 1;
    *found = query->person > 0 && person < m->people.count && memory_is_known(m, person) &&
             !person_at(m, person)->hidden;
    if (*found) {
        show(m, person, &profile->who);
        memory_read_ratings(m, person, store_season_at(store, query->at), &profile->ratings);
        read_last(m, person, profile);
    }
    for (int w = 0; w < STORE_PERIODS && *found; w++) {
        read_score(m, query, (enum store_period)w, &profile->scores[w]);
        memcpy(profile->scores[w].name, profile->who.name, sizeof(profile->who.name));
        profile->scores[w].verified = profile->who.verified;
    }
    uv_mutex_unlock(&m->mutex);
    return true;
}

static int by_seat(const void *a, const void *b)
{
    const struct store_seat_result *left = a, *right = b;
    return (left->seat > right->seat) - (left->seat < right->seat);
}

static void add_result(struct store_played *played, const struct store_result *result,
                       const struct store_someone *who)
{
    if (played->result_count == STORE_SEATS_MAX)
        return;
    played->results[played->result_count++] =
        (struct store_seat_result){.who = *who,
                                   .computer = result->who.network == NULL,
                                   .seat = result->seat,
                                   .points = result->points,
                                   .won = result->won,
                                   .match_over = result->match_over,
                                   .match_won = result->match_won,
                                   .place = played->counts ? result->place : 0};
}

static void show_round(const struct memory_store *m, const struct memory_round *round,
                       struct store_played *played)
{
    const struct memory_result *results = round->results.items;
    const struct store_result *computers = round->computers.items;
    *played = (struct store_played){.id = round->round.id,
                                    .started_at = round->round.started_at,
                                    .ended_at = round->ended_at,
                                    .counts = round->counts,
                                    .kept = round->actions.count > 0 && *round->round.setup != '\0',
                                    .setup = memory_need(strdup(round->round.setup))};
    copy(played->network, sizeof(played->network), round->round.network);
    copy(played->channel, sizeof(played->channel), round->round.channel);
    copy(played->set, sizeof(played->set), round->round.set);
    copy(played->outcome, sizeof(played->outcome), round->outcome);
    for (size_t i = 0; i < round->results.count; i++) {
        struct store_someone who;
        show(m, owner(m, results[i].identity), &who);
        add_result(played, &results[i].result, &who);
    }
    for (size_t i = 0; i < round->computers.count; i++)
        add_result(played, &computers[i], &(struct store_someone){.person = 0});
    qsort(played->results, played->result_count, sizeof(played->results[0]), by_seat);
}

static bool rounds(struct store *store, const struct web_rounds_query *query,
                   struct store_played *rounds, unsigned *count)
{
    struct memory_store *m = (struct memory_store *)store;
    size_t all = 0;
    *count = 0;
    uv_mutex_lock(&m->mutex);
    const struct memory_round **sorted = sort_rounds(m, &all);
    for (size_t i = 0; i < all && *count < query->limit; i++) {
        if (sorted[i]->round.id < query->before &&
            strcmp(sorted[i]->round.network, query->network) == 0 &&
            strcmp(sorted[i]->round.channel, query->channel) == 0)
            show_round(m, sorted[i], &rounds[(*count)++]);
    }
    free(sorted);
    uv_mutex_unlock(&m->mutex);
    return true;
}

static bool replay(struct store *store, int64_t round, bool *found, struct store_replay *replay)
{
    struct memory_store *m = (struct memory_store *)store;
    *found = false;
    uv_mutex_lock(&m->mutex);
    const struct memory_round *all = m->rounds.items;
    for (size_t i = 0; i < m->rounds.count && !*found; i++) {
        if (all[i].round.id != round || !is_shown(&all[i]))
            continue;
        *found = true;
        show_round(m, &all[i], &replay->played);
        replay->rules_version = all[i].round.rules_version;
        replay->deal_hash = all[i].round.deal_hash;
        memcpy(replay->secret, all[i].round.secret, STORE_SECRET_SIZE);
        replay->actions =
            memory_need(archive_join(all[i].actions.items, (unsigned)all[i].actions.count));
    }
    uv_mutex_unlock(&m->mutex);
    return true;
}

/* -- channels -- */

static void count_rounds(const struct memory_store *m, struct store_channel *channel)
{
    const struct memory_round *all = m->rounds.items;
    int64_t last = 0;
    for (size_t i = 0; i < m->rounds.count; i++) {
        if (!is_shown(&all[i]) || strcmp(all[i].round.network, channel->network) != 0 ||
            strcmp(all[i].round.channel, channel->channel) != 0)
            continue;
        channel->rounds += channel->rounds < STORE_COUNT_MAX;
        if (all[i].round.id > last)
            channel->last_at = all[i].ended_at;
        last = all[i].round.id > last ? all[i].round.id : last;
    }
}

/* All channels, in the order of their first round. The caller frees the list. */
static struct store_channel *gather_channels(const struct memory_store *m, size_t *count)
{
    const struct score *scores = m->scores.items;
    struct store_channel *all = memory_need(calloc(m->scores.count + 1, sizeof(*all)));
    *count = 0;
    for (size_t i = 0; i < m->scores.count; i++) {
        const struct board *board = &scores[i].board;
        size_t at = 0;
        if (board->scope != STORE_CHANNEL || board->period != STORE_ALL)
            continue;
        while (at < *count && (strcmp(all[at].network, board->network) != 0 ||
                               strcmp(all[at].channel, board->channel) != 0))
            at++;
        if (at == *count) {
            copy(all[at].network, sizeof(all[at].network), board->network);
            copy(all[at].channel, sizeof(all[at].channel), board->channel);
            all[at].id = (int64_t)++ * count;
        }
        all[at].people += all[at].people < STORE_COUNT_MAX;
    }
    return all;
}

static bool channels(struct store *store, int64_t behind, struct store_channel *channels,
                     unsigned *count)
{
    struct memory_store *m = (struct memory_store *)store;
    size_t found = 0;
    *count = 0;
    uv_mutex_lock(&m->mutex);
    struct store_channel *all = gather_channels(m, &found);
    for (size_t i = 0; i < found && *count < STORE_CHANNELS_MAX; i++) {
        if (all[i].id <= behind)
            continue;
        count_rounds(m, &all[i]);
        channels[(*count)++] = all[i];
    }
    free(all);
    uv_mutex_unlock(&m->mutex);
    return true;
}

const struct web_query_impl memory_web_query = {
    .page = page,
    .search = search,
    .someone = someone,
    .profile = profile,
    .rounds = rounds,
    .replay = replay,
    .channels = channels,
};
