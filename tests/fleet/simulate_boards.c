#include "simulate_boards.h"

#include <stdio.h>

#include "base/loop.h"
#include "storage/query.h"
#include "tests/bench/measure.h"
#include "tests/storage/postgresql/pg_server.h"

enum { QUESTIONS = 500 };

static struct {
    struct loop *loop;
    bool good;
} asking;

/* Those who have played keep what they won; most have played little, so that many share a place. */
static const char fill_sql[] =
    "INSERT INTO scope (kind, network, channel) VALUES (2, '', '') ON CONFLICT DO NOTHING;"
    "WITH made AS (INSERT INTO person (name, name_key, verified)"
    " SELECT 'Person' || i, 'person' || i, 1 FROM generate_series(1, %d) AS i"
    " RETURNING id, name, name_key),"
    " known AS (INSERT INTO identity (network, account, verified, person, account_key, name,"
    " name_key, seen_at) SELECT 'discord', 'a' || id, 1, id, 'a' || id, name, name_key, 0 FROM "
    "made),"
    " won AS (SELECT id, greatest(0, id * 4999 %% 9 - 4) AS times FROM made)"
    " INSERT INTO score (scope, span, start, person, rounds, rounds_won, matches, matches_won,"
    " points) SELECT scope.id, 4, 0, won.id, 1 + won.id %% 7, times, 0, 0,"
    " times * (5 + won.id * 7919 %% 200) FROM won, scope WHERE kind = 2;"
    "ANALYZE person; ANALYZE identity";

static void on_rows(void *arg, bool ok, const struct store_score *rows, unsigned count)
{
    (void)arg, (void)rows;
    asking.good = asking.good && ok && count == 10;
    loop_stop(asking.loop);
}

static void on_stats(void *arg, bool ok, bool found, const struct store_score scores[STORE_PERIODS],
                     const struct store_ratings *ratings)
{
    (void)arg, (void)scores, (void)ratings;
    asking.good = asking.good && ok && found;
    loop_stop(asking.loop);
}

static void ask_top(struct store *store, unsigned n)
{
    (void)n;
    store_board(store,
                &(struct store_board_query){
                    .scope = STORE_OVERALL, .period = STORE_ALL, .at = clock_now(), .limit = 10},
                on_rows, NULL);
}

static void ask_stats(struct store *store, unsigned n)
{
    char name[32];
    snprintf(name, sizeof(name), "Person%u", 1 + n * 7919U % BOARDS_PEOPLE);
    store_stats(store,
                &(struct store_stats_query){
                    .scope = STORE_OVERALL, .network = "discord", .name = name, .at = clock_now()},
                on_stats, NULL);
}

static void ask(struct store *store, void (*question)(struct store *store, unsigned n),
                double *half, double *worst)
{
    struct samples took = {0};
    for (unsigned i = 0; asking.good && i < QUESTIONS; i++) {
        double began = measure_now();
        question(store, i);
        loop_run(asking.loop);
        samples_add(&took, 1000 * (measure_now() - began));
    }
    samples_sort(&took);
    *half = samples_at(&took, 0.5);
    *worst = samples_at(&took, 0.99);
    samples_finish(&took);
}

bool boards_measure(struct boards *boards, struct store *store, struct loop *loop,
                    const char *address)
{
    char sql[sizeof(fill_sql) + 16];
    snprintf(sql, sizeof(sql), fill_sql, BOARDS_PEOPLE);
    pg_server_run(address, sql);
    pg_server_run(address, "VACUUM ANALYZE score"); /* as a server does by itself in time */
    asking.loop = loop;
    asking.good = true;
    ask(store, ask_top, &boards->top, &boards->top_worst);
    ask(store, ask_stats, &boards->stats, &boards->stats_worst);
    boards->person = (double)pg_server_number(address, "SELECT pg_total_relation_size('score')") /
                     (double)pg_server_number(address, "SELECT count(*) FROM score");
    return asking.good;
}
