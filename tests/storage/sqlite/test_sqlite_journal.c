/* The actions of running rounds, as rows that are only added (sqlite_journal.h). */
#include "tests/storage/database_fixture.h"

enum { SPAN = 8192 + 256, LONG = 700 };

static int open_new(void **state)
{
    setup(state);
    must_open(*state);
    return 0;
}

static void begin(struct fixture *f, int64_t id)
{
    struct store_round round = a_round(id);
    store_begin_round(f->store, &round);
}

static int64_t rows(const struct fixture *f)
{
    return raw_number(f, "SELECT count(*) FROM journal");
}

static void expect_proof(struct fixture *f, int64_t round, bool ended, unsigned count)
{
    struct proven p;
    if (prove(f, round, &p) != STORE_OK)
        fail_msg("%s", f->why.text);
    assert_int_equal(p.ended, ended);
    assert_int_equal(p.count, count);
}

static int64_t first_row(const struct fixture *f)
{
    return raw_number(f, "SELECT min(id) FROM main.journal");
}

/* Three tables that play at once; after a restart, too. */
static void rows_go_from_the_front(void **state)
{
    struct fixture *f = *state;
    for (int64_t id = 1; id <= 3; id++)
        begin(f, id);
    for (uint32_t seq = 1; seq <= 20; seq++) {
        if (seq == 11)
            reopen(f); /* the next action begins a row */
        for (int64_t id = 1; id <= 3; id++) {
            if (id < 3 || seq > 10)
                append(f, id, seq - (id == 3 ? 10 : 0), seq - (id == 3 ? 10 : 0));
        }
        commit(f);
    }
    reopen(f);
    append(f, 2, 21, 22);
    commit(f);
    assert_int_equal(rows(f), 52);
    end(f, 2);
    assert_int_equal(first_row(f), 1); /* the first one's stand before */
    expect_proof(f, 2, true, 22);
    expect_proof(f, 1, false, 20);
    append(f, 1, 21, 21);
    end(f, 1);
    assert_int_equal(first_row(f), 2);
    assert_int_equal(rows(f), 10);
    expect_proof(f, 3, false, 10);
    expect_proof(f, 1, true, 21);
    end(f, 3);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM main.journal"), 0);
    expect_proof(f, 3, true, 10);
    begin(f, 4);
    append(f, 4, 1, 3);
    commit(f);
    expect_proof(f, 4, false, 3);
}

/* One table that plays alone writes one page for each action: the last row grows until it fills
 * one. Many that play at once write one row. */
static void a_commit_changes_one_row(void **state)
{
    struct fixture *f = *state;
    begin(f, 1);
    int64_t count = 0;
    for (uint32_t seq = 1; seq <= 100; seq++) {
        int64_t bytes = raw_number(f, "SELECT total(length(actions)) FROM main.journal");
        append(f, 1, seq, seq);
        commit(f);
        int64_t now = raw_number(f, "SELECT count(*) FROM main.journal");
        assert_in_range(now, count, count + 1);
        assert_true(raw_number(f, "SELECT total(length(actions)) FROM main.journal") > bytes);
        assert_in_range(raw_number(f, "SELECT max(length(actions)) FROM main.journal"), 1, 470);
        count = now;
    }
    assert_in_range(count, 2, 10);
    for (int64_t id = 2; id <= 1000; id++) {
        begin(f, id);
        append(f, id, 1, 1);
    }
    commit(f);
    assert_in_range(raw_number(f, "SELECT count(*) FROM main.journal"), count, count + 1);
    reopen(f);
    expect_proof(f, 1, false, 100);
    expect_proof(f, 1000, false, 1);
}

/* A table that is paused for weeks, while another plays on. */
static void a_round_that_stands_still_keeps_few_rows(void **state)
{
    struct fixture *f = *state;
    begin(f, 1);
    append(f, 1, 1, 5);
    int64_t most = 0; /* bytes */
    int64_t id = 1;
    for (int64_t written = 5; written < 2 * SPAN; written += LONG) {
        begin(f, ++id);
        append(f, id, 1, LONG);
        if (id % 3 == 0) /* some of it lies between theirs */
            append(f, 1, (uint32_t)(5 + id / 3), (uint32_t)(5 + id / 3));
        commit(f);
        end(f, id);
        expect_proof(f, id, true, LONG);
        int64_t bytes = raw_number(f, "SELECT total(length(actions)) FROM main.journal");
        most = bytes > most ? bytes : most;
        if (id == 7)
            reopen(f);
    }
    unsigned own = 5 + (unsigned)(id / 3);
    assert_in_range(most, 12 * LONG, 30 * (SPAN + 2 * LONG + own));
    assert_true(first_row(f) > 1);
    expect_proof(f, 1, false, own);
    reopen(f);
    end(f, 1);
    expect_proof(f, 1, true, own);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM main.journal"), 0);
}

static bool see_round(void *arg, const struct store_round *round)
{
    bool *damaged = arg;
    damaged[round->id] = round->damaged;
    return true;
}

static bool see_action(void *arg, const struct store_action *action)
{
    (void)arg;
    return action->seq > 0;
}

/* Of a row that cannot be read nobody knows whose actions it had. Rounds without an action behind
 * it may lack their last ones; the others would have a gap. */
static void a_damaged_row_is_noticed(void **state)
{
    struct fixture *f = *state;
    bool damaged[5] = {false};
    for (int64_t id = 1; id <= 4; id++)
        begin(f, id);
    append(f, 1, 1, 4);
    append(f, 2, 1, 4);
    commit(f);
    reopen(f);
    append(f, 2, 5, 6);
    append(f, 3, 1, 4);
    commit(f);
    reopen(f);
    append(f, 2, 7, 7);
    append(f, 4, 1, 4);
    commit(f);
    close_store(f);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM main.journal"), 3);
    raw(f, "UPDATE main.journal SET actions = CAST(substr(actions, 1, 20) || x'55'"
           " || substr(actions, 22) AS BLOB) WHERE id = 2");
    struct proven p;
    for (int64_t id = 1; id <= 3; id++)
        assert_int_equal(prove(f, id, &p), STORE_DAMAGED);
    expect_proof(f, 4, false, 4);
    must_open(f);
    assert_true(store_load_rounds(f->store, see_round, see_action, damaged));
    assert_true(damaged[1]);
    assert_false(damaged[2]); /* the caller sees the gap */
    assert_true(damaged[3]);
    assert_false(damaged[4]);
    for (int64_t id = 1; id <= 4; id++)
        end(f, id);
    assert_int_equal(prove(f, 2, &p), STORE_DAMAGED);
    expect_proof(f, 4, true, 4);
    assert_int_equal(rows(f), 0);
}

/* -- all rounds are read, while their tables play on -- */

enum { MANY = 40, MOVE_AT = 10, EMPTY_AT = 30, NEW = 4 };

struct round_reader {
    struct fixture *f;
    unsigned moves[MANY + NEW + 1]; /* that each round has */
    bool ended[MANY + NEW + 1];
    unsigned read;
};

static void play_one(struct round_reader *reading, int64_t id)
{
    uint32_t seq = ++reading->moves[id];
    append(reading->f, id, seq, seq);
}

static void end_one(struct round_reader *reading, int64_t id)
{
    reading->ended[id] = true;
    end(reading->f, id);
}

/* The round whose rows are the oldest gets them written anew at the end. */
static void move_the_last(struct round_reader *reading)
{
    struct fixture *f = reading->f;
    int64_t first = first_row(f);
    while (reading->moves[MOVE_AT + 1] < MANY * 256 + SPAN)
        play_one(reading, MOVE_AT + 1);
    commit(f);
    end_one(reading, MOVE_AT + 1);
    assert_true(first_row(f) > first);
}

/* Nothing runs any more, and then other rounds do: numbers of rows come again. */
static void empty_the_journal(struct round_reader *reading)
{
    struct fixture *f = reading->f;
    for (int64_t id = 1; id <= MANY; id++) {
        if (!reading->ended[id])
            end_one(reading, id);
    }
    assert_int_equal(rows(f), 0);
    reopen(f);
    for (int64_t id = MANY + 1; id <= MANY + NEW; id++) {
        begin(f, id);
        for (int i = 0; i < 12; i++)
            play_one(reading, id);
    }
    commit(f);
}

static bool read_one(void *arg, const struct store_each_round *each)
{
    struct round_reader *reading = arg;
    int64_t id = each->round;
    if (each->error != STORE_OK)
        fail_msg("%lld: %s", (long long)id, each->why);
    assert_int_equal(each->proof->ended, reading->ended[id]);
    assert_int_equal(each->proof->action_count, reading->moves[id]);
    for (unsigned i = 0; i < each->proof->action_count; i++)
        assert_int_equal(each->proof->actions[i].seq, i + 1);
    reading->read++;
    if (id < EMPTY_AT) /* the next round, and the last one */
        play_one(reading, id + 1);
    if (id < EMPTY_AT)
        play_one(reading, MANY);
    commit(reading->f);
    if (id == MOVE_AT)
        move_the_last(reading);
    if (id == EMPTY_AT)
        empty_the_journal(reading);
    return true;
}

static void all_are_read_while_they_play(void **state)
{
    struct fixture *f = *state;
    struct round_reader reading = {.f = f};
    for (int64_t id = 1; id <= MANY; id++)
        begin(f, id);
    for (unsigned turn = 0; turn < 10; turn++)
        play_one(&reading, MANY);
    commit(f);
    reopen(f); /* the next action begins a row */
    for (unsigned turn = 0; turn < 10; turn++) {
        for (int64_t id = MANY - 1; id >= 1; id--)
            play_one(&reading, id);
    }
    commit(f);
    assert_int_equal(store_prove_all(f->path, read_one, &reading, &f->why), STORE_OK);
    assert_int_equal(reading.read, MANY + NEW);
}

#undef TEST
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_new, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(rows_go_from_the_front),       TEST(a_round_that_stands_still_keeps_few_rows),
        TEST(a_commit_changes_one_row),     TEST(a_damaged_row_is_noticed),
        TEST(all_are_read_while_they_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
