#include "sqlite_ratings.h"

#include <stdlib.h>
#include <string.h>

#include "rating.h"

/* What is asked of the ratings in a table. */
#define RATER_SQL(ratings)                                                                         \
    {                                                                                              \
        [RATER_SEATS] = "SELECT person, place, seat FROM result r WHERE round = ?1"                \
                        " AND place > 0 AND person IS NOT NULL AND NOT EXISTS (SELECT 1"           \
                        " FROM result q WHERE q.round = r.round AND q.seat <> r.seat"              \
                        " AND q.person = r.person) ORDER BY seat",                                 \
        [RATER_GET] = "SELECT mu, sigma, rounds, season FROM " ratings                             \
                      " WHERE person = ?1 AND rule_set = ?2 AND season <= ?3"                      \
                      " ORDER BY season DESC LIMIT 1",                                             \
        [RATER_PUT] = "INSERT INTO " ratings " (person, rule_set, season, mu, sigma, rounds)"      \
                      " VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (person, rule_set, season)"    \
                      " DO UPDATE SET mu = ?4, sigma = ?5, rounds = ?6",                           \
        [RATER_NEXT] = "SELECT rule_set, season FROM " ratings                                     \
                       " WHERE person IN (?1, ?2) AND (?3 IS NULL OR (rule_set, season) <"         \
                       " (?3, ?4)) ORDER BY rule_set DESC, season DESC LIMIT 1",                   \
        [RATER_COPY] =                                                                             \
            "INSERT INTO " ratings " (person, rule_set, season, mu, sigma, rounds)"                \
            " SELECT ?2, rule_set, season, mu, sigma, rounds FROM " ratings " WHERE person = ?1",  \
        [RATER_DROP] = "DELETE FROM " ratings " WHERE person = ?1",                                \
        [RATER_LOG_ROUND] = "INSERT INTO rated (round, season) VALUES (?1, ?2)",                   \
        [RATER_LOG_PERSON] = "INSERT INTO rated (person, source, stays) VALUES (?1, ?2, ?3)",      \
    }

static const char *const rater_sql[][RATER_STMTS] = {
    [RATINGS_KEPT] = RATER_SQL("rating"),
    [RATINGS_DUE] = RATER_SQL("temp.due_rating"),
};
static const char *const point_sql[] = {
    [RATINGS_KEPT] = "UPDATE result SET rating = ?3, rating_off = ?4, set_rating = ?5,"
                     " set_rating_off = ?6 WHERE round = ?1 AND seat = ?2",
    [RATINGS_DUE] = "INSERT INTO temp.due_point VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
};

bool rater_open(struct rater *rater, sqlite3 *db, enum ratings_table table)
{
    for (unsigned i = 0; i < RATER_STMTS; i++) {
        const char *sql = i == RATER_POINT ? point_sql[table] : rater_sql[table][i];
        if (sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, &rater->stmts[i], NULL) !=
            SQLITE_OK)
            return false;
    }
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

/* Whose, and which one. */
struct rated_as {
    int64_t person;
    const char *rule_set;
    int season;
};

/* As it is in that season, without the rounds of it that are to come. */
static bool get(struct rater *rater, struct rated_as as, struct rating *rating)
{
    sqlite3_stmt *stmt = rater->stmts[RATER_GET];
    *rating = rating_new();
    if (!bind_int(stmt, 1, as.person) || !bind_text(stmt, 2, as.rule_set) ||
        !bind_int(stmt, 3, as.season))
        return false;
    if (sqlite3_step(stmt) == SQLITE_ROW) {
        struct rating was = column_rating(stmt, 0);
        *rating = rating_carry(&was, (unsigned)(as.season - sqlite3_column_int(stmt, 3)));
    }
    return sqlite3_reset(stmt) == SQLITE_OK;
}

static bool put(struct rater *rater, struct rated_as as, const struct rating *rating)
{
    sqlite3_stmt *stmt = rater->stmts[RATER_PUT];
    return bind_int(stmt, 1, as.person) && bind_text(stmt, 2, as.rule_set) &&
           bind_int(stmt, 3, as.season) && sqlite3_bind_double(stmt, 4, rating->mu) == SQLITE_OK &&
           sqlite3_bind_double(stmt, 5, rating->sigma) == SQLITE_OK &&
           bind_int(stmt, 6, rating->rounds) && sqlite_run(stmt);
}

/* -- a round -- */

/* One more than can be rated is read, so that rating_round() sees that there are too many. */
enum { SEATS_READ = RATING_SEATS_MAX + 1 };

/* Those whom a round rates, in all sets and in its own. */
struct rated_seats {
    unsigned count;
    int64_t at[SEATS_READ]; /* their seats */
    struct rating_seat all[SEATS_READ], own[SEATS_READ];
};

static bool read_seats(struct rater *rater, int64_t round, struct rated_seats *seats)
{
    sqlite3_stmt *stmt = rater->stmts[RATER_SEATS];
    seats->count = 0;
    if (!bind_int(stmt, 1, round))
        return false;
    while (seats->count < SEATS_READ && sqlite3_step(stmt) == SQLITE_ROW) {
        seats->all[seats->count] = seats->own[seats->count] = (struct rating_seat){
            .person = sqlite3_column_int64(stmt, 0),
            .place = (unsigned)sqlite3_column_int64(stmt, 1),
        };
        seats->at[seats->count++] = sqlite3_column_int64(stmt, 2);
    }
    return sqlite3_reset(stmt) == SQLITE_OK;
}

static bool rate(struct rater *rater, struct rating_seat *seats, unsigned count, struct rated_as as,
                 bool *told)
{
    for (unsigned i = 0; i < count; i++) {
        as.person = seats[i].person;
        if (!get(rater, as, &seats[i].rating))
            return false;
    }
    *told = rating_round(seats, count);
    for (unsigned i = 0; i < count && *told; i++) {
        as.person = seats[i].person;
        if (!put(rater, as, &seats[i].rating))
            return false;
    }
    return true;
}

static bool put_points(struct rater *rater, int64_t round, const struct rated_seats *seats)
{
    sqlite3_stmt *stmt = rater->stmts[RATER_POINT];
    for (unsigned i = 0; i < seats->count; i++) {
        const struct rating *all = &seats->all[i].rating, *own = &seats->own[i].rating;
        if (!bind_int(stmt, 1, round) || !bind_int(stmt, 2, seats->at[i]) ||
            !bind_int(stmt, 3, rating_shown(all)) || !bind_int(stmt, 4, rating_off(all)) ||
            !bind_int(stmt, 5, rating_shown(own)) || !bind_int(stmt, 6, rating_off(own)) ||
            !sqlite_run(stmt))
            return false;
    }
    return true;
}

static bool rate_round(struct rater *rater, const struct rater_round *round)
{
    struct rated_seats seats;
    struct rated_as as = {.rule_set = "", .season = round->season};
    bool told = false;
    if (!read_seats(rater, round->round, &seats) || !rate(rater, seats.all, seats.count, as, &told))
        return false;
    as.rule_set = round->rule_set;
    return !told || (rate(rater, seats.own, seats.count, as, &told) &&
                     put_points(rater, round->round, &seats));
}

bool rater_round(struct rater *rater, const struct rater_round *round)
{
    sqlite3_stmt *log = rater->stmts[RATER_LOG_ROUND];
    return rate_round(rater, round) && bind_int(log, 1, round->round) &&
           bind_int(log, 2, round->season) && sqlite_run(log);
}

/* -- persons -- */

/* The next set and season, backwards, in which one of two persons is rated; the text is replaced.
 * Of `*rule_set` NULL: the last. */
static enum found next(struct rater *rater, int64_t one, int64_t other, char **rule_set,
                       int *season)
{
    sqlite3_stmt *stmt = rater->stmts[RATER_NEXT];
    enum found found = ERROR;
    bool bound = *rule_set == NULL
                     ? sqlite3_bind_null(stmt, 3) == SQLITE_OK
                     : sqlite3_bind_text(stmt, 3, *rule_set, -1, SQLITE_TRANSIENT) == SQLITE_OK;
    if (!bound || !bind_int(stmt, 1, one) || !bind_int(stmt, 2, other) ||
        !bind_int(stmt, 4, *season))
        return ERROR;
    int code = sqlite3_step(stmt);
    if (code == SQLITE_ROW) {
        free(*rule_set);
        *rule_set = strdup(column_text(stmt, 0));
        *season = sqlite3_column_int(stmt, 1);
        found = *rule_set != NULL ? FOUND : ERROR;
    } else if (code == SQLITE_DONE) {
        found = NONE;
    }
    return sqlite3_reset(stmt) == SQLITE_OK ? found : ERROR;
}

/* From the last season on backwards: what an earlier one has left is read before it changes. */
static bool join(struct rater *rater, int64_t from, int64_t into)
{
    char *rule_set = NULL;
    int season = 0;
    struct rating theirs, own, joined;
    sqlite3_stmt *drop = rater->stmts[RATER_DROP];
    enum found found = next(rater, from, into, &rule_set, &season);
    while (found == FOUND) {
        if (!get(rater, (struct rated_as){from, rule_set, season}, &theirs) ||
            !get(rater, (struct rated_as){into, rule_set, season}, &own)) {
            found = ERROR;
            break;
        }
        joined = rating_join(&own, &theirs);
        found = put(rater, (struct rated_as){into, rule_set, season}, &joined)
                    ? next(rater, from, into, &rule_set, &season)
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
    int64_t person = sqlite3_column_int64(row, 2), source = sqlite3_column_int64(row, 3);
    if (sqlite3_column_type(row, 0) != SQLITE_NULL)
        return rate_round(rater,
                          &(struct rater_round){sqlite3_column_int64(row, 0), column_text(row, 1),
                                                sqlite3_column_int(row, 5)});
    return sqlite3_column_int64(row, 4) != 0 ? copy(rater, source, person)
                                             : join(rater, source, person);
}

bool sqlite_ratings_replay(sqlite3 *db)
{
    static const char table_sql[] =
        "DROP TABLE IF EXISTS temp.due_rating; DROP TABLE IF EXISTS temp.due_point;"
        "CREATE TEMP TABLE due_rating (person INTEGER, rule_set TEXT, season INTEGER, mu REAL,"
        " sigma REAL, rounds INTEGER, PRIMARY KEY (person, rule_set, season)) WITHOUT ROWID;"
        "CREATE TEMP TABLE due_point (round INTEGER, seat INTEGER, rating INTEGER,"
        " rating_off INTEGER, set_rating INTEGER, set_rating_off INTEGER,"
        " PRIMARY KEY (round, seat)) WITHOUT ROWID";
    static const char log_sql[] =
        "SELECT d.round, o.rule_set, d.person, d.source, d.stays, d.season FROM rated d"
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
        "INSERT INTO rating SELECT d.person, d.rule_set, d.season, d.mu, d.sigma, d.rounds"
        " FROM temp.due_rating d JOIN person p ON p.id = d.person;"
        "UPDATE result SET rating = NULL, rating_off = NULL, set_rating = NULL,"
        " set_rating_off = NULL WHERE rating IS NOT NULL"
        " AND NOT EXISTS (SELECT 1 FROM temp.due_point d WHERE d.round = result.round"
        " AND d.seat = result.seat);"
        "UPDATE result SET rating = d.rating, rating_off = d.rating_off,"
        " set_rating = d.set_rating, set_rating_off = d.set_rating_off FROM temp.due_point d"
        " WHERE d.round = result.round AND d.seat = result.seat;"
        "DROP TABLE temp.due_point; DROP TABLE temp.due_rating";
    return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;
}

#define MONTH(time) "CAST(strftime('%m', " time " / 1000, 'unixepoch') AS INTEGER)"
#define YEAR(time)  "CAST(strftime('%Y', " time " / 1000, 'unixepoch') AS INTEGER)"
/* As window_quarter() has it, of a time that a calendar has. */
#define QUARTER(time) "coalesce(4 * " YEAR(time) " + (" MONTH(time) " - 1) / 3, 0)"

/* Rounds that rated nobody were not noted before there were seasons: they come in where they ended.
 * What was noted stays in its order, whatever the clock said. */
static const char complete_sql[] =
    "CREATE TEMP TABLE rated_all AS SELECT * FROM (SELECT d.id, d.round, d.person, d.source,"
    " d.stays, d.season, max(coalesce(o.ended_at, 0)) OVER (ORDER BY d.id) AS ended_at"
    " FROM rated d LEFT JOIN round o ON o.id = d.round"
    " UNION ALL SELECT NULL, id, NULL, NULL, NULL, NULL, ended_at FROM round"
    " WHERE counts = 1 AND ended_at IS NOT NULL"
    " AND id NOT IN (SELECT round FROM rated WHERE round IS NOT NULL))"
    " ORDER BY ended_at, id IS NULL, id, round;"
    "DELETE FROM rated;"
    "INSERT INTO rated (round, person, source, stays, season)"
    " SELECT round, person, source, stays, season FROM temp.rated_all ORDER BY rowid;"
    "DROP TABLE temp.rated_all";

bool sqlite_ratings_settle(sqlite3 *db)
{
    static const char note_sql[] = "UPDATE rated SET season = coalesce((SELECT " QUARTER(
        "ended_at") " FROM round"
                    " WHERE id = rated.round), 0) WHERE round IS NOT NULL AND season IS NULL";
    static const char last_sql[] =
        "UPDATE rating SET season = (SELECT " QUARTER("max(ended_at)") " FROM round)"
                                                                       " WHERE season = 0";
    int64_t kept = 0, before = 0;
    bool pruned = false;
    if (sqlite3_exec(db, complete_sql, NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_exec(db, note_sql, NULL, NULL, NULL) != SQLITE_OK ||
        !sqlite_number(db, "SELECT EXISTS (SELECT 1 FROM rating)", &kept) ||
        !sqlite_results_pruned(db, &pruned, &before))
        return false;
    return pruned && kept != 0 ? sqlite3_exec(db, last_sql, NULL, NULL, NULL) == SQLITE_OK
                               : sqlite_ratings_replay(db) && sqlite_ratings_keep(db);
}

/* Versions that did not note what they deleted leave two traces: round 1 is gone, and identities
 * have played more rounds than there are results. */
bool sqlite_results_pruned(sqlite3 *db, bool *pruned, int64_t *before)
{
    static const char noted_sql[] =
        "SELECT coalesce((SELECT CAST(value AS INTEGER) FROM setting WHERE scope = 'store'"
        " AND key = 'results_before'), 0)";
    static const char traces_sql[] =
        "SELECT NOT EXISTS (SELECT 1 FROM round WHERE id = 1) AND"
        " (SELECT total(rounds) FROM identity) > (SELECT count(identity) FROM result)";
    int64_t traces = 0;
    if (!sqlite_number(db, noted_sql, before) || !sqlite_number(db, traces_sql, &traces))
        return false;
    *pruned = *before > 0 || traces != 0;
    if (*before <= 0)
        *before = INT64_MAX;
    return true;
}
