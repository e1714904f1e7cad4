/* A standby takes the place of the server, and lacks the last of what that one had told. */
#include "store_process.h"

#include <signal.h>
#include <sys/wait.h>

#include "storage/postgresql/pg_store.h"

/* The first server is known to both sides, and so is the second, which follows it. */
static void follow(struct fixture *f, char *address, size_t size)
{
    const char *second = pg_server_follow(false);
    snprintf(address, size, "host=%s,%s target_session_attrs=read-write %s", second,
             pg_server_folder(), strstr(f->address, "dbname"));
}

static void fail_over(void)
{
    pg_server_kill();
    pg_server_promote();
}

static void enter_at(struct store_process *side, struct fixture *f, const char *name,
                     const char *address)
{
    char own[sizeof(f->address)];
    strcpy(own, f->address);
    assert_true(strlen(address) < sizeof(f->address));
    strcpy(f->address, address);
    enter(side, f, name);
    strcpy(f->address, own);
}

/* What one has taken is free by the table of the new server: the other may have it when the first
 * one has heard that, or is silent. */
static void no_two_processes_have_a_lease_that_a_standby_lacks(void **state)
{
    struct fixture *f = *state;
    struct store_process one, two;
    char address[300];
    follow(f, address, sizeof(address));
    enter_at(&one, f, "one", address);
    assert_true(store_lease_want(one.store, "b"));
    WAIT_UNTIL(f, one.had_count == 1);
    enter_at(&two, f, "two", address);
    assert_true(store_lease_want(two.store, "c"));
    WAIT_UNTIL(f, two.had_count == 1);
    pg_server_follow_no_more();
    assert_true(store_lease_want(one.store, "a"));
    WAIT_UNTIL(f, one.had_count == 2);
    assert_true(store_lease_want(two.store, "a"));
    fail_over();
    for (uint64_t until = milliseconds() + MANY_MS;
         (two.had_count < 2 || one.lost_count < 2) && milliseconds() < until; turn(f))
        assert_false(two.had_count == 2 && store_lease_holds(one.store));
    assert_int_equal(two.had_count, 2);
    assert_int_equal(one.lost_count, 2);
    assert_true(store_close(one.store));
    assert_true(store_close(two.store));
    pg_server_stop();
}

static void numbers_that_a_standby_lacks_are_given_by_nobody(void **state)
{
    enum { EACH_OF = 2 * TABLES_BLOCK + 10 };
    static bool seen[20 * TABLES_BLOCK], before[20 * TABLES_BLOCK];
    struct fixture *f = *state;
    struct store_process sides[2];
    char address[300];
    int64_t id = -1;
    memset(seen, 0, sizeof(seen));
    memset(before, 0, sizeof(before));
    follow(f, address, sizeof(address));
    enter_at(&sides[0], f, "one", address);
    enter_at(&sides[1], f, "two", address);
    assert_true(store_lease_want(sides[0].store, "a"));
    assert_true(store_lease_want(sides[1].store, "b"));
    WAIT_UNTIL(f, sides[0].had_count + sides[1].had_count == 2);
    pg_server_follow_no_more();
    for (unsigned i = 0; i < EACH_OF; i++) {
        WAIT_UNTIL(f, (id = store_new_table_id(sides[0].store)) > 0);
        before[id] = true;
    }
    fail_over();
    /* Renewing makes a process drop the numbers that the old server gave it. So expire both, and
     * wait until both have renewed. */
    pg_server_run(address, "UPDATE member SET expires = now() - INTERVAL '1 minute'");
    WAIT_UNTIL(f, pg_server_number(address, "SELECT count(*) FROM member"
                                            " WHERE expires > clock_timestamp()") == 2);
    for (unsigned i = 0; i < 2 * EACH_OF; i++) {
        WAIT_UNTIL(f, (id = store_new_table_id(sides[i % 2].store)) > 0);
        assert_in_range(id, 1, 20 * TABLES_BLOCK - 1);
        assert_false(seen[id] || (i % 2 == 0 && before[id]));
        seen[id] = true;
    }
    assert_true(store_close(sides[0].store));
    assert_true(store_close(sides[1].store));
    pg_server_stop();
}

/* Stops a process of the server while it is in no transaction. Else it would keep what it has
 * locked. */
static void stop_idle(struct fixture *f, pid_t client)
{
    char sql[120];
    snprintf(sql, sizeof(sql),
             "SELECT count(*) FROM pg_stat_activity WHERE pid = %d AND state = 'idle'",
             (int)client);
    for (kill(client, SIGSTOP); pg_server_number(f->address, sql) == 0; kill(client, SIGSTOP)) {
        kill(client, SIGCONT);
        turn(f);
    }
}

/* As behind a router that forgot it: who waited for that answer would be dead by the time. */
static void a_connection_that_stands_still_is_left_in_time(void **state)
{
    enum { KEEPERS = 2 /* behind those that write and read */, LONG_MS = 4 * LIFE_MS };
    struct fixture *f = *state;
    struct store_process one, two;
    pid_t clients[PG_SERVER_CLIENTS];
    enter_for(&one, f, "one", LONG_MS);
    assert_true(store_lease_want(one.store, "a"));
    WAIT_UNTIL(f, one.had_count == 1);
    assert_int_equal(pg_server_clients(clients), KEEPERS + 1);
    enter_for(&two, f, "two", 2 * LIFE_MS);
    assert_true(store_lease_want(two.store, "a"));
    for (uint64_t until = milliseconds() + 4 * LIFE_MS; milliseconds() < until;)
        turn(f);
    stop_idle(f, clients[KEEPERS]);
    for (uint64_t until = milliseconds() + 2 * LONG_MS; milliseconds() < until;)
        turn(f);
    kill(clients[KEEPERS], SIGCONT);
    assert_int_equal(one.lost_count + two.had_count, 0);
    WAIT_UNTIL(f, store_lease_holds(one.store));
    assert_true(store_close(one.store));
    assert_true(store_close(two.store));
}

/* By one who was given it by the old server. */
static void a_number_given_twice_overwrites_nothing(void **state)
{
    struct fixture *f = *state;
    int status = 0;
    must_open(f);
    store_put_table(f->store, &(struct store_table){7, "net", "#cards", "one"});
    store_put_table(f->store, &(struct store_table){7, "net", "#cards", "two"});
    commit(f);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        signal(SIGABRT, SIG_DFL);
        if (freopen("/dev/null", "w", stderr) == NULL)
            _exit(0);
        f->loop = loop_create();
        must_open(f);
        store_put_table(f->store, &(struct store_table){7, "other", "#cards", "three"});
        commit(f);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    assert_string_equal(pg_server_run(f->address, "SELECT network || ' ' || state FROM game_table"),
                        "net two");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup_closed, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(no_two_processes_have_a_lease_that_a_standby_lacks),
        TEST(numbers_that_a_standby_lacks_are_given_by_nobody),
        TEST(a_connection_that_stands_still_is_left_in_time),
        TEST(a_number_given_twice_overwrites_nothing),
    };
    return pg_server_there() ? cmocka_run_group_tests(tests, NULL, NULL) : 0;
}
