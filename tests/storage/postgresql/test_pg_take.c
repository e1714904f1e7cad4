/* What a process takes and gives back (pg_take.h), when there is much of it, and when the table
 * says otherwise. */
#include "store_process.h"

#include "storage/postgresql/pg_store.h"

static void want_many(struct store_process *side, unsigned count)
{
    char name[STORE_LEASE_NAME_MAX];
    for (unsigned i = 0; i < count; i++) {
        snprintf(name, sizeof(name), "discord/%u/%u", i, count);
        assert_true(store_lease_want(side->store, name));
    }
}

/* Counted, not timed: each time that it waits costs a round trip. (Whoever wants one has it look.)
 */
static void many_are_taken_in_a_few_round_trips(void **state)
{
    enum { MANY = 1000 };
    struct fixture *f = *state;
    struct store_process one;
    enter(&one, f, "one");
    for (uint64_t until = milliseconds() + LIFE_MS; milliseconds() < until;)
        turn(f); /* in its first life it takes one after another */
    uint64_t before = ((struct pg_store *)one.store)->keeper.conn.flights;
    want_many(&one, MANY);
    WAIT_UNTIL(f, one.had_count == MANY);
    uint64_t flights = ((struct pg_store *)one.store)->keeper.conn.flights - before;
    print_message("%u leases in %u round trips\n", MANY, (unsigned)flights);
    assert_true(flights < MANY / 2);
    assert_int_equal(one.lost_count, 0);
    assert_int_equal(pg_server_number(f->address, "SELECT count(DISTINCT holder) FROM lease"), 1);
    assert_int_equal(pg_server_number(f->address, "SELECT sum(epoch) FROM lease"), MANY);
    assert_true(store_close(one.store));
}

/* The transaction that is to put it into the table fails, with the connection and without. */
static void failed_offers_of_leases_are_repeated(void **state)
{
    static const char *const fails[] = {"RAISE EXCEPTION 'told to fail'",
                                        "PERFORM pg_terminate_backend(pg_backend_pid())"};
    struct fixture *f = *state;
    struct store_process one;
    for (unsigned i = 0; i < 2; i++) {
        char sql[640];
        snprintf(sql, sizeof(sql),
                 "DELETE FROM lease; DROP SEQUENCE IF EXISTS failures CASCADE;"
                 "CREATE SEQUENCE failures; DROP TRIGGER IF EXISTS fails ON lease;"
                 "CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
                 " IF nextval('failures') <= 1 THEN %s; END IF; RETURN NEW; END $$;"
                 "CREATE CONSTRAINT TRIGGER fails AFTER INSERT ON lease"
                 " DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fail()",
                 fails[i]);
        if (i == 0) {
            enter(&one, f, "one"); /* which makes the tables */
            assert_true(store_close(one.store));
        }
        pg_server_run(f->address, sql);
        enter(&one, f, "one");
        assert_true(store_lease_want(one.store, "a"));
        WAIT_UNTIL(f, one.had_count == 1);
        assert_true(pg_server_number(f->address, "SELECT last_value FROM failures") > 1);
        assert_true(store_close(one.store));
    }
}

/* -- a server that took over and was behind -- */

static void give(struct fixture *f, struct store_process *side, const char *name)
{
    store_lease_give(side->store, name, false);
    uint64_t batch = store_commit(side->store);
    WAIT_UNTIL(f, store_durable(side->store) >= batch);
}

/* By the table it has again what it had given back. */
static void a_lease_that_only_the_table_has_is_given_back(void **state)
{
    struct fixture *f = *state;
    struct store_process one, two;
    enter_for(&one, f, "one", 3 * LIFE_MS);
    assert_true(store_lease_want(one.store, "a"));
    assert_true(store_lease_want(one.store, "b"));
    WAIT_UNTIL(f, one.had_count == 2);
    give(f, &one, "a");
    give(f, &one, "b");
    assert_true(store_lease_want(one.store, "c"));
    WAIT_UNTIL(f, one.had_count == 3);
    pg_server_run(f->address,
                  "UPDATE lease SET holder = (SELECT holder FROM lease WHERE name = 'c')");
    enter(&two, f, "two");
    assert_true(store_lease_want(two.store, "a"));
    assert_true(store_lease_want(one.store, "b")); /* itself, too, may have it again */
    WAIT_UNTIL(f, two.had_count == 1 && one.had_count == 4);
    assert_int_equal(one.lost_count + two.lost_count, 0);
    assert_true(store_close(two.store));
    assert_true(store_close(one.store));
}

/* As long as what stands before it is not durable. */
static void a_lease_is_held_until_it_is_given_back(void **state)
{
    struct fixture *f = *state;
    enum { LONG_MS = 3 * LIFE_MS };
    struct store_process one, two;
    enter_for(&one, f, "one", LONG_MS);
    assert_true(store_lease_want(one.store, "a"));
    WAIT_UNTIL(f, one.had_count == 1);
    store_put_setting(one.store, "daemon", "last", "word");
    store_lease_give(one.store, "a", false); /* not committed */
    enter(&two, f, "two");
    assert_true(store_lease_want(two.store, "a"));
    for (uint64_t until = milliseconds() + 3 * LONG_MS; milliseconds() < until;)
        turn(f);
    assert_int_equal(two.had_count, 0);
    store_commit(one.store);
    WAIT_UNTIL(f, two.had_count == 1);
    assert_true(store_close(two.store));
    assert_true(store_close(one.store));
}

/* By the table another may have what it has. */
static void a_lease_that_the_table_lacks_is_lost(void **state)
{
    struct fixture *f = *state;
    struct store_process one;
    enter(&one, f, "one");
    assert_true(store_lease_want(one.store, "a"));
    assert_true(store_lease_want(one.store, "b"));
    WAIT_UNTIL(f, one.had_count == 2);
    pg_server_run(f->address, "UPDATE lease SET holder = NULL WHERE name = 'b'");
    WAIT_UNTIL(f, one.lost_count == 2); /* it is to end */
    assert_false(store_lease_holds(one.store));
    assert_true(store_close(one.store));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup_closed, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(many_are_taken_in_a_few_round_trips),
        TEST(failed_offers_of_leases_are_repeated),
        TEST(a_lease_that_only_the_table_has_is_given_back),
        TEST(a_lease_is_held_until_it_is_given_back),
        TEST(a_lease_that_the_table_lacks_is_lost),
    };
    return pg_server_shared() ? cmocka_run_group_tests(tests, NULL, NULL) : 0;
}
