#include "board_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/array.h"
#include "storage/board_period.h"
#include "storage/owner.h"
#include "storage/query.h"
#include "storage/sql/sql_text.h"
#include "storage/sqlite/sqlite_ratings.h"
#include "storage/sqlite/sqlite_records.h"
#include "storage/sqlite/sqlite_tool.h"

enum { LINE_MAX_BYTES = 1024, SUMS = 5 };

struct checking {
    sqlite3 *db;
    const struct store_board_check *asked;
    struct store_board_result *sums;
    bool pruned;    /* results were deleted ... */
    int64_t before; /* ... before this time; INT64_MAX: not known */
    bool quiet;     /* counts differences, prints none: they were printed before the repair */
};

/* One period of all boards. */
struct period {
    enum store_period span;
    int64_t start; /* as in struct store_score */
    int64_t begin; /* milliseconds */
    int64_t end;
    bool exact;
};

static const char *const span_names[] = {
    [STORE_DAY] = "the day",       [STORE_WEEK] = "the week", [STORE_MONTH] = "the month",
    [STORE_SEASON] = "the season", [STORE_ALL] = "all time",
};

/* What everybody earned on each channel from ?1 to before ?2. The end matters: if the clock was
 * once ahead, there are rounds of a later period. Leaves out the seats of a person who has two of
 * them. */
static const char earned_sql[] =
    "INSERT INTO temp.earned SELECT i.person, o.network, o.channel, count(*), sum(r.won),"
    " sum(r.match_over), sum(r.match_over AND r.match_won), sum(r.points)"
    " FROM round o CROSS JOIN result r ON r.round = o.id"
    " CROSS JOIN identity i ON i.id = r.identity"
    " WHERE o.counts = 1 AND o.ended_at >= ?1 AND o.ended_at < ?2"
    " AND NOT EXISTS (" SQL_OTHER_SEAT " AND j.person = i.person)"
    " GROUP BY i.person, o.network, o.channel";

#define ALL_SUMS                                                                                   \
    "sum(rounds), sum(rounds_won), sum(matches), sum(matches_won), sum(points) FROM temp.earned"

/* The boards of a round, as (kind, network, channel, person). */
static const char *const due_sql[] = {
    "INSERT INTO temp.due SELECT 0, network, channel, person, " ALL_SUMS
    " GROUP BY network, channel, person",
    "INSERT INTO temp.due SELECT 1, network, '', person, " ALL_SUMS " GROUP BY network, person",
    "INSERT INTO temp.due SELECT 2, '', '', person, " ALL_SUMS " GROUP BY person",
};

static const char tables_sql[] =
    "CREATE TEMP TABLE earned (person INTEGER, network TEXT, channel TEXT, rounds INTEGER,"
    " rounds_won INTEGER, matches INTEGER, matches_won INTEGER, points INTEGER);"
    "CREATE TEMP TABLE due (kind INTEGER, network TEXT, channel TEXT, person INTEGER,"
    " rounds INTEGER, rounds_won INTEGER, matches INTEGER, matches_won INTEGER, points INTEGER,"
    " PRIMARY KEY (kind, network, channel, person)) WITHOUT ROWID;";

/* Selects sums of the period ?1 that starts at ?2 if they differ from the results (?3 = 1), or if
 * they are less than these (?3 = 0). */
#define DIFFERS(sum) "(s." sum " < d." sum " OR (?3 AND s." sum " <> d." sum "))"
static const char compare_sql[] =
    "WITH found AS (SELECT d.kind, d.network, d.channel, d.person,"
    " coalesce(s.rounds, 0) AS rounds, coalesce(s.rounds_won, 0) AS rounds_won,"
    " coalesce(s.matches, 0) AS matches, coalesce(s.matches_won, 0) AS matches_won,"
    " coalesce(s.points, 0) AS points FROM temp.due d"
    " LEFT JOIN scope c ON c.kind = d.kind AND c.network = d.network AND c.channel = d.channel"
    " LEFT JOIN score s ON s.scope = c.id AND s.span = ?1 AND s.start = ?2"
    " AND s.person = d.person)"
    " SELECT s.kind, s.network, s.channel, s.person, s.rounds, s.rounds_won, s.matches,"
    " s.matches_won, s.points, d.rounds, d.rounds_won, d.matches, d.matches_won, d.points"
    " FROM found s JOIN temp.due d USING (kind, network, channel, person)"
    " WHERE " DIFFERS("rounds") " OR " DIFFERS("rounds_won") " OR " DIFFERS(
        "matches") " OR " DIFFERS("matches_won") " OR " DIFFERS("points") //
    " UNION ALL SELECT c.kind, c.network, c.channel, s.person, s.rounds, s.rounds_won, s.matches,"
    " s.matches_won, s.points, 0, 0, 0, 0, 0 FROM scope c CROSS JOIN score s ON s.scope = c.id"
    " AND s.span = ?1 AND s.start = ?2 WHERE ?3 AND NOT EXISTS (SELECT 1 FROM temp.due d"
    " WHERE d.kind = c.kind AND d.network = c.network AND d.channel = c.channel"
    " AND d.person = s.person) AND (s.rounds <> 0 OR s.rounds_won <> 0 OR s.matches <> 0"
    " OR s.matches_won <> 0 OR s.points <> 0) ORDER BY 1, 2, 3, 4";

static const char name_sql[] = "SELECT name FROM person WHERE id = ?1";

/* -- telling -- */

static void tell_difference(struct checking *c, const char *line)
{
    if (!c->quiet)
        c->sums->differ++;
    c->sums->left++;
    if (!c->quiet && c->asked->differs != NULL)
        c->asked->differs(c->asked->arg, line);
}

static void print_totals(sqlite3_stmt *row, int first, char *text, size_t size)
{
    snprintf(text, size, "%lld rounds (%lld won), %lld matches (%lld won), %lld points",
             (long long)sqlite3_column_int64(row, first),
             (long long)sqlite3_column_int64(row, first + 1),
             (long long)sqlite3_column_int64(row, first + 2),
             (long long)sqlite3_column_int64(row, first + 3),
             (long long)sqlite3_column_int64(row, first + 4));
}

/* "#cards on libera", "libera", "all networks" */
static void print_board(sqlite3_stmt *row, char *text, size_t size)
{
    if (sqlite3_column_int64(row, 0) == 0)
        snprintf(text, size, "%s on %s", column_text(row, 2), column_text(row, 1));
    else {
        snprintf(text, size, "%s",
                 sqlite3_column_int64(row, 0) == 1 ? column_text(row, 1) : "all networks");
    }
}

static bool tell_sum(struct checking *c, const struct period *period, sqlite3_stmt *row)
{
    char line[LINE_MAX_BYTES], board[512], have[160], due[160];
    sqlite3_stmt *name = NULL;
    if (sqlite3_prepare_v2(c->db, name_sql, -1, &name, NULL) != SQLITE_OK ||
        !bind_int(name, 1, sqlite3_column_int64(row, 3)))
        return sqlite3_finalize(name), false;
    bool known = sqlite3_step(name) == SQLITE_ROW;
    print_board(row, board, sizeof(board));
    print_totals(row, 4, have, sizeof(have));
    print_totals(row, 4 + SUMS, due, sizeof(due));
    snprintf(line, sizeof(line), "%s, %s, %s: the board has %s; the results give %s%s",
             known ? column_text(name, 0) : "an unknown person", board, span_names[period->span],
             have, period->exact ? "" : "at least ", due);
    tell_difference(c, line);
    return sqlite3_finalize(name) == SQLITE_OK;
}

/* -- sums -- */

/* Runs a statement with two numbers for ?1 and ?2, if it has them. */
static bool run_with(sqlite3 *db, const char *sql, int64_t first, int64_t second)
{
    sqlite3_stmt *stmt = NULL;
    bool good = sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) == SQLITE_OK;
    int asked = good ? sqlite3_bind_parameter_count(stmt) : 0;
    good = good && (asked < 1 || bind_int(stmt, 1, first)) &&
           (asked < 2 || bind_int(stmt, 2, second)) && sqlite_run(stmt);
    return sqlite3_finalize(stmt) == SQLITE_OK && good;
}

/* Computes the sums that the results give for a period. */
static bool sum_up(struct checking *c, const struct period *period)
{
    bool good = sqlite3_exec(c->db, "DELETE FROM temp.earned; DELETE FROM temp.due", NULL, NULL,
                             NULL) == SQLITE_OK &&
                run_with(c->db, earned_sql, period->begin, period->end);
    for (size_t i = 0; good && i < ARRAY_SIZE(due_sql); i++)
        good = run_with(c->db, due_sql[i], 0, 0);
    return good;
}

static bool compare_period(struct checking *c, const struct period *period)
{
    int64_t compared = 0;
    sqlite3_stmt *stmt = NULL;
    int code = SQLITE_ERROR;
    bool good = sqlite3_prepare_v2(c->db, compare_sql, -1, &stmt, NULL) == SQLITE_OK &&
                bind_int(stmt, 1, period->span) && bind_int(stmt, 2, period->start) &&
                bind_int(stmt, 3, period->exact);
    while (good && (code = sqlite3_step(stmt)) == SQLITE_ROW)
        good = tell_sum(c, period, stmt);
    sqlite3_finalize(stmt);
    good = good && code == SQLITE_DONE &&
           sqlite_number(c->db, "SELECT count(*) FROM temp.due", &compared);
    c->sums->compared += c->quiet ? 0 : compared;
    return good;
}

/* Writes the sums computed from the results. In a period that is not `exact`, a stored sum that is
 * larger than the computed one stays. */
static bool rewrite_period(struct checking *c, const struct period *period)
{
    static const char drop_sql[] = "DELETE FROM score WHERE span = ?1 AND start = ?2";
    static const char scopes_sql[] = "INSERT OR IGNORE INTO scope (kind, network, channel)"
                                     " SELECT DISTINCT kind, network, channel FROM temp.due";
    static const char put_sql[] =
        "INSERT INTO score SELECT c.id, ?1, ?2, d.person, d.rounds, d.rounds_won, d.matches,"
        " d.matches_won, d.points FROM temp.due d JOIN person p ON p.id = d.person"
        " JOIN scope c ON c.kind = d.kind AND c.network = d.network AND c.channel = d.channel"
        " WHERE true ON CONFLICT DO UPDATE SET rounds = max(rounds, excluded.rounds),"
        " rounds_won = max(rounds_won, excluded.rounds_won),"
        " matches = max(matches, excluded.matches),"
        " matches_won = max(matches_won, excluded.matches_won),"
        " points = max(points, excluded.points)";
    return (!period->exact || run_with(c->db, drop_sql, period->span, period->start)) &&
           run_with(c->db, scopes_sql, 0, 0) &&
           run_with(c->db, put_sql, period->span, period->start);
}

static bool check_period(struct checking *c, const struct period *period)
{
    int64_t before = c->sums->left;
    if (!sum_up(c, period) || !compare_period(c, period))
        return false;
    if (c->sums->left == before || !c->asked->repair)
        return true;
    c->sums->left = before;
    c->quiet = true;
    bool good = rewrite_period(c, period) && compare_period(c, period);
    c->quiet = false;
    return good;
}

/* Sets `over` if a round has ended after the period. Then store_fold() may have deleted the
 * period's sums (sql_prune.h), so they cannot be compared, even if today's clock says that it is
 * open. */
static bool is_over(const struct checking *c, const struct period *period, bool *over)
{
    int64_t last = 0;
    bool good = sqlite_number(
        c->db, "SELECT coalesce(max(ended_at), 0) FROM round WHERE ended_at IS NOT NULL", &last);
    *over = last >= period->end;
    return good;
}

static bool check_periods(struct checking *c)
{
    int zone = c->asked->timezone_minutes;
    bool over = false;
    struct period period = {STORE_ALL, 0, INT64_MIN, INT64_MAX, !c->pruned};
    bool good = check_period(c, &period);
    for (int w = 0; good && c->asked->periods && w < STORE_ALL; w++) {
        period.span = (enum store_period)w;
        period.start = board_period_start(period.span, c->asked->now, zone);
        board_period_bounds(period.span, period.start, zone, &period.begin, &period.end);
        period.exact = !c->pruned || period.begin >= c->before;
        good = is_over(c, &period, &over) && (over || check_period(c, &period));
    }
    return good;
}

/* -- ratings -- */

/* Another machine's libm gives slightly different numbers for the same rounds. */
#define CLOSE "1e-6"
static const char ratings_sql[] =
    "SELECT p.name, d.rule_set, r.mu, r.sigma, r.rounds, d.mu, d.sigma, d.rounds, d.season,"
    " d.person AS who FROM temp.due_rating d LEFT JOIN person p ON p.id = d.person"
    " LEFT JOIN rating r ON r.person = d.person AND r.rule_set = d.rule_set"
    " AND r.season = d.season"
    " WHERE r.person IS NULL OR abs(r.mu - d.mu) > " CLOSE " OR abs(r.sigma - d.sigma) > " CLOSE
    " OR r.rounds <> d.rounds"
    " UNION ALL SELECT p.name, r.rule_set, r.mu, r.sigma, r.rounds, NULL, NULL, NULL, r.season,"
    " r.person FROM rating r LEFT JOIN person p ON p.id = r.person WHERE NOT EXISTS (SELECT 1"
    " FROM temp.due_rating d WHERE d.person = r.person AND d.rule_set = r.rule_set"
    " AND d.season = r.season) ORDER BY who, 2, 9";

/* These numbers are rounded: a slight difference before rounding becomes a difference of 1 at most.
 */
static const char points_sql[] =
    "SELECT p.name, q.round, coalesce(q.rating, 0), coalesce(q.rating_off, 0),"
    " coalesce(d.rating, 0), coalesce(d.rating_off, 0) FROM result q"
    " LEFT JOIN temp.due_point d ON d.round = q.round AND d.seat = q.seat"
    " LEFT JOIN person p ON p.id = q.person"
    " WHERE (d.round IS NULL) <> (q.rating IS NULL) OR abs(q.rating - d.rating) > 1"
    " OR abs(q.rating_off - d.rating_off) > 1 OR abs(q.set_rating - d.set_rating) > 1"
    " OR abs(q.set_rating_off - d.set_rating_off) > 1 ORDER BY q.round, q.seat";

static void print_rating(sqlite3_stmt *row, int first, char *text, size_t size)
{
    if (sqlite3_column_type(row, first) == SQLITE_NULL)
        snprintf(text, size, "none");
    else {
        snprintf(text, size, "%.6f, sigma %.6f, of %lld rounds", sqlite3_column_double(row, first),
                 sqlite3_column_double(row, first + 1),
                 (long long)sqlite3_column_int64(row, first + 2));
    }
}

static bool compare_ratings(struct checking *c)
{
    char line[LINE_MAX_BYTES], have[160], due[160];
    int64_t compared = 0;
    sqlite3_stmt *row = NULL;
    int code = SQLITE_ERROR;
    bool good = sqlite3_prepare_v2(c->db, ratings_sql, -1, &row, NULL) == SQLITE_OK;
    while (good && (code = sqlite3_step(row)) == SQLITE_ROW) {
        print_rating(row, 2, have, sizeof(have));
        print_rating(row, 5, due, sizeof(due));
        const char *set = column_text(row, 1);
        int season = sqlite3_column_int(row, 8);
        snprintf(line, sizeof(line), "%s, rating, %s, season %d-%d: it is %s; the results give %s",
                 column_text(row, 0), *set != '\0' ? set : "all rule sets",
                 store_season_year(season), store_season_quarter(season), have, due);
        tell_difference(c, line);
    }
    sqlite3_finalize(row);
    good = good && code == SQLITE_DONE &&
           sqlite_number(c->db, "SELECT count(*) FROM temp.due_rating", &compared);
    c->sums->compared += c->quiet ? 0 : compared;
    return good;
}

static bool compare_points(struct checking *c)
{
    char line[LINE_MAX_BYTES];
    int64_t compared = 0;
    sqlite3_stmt *row = NULL;
    int code = SQLITE_ERROR;
    bool good = sqlite3_prepare_v2(c->db, points_sql, -1, &row, NULL) == SQLITE_OK;
    while (good && (code = sqlite3_step(row)) == SQLITE_ROW) {
        snprintf(line, sizeof(line),
                 "%s, rating after round %lld: it is %d, %d off; the results give %d, %d off",
                 column_text(row, 0), (long long)sqlite3_column_int64(row, 1),
                 sqlite3_column_int(row, 2), sqlite3_column_int(row, 3), sqlite3_column_int(row, 4),
                 sqlite3_column_int(row, 5));
        tell_difference(c, line);
    }
    sqlite3_finalize(row);
    good = good && code == SQLITE_DONE &&
           sqlite_number(c->db, "SELECT count(*) FROM temp.due_point", &compared);
    c->sums->compared += c->quiet ? 0 : compared;
    return good;
}

/* Ratings come from all rounds since the first. If some were deleted, nothing can be compared. */
static bool check_ratings(struct checking *c)
{
    int64_t before = c->sums->left;
    if (c->pruned)
        return true;
    if (!sqlite_ratings_replay(c->db) || !compare_ratings(c) || !compare_points(c))
        return false;
    if (c->sums->left == before || !c->asked->repair)
        return true;
    c->sums->left = before;
    c->quiet = true;
    bool good = sqlite_ratings_keep(c->db) && sqlite_ratings_replay(c->db) && compare_ratings(c) &&
                compare_points(c);
    c->quiet = false;
    return good;
}

/* -- records and head to head -- */

#define RECORDS(table)                                                                             \
    "(" table ".rounds, " table ".won, " table ".duels_won, " table ".duels_lost, " table          \
    ".bluffs, " table ".streak, " table ".longest, " table ".plays, " table ".lasted, " table      \
    ".fast_round, " table ".cards, " table ".cards_round)"
static const char records_sql[] =
    "SELECT p.name, d.rule_set, f.rounds, f.won, f.streak, f.longest, d.rounds, d.won, d.streak,"
    " d.longest, d.person AS who FROM temp.due_feat d LEFT JOIN person p ON p.id = d.person"
    " LEFT JOIN feat f ON f.person = d.person AND f.rule_set = d.rule_set"
    " WHERE " RECORDS("f") " IS NOT " RECORDS("d") //
    " UNION ALL SELECT p.name, f.rule_set, f.rounds, f.won, f.streak, f.longest, NULL, NULL, NULL,"
    " NULL, f.person FROM feat f LEFT JOIN person p ON p.id = f.person WHERE NOT EXISTS"
    " (SELECT 1 FROM temp.due_feat d WHERE d.person = f.person AND d.rule_set = f.rule_set)"
    " ORDER BY who, 2";
static const char versus_sql[] =
    "SELECT p.name, o.name, v.rounds, v.ahead, v.behind, NULL, d.rounds, d.ahead, d.behind, NULL,"
    " d.person AS who, d.other AS whom FROM temp.due_versus d"
    " LEFT JOIN person p ON p.id = d.person LEFT JOIN person o ON o.id = d.other"
    " LEFT JOIN versus v ON v.person = d.person AND v.other = d.other WHERE v.person IS NULL"
    " OR v.rounds <> d.rounds OR v.ahead <> d.ahead OR v.behind <> d.behind"
    " UNION ALL SELECT p.name, o.name, v.rounds, v.ahead, v.behind, NULL, NULL, NULL, NULL, NULL,"
    " v.person, v.other FROM versus v LEFT JOIN person p ON p.id = v.person"
    " LEFT JOIN person o ON o.id = v.other WHERE NOT EXISTS (SELECT 1 FROM temp.due_versus d"
    " WHERE d.person = v.person AND d.other = v.other) ORDER BY who, whom";

static void print_record(sqlite3_stmt *row, int first, bool versus, char *text, size_t size)
{
    if (sqlite3_column_type(row, first) == SQLITE_NULL)
        snprintf(text, size, "none");
    else if (versus) {
        snprintf(text, size, "%d rounds, ahead in %d, behind in %d", sqlite3_column_int(row, first),
                 sqlite3_column_int(row, first + 1), sqlite3_column_int(row, first + 2));
    } else {
        snprintf(text, size, "%d rounds (%d won), streak %d, longest %d",
                 sqlite3_column_int(row, first), sqlite3_column_int(row, first + 1),
                 sqlite3_column_int(row, first + 2), sqlite3_column_int(row, first + 3));
    }
}

static bool compare_records(struct checking *c, bool versus)
{
    char line[LINE_MAX_BYTES], have[160], due[160];
    int64_t compared = 0;
    sqlite3_stmt *row = NULL;
    int code = SQLITE_ERROR;
    bool good =
        sqlite3_prepare_v2(c->db, versus ? versus_sql : records_sql, -1, &row, NULL) == SQLITE_OK;
    while (good && (code = sqlite3_step(row)) == SQLITE_ROW) {
        const char *about = column_text(row, 1);
        print_record(row, 2, versus, have, sizeof(have));
        print_record(row, 6, versus, due, sizeof(due));
        snprintf(line, sizeof(line), "%s, %s%s: it is %s; the results give %s", column_text(row, 0),
                 versus ? "against " : "records, ", *about != '\0' ? about : "all rule sets", have,
                 due);
        tell_difference(c, line);
    }
    sqlite3_finalize(row);
    good = good && code == SQLITE_DONE &&
           sqlite_number(c->db,
                         versus ? "SELECT count(*) FROM temp.due_versus"
                                : "SELECT count(*) FROM temp.due_feat",
                         &compared);
    c->sums->compared += c->quiet ? 0 : compared;
    return good;
}

/* Like ratings, records come from all rounds. */
static bool check_records(struct checking *c)
{
    int64_t before = c->sums->left;
    if (c->pruned)
        return true;
    if (!sqlite_records_replay(c->db) || !compare_records(c, false) || !compare_records(c, true))
        return false;
    if (c->sums->left == before || !c->asked->repair)
        return true;
    c->sums->left = before;
    c->quiet = true;
    bool good = sqlite_records_keep(c->db) && sqlite_records_replay(c->db) &&
                compare_records(c, false) && compare_records(c, true);
    c->quiet = false;
    return good;
}

/* -- counts, and rows whose round, person or identity does not exist -- */

static bool check_identities(struct checking *c)
{
    static const char count_sql[] =
        "SELECT network, account, rounds, n FROM (SELECT i.network, i.account, i.rounds, i.id,"
        " (SELECT count(*) FROM result r WHERE r.identity = i.id) AS n FROM identity i)"
        " WHERE rounds < n OR (?1 AND rounds <> n) ORDER BY id";
    char line[LINE_MAX_BYTES];
    int64_t identities = 0;
    sqlite3_stmt *stmt = NULL;
    int code = SQLITE_ERROR;
    bool good = sqlite3_prepare_v2(c->db, count_sql, -1, &stmt, NULL) == SQLITE_OK &&
                bind_int(stmt, 1, !c->pruned);
    while (good && (code = sqlite3_step(stmt)) == SQLITE_ROW) {
        const char *account = column_text(stmt, 1);
        size_t length = 0;
        while (account[length] != '\0' && account[length] != '\n') /* of a linked nick */
            length++;
        snprintf(line, sizeof(line), "%.*s on %s: counts %lld rounds, but there are %s%lld results",
                 (int)length, account, column_text(stmt, 0),
                 (long long)sqlite3_column_int64(stmt, 2), c->pruned ? "at least " : "",
                 (long long)sqlite3_column_int64(stmt, 3));
        tell_difference(c, line);
    }
    sqlite3_finalize(stmt);
    good = good && code == SQLITE_DONE &&
           sqlite_number(c->db, "SELECT count(*) FROM identity", &identities);
    c->sums->compared += identities;
    return good;
}

static bool recount_identities(struct checking *c, int64_t differ)
{
    static const char exact_sql[] = "UPDATE identity SET rounds = (SELECT count(*) FROM result r"
                                    " WHERE r.identity = identity.id)";
    static const char least_sql[] =
        "UPDATE identity SET rounds = max(rounds, (SELECT count(*) FROM result r"
        " WHERE r.identity = identity.id))";
    c->sums->left -= differ;
    return sqlite3_exec(c->db, c->pruned ? least_sql : exact_sql, NULL, NULL, NULL) == SQLITE_OK;
}

static bool check_references(struct checking *c)
{
    char line[LINE_MAX_BYTES];
    sqlite3_stmt *stmt = NULL;
    int code = SQLITE_ERROR;
    bool good = sqlite3_prepare_v2(c->db, "PRAGMA foreign_key_check", -1, &stmt, NULL) == SQLITE_OK;
    while (good && (code = sqlite3_step(stmt)) == SQLITE_ROW) {
        snprintf(line, sizeof(line), "a row of %s names a %s that does not exist",
                 column_text(stmt, 0), column_text(stmt, 2));
        tell_difference(c, line);
    }
    sqlite3_finalize(stmt);
    return good && code == SQLITE_DONE;
}

/* -- all -- */

static bool check_all(struct checking *c)
{
    const char *begin = c->asked->repair ? "BEGIN IMMEDIATE" : "BEGIN";
    if (sqlite3_exec(c->db, "PRAGMA temp_store = FILE", NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_exec(c->db, begin, NULL, NULL, NULL) != SQLITE_OK ||
        sqlite3_exec(c->db, tables_sql, NULL, NULL, NULL) != SQLITE_OK ||
        !sqlite_results_pruned(c->db, &c->pruned, &c->before) || !check_references(c) ||
        !check_periods(c) || !check_ratings(c) || !check_records(c))
        return false;
    c->sums->pruned = c->pruned;
    int64_t before = c->sums->left;
    return check_identities(c) &&
           (!c->asked->repair || recount_identities(c, c->sums->left - before)) &&
           sqlite3_exec(c->db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK;
}

enum store_error store_check_boards(const char *path, const struct store_board_check *asked,
                                    struct store_board_result *sums, struct fault *why)
{
    struct checking c = {.asked = asked, .sums = sums};
    struct owner owner;
    int lock = -1;
    enum store_error error = owner_become(&owner, path, why);
    path = owner.name;
    *sums = (struct store_board_result){.compared = 0};
    if (error == STORE_OK && asked->repair)
        error = sqlite_lock_tool(path, &lock, why);
    if (error == STORE_OK) {
        error = sqlite_open_tool(path, asked->repair ? TOOL_WRITES : TOOL_READS, &c.db, why);
    }
    if (error == STORE_OK && !check_all(&c))
        error = sqlite_fault(c.db, path, why);
    sqlite3_close(c.db); /* this rolls back what is not committed */
    if (lock >= 0)
        close(lock);
    return owner_leave(&owner, error, why);
}
