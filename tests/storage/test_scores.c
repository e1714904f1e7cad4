/* One suite for all stores: scores, boards and what is told of one person (store.h). */
#include "storage/query.h"
#include "store_fixture.h"

static const int64_t day = INT64_C(86400000);

/* points; rounds and matches won; only rounds that count. */
static void scores_add_up(void **state)
{
    struct fixture *f = *state;
    struct store_result results[] = {
        a_result(0, "alice", "Alice", 40, true),
        a_result(1, "bob", "Bob", 0, false),
        {.seat = 2, .points = 99, .won = false}, /* a computer player */
    };
    play(f, 1, "#cards", noon, true, results, 3);
    results[0].points = 0, results[0].won = false;
    results[1].points = 70, results[1].won = true;
    results[0].match_over = results[1].match_over = results[1].match_won = true;
    play(f, 2, "#cards", noon + 1, true, results, 3);
    play(f, 3, "#cards", noon + 2, false, results, 3);
    commit(f);
    reopen(f);
    assert_int_equal(ask_board(f, STORE_CHANNEL, "#cards", STORE_DAY, noon, 10), 2);
    expect_row(&f->rows[0], "Bob", 1, 70, 2, 1);
    expect_row(&f->rows[1], "Alice", 2, 40, 2, 1);
    assert_int_equal(f->rows[0].matches, 1);
    assert_int_equal(f->rows[0].matches_won, 1);
    assert_int_equal(f->rows[1].matches, 1);
    assert_int_equal(f->rows[1].matches_won, 0);
    assert_true(f->rows[0].verified);
    assert_int_equal(ask_board(f, STORE_CHANNEL, "#other", STORE_DAY, noon, 10), 0);
    assert_int_equal(ask_board(f, STORE_CHANNEL, "#cards", STORE_DAY, noon, 1), 1);
    assert_int_equal(ask_board(f, STORE_CHANNEL, "#cards", STORE_DAY, noon, 0), 0);
    assert_int_equal(ask_board(f, STORE_CHANNEL, "#cards", STORE_ALL, 0, 1000), 2);
}

static void a_round_is_scored_once(void **state)
{
    struct fixture *f = *state;
    struct store_result result = a_result(0, "alice", "Alice", 40, true);
    play(f, 1, "#cards", noon, true, &result, 1);
    commit(f);
    struct store_round_end end = {.round = 1,
                                  .ended_at = noon,
                                  .outcome = "won",
                                  .counts = true,
                                  .results = &result,
                                  .result_count = 1};
    store_end_round(f->store, &end);
    end.round = 77; /* never begun */
    store_end_round(f->store, &end);
    commit(f);
    assert_int_equal(ask_board(f, STORE_OVERALL, NULL, STORE_ALL, noon, 10), 1);
    expect_row(&f->rows[0], "Alice", 1, 40, 1, 1);
}

static void scopes_are_apart(void **state)
{
    struct fixture *f = *state;
    struct store_result alice = a_result(0, "alice", "Alice", 10, true);
    struct store_result far = alice;
    far.who.network = "far";
    play(f, 1, "#a", noon, true, &alice, 1);
    play(f, 2, "#b", noon, true, &alice, 1);
    struct store_round round = a_round(3);
    round.network = "far";
    round.channel = "#a";
    store_begin_round(f->store, &round);
    store_end_round(f->store, &(struct store_round_end){.round = 3,
                                                        .ended_at = noon,
                                                        .outcome = "won",
                                                        .counts = true,
                                                        .results = &far,
                                                        .result_count = 1});
    commit(f);
    assert_int_equal(ask_board(f, STORE_CHANNEL, "#a", STORE_WEEK, noon, 10), 1);
    expect_row(&f->rows[0], "Alice", 1, 10, 1, 1);
    assert_int_equal(ask_board(f, STORE_NETWORK, NULL, STORE_WEEK, noon, 10), 1);
    expect_row(&f->rows[0], "Alice", 1, 20, 2, 2);
    /* another network's account of that name is another person */
    assert_int_equal(ask_board(f, STORE_OVERALL, NULL, STORE_WEEK, noon, 10), 2);
    expect_row(&f->rows[0], "Alice", 1, 20, 2, 2);
    expect_row(&f->rows[1], "Alice", 2, 10, 1, 1);
}

static void periods_end_at_their_borders(void **state)
{
    struct fixture *f = *state;
    struct store_result alice = a_result(0, "alice", "Alice", 1, true);
    /* noon is Wednesday 4 March: yesterday, Monday, Sunday before, February, last year */
    const int64_t times[] = {noon,           noon - day,     noon - 2 * day,
                             noon - 3 * day, noon - 5 * day, noon - 70 * day};
    for (int64_t i = 0; i < 6; i++)
        play(f, i + 1, "#cards", times[i], true, &alice, 1);
    commit(f);
    static const uint32_t rounds[STORE_PERIODS] = {1, 3, 4, 5, 6};
    for (int w = 0; w < STORE_PERIODS; w++) {
        assert_int_equal(ask_board(f, STORE_CHANNEL, "#cards", (enum store_period)w, noon + 1, 5),
                         1);
        assert_int_equal(f->rows[0].rounds, rounds[w]);
    }
    assert_int_equal(ask_board(f, STORE_CHANNEL, "#cards", STORE_DAY, noon - 3 * day, 5), 1);
    assert_int_equal(ask_board(f, STORE_CHANNEL, "#cards", STORE_DAY, noon + day, 5), 0);
    assert_true(ask_stats(f, "#cards", "alice", noon));
    for (int w = 0; w < STORE_PERIODS; w++)
        assert_int_equal(f->rows[w].rounds, rounds[w]);
}

/* A period that is over is on no board any more; what is open stays, and so do the sums of all
 * time. */
static void periods_that_are_over_fold(void **state)
{
    struct fixture *f = *state;
    struct store_result result = a_result(0, "alice", "Alice", 10, true);
    static const int days[] = {-200, -40, -2, 0}; /* before Wednesday, 4 March */
    for (int i = 0; i < 4; i++)
        play(f, i + 1, "#cards", noon + days[i] * day, true, &result, 1);
    store_fold(f->store, noon);
    commit(f);
    static const unsigned points[STORE_PERIODS] = {10, 20, 20, 30, 40};
    for (int w = 0; w < STORE_PERIODS; w++) {
        assert_int_equal(ask_board(f, STORE_CHANNEL, "#cards", (enum store_period)w, noon, 10), 1);
        assert_int_equal(f->rows[0].points, points[w]);
    }
    assert_int_equal(ask_board(f, STORE_CHANNEL, "#cards", STORE_DAY, noon - 2 * day, 10), 0);
    assert_int_equal(ask_board(f, STORE_NETWORK, NULL, STORE_MONTH, noon - 40 * day, 10), 0);
    assert_int_equal(ask_board(f, STORE_OVERALL, NULL, STORE_SEASON, noon - 200 * day, 10), 0);
}

/* A clock that is ahead while nobody plays, and one that was while somebody did, close nothing. */
static void a_clock_that_is_ahead_closes_no_period(void **state)
{
    struct fixture *f = *state;
    struct store_result result = a_result(0, "alice", "Alice", 10, true);
    play(f, 1, "#cards", noon, true, &result, 1);
    store_fold(f->store, noon + 4000 * day);
    commit(f);
    assert_int_equal(ask_board(f, STORE_CHANNEL, "#cards", STORE_DAY, noon, 10), 1);
    play(f, 2, "#cards", noon + 4000 * day, true, &result, 1);
    store_fold(f->store, noon);
    commit(f);
    assert_int_equal(ask_board(f, STORE_CHANNEL, "#cards", STORE_DAY, noon, 10), 1);
    assert_int_equal(ask_board(f, STORE_CHANNEL, "#cards", STORE_DAY, noon + 4000 * day, 10), 1);
}

static void rows_are_in_order_and_ties_share_ranks(void **state)
{
    struct fixture *f = *state;
    struct store_result results[] = {
        a_result(0, "d", "dora", 50, true),  a_result(1, "c", "\u00c9mile", 50, true),
        a_result(2, "b", "Bert", 50, false), a_result(3, "a", "anna", 80, false),
        a_result(4, "e", "eve", -5, false),
    };
    play(f, 1, "#cards", noon, true, results, 5);
    struct store_result more = a_result(0, "f", "fred", 25, true);
    play(f, 2, "#cards", noon, true, &more, 1);
    more.won = false;
    play(f, 3, "#cards", noon, true, &more, 1); /* 50 points, one won, but two rounds */
    commit(f);
    assert_int_equal(ask_board(f, STORE_CHANNEL, "#cards", STORE_ALL, noon, 10), 6);
    expect_row(&f->rows[0], "anna", 1, 80, 1, 0);
    expect_row(&f->rows[1], "dora", 2, 50, 1, 1);
    expect_row(&f->rows[2], "\u00c9mile", 2, 50, 1, 1);
    expect_row(&f->rows[3], "fred", 4, 50, 2, 1);
    expect_row(&f->rows[4], "Bert", 5, 50, 1, 0);
    expect_row(&f->rows[5], "eve", 6, -5, 1, 0);
    static const char *const names[] = {"anna", "dora", "Emile", "FRED", "bert", "eve"};
    static const uint32_t ranks[] = {1, 2, 2, 4, 5, 6};
    for (int i = 0; i < 6; i++) {
        assert_true(ask_stats(f, "#cards", names[i], noon));
        assert_int_equal(f->rows[STORE_ALL].rank, ranks[i]);
    }
}

static void people_are_found_by_name_and_account(void **state)
{
    struct fixture *f = *state;
    struct store_result results[] = {
        a_result(0, "Alice", "al", 40, true),
        a_result(1, "bob", "Alice", 5, false),
        {.who = {"net", "al", "al", false, NULL}, .seat = 2, .points = 7},
    };
    play(f, 1, "#cards", noon, true, results, 3);
    commit(f);
    assert_true(ask_stats(f, "#cards", "ALICE", noon)); /* account before name */
    expect_row(&f->rows[STORE_DAY], "al", 1, 40, 1, 1);
    assert_true(ask_stats(f, "#cards", "AL", noon)); /* verified before unverified */
    expect_row(&f->rows[STORE_DAY], "al", 1, 40, 1, 1);
    assert_true(f->rows[STORE_DAY].verified);
    results[0].who.name = "ally"; /* now only the unverified one is shown as "al" */
    play(f, 2, "#other", noon, true, results, 1);
    commit(f);
    assert_true(ask_stats(f, "#cards", "al", noon));
    expect_row(&f->rows[STORE_DAY], "al", 2, 7, 1, 0);
    assert_false(f->rows[STORE_DAY].verified);
    assert_true(ask_stats(f, NULL, "ally", noon));
    expect_row(&f->rows[STORE_ALL], "ally", 1, 80, 2, 2);
    assert_false(ask_stats(f, "#cards", "nobody", noon));
    assert_true(ask_stats(f, "#quiet", "bob", noon)); /* known, but never played there */
    assert_int_equal(f->rows[STORE_ALL].rank, 0);
    assert_string_equal(f->rows[STORE_ALL].name, "Alice");
}

/* A nick is not the account of the same name. */
static void unverified_nicks_are_other_people(void **state)
{
    struct fixture *f = *state;
    struct store_result results[] = {
        a_result(0, "alice", "Alice", 40, true),
        {.who = {"net", "alice", "Alice", false, NULL}, .seat = 1, .points = 3},
    };
    play(f, 1, "#cards", noon, true, results, 2);
    commit(f);
    assert_int_equal(ask_board(f, STORE_CHANNEL, "#cards", STORE_DAY, noon, 10), 2);
    assert_true(f->rows[0].verified);
    assert_int_equal(f->rows[0].points, 40);
    assert_false(f->rows[1].verified);
    assert_int_equal(f->rows[1].points, 3);
}

static void long_names_are_cut_between_characters(void **state)
{
    struct fixture *f = *state;
    char name[200] = "x";
    while (strlen(name) < 150)
        strcat(name, "\u00e9");
    struct store_result result = a_result(0, "alice", name, 1, true);
    play(f, 1, "#cards", noon, true, &result, 1);
    commit(f);
    assert_int_equal(ask_board(f, STORE_CHANNEL, "#cards", STORE_DAY, noon, 10), 1);
    assert_int_equal(strlen(f->rows[0].name), 63);
    assert_memory_equal(f->rows[0].name, name, 63);
    assert_true(ask_stats(f, NULL, name, noon));
}

static unsigned answers;

static void count_board(void *arg, bool ok, const struct store_score *rows, unsigned count)
{
    struct fixture *f = arg;
    (void)rows;
    f->count += ok ? count : 0;
    if (++answers == 20)
        loop_stop(f->loop);
}

static void questions_wait_in_line_and_are_all_answered(void **state)
{
    struct fixture *f = *state;
    struct store_result result = a_result(0, "alice", "Alice", 1, true);
    assert_false(store_busy(f->store));
    play(f, 1, "#cards", noon, true, &result, 1);
    assert_true(store_busy(f->store));
    commit(f);
    assert_false(store_busy(f->store));
    struct store_board_query query = {
        .scope = STORE_NETWORK, .network = "net", .period = STORE_DAY, .at = noon, .limit = 5};
    answers = 0;
    f->count = 0;
    for (int i = 0; i < 20; i++)
        store_board(f->store, &query, count_board, f);
    assert_true(store_busy(f->store));
    loop_run(f->loop);
    assert_int_equal(f->count, 20);
    assert_false(store_busy(f->store));
    /* closing answers what still waits, with ok = false */
    answers = 100;
    f->count = 0;
    for (int i = 0; i < 20; i++)
        store_board(f->store, &query, count_board, f);
    assert_true(store_close(f->store));
    f->store = NULL;
    assert_int_equal(answers, 120);
    assert_int_equal(f->count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        EACH(scores_add_up),
        EACH(a_round_is_scored_once),
        EACH(scopes_are_apart),
        EACH(periods_end_at_their_borders),
        EACH(periods_that_are_over_fold),
        EACH(a_clock_that_is_ahead_closes_no_period),
        EACH(rows_are_in_order_and_ties_share_ranks),
        EACH(people_are_found_by_name_and_account),
        EACH(unverified_nicks_are_other_people),
        EACH(long_names_are_cut_between_characters),
        EACH(questions_wait_in_line_and_are_all_answered),
    };
    return RUN_ON_EACH(tests);
}
