#include "sql_records.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "sql_text.h"

/* The seats of the round ?1, without people who have two seats and without forgotten people. */
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
            "SELECT " RECORD_COLUMNS " FROM " feat " WHERE person = ?1 AND rule_set = ?2",         \
        [FEATER_PUT] = "INSERT INTO " feat " (person, rule_set, " RECORD_COLUMNS ") VALUES"        \
                       " (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)"            \
                       " ON CONFLICT (person, rule_set) DO UPDATE SET rounds = excluded.rounds,"   \
                       " won = excluded.won, duels_won = excluded.duels_won,"                      \
                       " duels_lost = excluded.duels_lost, bluffs = excluded.bluffs,"              \
                       " streak = excluded.streak, plays = excluded.plays,"                        \
                       " lasted = excluded.lasted, fast_round = excluded.fast_round,"              \
                       " cards = excluded.cards, cards_round = excluded.cards_round",              \
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

static const char *const recorder_sql[][FEATER_STMTS] = {
    [RECORDS_KEPT] = FEATER_SQL("feat", "versus"),
    [RECORDS_DUE] = FEATER_SQL("temp.due_feat", "temp.due_versus"),
};

bool recorder_open(struct recorder *recorder, struct sql *sql, enum records_table table)
{
    for (unsigned i = 0; i < FEATER_STMTS; i++) {
        recorder->stmts[i] = sql_prepare(sql, recorder_sql[table][i]);
        if (recorder->stmts[i] == NULL)
            return false;
    }
    return true;
}

void recorder_close(struct recorder *recorder)
{
    for (unsigned i = 0; i < FEATER_STMTS; i++)
        sql_finalize(recorder->stmts[i]);
    *recorder = (struct recorder){{NULL}};
}

void recorder_reset(struct recorder *recorder)
{
    for (unsigned i = 0; i < FEATER_STMTS; i++) {
        if (recorder->stmts[i] != NULL)
            sql_reset(recorder->stmts[i]);
    }
}

/* Runs a statement about one person, two persons, or a round. */
static bool run_of(struct recorder *recorder, enum recorder_stmt which, int64_t person,
                   int64_t other)
{
    struct sql_stmt *stmt = recorder->stmts[which];
    return sql_bind_int(stmt, 1, person) &&
           (sql_params(stmt) < 2 || sql_bind_int(stmt, 2, other)) && sql_run(stmt);
}

/* -- the records of one person in one set -- */

void recorder_read(struct sql_stmt *row, int at, struct store_records *records)
{
    uint32_t *const counts[] = {&records->rounds,     &records->won,    &records->duels_won,
                                &records->duels_lost, &records->bluffs, &records->streak,
                                &records->plays};
    for (int i = 0; i < (int)(ARRAY_SIZE(counts)); i++)
        *counts[i] = (uint32_t)sql_int64(row, at + i);
    records->lasted = sql_int64(row, at + 7);
    records->fast_round = sql_int64(row, at + 8);
    records->cards = (uint32_t)sql_int64(row, at + 9);
    records->cards_round = sql_int64(row, at + 10);
    records->longest = (uint32_t)sql_int64(row, at + 11);
}

static bool get_row(struct recorder *recorder, int64_t person, const char *set,
                    struct store_records *records)
{
    struct sql_stmt *row = recorder->stmts[FEATER_GET];
    *records = (struct store_records){.rounds = 0};
    snprintf(records->set, sizeof(records->set), "%s", set);
    if (!sql_bind_int(row, 1, person) || !sql_bind_text(row, 2, set))
        return false;
    if (sql_step(row) == SQL_ROW)
        recorder_read(row, 0, records);
    return sql_reset(row);
}

/* Gathers the records of one set. Writes the longest streak only if it is not `was`, because
 * setting that column writes its index. */
static bool put_row(struct recorder *recorder, int64_t person, const struct store_records *records,
                    uint32_t was)
{
    struct sql_stmt *stmt = recorder->stmts[FEATER_PUT], *longest = recorder->stmts[FEATER_LONGEST];
    const int64_t values[] = {records->rounds,     records->won,         records->duels_won,
                              records->duels_lost, records->bluffs,      records->streak,
                              records->plays,      records->lasted,      records->fast_round,
                              records->cards,      records->cards_round, records->longest};
    if (!sql_bind_int(stmt, 1, person) || !sql_bind_text(stmt, 2, records->set))
        return false;
    for (int i = 0; i < (int)(ARRAY_SIZE(values)); i++) {
        if (!sql_bind_int(stmt, 3 + i, values[i]))
            return false;
    }
    return sql_gather(stmt) &&
           (records->longest == was ||
            (sql_bind_int(longest, 1, person) && sql_bind_text(longest, 2, records->set) &&
             sql_bind_int(longest, 3, records->longest) && sql_run(longest)));
}

static bool send_rows(struct recorder *recorder)
{
    return sql_send_gathered(recorder->stmts[FEATER_PUT]);
}

/* -- a round -- */

enum { SEATS_MAX = 32 };

struct recorder_seat {
    struct recorder_met who;
    struct record_round did;
};

struct recorder_seats {
    unsigned count;
    struct recorder_seat at[SEATS_MAX];
};

static bool read_seats(struct recorder *recorder, const struct recorder_round *round,
                       struct recorder_seats *seats)
{
    struct sql_stmt *row = recorder->stmts[FEATER_SEATS];
    seats->count = 0;
    if (!sql_bind_int(row, 1, round->round))
        return false;
    while (seats->count < SEATS_MAX && sql_step(row) == SQL_ROW) {
        seats->at[seats->count++] = (struct recorder_seat){
            .who = {sql_int64(row, 0), sql_int64(row, 2)},
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

bool recorder_end(struct recorder *recorder, int64_t person, const struct record_round *did,
                  struct store_records *records)
{
    uint32_t was = records->longest;
    record_add(records, did);
    return put_row(recorder, person, records, was);
}

static bool add_in(struct recorder *recorder, const struct recorder_seat *seat, const char *set)
{
    struct store_records records;
    return get_row(recorder, seat->who.person, set, &records) &&
           recorder_end(recorder, seat->who.person, &seat->did, &records);
}

static bool add_to_row(struct recorder *recorder, const struct recorder_seat *seat, const char *set)
{
    return add_in(recorder, seat, "") && (*set == '\0' || add_in(recorder, seat, set));
}

bool recorder_meet(struct recorder *recorder, const struct recorder_met *one,
                   const struct recorder_met *other)
{
    struct sql_stmt *stmt = recorder->stmts[FEATER_MET];
    return sql_bind_int(stmt, 1, one->person) && sql_bind_int(stmt, 2, other->person) &&
           sql_bind_int(stmt, 3, one->place < other->place) &&
           sql_bind_int(stmt, 4, one->place > other->place) && sql_run(stmt);
}

bool recorder_round(struct recorder *recorder, const struct recorder_round *round)
{
    struct recorder_seats seats;
    bool good = read_seats(recorder, round, &seats);
    for (unsigned i = 0; good && i < seats.count; i++)
        good = add_to_row(recorder, &seats.at[i], round->rule_set);
    return good && recorder_end_met(recorder, round);
}

bool recorder_end_met(struct recorder *recorder, const struct recorder_round *round)
{
    return send_rows(recorder) && run_of(recorder, FEATER_MET_ALL, round->round, 0);
}

static bool expect_round(struct recorder *recorder, const struct recorder_round *round)
{
    struct sql_stmt *stmt = recorder->stmts[FEATER_SEATS];
    return !sql_is_remote(stmt) || (sql_bind_int(stmt, 1, round->round) && sql_pipeline(stmt));
}

/* -- one person's rounds -- */

static bool drop_records(struct recorder *recorder, int64_t person)
{
    return run_of(recorder, FEATER_DROP, person, 0) &&
           run_of(recorder, FEATER_DROP_MET_BY, person, 0) &&
           run_of(recorder, FEATER_DROP_MET, person, 0);
}

/* The sums over all rounds of one person, in all sets ("") and in each set. */
struct record_tally {
    struct store_records *sets;
    unsigned count;
};

static bool tally_in(struct record_tally *tally, const struct recorder_seat *own, const char *set)
{
    unsigned at = 0;
    while (at < tally->count && strcmp(tally->sets[at].set, set) != 0)
        at++;
    if (at == tally->count) {
        struct store_records *more = array_grow(tally->sets, at, sizeof(*more));
        if (more == NULL)
            return false;
        tally->sets = more;
        tally->sets[tally->count++] = (struct store_records){.rounds = 0};
        snprintf(more[at].set, sizeof(more[at].set), "%s", set);
    }
    record_add(&tally->sets[at], &own->did);
    return true;
}

static bool tally_round(struct recorder *recorder, int64_t person,
                        const struct recorder_round *round, struct record_tally *tally)
{
    struct recorder_seats seats;
    const struct recorder_seat *own = NULL;
    bool good = read_seats(recorder, round, &seats);
    for (unsigned i = 0; good && i < seats.count; i++)
        own = seats.at[i].who.person == person ? &seats.at[i] : own;
    if (!good || own == NULL)
        return good;
    good = tally_in(tally, own, "") &&
           (*round->rule_set == '\0' || tally_in(tally, own, round->rule_set));
    for (unsigned i = 0; good && i < seats.count; i++) {
        good = &seats.at[i] == own || (recorder_meet(recorder, &own->who, &seats.at[i].who) &&
                                       recorder_meet(recorder, &seats.at[i].who, &own->who));
    }
    return good;
}

enum { ROUNDS_STEP = 64 /* rounds that are read together */ };

struct some_rounds {
    unsigned count;
    struct recorder_round at[ROUNDS_STEP];
    char sets[ROUNDS_STEP][STORE_SET_MAX];
};

/* Reads the next rounds of the statement, ROUNDS_STEP at most; count 0: there are no more. */
static bool read_rounds(struct sql_stmt *row, struct some_rounds *some)
{
    enum sql_step code = SQL_ROW;
    some->count = 0;
    while (some->count < ROUNDS_STEP && (code = sql_step(row)) == SQL_ROW) {
        char *set = some->sets[some->count];
        snprintf(set, STORE_SET_MAX, "%s", sql_text(row, 1));
        some->at[some->count++] = (struct recorder_round){
            .round = sql_int64(row, 0), .lasted = sql_int64(row, 2), .rule_set = set};
    }
    return code != SQL_ERROR;
}

static bool tally_all(struct recorder *recorder, int64_t person, struct record_tally *tally)
{
    struct sql_stmt *row = recorder->stmts[FEATER_ROUNDS];
    struct some_rounds some = {.count = ROUNDS_STEP};
    bool good = sql_bind_int(row, 1, person);
    while (good && some.count == ROUNDS_STEP) {
        good = read_rounds(row, &some);
        for (unsigned i = 0; good && i < some.count; i++)
            good = expect_round(recorder, &some.at[i]);
        for (unsigned i = 0; good && i < some.count; i++)
            good = tally_round(recorder, person, &some.at[i], tally);
    }
    return sql_reset(row) && good;
}

/* Adds up the person's results again. */
static bool recount_person(struct recorder *recorder, int64_t person)
{
    struct record_tally tally = {.sets = NULL};
    bool good = drop_records(recorder, person) && tally_all(recorder, person, &tally);
    for (unsigned i = 0; good && i < tally.count; i++)
        good = put_row(recorder, person, &tally.sets[i], 0);
    free(tally.sets);
    return good && send_rows(recorder);
}

/* -- links -- */

static bool read_pruned(struct recorder *recorder, bool *pruned)
{
    int64_t one = 0;
    enum found found = sql_run_row(recorder->stmts[FEATER_PRUNED], &one, NULL);
    *pruned = found == FOUND;
    return found != ERROR;
}

/* Finds the next set after `set` in which the person has records, or `set` itself unless `behind`.
 * NONE: there is none. */
static enum found next_set(struct recorder *recorder, int64_t person, char set[STORE_SET_MAX],
                           bool behind)
{
    struct sql_stmt *row = recorder->stmts[FEATER_SETS];
    if (!sql_bind_int(row, 1, person) || !sql_bind_text(row, 2, set) ||
        !sql_bind_int(row, 3, behind))
        return ERROR;
    enum found found = sql_step(row) == SQL_ROW ? FOUND : NONE;
    if (found == FOUND)
        snprintf(set, STORE_SET_MAX, "%s", sql_text(row, 0));
    return sql_reset(row) ? found : ERROR;
}

/* Joins what both have, without their rounds. */
static bool add_up(struct recorder *recorder, const struct recorder_join *join)
{
    char set[STORE_SET_MAX] = "";
    enum found found = next_set(recorder, join->from, set, false);
    while (found == FOUND) {
        struct store_records records, theirs;
        if (!get_row(recorder, join->into, set, &records) ||
            !get_row(recorder, join->from, set, &theirs))
            return false;
        uint32_t was = records.longest;
        record_join(&records, &theirs);
        if (!put_row(recorder, join->into, &records, was) || !send_rows(recorder))
            return false;
        found = next_set(recorder, join->from, set, true);
    }
    return found == NONE && run_of(recorder, FEATER_JOIN_MET, join->from, join->into) &&
           run_of(recorder, FEATER_JOIN_MET_BY, join->from, join->into);
}

bool recorder_join_begin(struct recorder *recorder, struct recorder_join *join)
{
    return read_pruned(recorder, &join->pruned) && (!join->pruned || add_up(recorder, join)) &&
           drop_records(recorder, join->from);
}

bool recorder_join_end(struct recorder *recorder, const struct recorder_join *join)
{
    return join->pruned || recount_person(recorder, join->into);
}

bool recorder_part(struct recorder *recorder, int64_t person, int64_t own)
{
    bool pruned = false;
    return read_pruned(recorder, &pruned) && (pruned || recount_person(recorder, person)) &&
           recount_person(recorder, own);
}
