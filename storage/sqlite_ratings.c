#include "sqlite_ratings.h"

#include <stdlib.h>
#include <string.h>

#include "rating.h"

/* What is asked of the ratings in a table. */
#define RATER_SQL(ratings)                                                                         \
    {                                                                                              \
        [RATER_SEATS] = "SELECT person, place FROM result r WHERE round = ?1 AND place > 0"        \
                        " AND person IS NOT NULL AND NOT EXISTS (SELECT 1 FROM result q"           \
                        " WHERE q.round = r.round AND q.seat <> r.seat AND q.person = r.person)"   \
                        " ORDER BY seat",                                                          \
        [RATER_GET] =                                                                              \
            "SELECT mu, sigma, rounds FROM " ratings " WHERE person = ?1 AND rule_set = ?2",       \
        [RATER_PUT] = "INSERT INTO " ratings " (person, rule_set, mu, sigma, rounds)"              \
                      " VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT (person, rule_set)"                \
                      " DO UPDATE SET mu = ?3, sigma = ?4, rounds = ?5",                           \
        [RATER_NEXT] =                                                                             \
            "SELECT rule_set, mu, sigma, rounds FROM " ratings                                     \
            " WHERE person = ?1 AND rule_set >= ?2 ORDER BY rule_set LIMIT 1 OFFSET ?3",           \
        [RATER_COPY] =                                                                             \
            "INSERT INTO " ratings " (person, rule_set, mu, sigma, rounds)"                        \
            " SELECT ?2, rule_set, mu, sigma, rounds FROM " ratings " WHERE person = ?1",          \
        [RATER_DROP] = "DELETE FROM " ratings " WHERE person = ?1",                                \
        [RATER_LOG_ROUND] = "INSERT INTO rated (round) VALUES (?1)",                               \
        [RATER_LOG_PERSON] = "INSERT INTO rated (person, source, stays) VALUES (?1, ?2, ?3)",      \
    }

static const char *const rater_sql[][RATER_STMTS] = {
    [RATINGS_KEPT] = RATER_SQL("rating"),
    [RATINGS_DUE] = RATER_SQL("temp.due_rating"),
};

bool rater_open(struct rater *rater, sqlite3 *db, enum ratings_table table)
{
    for (unsigned i = 0; i < RATER_STMTS; i++)
        if (sqlite3_prepare_v3(db, rater_sql[table][i], -1, SQLITE_PREPARE_PERSISTENT,
                               &rater->stmts[i], NULL) != SQLITE_OK)
            return false;
    return true;
}

void rater_close(struct rater *rater)
{
    for (unsigned i = 0; i < RATER_STMTS; i++)
        sqlite3_finalize(rater->stmts[i]);
    *rater = (struct rater){{NULL}};
}

void rater_reset(struct rater *rater)
{
    for (unsigned i = 0; i < RATER_STMTS; i++)
        sqlite3_reset(rater->stmts[i]);
}

/* -- one rating -- */

static struct rating column_rating(sqlite3_stmt *row, int at)
{
    return (struct rating){.mu = sqlite3_column_double(row, at),
                           .sigma = sqlite3_column_double(row, at + 1),
                           .rounds = (uint32_t)sqlite3_column_int64(row, at + 2)};
}

static bool get(struct rater *rater, int64_t person, const char *rule_set, struct rating *rating)
{
    sqlite3_stmt *stmt = rater->stmts[RATER_GET];
    *rating = rating_new();
    if (!bind_int(stmt, 1, person) || !bind_text(stmt, 2, rule_set))
        return false;
    if (sqlite3_step(stmt) == SQLITE_ROW)
        *rating = column_rating(stmt, 0);
    return sqlite3_reset(stmt) == SQLITE_OK;
}

static bool put(struct rater *rater, int64_t person, const char *rule_set,
                const struct rating *rating)
{
    sqlite3_stmt *stmt = rater->stmts[RATER_PUT];
    return bind_int(stmt, 1, person) && bind_text(stmt, 2, rule_set) &&
           sqlite3_bind_double(stmt, 3, rating->mu) == SQLITE_OK &&
           sqlite3_bind_double(stmt, 4, rating->sigma) == SQLITE_OK &&
           bind_int(stmt, 5, rating->rounds) && sqlite_run(stmt);
}

/* -- a round -- */

/* One more than can be rated is read, so that rating_round() sees that there are too many. */
enum { SEATS_READ = RATING_SEATS_MAX + 1 };

static bool read_seats(struct rater *rater, int64_t round, struct rating_seat *seats,
                       unsigned *count)
{
    sqlite3_stmt *stmt = rater->stmts[RATER_SEATS];
    *count = 0;
    if (!bind_int(stmt, 1, round))
        return false;
    while (*count < SEATS_READ && sqlite3_step(stmt) == SQLITE_ROW)
        seats[(*count)++] = (struct rating_seat){
            .person = sqlite3_column_int64(stmt, 0),
            .place = (unsigned)sqlite3_column_int64(stmt, 1),
        };
    return sqlite3_reset(stmt) == SQLITE_OK;
}

static bool rate(struct rater *rater, struct rating_seat *seats, unsigned count,
                 const char *rule_set, bool *told)
{
    for (unsigned i = 0; i < count; i++)
        if (!get(rater, seats[i].person, rule_set, &seats[i].rating))
            return false;
    *told = rating_round(seats, count);
    for (unsigned i = 0; i < count && *told; i++)
        if (!put(rater, seats[i].person, rule_set, &seats[i].rating))
            return false;
    return true;
}

static bool rate_round(struct rater *rater, int64_t round, const char *rule_set, bool *told)
{
    struct rating_seat seats[SEATS_READ];
    unsigned count = 0;
    *told = false;
    return read_seats(rater, round, seats, &count) && rate(rater, seats, count, "", told) &&
           (!*told || *rule_set == '\0' || rate(rater, seats, count, rule_set, told));
}

bool rater_round(struct rater *rater, int64_t round, const char *rule_set)
{
    bool told = false;
    sqlite3_stmt *log = rater->stmts[RATER_LOG_ROUND];
    return rate_round(rater, round, rule_set, &told) &&
           (!told || (bind_int(log, 1, round) && sqlite_run(log)));
}

/* -- persons -- */

/* The next rating of a person: of the set `*rule_set` or, with `behind`, of one behind it; the text
 * is replaced. */
static enum found next(struct rater *rater, int64_t person, char **rule_set, bool behind,
                       struct rating *rating)
{
    sqlite3_stmt *stmt = rater->stmts[RATER_NEXT];
    enum found found = ERROR;
    if (!bind_int(stmt, 1, person) ||
        sqlite3_bind_text(stmt, 2, *rule_set != NULL ? *rule_set : "", -1, SQLITE_TRANSIENT) !=
            SQLITE_OK ||
        !bind_int(stmt, 3, behind))
        return ERROR;
    int code = sqlite3_step(stmt);
    if (code == SQLITE_ROW) {
        free(*rule_set);
        *rule_set = strdup(column_text(stmt, 0));
        *rating = column_rating(stmt, 1);
        found = *rule_set != NULL ? FOUND : ERROR;
    } else if (code == SQLITE_DONE) {
        found = NONE;
    }
    return sqlite3_reset(stmt) == SQLITE_OK ? found : ERROR;
}

static bool join(struct rater *rater, int64_t from, int64_t into)
{
    char *rule_set = NULL;
    struct rating theirs, own, joined;
    sqlite3_stmt *drop = rater->stmts[RATER_DROP];
    enum found found = next(rater, from, &rule_set, false, &theirs);
    while (found == FOUND) {
        if (!get(rater, into, rule_set, &own)) {
            found = ERROR;
            break;
        }
        joined = rating_join(&own, &theirs);
        found = put(rater, into, rule_set, &joined) ? next(rater, from, &rule_set, true, &theirs)
                                                    : ERROR;
    }
    free(rule_set);
    return found == NONE && bind_int(drop, 1, from) && sqlite_run(drop);
}

static bool copy(struct rater *rater, int64_t person, int64_t own)
{
    sqlite3_stmt *stmt = rater->stmts[RATER_COPY];
    return bind_int(stmt, 1, person) && bind_int(stmt, 2, own) && sqlite_run(stmt);
}

static bool note(struct rater *rater, int64_t person, int64_t source, bool stays)
{
    sqlite3_stmt *log = rater->stmts[RATER_LOG_PERSON];
    return bind_int(log, 1, person) && bind_int(log, 2, source) && bind_int(log, 3, stays) &&
           sqlite_run(log);
}

bool rater_join(struct rater *rater, int64_t from, int64_t into)
{
    return join(rater, from, into) && note(rater, into, from, false);
}

bool rater_part(struct rater *rater, int64_t person, int64_t own)
{
    return copy(rater, person, own) && note(rater, own, person, true);
}

/* -- all of them -- */

bool sqlite_ratings_begin(sqlite3 *db)
{
    static const char sql[] =
        "UPDATE result SET place = iif(won, 1, 2),"
        " person = (SELECT person FROM identity WHERE id = result.identity)"
        " WHERE identity IS NOT NULL AND round IN (SELECT id FROM round WHERE counts = 1);"
        "INSERT INTO rated (round) SELECT id FROM round WHERE counts = 1 AND ended_at IS NOT NULL"
        " ORDER BY ended_at, id";
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

static bool replay(struct rater *rater, sqlite3_stmt *row)
{
    bool told;
    int64_t person = sqlite3_column_int64(row, 2), source = sqlite3_column_int64(row, 3);
    if (sqlite3_column_type(row, 0) != SQLITE_NULL)
        return rate_round(rater, sqlite3_column_int64(row, 0), column_text(row, 1), &told);
    return sqlite3_column_int64(row, 4) != 0 ? copy(rater, source, person)
                                             : join(rater, source, person);
}

bool sqlite_ratings_replay(sqlite3 *db)
{
    static const char table_sql[] =
        "DROP TABLE IF EXISTS temp.due_rating;"
        "CREATE TEMP TABLE due_rating (person INTEGER, rule_set TEXT, mu REAL, sigma REAL,"
        " rounds INTEGER, PRIMARY KEY (person, rule_set)) WITHOUT ROWID";
    static const char log_sql[] =
        "SELECT d.round, o.rule_set, d.person, d.source, d.stays FROM rated d"
        " LEFT JOIN round o ON o.id = d.round ORDER BY d.id";
    struct rater rater = {{NULL}};
    sqlite3_stmt *row = NULL;
    int code = SQLITE_ERROR;
    bool good = sqlite3_exec(db, table_sql, NULL, NULL, NULL) == SQLITE_OK &&
                rater_open(&rater, db, RATINGS_DUE) &&
                sqlite3_prepare_v2(db, log_sql, -1, &row, NULL) == SQLITE_OK;
    while (good && (code = sqlite3_step(row)) == SQLITE_ROW)
        good = replay(&rater, row);
    sqlite3_finalize(row);
    rater_close(&rater);
    return good && code == SQLITE_DONE;
}

bool sqlite_ratings_keep(sqlite3 *db)
{
    static const char sql[] =
        "DELETE FROM rating;"
        "INSERT INTO rating SELECT d.person, d.rule_set, d.mu, d.sigma, d.rounds"
        " FROM temp.due_rating d JOIN person p ON p.id = d.person;"
        "DROP TABLE temp.due_rating";
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
}
