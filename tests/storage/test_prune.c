/* What leaves nothing in the database, and what goes when it is old (store.h). */
#include "base/array.h"
#include "database_fixture.h"
#include "storage/check/prove.h"
#include "storage/sqlite/sqlite_store.h"

static const int64_t day = INT64_C(86400000);

/* "Rounds without a move leave nothing in the database": broken off, deserted or damaged. Who was
 * dealt in is not known for that, and the number never comes again. */
static void a_round_without_a_move_leaves_nothing(void **state)
{
    struct fixture *f = *state;
    static const char *const outcomes[] = {"stopped", "deserted", "damaged"};
    struct store_result results[] = {a_result(0, "alice", "Alice", 0, false),
                                     a_result(1, "bob", "Bob", 0, false)};
    for (int64_t id = 1; id <= 3; id++) {
        struct store_round round = a_round(id);
        store_begin_round(f->store, &round);
        store_end_round(f->store, &(struct store_round_end){.round = id,
                                                            .ended_at = noon,
                                                            .outcome = outcomes[id - 1],
                                                            .results = results,
                                                            .result_count = id < 3 ? 2 : 0});
    }
    commit(f);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM round"), 0);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM result"), 0);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM identity"), 0);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM person"), 0);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM scope"), 0);
    reopen(f);
    assert_int_equal(store_next_round_id(f->store), 4);
}

/* the deal itself may end a round, which counts. */
static void a_round_that_the_deal_won_is_kept(void **state)
{
    struct fixture *f = *state;
    struct store_result result = a_result(0, "alice", "Alice", 20, true);
    struct store_round round = a_round(1);
    store_begin_round(f->store, &round);
    store_end_round(f->store, &(struct store_round_end){.round = 1,
                                                        .ended_at = noon,
                                                        .outcome = "won",
                                                        .counts = true,
                                                        .results = &result,
                                                        .result_count = 1});
    commit(f);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM round"), 1);
    assert_int_equal(raw_number(f, "SELECT points FROM score WHERE span = 4 LIMIT 1"), 20);
}

/* One round a day, from the first of `days` days before noon on. */
static void play_days(struct fixture *f, int64_t days)
{
    struct store_result results[] = {a_result(0, "alice", "Alice", 10, true),
                                     a_result(1, "bob", "Bob", 0, false)};
    for (int64_t id = 1; id <= days; id++) {
        play(f, id, "#cards", noon - (days - id) * day, true, results, 2);
        if (id % 50 == 0) /* a server is slow at a row that one transaction writes often */
            commit(f);
    }
    commit(f);
}

static void no_round(void *arg, const struct store_proof *proof)
{
    (void)proof;
    *(bool *)arg = true;
}

/* A server is proven by what is copied of it. */
static enum store_error prove_in(struct fixture *f, int64_t round, bool *proven)
{
#ifdef TALON_POSTGRESQL
    if (f->kind == POSTGRESQL) {
        unlink(f->path);
        assert_int_equal(store_pull_postgresql(f->address, NULL, f->path, &f->why), STORE_OK);
    }
#endif
    return store_prove(f->path, round, no_round, proven, &f->why);
}

/* "Replays one year": setup and actions go, the results stay, and who asks is told. */
static void old_replays_go(void **state)
{
    struct fixture *f = *state;
    bool proven = false;
    play_days(f, 400);
    for (int i = 0; i < 2; i++) { /* a second time changes nothing */
        store_prune(f->store, 0, noon - 365 * day);
        commit(f);
    }
    assert_int_equal(raw_number(f, "SELECT count(*) FROM round WHERE length(archive) = 0"), 34);
    assert_int_equal(raw_number(f, "SELECT max(id) FROM round WHERE setup = ''"), 34);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM result"), 800);
    assert_int_equal(prove_in(f, 34, &proven), STORE_FAILED);
    assert_non_null(strstr(f->why.text, "its replay was deleted"));
    assert_int_equal(prove_in(f, 35, &proven), STORE_OK);
    assert_true(proven);
    assert_int_equal(ask_board(f, STORE_OVERALL, NULL, STORE_ALL, noon, 10), 2);
    expect_row(&f->rows[0], "Alice", 1, 4000, 400, 400);
}

/* "Keep results for ever" is the default; else rounds go with their results. The sums of the boards
 * stay. */
static void old_results_go(void **state)
{
    struct fixture *f = *state;
    play_days(f, 400);
    store_prune(f->store, 0, 0);
    commit(f);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM round WHERE setup = ''"), 0);
    for (int i = 0; i < 10; i++) {
        store_prune(f->store, noon - 100 * day, 0);
        commit(f);
    }
    assert_int_equal(raw_number(f, "SELECT min(id) FROM round"), 300);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM result"), 202);
    assert_int_equal(ask_board(f, STORE_CHANNEL, "#cards", STORE_ALL, noon, 10), 2);
    expect_row(&f->rows[0], "Alice", 1, 4000, 400, 400);
    assert_int_equal(ask_board(f, STORE_CHANNEL, "#cards", STORE_DAY, noon, 10), 2);
}

/* One step holds other batches up a moment only. */
static void rows_are_deleted_in_steps(void **state)
{
    struct fixture *f = *state;
    play_days(f, 700);
    store_prune(f->store, 0, noon + day);
    commit(f);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM round WHERE length(archive) = 0"), 300);
    store_prune(f->store, 0, noon + day);
    store_prune(f->store, 0, noon + day);
    commit(f);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM round WHERE length(archive) = 0"), 700);
}

static int64_t open_and_over(struct fixture *f)
{
    return raw_number(f, "SELECT count(*) FROM score WHERE span < 4");
}

/* So do the boards of periods that are over. */
static void periods_fold_in_steps(void **state)
{
    enum { SCOPES = 100, WEEKS = 12, OPEN = (SCOPES + 2) * 4 * 2 };
    struct fixture *f = *state;
    struct store_result results[] = {a_result(0, "alice", "Alice", 10, true),
                                     a_result(1, "bob", "Bob", 0, false)};
    for (int64_t id = 0; id < (int64_t)SCOPES * WEEKS; id++) {
        char channel[16];
        snprintf(channel, sizeof(channel), "#%d", (int)(id % SCOPES));
        play(f, id + 1, channel, noon - (WEEKS - 1 - id / SCOPES) * 7 * day, true, results, 2);
        if (id % 50 == 49)
            commit(f);
    }
    commit(f);
    assert_true(store_folds(f->store));
    int64_t most = 0;
    unsigned steps = 0;
    for (int64_t rows = open_and_over(f); rows > OPEN && steps < 1000; steps++) {
        store_fold(f->store, noon);
        commit(f);
        int64_t now = open_and_over(f);
        most = rows - now > most ? rows - now : most;
        rows = now;
    }
    assert_int_equal(open_and_over(f), OPEN);
    assert_in_range(most, 1, 4 * 100);

    assert_int_equal(raw_number(f, "SELECT count(*) FROM score WHERE span = 4"), (SCOPES + 2) * 2);
    assert_int_equal(raw_number(f, "SELECT sum(points) FROM score WHERE span = 4"),
                     3 * 10 * SCOPES * WEEKS);
    for (unsigned i = 0; i < 10; i++)
        store_fold(f->store, noon);
    commit(f);
    assert_false(store_folds(f->store));
    assert_int_equal(open_and_over(f), OPEN);
    play(f, SCOPES * WEEKS + 1, "#0", noon + day, true, results, 2);
    store_fold(f->store, noon + day);
    commit(f);
    assert_true(store_folds(f->store));
    for (unsigned i = 0; i < 10; i++)
        store_fold(f->store, noon + day);
    commit(f);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM score WHERE span = 0"), 3 * 2);
}

/* It finds what is old without looking at what is not. */
static void old_ones_are_found_by_an_index(void **state)
{
    struct fixture *f = *state;
    static const enum write_stmt wanted[] = {W_PRUNE_REPLAYS, W_PRUNE_RESULTS, W_PRUNE_ROUNDS,
                                             W_FOLD};
    sqlite3 *db = open_raw(f);
    for (size_t i = 0; i < ARRAY_SIZE(wanted); i++) {
        char sql[1024];
        sqlite3_stmt *stmt;
        snprintf(sql, sizeof(sql), "EXPLAIN QUERY PLAN %s", sql_write_sql[wanted[i]]);
        assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &stmt, NULL), SQLITE_OK);
        while (sqlite3_step(stmt) == SQLITE_ROW) {
            const char *plan = (const char *)sqlite3_column_text(stmt, 3);
            if (strncmp(plan, "SCAN", 4) == 0 && strncmp(plan, "SCAN c", 6) != 0)
                fail_msg("%s: %s", sql, plan);
        }
        sqlite3_finalize(stmt);
    }
    sqlite3_close(db);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        DATABASES(a_round_without_a_move_leaves_nothing),
        DATABASES(a_round_that_the_deal_won_is_kept),
        DATABASES(old_replays_go),
        DATABASES(old_results_go),
        DATABASES(rows_are_deleted_in_steps),
        DATABASES(periods_fold_in_steps),
        ON(old_ones_are_found_by_an_index, sqlite),
    };
    return RUN_ON_EACH(tests);
}
