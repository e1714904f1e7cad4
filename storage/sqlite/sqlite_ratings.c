#include "sqlite_ratings.h"

#include "sqlite_base.h"
#include "storage/sql/sql_ratings.h"

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

static bool replay_rated(struct rater *rater, sqlite3_stmt *row)
{
    int64_t person = sqlite3_column_int64(row, 2), source = sqlite3_column_int64(row, 3);
    if (sqlite3_column_type(row, 0) != SQLITE_NULL) {
        return rater_rate(rater,
                          &(struct rater_round){sqlite3_column_int64(row, 0), column_text(row, 1),
                                                sqlite3_column_int(row, 5)});
    }
    return sqlite3_column_int64(row, 4) != 0 ? rater_copy(rater, source, person)
                                             : rater_merge(rater, source, person);
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
    struct sqlite_conn conn;
    sqlite3_stmt *row = NULL;
    int code = SQLITE_ERROR;
    bool good = sqlite3_exec(db, table_sql, NULL, NULL, NULL) == SQLITE_OK &&
                rater_open(&rater, sqlite_conn(&conn, db), RATINGS_DUE) &&
                sqlite3_prepare_v2(db, log_sql, -1, &row, NULL) == SQLITE_OK;
    while (good && (code = sqlite3_step(row)) == SQLITE_ROW)
        good = replay_rated(&rater, row);
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
/* board_period_quarter() in SQL. */
#define QUARTER(time) "coalesce(4 * " YEAR(time) " + (" MONTH(time) " - 1) / 3, 0)"

/* Before there were seasons, `rated` had no rows for rounds that rated nobody. Adds these at the
 * time when they ended. The other rows keep their order, even if the clock was wrong then. */
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

/* Old versions did not note that they deleted results. They left two traces: round 1 is gone, and
 * identities have played more rounds than there are results. */
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
