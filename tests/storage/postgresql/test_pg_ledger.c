/* Who comes into a fleet on PostgreSQL (pg_ledger.h), and what that is to those who are there. */
#include "store_process.h"

#include "storage/postgresql/pg_conn.h"

/* Those who are there renew too late by no fault of theirs, and the newcomer is served first. */
static void a_newcomer_buries_nobody_who_was_not_heard(void **state)
{
    struct fixture *f = *state;
    struct store_process one, two, three;
    enter_for(&one, f, "one", 20 * LIFE_MS);
    enter_for(&two, f, "two", 20 * LIFE_MS);
    assert_true(store_lease_want(one.store, "a"));
    assert_true(store_lease_want(two.store, "b"));
    WAIT_UNTIL(f, one.had_count == 1 && two.had_count == 1);
    pg_server_run(f->address, "UPDATE member SET expires = now() - INTERVAL '1 second'");
    enter(&three, f, "three");
    assert_true(store_lease_want(three.store, "a"));
    for (uint64_t until = milliseconds() + 2 * LIFE_MS; milliseconds() < until;)
        turn(f);
    assert_int_equal(one.lost_count + two.lost_count, 0);
    assert_int_equal(three.had_count, 0);
    assert_true(store_close(one.store));
    assert_true(store_close(two.store));
    WAIT_UNTIL(f, three.had_count == 1);
    assert_true(store_close(three.store));
}

static void leave_one_dead(struct fixture *f, bool alone)
{
    struct store_process one;
    char sql[400];
    enter(&one, f, "one"); /* makes the tables */
    assert_true(store_close(one.store));
    snprintf(sql, sizeof(sql),
             "INSERT INTO member (process, name, alone, wants, entered, expires)"
             " VALUES ('dead', 'dead', %d, 1, now(), now() - INTERVAL '1 second');"
             "INSERT INTO lease (name, epoch, holder, taken) VALUES ('a', 1, 'dead', now())",
             alone);
    pg_server_run(f->address, sql);
}

/* As by systemd, when the process was killed: nobody else is there who would have buried it. */
static void a_restarted_process_soon_has_its_lease_again(void **state)
{
    struct fixture *f = *state;
    struct store_process one;
    leave_one_dead(f, false);
    enter(&one, f, "one");
    uint64_t then = milliseconds();
    assert_true(store_lease_want(one.store, "a"));
    WAIT_UNTIL(f, one.had_count == 1);
    /* After each late answer of the server, one waits a whole life again. */
    assert_in_range(milliseconds() - then, 0, 6 * LIFE_MS);
    assert_true(store_close(one.store));
}

static void a_dead_process_delays_one_that_wants_to_be_alone(void **state)
{
    struct fixture *f = *state;
    struct postgresql_setup setup = {
        .address = f->address, .alone = true, .lease_life = LIFE_MS, .loop = f->loop};
    leave_one_dead(f, false);
    assert_int_equal(store_open_postgresql(&f->store, &setup, &f->why), STORE_OK);
    assert_int_equal(pg_server_number(f->address, "SELECT count(*) FROM member"), 1);
}

static void a_dead_lone_process_delays_nobody(void **state)
{
    struct fixture *f = *state;
    struct store_process one;
    leave_one_dead(f, true);
    enter(&one, f, "one");
    assert_int_equal(pg_server_number(f->address, "SELECT count(*) FROM member"), 1);
    assert_true(store_close(one.store));
}

/* -- who stands still while a batch is on its way -- */

/* libpq sends what is long before it is whole: the server has begun, and counts no time, as it is
 * in no pause between two statements. */
static void stand_still(struct fixture *f, struct pg_conn *still)
{
    assert_true(pg_conn_init(still, f->address, &f->why));
    assert_true(pg_conn_connect(still));
    assert_true(pg_conn_send(still, "BEGIN"));
    assert_true(pg_conn_send(still, "SELECT wants FROM member WHERE process = 'dead'"
                                    " FOR KEY SHARE"));
    assert_int_equal(PQflush(still->pq), 0);
    WAIT_UNTIL(f, pg_server_number(f->address, "SELECT count(*) FROM pg_locks"
                                               " WHERE mode = 'RowShareLock' AND relation ="
                                               " CAST('member' AS regclass)") == 1);
}

static void a_process_frozen_while_it_sends_is_replaced(void **state)
{
    struct fixture *f = *state;
    struct store_process one;
    struct pg_conn still;
    leave_one_dead(f, false);
    stand_still(f, &still);
    enter(&one, f, "one");
    assert_true(store_lease_want(one.store, "a"));
    WAIT_UNTIL(f, one.had_count == 1);
    assert_true(store_close(one.store));
    pg_conn_finish(&still);
}

static void a_frozen_dead_process_does_not_delay_a_lone_one(void **state)
{
    struct fixture *f = *state;
    struct postgresql_setup setup = {
        .address = f->address, .alone = true, .lease_life = LIFE_MS, .loop = f->loop};
    struct pg_conn still;
    leave_one_dead(f, false);
    stand_still(f, &still);
    enum store_error error = store_open_postgresql(&f->store, &setup, &f->why);
    if (error == STORE_LOCKED) /* the server may still be closing the frozen connection */
        error = store_open_postgresql(&f->store, &setup, &f->why);
    assert_int_equal(error, STORE_OK);
    pg_conn_finish(&still);
}

/* The process that has the place lives long, so that nobody buries it on a slow machine. The others
 * live only 300 ms, because they try to come in for that long. */
static void a_lone_process_keeps_others_out(void **state)
{
    struct fixture *f = *state;
    struct store_process one;
    struct store *store = NULL;
    struct postgresql_setup holds = {
        .address = f->address, .alone = true, .lease_life = 20 * LIFE_MS, .loop = f->loop};
    struct postgresql_setup alone = holds, other = holds;
    alone.lease_life = other.lease_life = 300;
    other.alone = false;
    enter_for(&one, f, "one", holds.lease_life);
    assert_int_equal(store_open_postgresql(&store, &alone, &f->why), STORE_LOCKED);
    assert_true(store_close(one.store));
    assert_int_equal(store_open_postgresql(&one.store, &holds, &f->why), STORE_OK);
    assert_int_equal(store_open_postgresql(&store, &other, &f->why), STORE_LOCKED);
    assert_int_equal(store_open_postgresql(&store, &alone, &f->why), STORE_LOCKED);
    assert_true(store_close(one.store));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup_closed, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_newcomer_buries_nobody_who_was_not_heard),
        TEST(a_restarted_process_soon_has_its_lease_again),
        TEST(a_dead_process_delays_one_that_wants_to_be_alone),
        TEST(a_dead_lone_process_delays_nobody),
        TEST(a_process_frozen_while_it_sends_is_replaced),
        TEST(a_frozen_dead_process_does_not_delay_a_lone_one),
        TEST(a_lone_process_keeps_others_out),
    };
    return pg_server_there() ? cmocka_run_group_tests(tests, NULL, NULL) : 0;
}
