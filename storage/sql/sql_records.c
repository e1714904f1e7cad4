#include "sql_records.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "sql_text.h"

/* The seats of the round ?1: who holds two is left out, and who was forgotten. */
#define SEATS                                                                                      \
    " FROM result r CROSS JOIN identity i ON i.id = r.identity"                                    \
    " CROSS JOIN person p ON p.id = i.person AND NOT (p.named = 1 AND p.name = '')"                \
    " WHERE r.round = ?1 AND NOT EXISTS (" SQL_OTHER_SEAT " AND j.person = i.person)"
#define PLACE "coalesce(r.place, CASE WHEN r.won = 1 THEN 1 ELSE 2 END)"

#define FEATER_SQL(feat, versus)                                                                   \
    {                                                                                              \
        [FEATER_SEATS] =                                                                           \
            "SELECT i.person, r.won, " PLACE                                                       \
            ", r.plays, r.cards, r.duels_won, r.duels_lost, r.bluffs" SEATS " ORDER BY r.seat",    \
        [FEATER_GET] =                                                                             \
            "SELECT " FEAT_COLUMNS " FROM " feat " WHERE person = ?1 AND rule_set = ?2",           \
        [FEATER_PUT] = "INSERT INTO " feat " (person, rule_set, " FEAT_COLUMNS ") VALUES"          \
                       " (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)"            \
                       " ON CONFLICT (person, rule_set) DO UPDATE SET rounds = ?3, won = ?4,"      \
                       " duels_won = ?5, duels_lost = ?6, bluffs = ?7, streak = ?8, plays = ?9,"   \
                       " lasted = ?10, fast_round = ?11, cards = ?12, cards_round = ?13",          \
        [FEATER_LONGEST] = "UPDATE " feat " SET longest = ?3"                                      \
                           " WHERE person = ?1 AND rule_set = ?2 AND longest <> ?3",               \
        [FEATER_MET] = "INSERT INTO " versus " AS v (person, other, rounds, ahead, behind) VALUES" \
                       " (?1, ?2, 1, ?3, ?4) ON CONFLICT (person, other) DO UPDATE SET"            \
                       " rounds = v.rounds + 1, ahead = v.ahead + ?3, behind = v.behind + ?4",     \
        [FEATER_MET_ALL] =                                                                         \
            "INSERT INTO " versus " AS v (person, other, rounds, ahead, behind)"                   \
            " WITH s AS MATERIALIZED (SELECT i.person AS person, " PLACE " AS place" SEATS ")"     \
            " SELECT a.person, b.person, 1, CASE WHEN a.place < b.place THEN 1 ELSE 0 END,"        \
            " CASE WHEN a.place > b.place THEN 1 ELSE 0 END FROM s a, s b"                         \
            " WHERE a.person <> b.person ON CONFLICT (person, other) DO UPDATE SET"                \
            " rounds = v.rounds + 1, ahead = v.ahead + excluded.ahead,"                            \
            " behind = v.behind + excluded.behind",                                                \
        [FEATER_ROUNDS] = "SELECT d.round, o.rule_set, o.ended_at - o.started_at FROM identity i"  \
                          " CROSS JOIN result r ON r.identity = i.id"                              \
                          " CROSS JOIN rated d ON d.round = r.round"                               \
                          " CROSS JOIN round o ON o.id = r.round"                                  \
                          " WHERE i.person = ?1 GROUP BY d.id, o.id ORDER BY d.id",                \
        [FEATER_SETS] = "SELECT rule_set FROM " feat " WHERE person = ?1 AND rule_set >= ?2"       \
                        " ORDER BY rule_set LIMIT 1 OFFSET ?3",                                    \
        [FEATER_DROP] = "DELETE FROM " feat " WHERE person = ?1",                                  \
        [FEATER_DROP_MET_BY] = "DELETE FROM " versus " WHERE other = ?1 AND person IN"             \
                               " (SELECT other FROM " versus " WHERE person = ?1)",                \
        [FEATER_DROP_MET] = "DELETE FROM " versus " WHERE person = ?1",                            \
        [FEATER_JOIN_MET] =                                                                        \
            "INSERT INTO " versus " AS v (person, other, rounds, ahead, behind) SELECT ?2, "       \
            "other, rounds, ahead, behind FROM"                                                    \
            " " versus " WHERE person = ?1 AND other <> ?2"                                        \
            " ON CONFLICT (person, other) DO UPDATE SET"                                           \
            " rounds = v.rounds + excluded.rounds, ahead = v.ahead + excluded.ahead,"              \
            " behind = v.behind + excluded.behind",                                                \
        [FEATER_JOIN_MET_BY] =                                                                     \
            "INSERT INTO " versus                                                                  \
            " AS v (person, other, rounds, ahead, behind) SELECT other, ?2, rounds, behind, ahead" \
            " FROM " versus " WHERE person = ?1 AND other <> ?2"                                   \
            " ON CONFLICT (person, other) DO UPDATE SET"                                           \
            " rounds = v.rounds + excluded.rounds,"                                                \
            " ahead = v.ahead + excluded.ahead,"                                                   \
            " behind = v.behind + excluded.behind",                                                \
        [FEATER_PRUNED] =                                                                          \
            "SELECT 1 FROM setting WHERE scope = 'store' AND key = 'results_before'",              \
    }

static const char *const feater_sql[][FEATER_STMTS] = {
    [FEATS_KEPT] = FEATER_SQL("feat", "versus"),
    [FEATS_DUE] = FEATER_SQL("temp.due_feat", "temp.due_versus"),
};

bool feater_open(struct feater *feater, struct sql *sql, enum feats_table table)
{
    for (unsigned i = 0; i < FEATER_STMTS; i++) {
        feater->stmts[i] = sql_prepare(sql, feater_sql[table][i]);
        if (feater->stmts[i] == NULL)
            return false;
    }
    return true;
}

void feater_close(struct feater *feater)
{
    for (unsigned i = 0; i < FEATER_STMTS; i++)
        sql_finalize(feater->stmts[i]);
    *feater = (struct feater){{NULL}};
}

void feater_reset(struct feater *feater)
{
    for (unsigned i = 0; i < FEATER_STMTS; i++) {
        if (feater->stmts[i] != NULL)
            sql_reset(feater->stmts[i]);
    }
}

/* Runs a statement about one person, or two; or about a round. */
static bool run_of(struct feater *feater, enum feater_stmt which, int64_t person, int64_t other)
{
    struct sql_stmt *stmt = feater->stmts[which];
    return sql_bind_int(stmt, 1, person) &&
           (sql_params(stmt) < 2 || sql_bind_int(stmt, 2, other)) && sql_run(stmt);
}

/* -- the feats of one person in one set -- */

static bool bind_get(struct sql_stmt *stmt, int64_t person, const char *set)
{
    return sql_bind_int(stmt, 1, person) && sql_bind_text(stmt, 2, set);
}

static bool get(struct feater *feater, int64_t person, const char *set, struct store_feats *feats)
{
    struct sql_stmt *row = feater->stmts[FEATER_GET];
    *feats = (struct store_feats){.rounds = 0};
    snprintf(feats->set, sizeof(feats->set), "%s", set);
    if (!bind_get(row, person, set))
        return false;
    if (sql_step(row) == SQL_ROW) {
        uint32_t *const counts[] = {&feats->rounds,     &feats->won,    &feats->duels_won,
                                    &feats->duels_lost, &feats->bluffs, &feats->streak,
                                    &feats->plays};
        for (int i = 0; i < (int)(ARRAY_SIZE(counts)); i++)
            *counts[i] = (uint32_t)sql_int64(row, i);
        feats->lasted = sql_int64(row, 7);
        feats->fast_round = sql_int64(row, 8);
        feats->cards = (uint32_t)sql_int64(row, 9);
        feats->cards_round = sql_int64(row, 10);
        feats->longest = (uint32_t)sql_int64(row, 11);
    }
    return sql_reset(row);
}

/* The longest streak has an index, which is written only when it changes; it was `was`. */
static bool put(struct feater *feater, int64_t person, const struct store_feats *feats,
                uint32_t was)
{
    struct sql_stmt *stmt = feater->stmts[FEATER_PUT], *longest = feater->stmts[FEATER_LONGEST];
    const int64_t values[] = {feats->rounds,     feats->won,         feats->duels_won,
                              feats->duels_lost, feats->bluffs,      feats->streak,
                              feats->plays,      feats->lasted,      feats->fast_round,
                              feats->cards,      feats->cards_round, feats->longest};
    if (!sql_bind_int(stmt, 1, person) || !sql_bind_text(stmt, 2, feats->set))
        return false;
    for (int i = 0; i < (int)(ARRAY_SIZE(values)); i++) {
        if (!sql_bind_int(stmt, 3 + i, values[i]))
            return false;
    }
    return sql_run(stmt) &&
           (feats->longest == was ||
            (sql_bind_int(longest, 1, person) && sql_bind_text(longest, 2, feats->set) &&
             sql_bind_int(longest, 3, feats->longest) && sql_run(longest)));
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
    struct sql_stmt *row = feater->stmts[FEATER_SEATS];
    seats->count = 0;
    if (!sql_bind_int(row, 1, round->round))
        return false;
    while (seats->count < SEATS_MAX && sql_step(row) == SQL_ROW) {
        seats->at[seats->count++] = (struct feat_seat){
            .person = sql_int64(row, 0),
            .place = sql_int64(row, 2),
            .did = {.round = round->round,
                    .lasted = round->lasted,
                    .won = sql_int64(row, 1) != 0,
                    .plays = (unsigned)sql_int64(row, 3),
                    .cards = (unsigned)sql_int64(row, 4),
                    .duels_won = (unsigned)sql_int64(row, 5),
                    .duels_lost = (unsigned)sql_int64(row, 6),
                    .bluffs = (unsigned)sql_int64(row, 7)},
        };
    }
    return sql_reset(row);
}

static bool add_in(struct feater *feater, const struct feat_seat *seat, const char *set)
{
    struct store_feats feats;
    if (!get(feater, seat->person, set, &feats))
        return false;
    uint32_t was = feats.longest;
    feat_add(&feats, &seat->did);
    return put(feater, seat->person, &feats, was);
}

static bool add(struct feater *feater, const struct feat_seat *seat, const char *set)
{
    return add_in(feater, seat, "") && (*set == '\0' || add_in(feater, seat, set));
}

static bool meet(struct feater *feater, const struct feat_seat *one, const struct feat_seat *other)
{
    struct sql_stmt *stmt = feater->stmts[FEATER_MET];
    return sql_bind_int(stmt, 1, one->person) && sql_bind_int(stmt, 2, other->person) &&
           sql_bind_int(stmt, 3, one->place < other->place) &&
           sql_bind_int(stmt, 4, one->place > other->place) && sql_run(stmt);
}

bool feater_round(struct feater *feater, const struct feater_round *round)
{
    struct feat_seats seats;
    bool good = read_seats(feater, round, &seats);
    for (unsigned i = 0; good && i < seats.count; i++)
        good = add(feater, &seats.at[i], round->rule_set);
    return good && run_of(feater, FEATER_MET_ALL, round->round, 0);
}

bool feater_expect_round(struct feater *feater, const struct feater_round *round)
{
    struct sql_stmt *stmt = feater->stmts[FEATER_SEATS];
    return !sql_is_far(stmt) || (sql_bind_int(stmt, 1, round->round) && sql_ahead(stmt));
}

bool feater_expect_person(struct feater *feater, const struct feater_round *round, int64_t person)
{
    struct sql_stmt *stmt = feater->stmts[FEATER_GET];
    return !sql_is_far(stmt) || (bind_get(stmt, person, "") && sql_ahead(stmt) &&
                                 bind_get(stmt, person, round->rule_set) && sql_ahead(stmt));
}

/* -- one person's rounds -- */

static bool drop(struct feater *feater, int64_t person)
{
    return run_of(feater, FEATER_DROP, person, 0) &&
           run_of(feater, FEATER_DROP_MET_BY, person, 0) &&
           run_of(feater, FEATER_DROP_MET, person, 0);
}

/* What the rounds of one person add up to, in all sets ("") and in each. */
struct tally {
    struct store_feats *sets;
    unsigned count;
};

static bool tally_in(struct tally *tally, const struct feat_seat *own, const char *set)
{
    unsigned at = 0;
    while (at < tally->count && strcmp(tally->sets[at].set, set) != 0)
        at++;
    if (at == tally->count) {
        struct store_feats *more = realloc(tally->sets, (at + 1) * sizeof(*more));
        if (more == NULL)
            return false;
        tally->sets = more;
        tally->sets[tally->count++] = (struct store_feats){.rounds = 0};
        snprintf(more[at].set, sizeof(more[at].set), "%s", set);
    }
    feat_add(&tally->sets[at], &own->did);
    return true;
}

static bool tally_round(struct feater *feater, int64_t person, const struct feater_round *round,
                        struct tally *tally)
{
    struct feat_seats seats;
    const struct feat_seat *own = NULL;
    bool good = read_seats(feater, round, &seats);
    for (unsigned i = 0; good && i < seats.count; i++)
        own = seats.at[i].person == person ? &seats.at[i] : own;
    if (!good || own == NULL)
        return good;
    good = tally_in(tally, own, "") &&
           (*round->rule_set == '\0' || tally_in(tally, own, round->rule_set));
    for (unsigned i = 0; good && i < seats.count; i++) {
        good = &seats.at[i] == own ||
               (meet(feater, own, &seats.at[i]) && meet(feater, &seats.at[i], own));
    }
    return good;
}

enum { ROUNDS_STEP = 64 /* that are asked for together */ };

struct some_rounds {
    unsigned count;
    struct feater_round at[ROUNDS_STEP];
    char sets[ROUNDS_STEP][STORE_SET_MAX];
};

/* The next of those on which the statement stands; count 0: there are no more. */
static bool read_rounds(struct sql_stmt *row, struct some_rounds *some)
{
    enum sql_step code = SQL_ROW;
    some->count = 0;
    while (some->count < ROUNDS_STEP && (code = sql_step(row)) == SQL_ROW) {
        char *set = some->sets[some->count];
        snprintf(set, STORE_SET_MAX, "%s", sql_text(row, 1));
        some->at[some->count++] = (struct feater_round){
            .round = sql_int64(row, 0), .lasted = sql_int64(row, 2), .rule_set = set};
    }
    return code != SQL_ERROR;
}

static bool tally_all(struct feater *feater, int64_t person, struct tally *tally)
{
    struct sql_stmt *row = feater->stmts[FEATER_ROUNDS];
    struct some_rounds some = {.count = ROUNDS_STEP};
    bool good = sql_bind_int(row, 1, person);
    while (good && some.count == ROUNDS_STEP) {
        good = read_rounds(row, &some);
        for (unsigned i = 0; good && i < some.count; i++)
            good = feater_expect_round(feater, &some.at[i]);
        for (unsigned i = 0; good && i < some.count; i++)
            good = tally_round(feater, person, &some.at[i], tally);
    }
    return sql_reset(row) && good;
}

/* Adds up anew what the person's results give. */
static bool recount(struct feater *feater, int64_t person)
{
    struct tally tally = {.sets = NULL};
    bool good = drop(feater, person) && tally_all(feater, person, &tally);
    for (unsigned i = 0; good && i < tally.count; i++)
        good = put(feater, person, &tally.sets[i], 0);
    free(tally.sets);
    return good;
}

/* -- links -- */

static bool read_pruned(struct feater *feater, bool *pruned)
{
    int64_t one = 0;
    enum found found = sql_run_row(feater->stmts[FEATER_PRUNED], &one, NULL);
    *pruned = found == FOUND;
    return found != ERROR;
}

/* The next set of which the person has feats; NONE: there is none. */
static enum found next_set(struct feater *feater, int64_t person, char set[STORE_SET_MAX],
                           bool behind)
{
    struct sql_stmt *row = feater->stmts[FEATER_SETS];
    if (!sql_bind_int(row, 1, person) || !sql_bind_text(row, 2, set) ||
        !sql_bind_int(row, 3, behind))
        return ERROR;
    enum found found = sql_step(row) == SQL_ROW ? FOUND : NONE;
    if (found == FOUND)
        snprintf(set, STORE_SET_MAX, "%s", sql_text(row, 0));
    return sql_reset(row) ? found : ERROR;
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
        uint32_t was = feats.longest;
        feat_join(&feats, &theirs);
        if (!put(feater, join->into, &feats, was))
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
