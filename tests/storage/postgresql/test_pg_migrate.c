/* The making of a PostgreSQL's tables, and versions side by side on them (pg_migrate.h). */
#include "tests/storage/store_fixture.h"

#include <pthread.h>

#include "storage/postgresql/pg_migrate.h"

static int setup_closed(void **state)
{
    struct fixture *f = *state = malloc(sizeof(*f));
    fixture_init(f, POSTGRESQL);
    return 0;
}

static const struct migration steps[] = {
    {1, "001-a.sql", "CREATE TABLE a (n BIGINT); SELECT pg_sleep(0.1)", 0},
    {2, "002-b.sql", "INSERT INTO a VALUES (1); CREATE TABLE b (n BIGINT)", 0},
    {3, "003-c.sql", "INSERT INTO a VALUES (2)", 0},
};

static void *migrate(void *arg)
{
    struct fixture *f = arg;
    struct pg_conn conn;
    struct fault why = {0};
    bool good =
        pg_conn_init(&conn, f->address, &why) && pg_migrate(&conn, steps, 3, &why) == STORE_OK;
    if (!good)
        print_message("%s\n", why.text);
    pg_conn_finish(&conn);
    return good ? f : NULL;
}

static void several_may_migrate_at_once(void **state)
{
    enum { PROCESSES = 6 };
    struct fixture *f = *state;
    pthread_t threads[PROCESSES];
    for (unsigned i = 0; i < PROCESSES; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, migrate, f), 0);
    for (unsigned i = 0; i < PROCESSES; i++) {
        void *good = NULL;
        pthread_join(threads[i], &good);
        assert_non_null(good);
    }
    assert_int_equal(pg_server_number(f->address, "SELECT count(*) FROM a"), 2);
    assert_int_equal(pg_server_number(f->address, "SELECT version FROM talon"), 3);
}

static void a_newer_database_is_refused(void **state)
{
    struct fixture *f = *state;
    struct postgresql_setup setup = {.address = f->address, .loop = f->loop};
    assert_int_equal(store_open_postgresql(&f->store, &setup, &f->why), STORE_OK);
    assert_true(store_close(f->store));
    f->store = NULL;
    pg_server_run(f->address, "UPDATE talon SET version = 99, least = 99");
    assert_int_equal(store_open_postgresql(&f->store, &setup, &f->why), STORE_NEWER);
    assert_non_null(strstr(f->why.text, "newer version of Talon (format 99"));
}

/* What only adds leaves older ones at work, and their tools; the step after it does not. */
static void a_newer_database_with_additions_works(void **state)
{
    static const struct migration later[] = {
        {1, "1", "CREATE TABLE a (b INT)", 0},
        {2, "2", "ALTER TABLE a ADD COLUMN c INT", 1},
        {3, "3", "ALTER TABLE a ADD COLUMN d INT NOT NULL DEFAULT 1", 1},
        {4, "4", "ALTER TABLE a DROP COLUMN b", 0}};
    struct fixture *f = *state;
    struct pg_conn conn;
    assert_true(pg_conn_init(&conn, f->address, &f->why));
    for (unsigned known = 1; known <= 4; known++)
        assert_int_equal(pg_migrate(&conn, later, known, &f->why), STORE_OK);
    for (unsigned known = 1; known <= 3; known++)
        assert_int_equal(pg_migrate(&conn, later, known, &f->why), STORE_NEWER);
    pg_server_run(f->address, "UPDATE talon SET version = 3, least = 1");
    for (unsigned known = 1; known <= 3; known++)
        assert_int_equal(pg_migrate(&conn, later, known, &f->why), STORE_OK);
    pg_conn_finish(&conn);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup_closed, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(several_may_migrate_at_once),
        TEST(a_newer_database_is_refused),
        TEST(a_newer_database_with_additions_works),
    };
    return pg_server_shared() ? cmocka_run_group_tests(tests, NULL, NULL) : 0;
}
