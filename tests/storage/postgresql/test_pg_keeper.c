/* Several processes on one PostgreSQL (lease.h, pg_keeper.h): who has which lease, and when. Each
 * store stands for a process, but where one is killed or stands still. */
#include "base/array.h"
#include "store_process.h"

#include <signal.h>
#include <sys/wait.h>
#include <sysexits.h>
#include <time.h>

#include "storage/postgresql/pg_conn.h"

static void enter_with(struct store_process *side, struct fixture *f, const char *lease,
                       unsigned life)
{
    enter_for(side, f, lease, life);
    assert_true(store_lease_want(side->store, lease));
    WAIT_UNTIL(f, side->had_count == 1 && !store_lacks_numbers(side->store));
}

static void want_all(struct store_process *side)
{
    static const char *const names[LEASES] = {"a", "b", "c", "d", "e", "f"};
    for (unsigned i = 0; i < LEASES; i++)
        assert_true(store_lease_want(side->store, names[i]));
}

/* Neither takes one before it knows of the other. */
static void processes_that_start_together_share(void **state)
{
    struct fixture *f = *state;
    struct store_process one, two;
    struct pg_conn conn;
    enter(&one, f, "one");
    enter(&two, f, "two");
    assert_true(pg_conn_init(&conn, f->address, &f->why));
    assert_true(sql_execute(&conn.sql, "BEGIN"));
    assert_true(sql_execute(&conn.sql, "LOCK TABLE lease IN EXCLUSIVE MODE"));
    assert_true(pg_conn_wait(&conn));
    want_all(&one);
    want_all(&two);
    WAIT_UNTIL(f, pg_server_number(f->address, "SELECT count(*) FROM member WHERE wants > 0") == 2);
    assert_true(pg_conn_commit(&conn));
    pg_conn_finish(&conn);
    WAIT_UNTIL(f, one.had_count + two.had_count == LEASES);
    assert_int_equal(one.had_count, LEASES / 2);
    assert_int_equal(two.had_count, LEASES / 2);
    for (unsigned i = 0; i < LEASES / 2; i++) {
        for (unsigned j = 0; j < LEASES / 2; j++)
            assert_string_not_equal(one.had[i], two.had[j]);
    }
    assert_true(store_close(one.store)); /* and the other has them all, soon */
    WAIT_UNTIL(f, two.had_count == LEASES);
    assert_true(store_close(two.store));
}

static void a_given_lease_is_free_when_the_batch_is_durable(void **state)
{
    struct fixture *f = *state;
    struct store_process one, two;
    enter_with(&one, f, "a", LIFE_MS);
    enter(&two, f, "two");
    assert_true(store_lease_want(two.store, "a"));
    store_put_setting(one.store, "daemon", "last", "word");
    store_lease_give(one.store, "a", false);
    store_commit(one.store);
    WAIT_UNTIL(f, two.had_count == 1);
    assert_int_equal(
        pg_server_number(f->address, "SELECT count(*) FROM setting WHERE key = 'last'"), 1);
    assert_true(two.epoch > one.epoch);
    assert_int_equal(one.lost_count, 0);
    assert_true(store_lease_want(one.store, "a")); /* it waits its turn */
    assert_true(store_close(two.store));
    WAIT_UNTIL(f, one.had_count == 2);
    assert_true(store_close(one.store));
}

/* Who dies has told nobody anything, whatever the one before it said of its own end. */
static void only_the_giver_says_that_all_was_told(void **state)
{
    struct fixture *f = *state;
    struct store_process one, two, three;
    enter_with(&one, f, "a", LIFE_MS);
    enter(&two, f, "two");
    assert_true(store_lease_want(two.store, "a"));
    store_lease_give(one.store, "a", true);
    store_commit(one.store);
    WAIT_UNTIL(f, two.had_count == 1);
    assert_in_range(two.given, 0, MANY_MS);
    enter(&three, f, "three");
    assert_true(store_lease_want(three.store, "a"));
    assert_true(store_close(two.store)); /* which gives nothing by its name */
    WAIT_UNTIL(f, three.had_count == 1);
    assert_int_equal(three.given, -1);
    assert_true(store_close(three.store));
    assert_true(store_close(one.store));
}

/* -- who dies -- */

/* Long enough for nobody to be buried because the machine is slow. */
enum { LONG_MS = 3 * LIFE_MS };

/* A process of its own, which has the lease when this returns. */
static pid_t have_elsewhere(struct fixture *f, const char *name)
{
    int ready[2];
    char byte;
    assert_int_equal(pipe(ready), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        struct store_process side;
        signal(SIGABRT, SIG_DFL);
        if (freopen("/dev/null", "w", stderr) == NULL)
            _exit(3);
        f->loop = loop_create();
        enter_for(&side, f, "elsewhere", LONG_MS);
        store_lease_want(side.store, name);
        while (side.had_count == 0)
            loop_run(f->loop);
        if (write(ready[1], "", 1) != 1)
            _exit(3);
        while (side.lost_count == 0)
            loop_run(f->loop);
        bool silent = !store_lease_holds(side.store);
        store_put_setting(side.store, "daemon", "stale", "1"); /* which ends it */
        store_commit(side.store);
        for (int i = 0; i < 1000 && silent; i++)
            turn(f);
        _exit(3);
    }
    assert_int_equal(read(ready[0], &byte, 1), 1);
    close(ready[0]);
    close(ready[1]);
    return child;
}

static void a_killed_process_is_replaced(void **state)
{
    struct fixture *f = *state;
    struct store_process side;
    pid_t child = have_elsewhere(f, "a");
    enter(&side, f, "here");
    assert_true(store_lease_want(side.store, "a"));
    for (uint64_t until = milliseconds() + LONG_MS + LIFE_MS; milliseconds() < until;)
        turn(f); /* not while it lives, however long */
    assert_int_equal(side.had_count, 0);
    uint64_t then = milliseconds();
    kill(child, SIGKILL);
    WAIT_UNTIL(f, side.had_count == 1);
    print_message("taken over after %d ms of a life of %d\n", (int)(milliseconds() - then),
                  LONG_MS);
    assert_int_equal(waitpid(child, NULL, 0), child);
    assert_true(store_close(side.store));
}

static void a_frozen_process_is_replaced_and_ends(void **state)
{
    struct fixture *f = *state;
    struct store_process side;
    int status = 0;
    pid_t child = have_elsewhere(f, "a");
    enter(&side, f, "here");
    assert_true(store_lease_want(side.store, "a"));
    kill(child, SIGSTOP);
    WAIT_UNTIL(f, side.had_count == 1);
    kill(child, SIGCONT);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status)); /* the fence ended it, when it had been told */
    assert_int_equal(WEXITSTATUS(status), EX_TEMPFAIL);
    assert_int_equal(
        pg_server_number(f->address, "SELECT count(*) FROM setting WHERE key = 'stale'"), 0);
    assert_true(store_close(side.store));
}

/* -- the server -- */

/* Nobody loses what they have: who lives is heard first. */
static void an_outage_of_the_server_changes_nothing(void **state)
{
    struct fixture *f = *state;
    struct store_process one, two;
    enter_with(&one, f, "a", LONG_MS);
    enter_for(&two, f, "two", LONG_MS);
    assert_true(store_lease_want(two.store, "a"));
    assert_true(store_lease_want(two.store, "b"));
    WAIT_UNTIL(f, two.had_count == 1);
    pg_server_kill();
    WAIT_UNTIL(f, !store_lease_holds(one.store) && !store_lease_holds(two.store));
    assert_true(store_lease_age(one.store) >= LONG_MS - 300);
    pg_server_start();
    WAIT_UNTIL(f, store_lease_holds(one.store) && store_lease_holds(two.store));
    for (uint64_t until = milliseconds() + LONG_MS + LIFE_MS; milliseconds() < until;)
        turn(f);
    assert_int_equal(one.lost_count + two.lost_count, 0);
    assert_int_equal(one.had_count + two.had_count, 2);
    assert_true(store_close(one.store));
    WAIT_UNTIL(f, two.had_count == 2);
    assert_true(store_close(two.store));
}

/* Neither is a connection broken then, nor is there another to be had. */
static void a_frozen_server_changes_nothing(void **state)
{
    struct fixture *f = *state;
    struct store_process one, two;
    enter_with(&one, f, "a", LONG_MS);
    enter_for(&two, f, "two", LONG_MS);
    assert_true(store_lease_want(two.store, "a"));
    assert_true(store_lease_want(two.store, "b"));
    WAIT_UNTIL(f, two.had_count == 1);
    pg_server_freeze();
    for (uint64_t until = milliseconds() + LONG_MS + RENEW_MS; milliseconds() < until;)
        turn(f);
    assert_false(store_lease_holds(one.store) || store_lease_holds(two.store));
    pg_server_thaw();
    WAIT_UNTIL(f, store_lease_holds(one.store) && store_lease_holds(two.store));
    for (uint64_t until = milliseconds() + LONG_MS + LIFE_MS; milliseconds() < until;)
        turn(f);
    assert_int_equal(one.lost_count + two.lost_count, 0);
    assert_int_equal(one.had_count + two.had_count, 2);
    assert_true(store_close(one.store));
    WAIT_UNTIL(f, two.had_count == 2);
    assert_true(store_close(two.store));
}

static void a_buried_process_hears_of_it(void **state)
{
    struct fixture *f = *state;
    struct store_process one;
    enter(&one, f, "one");
    assert_true(store_lease_want(one.store, "a"));
    assert_true(store_lease_want(one.store, "b"));
    WAIT_UNTIL(f, one.had_count == 2);
    WAIT_UNTIL(f, store_lease_holds(one.store));
    pg_server_run(f->address, "DELETE FROM member");
    WAIT_UNTIL(f, one.lost_count == 2);
    assert_false(store_lease_holds(one.store));
    assert_true(store_close(one.store));
}

/* Though it has nothing that another could have taken. */
static void a_waiting_process_hears_that_it_is_buried(void **state)
{
    struct fixture *f = *state;
    struct store_process one, two;
    enter_with(&one, f, "a", LIFE_MS);
    enter(&two, f, "two");
    assert_true(store_lease_want(two.store, "a"));
    pg_server_run(f->address, "DELETE FROM member WHERE process NOT IN"
                              " (SELECT holder FROM lease WHERE name = 'a')");
    WAIT_UNTIL(f, two.lost_count == 1);
    assert_false(store_lease_holds(two.store));
    assert_int_equal(one.lost_count, 0);
    assert_true(store_close(two.store));
    assert_true(store_close(one.store));
}

/* -- what is shared -- */

static void numbers_are_never_the_same(void **state)
{
    enum { EACH_OF = 200 };
    struct fixture *f = *state;
    static bool seen[100 * EACH_OF];
    struct store_process sides[2];
    memset(seen, 0, sizeof(seen));
    for (unsigned i = 0; i < 2; i++) {
        enter(&sides[i], f, "one");
        assert_int_equal(store_new_round_id(sides[i].store), -1); /* none before the first lease */
        assert_true(store_lease_want(sides[i].store, i == 0 ? "a" : "b"));
    }
    WAIT_UNTIL(f, sides[0].had_count + sides[1].had_count == 2);
    for (unsigned i = 0; i < 2 * EACH_OF; i++) {
        int64_t id = -1;
        WAIT_UNTIL(f, (id = store_new_round_id(sides[i % 2].store)) > 0);
        assert_in_range(id, 1, 100 * EACH_OF - 1);
        assert_false(seen[id]);
        seen[id] = true;
    }
    assert_true(store_close(sides[0].store));
    assert_true(store_close(sides[1].store));
}

/* What was fetched ahead and not given is the next after an orderly end, unless another went on. */
static void numbers_go_on_after_an_end(void **state)
{
    static const unsigned given[] = {0, 1, 3, 300, 2};
    struct fixture *f = *state;
    struct store_process one, two;
    int64_t next = 1;
    for (size_t i = 0; i < ARRAY_SIZE(given); i++) {
        enter_with(&one, f, "a", 20 * LIFE_MS);
        for (unsigned n = 0; n < given[i]; n++) {
            WAIT_UNTIL(f, !store_lacks_numbers(one.store));
            assert_int_equal(store_new_round_id(one.store), next++);
        }
        assert_true(store_close(one.store));
    }
    enter_with(&one, f, "a", 20 * LIFE_MS);
    enter_with(&two, f, "b", 20 * LIFE_MS);
    int64_t later = store_new_round_id(two.store);
    assert_true(store_close(one.store));
    assert_int_equal(store_new_round_id(two.store), later + 1);
    assert_true(store_close(two.store));
    enter_with(&one, f, "a", 20 * LIFE_MS);
    assert_int_equal(store_new_round_id(one.store), later + 2);
    assert_true(store_close(one.store));
}

/* The end comes while the server commits the next block. */
static void numbers_on_their_way_are_not_lost(void **state)
{
    struct fixture *f = *state;
    struct store_process one;
    enter_for(&one, f, "a", 20 * LIFE_MS); /* so that it waits for the slow COMMIT */
    assert_true(store_lease_want(one.store, "a"));
    WAIT_UNTIL(f, one.had_count == 1 && !store_lacks_numbers(one.store));
    /* the COMMIT rests until we have seen it, and a little longer */
    pg_server_run(f->address, "CREATE TABLE seen ();"
                              "CREATE FUNCTION rest() RETURNS trigger LANGUAGE plpgsql AS"
                              " $$BEGIN WHILE NOT EXISTS (SELECT FROM seen) LOOP"
                              " PERFORM pg_sleep(0.01); END LOOP;"
                              " PERFORM pg_sleep(0.3); RETURN NULL; END$$;"
                              "CREATE CONSTRAINT TRIGGER rests AFTER UPDATE ON counter DEFERRABLE"
                              " INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION rest()");
    int64_t given = store_new_round_id(one.store);
    WAIT_UNTIL(f, pg_server_number(f->address, "SELECT count(*) FROM pg_stat_activity WHERE"
                                               " query = 'COMMIT' AND wait_event = 'PgSleep'") > 0);
    pg_server_run(f->address, "INSERT INTO seen DEFAULT VALUES");
    assert_true(store_close(one.store));
    pg_server_run(f->address, "DROP FUNCTION rest() CASCADE; DROP TABLE seen");
    enter_with(&one, f, "a", LIFE_MS);
    assert_int_equal(store_new_round_id(one.store), given + 1);
    assert_true(store_close(one.store));
}

/* Who ends gives all at once: the others do not leave a share of it for who is going. */
static void a_leaving_process_has_no_share(void **state)
{
    static const char *const names[] = {"a", "b", "c"};
    struct fixture *f = *state;
    struct store_process one, two;
    enter_for(&one, f, "one", 20 * LIFE_MS);
    for (unsigned i = 0; i < 3; i++)
        assert_true(store_lease_want(one.store, names[i]));
    WAIT_UNTIL(f, one.had_count == 3);
    enter(&two, f, "two");
    for (unsigned i = 0; i < 3; i++)
        assert_true(store_lease_want(two.store, names[i]));
    WAIT_UNTIL(f, pg_server_number(f->address, "SELECT count(*) FROM member WHERE wants > 0") == 2);
    store_lease_leave(one.store, true);
    WAIT_UNTIL(f, pg_server_number(f->address, "SELECT count(*) FROM member WHERE wants > 0") == 1);
    assert_int_equal(pg_server_number(f->address, "SELECT count(*) FROM lease WHERE holder IN"
                                                  " (SELECT process FROM member WHERE wants = 0)"),
                     3);
    for (uint64_t until = milliseconds() + LIFE_MS; milliseconds() < until;)
        turn(f); /* its first life, in which it takes one after the other */
    for (unsigned i = 0; i < 3; i++)
        store_lease_give(one.store, names[i], true);
    store_commit(one.store);
    WAIT_UNTIL(f, two.had_count > 0);
    uint64_t first = milliseconds();
    WAIT_UNTIL(f, two.had_count == 3);
    print_message("all are had %d ms after the first\n", (int)(milliseconds() - first));
    assert_int_equal(/* in one transaction */
                     pg_server_number(f->address,
                                      "SELECT count(DISTINCT CAST(xmin AS TEXT)) FROM lease"),
                     1);
    store_lease_leave(one.store, false);
    WAIT_UNTIL(f, store_lease_want(one.store, "d") && one.had_count == 4);
    assert_true(store_close(one.store));
    assert_true(store_close(two.store));
}

struct granted {
    bool told, ok;
    uint64_t wait;
};

static void on_turn(void *arg, bool ok, uint64_t wait)
{
    *(struct granted *)arg = (struct granted){true, ok, wait};
}

static struct granted ask_turn(struct fixture *f, struct store_process *side, const char *name,
                               uint64_t pause)
{
    struct granted granted = {0};
    store_ask_turn(side->store, name, pause, on_turn, &granted);
    WAIT_UNTIL(f, granted.told);
    assert_true(granted.ok);
    return granted;
}

static void turns_come_one_after_another(void **state)
{
    struct fixture *f = *state;
    struct store_process one, two;
    enter(&one, f, "one");
    enter(&two, f, "two");
    assert_int_equal(ask_turn(f, &one, "a", 60000).wait, 0);
    assert_in_range(ask_turn(f, &two, "a", 60000).wait, 1, 60000);
    assert_in_range(ask_turn(f, &one, "a", 60000).wait, 1, 60000);
    assert_int_equal(ask_turn(f, &two, "b", 100).wait, 0);
    for (unsigned tries = 0; ask_turn(f, &one, "b", 60000).wait != 0; tries++)
        assert_true(tries < 1000);
    assert_in_range(ask_turn(f, &two, "b", 60000).wait, 1, 60000);
    assert_true(store_close(one.store));
    assert_true(store_close(two.store));
}

/* Whose turn it was until a time that is not to come for long need not be waited for. */
static void a_clock_that_is_set_back_stops_no_turn(void **state)
{
    struct fixture *f = *state;
    struct store_process one;
    enter(&one, f, "one");
    assert_int_equal(ask_turn(f, &one, "a", 60000).wait, 0);
    pg_server_run(f->address, "UPDATE counter SET last = last + 3600000 WHERE name = 'turn a'");
    assert_int_equal(ask_turn(f, &one, "a", 60000).wait, 0);
    assert_in_range(ask_turn(f, &one, "a", 60000).wait, 1, 60000);
    assert_true(store_close(one.store));
}

/* Who has another configuration waits until nothing of the network is held in that way. */
static void a_network_is_divided_in_one_way(void **state)
{
    struct fixture *f = *state;
    struct store_process one, two;
    enter(&one, f, "one");
    assert_true(store_lease_want(one.store, "n/0/2"));
    WAIT_UNTIL(f, one.had_count == 1);
    enter(&two, f, "two");
    assert_true(store_lease_want(two.store, "n/0/3"));
    assert_true(store_lease_want(two.store, "n"));
    assert_true(store_lease_want(two.store, "n2/0/3"));
    WAIT_UNTIL(f, two.had_count == 1);
    assert_string_equal(two.had[0], "n2/0/3");
    store_lease_give(two.store, "n", false);
    store_lease_give(one.store, "n/0/2", false);
    store_commit(one.store);
    WAIT_UNTIL(f, two.had_count == 2);
    assert_string_equal(two.had[1], "n/0/3");
    assert_true(store_close(one.store));
    assert_true(store_close(two.store));
}

static void settings_of_others_are_heard(void **state)
{
    struct fixture *f = *state;
    struct store_process one, two;
    enter(&one, f, "one");
    enter(&two, f, "two");
    store_put_setting(one.store, "network:net", "shard 0", "adapters' own is read, not told");
    store_put_setting(one.store, "ban", "person a b", "on");
    store_commit(one.store);
    WAIT_UNTIL(f, strcmp(two.setting, "ban person a b on") == 0);
    store_put_setting(two.store, "ban", "person a b", NULL);
    store_commit(two.store);
    WAIT_UNTIL(f, strcmp(one.setting, "ban person a b -") == 0);
    assert_int_equal(pg_server_number(f->address, "SELECT count(*) FROM setting"), 1);
    assert_int_equal(pg_server_number(f->address, "SELECT count(*) FROM setting_change"), 1);
    assert_true(store_close(one.store));
    assert_true(store_close(two.store));
}

static void on_leases(void *arg, bool ok, const struct store_fleet *fleet)
{
    struct fixture *f = arg;
    assert_true(ok);
    const struct store_lease_row *rows = fleet->leases;
    f->found = fleet->lease_count == 2 && strcmp(rows[0].name, "a") == 0 && rows[0].ours &&
               strcmp(rows[0].holder, "one") == 0 && rows[0].left > 0 && rows[0].left <= LIFE_MS &&
               rows[0].held >= 0 && rows[0].epoch == 1 && !rows[1].ours &&
               strcmp(rows[1].holder, "two") == 0 && rows[1].process[0] != '\0';
    loop_stop(f->loop);
}

static void leases_are_listed_with_their_holders(void **state)
{
    struct fixture *f = *state;
    struct store_process one, two;
    enter(&one, f, "one");
    enter(&two, f, "two");
    assert_true(store_lease_want(one.store, "a"));
    assert_true(store_lease_want(two.store, "b"));
    WAIT_UNTIL(f, one.had_count + two.had_count == 2);
    store_ask_leases(one.store, on_leases, f);
    WAIT_UNTIL(f, f->found);
    assert_true(store_close(one.store));
    assert_true(store_close(two.store));
}

/* Its place is locked by what it has begun, which nobody ends. */
static void a_process_frozen_in_a_transaction_is_replaced(void **state)
{
    struct fixture *f = *state;
    struct store_process one;
    struct pg_conn still;
    int64_t number = 0;
    enter(&one, f, "one");
    pg_server_run(f->address,
                  "INSERT INTO member (process, name, alone, wants, entered, expires)"
                  " VALUES ('still', 'still', 0, 1, now(), now() + INTERVAL '200 ms');"
                  "INSERT INTO lease (name, epoch, holder, taken) VALUES ('a', 1, 'still', now())");
    assert_true(pg_conn_init(&still, f->address, &f->why));
    still.idle = LIFE_MS / 3;
    assert_true(sql_execute(&still.sql, "BEGIN"));
    assert_true(sql_number(
        &still.sql, "SELECT wants FROM member WHERE process = 'still' FOR KEY SHARE", &number));
    assert_true(store_lease_want(one.store, "a"));
    WAIT_UNTIL(f, one.had_count == 1);
    assert_true(store_close(one.store));
    pg_conn_finish(&still);
}

/* -- who is met by two at once -- */

static int64_t number_of(struct pg_conn *conn, const char *text)
{
    int64_t number = 0;
    assert_true(sql_execute(&conn->sql, "BEGIN"));
    assert_true(sql_number(&conn->sql, text, &number));
    assert_true(sql_execute(&conn->sql, "ROLLBACK"));
    return number;
}

static int64_t waiting_for_locks(struct pg_conn *conn)
{
    return number_of(conn, "SELECT count(*) FROM pg_locks WHERE NOT granted");
}

/* Another process meets somebody new, and has not committed that when the round ends here. */
static void a_person_new_to_two_processes_is_one_person(void **state)
{
    struct fixture *f = *state;
    const struct store_result result = a_result(0, "newcomer", "Newcomer", 10, true);
    struct store_process one;
    struct pg_conn other, watch;
    enter(&one, f, "one");
    f->store = one.store;
    assert_true(pg_conn_init(&other, f->address, &f->why));
    assert_true(pg_conn_init(&watch, f->address, &f->why));
    assert_true(sql_execute(&other.sql, "BEGIN"));
    assert_true(sql_execute(&other.sql, "INSERT INTO person (id, name, name_key, verified) VALUES"
                                        " (77, 'Newcomer', 'newcomer', 1)"));
    assert_true(sql_execute(
        &other.sql, "INSERT INTO identity (network, account, verified, person, account_key,"
                    " name_key, seen_at) VALUES ('net', 'newcomer', 1, 77, 'newcomer', 'newcomer',"
                    " 0)"));
    assert_true(pg_conn_wait(&other));
    play(f, 1, "#games", noon, true, &result, 1);
    uint64_t batch = store_commit(one.store);
    WAIT_UNTIL(f, waiting_for_locks(&watch) > 0);
    assert_true(pg_conn_send(&other, "COMMIT") && pg_conn_wait(&other));
    WAIT_UNTIL(f, store_durable(one.store) >= batch);
    assert_int_equal(number_of(&watch, "SELECT count(*) FROM person"), 1);
    assert_int_equal(number_of(&watch, "SELECT identity.person FROM identity JOIN result ON"
                                       " result.identity = identity.id"),
                     77);
    assert_true(store_close(one.store));
    f->store = NULL;
    pg_conn_finish(&other);
    pg_conn_finish(&watch);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup_closed, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(processes_that_start_together_share),
        TEST(a_given_lease_is_free_when_the_batch_is_durable),
        TEST(only_the_giver_says_that_all_was_told),
        TEST(a_killed_process_is_replaced),
        TEST(a_frozen_process_is_replaced_and_ends),
        TEST(an_outage_of_the_server_changes_nothing),
        TEST(a_frozen_server_changes_nothing),
        TEST(a_buried_process_hears_of_it),
        TEST(a_waiting_process_hears_that_it_is_buried),
        TEST(numbers_are_never_the_same),
        TEST(numbers_go_on_after_an_end),
        TEST(numbers_on_their_way_are_not_lost),
        TEST(a_leaving_process_has_no_share),
        TEST(turns_come_one_after_another),
        TEST(a_clock_that_is_set_back_stops_no_turn),
        TEST(a_network_is_divided_in_one_way),
        TEST(settings_of_others_are_heard),
        TEST(leases_are_listed_with_their_holders),
        TEST(a_process_frozen_in_a_transaction_is_replaced),
        TEST(a_person_new_to_two_processes_is_one_person),
    };
    return pg_server_there() ? cmocka_run_group_tests(tests, NULL, NULL) : 0;
}
