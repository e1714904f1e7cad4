#include "sqlite_feats.h"

#include <stdio.h>
#include <string.h>

#include "sqlite_sql.h"

#define FEAT_COLUMNS                                                                               \
    "rounds, won, duels_won, duels_lost, bluffs, streak, plays, lasted, fast_round, cards,"        \
    " cards_round, longest"

/* Who holds two seats is left out, and who was forgotten. */
#define FEATER_SQL(feat, versus)                                                                   \
    {                                                                                              \
        [FEATER_SEATS] =                                                                           \
            "SELECT i.person, r.won, coalesce(r.place, iif(r.won, 1, 2)), r.plays,"                \
            " r.cards, r.duels_won, r.duels_lost, r.bluffs FROM result r"                          \
            " CROSS JOIN identity i ON i.id = r.identity"                                          \
            " CROSS JOIN person p ON p.id = i.person AND NOT (p.named AND p.name = '')"            \
            " WHERE r.round = ?1 AND NOT EXISTS (" SQLITE_OTHER_SEAT                               \
            " AND j.person = i.person) ORDER BY r.seat",                                           \
        [FEATER_GET] =                                                                             \
            "SELECT " FEAT_COLUMNS " FROM " feat " WHERE person = ?1 AND rule_set = ?2",           \
        [FEATER_PUT] = "INSERT INTO " feat " (person, rule_set, " FEAT_COLUMNS ") VALUES"          \
                       " (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)"            \
                       " ON CONFLICT (person, rule_set) DO UPDATE SET rounds = ?3, won = ?4,"      \
                       " duels_won = ?5, duels_lost = ?6, bluffs = ?7, streak = ?8, plays = ?9,"   \
                       " lasted = ?10, fast_round = ?11, cards = ?12, cards_round = ?13",          \
        [FEATER_LONGEST] = "UPDATE " feat " SET longest = ?3"                                      \
                           " WHERE person = ?1 AND rule_set = ?2 AND longest <> ?3",               \
        [FEATER_MET] = "INSERT INTO " versus " (person, other, rounds, ahead, behind) VALUES"      \
                       " (?1, ?2, 1, ?3, ?4) ON CONFLICT (person, other) DO UPDATE SET"            \
                       " rounds = rounds + 1, ahead = ahead + ?3, behind = behind + ?4",           \
        [FEATER_ROUNDS] = "SELECT d.round, o.rule_set, o.ended_at - o.started_at FROM identity i"  \
                          " CROSS JOIN result r ON r.identity = i.id"                              \
                          " CROSS JOIN rated d ON d.round = r.round"                               \
                          " CROSS JOIN round o ON o.id = r.round"                                  \
                          " WHERE i.person = ?1 GROUP BY d.id ORDER BY d.id",                      \
        [FEATER_SETS] = "SELECT rule_set FROM " feat " WHERE person = ?1 AND rule_set >= ?2"       \
                        " ORDER BY rule_set LIMIT 1 OFFSET ?3",                                    \
        [FEATER_DROP] = "DELETE FROM " feat " WHERE person = ?1",                                  \
        [FEATER_DROP_MET_BY] = "DELETE FROM " versus " WHERE other = ?1 AND person IN"             \
                               " (SELECT other FROM " versus " WHERE person = ?1)",                \
        [FEATER_DROP_MET] = "DELETE FROM " versus " WHERE person = ?1",                            \
        [FEATER_JOIN_MET] = "INSERT INTO " versus " SELECT ?2, other, rounds, ahead, behind FROM"  \
                            " " versus " WHERE person = ?1 AND other <> ?2"                        \
                            " ON CONFLICT (person, other) DO UPDATE SET"                           \
                            " rounds = rounds + excluded.rounds, ahead = ahead + excluded.ahead,"  \
                            " behind = behind + excluded.behind",                                  \
        [FEATER_JOIN_MET_BY] = "INSERT INTO " versus " SELECT other, ?2, rounds, behind, ahead"    \
                               " FROM " versus " WHERE person = ?1 AND other <> ?2"                \
                               " ON CONFLICT (person, other) DO UPDATE SET"                        \
                               " rounds = rounds + excluded.rounds,"                               \
                               " ahead = ahead + excluded.ahead,"                                  \
                               " behind = behind + excluded.behind",                               \
        [FEATER_PRUNED] =                                                                          \
            "SELECT 1 FROM setting WHERE scope = 'store' AND key = 'results_before'",              \
    }

static const char *const feater_sql[][FEATER_STMTS] = {
    [FEATS_KEPT] = FEATER_SQL("feat", "versus"),
    [FEATS_DUE] = FEATER_SQL("temp.due_feat", "temp.due_versus"),
};

bool feater_open(struct feater *feater, sqlite3 *db, enum feats_table table)
{
    for (unsigned i = 0; i < FEATER_STMTS; i++)
        if (sqlite3_prepare_v3(db, feater_sql[table][i], -1, SQLITE_PREPARE_PERSISTENT,
                               &feater->stmts[i], NULL) != SQLITE_OK)
            return false;
    return true;
}

void feater_close(struct feater *feater)
{
    for (unsigned i = 0; i < FEATER_STMTS; i++)
        sqlite3_finalize(feater->stmts[i]);
    *feater = (struct feater){{NULL}};
}

void feater_reset(struct feater *feater)
{
    for (unsigned i = 0; i < FEATER_STMTS; i++)
        sqlite3_reset(feater->stmts[i]);
}

/* Runs a statement about one person, or two. */
static bool run_of(struct feater *feater, enum feater_stmt which, int64_t person, int64_t other)
{
    sqlite3_stmt *stmt = feater->stmts[which];
    return bind_int(stmt, 1, person) &&
           (sqlite3_bind_parameter_count(stmt) < 2 || bind_int(stmt, 2, other)) && sqlite_run(stmt);
}

/* -- the feats of one person in one set -- */

static bool get(struct feater *feater, int64_t person, const char *set, struct store_feats *feats)
{
    sqlite3_stmt *row = feater->stmts[FEATER_GET];
    *feats = (struct store_feats){.rounds = 0};
    snprintf(feats->set, sizeof(feats->set), "%s", set);
    if (!bind_int(row, 1, person) || !bind_text(row, 2, set))
        return false;
    if (sqlite3_step(row) == SQLITE_ROW) {
        uint32_t *const counts[] = {&feats->rounds,     &feats->won,    &feats->duels_won,
                                    &feats->duels_lost, &feats->bluffs, &feats->streak,
                                    &feats->plays};
        for (int i = 0; i < (int)(sizeof(counts) / sizeof(counts[0])); i++)
            *counts[i] = (uint32_t)sqlite3_column_int64(row, i);
        feats->lasted = sqlite3_column_int64(row, 7);
        feats->fast_round = sqlite3_column_int64(row, 8);
        feats->cards = (uint32_t)sqlite3_column_int64(row, 9);
        feats->cards_round = sqlite3_column_int64(row, 10);
        feats->longest = (uint32_t)sqlite3_column_int64(row, 11);
    }
    return sqlite3_reset(row) == SQLITE_OK;
}

/* The longest streak has an index, which is written only when it changes. */
static bool put(struct feater *feater, int64_t person, const struct store_feats *feats)
{
    sqlite3_stmt *stmt = feater->stmts[FEATER_PUT], *longest = feater->stmts[FEATER_LONGEST];
    const int64_t values[] = {feats->rounds,     feats->won,         feats->duels_won,
                              feats->duels_lost, feats->bluffs,      feats->streak,
                              feats->plays,      feats->lasted,      feats->fast_round,
                              feats->cards,      feats->cards_round, feats->longest};
    if (!bind_int(stmt, 1, person) || !bind_text(stmt, 2, feats->set))
        return false;
    for (int i = 0; i < (int)(sizeof(values) / sizeof(values[0])); i++)
        if (!bind_int(stmt, 3 + i, values[i]))
            return false;
    return sqlite_run(stmt) && bind_int(longest, 1, person) && bind_text(longest, 2, feats->set) &&
           bind_int(longest, 3, feats->longest) && sqlite_run(longest);
}

/* -- a round -- */

enum { SEATS_MAX = 32 };

struct feat_seat {
    int64_t person;
    int64_t place;
    struct feat_round did;
};

struct feat_seats {
    unsigned count;
    struct feat_seat at[SEATS_MAX];
};

static bool read_seats(struct feater *feater, const struct feater_round *round,
                       struct feat_seats *seats)
{
    sqlite3_stmt *row = feater->stmts[FEATER_SEATS];
    seats->count = 0;
    if (!bind_int(row, 1, round->round))
        return false;
    while (seats->count < SEATS_MAX && sqlite3_step(row) == SQLITE_ROW) {
        seats->at[seats->count++] = (struct feat_seat){
            .person = sqlite3_column_int64(row, 0),
            .place = sqlite3_column_int64(row, 2),
            .did = {.round = round->round,
                    .lasted = round->lasted,
                    .won = sqlite3_column_int64(row, 1) != 0,
                    .plays = (unsigned)sqlite3_column_int64(row, 3),
                    .cards = (unsigned)sqlite3_column_int64(row, 4),
                    .duels_won = (unsigned)sqlite3_column_int64(row, 5),
                    .duels_lost = (unsigned)sqlite3_column_int64(row, 6),
                    .bluffs = (unsigned)sqlite3_column_int64(row, 7)},
        };
    }
    return sqlite3_reset(row) == SQLITE_OK;
}

static bool add_in(struct feater *feater, const struct feat_seat *seat, const char *set)
{
    struct store_feats feats;
    if (!get(feater, seat->person, set, &feats))
        return false;
    feat_add(&feats, &seat->did);
    return put(feater, seat->person, &feats);
}

static bool add(struct feater *feater, const struct feat_seat *seat, const char *set)
{
    return add_in(feater, seat, "") && (*set == '\0' || add_in(feater, seat, set));
}

static bool meet(struct feater *feater, const struct feat_seat *one, const struct feat_seat *other)
{
    sqlite3_stmt *stmt = feater->stmts[FEATER_MET];
    return bind_int(stmt, 1, one->person) && bind_int(stmt, 2, other->person) &&
           bind_int(stmt, 3, one->place < other->place) &&
           bind_int(stmt, 4, one->place > other->place) && sqlite_run(stmt);
}

bool feater_round(struct feater *feater, const struct feater_round *round)
{
    struct feat_seats seats;
    bool good = read_seats(feater, round, &seats);
    for (unsigned i = 0; good && i < seats.count; i++) {
        good = add(feater, &seats.at[i], round->rule_set);
        for (unsigned n = 0; good && n < seats.count; n++)
            good = n == i || meet(feater, &seats.at[i], &seats.at[n]);
    }
    return good;
}

/* -- one person's rounds -- */

static bool drop(struct feater *feater, int64_t person)
{
    return run_of(feater, FEATER_DROP, person, 0) &&
           run_of(feater, FEATER_DROP_MET_BY, person, 0) &&
           run_of(feater, FEATER_DROP_MET, person, 0);
}

static bool recount_round(struct feater *feater, int64_t person, const struct feater_round *round)
{
    struct feat_seats seats;
    const struct feat_seat *own = NULL;
    bool good = read_seats(feater, round, &seats);
    for (unsigned i = 0; good && i < seats.count; i++)
        own = seats.at[i].person == person ? &seats.at[i] : own;
    good = good && (own == NULL || add(feater, own, round->rule_set));
    for (unsigned i = 0; good && own != NULL && i < seats.count; i++)
        good = &seats.at[i] == own ||
               (meet(feater, own, &seats.at[i]) && meet(feater, &seats.at[i], own));
    return good;
}

/* Adds up anew what the person's results give. */
static bool recount(struct feater *feater, int64_t person)
{
    sqlite3_stmt *row = feater->stmts[FEATER_ROUNDS];
    int code = SQLITE_ERROR;
    bool good = drop(feater, person) && bind_int(row, 1, person);
    while (good && (code = sqlite3_step(row)) == SQLITE_ROW)
        good = recount_round(feater, person,
                             &(struct feater_round){.round = sqlite3_column_int64(row, 0),
                                                    .rule_set = column_text(row, 1),
                                                    .lasted = sqlite3_column_int64(row, 2)});
    return sqlite3_reset(row) == SQLITE_OK && good && code == SQLITE_DONE;
}

/* -- links -- */

static bool read_pruned(struct feater *feater, bool *pruned)
{
    int64_t one = 0;
    enum found found = sqlite_run_row(feater->stmts[FEATER_PRUNED], &one, NULL);
    *pruned = found == FOUND;
    return found != ERROR;
}

/* The next set of which the person has feats; NONE: there is none. */
static enum found next_set(struct feater *feater, int64_t person, char set[STORE_SET_MAX],
                           bool behind)
{
    sqlite3_stmt *row = feater->stmts[FEATER_SETS];
    if (!bind_int(row, 1, person) ||
        sqlite3_bind_text(row, 2, set, -1, SQLITE_TRANSIENT) != SQLITE_OK ||
        !bind_int(row, 3, behind))
        return ERROR;
    enum found found = sqlite3_step(row) == SQLITE_ROW ? FOUND : NONE;
    if (found == FOUND)
        snprintf(set, STORE_SET_MAX, "%s", column_text(row, 0));
    return sqlite3_reset(row) == SQLITE_OK ? found : ERROR;
}

/* Without their rounds: what both have. */
static bool add_up(struct feater *feater, const struct feater_join *join)
{
    char set[STORE_SET_MAX] = "";
    enum found found = next_set(feater, join->from, set, false);
    while (found == FOUND) {
        struct store_feats feats, theirs;
        if (!get(feater, join->into, set, &feats) || !get(feater, join->from, set, &theirs))
            return false;
        feat_join(&feats, &theirs);
        if (!put(feater, join->into, &feats))
            return false;
        found = next_set(feater, join->from, set, true);
    }
    return found == NONE && run_of(feater, FEATER_JOIN_MET, join->from, join->into) &&
           run_of(feater, FEATER_JOIN_MET_BY, join->from, join->into);
}

bool feater_join_begin(struct feater *feater, struct feater_join *join)
{
    return read_pruned(feater, &join->pruned) && (!join->pruned || add_up(feater, join)) &&
           drop(feater, join->from);
}

bool feater_join_end(struct feater *feater, const struct feater_join *join)
{
    return join->pruned || recount(feater, join->into);
}

bool feater_part(struct feater *feater, int64_t person, int64_t own)
{
    bool pruned = false;
    return read_pruned(feater, &pruned) && (pruned || recount(feater, person)) &&
           recount(feater, own);
}

/* -- all of them -- */

bool sqlite_feats_replay(sqlite3 *db)
{
    static const char table_sql[] =
        "DROP TABLE IF EXISTS temp.due_feat; DROP TABLE IF EXISTS temp.due_versus;"
        "CREATE TEMP TABLE due_feat (person INTEGER, rule_set TEXT, rounds INTEGER, won INTEGER,"
        " duels_won INTEGER, duels_lost INTEGER, bluffs INTEGER, streak INTEGER, longest INTEGER,"
        " plays INTEGER, lasted INTEGER, fast_round INTEGER, cards INTEGER, cards_round INTEGER,"
        " PRIMARY KEY (person, rule_set)) WITHOUT ROWID;"
        "CREATE TEMP TABLE due_versus (person INTEGER, other INTEGER, rounds INTEGER,"
        " ahead INTEGER, behind INTEGER, PRIMARY KEY (person, other)) WITHOUT ROWID";
    static const char log_sql[] =
        "SELECT d.round, o.rule_set, o.ended_at - o.started_at FROM rated d"
        " CROSS JOIN round o ON o.id = d.round ORDER BY d.id";
    struct feater feater = {{NULL}};
    sqlite3_stmt *row = NULL;
    int code = SQLITE_ERROR;
    bool good = sqlite3_exec(db, table_sql, NULL, NULL, NULL) == SQLITE_OK &&
                feater_open(&feater, db, FEATS_DUE) &&
                sqlite3_prepare_v2(db, log_sql, -1, &row, NULL) == SQLITE_OK;
    while (good && (code = sqlite3_step(row)) == SQLITE_ROW)
        good = feater_round(&feater, &(struct feater_round){sqlite3_column_int64(row, 0),
                                                            sqlite3_column_int64(row, 2),
                                                            column_text(row, 1)});
    sqlite3_finalize(row);
    feater_close(&feater);
    return good && code == SQLITE_DONE;
}

bool sqlite_feats_keep(sqlite3 *db)
{
    static const char sql[] =
        "DELETE FROM feat; DELETE FROM versus;"
        "INSERT INTO feat (person, rule_set, " FEAT_COLUMNS ")"
        " SELECT person, rule_set, " FEAT_COLUMNS " FROM temp.due_feat;"
        "INSERT INTO versus SELECT person, other, rounds, ahead, behind FROM temp.due_versus;"
        "DROP TABLE temp.due_feat; DROP TABLE temp.due_versus";
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
}
