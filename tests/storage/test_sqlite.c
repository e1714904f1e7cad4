/* What a disk, a file and other programs can do to the SQLite store. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <sqlite3.h>

#include "fixture.h"
#include "storage/sqlite.h"

static const int64_t noon = INT64_C(1772625600000);

static int setup(void **state)
{
    struct fixture *f = *state = malloc(sizeof(*f));
    fixture_init(f, true);
    return 0;
}

static int teardown(void **state)
{
    fixture_finish(*state);
    free(*state);
    return 0;
}

static void close_store(struct fixture *f)
{
    assert_true(store_close(f->store));
    f->store = NULL;
}

/* Another program's connection. */
static sqlite3 *open_raw(const struct fixture *f)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open(f->path, &db), SQLITE_OK);
    return db;
}

static void raw(const struct fixture *f, const char *sql)
{
    sqlite3 *db = open_raw(f);
    char *error = NULL;
    sqlite3_exec(db, sql, NULL, NULL, &error);
    if (error)
        fail_msg("%s: %s", sql, error);
    sqlite3_close(db);
}

static int64_t raw_number(const struct fixture *f, const char *sql)
{
    sqlite3 *db = open_raw(f);
    int64_t number;
    assert_true(sqlite_number(db, sql, &number));
    sqlite3_close(db);
    return number;
}

static void write_file(const struct fixture *f, long offset, const void *bytes, size_t size)
{
    int fd = open(f->path, O_RDWR | O_CREAT, 0600);
    assert_true(fd >= 0);
    assert_int_equal(pwrite(fd, bytes, size, offset), size);
    close(fd);
}

static void expect_refused(struct fixture *f, enum store_error error, const char *why)
{
    assert_int_equal(try_open(f), error);
    assert_null(f->store);
    if (!strstr(f->why, why))
        fail_msg("\"%s\" is not in \"%s\"", why, f->why);
    assert_null(strchr(f->why, '\n')); /* one clear line */
}

/* Enough pages that damage can be anywhere. */
static void fill(struct fixture *f, int64_t rounds)
{
    struct store_result results[] = {a_result(0, "alice", "Alice", 1, true),
                                     a_result(1, "bob", "Bob", 0, false)};
    for (int64_t id = 1; id <= rounds; id++)
        play(f, id, "#cards", noon, true, results, 2);
    struct store_round running = a_round(rounds + 1);
    store_begin_round(f->store, &running);
    append(f, rounds + 1, 1, 500);
    commit(f);
}

/* -- opening -- */

static void only_the_owner_may_read(void **state)
{
    struct fixture *f = *state;
    mode_t before = umask(0);
    must_open(f);
    fill(f, 1);
    umask(before);
    static const char *const tails[] = {"", "-wal", "-shm", "-lock"};
    for (size_t i = 0; i < sizeof(tails) / sizeof(tails[0]); i++) {
        char name[160];
        snprintf(name, sizeof(name), "%s%s", f->path, tails[i]);
        struct stat st;
        assert_int_equal(stat(name, &st), 0);
        assert_int_equal(st.st_mode & 0777, 0600);
    }
}

static void the_connection_is_set_up_for_durability(void **state)
{
    struct fixture *f = *state;
    must_open(f);
    sqlite3 *writer = ((struct sqlite_store *)f->store)->writer; /* idle: nothing was committed */
    int64_t number;
    assert_true(sqlite_number(writer, "PRAGMA synchronous", &number));
    assert_int_equal(number, 2); /* FULL */
    assert_true(sqlite_number(writer, "PRAGMA foreign_keys", &number));
    assert_int_equal(number, 1);
    assert_int_equal(raw_number(f, "SELECT journal_mode = 'wal' FROM pragma_journal_mode"), 1);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM pragma_table_list"
                                   " WHERE schema = 'main' AND NOT strict"
                                   " AND name NOT LIKE 'sqlite%'"),
                     0);
}

static void places_that_cannot_be(void **state)
{
    struct fixture *f = *state;
    char kept[sizeof(f->path)];
    strcpy(kept, f->path);
    snprintf(f->path, sizeof(f->path), "%s/none/t.db", f->folder);
    expect_refused(f, STORE_CANNOT_OPEN, "No such file");
    strcpy(f->path, kept);
    assert_int_equal(mkdir(f->path, 0700), 0);
    expect_refused(f, STORE_CANNOT_OPEN, "Is a directory");
    assert_int_equal(rmdir(f->path), 0);
}

/* A folder without the right to write; as root, by another user. */
static void a_read_only_folder(void **state)
{
    struct fixture *f = *state;
    must_open(f);
    close_store(f);
    assert_int_equal(chmod(f->path, 0644), 0);
    assert_int_equal(chmod(f->folder, 0555), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (geteuid() == 0 && setuid(65534) != 0)
            _exit(10);
        enum store_error error = try_open(f);
        _exit(error == STORE_CANNOT_OPEN && strstr(f->why, "ermission denied") ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(chmod(f->folder, 0700), 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static void garbage_is_refused_and_left_alone(void **state)
{
    struct fixture *f = *state;
    char garbage[8192], after[8192];
    for (size_t i = 0; i < sizeof(garbage); i++)
        garbage[i] = (char)(i * 31 + 7);
    write_file(f, 0, garbage, sizeof(garbage));
    expect_refused(f, STORE_DAMAGED, "not a database");
    int fd = open(f->path, O_RDONLY);
    assert_int_equal(read(fd, after, sizeof(after)), sizeof(after));
    close(fd);
    assert_memory_equal(garbage, after, sizeof(after));
}

static void the_database_of_others_is_refused(void **state)
{
    struct fixture *f = *state;
    raw(f, "CREATE TABLE addresses (name TEXT)");
    expect_refused(f, STORE_DAMAGED, "not of talon");
    assert_int_equal(raw_number(f, "SELECT count(*) FROM sqlite_schema"), 1);
}

static void damaged_pages_stop_the_start(void **state)
{
    struct fixture *f = *state;
    must_open(f);
    fill(f, 60);
    close_store(f);
    int64_t page = raw_number(f, "SELECT rootpage FROM sqlite_schema WHERE name = 'journal'");
    char noise[512];
    memset(noise, 0xa5, sizeof(noise));
    write_file(f, (long)(page - 1) * 4096, noise, sizeof(noise));
    expect_refused(f, STORE_DAMAGED, "");
}

static void a_cut_file_stops_the_start(void **state)
{
    struct fixture *f = *state;
    must_open(f);
    fill(f, 60);
    close_store(f);
    struct stat st;
    assert_int_equal(stat(f->path, &st), 0);
    assert_int_equal(truncate(f->path, st.st_size / 2 / 4096 * 4096), 0);
    expect_refused(f, STORE_DAMAGED, "");
}

static void a_newer_version_is_refused(void **state)
{
    struct fixture *f = *state;
    must_open(f);
    fill(f, 1);
    close_store(f);
    raw(f, "PRAGMA user_version = 1000");
    expect_refused(f, STORE_NEWER, "newer");
    assert_int_equal(store_prove(f->path, 1, NULL, NULL, f->why, sizeof(f->why)), STORE_NEWER);
    assert_int_equal(raw_number(f, "PRAGMA user_version"), 1000);
}

/* -- migrating -- */

static const struct migration steps[] = {
    {1, "001", "CREATE TABLE a (x INTEGER) STRICT; INSERT INTO a VALUES (1);"},
    {2, "002", "CREATE TABLE b (y INTEGER) STRICT; INSERT INTO b SELECT x + 1 FROM a;"},
    {3, "003", "DROP TABLE a; INSERT INTO nowhere VALUES (1);"},
};

static void migrations_keep_a_copy(void **state)
{
    struct fixture *f = *state;
    sqlite3 *db = open_raw(f);
    assert_int_equal(sqlite_migrate(db, f->path, steps, 1, f->why, sizeof(f->why)), STORE_OK);
    char copy[160];
    snprintf(copy, sizeof(copy), "%s.v1", f->path);
    assert_int_equal(access(copy, F_OK), -1); /* nothing worth keeping before */
    assert_int_equal(sqlite_migrate(db, f->path, steps, 2, f->why, sizeof(f->why)), STORE_OK);
    assert_int_equal(sqlite_migrate(db, f->path, steps, 2, f->why, sizeof(f->why)), STORE_OK);
    int64_t number;
    assert_true(sqlite_number(db, "SELECT y FROM b", &number));
    assert_int_equal(number, 2);
    sqlite3_close(db);

    struct stat st;
    assert_int_equal(stat(copy, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0600);
    assert_int_equal(sqlite3_open(copy, &db), SQLITE_OK);
    assert_true(sqlite_number(db, "PRAGMA user_version", &number));
    assert_int_equal(number, 1);
    assert_true(sqlite_number(db, "PRAGMA application_id", &number));
    assert_int_equal(number, STORE_APPLICATION_ID);
    assert_true(sqlite_number(db, "SELECT x FROM a", &number));
    assert_int_equal(number, 1);
    sqlite3_close(db);
}

static void a_failed_step_leaves_the_last_good_version(void **state)
{
    struct fixture *f = *state;
    sqlite3 *db = open_raw(f);
    assert_int_equal(sqlite_migrate(db, f->path, steps, 2, f->why, sizeof(f->why)), STORE_OK);
    assert_int_equal(sqlite_migrate(db, f->path, steps, 3, f->why, sizeof(f->why)), STORE_FAILED);
    assert_non_null(strstr(f->why, "nowhere"));
    int64_t number;
    assert_true(sqlite_number(db, "PRAGMA user_version", &number));
    assert_int_equal(number, 2);
    assert_true(sqlite_number(db, "SELECT x FROM a", &number)); /* not dropped */
    sqlite3_close(db);
}

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

struct proven {
    unsigned count, calls;
    bool ended;
    char outcome[16];
};

static void on_proof(void *arg, const struct store_proof *proof)
{
    struct proven *p = arg;
    struct store_round same = a_round(proof->round.id);
    assert_string_equal(proof->round.setup, same.setup);
    assert_memory_equal(proof->round.secret, same.secret, sizeof(same.secret));
    assert_memory_equal(proof->round.commitment, same.commitment, sizeof(same.commitment));
    assert_true(proof->round.deal_hash == same.deal_hash);
    p->calls++;
    p->count = proof->action_count;
    p->ended = proof->ended;
    snprintf(p->outcome, sizeof(p->outcome), "%s", proof->outcome ? proof->outcome : "-");
    for (unsigned i = 0; i < proof->action_count; i++) {
        char text[16];
        struct store_action action = an_action(same.id, i + 1, text);
        assert_string_equal(proof->actions[i].text, action.text);
        assert_int_equal(proof->actions[i].seq, i + 1);
        assert_int_equal(proof->actions[i].round, same.id);
        assert_int_equal(proof->actions[i].at, action.at);
        assert_true(proof->actions[i].hash == action.hash);
    }
}

static enum store_error prove(struct fixture *f, int64_t round, struct proven *p)
{
    memset(p, 0, sizeof(*p));
    return store_prove(f->path, round, on_proof, p, f->why, sizeof(f->why));
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
    assert_non_null(strstr(f->why, "no such round"));
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
    for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
        assert_int_equal(prove(f, 2, &p), STORE_OK);
        raw(f, rows[i]);
        assert_int_equal(prove(f, 1, &p), STORE_DAMAGED);
        assert_non_null(strstr(f->why, "archive"));
        assert_int_equal(p.calls, 0);
    }
    raw(f, "DELETE FROM journal WHERE round = 3 AND seq = 250");
    assert_int_equal(prove(f, 3, &p), STORE_DAMAGED);
    close_store(f);
    expect_refused(f, STORE_DAMAGED, ""); /* the missing archive breaks a CHECK */
    raw(f, "DELETE FROM result WHERE round = 1; DELETE FROM round WHERE id = 1");
    must_open(f);
}

static bool see_round(void *arg, const struct store_round *round)
{
    (void)arg;
    return round->id > 0;
}

static unsigned gaps;

static bool see_action(void *arg, const struct store_action *action)
{
    unsigned *last = arg;
    gaps += action->seq != 1 && action->seq != *last + 1;
    *last = action->seq;
    return true;
}

/* A gap is the host's to see: it voids that round. Actions of no running round are damage. */
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
    raw(f, "DELETE FROM journal; INSERT INTO journal VALUES (1, 1, 0, 'x', 0)"); /* ended */
    assert_false(store_load_rounds(f->store, see_round, see_action, &last));
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
    expect_row(&f->rows[0], "al", 1, 15, 2, 2);
    assert_true(ask_stats(f, NULL, "alice", noon));
    expect_row(&f->rows[STORE_ALL], "al", 1, 15, 2, 2);
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
    assert_int_equal(f->troubles, f->overs);
    assert_int_equal(prove(f, 2, &p), STORE_OK);
    assert_int_equal(p.count, seq);
    close_store(f);
    must_open(f); /* and the check at the start finds no fault */
}

static void lift_limit(void *arg)
{
    assert_int_equal(setrlimit(RLIMIT_FSIZE, arg), 0);
}

static void a_write_that_fails_is_tried_again(void **state)
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
}

struct filler {
    char path[128];
};

static void remove_filler(void *arg)
{
    assert_int_equal(unlink(((struct filler *)arg)->path), 0);
}

static void a_full_disk_is_told_and_waited_for(void **state)
{
    struct fixture *f = *state;
    if (mount("talon-test", f->folder, "tmpfs", 0, "size=1m") != 0) {
        print_message("needs the right to mount\n");
        skip();
    }
    must_open(f);
    fill(f, 1);
    struct filler filler;
    snprintf(filler.path, sizeof(filler.path), "%s/filler", f->folder);
    int fd = open(filler.path, O_WRONLY | O_CREAT, 0600);
    static char zeros[500000];
    assert_int_equal(write(fd, zeros, sizeof(zeros)), sizeof(zeros));
    close(fd);
    expect_recovery(f, remove_filler, &filler);
    assert_non_null(strstr(f->trouble, "the disk is full"));
    close_store(f);
    assert_int_equal(umount(f->folder), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_read_only_folder), /* forks: before any thread but the writer's has run */
        TEST(only_the_owner_may_read),
        TEST(the_connection_is_set_up_for_durability),
        TEST(places_that_cannot_be),
        TEST(garbage_is_refused_and_left_alone),
        TEST(the_database_of_others_is_refused),
        TEST(damaged_pages_stop_the_start),
        TEST(a_cut_file_stops_the_start),
        TEST(a_newer_version_is_refused),
        TEST(migrations_keep_a_copy),
        TEST(a_failed_step_leaves_the_last_good_version),
        TEST(a_second_daemon_is_kept_out),
        TEST(a_writing_tool_only_delays),
        TEST(rounds_are_proven_beside_the_writer),
        TEST(a_proof_makes_no_file),
        TEST(damage_is_never_a_wrong_round),
        TEST(a_gap_is_passed_on_and_strays_are_not),
        TEST(linking_is_an_update),
        TEST(the_zone_moves_the_borders),
        TEST(a_write_that_fails_is_tried_again),
        TEST(a_full_disk_is_told_and_waited_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
