/* What a PostgreSQL must be for the store, and what a role or server may have otherwise. */
#include "fixture.h"

#include "storage/pg_link.h"

static int setup_closed(void **state)
{
    struct fixture *f = *state = malloc(sizeof(*f));
    fixture_init(f, POSTGRESQL);
    return 0;
}

static void a_database_that_has_not_all_letters_is_refused(void **state)
{
    static const char *const encodings[] = {"LATIN1", "SQL_ASCII"};
    struct fixture *f = *state;
    for (size_t i = 0; i < sizeof(encodings) / sizeof(encodings[0]); i++) {
        char sql[128], address[200];
        snprintf(sql, sizeof(sql), "CREATE DATABASE %s ENCODING '%s' TEMPLATE template0 LOCALE 'C'",
                 encodings[i], encodings[i]);
        pg_server_run(f->address, sql);
        snprintf(address, sizeof(address), "host=%s user=postgres dbname=%s", pg_server_folder(),
                 i == 0 ? "latin1" : "sql_ascii");
        assert_int_equal(
            store_open_postgresql(&f->store,
                                  &(struct postgresql_setup){.address = address, .loop = f->loop},
                                  f->why, sizeof(f->why)),
            STORE_FAILED);
        assert_non_null(strstr(f->why, encodings[i]));
        assert_non_null(strstr(f->why, "createdb --encoding=UTF8"));
        assert_null(strchr(f->why, '\n'));
        assert_int_equal(pg_server_number(address, "SELECT count(*) FROM pg_class"
                                                   " WHERE relname = 'talon'"),
                         0);
    }
}

static bool load_round(void *arg, const struct store_round *round)
{
    struct store_round was = a_round(1);
    assert_memory_equal(round->secret, was.secret, sizeof(was.secret));
    assert_memory_equal(round->commitment, was.commitment, sizeof(was.commitment));
    ++*(unsigned *)arg;
    return true;
}

static bool load_action(void *arg, const struct store_action *action)
{
    (void)arg, (void)action;
    return true;
}

/* As if the role had it so. */
static void bytes_are_read_however_they_are_written(void **state)
{
    struct fixture *f = *state;
    unsigned rounds = 0;
    char *end = strrchr(f->address, '\'');
    assert_non_null(end);
    strcpy(end, " -c bytea_output=escape'");
    must_open(f);
    struct store_round round = a_round(1);
    store_begin_round(f->store, &round);
    commit(f);
    reopen(f);
    assert_true(store_load_rounds(f->store, load_round, load_action, &rounds));
    assert_int_equal(rounds, 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup_closed, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_database_that_has_not_all_letters_is_refused),
        TEST(bytes_are_read_however_they_are_written),
    };
    return pg_server_there() ? cmocka_run_group_tests(tests, NULL, NULL) : 0;
}
