#include "sql_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "sql_people.h"
#include "sql_store.h"
#include "sql_web_query.h"
#include "storage/board_period.h"
#include "storage/identity.h"

/* Must run before ROLLBACK, which clears the error of the connection. Logs only the first of
 * several failures in a row, so that questions do not fill the log while the database is away. */
static void log_unreadable(struct sql_store *sq)
{
    if (!sq->unreadable && !atomic_load(&sq->interrupted))
        log_error(LOG_OF(sq->log, sq->path), "cannot be read: %s", sql_trouble(sq->reader));
    sq->unreadable = true;
}

bool sql_begin_read(struct store *store)
{
    struct sql_store *sq = (struct sql_store *)store;
    bool good = sql_execute(sq->reader, sq->kind->begin_read);
    if (!good)
        log_unreadable(sq);
    return good;
}

void sql_end_read(struct store *store, bool good)
{
    struct sql_store *sq = (struct sql_store *)store;
    if (good)
        sq->unreadable = false;
    else
        log_unreadable(sq);
    sql_execute(sq->reader, "ROLLBACK");
}

/* -- at the start -- */

static int64_t next_id(struct store *store, const char *text)
{
    struct sql_store *sq = (struct sql_store *)store;
    int64_t id = 0;
    if (!sql_begin_read(store))
        return -1;
    bool good = sql_number(sq->reader, text, &id);
    sql_end_read(store, good);
    return good ? id + 1 : -1;
}

int64_t sql_next_table_id(struct store *store)
{
    return next_id(store, ((struct sql_store *)store)->kind->last_table);
}

int64_t sql_next_round_id(struct store *store)
{
    return next_id(store, ((struct sql_store *)store)->kind->last_round);
}

/* NULL: of all networks. */
#define OF_NETWORK " (CAST(?1 AS TEXT) IS NULL OR network = CAST(?1 AS TEXT))"

/* Prepares a statement for one use, in a transaction that finish_stmt() ends. NULL: the error is in
 * the log. */
static struct sql_stmt *ask_begun(struct sql_store *sq, const char *text)
{
    if (!sql_begin_read(&sq->base))
        return NULL;
    struct sql_stmt *stmt = sql_prepare(sq->reader, text);
    if (stmt == NULL)
        sql_end_read(&sq->base, false);
    return stmt;
}

/* Finalizes the statement, and ends its transaction. SQL_ROW: the callback wants to stop. True: all
 * rows were read without an error. */
static bool finish_stmt(struct sql_store *sq, struct sql_stmt *stmt, enum sql_step code)
{
    sql_finalize(stmt);
    sql_end_read(&sq->base, code == SQL_DONE || code == SQL_ROW);
    return code == SQL_DONE;
}

bool sql_load_tables(struct store *store, const char *network,
                     bool (*row)(void *arg, const struct store_table *table), void *arg)
{
    struct sql_store *sq = (struct sql_store *)store;
    struct sql_stmt *stmt = ask_begun(
        sq, "SELECT id, network, channel, state FROM game_table WHERE" OF_NETWORK " ORDER BY id");
    if (stmt == NULL)
        return false;
    enum sql_step code = SQL_ERROR;
    sql_bind_text(stmt, 1, network);
    while ((code = sql_step(stmt)) == SQL_ROW) {
        struct store_table table = {sql_int64(stmt, 0), sql_text(stmt, 1), sql_text(stmt, 2),
                                    sql_text(stmt, 3)};
        if (!row(arg, &table))
            break;
    }
    return finish_stmt(sq, stmt, code);
}

bool sql_load_settings(struct store *store, const char *network,
                       bool (*row)(void *arg, const char *scope, const char *key,
                                   const char *value),
                       void *arg)
{
    struct sql_store *sq = (struct sql_store *)store;
    struct sql_stmt *stmt =
        ask_begun(sq, "SELECT scope, key, value FROM setting WHERE CAST(?1 AS TEXT) IS NULL"
                      " OR (instr(scope, ':') > 0 AND"
                      " substr(scope, instr(scope, ':') + 1, length(CAST(?1 AS TEXT)) + 1)"
                      " IN (CAST(?1 AS TEXT), CAST(?1 AS TEXT) || ':')) ORDER BY scope, key");
    if (stmt == NULL)
        return false;
    enum sql_step code;
    sql_bind_text(stmt, 1, network);
    while ((code = sql_step(stmt)) == SQL_ROW) {
        if (!row(arg, sql_text(stmt, 0), sql_text(stmt, 1), sql_text(stmt, 2)))
            break;
    }
    return finish_stmt(sq, stmt, code);
}

bool sql_round_of(struct sql_stmt *stmt, struct store_round *round)
{
    *round = (struct store_round){
        .id = sql_int64(stmt, 0),
        .table = sql_int64(stmt, 1),
        .network = sql_text(stmt, 2),
        .channel = sql_text(stmt, 3),
        .set = sql_text(stmt, 4),
        .setup = sql_text(stmt, 5),
        .rules_version = (uint32_t)sql_int64(stmt, 6),
        .started_at = sql_int64(stmt, 7),
        .deal_hash = (uint64_t)sql_int64(stmt, 10),
    };
    const void *secret = sql_bytes(stmt, 8);
    if (secret == NULL || sql_size(stmt, 8) != STORE_SECRET_SIZE)
        return false;
    memcpy(round->secret, secret, STORE_SECRET_SIZE);
    const void *commitment = sql_bytes(stmt, 9);
    if (commitment == NULL || sql_size(stmt, 9) != STORE_HASH_SIZE)
        return false;
    memcpy(round->commitment, commitment, STORE_HASH_SIZE);
    return true;
}

/* Calls back with actions. Does not look for missing ones: the caller does, and refuses only that
 * round. False: the callback wants to stop, or memory is out. */
static bool pass_actions(const struct archive *archive, int64_t round,
                         bool (*action)(void *arg, const struct store_action *action), void *arg)
{
    struct store_action *actions = NULL;
    if (archive == NULL)
        return true;
    if (archive_actions(archive, round, &actions) != ARCHIVE_OK)
        return false;
    bool more = true;
    for (uint32_t i = 0; more && i < archive->count; i++)
        more = action(arg, &actions[i]);
    free(actions);
    return more;
}

bool sql_load_rounds(struct store *store, const char *network,
                     bool (*round)(void *arg, const struct store_round *round),
                     bool (*action)(void *arg, const struct store_action *action), void *arg)
{
    struct sql_store *sq = (struct sql_store *)store;
    struct sql_stmt *rounds =
        ask_begun(sq, "SELECT " SQL_ROUND_COLUMNS
                      " FROM round WHERE ended_at IS NULL AND" OF_NETWORK " ORDER BY id");
    if (rounds == NULL)
        return false;
    struct sql_actions *actions = sq->kind->actions_open(sq, network);
    bool stops = false;
    enum sql_step code = SQL_ERROR;
    sql_bind_text(rounds, 1, network);
    while (actions != NULL && !stops && (code = sql_step(rounds)) == SQL_ROW) {
        struct store_round row;
        bool hurt = false;
        bool damaged = !sql_round_of(rounds, &row);
        const struct archive *archive = sq->kind->actions_of(actions, row.id, &hurt);
        row.damaged = damaged || hurt;
        stops = !round(arg, &row) || !pass_actions(archive, row.id, action, arg);
    }
    bool good = stops || code == SQL_DONE;
    if (!good) /* the next statement that is finalized may clear the error */
        log_unreadable(sq);
    good = (actions == NULL || sq->kind->actions_close(actions) || stops) && good;
    sql_finalize(rounds);
    sql_end_read(store, good);
    return good && !stops;
}

/* -- boards -- */

bool sql_find_scope(struct sql_store *sq, enum store_scope kind, const char *network,
                    const char *channel, int64_t *id)
{
    struct sql_stmt *stmt = sq->read[R_SCOPE];
    *id = 0;
    if (!sql_bind_int(stmt, 1, kind) ||
        !sql_bind_text(stmt, 2, kind == STORE_OVERALL ? "" : network) ||
        !sql_bind_text(stmt, 3, kind == STORE_CHANNEL ? channel : ""))
        return false;
    if (sql_step(stmt) == SQL_ROW)
        *id = sql_int64(stmt, 0);
    return sql_reset(stmt);
}

void sql_numbers_of(struct sql_stmt *stmt, int at, struct store_score *score)
{
    score->rounds = (uint32_t)sql_int64(stmt, at);
    score->rounds_won = (uint32_t)sql_int64(stmt, at + 1);
    score->matches = (uint32_t)sql_int64(stmt, at + 2);
    score->matches_won = (uint32_t)sql_int64(stmt, at + 3);
    score->points = sql_int64(stmt, at + 4);
}

static bool same_score(const struct store_score *a, const struct store_score *b)
{
    return a->points == b->points && a->rounds_won == b->rounds_won && a->rounds == b->rounds;
}

void sql_rating_of(struct sql_stmt *stmt, int at, struct rating *rating)
{
    *rating = (struct rating){.mu = sql_double(stmt, at),
                              .sigma = sql_double(stmt, at + 1),
                              .rounds = (uint32_t)sql_int64(stmt, at + 2)};
}

static bool read_rated(struct sql_store *sq, const struct store_board_query *query, int64_t scope,
                       struct store_score *rows, unsigned *count)
{
    static const enum read_stmt stmts[] = {[STORE_CHANNEL] = R_RATED_CHANNEL,
                                           [STORE_NETWORK] = R_RATED_NETWORK,
                                           [STORE_OVERALL] = R_RATED_OVERALL};
    struct sql_stmt *stmt = sq->read[stmts[query->scope]];
    int season = query->season != 0 ? query->season : store_season_at(&sq->base, query->at);
    if (!sql_bind_text(stmt, 1, query->rated) || !sql_bind_int(stmt, 2, query->limit) ||
        !sql_bind_int(stmt, 4, season) ||
        (query->scope != STORE_OVERALL && !sql_bind_int(stmt, 3, scope)))
        return false;
    while (*count < query->limit && sql_step(stmt) == SQL_ROW) {
        struct store_score *row = &rows[*count];
        *row = (struct store_score){.verified = sql_int(stmt, 1) != 0};
        identity_set_name(row->name, sql_text(stmt, 0), sql_size(stmt, 0));
        sql_rating_of(stmt, 2, &row->rating);
        row->rank = store_rated_rank(rows, *count);
        ++*count;
    }
    return sql_reset(stmt);
}

static bool read_streaks(struct sql_store *sq, const struct store_board_query *query, int64_t scope,
                         struct store_score *rows, unsigned *count)
{
    static const enum read_stmt stmts[] = {[STORE_CHANNEL] = R_STREAK_CHANNEL,
                                           [STORE_NETWORK] = R_STREAK_NETWORK,
                                           [STORE_OVERALL] = R_STREAK_OVERALL};
    struct sql_stmt *stmt = sq->read[stmts[query->scope]];
    if (!sql_bind_text(stmt, 1, query->streaks) || !sql_bind_int(stmt, 2, query->limit) ||
        (query->scope != STORE_OVERALL && !sql_bind_int(stmt, 3, scope)))
        return false;
    while (*count < query->limit && sql_step(stmt) == SQL_ROW) {
        struct store_score *row = &rows[*count];
        *row = (struct store_score){
            .person = sql_int64(stmt, 6),
            .verified = sql_int(stmt, 1) != 0,
            .streak = (uint32_t)sql_int64(stmt, 2),
            .longest = (uint32_t)sql_int64(stmt, 3),
            .rounds = (uint32_t)sql_int64(stmt, 4),
            .rounds_won = (uint32_t)sql_int64(stmt, 5),
        };
        identity_set_name(row->name, sql_text(stmt, 0), sql_size(stmt, 0));
        bool same = *count > 0 && row->longest == row[-1].longest && row->streak == row[-1].streak;
        row->rank = same ? row[-1].rank : *count + 1;
        ++*count;
    }
    return sql_reset(stmt);
}

bool sql_board(struct store *store, const struct store_board_query *query, struct store_score *rows,
               unsigned *count)
{
    struct sql_store *sq = (struct sql_store *)store;
    int64_t scope, start = board_period_start(query->period, query->at, sq->base.timezone_minutes);
    if (!sql_find_scope(sq, query->scope, query->network, query->channel, &scope))
        return false;
    if (query->rated != NULL)
        return read_rated(sq, query, scope, rows, count);
    if (query->streaks != NULL)
        return read_streaks(sq, query, scope, rows, count);
    struct sql_stmt *stmt = sq->read[R_BOARD];
    if (!sql_bind_int(stmt, 1, scope) || !sql_bind_int(stmt, 2, query->period) ||
        !sql_bind_int(stmt, 3, start) || !sql_bind_int(stmt, 4, query->limit))
        return false;
    while (*count < query->limit && sql_step(stmt) == SQL_ROW) {
        struct store_score *row = &rows[*count];
        identity_set_name(row->name, sql_text(stmt, 0), sql_size(stmt, 0));
        row->verified = sql_int(stmt, 1) != 0;
        sql_numbers_of(stmt, 2, row);
        row->rank = *count > 0 && same_score(row, row - 1) ? (row - 1)->rank : *count + 1;
        ++*count;
    }
    return sql_reset(stmt);
}

/* -- one player -- */

/* One board of one period, as the columns of `score` name it. */
struct board {
    int64_t scope, start;
    int period;
};

static bool bind_board(struct sql_stmt *stmt, const struct board *board)
{
    return sql_bind_int(stmt, 1, board->scope) && sql_bind_int(stmt, 2, board->period) &&
           sql_bind_int(stmt, 3, board->start);
}

/* The rank of a score on its board: one more than the number of better ones. */
static bool find_rank(struct sql_store *sq, const struct board *board, struct store_score *score)
{
    score->rank = 1;
    for (int i = R_BETTER_POINTS; i <= R_BETTER_ROUNDS; i++) {
        struct sql_stmt *stmt = sq->read[i];
        if (!bind_board(stmt, board) || !sql_bind_int(stmt, 4, score->points) ||
            (i >= R_BETTER_WON && !sql_bind_int(stmt, 5, score->rounds_won)) ||
            (i >= R_BETTER_ROUNDS && !sql_bind_int(stmt, 6, score->rounds)))
            return false;
        if (sql_step(stmt) == SQL_ROW)
            score->rank += (uint32_t)sql_int64(stmt, 0);
        if (!sql_reset(stmt))
            return false;
    }
    return true;
}

static bool find_score(struct sql_store *sq, const struct board *board, int64_t person,
                       struct store_score *score)
{
    struct sql_stmt *stmt = sq->read[R_SCORE];
    if (!bind_board(stmt, board) || !sql_bind_int(stmt, 4, person))
        return false;
    bool row = sql_step(stmt) == SQL_ROW;
    if (row)
        sql_numbers_of(stmt, 0, score);
    if (!sql_reset(stmt))
        return false;
    return !row || find_rank(sq, board, score);
}

enum found sql_find_named(struct sql_store *sq, const char *network, const char *name,
                          int64_t *person)
{
    static const enum read_stmt ways[] = {R_SHOWN, R_PLAYER};
    char key[STORE_KEY_MAX];
    enum found found = NONE;
    identity_fold(key, name);
    for (int i = 1; i >= 0 && found == NONE; i--) {
        struct sql_stmt *stmt = sq->read[ways[i]];
        found = sql_bind_text(stmt, 1, network) && sql_bind_text(stmt, 2, key)
                    ? sql_run_row(stmt, person, NULL)
                    : ERROR;
    }
    return found;
}

bool sql_read_person(struct sql_store *sq, int64_t person, char name[STORE_NAME_MAX],
                     bool *verified, bool *named)
{
    struct sql_stmt *stmt = sq->read[R_PERSON];
    if (!sql_bind_int(stmt, 1, person))
        return false;
    bool row = sql_step(stmt) == SQL_ROW;
    if (row) {
        identity_set_name(name, sql_text(stmt, 0), sql_size(stmt, 0));
        *verified = sql_int(stmt, 1) != 0;
        *named = sql_int(stmt, 2) != 0;
    }
    return sql_reset(stmt) && row;
}

bool sql_read_ratings(struct sql_store *sq, int64_t person, int64_t at,
                      struct store_ratings *ratings)
{
    int now = store_season_at(&sq->base, at);
    struct sql_stmt *stmt = sq->read[R_RATINGS];
    if (!sql_bind_int(stmt, 1, person) || !sql_bind_int(stmt, 2, STORE_RATINGS_MAX) ||
        !sql_bind_int(stmt, 3, now))
        return false;
    while (ratings->count < STORE_RATINGS_MAX && sql_step(stmt) == SQL_ROW) {
        struct rating was;
        int season = sql_int(stmt, 4);
        sql_rating_of(stmt, 1, &was);
        ratings->at[ratings->count].rating = rating_carry(&was, (unsigned)(now - season));
        ratings->at[ratings->count].season = season;
        snprintf(ratings->at[ratings->count++].set, STORE_SET_MAX, "%s", sql_text(stmt, 0));
    }
    return sql_reset(stmt);
}

bool sql_stats(struct store *store, const struct store_stats_query *query, bool *found,
               struct store_score scores[STORE_PERIODS], struct store_ratings *ratings)
{
    struct sql_store *sq = (struct sql_store *)store;
    struct store_score blank = {.rank = 0};
    int64_t identity = 0, person = 0, scope = 0;
    bool named = false;
    struct store_someone someone = {.person = 0};
    enum found is = query->who != NULL
                        ? sql_find(sq->read[R_IDENTITY], query->who, &identity, &person)
                        : sql_find_named(sq, query->network, query->name, &person);
    *found = is == FOUND;
    if (is == ERROR || !sql_find_scope(sq, query->scope, query->network, query->channel, &scope) ||
        (*found &&
         (!sql_read_person(sq, person, blank.name, &blank.verified, &named) ||
          !sql_someone(sq, person, &someone) || !sql_read_ratings(sq, person, query->at, ratings))))
        return false;
    blank.person = someone.person;
    for (int w = 0; w < STORE_PERIODS; w++) {
        scores[w] = blank;
        struct board board = {
            .scope = scope,
            .start = board_period_start((enum store_period)w, query->at, sq->base.timezone_minutes),
            .period = w,
        };
        if (*found && !find_score(sq, &board, person, &scores[w]))
            return false;
    }
    return true;
}

/* -- identities -- */

static void read_known(struct sql_stmt *stmt, int64_t own, struct store_known *known)
{
    const char *account = sql_text(stmt, 1);
    *known =
        (struct store_known){.verified = sql_int(stmt, 3) != 0, .own = sql_int64(stmt, 5) == own};
    snprintf(known->network, sizeof(known->network), "%s", sql_text(stmt, 0));
    snprintf(known->account, sizeof(known->account), "%.*s", (int)strcspn(account, "\n"), account);
    snprintf(known->mark, sizeof(known->mark), "%s", sql_text(stmt, 4));
    identity_set_name(known->name, sql_text(stmt, 2), sql_size(stmt, 2));
}

bool sql_links(struct store *store, const struct store_identity *who, struct store_links *links)
{
    struct sql_store *sq = (struct sql_store *)store;
    int64_t own = 0, person = 0;
    bool verified = false;
    enum found found = sql_find(sq->read[R_IDENTITY], who, &own, &person);
    *links = (struct store_links){.count = 0};
    if (found != FOUND)
        return found == NONE;
    struct sql_stmt *stmt = sq->read[R_LINKS];
    if (!sql_read_person(sq, person, links->name, &verified, &links->named) ||
        !sql_bind_int(stmt, 1, person) || !sql_bind_int(stmt, 2, STORE_LINKS_MAX))
        return false;
    while (links->count < STORE_LINKS_MAX && sql_step(stmt) == SQL_ROW)
        read_known(stmt, own, &links->at[links->count++]);
    return sql_reset(stmt);
}

bool sql_taken(struct store *store, const struct store_identity *who, const char *name, bool *taken)
{
    struct sql_store *sq = (struct sql_store *)store;
    char key[STORE_KEY_MAX];
    int64_t own = 0, person = 0, one = 0;
    identity_fold(key, name);
    struct sql_stmt *stmt = sq->read[R_TAKEN];
    if (sql_find(sq->read[R_IDENTITY], who, &own, &person) == ERROR ||
        !sql_bind_int(stmt, 1, person) || !sql_bind_text(stmt, 3, key))
        return false;
    enum found found = sql_run_row(stmt, &one, NULL);
    *taken = found == FOUND;
    return found != ERROR;
}
