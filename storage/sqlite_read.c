#include "sqlite_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/log.h"
#include "identity.h"
#include "sqlite_look.h"
#include "sqlite_people.h"
#include "sqlite_store.h"
#include "window.h"

static void complain(const struct sqlite_store *sq)
{
    log_error(LOG_OF(sq->log, sq->path), "cannot be read: %s", sqlite3_errmsg(sq->reader));
}

/* -- at the start -- */

static int64_t next_id(struct store *store, const char *sql)
{
    struct sqlite_store *sq = (struct sqlite_store *)store;
    int64_t id;
    if (sqlite_number(sq->reader, sql, &id))
        return id + 1;
    complain(sq);
    return -1;
}

int64_t sqlite_next_table_id(struct store *store)
{
    return next_id(store, "SELECT coalesce(max(seq), 0) FROM sqlite_sequence"
                          " WHERE name = 'game_table'");
}

int64_t sqlite_next_round_id(struct store *store)
{
    return next_id(store, "SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'round'");
}

/* Prepares a statement for one use; NULL: the error is in the log. */
static sqlite3_stmt *ask_once(struct sqlite_store *sq, const char *sql)
{
    sqlite3_stmt *stmt;
    if (sqlite3_prepare_v2(sq->reader, sql, -1, &stmt, NULL) == SQLITE_OK)
        return stmt;
    complain(sq);
    return NULL;
}

/* Drops the statement. True: it came to its end without an error. */
static bool finish(struct sqlite_store *sq, sqlite3_stmt *stmt, int code)
{
    if (code != SQLITE_DONE && code != SQLITE_ROW)
        complain(sq);
    sqlite3_finalize(stmt);
    return code == SQLITE_DONE;
}

bool sqlite_load_tables(struct store *store,
                        bool (*row)(void *arg, const struct store_table *table), void *arg)
{
    struct sqlite_store *sq = (struct sqlite_store *)store;
    sqlite3_stmt *stmt =
        ask_once(sq, "SELECT id, network, channel, state FROM game_table ORDER BY id");
    if (stmt == NULL)
        return false;
    int code;
    while ((code = sqlite3_step(stmt)) == SQLITE_ROW) {
        struct store_table table = {sqlite3_column_int64(stmt, 0), column_text(stmt, 1),
                                    column_text(stmt, 2), column_text(stmt, 3)};
        if (!row(arg, &table))
            break;
    }
    return finish(sq, stmt, code);
}

bool sqlite_load_settings(struct store *store,
                          bool (*row)(void *arg, const char *scope, const char *key,
                                      const char *value),
                          void *arg)
{
    struct sqlite_store *sq = (struct sqlite_store *)store;
    sqlite3_stmt *stmt = ask_once(sq, "SELECT scope, key, value FROM setting ORDER BY scope, key");
    if (stmt == NULL)
        return false;
    int code;
    while ((code = sqlite3_step(stmt)) == SQLITE_ROW)
        if (!row(arg, column_text(stmt, 0), column_text(stmt, 1), column_text(stmt, 2)))
            break;
    return finish(sq, stmt, code);
}

bool sqlite_round_of(sqlite3_stmt *stmt, struct store_round *round)
{
    *round = (struct store_round){
        .id = sqlite3_column_int64(stmt, 0),
        .table = sqlite3_column_int64(stmt, 1),
        .network = column_text(stmt, 2),
        .channel = column_text(stmt, 3),
        .set = column_text(stmt, 4),
        .setup = column_text(stmt, 5),
        .rules_version = (uint32_t)sqlite3_column_int64(stmt, 6),
        .started_at = sqlite3_column_int64(stmt, 7),
        .deal_hash = (uint64_t)sqlite3_column_int64(stmt, 10),
    };
    const void *secret = sqlite3_column_blob(stmt, 8);
    if (secret == NULL || sqlite3_column_bytes(stmt, 8) != STORE_SECRET_SIZE)
        return false;
    memcpy(round->secret, secret, STORE_SECRET_SIZE);
    const void *commitment = sqlite3_column_blob(stmt, 9);
    if (commitment == NULL || sqlite3_column_bytes(stmt, 9) != STORE_HASH_SIZE)
        return false;
    memcpy(round->commitment, commitment, STORE_HASH_SIZE);
    return true;
}

/* A scan of the actions of running rounds, in the same order as that of the rounds. */
struct journal {
    sqlite3_stmt *stmt;
    int code; /* of the last step */
};

/* The actions of `round`. A gap is for the caller to see: it spoils that round and no other. False:
 * the caller stops. */
static bool pass_actions(struct journal *journal, int64_t round,
                         bool (*action)(void *arg, const struct store_action *action), void *arg)
{
    sqlite3_stmt *stmt = journal->stmt;
    while (journal->code == SQLITE_ROW && sqlite3_column_int64(stmt, 0) == round) {
        struct store_action row = {round, (uint32_t)sqlite3_column_int64(stmt, 1),
                                   sqlite3_column_int64(stmt, 2), column_text(stmt, 3),
                                   (uint64_t)sqlite3_column_int64(stmt, 4)};
        if (!action(arg, &row))
            return false;
        journal->code = sqlite3_step(stmt);
    }
    return true;
}

bool sqlite_load_rounds(struct store *store,
                        bool (*round)(void *arg, const struct store_round *round),
                        bool (*action)(void *arg, const struct store_action *action), void *arg)
{
    struct sqlite_store *sq = (struct sqlite_store *)store;
    sqlite3_stmt *rounds = ask_once(sq, "SELECT " SQLITE_ROUND_COLUMNS
                                        " FROM round WHERE ended_at IS NULL ORDER BY id");
    struct journal journal = {
        .stmt = ask_once(sq, "SELECT round, seq, at, action, hash FROM journal WHERE round IN"
                             " (SELECT id FROM round WHERE ended_at IS NULL) ORDER BY round, seq")};
    bool good = rounds != NULL && journal.stmt != NULL;
    if (!good)
        goto out;
    /* The statements overlap, which makes one transaction: both scans see the same moment. */
    int code = sqlite3_step(rounds);
    journal.code = sqlite3_step(journal.stmt);
    for (; good && code == SQLITE_ROW; code = sqlite3_step(rounds)) {
        struct store_round row;
        row.damaged = !sqlite_round_of(rounds, &row);
        good = round(arg, &row) && pass_actions(&journal, row.id, action, arg);
        if (!good)
            goto out;
    }
    good = code == SQLITE_DONE && journal.code == SQLITE_DONE;
    if (!good)
        complain(sq);
out:
    sqlite3_finalize(journal.stmt);
    sqlite3_finalize(rounds);
    return good;
}

/* -- boards -- */

bool sqlite_find_scope(struct sqlite_store *sq, enum store_scope kind, const char *network,
                       const char *channel, int64_t *id)
{
    sqlite3_stmt *stmt = sq->read[R_SCOPE];
    *id = 0;
    if (!bind_int(stmt, 1, kind) || !bind_text(stmt, 2, kind == STORE_OVERALL ? "" : network) ||
        !bind_text(stmt, 3, kind == STORE_CHANNEL ? channel : ""))
        return false;
    if (sqlite3_step(stmt) == SQLITE_ROW)
        *id = sqlite3_column_int64(stmt, 0);
    return sqlite3_reset(stmt) == SQLITE_OK;
}

void sqlite_numbers_of(sqlite3_stmt *stmt, int at, struct store_score *score)
{
    score->rounds = (uint32_t)sqlite3_column_int64(stmt, at);
    score->rounds_won = (uint32_t)sqlite3_column_int64(stmt, at + 1);
    score->matches = (uint32_t)sqlite3_column_int64(stmt, at + 2);
    score->matches_won = (uint32_t)sqlite3_column_int64(stmt, at + 3);
    score->points = sqlite3_column_int64(stmt, at + 4);
}

static bool equal(const struct store_score *a, const struct store_score *b)
{
    return a->points == b->points && a->rounds_won == b->rounds_won && a->rounds == b->rounds;
}

void sqlite_rating_of(sqlite3_stmt *stmt, int at, struct rating *rating)
{
    *rating = (struct rating){.mu = sqlite3_column_double(stmt, at),
                              .sigma = sqlite3_column_double(stmt, at + 1),
                              .rounds = (uint32_t)sqlite3_column_int64(stmt, at + 2)};
}

static bool read_rated(struct sqlite_store *sq, const struct store_board_query *query,
                       int64_t scope, struct store_score *rows, unsigned *count)
{
    static const enum read_stmt stmts[] = {[STORE_CHANNEL] = R_RATED_CHANNEL,
                                           [STORE_NETWORK] = R_RATED_NETWORK,
                                           [STORE_OVERALL] = R_RATED_OVERALL};
    sqlite3_stmt *stmt = sq->read[stmts[query->scope]];
    int season = query->season != 0 ? query->season : store_season_at(&sq->base, query->at);
    if (!bind_text(stmt, 1, query->rated) || !bind_int(stmt, 2, query->limit) ||
        !bind_int(stmt, 4, season) || (query->scope != STORE_OVERALL && !bind_int(stmt, 3, scope)))
        return false;
    while (*count < query->limit && sqlite3_step(stmt) == SQLITE_ROW) {
        struct store_score *row = &rows[*count];
        *row = (struct store_score){.verified = sqlite3_column_int(stmt, 1) != 0};
        identity_set_name(row->name, column_text(stmt, 0), (size_t)sqlite3_column_bytes(stmt, 0));
        sqlite_rating_of(stmt, 2, &row->rating);
        bool same = *count > 0 && rating_least(&row->rating) == rating_least(&row[-1].rating);
        row->rank = same ? row[-1].rank : *count + 1;
        ++*count;
    }
    return sqlite3_reset(stmt) == SQLITE_OK;
}

static bool read_streaks(struct sqlite_store *sq, const struct store_board_query *query,
                         int64_t scope, struct store_score *rows, unsigned *count)
{
    static const enum read_stmt stmts[] = {[STORE_CHANNEL] = R_STREAK_CHANNEL,
                                           [STORE_NETWORK] = R_STREAK_NETWORK,
                                           [STORE_OVERALL] = R_STREAK_OVERALL};
    sqlite3_stmt *stmt = sq->read[stmts[query->scope]];
    if (!bind_text(stmt, 1, query->streaks) || !bind_int(stmt, 2, query->limit) ||
        (query->scope != STORE_OVERALL && !bind_int(stmt, 3, scope)))
        return false;
    while (*count < query->limit && sqlite3_step(stmt) == SQLITE_ROW) {
        struct store_score *row = &rows[*count];
        *row = (struct store_score){
            .person = sqlite3_column_int64(stmt, 6),
            .verified = sqlite3_column_int(stmt, 1) != 0,
            .streak = (uint32_t)sqlite3_column_int64(stmt, 2),
            .longest = (uint32_t)sqlite3_column_int64(stmt, 3),
            .rounds = (uint32_t)sqlite3_column_int64(stmt, 4),
            .rounds_won = (uint32_t)sqlite3_column_int64(stmt, 5),
        };
        identity_set_name(row->name, column_text(stmt, 0), (size_t)sqlite3_column_bytes(stmt, 0));
        bool same = *count > 0 && row->longest == row[-1].longest && row->streak == row[-1].streak;
        row->rank = same ? row[-1].rank : *count + 1;
        ++*count;
    }
    return sqlite3_reset(stmt) == SQLITE_OK;
}

bool sqlite_board(struct store *store, const struct store_board_query *query,
                  struct store_score *rows, unsigned *count)
{
    struct sqlite_store *sq = (struct sqlite_store *)store;
    int64_t scope, start = window_start(query->window, query->at, store->timezone_minutes);
    *count = 0;
    if (!sqlite_find_scope(sq, query->scope, query->network, query->channel, &scope))
        return false;
    if (query->rated != NULL)
        return read_rated(sq, query, scope, rows, count);
    if (query->streaks != NULL)
        return read_streaks(sq, query, scope, rows, count);
    sqlite3_stmt *stmt = sq->read[R_BOARD];
    if (!bind_int(stmt, 1, scope) || !bind_int(stmt, 2, query->window) ||
        !bind_int(stmt, 3, start) || !bind_int(stmt, 4, query->limit))
        return false;
    while (*count < query->limit && sqlite3_step(stmt) == SQLITE_ROW) {
        struct store_score *row = &rows[*count];
        identity_set_name(row->name, column_text(stmt, 0), (size_t)sqlite3_column_bytes(stmt, 0));
        row->verified = sqlite3_column_int(stmt, 1) != 0;
        sqlite_numbers_of(stmt, 2, row);
        row->rank = *count > 0 && equal(row, row - 1) ? (row - 1)->rank : *count + 1;
        ++*count;
    }
    return sqlite3_reset(stmt) == SQLITE_OK;
}

/* -- one player -- */

/* A board, as the rows of its scores name it. */
struct board {
    int64_t scope, start;
    int window;
};

static bool bind_board(sqlite3_stmt *stmt, const struct board *board)
{
    return bind_int(stmt, 1, board->scope) && bind_int(stmt, 2, board->window) &&
           bind_int(stmt, 3, board->start);
}

/* The rank of a score on its board is one more than the number of better ones. */
static bool find_rank(struct sqlite_store *sq, const struct board *board, struct store_score *score)
{
    score->rank = 1;
    for (int i = R_BETTER_POINTS; i <= R_BETTER_ROUNDS; i++) {
        sqlite3_stmt *stmt = sq->read[i];
        if (!bind_board(stmt, board) || !bind_int(stmt, 4, score->points) ||
            (i >= R_BETTER_WON && !bind_int(stmt, 5, score->rounds_won)) ||
            (i >= R_BETTER_ROUNDS && !bind_int(stmt, 6, score->rounds)))
            return false;
        if (sqlite3_step(stmt) == SQLITE_ROW)
            score->rank += (uint32_t)sqlite3_column_int64(stmt, 0);
        if (sqlite3_reset(stmt) != SQLITE_OK)
            return false;
    }
    return true;
}

static bool find_score(struct sqlite_store *sq, const struct board *board, int64_t person,
                       struct store_score *score)
{
    sqlite3_stmt *stmt = sq->read[R_SCORE];
    if (!bind_board(stmt, board) || !bind_int(stmt, 4, person))
        return false;
    bool row = sqlite3_step(stmt) == SQLITE_ROW;
    if (row)
        sqlite_numbers_of(stmt, 0, score);
    if (sqlite3_reset(stmt) != SQLITE_OK)
        return false;
    return !row || find_rank(sq, board, score);
}

enum found sqlite_find_named(struct sqlite_store *sq, const char *network, const char *name,
                             int64_t *person)
{
    static const enum read_stmt ways[] = {R_SHOWN, R_PLAYER};
    char key[STORE_KEY_MAX];
    enum found found = NONE;
    identity_fold(key, name);
    for (int i = 1; i >= 0 && found == NONE; i--) {
        sqlite3_stmt *stmt = sq->read[ways[i]];
        found = bind_text(stmt, 1, network) && bind_text(stmt, 2, key)
                    ? sqlite_run_row(stmt, person, NULL)
                    : ERROR;
    }
    return found;
}

bool sqlite_read_person(struct sqlite_store *sq, int64_t person, char name[STORE_NAME_MAX],
                        bool *verified, bool *named)
{
    sqlite3_stmt *stmt = sq->read[R_PERSON];
    if (!bind_int(stmt, 1, person))
        return false;
    bool row = sqlite3_step(stmt) == SQLITE_ROW;
    if (row) {
        identity_set_name(name, column_text(stmt, 0), (size_t)sqlite3_column_bytes(stmt, 0));
        *verified = sqlite3_column_int(stmt, 1) != 0;
        *named = sqlite3_column_int(stmt, 2) != 0;
    }
    return sqlite3_reset(stmt) == SQLITE_OK && row;
}

bool sqlite_read_ratings(struct sqlite_store *sq, int64_t person, int64_t at,
                         struct store_ratings *ratings)
{
    int now = store_season_at(&sq->base, at);
    sqlite3_stmt *stmt = sq->read[R_RATINGS];
    if (!bind_int(stmt, 1, person) || !bind_int(stmt, 2, STORE_RATINGS_MAX) ||
        !bind_int(stmt, 3, now))
        return false;
    while (ratings->count < STORE_RATINGS_MAX && sqlite3_step(stmt) == SQLITE_ROW) {
        struct rating was;
        int season = sqlite3_column_int(stmt, 4);
        sqlite_rating_of(stmt, 1, &was);
        ratings->at[ratings->count].rating = rating_carry(&was, (unsigned)(now - season));
        ratings->at[ratings->count].season = season;
        snprintf(ratings->at[ratings->count++].set, STORE_SET_MAX, "%s", column_text(stmt, 0));
    }
    return sqlite3_reset(stmt) == SQLITE_OK;
}

static bool find_stats(struct sqlite_store *sq, const struct store_stats_query *query, bool *found,
                       struct store_score scores[STORE_WINDOWS], struct store_ratings *ratings)
{
    struct store_score blank = {.rank = 0};
    int64_t identity = 0, person = 0, scope = 0;
    bool named = false;
    struct store_someone someone = {.person = 0};
    enum found is = query->who != NULL
                        ? sqlite_find(sq->read[R_IDENTITY], query->who, &identity, &person)
                        : sqlite_find_named(sq, query->network, query->name, &person);
    *found = is == FOUND;
    if (is == ERROR ||
        !sqlite_find_scope(sq, query->scope, query->network, query->channel, &scope) ||
        (*found && (!sqlite_read_person(sq, person, blank.name, &blank.verified, &named) ||
                    !sqlite_someone(sq, person, &someone) ||
                    !sqlite_read_ratings(sq, person, query->at, ratings))))
        return false;
    blank.person = someone.person;
    for (int w = 0; w < STORE_WINDOWS; w++) {
        scores[w] = blank;
        struct board board = {
            .scope = scope,
            .start = window_start((enum store_window)w, query->at, sq->base.timezone_minutes),
            .window = w,
        };
        if (*found && !find_score(sq, &board, person, &scores[w]))
            return false;
    }
    return true;
}

bool sqlite_begin_read(struct sqlite_store *sq)
{
    return sqlite3_exec(sq->reader, "BEGIN", NULL, NULL, NULL) == SQLITE_OK;
}

bool sqlite_end_read(struct sqlite_store *sq, bool good)
{
    sqlite3_exec(sq->reader, "ROLLBACK", NULL, NULL, NULL);
    return good;
}

bool sqlite_stats(struct store *store, const struct store_stats_query *query, bool *found,
                  struct store_score scores[STORE_WINDOWS], struct store_ratings *ratings)
{
    struct sqlite_store *sq = (struct sqlite_store *)store;
    return sqlite_begin_read(sq) &&
           sqlite_end_read(sq, find_stats(sq, query, found, scores, ratings));
}

/* -- identities -- */

static void read_known(sqlite3_stmt *stmt, int64_t own, struct store_known *known)
{
    const char *account = column_text(stmt, 1);
    *known = (struct store_known){.verified = sqlite3_column_int(stmt, 3) != 0,
                                  .own = sqlite3_column_int64(stmt, 5) == own};
    snprintf(known->network, sizeof(known->network), "%s", column_text(stmt, 0));
    snprintf(known->account, sizeof(known->account), "%.*s", (int)strcspn(account, "\n"), account);
    snprintf(known->mark, sizeof(known->mark), "%s", column_text(stmt, 4));
    identity_set_name(known->name, column_text(stmt, 2), (size_t)sqlite3_column_bytes(stmt, 2));
}

static bool find_links(struct sqlite_store *sq, const struct store_identity *who,
                       struct store_links *links)
{
    int64_t own = 0, person = 0;
    bool verified = false;
    enum found found = sqlite_find(sq->read[R_IDENTITY], who, &own, &person);
    *links = (struct store_links){.count = 0};
    if (found != FOUND)
        return found == NONE;
    sqlite3_stmt *stmt = sq->read[R_LINKS];
    if (!sqlite_read_person(sq, person, links->name, &verified, &links->named) ||
        !bind_int(stmt, 1, person) || !bind_int(stmt, 2, STORE_LINKS_MAX))
        return false;
    while (links->count < STORE_LINKS_MAX && sqlite3_step(stmt) == SQLITE_ROW)
        read_known(stmt, own, &links->at[links->count++]);
    return sqlite3_reset(stmt) == SQLITE_OK;
}

bool sqlite_links(struct store *store, const struct store_identity *who, struct store_links *links)
{
    struct sqlite_store *sq = (struct sqlite_store *)store;
    return sqlite_begin_read(sq) && sqlite_end_read(sq, find_links(sq, who, links));
}

static bool find_taken(struct sqlite_store *sq, const struct store_identity *who, const char *name,
                       bool *taken)
{
    char key[STORE_KEY_MAX];
    int64_t own = 0, person = 0, one = 0;
    identity_fold(key, name);
    sqlite3_stmt *stmt = sq->read[R_TAKEN];
    if (sqlite_find(sq->read[R_IDENTITY], who, &own, &person) == ERROR ||
        !bind_int(stmt, 1, person) || !bind_text(stmt, 3, key))
        return false;
    enum found found = sqlite_run_row(stmt, &one, NULL);
    *taken = found == FOUND;
    return found != ERROR;
}

bool sqlite_taken(struct store *store, const struct store_identity *who, const char *name,
                  bool *taken)
{
    struct sqlite_store *sq = (struct sqlite_store *)store;
    return sqlite_begin_read(sq) && sqlite_end_read(sq, find_taken(sq, who, name, taken));
}

static bool read_record(sqlite3_stmt *stmt, int64_t round, char **setup, char **actions)
{
    struct store_action *rows = NULL;
    unsigned count = 0;
    const void *bytes = sqlite3_column_blob(stmt, 1);
    *setup = strdup(column_text(stmt, 0));
    bool ok = *setup != NULL && bytes != NULL &&
              archive_read(bytes, (size_t)sqlite3_column_bytes(stmt, 1), round, &rows, &count) ==
                  ARCHIVE_OK;
    *actions = ok ? archive_join(rows, count) : NULL;
    free(rows);
    return *actions != NULL;
}

bool sqlite_record(struct store *store, int64_t round, bool *found, char **setup, char **actions)
{
    struct sqlite_store *sq = (struct sqlite_store *)store;
    sqlite3_stmt *stmt = sq->read[R_RECORD];
    if (!bind_int(stmt, 1, round))
        return false;
    *found = sqlite3_step(stmt) == SQLITE_ROW;
    bool ok = !*found || read_record(stmt, round, setup, actions);
    return sqlite3_reset(stmt) == SQLITE_OK && ok;
}
