/* A pooler between the store and PostgreSQL: a real pgbouncer, where there is one. */
#include "base/array.h"
#include "store_process.h"

#include "base/log.h"
#include "storage/postgresql/pg_store.h"
#include "tests/real/process.h"

/* A process of the server's that is there for whoever has a transaction, of these few. */
enum { POOL = 3 };

static struct pooler {
    pid_t pid;
    char program[PATH_MAX], libraries[PATH_MAX], folder[64];
    unsigned warned;
} pooler;

static bool is_there(void)
{
    char root[PATH_MAX];
    if (!process_find("TALON_PGBOUNCER", "pgbouncer", pooler.program, sizeof(pooler.program)) ||
        (geteuid() == 0 && !process_open_to_nobody(pooler.program))) {
        print_message("skipped: no pgbouncer (set TALON_PGBOUNCER, or install the package)\n");
        return false;
    }
    process_root(pooler.program, root);
    if (*root != '\0')
        process_glob(root, "/usr/lib/*-linux-gnu*", pooler.libraries, sizeof(pooler.libraries));
    return true;
}

static void put_file(const char *name, const char *text)
{
    char path[128];
    snprintf(path, sizeof(path), "%s/%s", pooler.folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
    process_give(path);
}

/* It takes no options of a session: the place is a role's. The address becomes one through it. */
static void start(struct fixture *f, const char *mode)
{
    char text[1024], role[64], configuration[128], log[128];
    snprintf(role, sizeof(role), "user_%s", pg_server_run(f->address, "SELECT current_schema()"));
    snprintf(text, sizeof(text),
             "CREATE ROLE %s SUPERUSER LOGIN; ALTER ROLE %s SET search_path = %s", role, role,
             role + 5);
    pg_server_run(f->address, text);
    strcpy(pooler.folder, "/tmp/talon-pool-XXXXXX");
    assert_non_null(mkdtemp(pooler.folder));
    process_give(pooler.folder);
    snprintf(text, sizeof(text), "\"%s\" \"\"\n", role);
    put_file("users", text);
    snprintf(text, sizeof(text),
             "[databases]\npostgres = host=%s port=5432\n[pgbouncer]\nlisten_addr =\n"
             "unix_socket_dir = %s\nauth_type = trust\nauth_file = %s/users\npool_mode = %s\n"
             "server_round_robin = 1\ndefault_pool_size = %d\n",
             pg_server_folder(), pooler.folder, pooler.folder, mode,
             strcmp(mode, "session") == 0 ? 20 : POOL);
    put_file("configuration", text);
    snprintf(configuration, sizeof(configuration), "%s/configuration", pooler.folder);
    snprintf(log, sizeof(log), "%s/log", pooler.folder);
    pooler.pid = process_start(
        &(struct process){.program = pooler.program,
                          .arguments = (const char *const[]){"pgbouncer", configuration, NULL},
                          .log = log,
                          .libraries = *pooler.libraries != '\0' ? pooler.libraries : NULL,
                          .drop = geteuid() == 0});
    assert_true(pooler.pid > 0);
    snprintf(f->address, sizeof(f->address), "host=%s port=6432 dbname=postgres user=%s",
             pooler.folder, role);
}

static void stop(void)
{
    static const char *const names[] = {"users", "configuration", "log", ".s.PGSQL.6432"};
    char path[128];
    process_stop(&pooler.pid, false);
    for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
        snprintf(path, sizeof(path), "%s/%s", pooler.folder, names[i]);
        unlink(path);
    }
    assert_int_equal(rmdir(pooler.folder), 0);
}

static void note(void *arg, enum log_level level, const char *line)
{
    (void)arg;
    print_message("%s\n", line);
    pooler.warned += level == LOG_WARN && strstr(line, "a pooler stands before the server") != NULL;
}

static void open_through(struct fixture *f)
{
    static const struct log log;
    const struct postgresql_setup setup = {.address = f->address, .loop = f->loop, .log = &log};
    enum store_error error = STORE_CANNOT_OPEN;
    pooler.warned = 0;
    for (unsigned tries = 0; tries < 1000 && error == STORE_CANNOT_OPEN; tries++) {
        process_pause(10); /* until it listens */
        error = store_open_postgresql(&f->store, &setup, &f->why);
    }
    assert_int_equal(error, STORE_OK);
    store_set_owner(f->store, &(struct store_owner){on_committed, on_trouble, f});
}

static unsigned sessions(const struct fixture *f)
{
    return ((const struct pg_store *)f->store)->writes.session;
}

/* Rounds of always the same person until it has so many sessions; counted are those of the tables.
 */
static void play_some(struct fixture *f, unsigned until)
{
    enum { LEAST = 12, MOST = 500 };
    const struct store_result result = a_result(0, "alice", "Alice", 10, true);
    int64_t id = 0;
    while (id < LEAST || (sessions(f) < until && id < MOST)) {
        play(f, ++id, "#cards", noon, true, &result, 1);
        uint64_t batch = store_commit(f->store);
        WAIT_UNTIL(f, store_durable(f->store) >= batch);
        if (id % 2 == 0) /* the next one meets another process of the server */
            pg_server_run(f->address, "SELECT 1");
    }
    assert_true(sessions(f) >= until);
    assert_int_equal(pg_server_number(f->address, "SELECT sum(rounds) FROM identity"), id);
    assert_int_equal(pg_server_number(f->address, "SELECT points FROM score WHERE span = 0"
                                                  " ORDER BY scope LIMIT 1"),
                     10 * id);
    WAIT_UNTIL(f, store_lease_holds(f->store));
    assert_int_equal(f->troubles, 0); /* nor did play pause */
}

static void a_session_pooler_works(void **state)
{
    struct fixture *f = *state;
    start(f, "session");
    open_through(f);
    assert_int_equal(pooler.warned, 1);
    play_some(f, 1);
    assert_int_equal(ask_board(f, STORE_OVERALL, NULL, STORE_ALL, noon, 10), 1);
    assert_true(store_close(f->store));
    f->store = NULL;
    stop();
}

/* What was prepared is lost again and again, and nothing else. */
static void a_transaction_pooler_loses_nothing(void **state)
{
    struct fixture *f = *state;
    start(f, "transaction");
    open_through(f);
    assert_int_equal(pooler.warned, 1);
    play_some(f, sessions(f) + 2);
    assert_true(store_close(f->store));
    f->store = NULL;
    stop();
}

/* What one has prepared another may find under the same name. */
static void nobody_runs_statements_that_others_prepared(void **state)
{
    static const char *const texts[] = {"SELECT 1000 + ?1", "SELECT 2000 + ?1", "SELECT 3000 + ?1"};
    enum { LINKS = ARRAY_SIZE(texts), TURNS = 30 };
    struct fixture *f = *state;
    struct pg_conn links[LINKS];
    struct sql_stmt *stmts[LINKS];
    unsigned right = 0;
    start(f, "transaction");
    for (unsigned i = 0; i < LINKS; i++) {
        assert_true(pg_conn_init(&links[i], f->address, &f->why));
        while (!pg_conn_connect(&links[i])) /* until it listens */
            process_pause(10);
        stmts[i] = sql_prepare(&links[i].sql, texts[i]);
    }
    for (unsigned turn = 0; turn < LINKS * TURNS; turn++) {
        unsigned i = turn * 7 / 3 % LINKS; /* not always in the same order */
        int64_t number = 0;
        assert_true(sql_execute(&links[i].sql, "BEGIN"));
        sql_bind_int(stmts[i], 1, turn);
        if (sql_run_row(stmts[i], &number, NULL) == FOUND) {
            assert_int_equal(number, 1000 * (i + 1) + turn);
            right++;
        }
        sql_execute(&links[i].sql, "ROLLBACK");
    }
    assert_true(right > TURNS);
    for (unsigned i = 0; i < LINKS; i++) {
        sql_finalize(stmts[i]);
        pg_conn_finish(&links[i]);
    }
    stop();
}

static void a_server_is_no_pooler(void **state)
{
    struct fixture *f = *state;
    open_through(f);
    assert_int_equal(pooler.warned, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup_closed, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_server_is_no_pooler),
        TEST(a_session_pooler_works),
        TEST(a_transaction_pooler_loses_nothing),
        TEST(nobody_runs_statements_that_others_prepared),
    };
    log_set_sink(note, NULL);
    return pg_server_there() && is_there() ? cmocka_run_group_tests(tests, NULL, NULL) : 0;
}
