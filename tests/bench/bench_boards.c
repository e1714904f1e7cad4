/* Boards of a million people, as the pages of the web ask for them (storage/web_query.h): 100 rows
 * from the first on, and from anywhere; a player's page, and a search. Against SQLite reading the
 * same rows by their places (OFFSET). */
#include <stdio.h>
#include <stdlib.h>

#include <sqlite3.h>

#include "base/array.h"
#include "base/loop.h"
#include "measure.h"
#include "storage/sqlite/sqlite.h"
#include "storage/web_query.h"

enum { PEOPLE = 1000000, PAGES = 200, BASELINES = 5 };
static const double target = 0.005; /* seconds of a page, every one of them */

static struct {
    struct loop *loop;
    struct store *store;
    struct samples samples;
    double asked;
    unsigned count;
    struct store_behind behind;
    bool rated, good;
} bench;

/* -- the database -- */

/* Most have played little, so that many share their points; ratings are spread. */
static const char *const fill_sql[] = {
    "BEGIN",
    "INSERT INTO scope VALUES (1, 2, '', '')",
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)"
    " INSERT INTO person (id, name, name_key, verified) SELECT i, 'Person' || i, 'person' || i, 1"
    " FROM n",
    "INSERT INTO score (scope, span, start, person, rounds, rounds_won, matches, matches_won,"
    " points) SELECT 1, 4, 0, id, 1 + id % 7, won, 0, 0, won * (5 + id * 7919 % 200) FROM"
    " (SELECT id, max(0, id * 4999 % 9 - 4) AS won FROM person)",
    "INSERT INTO rating (person, rule_set, season, mu, sigma, rounds)"
    " SELECT id, '', 8104, 10 + (id * 7919 % 1000003) / 50000.0, 2 + id % 11 / 2.0, 1 + id % 19"
    " FROM person",
    "COMMIT",
};

static bool open_store(const char *path)
{
    struct fault why = {0};
    const struct sqlite_setup setup = {.path = path, .loop = bench.loop};
    if (store_open_sqlite(&bench.store, &setup, &why) == STORE_OK)
        return true;
    fprintf(stderr, "bench_boards: %s\n", why.text);
    return false;
}

static bool fill(const char *path)
{
    sqlite3 *db = NULL;
    bool good =
        open_store(path) && store_close(bench.store) && sqlite3_open(path, &db) == SQLITE_OK;
    for (size_t i = 0; good && i < ARRAY_SIZE(fill_sql); i++)
        good = sqlite3_exec(db, fill_sql[i], NULL, NULL, NULL) == SQLITE_OK;
    if (!good)
        fprintf(stderr, "bench_boards: %s\n", sqlite3_errmsg(db));
    sqlite3_close(db);
    bench.store = NULL;
    return good;
}

/* -- asking -- */

static void answered(bool ok, unsigned count)
{
    samples_add(&bench.samples, measure_now() - bench.asked);
    bench.good = bench.good && ok;
    bench.count = count;
    loop_stop(bench.loop);
}

static void on_page(void *arg, bool ok, const struct store_ranked *rows, unsigned count)
{
    (void)arg;
    if (ok && count > 0)
        bench.behind = store_behind(&rows[count - 1], bench.rated);
    answered(ok, count);
}

static void on_profile(void *arg, bool ok, bool found, const struct store_profile *profile)
{
    (void)arg;
    (void)profile;
    answered(ok && found, 0);
}

static void on_found(void *arg, bool ok, const struct store_someone *found, unsigned count)
{
    (void)arg;
    (void)found;
    answered(ok && count > 0, count);
}

/* A page from the first row on, or behind the next of so many places in the order. */
static void ask_page(unsigned n)
{
    const struct store_board_query query = {.scope = STORE_OVERALL,
                                            .network = "",
                                            .period = STORE_ALL,
                                            .at = INT64_C(1772625600000),
                                            .limit = STORE_PAGE_MAX,
                                            .rated = bench.rated ? "" : NULL};
    if (n % 20 == 0) { /* elsewhere */
        bench.behind = (struct store_behind){.person = 1 + (int64_t)n * 4999,
                                             .points = 900 - 4 * (int64_t)n,
                                             .rounds_won = n % 5,
                                             .standing = 20 - (double)n / 6,
                                             .rank = 1,
                                             .number = n > 0};
    }
    store_page(bench.store, &query, &bench.behind, on_page, NULL);
}

static void ask_profile(unsigned n)
{
    const struct store_person_query query = {
        .person = 1 + (int64_t)n * 4999, .scope = STORE_OVERALL, .at = INT64_C(1772625600000)};
    store_ask_profile(bench.store, &query, on_profile, NULL);
}

static void ask_search(unsigned n)
{
    char word[32];
    snprintf(word, sizeof(word), "Person%u", n);
    store_search(bench.store, word, on_found, NULL);
}

/* Seconds that SQLite needs to skip to the middle and give as many rows. */
static double skip(sqlite3 *db, const char *sql)
{
    struct samples samples = {0};
    for (unsigned i = 0; i < BASELINES; i++) {
        double start = measure_now();
        sqlite3_exec(db, sql, NULL, NULL, NULL);
        samples_add(&samples, measure_now() - start);
    }
    samples_sort(&samples);
    double took = samples_at(&samples, 0.5);
    samples_finish(&samples);
    return took;
}

static const struct {
    const char *what;
    void (*ask)(unsigned n);
    bool rated;
    const char *baseline;
} ways[] = {
    {"100 rows by points, of 1 M people", ask_page, false,
     "SELECT s.person, p.name FROM score s JOIN person p ON p.id = s.person WHERE scope = 1"
     " AND span = 4 AND start = 0 ORDER BY points DESC, rounds_won DESC LIMIT 100 OFFSET 500000"},
    {"100 rows by rating, of 1 M people", ask_page, true,
     "SELECT r.person, p.name FROM rating r JOIN person p ON p.id = r.person WHERE rule_set = ''"
     " AND season = 8104"
     " ORDER BY (CASE WHEN rounds < 10 THEN rounds - 1e6 ELSE mu - 3 * sigma END) DESC LIMIT 100 "
     "OFFSET 500000"},
    {"a player's page", ask_profile, false,
     "SELECT count(*) FROM score WHERE scope = 1 AND span = 4 AND start = 0 AND points > 100"},
    {"a search by a beginning", ask_search, false,
     "SELECT name FROM person WHERE name LIKE 'Person77%' LIMIT 20"},
};

static bool measure(sqlite3 *db, unsigned way)
{
    char here[MEASURE_TEXT];
    char there[MEASURE_TEXT];
    bench.samples = (struct samples){0};
    bench.rated = ways[way].rated;
    bench.good = true;
    for (unsigned i = 0; bench.good && i < PAGES; i++) {
        bench.asked = measure_now();
        ways[way].ask(i);
        loop_run(bench.loop);
    }
    samples_sort(&bench.samples);
    double half = samples_at(&bench.samples, 0.5), worst = samples_at(&bench.samples, 0.99);
    double base = skip(db, ways[way].baseline);
    measure_row(half / base, ways[way].what,
                measure_text(here, "%.2f ms, 99%% %.2f ms", half * 1000, worst * 1000),
                measure_text(there, "by places %.1f ms", base * 1000), "99% under 5 ms",
                verdict_of(worst < target));
    samples_finish(&bench.samples);
    return bench.good;
}

int main(void)
{
    char folder[MEASURE_PATH];
    char path[MEASURE_PATH + 16];
    sqlite3 *db = NULL;
    bench.loop = loop_create();
    bool good = bench.loop != NULL && measure_folder(folder);
    snprintf(path, sizeof(path), "%s/talon.db", folder);
    good = good && fill(path) && open_store(path) && sqlite3_open(path, &db) == SQLITE_OK;
    if (good)
        measure_head();
    for (unsigned i = 0; good && i < ARRAY_SIZE(ways); i++)
        good = measure(db, i);
    sqlite3_close(db);
    store_close(bench.store);
    loop_destroy(bench.loop);
    measure_folder_remove(folder);
    return good ? 0 : 1;
}
