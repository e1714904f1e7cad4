#include "sql_web_query.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sql_people.h"
#include "sql_read.h"
#include "sql_store.h"
#include "storage/board_period.h"
#include "storage/identity.h"
#include "storage/web_query_base.h"

static void copy_text(char *out, size_t size, struct sql_stmt *stmt, int at)
{
    snprintf(out, size, "%s", sql_text(stmt, at));
}

/* Somebody in four columns: number, name, verified, hidden. */
static void someone_of(struct sql_stmt *stmt, int at, struct store_someone *who)
{
    *who = (struct store_someone){.hidden = sql_int(stmt, at + 3) != 0};
    if (who->hidden)
        return;
    who->person = sql_int64(stmt, at);
    who->verified = sql_int(stmt, at + 2) != 0;
    identity_set_name(who->name, sql_text(stmt, at + 1), sql_size(stmt, at + 1));
}

/* -- boards -- */

struct page_reading {
    const struct store_board_query *query;
    struct store_behind behind; /* moves on */
    int64_t scope, start;
    int season;
    struct store_ranked *rows;
    unsigned *count;
};

static bool same_rank(const struct page_reading *r, const struct store_score *score,
                      double standing)
{
    const struct store_behind *before = &r->behind;
    if (before->number == 0)
        return false;
    return r->query->rated != NULL
               ? before->standing == standing
               : before->points == score->points && before->rounds_won == score->rounds_won;
}

/* Adds the current row of the statement to the answer. A person who hides is not added, but counts
 * for the ranks. */
static void take_row(struct page_reading *r, struct sql_stmt *stmt)
{
    struct store_someone who;
    struct store_ranked row = {.person = 0};
    double standing = 0;
    someone_of(stmt, 0, &who);
    if (r->query->rated != NULL) {
        sql_rating_of(stmt, 4, &row.score.rating);
        standing = sql_double(stmt, 7);
    } else {
        sql_numbers_of(stmt, 4, &row.score);
    }
    row.number = r->behind.number + 1;
    row.score.rank = same_rank(r, &row.score, standing) ? r->behind.rank : row.number;
    if (r->query->rated != NULL && rating_provisional(&row.score.rating))
        row.score.rank = 0;
    row.score.verified = who.verified;
    row.person = sql_int64(stmt, 0);
    memcpy(row.score.name, who.name, sizeof(who.name));
    r->behind = store_behind(&row, false);
    r->behind.standing = standing;
    if (!who.hidden)
        r->rows[(*r->count)++] = row;
}

/* Reads the rows that one statement gives after the row `behind`. Binds only the parameters that
 * the statement has. Sets `more` if its limit was reached, so that there may be more rows. */
static bool read_rows(struct sql_store *sq, struct page_reading *r, enum web_stmt which,
                      const struct store_behind *behind, bool *more)
{
    struct sql_stmt *stmt = sq->web[which];
    bool rated = r->query->rated != NULL;
    unsigned taken = 0;
    bool good =
        rated ? sql_bind_text(stmt, 1, r->query->rated) && sql_bind_int(stmt, 2, r->scope) &&
                    sql_bind_int(stmt, 3, r->season) && sql_bind_double(stmt, 4, behind->standing)
              : sql_bind_int(stmt, 1, r->scope) && sql_bind_int(stmt, 2, r->query->period) &&
                    sql_bind_int(stmt, 3, r->start) && sql_bind_int(stmt, 4, behind->points) &&
                    sql_bind_int(stmt, 5, behind->rounds_won);
    good = good && sql_bind_int(stmt, 6, r->query->limit) &&
           (sql_params(stmt) < 7 || sql_bind_int(stmt, 7, behind->person));
    for (; good && *r->count < r->query->limit && sql_step(stmt) == SQL_ROW; taken++)
        take_row(r, stmt);
    *more = taken == r->query->limit;
    return sql_reset(stmt) && good;
}

/* The statements that together give the rows after a given one, in this order. For a board from its
 * first row on, the last statement is enough. */
struct ways {
    unsigned count;
    enum web_stmt stmts[3];
};

static bool page(struct store *store, const struct store_board_query *query,
                 const struct store_behind *behind, struct store_ranked *rows, unsigned *count)
{
    static const struct ways scored = {3, {WEB_SAME, WEB_WON, WEB_POINTS}};
    static const struct ways rated[] = {[STORE_CHANNEL] = {1, {WEB_RATED_CHANNEL}},
                                        [STORE_NETWORK] = {2, {WEB_THERE_SAME, WEB_THERE_LESS}},
                                        [STORE_OVERALL] = {2, {WEB_RATED_SAME, WEB_RATED_LESS}}};
    struct sql_store *sq = (struct sql_store *)store;
    const struct ways *ways = query->rated != NULL ? &rated[query->scope] : &scored;
    struct page_reading r = {
        .query = query,
        .behind = *behind,
        .start = board_period_start(query->period, query->at, store->timezone_minutes),
        .season = query->season != 0 ? query->season : store_season_at(store, query->at),
        .rows = rows,
        .count = count};
    if (behind->number == 0) {
        r.behind.points = INT64_MAX;
        r.behind.standing = INFINITY;
    }
    if (!sql_find_scope(sq, query->scope, query->network, query->channel, &r.scope))
        return false;
    /* Read on while rows of people who hide leave room in the page. */
    for (bool more = true; more && *count < query->limit;) {
        const struct store_behind from = r.behind;
        more = false;
        for (unsigned i = from.number == 0 ? ways->count - 1 : 0; i < ways->count && !more; i++) {
            if (*count < query->limit && !read_rows(sq, &r, ways->stmts[i], &from, &more))
                return false;
        }
    }
    return true;
}

/* -- persons -- */

static bool search(struct store *store, const char *key, struct store_someone *found,
                   unsigned *count)
{
    char end[STORE_KEY_MAX + 4];
    struct sql_stmt *stmt = ((struct sql_store *)store)->web[WEB_SEARCH];
    snprintf(end, sizeof(end), "%s\xf4\x8f\xbf\xbf", key); /* behind all letters: U+10FFFF */
    if (!sql_bind_text(stmt, 1, key) || !sql_bind_text(stmt, 2, end) ||
        !sql_bind_int(stmt, 3, STORE_FOUND_MAX))
        return false;
    while (*count < STORE_FOUND_MAX && sql_step(stmt) == SQL_ROW)
        someone_of(stmt, 0, &found[(*count)++]);
    return sql_reset(stmt);
}

bool sql_someone(struct sql_store *sq, int64_t person, struct store_someone *who)
{
    struct sql_stmt *stmt = sq->web[WEB_SOMEONE];
    *who = (struct store_someone){.person = 0};
    if (!sql_bind_int(stmt, 1, person))
        return false;
    if (sql_step(stmt) == SQL_ROW)
        someone_of(stmt, 0, who);
    return sql_reset(stmt);
}

static bool someone(struct store *store, const struct store_identity *who, unsigned count,
                    struct store_someone *found)
{
    struct sql_store *sq = (struct sql_store *)store;
    for (unsigned i = 0; i < count; i++) {
        int64_t identity = 0, person = 0;
        enum found is = sql_find(sq->read[R_IDENTITY], &who[i], &identity, &person);
        if (is == ERROR || (is == FOUND && !sql_someone(sq, person, &found[i])))
            return false;
    }
    return true;
}

/* One more than the number of better scores; 0 if these are more than STORE_RANK_MAX. */
static bool find_rank(struct sql_store *sq, const int64_t board[3], struct store_score *score)
{
    int64_t better = 0, more = 0;
    for (int i = WEB_BETTER_POINTS; i <= WEB_BETTER_WON; i++) {
        struct sql_stmt *stmt = sq->web[i];
        if (!sql_bind_int(stmt, 1, board[0]) || !sql_bind_int(stmt, 2, board[1]) ||
            !sql_bind_int(stmt, 3, board[2]) || !sql_bind_int(stmt, 4, score->points) ||
            (i >= WEB_BETTER_WON && !sql_bind_int(stmt, 5, score->rounds_won)) ||
            !sql_bind_int(stmt, 7, STORE_RANK_MAX) || sql_run_row(stmt, &more, NULL) != FOUND)
            return false;
        better += more;
    }
    score->rank = better < STORE_RANK_MAX ? (uint32_t)better + 1 : 0;
    return true;
}

static bool read_scores(struct sql_store *sq, const struct store_person_query *query,
                        struct store_profile *profile)
{
    int64_t scope = 0;
    if (!sql_find_scope(sq, query->scope, query->network, query->channel, &scope))
        return false;
    for (int w = 0; w < STORE_PERIODS; w++) {
        const int64_t board[3] = {
            scope, w,
            board_period_start((enum store_period)w, query->at, sq->base.timezone_minutes)};
        struct sql_stmt *stmt = sq->read[R_SCORE];
        struct store_score *score = &profile->scores[w];
        memcpy(score->name, profile->who.name, sizeof(score->name));
        score->verified = profile->who.verified;
        if (!sql_bind_int(stmt, 1, board[0]) || !sql_bind_int(stmt, 2, board[1]) ||
            !sql_bind_int(stmt, 3, board[2]) || !sql_bind_int(stmt, 4, query->person))
            return false;
        bool row = sql_step(stmt) == SQL_ROW;
        if (row)
            sql_numbers_of(stmt, 0, score);
        if (!sql_reset(stmt) || (row && !find_rank(sq, board, score)))
            return false;
    }
    return true;
}

static void part_of(struct sql_stmt *stmt, struct store_taken_part *part)
{
    *part = (struct store_taken_part){.round = sql_int64(stmt, 0),
                                      .ended_at = sql_int64(stmt, 1),
                                      .counts = sql_int(stmt, 6) != 0,
                                      .points = sql_int(stmt, 7),
                                      .won = sql_int(stmt, 8) != 0,
                                      .place = (unsigned)sql_int(stmt, 9),
                                      .seats = (unsigned)sql_int(stmt, 10)};
    copy_text(part->network, sizeof(part->network), stmt, 2);
    copy_text(part->channel, sizeof(part->channel), stmt, 3);
    copy_text(part->set, sizeof(part->set), stmt, 4);
    copy_text(part->outcome, sizeof(part->outcome), stmt, 5);
}

static bool read_last(struct sql_store *sq, int64_t person, struct store_profile *profile)
{
    struct sql_stmt *stmt = sq->web[WEB_LAST];
    if (!sql_bind_int(stmt, 1, person) || !sql_bind_int(stmt, 2, STORE_LIST_MAX))
        return false;
    while (profile->last_count < STORE_LIST_MAX && sql_step(stmt) == SQL_ROW)
        part_of(stmt, &profile->last[profile->last_count++]);
    return sql_reset(stmt);
}

static bool profile(struct store *store, const struct store_person_query *query, bool *found,
                    struct store_profile *profile)
{
    struct sql_store *sq = (struct sql_store *)store;
    if (!sql_someone(sq, query->person, &profile->who))
        return false;
    *found = profile->who.person != 0;
    struct sql_stmt *first = sq->web[WEB_FIRST];
    return !*found || (sql_bind_int(first, 1, query->person) &&
                       sql_run_row(first, &profile->first_at, NULL) == FOUND &&
                       read_scores(sq, query, profile) &&
                       sql_read_ratings(sq, query->person, query->at, &profile->ratings) &&
                       read_last(sq, query->person, profile));
}

/* -- rounds -- */

static bool read_results(struct sql_store *sq, struct store_played *played)
{
    struct sql_stmt *stmt = sq->web[WEB_RESULTS];
    if (!sql_bind_int(stmt, 1, played->id) || !sql_bind_int(stmt, 2, STORE_SEATS_MAX))
        return false;
    while (played->result_count < STORE_SEATS_MAX && sql_step(stmt) == SQL_ROW) {
        struct store_seat_result *result = &played->results[played->result_count++];
        someone_of(stmt, 0, &result->who);
        result->computer = sql_int(stmt, 4) != 0;
        result->seat = (unsigned)sql_int(stmt, 5);
        result->points = sql_int(stmt, 6);
        result->won = sql_int(stmt, 7) != 0;
        result->match_over = sql_int(stmt, 8) != 0;
        result->match_won = sql_int(stmt, 9) != 0;
        result->place = (unsigned)sql_int(stmt, 10);
    }
    return sql_reset(stmt);
}

/* Reads the columns of PLAYED, without the results. False: memory is out. */
static bool played_of(struct sql_stmt *stmt, struct store_played *played)
{
    played->id = sql_int64(stmt, 0);
    played->started_at = sql_int64(stmt, 1);
    played->ended_at = sql_int64(stmt, 2);
    copy_text(played->network, sizeof(played->network), stmt, 3);
    copy_text(played->channel, sizeof(played->channel), stmt, 4);
    copy_text(played->set, sizeof(played->set), stmt, 5);
    copy_text(played->outcome, sizeof(played->outcome), stmt, 6);
    played->counts = sql_int(stmt, 7) != 0;
    played->setup = strdup(sql_text(stmt, 8));
    played->kept = sql_int(stmt, 9) != 0 && *sql_text(stmt, 8) != '\0';
    return played->setup != NULL;
}

static bool rounds(struct store *store, const struct web_rounds_query *query,
                   struct store_played *rounds, unsigned *count)
{
    struct sql_store *sq = (struct sql_store *)store;
    struct sql_stmt *stmt = sq->web[WEB_ROUNDS_OF];
    bool good = sql_bind_text(stmt, 1, query->network) && sql_bind_text(stmt, 2, query->channel) &&
                sql_bind_int(stmt, 3, query->before) && sql_bind_int(stmt, 4, query->limit);
    while (good && *count < query->limit && sql_step(stmt) == SQL_ROW) {
        struct store_played *played = &rounds[(*count)++];
        good = played_of(stmt, played) && read_results(sq, played);
    }
    return sql_reset(stmt) && good;
}

/* Reads the actions. If they are damaged, answers as if they were no longer kept. False: memory is
 * out. */
static bool read_actions(struct sql_stmt *stmt, int at, struct store_replay *replay)
{
    struct store_action *rows = NULL;
    unsigned count = 0;
    const void *bytes = sql_bytes(stmt, at);
    enum archive_error error = replay->played.kept ? archive_read(bytes, sql_size(stmt, at),
                                                                  replay->played.id, &rows, &count)
                                                   : ARCHIVE_DAMAGED;
    replay->played.kept = error == ARCHIVE_OK;
    replay->actions = error == ARCHIVE_OK ? archive_join(rows, count) : strdup("");
    free(rows);
    return error != ARCHIVE_NO_MEMORY && replay->actions != NULL;
}

static bool replay(struct store *store, int64_t round, bool *found, struct store_replay *replay)
{
    struct sql_store *sq = (struct sql_store *)store;
    struct sql_stmt *stmt = sq->web[WEB_ROUND];
    if (!sql_bind_int(stmt, 1, round))
        return false;
    *found = sql_step(stmt) == SQL_ROW;
    bool good = !*found || played_of(stmt, &replay->played);
    if (*found && good) {
        const void *secret = sql_bytes(stmt, 11);
        replay->rules_version = (uint32_t)sql_int64(stmt, 10);
        replay->deal_hash = (uint64_t)sql_int64(stmt, 12);
        if (secret != NULL && sql_size(stmt, 11) == STORE_SECRET_SIZE)
            memcpy(replay->secret, secret, STORE_SECRET_SIZE);
        good = read_actions(stmt, 13, replay) && read_results(sq, &replay->played);
    }
    return sql_reset(stmt) && good;
}

/* -- channels -- */

static bool channels(struct store *store, int64_t behind, struct store_channel *channels,
                     unsigned *count)
{
    struct sql_stmt *stmt = ((struct sql_store *)store)->web[WEB_CHANNELS];
    if (!sql_bind_int(stmt, 1, behind) || !sql_bind_int(stmt, 2, STORE_CHANNELS_MAX) ||
        !sql_bind_int(stmt, 3, STORE_COUNT_MAX))
        return false;
    while (*count < STORE_CHANNELS_MAX && sql_step(stmt) == SQL_ROW) {
        struct store_channel *row = &channels[(*count)++];
        row->id = sql_int64(stmt, 0);
        copy_text(row->network, sizeof(row->network), stmt, 1);
        copy_text(row->channel, sizeof(row->channel), stmt, 2);
        row->people = (unsigned)sql_int(stmt, 3);
        row->rounds = (unsigned)sql_int(stmt, 4);
        row->last_at = sql_int64(stmt, 5);
    }
    return sql_reset(stmt);
}

const struct web_query_impl sql_web_query = {
    .page = page,
    .search = search,
    .someone = someone,
    .profile = profile,
    .rounds = rounds,
    .replay = replay,
    .channels = channels,
};
