/* What a PostgreSQL must be for the store, and what a role or server may have otherwise. */
#include "base/array.h"
#include "tests/storage/store_fixture.h"

#include "base/log.h"
#include "storage/postgresql/pg_conn.h"

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
    for (size_t i = 0; i < ARRAY_SIZE(encodings); i++) {
        char sql[128], address[200];
        snprintf(sql, sizeof(sql), "CREATE DATABASE %s ENCODING '%s' TEMPLATE template0 LOCALE 'C'",
                 encodings[i], encodings[i]);
        pg_server_run(f->address, sql);
        snprintf(address, sizeof(address), "host=%s user=postgres dbname=%s", pg_server_folder(),
                 i == 0 ? "latin1" : "sql_ascii");
        assert_int_equal(
            store_open_postgresql(&f->store,
                                  &(struct postgresql_setup){.address = address, .loop = f->loop},
                                  &f->why),
            STORE_FAILED);
        assert_non_null(strstr(f->why.text, encodings[i]));
        assert_non_null(strstr(f->why.text, "createdb --encoding=UTF8"));
        assert_null(strchr(f->why.text, '\n'));
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

/* -- a start that meets trouble -- */

/* Of a start that fails, and of one that succeeds, on a busy machine, too. */
enum { HASTE_MS = 1500, PATIENCE_MS = 5000 };

static char said[4096];

static void hear(void *arg, enum log_level level, const char *line)
{
    (void)arg, (void)level;
    snprintf(said + strlen(said), sizeof(said) - strlen(said), "%s\n", line);
}

/* A row that goes into that table does so from the n-th on; before that it is met by `what`. */
static void put_in_the_way(const struct fixture *f, const char *table, unsigned n, const char *what)
{
    char sql[1000];
    snprintf(sql, sizeof(sql),
             "CREATE SEQUENCE tries;"
             "CREATE FUNCTION trouble() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
             " IF nextval('tries') < %u THEN %s; END IF; RETURN NEW; END $$;"
             "CREATE TRIGGER trouble BEFORE INSERT ON %s FOR EACH ROW EXECUTE FUNCTION trouble()",
             n, what, table);
    pg_server_run(f->address, sql);
}

static enum store_error start(struct fixture *f, unsigned patience)
{
    static const struct log log = {.name = "start"};
    said[0] = f->why.text[0] = '\0';
    log_set_sink(hear, NULL);
    enum store_error error = store_open_postgresql(&f->store,
                                                   &(struct postgresql_setup){.address = f->address,
                                                                              .lease_life = 1000,
                                                                              .patience = patience,
                                                                              .log = &log,
                                                                              .loop = f->loop},
                                                   &f->why);
    log_set_sink(NULL, NULL);
    return error;
}

static void close_again(struct fixture *f)
{
    assert_int_equal(start(f, PATIENCE_MS), STORE_OK); /* makes the tables */
    assert_true(store_close(f->store));
    f->store = NULL;
}

#define CUTS       "PERFORM pg_terminate_backend(pg_backend_pid()), pg_sleep(1)"
#define FAILS(how) "RAISE EXCEPTION 'no' USING ERRCODE = '" how "'"

/* A connection that breaks (25P03 is that of a process that was too slow), others that are first,
 * no room: at every step of the start. */
static void a_start_bears_passing_errors(void **state)
{
    static const char *const tables[] = {"talon", "writer", "member"};
    static const char *const ways[] = {CUTS, FAILS("25P03"), FAILS("40001"), FAILS("53300")};
    struct fixture *f = *state;
    close_again(f);
    for (size_t i = 0; i < ARRAY_SIZE(tables); i++) {
        for (size_t n = 0; n < ARRAY_SIZE(ways); n++) {
            put_in_the_way(f, tables[i], 3, ways[n]);
            enum store_error error = start(f, PATIENCE_MS);
            assert_string_equal(f->why.text, "");
            assert_int_equal(error, STORE_OK);
            bool told = strstr(said, "trying the start again: ") != NULL;
            assert_true(told || (i == 0 && n == 2)); /* pg_migrate() itself lets others go first */
            assert_int_equal(pg_server_number(f->address, "SELECT count(*) FROM member"), 1);
            assert_true(store_close(f->store));
            f->store = NULL;
            pg_server_run(f->address, "DROP FUNCTION trouble CASCADE; DROP SEQUENCE tries");
        }
    }
}

/* What does not pass is told at once, and what does not end in the end. */
static void differences_that_stay_are_told(void **state)
{
    struct fixture *f = *state;
    close_again(f);
    put_in_the_way(f, "member", 100000, FAILS("42501"));
    assert_int_equal(start(f, PATIENCE_MS), STORE_FAILED);
    assert_non_null(strstr(f->why.text, "no (42501)"));
    assert_string_equal(said, "");
    pg_server_run(f->address, "DROP FUNCTION trouble CASCADE; DROP SEQUENCE tries");
    put_in_the_way(f, "member", 100000, CUTS);
    assert_int_not_equal(start(f, HASTE_MS), STORE_OK);
    assert_non_null(strstr(f->why.text, "postgresql://"));
    assert_non_null(strstr(said, "trying the start again: "));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup_closed, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_database_that_has_not_all_letters_is_refused),
        TEST(bytes_are_read_however_they_are_written),
        TEST(a_start_bears_passing_errors),
        TEST(differences_that_stay_are_told),
    };
    /* PostgreSQL's programs are found where they are, not by a PATH that happens to have them. */
    setenv("PATH", "/nonexistent", 1);
    return pg_server_there() ? cmocka_run_group_tests(tests, NULL, NULL) : 0;
}
