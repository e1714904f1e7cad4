/* Letters between the holders of networks (storage/lease.h), on a real PostgreSQL. */
#include <signal.h>
#include <sys/wait.h>

#include "store_process.h"
#include "tests/storage/postgresql/pg_server.h"

static void takes_network(struct fixture *f, struct store_process *side, const char *name)
{
    unsigned before = side->had_count;
    assert_true(store_lease_want(side->store, name));
    WAIT_UNTIL(f, side->had_count == before + 1);
}

static int by_number(const void *one, const void *other)
{
    uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return (a > b) - (a < b);
}

static void letters_come_in_order_and_once(void **state)
{
    enum { COUNT = 700 };
    struct fixture *f = *state;
    struct store_process one, two;
    unsigned next = 0;
    enter(&one, f, "one");
    enter(&two, f, "two");
    takes_network(f, &one, "a");
    takes_network(f, &two, "b");
    for (unsigned i = 0; i < COUNT; i++) {
        char text[16];
        snprintf(text, sizeof(text), "%u", i);
        store_send_letter(one.store, "b", "a", text);
        if (i % 100 == 0)
            store_commit(one.store);
    }
    store_commit(one.store);
    while (next < COUNT) {
        char expected[32];
        WAIT_UNTIL(f, *two.letters != '\0');
        for (char *line = strtok(two.letters, "\n"); line != NULL; line = strtok(NULL, "\n")) {
            snprintf(expected, sizeof(expected), "b<a %u", next++);
            assert_string_equal(line, expected);
        }
        two.letters[0] = '\0';
        store_commit(two.store);
    }
    WAIT_UNTIL(f, pg_server_number(f->address, "SELECT count(*) FROM letter") == 0);
    assert_string_equal(one.letters, "");
    assert_true(store_close(one.store));
    assert_true(store_close(two.store));
}

/* The answer and the deletion are one batch. */
static void a_letter_is_answered_in_the_batch_that_deletes_it(void **state)
{
    struct fixture *f = *state;
    struct store_process one, two;
    enter(&one, f, "one");
    enter(&two, f, "two");
    takes_network(f, &one, "a");
    takes_network(f, &two, "b");
    store_send_letter(one.store, "b", "a", "what?");
    store_commit(one.store);
    WAIT_UNTIL(f, *two.letters != '\0');
    store_send_letter(two.store, "a", "b", "that");
    assert_int_equal(pg_server_number(f->address, "SELECT count(*) FROM letter"), 1);
    store_commit(two.store);
    WAIT_UNTIL(f, *one.letters != '\0');
    assert_string_equal(one.letters, "a<b that\n");
    assert_string_equal(two.letters, "b<a what?\n");
    assert_true(store_close(one.store));
    assert_true(store_close(two.store));
}

static void what_is_not_sent_durably_is_not_sent(void **state)
{
    struct fixture *f = *state;
    struct store_process one;
    enter(&one, f, "one");
    takes_network(f, &one, "a");
    store_send_letter(one.store, "a", "a", "to itself");
    assert_int_equal(pg_server_number(f->address, "SELECT count(*) FROM letter"), 0);
    store_commit(one.store);
    WAIT_UNTIL(f, *one.letters != '\0');
    store_commit(one.store);
    assert_true(store_close(one.store));
}

static void old_letters_are_deleted(void **state)
{
    struct fixture *f = *state;
    struct store_process one;
    enter(&one, f, "one");
    pg_server_run(f->address,
                  "INSERT INTO letter (recipient, sender, text, at) VALUES ('b', 'a', 'old', 0),"
                  " ('b', 'a', 'new', CAST(extract(epoch FROM clock_timestamp()) * 1000 AS"
                  " BIGINT))");
    takes_network(f, &one, "a");
    WAIT_UNTIL(f, pg_server_number(f->address, "SELECT count(*) FROM letter") == 1);
    assert_int_equal(pg_server_number(f->address, "SELECT count(*) FROM letter WHERE text = 'new'"),
                     1);
    assert_true(store_close(one.store));
}

/* A refused letter stays the first, and is there for the next holder of the network. */
static void a_letter_that_nobody_took_goes_to_the_next_holder(void **state)
{
    struct fixture *f = *state;
    struct store_process one, two;
    enter(&one, f, "one");
    takes_network(f, &one, "a");
    one.takes = false;
    enter(&two, f, "two");
    store_send_letter(two.store, "a", "b", "first");
    store_send_letter(two.store, "a", "b", "second");
    store_commit(two.store);
    WAIT_UNTIL(f, pg_server_number(f->address, "SELECT count(*) FROM letter") == 2);
    for (uint64_t until = milliseconds() + 500; milliseconds() < until;)
        turn(f);
    assert_int_equal(pg_server_number(f->address, "SELECT count(*) FROM letter"), 2);
    assert_true(store_lease_want(two.store, "a"));
    store_lease_give(one.store, "a", true);
    store_commit(one.store);
    WAIT_UNTIL(f, *two.letters != '\0');
    assert_string_equal(two.letters, "a<b first\na<b second\n");
    assert_true(store_close(one.store));
    assert_true(store_close(two.store));
}

/* Takes no letter to "x", whose server is down. */
static bool takes_all_but_x(void *arg, const char *to, const char *from, const char *text)
{
    return strcmp(to, "x") != 0 && on_letter(arg, to, from, text);
}

/* One network that takes nothing does not hold up the other networks of its process. */
static void refused_letters_do_not_block_other_networks(void **state)
{
    struct fixture *f = *state;
    struct store_process one, two;
    enter(&one, f, "one");
    enter(&two, f, "two");
    takes_network(f, &one, "x");
    takes_network(f, &one, "y");
    store_set_lease_owner(one.store,
                          &(struct store_lease_owner){.letter = takes_all_but_x, .arg = &one});
    for (unsigned i = 0; i < STORE_LETTERS; i++)
        store_send_letter(two.store, "x", "a", "lost");
    store_send_letter(two.store, "y", "a", "first");
    store_send_letter(two.store, "y", "a", "second");
    store_commit(two.store);
    WAIT_UNTIL(f, strcmp(one.letters, "y<a first\ny<a second\n") == 0);
    store_commit(one.store);
    WAIT_UNTIL(f, pg_server_number(f->address, "SELECT count(*) FROM letter") == STORE_LETTERS);
    assert_true(store_close(one.store));
    assert_true(store_close(two.store));
}

static void read_and_die(struct fixture *f)
{
    struct store_process one;
    f->loop = loop_create(); /* the parent goes on with the other one */
    enter(&one, f, "one");
    takes_network(f, &one, "a");
    WAIT_UNTIL(f, *one.letters != '\0');
    raise(SIGKILL);
}

/* It was read, and what it led to was never committed. */
static void a_letter_of_a_killed_process_is_taken_by_the_next_one(void **state)
{
    struct fixture *f = *state;
    struct store_process two;
    int status = 0;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        read_and_die(f);
        _exit(1);
    }
    enter(&two, f, "two");
    WAIT_UNTIL(f, pg_server_number(f->address, "SELECT count(*) FROM lease WHERE holder IS NOT"
                                               " NULL") == 1);
    assert_true(store_lease_want(two.store, "a"));
    store_send_letter(two.store, "a", "b", "hello");
    store_commit(two.store);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
    WAIT_UNTIL(f, *two.letters != '\0');
    assert_string_equal(two.letters, "a<b hello\n");
    assert_true(store_close(two.store));
}

/* How long one letter takes from its commit until it is taken, while letters come and go. */
static void a_letter_takes_less_than_a_moment(void **state)
{
    enum { COUNT = 100, MOST_MS = 1000 };
    struct fixture *f = *state;
    struct store_process one, two;
    uint64_t took[COUNT];
    enter(&one, f, "one");
    enter(&two, f, "two");
    takes_network(f, &one, "a");
    takes_network(f, &two, "b");
    for (unsigned i = 0; i < COUNT; i++) {
        uint64_t since = milliseconds();
        char text[16], expected[32];
        snprintf(text, sizeof(text), "%u", i);
        snprintf(expected, sizeof(expected), "b<a %u\n", i);
        store_send_letter(one.store, "b", "a", text);
        store_commit(one.store);
        while (*two.letters == '\0')
            turn(f);
        took[i] = milliseconds() - since;
        assert_string_equal(two.letters, expected); /* and none for a second time */
        two.letters[0] = '\0';
        store_commit(two.store);
        for (unsigned n = i % 7; n > 0; n--)
            turn(f);
    }
    qsort(took, COUNT, sizeof(took[0]), by_number);
    fprintf(stderr, "a letter takes p50 %d ms, p95 %d ms\n", (int)took[COUNT / 2],
            (int)took[COUNT * 95 / 100]);
    assert_true(took[COUNT / 2] < MOST_MS);
    assert_true(store_close(one.store));
    assert_true(store_close(two.store));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup_closed, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(letters_come_in_order_and_once),
        TEST(a_letter_is_answered_in_the_batch_that_deletes_it),
        TEST(what_is_not_sent_durably_is_not_sent),
        TEST(old_letters_are_deleted),
        TEST(a_letter_that_nobody_took_goes_to_the_next_holder),
        TEST(refused_letters_do_not_block_other_networks),
        TEST(a_letter_of_a_killed_process_is_taken_by_the_next_one),
        TEST(a_letter_takes_less_than_a_moment),
    };
    return pg_server_there() ? cmocka_run_group_tests(tests, NULL, NULL) : 0;
}
