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

/* Three tables that play at once; after a restart, too. */
static void rows_go_from_the_front(void **state)
{
    struct fixture *f = *state;
    for (int64_t id = 1; id <= 3; id++)
        begin(f, id);
    for (uint32_t seq = 1; seq <= 20; seq++) {
        for (int64_t id = 1; id <= 3; id++) {
            if (id < 3 || seq > 10)
                append(f, id, seq - (id == 3 ? 10 : 0), seq - (id == 3 ? 10 : 0));
        }
    }
    commit(f);
    reopen(f);
    append(f, 2, 21, 22);
    commit(f);
    assert_int_equal(rows(f), 52);
    end(f, 2);
    assert_int_equal(rows(f), 52); /* the first one's stand before */
    expect_proof(f, 2, true, 22);
    expect_proof(f, 1, false, 20);
    append(f, 1, 21, 21);
    end(f, 1);
    assert_int_equal(raw_number(f, "SELECT min(id) FROM journal"),
                     raw_number(f, "SELECT min(id) FROM journal WHERE round = 3"));
    assert_int_equal(rows(f), 10 + 9 + 9 + 2 + 1); /* of 3, and of both others since it began */
    expect_proof(f, 1, true, 21);
    end(f, 3);
    assert_int_equal(rows(f), 0);
    expect_proof(f, 3, true, 10);
    begin(f, 4);
    append(f, 4, 1, 3);
    commit(f);
    expect_proof(f, 4, false, 3);
}

/* A table that is paused for weeks, while another plays on. */
static void a_round_that_stands_still_keeps_few_rows(void **state)
{
    struct fixture *f = *state;
    begin(f, 1);
    append(f, 1, 1, 5);
    int64_t most = 0;
    int64_t id = 1;
    for (int64_t written = 5; written < 2 * SPAN; written += LONG) {
        begin(f, ++id);
        append(f, id, 1, LONG);
        if (id % 3 == 0) /* some of it lies between theirs */
            append(f, 1, (uint32_t)(5 + id / 3), (uint32_t)(5 + id / 3));
        commit(f);
        end(f, id);
        expect_proof(f, id, true, LONG);
        most = rows(f) > most ? rows(f) : most;
        if (id == 7)
            reopen(f);
    }
    unsigned own = 5 + (unsigned)(id / 3);
    assert_in_range(most, LONG, SPAN + LONG + own);
    expect_proof(f, 1, false, own);
    reopen(f);
    end(f, 1);
    expect_proof(f, 1, true, own);
    assert_int_equal(rows(f), 0);
}

/* A row that points elsewhere takes no other round's actions, and no writing for ever. */
static void a_damaged_row_leads_nowhere(void **state)
{
    struct fixture *f = *state;
    for (int64_t id = 1; id <= 2; id++) {
        begin(f, id);
        append(f, id, 1, 4);
    }
    commit(f);
    close_store(f);
    raw(f, "UPDATE journal SET before = id WHERE round = 1 AND seq = 3");
    raw(f, "UPDATE journal SET before = 2 WHERE round = 2 AND seq = 3");
    must_open(f);
    end(f, 1);
    end(f, 2);
    struct proven p;
    assert_int_equal(prove(f, 1, &p), STORE_DAMAGED);
    assert_int_equal(prove(f, 2, &p), STORE_DAMAGED);
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
    int64_t first = raw_number(f, "SELECT min(id) FROM journal WHERE round = 40");
    while (reading->moves[MOVE_AT + 1] < MANY * 256 + SPAN)
        play_one(reading, MOVE_AT + 1);
    commit(f);
    end_one(reading, MOVE_AT + 1);
    assert_true(raw_number(f, "SELECT min(id) FROM journal WHERE round = 40") > first);
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
    for (unsigned turn = 0; turn < 10; turn++) {
        for (int64_t id = MANY; id >= 1; id--)
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
        TEST(rows_go_from_the_front),
        TEST(a_round_that_stands_still_keeps_few_rows),
        TEST(a_damaged_row_leads_nowhere),
        TEST(all_are_read_while_they_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
