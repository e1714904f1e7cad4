/* What a disk, a file and other programs can do to the SQLite store. */
#include <errno.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/array.h"
#include "base/log.h"
#include "storage/sql/sql_text.h"
#include "storage/sqlite/sqlite_store.h"
#include "tests/storage/database_fixture.h"

/* -- others beside it -- */

static void a_second_daemon_is_kept_out(void **state)
{
    struct fixture *f = *state;
    must_open(f);
    struct fixture second = *f;
    second.store = NULL;
    expect_refused(&second, STORE_LOCKED, "another talon");
    fill(f, 1); /* the first one is not disturbed */
    close_store(f);
    must_open(f);
}

/* Many batches wait for a disk that is away; when they are written most of their memory goes. */
static void used_batches_are_few(void **state)
{
    struct fixture *f = *state;
    must_open(f);
    sqlite3 *db = open_raw(f);
    assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    for (unsigned i = 0; i < 50; i++) {
        char value[16];
        snprintf(value, sizeof(value), "%u", i);
        store_put_setting(f->store, "daemon", "a", value);
        store_commit(f->store);
    }
    assert_int_equal(sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    commit(f);
    assert_in_range(f->store->spares, 1, 4);
}

static void a_writing_tool_only_delays(void **state)
{
    struct fixture *f = *state;
    must_open(f);
    sqlite3 *db = open_raw(f);
    assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    store_put_setting(f->store, "daemon", "a", "1");
    store_commit(f->store);
    f->wanted_troubles = 1;
    loop_run(f->loop);
    assert_non_null(strstr(f->trouble, "locked by another program"));
    assert_int_equal(store_durable(f->store), 0);
    assert_int_equal(sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    commit(f);
    assert_int_equal(f->overs, 1);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM setting"), 1);
}

/* The writer works through its queue while rounds are proven from the same file. */
static void rounds_are_proven_beside_the_writer(void **state)
{
    struct fixture *f = *state;
    must_open(f);
    fill(f, 3);
    struct proven p;
    unsigned proofs = 0, last = 0;
    for (uint32_t seq = 501; seq <= 1500; seq++) {
        append(f, 4, seq, seq);
        f->wanted = store_commit(f->store);
    }
    do { /* at least one proof, and until the writer has ended */
        assert_int_equal(prove(f, 4, &p), STORE_OK);
        assert_false(p.ended);
        assert_true(p.count >= last && p.count >= 500);
        last = p.count;
        assert_int_equal(prove(f, 1 + proofs++ % 3, &p), STORE_OK);
        assert_true(p.ended);
        assert_int_equal(p.count, 3);
        assert_string_equal(p.outcome, "won");
    } while (store_durable(f->store) < f->wanted);
    commit(f);
    assert_int_equal(prove(f, 4, &p), STORE_OK);
    assert_int_equal(p.count, 1500);
    assert_int_equal(prove(f, 99, &p), STORE_FAILED);
    assert_non_null(strstr(f->why.text, "no such round"));
    assert_int_equal(p.calls, 0);
}

static void a_proof_makes_no_file(void **state)
{
    struct fixture *f = *state;
    struct proven p;
    assert_int_equal(prove(f, 1, &p), STORE_CANNOT_OPEN);
    assert_int_equal(access(f->path, F_OK), -1);
    raw(f, "CREATE TABLE addresses (name TEXT)");
    assert_int_equal(prove(f, 1, &p), STORE_DAMAGED);
}

static void damage_is_never_a_wrong_round(void **state)
{
    struct fixture *f = *state;
    static const char *const rows[] = {
        "UPDATE round SET archive = x'00' WHERE id = 1",
        "UPDATE round SET archive = CAST(substr(archive, 1, 20) || x'7f' ||"
        " substr(archive, 22) AS BLOB)"
        " WHERE id = 1",
        "UPDATE round SET archive = (SELECT archive FROM round WHERE id = 2) WHERE id = 1",
        "PRAGMA ignore_check_constraints = 1; UPDATE round SET archive = NULL WHERE id = 1",
    };
    must_open(f);
    fill(f, 2);
    struct proven p;
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        assert_int_equal(prove(f, 2, &p), STORE_OK);
        raw(f, rows[i]);
        assert_int_equal(prove(f, 1, &p), STORE_DAMAGED);
        assert_non_null(strstr(f->why.text, "archive"));
        assert_int_equal(p.calls, 0);
    }
    raw(f, "DELETE FROM journal WHERE round = 3 AND seq = 250");
    assert_int_equal(prove(f, 3, &p), STORE_DAMAGED);
    close_store(f);
    raw(f, "UPDATE round SET started_at = 0 WHERE id = 2"); /* touched by others: all is read */
    must_open(f);
    assert_int_equal(wait_known(f), STORE_HURT); /* the missing archive breaks a CHECK */
    close_store(f);
    raw(f, "DELETE FROM result WHERE round = 1; DELETE FROM round WHERE id = 1");
    must_open(f);
}

static bool see_round(void *arg, const struct store_round *round)
{
    (void)arg;
    return round->id > 0;
}

static unsigned gaps;

static unsigned rounds_damaged;

static bool see_damage(void *arg, const struct store_round *round)
{
    (void)arg;
    rounds_damaged += round->damaged;
    return true;
}

static bool see_action(void *arg, const struct store_action *action)
{
    unsigned *last = arg;
    gaps += action->seq != 1 && action->seq != *last + 1;
    *last = action->seq;
    return true;
}

/* A gap is the host's to see: it voids that round. Actions of no running round are left out. */
static void a_gap_is_passed_on_and_strays_are_not(void **state)
{
    struct fixture *f = *state;
    must_open(f);
    fill(f, 1);
    unsigned last = 0;
    assert_true(store_load_rounds(f->store, see_round, see_action, &last));
    assert_int_equal(last, 500);
    raw(f, "DELETE FROM journal WHERE round = 2 AND seq = 250");
    assert_int_equal(gaps, 0);
    assert_true(store_load_rounds(f->store, see_round, see_action, &last));
    assert_int_equal(last, 500);
    assert_int_equal(gaps, 1);
    raw(f, "INSERT INTO journal VALUES (1, 7, 0, 'x', 0), (3, 8, 0, 'x', 0)"); /* ended, none */
    last = 0;
    assert_true(store_load_rounds(f->store, see_round, see_action, &last));
    assert_int_equal(last, 500);
    assert_int_equal(gaps, 2); /* the same again, no more */
}

/* A round that cannot be read is handed on as such; it spoils no other and can be ended. */
static void a_damaged_round_is_passed_on(void **state)
{
    struct fixture *f = *state;
    must_open(f);
    fill(f, 1);
    struct store_round third = a_round(3);
    store_begin_round(f->store, &third);
    append(f, 3, 1, 9);
    commit(f);
    raw(f, "PRAGMA ignore_check_constraints = ON; UPDATE round SET secret = x'00' WHERE id = 2");
    unsigned last = 0;
    rounds_damaged = 0;
    assert_true(store_load_rounds(f->store, see_damage, see_action, &last));
    assert_int_equal(rounds_damaged, 1);
    assert_int_equal(last, 9);
    store_end_round(f->store, &(struct store_round_end){.round = 2, .outcome = "damaged"});
    commit(f);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM round WHERE outcome = 'damaged'"), 1);
}

static int stop_reading(void *arg)
{
    (void)arg;
    return 1;
}

/* An id that comes again would mix two rounds. */
static void an_id_that_cannot_be_read_is_none(void **state)
{
    struct fixture *f = *state;
    must_open(f);
    fill(f, 1);
    assert_int_equal(store_next_round_id(f->store), 3);
    sqlite3_progress_handler(((struct sqlite_store *)f->store)->reader, 1, stop_reading, NULL);
    assert_int_equal(store_next_round_id(f->store), -1);
    assert_int_equal(store_next_table_id(f->store), -1);
}

/* -- questions that fail -- */

static struct {
    unsigned count;
    char line[256];
} logged;

static void keep_error(void *arg, enum log_level level, const char *line)
{
    (void)arg;
    if (level != LOG_ERROR)
        return;
    logged.count++;
    snprintf(logged.line, sizeof(logged.line), "%s", line);
}

static bool can_ask(struct fixture *f)
{
    const struct store_board_query query = {
        .scope = STORE_OVERALL, .period = STORE_ALL, .at = noon, .limit = 5};
    store_board(f->store, &query, on_board, f);
    loop_run(f->loop);
    return f->ok;
}

/* The log says why, once until a question is answered again. */
static void a_failed_question_is_logged(void **state)
{
    struct fixture *f = *state;
    static const struct log log = {NULL, "t"};
    const struct sqlite_setup setup = {.path = f->path, .loop = f->loop, .log = &log};
    must_open(f);
    fill(f, 1);
    close_store(f);
    assert_int_equal(store_open_sqlite(&f->store, &setup, &f->why), STORE_OK);
    log_set_sink(keep_error, NULL);
    for (unsigned times = 1; times <= 2; times++) {
        assert_true(can_ask(f));
        raw(f, "ALTER TABLE score RENAME TO away");
        assert_false(can_ask(f));
        assert_false(can_ask(f));
        assert_int_equal(logged.count, times);
        assert_non_null(strstr(logged.line, "t.db] cannot be read: no such table: score"));
        raw(f, "ALTER TABLE away RENAME TO score");
    }
    log_set_sink(NULL, NULL);
}

/* -- people -- */

/* What `link` will do: two identities, one person. */
static void linking_is_an_update(void **state)
{
    struct fixture *f = *state;
    must_open(f);
    struct store_result alice = a_result(0, "alice", "Alice", 10, true);
    struct store_result other = a_result(0, "4711", "al", 5, true);
    play(f, 1, "#cards", noon, true, &alice, 1);
    commit(f);
    close_store(f);
    raw(f, "INSERT INTO identity (network, account, verified, person, account_key, name_key,"
           " seen_at) VALUES ('net', '4711', 1, 1, '4711', 'al', 0)");
    must_open(f);
    play(f, 2, "#cards", noon, true, &other, 1);
    commit(f);
    assert_int_equal(ask_board(f, STORE_CHANNEL, "#cards", STORE_DAY, noon, 5), 1);
    expect_row(&f->rows[0], "Alice", 1, 15, 2, 2);
    assert_true(ask_stats(f, NULL, "alice", noon));
    expect_row(&f->rows[STORE_ALL], "Alice", 1, 15, 2, 2);
}

/* The writer remembers people, but not if another program has changed them. */
static void people_changed_by_a_tool_are_read_again(void **state)
{
    struct fixture *f = *state;
    struct store_result alice = a_result(0, "alice", "Alice", 10, true);
    must_open(f);
    for (int64_t round = 1; round <= 3; round++) {
        play(f, round, "#cards", noon + round, true, &alice, 1);
        commit(f);
    }
    assert_int_equal(raw_number(f, "SELECT rounds FROM feat WHERE rule_set = ''"), 3);
    raw(f, "UPDATE feat SET rounds = 100 WHERE rule_set = ''");
    for (int64_t round = 4; round <= 5; round++) {
        play(f, round, "#cards", noon + round, true, &alice, 1);
        commit(f);
    }
    assert_int_equal(raw_number(f, "SELECT rounds FROM feat WHERE rule_set = ''"), 102);
}

/* The best of a board are its first rows, however many have one. */
static void a_board_is_read_from_its_top(void **state)
{
    enum { STEPS_MAX = 1000 };
    struct fixture *f = *state;
    sqlite3_stmt *stmt = NULL;
    must_open(f);
    close_store(f);
    sqlite3 *db = open_raw(f);
    raw(f, "INSERT INTO scope VALUES (1, 2, '', '')");
    raw(f, "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)"
           " INSERT INTO person (id, name, name_key, verified) SELECT i, 'P' || i, 'p' || i, 1"
           " FROM n");
    raw(f, "INSERT INTO score SELECT 1, 4, 0, id, 9, id % 9, 0, 0, id % 1700 FROM person");
    assert_int_equal(sqlite3_prepare_v2(db, sql_read_sql[R_BOARD], -1, &stmt, NULL), SQLITE_OK);
    assert_true(bind_int(stmt, 1, 1) && bind_int(stmt, 2, 4) && bind_int(stmt, 3, 0) &&
                bind_int(stmt, 4, 3));
    static const char *const best[] = {"P1699", "P3399", "P1698"};
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(sqlite3_step(stmt), SQLITE_ROW);
        assert_string_equal(column_text(stmt, 0), best[i]);
    }
    assert_int_equal(sqlite3_step(stmt), SQLITE_DONE);
    assert_in_range(sqlite3_stmt_status(stmt, SQLITE_STMTSTATUS_VM_STEP, 0), 1, STEPS_MAX);
    sqlite3_finalize(stmt);
    sqlite3_close(db);
    must_open(f);
}

static void the_zone_moves_the_borders(void **state)
{
    struct fixture *f = *state;
    f->timezone = 13 * 60;
    must_open(f);
    struct store_result alice = a_result(0, "alice", "Alice", 1, true);
    play(f, 1, "#cards", noon, true, &alice, 1);                    /* the 5th there, at 01:00 */
    play(f, 2, "#cards", noon - INT64_C(7200000), true, &alice, 1); /* the 4th, at 23:00 */
    commit(f);
    assert_int_equal(ask_board(f, STORE_CHANNEL, "#cards", STORE_DAY, noon, 5), 1);
    assert_int_equal(f->rows[0].rounds, 1);
    assert_int_equal(ask_board(f, STORE_CHANNEL, "#cards", STORE_WEEK, noon, 5), 1);
    assert_int_equal(f->rows[0].rounds, 2);
}

/* -- the disk -- */
/* The same action twice: no later try can write it. Whoever is told of nothing loses nothing. */
static void a_batch_that_can_never_be_written_ends_the_process(void **state)
{
    struct fixture *f = *state;
    for (int kind = 0; kind < 2; kind++) {
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            struct rlimit none = {0, 0};
            setrlimit(RLIMIT_CORE, &none);
            f->kind = kind == 0 ? SQLITE : MEMORY;
            must_open(f);
            struct store_round round = a_round(1);
            store_begin_round(f->store, &round);
            append(f, 1, 1, 1);
            store_commit(f->store);
            append(f, 1, 1, 1);
            store_commit(f->store);
            loop_run(f->loop); /* until it ends */
            _exit(1);
        }
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        assert_int_equal(WTERMSIG(status), SIGABRT);
    }
    must_open(f);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM journal"), 1);
}

/* Writes until the store is in trouble, makes room, and everything is there. */
static void expect_recovery(struct fixture *f, void (*make_room)(void *arg), void *arg)
{
    uint32_t seq = 500;
    f->wanted_troubles = f->troubles + 1;
    for (int i = 0; i < 200; i++, seq += 50) {
        append(f, 2, seq + 1, seq + 50);
        store_commit(f->store);
    }
    loop_run(f->loop);
    assert_true(store_durable(f->store) < store_batch(f->store));
    struct proven p;
    assert_int_equal(prove(f, 2, &p), STORE_OK); /* what is there is whole */
    assert_true(p.count < seq);
    make_room(arg);
    commit(f);
    unsigned spares = 0;
    uv_mutex_lock(&f->store->mutex);
    for (const struct batch *spare = f->store->spare; spare; spare = spare->next)
        spares++;
    uv_mutex_unlock(&f->store->mutex);
    assert_in_range(spares, 1, 8); /* what the outage needed is given back */
    assert_int_equal(f->troubles, f->overs);
    assert_int_equal(prove(f, 2, &p), STORE_OK);
    assert_int_equal(p.count, seq);
}

/* ... and the check at the start finds no fault. */
static void start_again(struct fixture *f)
{
    close_store(f);
    must_open(f);
}

static void lift_limit(void *arg)
{
    assert_int_equal(setrlimit(RLIMIT_FSIZE, arg), 0);
}

static void a_failed_write_is_retried(void **state)
{
    struct fixture *f = *state;
    must_open(f);
    fill(f, 1);
    struct rlimit before, now;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    now = before;
    now.rlim_cur = 300000;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &now), 0);
    expect_recovery(f, lift_limit, &before);
    signal(SIGXFSZ, SIG_DFL);
    struct proven p;
    end(f, 2); /* what was taken back led none of its actions astray */
    assert_int_equal(prove(f, 2, &p), STORE_OK);
    assert_true(p.ended);
    assert_int_equal(p.count, 500 + 200 * 50);
    start_again(f);
}

static void closing_tells_what_was_lost(void **state)
{
    struct fixture *f = *state;
    struct rlimit before, now;
    must_open(f);
    fill(f, 1);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    now = before;
    now.rlim_cur = 0;
    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &now), 0);
    append(f, 2, 501, 501);
    assert_false(store_close(f->store));
    f->store = NULL;
    lift_limit(&before);
    signal(SIGXFSZ, SIG_DFL);
    must_open(f);
    assert_int_equal(raw_number(f, "SELECT max(seq) FROM journal"), 500);
}

struct filler {
    char path[128];
};

static void remove_filler(void *arg)
{
    assert_int_equal(unlink(((struct filler *)arg)->path), 0);
}

static void a_full_disk_is_told_and_writes_wait(void **state)
{
    struct fixture *f = *state;
    if (mount("talon-test", f->folder, "tmpfs", 0, "size=4m") != 0) {
        print_message("needs the right to mount\n");
        skip();
    }
    must_open(f);
    fill(f, 1);
    struct filler filler;
    snprintf(filler.path, sizeof(filler.path), "%s/filler", f->folder);
    int fd = open(filler.path, O_WRONLY | O_CREAT, 0600);
    static char zeros[3800000]; /* too little is left for what comes */
    assert_int_equal(write(fd, zeros, sizeof(zeros)), sizeof(zeros));
    close(fd);
    expect_recovery(f, remove_filler, &filler);
    assert_non_null(strstr(f->trouble, "the disk is full"));
    start_again(f);
    close_store(f);
    assert_int_equal(umount(f->folder), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_batch_that_can_never_be_written_ends_the_process), /* forks: before any thread has
                                                                     run */
        TEST(a_second_daemon_is_kept_out),
        TEST(a_writing_tool_only_delays),
        TEST(used_batches_are_few),
        TEST(rounds_are_proven_beside_the_writer),
        TEST(a_proof_makes_no_file),
        TEST(damage_is_never_a_wrong_round),
        TEST(a_gap_is_passed_on_and_strays_are_not),
        TEST(a_damaged_round_is_passed_on),
        TEST(an_id_that_cannot_be_read_is_none),
        TEST(a_failed_question_is_logged),
        TEST(linking_is_an_update),
        TEST(people_changed_by_a_tool_are_read_again),
        TEST(a_board_is_read_from_its_top),
        TEST(the_zone_moves_the_borders),
        TEST(a_failed_write_is_retried),
        TEST(closing_tells_what_was_lost),
        TEST(a_full_disk_is_told_and_writes_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
