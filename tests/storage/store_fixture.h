/* store_fixture.h: a store on a loop, and how to wait for its answers. */
#ifndef TALON_TESTS_STORAGE_STORE_FIXTURE_H
#define TALON_TESTS_STORAGE_STORE_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/array.h"
#include "base/loop.h"
#include "storage/query.h"
#include "storage/sqlite/sqlite.h"
#include "storage/store.h"
#include "tests/doubles/memory/memory.h"
#ifdef TALON_POSTGRESQL
#include "storage/postgresql/postgresql.h"
#include "tests/storage/postgresql/pg_server.h"
#endif

struct fixture {
    struct loop *loop;
    struct store *store;
    enum kind { MEMORY, SQLITE, POSTGRESQL } kind;
    char address[200];
    int timezone;
    char folder[64], path[128];
    struct fault why;

    uint64_t wanted, announced;
    unsigned troubles, overs, wanted_troubles;
    char trouble[256];

    bool answered, ok, found;
    unsigned count;
    struct store_score rows[STORE_BOARD_MAX];
    struct store_ratings ratings;
};

static inline void on_committed(void *arg, uint64_t batch)
{
    struct fixture *f = arg;
    assert_int_equal(batch, f->announced + 1); /* in order, each once */
    assert_true(batch <= store_durable(f->store));
    f->announced = batch;
    if (batch == f->wanted)
        loop_stop(f->loop);
}

static inline void on_trouble(void *arg, const char *what)
{
    struct fixture *f = arg;
    if (!what) {
        f->overs++;
        return;
    }
    snprintf(f->trouble, sizeof(f->trouble), "%s", what);
    if (++f->troubles == f->wanted_troubles)
        loop_stop(f->loop);
}

static inline enum store_error open_kind(struct fixture *f)
{
    switch (f->kind) {
    case SQLITE:
        return store_open_sqlite(&f->store,
                                 &(struct sqlite_setup){.path = f->path,
                                                        .timezone_minutes = f->timezone,
                                                        .loop = f->loop},
                                 &f->why);
    case POSTGRESQL:
#ifdef TALON_POSTGRESQL
        return store_open_postgresql(&f->store,
                                     &(struct postgresql_setup){.address = f->address,
                                                                .timezone_minutes = f->timezone,
                                                                .lease_life = 6000,
                                                                .loop = f->loop},
                                     &f->why);
#endif
    case MEMORY:
        break;
    }
    return store_open_memory(&f->store, f->timezone, f->loop);
}

static inline enum store_error try_open(struct fixture *f)
{
    enum store_error error = open_kind(f);
    f->announced = 0;
    if (error == STORE_OK)
        store_set_owner(f->store, &(struct store_owner){on_committed, on_trouble, f});
    return error;
}

static inline void must_open(struct fixture *f)
{
    f->why.text[0] = '\0';
    enum store_error error = try_open(f);
    assert_string_equal(f->why.text, ""); /* the reason comes first */
    assert_int_equal(error, STORE_OK);
}

static inline void fixture_init(struct fixture *f, enum kind kind)
{
    memset(f, 0, sizeof(*f));
    f->kind = kind;
#ifdef TALON_POSTGRESQL
    if (kind == POSTGRESQL)
        pg_server_fresh(f->address, sizeof(f->address));
#endif
    strcpy(f->folder, "/tmp/talon-test-XXXXXX");
    assert_non_null(mkdtemp(f->folder));
    snprintf(f->path, sizeof(f->path), "%s/t.db", f->folder);
    f->loop = loop_create();
    assert_non_null(f->loop);
}

static inline void fixture_finish(struct fixture *f)
{
    static const char *const tails[] = {"",    "-wal", "-shm", "-lock",   ".v1", ".v2",
                                        ".v3", ".v4",  ".v5",  ".v6",     ".v7", ".v8",
                                        ".v9", ".v10", ".v11", "-journal"};
    store_close(f->store);
    loop_destroy(f->loop);
    for (size_t i = 0; i < ARRAY_SIZE(tails); i++) {
        char name[160];
        snprintf(name, sizeof(name), "%s%s", f->path, tails[i]);
        unlink(name);
    }
    assert_int_equal(rmdir(f->folder), 0); /* and nothing else was left there */
}

/* -- set-ups -- */

static inline int fixture_open(void **state, enum kind kind)
{
    struct fixture *f = *state = malloc(sizeof(*f));
    fixture_init(f, kind);
    must_open(f);
    return 0;
}

static inline int setup_sqlite(void **state)
{
    return fixture_open(state, SQLITE);
}

static inline int setup_memory(void **state)
{
    return fixture_open(state, MEMORY);
}

static inline int teardown(void **state)
{
    fixture_finish(*state);
    free(*state);
    return 0;
}

#ifdef TALON_POSTGRESQL
static inline int setup_postgresql(void **state)
{
    return fixture_open(state, POSTGRESQL);
}
#endif

/* Declares a test on each store that is a database, or on each store. */
#ifdef TALON_POSTGRESQL
#define DATABASES(test) ON(test, sqlite), ON(test, postgresql)
#else
#define DATABASES(test) ON(test, sqlite)
#endif
#define EACH(test) DATABASES(test), ON(test, memory)
/* Runs them, without those on PostgreSQL if there is no server. */
static inline int run_on_each(const char *name, const struct CMUnitTest *tests, size_t count)
{
    struct CMUnitTest here[64];
    size_t some = 0;
    assert_true(count <= ARRAY_SIZE(here));
    for (size_t i = 0; i < count; i++) {
#ifdef TALON_POSTGRESQL
        if (tests[i].setup_func == setup_postgresql && !pg_server_shared())
            continue;
#endif
        here[some++] = tests[i];
    }
    return _cmocka_run_group_tests(name, here, some, NULL, NULL);
}
#define RUN_ON_EACH(tests) run_on_each(#tests, tests, ARRAY_SIZE(tests))
#define ON(test, kind)                                                                             \
    {                                                                                              \
#test " (" #kind ")", test, setup_##kind, teardown, NULL                                   \
    }

/* Closes and opens the store; the memory store just goes on. */
static inline void reopen(struct fixture *f)
{
    if (f->kind == MEMORY)
        return;
    assert_true(store_close(f->store));
    must_open(f);
}

static inline void commit(struct fixture *f)
{
    f->wanted = store_commit(f->store);
    if (f->announced < f->wanted)
        loop_run(f->loop);
    assert_int_equal(f->announced, f->wanted);
}

/* -- data -- */

/* 2026-03-04 12:00 UTC, a Wednesday. */
static const int64_t noon = INT64_C(1772625600000);

static inline struct store_round a_round(int64_t id)
{
    struct store_round round = {.id = id,
                                .table = 7,
                                .network = "net",
                                .channel = "#cards",
                                .set = "classic",
                                .setup = "seats=a,b",
                                .rules_version = 3,
                                .started_at = 1700000000000 + id,
                                .deal_hash = UINT64_C(0xfedcba9876543210) + (uint64_t)id};
    memset(round.secret, (int)(id & 0xff), sizeof(round.secret));
    memset(round.commitment, (int)(~id & 0xff), sizeof(round.commitment));
    return round;
}

static inline struct store_action an_action(int64_t round, uint32_t seq, char text[16])
{
    snprintf(text, 16, "p%u r%u", seq % 4, (unsigned)(round + seq) % 10);
    return (struct store_action){round, seq, 1700000000000 + round + seq * INT64_C(750), text,
                                 ((uint64_t)round << 40 ^ seq) * UINT64_C(0x9e3779b97f4a7c15)};
}

static inline void append(struct fixture *f, int64_t round, uint32_t from, uint32_t to)
{
    for (uint32_t seq = from; seq <= to; seq++) {
        char text[16];
        struct store_action action = an_action(round, seq, text);
        store_append(f->store, &action);
    }
}

static inline struct store_result a_result(unsigned seat, const char *account, const char *name,
                                           int32_t points, bool won)
{
    return (struct store_result){.who = {"net", account, name, true, NULL},
                                 .seat = seat,
                                 .points = points,
                                 .won = won,
                                 .place = won ? 1 : 2};
}

/* A whole round in one batch, not yet committed. */
static inline void play(struct fixture *f, int64_t id, const char *channel, int64_t ended_at,
                        bool counts, const struct store_result *results, unsigned count)
{
    struct store_round round = a_round(id);
    round.channel = channel;
    store_begin_round(f->store, &round);
    append(f, id, 1, 3);
    store_end_round(f->store, &(struct store_round_end){.round = id,
                                                        .ended_at = ended_at,
                                                        .outcome = "won",
                                                        .counts = counts,
                                                        .results = results,
                                                        .result_count = count});
}

/* -- questions -- */

static inline void on_board(void *arg, bool ok, const struct store_score *rows, unsigned count)
{
    struct fixture *f = arg;
    f->answered = true;
    f->ok = ok;
    f->count = count;
    if (count > 0)
        memcpy(f->rows, rows, count * sizeof(*rows));
    loop_stop(f->loop);
}

static inline void on_stats(void *arg, bool ok, bool found,
                            const struct store_score scores[STORE_PERIODS],
                            const struct store_ratings *ratings)
{
    struct fixture *f = arg;
    f->answered = true;
    f->ok = ok;
    f->found = found;
    memcpy(f->rows, scores, STORE_PERIODS * sizeof(*scores));
    f->ratings = *ratings;
    loop_stop(f->loop);
}

static inline unsigned ask_board(struct fixture *f, enum store_scope scope, const char *channel,
                                 enum store_period period, int64_t at, unsigned limit)
{
    f->answered = false;
    store_board(f->store,
                &(struct store_board_query){.scope = scope,
                                            .network = "net",
                                            .channel = channel,
                                            .period = period,
                                            .at = at,
                                            .limit = limit},
                on_board, f);
    assert_false(f->answered); /* never from inside the call */
    loop_run(f->loop);
    assert_true(f->answered && f->ok);
    return f->count;
}

static inline bool ask_query(struct fixture *f, const struct store_stats_query *query)
{
    f->answered = false;
    store_stats(f->store, query, on_stats, f);
    assert_false(f->answered);
    loop_run(f->loop);
    assert_true(f->answered && f->ok);
    return f->found;
}

/* By name; `channel` NULL: the whole network. */
static inline bool ask_stats(struct fixture *f, const char *channel, const char *name, int64_t at)
{
    return ask_query(f, &(struct store_stats_query){channel ? STORE_CHANNEL : STORE_NETWORK, "net",
                                                    channel, NULL, name, at});
}

static inline void expect_row(const struct store_score *row, const char *name, uint32_t rank,
                              int64_t points, uint32_t rounds, uint32_t won)
{
    assert_string_equal(row->name, name);
    assert_int_equal(row->rank, rank);
    assert_int_equal(row->points, points);
    assert_int_equal(row->rounds, rounds);
    assert_int_equal(row->rounds_won, won);
}

#endif
