/* One suite for both stores: what store.h promises. */
#include "fixture.h"

/* 2026-03-04 12:00 UTC, a Wednesday. */
static const int64_t noon = INT64_C(1772625600000);
static const int64_t day = INT64_C(86400000);

static int setup_sqlite(void **state)
{
    struct fixture *f = *state = malloc(sizeof(*f));
    fixture_init(f, true);
    must_open(f);
    return 0;
}

static int setup_memory(void **state)
{
    struct fixture *f = *state = malloc(sizeof(*f));
    fixture_init(f, false);
    must_open(f);
    return 0;
}

static int teardown(void **state)
{
    fixture_finish(*state);
    free(*state);
    return 0;
}

/* What a load gave, as text to compare. */
struct dump {
    char text[4096];
};

static void add_line(struct dump *dump, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void add_line(struct dump *dump, const char *format, ...)
{
    size_t length = strlen(dump->text);
    va_list args;
    va_start(args, format);
    int more = vsnprintf(dump->text + length, sizeof(dump->text) - length, format, args);
    va_end(args);
    assert_true(more >= 0 && (size_t)more < sizeof(dump->text) - length);
}

static bool dump_table(void *arg, const struct store_table *table)
{
    add_line(arg, "%d %s %s %s\n", (int)table->id, table->network, table->channel, table->state);
    return true;
}

static bool dump_setting(void *arg, const char *scope, const char *key, const char *value)
{
    add_line(arg, "%s %s %s\n", scope, key, value);
    return true;
}

static bool dump_round(void *arg, const struct store_round *round)
{
    struct store_round same = a_round(round->id);
    assert_int_equal(round->table, same.table);
    assert_string_equal(round->network, same.network);
    assert_string_equal(round->channel, same.channel);
    assert_string_equal(round->set, same.set);
    assert_string_equal(round->setup, same.setup);
    assert_int_equal(round->rules_version, same.rules_version);
    assert_int_equal(round->started_at, same.started_at);
    assert_memory_equal(round->secret, same.secret, sizeof(same.secret));
    assert_memory_equal(round->commitment, same.commitment, sizeof(same.commitment));
    assert_true(round->deal_hash == same.deal_hash);
    add_line(arg, "round %d\n", (int)round->id);
    return true;
}

static bool dump_action(void *arg, const struct store_action *action)
{
    char text[16];
    struct store_action same = an_action(action->round, action->seq, text);
    assert_string_equal(action->text, same.text);
    assert_int_equal(action->at, same.at);
    assert_true(action->hash == same.hash);
    add_line(arg, "%d.%u\n", (int)action->round, action->seq);
    return true;
}

static void tables_and_settings_come_back(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(store_next_table_id(f->store), 1);
    store_put_table(f->store, &(struct store_table){2, "net", "#b", "two"});
    store_put_table(f->store, &(struct store_table){1, "net", "#a", "one"});
    store_put_table(f->store, &(struct store_table){3, "net", "#c", "three"});
    store_put_setting(f->store, "daemon", "motd", "d\u00e9fi");
    store_put_setting(f->store, "channel:net:#a", "lang", "fr");
    store_put_setting(f->store, "channel:net:#a", "theme", "plain");
    commit(f);
    store_put_table(f->store, &(struct store_table){1, "net", "#a", "changed"});
    store_close_table(f->store, 3);
    store_put_setting(f->store, "channel:net:#a", "lang", "en");
    store_put_setting(f->store, "channel:net:#a", "theme", NULL);
    store_put_setting(f->store, "channel:net:#a", "never", NULL);
    commit(f);
    reopen(f);

    struct dump dump = {""};
    assert_true(store_load_tables(f->store, dump_table, &dump));
    assert_string_equal(dump.text, "1 net #a changed\n2 net #b two\n");
    assert_int_equal(store_next_table_id(f->store), 4); /* a closed one's id never comes again */
    dump.text[0] = '\0';
    assert_true(store_load_settings(f->store, dump_setting, &dump));
    assert_string_equal(dump.text, "channel:net:#a lang en\ndaemon motd d\u00e9fi\n");
}

static void unfinished_rounds_come_back(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(store_next_round_id(f->store), 1);
    struct store_round rounds[] = {a_round(1), a_round(2), a_round(3)};
    for (int i = 2; i >= 0; i--)
        store_begin_round(f->store, &rounds[i]);
    append(f, 1, 1, 3);
    append(f, 3, 1, 1);
    commit(f);
    append(f, 1, 4, 4);
    append(f, 2, 1, 5);
    append(f, 3, 2, 2);
    commit(f);
    store_end_round(f->store,
                    &(struct store_round_end){.round = 2, .ended_at = noon, .outcome = "blocked"});
    commit(f);
    reopen(f);
    struct dump dump = {""};
    assert_true(store_load_rounds(f->store, dump_round, dump_action, &dump));
    assert_string_equal(dump.text, "round 1\n1.1\n1.2\n1.3\n1.4\nround 3\n3.1\n3.2\n");
    assert_int_equal(store_next_round_id(f->store), 4);
}

static bool stop(void *arg, const struct store_table *table)
{
    (void)table;
    ++*(unsigned *)arg;
    return false;
}

static bool stop_action(void *arg, const struct store_action *action)
{
    (void)arg;
    return action->seq < 2;
}

static void a_load_can_be_stopped(void **state)
{
    struct fixture *f = *state;
    store_put_table(f->store, &(struct store_table){1, "net", "#a", "one"});
    store_put_table(f->store, &(struct store_table){2, "net", "#b", "two"});
    struct store_round round = a_round(1);
    store_begin_round(f->store, &round);
    append(f, 1, 1, 3);
    commit(f);
    unsigned calls = 0;
    assert_false(store_load_tables(f->store, stop, &calls));
    assert_int_equal(calls, 1);
    struct dump dump = {""};
    assert_false(store_load_rounds(f->store, dump_round, stop_action, &dump));
}

static void batches_are_numbered(void **state)
{
    struct fixture *f = *state;
    assert_int_equal(store_batch(f->store), 0);
    assert_int_equal(store_commit(f->store), 0);
    assert_int_equal(store_durable(f->store), 0);
    store_put_setting(f->store, "daemon", "a", "1");
    assert_int_equal(store_batch(f->store), 1);
    store_put_setting(f->store, "daemon", "b", "1");
    assert_int_equal(store_batch(f->store), 1);
    assert_int_equal(store_commit(f->store), 1);
    assert_int_equal(store_commit(f->store), 1);
    assert_int_equal(store_batch(f->store), 1);
    for (uint64_t i = 2; i <= 300; i++) {
        store_put_setting(f->store, "daemon", "a", "2");
        assert_int_equal(store_commit(f->store), i);
    }
    commit(f); /* the fixture checks that each is announced once and in order */
    assert_int_equal(store_durable(f->store), 300);
}

static void text_is_copied(void **state)
{
    struct fixture *f = *state;
    size_t size = 100000; /* more than a chunk of a batch */
    char *text = malloc(size);
    memset(text, 'x', size - 1);
    text[size - 1] = '\0';
    store_put_table(f->store, &(struct store_table){1, "net", "#a", text});
    char key[] = "key", value[] = "value";
    store_put_setting(f->store, "daemon", key, value);
    memset(text, 'y', size - 1);
    key[0] = value[0] = '?';
    commit(f);
    struct dump dump = {""};
    assert_true(store_load_settings(f->store, dump_setting, &dump));
    assert_string_equal(dump.text, "daemon key value\n");
    unsigned calls = 0;
    store_load_tables(f->store, stop, &calls);
    assert_int_equal(calls, 1);
    free(text);
}

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

static void windows_end_at_their_borders(void **state)
{
    struct fixture *f = *state;
    struct store_result alice = a_result(0, "alice", "Alice", 1, true);
    /* noon is Wednesday 4 March: yesterday, Monday, Sunday before, February, last year */
    const int64_t times[] = {noon,           noon - day,     noon - 2 * day,
                             noon - 3 * day, noon - 5 * day, noon - 70 * day};
    for (int64_t i = 0; i < 6; i++)
        play(f, i + 1, "#cards", times[i], true, &alice, 1);
    commit(f);
    static const uint32_t rounds[STORE_WINDOWS] = {1, 3, 4, 5, 6};
    for (int w = 0; w < STORE_WINDOWS; w++) {
        assert_int_equal(ask_board(f, STORE_CHANNEL, "#cards", (enum store_window)w, noon + 1, 5),
                         1);
        assert_int_equal(f->rows[0].rounds, rounds[w]);
    }
    assert_int_equal(ask_board(f, STORE_CHANNEL, "#cards", STORE_DAY, noon - 3 * day, 5), 1);
    assert_int_equal(ask_board(f, STORE_CHANNEL, "#cards", STORE_DAY, noon + day, 5), 0);
    assert_true(ask_stats(f, "#cards", "alice", noon));
    for (int w = 0; w < STORE_WINDOWS; w++)
        assert_int_equal(f->rows[w].rounds, rounds[w]);
}

static void order_and_ranks(void **state)
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
    struct store_board_query query = {STORE_NETWORK, "net", NULL, STORE_DAY, noon, 5};
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

static void closing_saves_what_was_gathered(void **state)
{
    struct fixture *f = *state;
    store_put_setting(f->store, "daemon", "a", "1");
    store_commit(f->store);
    store_put_setting(f->store, "daemon", "b", "2");
    reopen(f);
    if (!f->sqlite)
        commit(f);
    struct dump dump = {""};
    assert_true(store_load_settings(f->store, dump_setting, &dump));
    assert_string_equal(dump.text, "daemon a 1\ndaemon b 2\n");
    assert_true(store_close(NULL));
}

#define BOTH(test)                                                                                 \
    {#test " (sqlite)", test, setup_sqlite, teardown, NULL},                                       \
    {                                                                                              \
#test " (memory)", test, setup_memory, teardown, NULL                                      \
    }

/* -- failures on demand -- */

static void a_failed_batch_stays_first(void **state)
{
    struct fixture *f = *state;
    store_memory_fail(f->store, true);
    store_put_setting(f->store, "daemon", "a", "1");
    store_commit(f->store);
    f->wanted_troubles = 1;
    loop_run(f->loop);
    assert_string_equal(f->trouble, "memory: told to fail");
    assert_int_equal(store_durable(f->store), 0);
    store_put_setting(f->store, "daemon", "a", "2");
    store_memory_fail(f->store, false);
    commit(f);
    assert_int_equal(store_durable(f->store), 2);
    assert_int_equal(f->troubles, 1);
    assert_int_equal(f->overs, 1);
    struct dump dump = {""};
    assert_true(store_load_settings(f->store, dump_setting, &dump));
    assert_string_equal(dump.text, "daemon a 2\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        BOTH(tables_and_settings_come_back),
        BOTH(unfinished_rounds_come_back),
        BOTH(a_load_can_be_stopped),
        BOTH(batches_are_numbered),
        BOTH(text_is_copied),
        BOTH(scores_add_up),
        BOTH(a_round_is_scored_once),
        BOTH(scopes_are_apart),
        BOTH(windows_end_at_their_borders),
        BOTH(order_and_ranks),
        BOTH(people_are_found_by_name_and_account),
        BOTH(unverified_nicks_are_other_people),
        BOTH(long_names_are_cut_between_characters),
        BOTH(questions_wait_in_line_and_are_all_answered),
        BOTH(closing_saves_what_was_gathered),
        {"a_failed_batch_stays_first (memory)", a_failed_batch_stays_first, setup_memory, teardown,
         NULL},
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
