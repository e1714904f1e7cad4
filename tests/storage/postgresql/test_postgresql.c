/* The store on PostgreSQL when the server, or the way to it, does not do well (pg_conn.h,
 * pg_ledger.h, pg_outcome.h). */
#include "base/array.h"
#include "tests/storage/store_fixture.h"

#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>

#include "pg_relay.h"
#include "storage/postgresql/pg_ledger.h"
#include "storage/postgresql/pg_text.h"

enum { LIFE_MS = 3000, PATIENCE_MS = 3000 };

static void open_at(struct fixture *f, const char *address)
{
    f->why.text[0] = '\0';
    assert_int_equal(store_open_postgresql(&f->store,
                                           &(struct postgresql_setup){.address = address,
                                                                      .patience = PATIENCE_MS,
                                                                      .alone = true,
                                                                      .lease_life = LIFE_MS,
                                                                      .loop = f->loop},
                                           &f->why),
                     STORE_OK);
    f->announced = 0;
    store_set_owner(f->store, &(struct store_owner){on_committed, on_trouble, f});
}

static int setup_closed(void **state)
{
    struct fixture *f = *state = malloc(sizeof(*f));
    fixture_init(f, POSTGRESQL);
    return 0;
}

static void put(struct fixture *f, const char *value)
{
    store_put_setting(f->store, "daemon", "a", value);
}

static void wait_trouble(struct fixture *f)
{
    f->wanted_troubles = f->troubles + 1;
    loop_run(f->loop);
}

static long settings(struct fixture *f, const char *value)
{
    char sql[96];
    snprintf(sql, sizeof(sql), "SELECT count(*) FROM setting WHERE value = '%s'", value);
    return pg_server_number(f->address, sql);
}

/* -- what errors mean -- */

static void every_state_has_its_outcome(void **state)
{
    static const struct {
        const char *state;
        enum pg_outcome outcome;
    } rows[] = {
        {NULL, PG_LOST},     {"", PG_LOST},       {"08006", PG_LOST},  {"08003", PG_LOST},
        {"57P01", PG_LOST},  {"57P02", PG_LOST},  {"57P03", PG_LOST},  {"40003", PG_LOST},
        {"40001", PG_AGAIN}, {"40P01", PG_AGAIN}, {"53100", PG_AGAIN}, {"53200", PG_AGAIN},
        {"53300", PG_AGAIN}, {"55P03", PG_AGAIN}, {"57014", PG_AGAIN}, {"42501", PG_AGAIN},
        {"XX000", PG_AGAIN}, {"58030", PG_AGAIN}, {"25006", PG_ANEW},  {"25P02", PG_ANEW},
        {"26000", PG_ANEW},  {"0A000", PG_ANEW},  {"42P05", PG_ANEW},  {"22001", PG_NEVER},
        {"22021", PG_NEVER}, {"23505", PG_NEVER}, {"23502", PG_NEVER}, {"23514", PG_NEVER},
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
        assert_int_equal(pg_outcome(rows[i].state), rows[i].outcome);
}

static void texts_are_made_fit(void **state)
{
    static const struct {
        const char *text, *clean;
    } rows[] = {
        {"", ""},
        {"d\u00e9fi \u20ac \U0001f0cf", "d\u00e9fi \u20ac \U0001f0cf"},
        {"a\xff z", "a? z"},
        {"\xc3", "?"},
        {"\xc0\xaf", "??"},           /* longer than it need be */
        {"\xed\xa0\x80", "???"},      /* half of a pair */
        {"\xf4\x90\x80\x80", "????"}, /* beyond the last */
        {"\xe2\x82", "??"},
    };
    (void)state;
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        char *clean = pg_clean(rows[i].text);
        assert_string_equal(clean, rows[i].clean);
        assert_int_equal(pg_is_utf8(rows[i].text), strcmp(rows[i].text, rows[i].clean) == 0);
        free(clean);
    }
    char *sql = pg_statement("SELECT x'' FROM a CROSS JOIN b ON ?1 = ?12 AND instr(c, char(10))");
    assert_string_equal(sql, "SELECT ''::bytea FROM a JOIN b ON $1 = $12 AND strpos(c, chr(10))");
    free(sql);
}

/* What is not UTF-8 would be refused for ever. */
static void other_bytes_are_written_all_the_same(void **state)
{
    struct fixture *f = *state;
    open_at(f, f->address);
    put(f, "caf\xe9");
    commit(f);
    assert_int_equal(settings(f, "caf?"), 1);
}

/* -- a trigger that fails as it is told -- */

/* The next `times` writes of a setting fail with that state; `deferred`: at COMMIT. */
static void fail_with(struct fixture *f, const char *state, unsigned times, bool deferred)
{
    char sql[1024];
    snprintf(sql, sizeof(sql),
             "DROP TRIGGER IF EXISTS fails ON setting;"
             "DROP SEQUENCE IF EXISTS failures; CREATE SEQUENCE failures;"
             "CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
             " IF nextval('failures') <= %u THEN RAISE EXCEPTION 'told to fail' USING ERRCODE ="
             " '%s'; END IF; RETURN NEW; END $$;"
             "CREATE CONSTRAINT TRIGGER fails AFTER INSERT OR UPDATE ON setting %s"
             " FOR EACH ROW EXECUTE FUNCTION fail()",
             times, state, deferred ? "DEFERRABLE INITIALLY DEFERRED" : "");
    pg_server_run(f->address, sql);
}

/* Of each kind that may do better: the batch stays first, is told of once, and is there once. */
static void failed_batches_are_retried(void **state)
{
    static const char *const states[] = {"53100", "40003", "55P03", "08006"};
    struct fixture *f = *state;
    open_at(f, f->address);
    for (unsigned i = 0; i < ARRAY_SIZE(states); i++) {
        char value[16];
        snprintf(value, sizeof(value), "v%u", i);
        fail_with(f, states[i], 1, i % 2 == 1);
        put(f, value);
        commit(f);
        assert_int_equal(f->troubles, i + 1);
        assert_non_null(strstr(f->trouble, states[i]));
        assert_int_equal(settings(f, value), 1);
    }
    assert_int_equal(f->overs, f->troubles);
}

/* Others were in its way, for a moment, or the connection was not as thought: nobody hears of it,
 * unless it goes on. */
static void passing_errors_are_retried_at_once(void **state)
{
    static const char *const states[] = {"40001", "40P01", "26000", "25006"};
    struct fixture *f = *state;
    open_at(f, f->address);
    for (unsigned i = 0; i < ARRAY_SIZE(states); i++) {
        for (unsigned deferred = 0; deferred < 2; deferred++) {
            fail_with(f, states[i], 3, deferred == 1);
            put(f, states[i]);
            commit(f);
            assert_int_equal(settings(f, states[i]), 1);
        }
    }
    assert_int_equal(f->troubles, 0);
    fail_with(f, "40001", 15, false);
    put(f, "late");
    commit(f);
    assert_int_equal(f->troubles, 1);
    assert_int_equal(settings(f, "late"), 1);
}

/* A process that a child of the test is: whether it ended by itself, as after log_fatal(). */
static bool ends(void (*act)(struct fixture *f), struct fixture *f)
{
    int status = 0;
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (freopen("/dev/null", "w", stderr) == NULL)
            _exit(0);
        signal(SIGABRT, SIG_DFL);
        f->loop = loop_create();
        act(f);
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) || WEXITSTATUS(status) != 0;
}

static void write_forbidden(struct fixture *f)
{
    open_at(f, f->address);
    fail_with(f, "23514", 100, false);
    put(f, "never");
    commit(f);
}

static void write_allowed(struct fixture *f)
{
    open_at(f, f->address);
    put(f, "well");
    commit(f);
    store_close(f->store);
}

static void a_batch_that_can_never_be_written_ends_the_process(void **state)
{
    struct fixture *f = *state;
    assert_false(ends(write_allowed, f));
    assert_true(ends(write_forbidden, f));
    assert_int_equal(settings(f, "never"), 0);
}

/* -- the server -- */

static void writes_wait_for_a_killed_server(void **state)
{
    struct fixture *f = *state;
    open_at(f, f->address);
    put(f, "before");
    commit(f);
    pg_server_kill();
    put(f, "meanwhile");
    store_commit(f->store);
    wait_trouble(f);
    assert_int_equal(store_durable(f->store), 1);
    pg_server_start();
    put(f, "after");
    commit(f);
    assert_int_equal(f->overs, 1);
    assert_int_equal(settings(f, "after"), 1);
    assert_int_equal(ask_board(f, STORE_OVERALL, NULL, STORE_ALL, noon, 10), 0);
}

/* Neither the system nor libpq gives up on it: the own deadline does. */
static void nobody_waits_for_a_frozen_server(void **state)
{
    struct fixture *f = *state;
    open_at(f, f->address);
    put(f, "before");
    commit(f);
    pg_server_signal_clients(SIGSTOP);
    put(f, "frozen");
    store_commit(f->store);
    wait_trouble(f);
    assert_non_null(strstr(f->trouble, "no answer in time"));
    pg_server_signal_clients(SIGCONT);
    put(f, "after");
    commit(f);
    assert_int_equal(settings(f, "after"), 1);
}

/* -- what may become of a COMMIT -- */

/* Plays a round whose batch meets that so often, and another batch behind it. A board counts what
 * is applied twice; on_committed() holds their order. */
static void play_through(struct fixture *f, int64_t id, enum relay_act act, unsigned times)
{
    const struct store_result result = a_result(0, "alice", "Alice", 10, true);
    char value[16];
    relay_act(act, times);
    play(f, id, "#cards", noon, true, &result, 1);
    store_commit(f->store);
    snprintf(value, sizeof(value), "v%d", (int)id);
    put(f, value);
    commit(f);
    assert_int_equal(settings(f, value), 1);
    assert_int_equal(ask_board(f, STORE_OVERALL, NULL, STORE_ALL, noon, 10), 1);
    expect_row(&f->rows[0], "Alice", 1, 10 * id, (unsigned)id, (unsigned)id);
}

static void a_batch_is_applied_once_whatever_happens_to_its_commit(void **state)
{
    static const struct {
        enum relay_act act;
        unsigned times, troubles;
    } rows[] = {
        {RELAY_PASSES, 1, 0},  {RELAY_CUTS, 1, 1},    {RELAY_CUTS_BEHIND, 1, 1},
        {RELAY_REFUSES, 1, 0}, {RELAY_REFUSES, 3, 0}, {RELAY_REFUSES, 10, 1},
        {RELAY_DOUBTS, 1, 1},  {RELAY_DENIES, 1, 1},  {RELAY_DOUBTS, 2, 1},
    };
    struct fixture *f = *state;
    char address[200];
    unsigned troubles = 0;
    relay_start(f->address, address, sizeof(address));
    open_at(f, address);
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        play_through(f, i + 1, rows[i].act, rows[i].times);
        troubles += rows[i].troubles;
        assert_int_equal(f->troubles, troubles);
        assert_int_equal(f->overs, troubles);
    }
    assert_true(store_close(f->store));
    f->store = NULL;
    relay_stop();
}

/* One that takes connections and says nothing is passed by. */
static void another_host_is_tried(void **state)
{
    struct fixture *f = *state;
    struct sockaddr_un own = {.sun_family = AF_UNIX};
    char folder[64] = "/tmp/talon-silent-XXXXXX", path[96], address[300];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof(path), "%s/.s.PGSQL.5432", folder);
    strcpy(own.sun_path, path);
    int silent = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_int_equal(bind(silent, (struct sockaddr *)&own, sizeof(own)), 0);
    assert_int_equal(listen(silent, 8), 0);
    snprintf(address, sizeof(address), "host=/nonexistent,%s,%s %s", folder, pg_server_folder(),
             strstr(f->address, "dbname"));
    open_at(f, address);
    put(f, "here");
    commit(f);
    assert_int_equal(settings(f, "here"), 1);
    close(silent);
    unlink(path);
    rmdir(folder);
}

/* -- the fence -- */

static void a_second_one_is_kept_out(void **state)
{
    struct fixture *f = *state;
    struct store *second = NULL;
    struct fault why = {0};
    struct postgresql_setup setup = {.address = f->address,
                                     .alone = true,
                                     .lease_life = 300, /* it gives up a second later */
                                     .loop = f->loop};
    open_at(f, f->address);
    assert_int_equal(store_open_postgresql(&second, &setup, &why), STORE_LOCKED);
    assert_null(second);
    assert_non_null(strstr(why.text, "another talon is using it"));
    put(f, "first");
    commit(f);
    assert_true(store_close(f->store));
    open_at(f, f->address); /* at once: it was given back */
}

static void be_replaced(struct fixture *f)
{
    open_at(f, f->address);
    put(f, "mine");
    commit(f);
    pg_server_run(f->address, "DELETE FROM member");
    put(f, "stale");
    commit(f);
}

static void a_replaced_process_writes_nothing(void **state)
{
    struct fixture *f = *state;
    assert_true(ends(be_replaced, f));
    assert_int_equal(settings(f, "mine"), 1);
    assert_int_equal(settings(f, "stale"), 0);
    open_at(f, f->address); /* when that is over another may */
}

static void be_set_back(struct fixture *f)
{
    open_at(f, f->address);
    put(f, "told");
    commit(f);
    put(f, "too");
    commit(f);
    pg_server_run(f->address, "UPDATE writer SET batch = 1"); /* as a standby that was behind */
    pg_server_signal_clients(SIGTERM);
    put(f, "more");
    commit(f);
}

static void a_server_that_lost_batches_ends_the_process(void **state)
{
    struct fixture *f = *state;
    assert_true(ends(be_set_back, f));
    assert_int_equal(settings(f, "more"), 0);
}

/* Who died is replaced when their lease has run out; what they were told stays. */
static void die(struct fixture *f)
{
    open_at(f, f->address);
    put(f, "told");
    commit(f);
    raise(SIGKILL);
}

static void the_place_of_the_dead_is_taken(void **state)
{
    struct fixture *f = *state;
    assert_true(ends(die, f));
    open_at(f, f->address);
    assert_int_equal(settings(f, "told"), 1);
}

static void old_processes_are_forgotten(void **state)
{
    struct fixture *f = *state;
    open_at(f, f->address);
    pg_server_run(f->address, "INSERT INTO writer SELECT 'p' || n, 1, clock_timestamp() - n *"
                              " INTERVAL '1 day' FROM generate_series(1, 90) n");
    assert_true(store_close(f->store));
    open_at(f, f->address);
    assert_in_range(pg_server_number(f->address, "SELECT count(*) FROM writer"), 30, 31);
}

/* -- opening -- */

static void no_password_is_told(void **state)
{
    static const char *const addresses[] = {
        "host=/nonexistent dbname=x password=hidden", "postgresql://me:hidden@[::1",
        "postgresql://me:hidden@localhost:1/x", "password=hidden nonsense"};
    struct fixture *f = *state;
    for (size_t i = 0; i < ARRAY_SIZE(addresses); i++) {
        struct postgresql_setup setup = {
            .address = addresses[i], .patience = PATIENCE_MS, .loop = f->loop};
        f->why.text[0] = '\0';
        assert_int_equal(store_open_postgresql(&f->store, &setup, &f->why), STORE_CANNOT_OPEN);
        assert_string_not_equal(f->why.text, "");
        assert_null(strstr(f->why.text, "hidden"));
        assert_null(strchr(f->why.text, '\n'));
    }
}

/* More statements than answers may be out, and more actions than go as one. */
static void a_large_batch_is_one_transaction(void **state)
{
    enum { MANY = 3 * PG_PENDING_MAX };
    struct fixture *f = *state;
    open_at(f, f->address);
    struct store_round round = a_round(1);
    store_begin_round(f->store, &round);
    append(f, 1, 1, MANY);
    for (unsigned i = 0; i < MANY; i++) {
        char key[16];
        snprintf(key, sizeof(key), "k%u", i);
        store_put_setting(f->store, "many", key, "1");
    }
    commit(f);
    assert_int_equal(pg_server_number(f->address, "SELECT count(*) FROM journal"), MANY);
    assert_int_equal(
        pg_server_number(f->address, "SELECT count(*) FROM setting WHERE scope = 'many'"), MANY);
    assert_int_equal(pg_server_number(f->address,
                                      "SELECT count(DISTINCT x) FROM (SELECT xmin::text AS x FROM"
                                      " journal UNION SELECT xmin::text FROM setting WHERE scope ="
                                      " 'many') y"),
                     1);
}

/* What a move is called goes through a list of such. */
static void any_text_of_an_action_is_kept(void **state)
{
    static const char *const texts[] = {"",     "a \"b\" {c, \\d}", "\\\\\"",
                                        "NULL", "d\u00e9fi\n,",     "null"};
    enum { COUNT = ARRAY_SIZE(texts) };
    struct fixture *f = *state;
    open_at(f, f->address);
    struct store_round round = a_round(1);
    store_begin_round(f->store, &round);
    for (unsigned i = 0; i < COUNT; i++)
        store_append(f->store, &(struct store_action){1, i, 5, texts[i], UINT64_MAX - i});
    commit(f);
    for (unsigned i = 0; i < COUNT; i++) {
        char sql[96];
        snprintf(sql, sizeof(sql), "SELECT action FROM journal WHERE seq = %u AND hash = -%u", i,
                 i + 1);
        assert_string_equal(pg_server_run(f->address, sql), texts[i]);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup_closed, teardown)

int main(void)
{
    const struct CMUnitTest pure[] = {
        cmocka_unit_test(every_state_has_its_outcome),
        cmocka_unit_test(texts_are_made_fit),
    };
    const struct CMUnitTest tests[] = {
        TEST(other_bytes_are_written_all_the_same),
        TEST(failed_batches_are_retried),
        TEST(passing_errors_are_retried_at_once),
        TEST(a_batch_that_can_never_be_written_ends_the_process),
        TEST(writes_wait_for_a_killed_server),
        TEST(nobody_waits_for_a_frozen_server),
        TEST(a_batch_is_applied_once_whatever_happens_to_its_commit),
        TEST(another_host_is_tried),
        TEST(a_second_one_is_kept_out),
        TEST(a_replaced_process_writes_nothing),
        TEST(a_server_that_lost_batches_ends_the_process),
        TEST(the_place_of_the_dead_is_taken),
        TEST(old_processes_are_forgotten),
        TEST(no_password_is_told),
        TEST(a_large_batch_is_one_transaction),
        TEST(any_text_of_an_action_is_kept),
    };
    int failed = cmocka_run_group_tests(pure, NULL, NULL);
    return pg_server_there() ? failed + cmocka_run_group_tests(tests, NULL, NULL) : failed;
}
