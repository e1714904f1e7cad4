/* Copies of a database, and what takes its place. */
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include "base/array.h"
#include "storage/check/copy.h"
#include "tests/storage/database_fixture.h"

enum { ROUNDS = 3, KILLS = 60 };

static char copy_path[160];

static int set_up(void **state)
{
    setup(state);
    struct fixture *f = *state;
    snprintf(copy_path, sizeof(copy_path), "%s/copy.db", f->folder);
    must_open(f);
    fill(f, ROUNDS);
    return 0;
}

static int tear_down(void **state)
{
    static const char *const tails[] = {".before-restore",         ".before-restore-2",
                                        ".before-restore-wal",     ".before-restore-shm",
                                        ".before-restore-journal", ".before-restore-2-wal",
                                        ".before-restore-2-shm"};
    static const char *const copies[] = {"", "-part", "-wal", "-shm"};
    struct fixture *f = *state;
    char name[200];
    for (size_t i = 0; i < ARRAY_SIZE(tails); i++) {
        snprintf(name, sizeof(name), "%s%s", f->path, tails[i]);
        unlink(name);
    }
    for (size_t i = 0; i < ARRAY_SIZE(copies); i++) {
        snprintf(name, sizeof(name), "%s%s", copy_path, copies[i]);
        unlink(name);
    }
    return teardown(state);
}

static bool exists(const char *path, const char *tail)
{
    char name[200];
    struct stat found;
    snprintf(name, sizeof(name), "%s%s", path, tail);
    return stat(name, &found) == 0;
}

static int64_t number_in(const char *path, const char *sql)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    int64_t number = journal_sql_number(db, sql);
    sqlite3_close(db);
    return number;
}

static void expect_no(enum store_error error, enum store_error wanted, const char *why,
                      const char *part)
{
    assert_int_equal(error, wanted);
    if (strstr(why, part) == NULL)
        fail_msg("\"%s\" is not in \"%s\"", part, why);
    assert_null(strchr(why, '\n'));
}

static void must_back_up(struct fixture *f)
{
    struct store_book book;
    assert_int_equal(store_backup(f->path, copy_path, &book, &f->why), STORE_OK);
}

static void spoil(const char *path)
{
    char bytes[600];
    int fd = open(path, O_RDWR);
    assert_true(fd >= 0);
    memset(bytes, 0xa5, sizeof(bytes));
    assert_int_equal(pwrite(fd, bytes, sizeof(bytes), 4096 * 3 + 8), sizeof(bytes));
    close(fd);
}

/* All that is committed, while the store is in use; one file, for its owner alone. */
static void a_backup_has_what_was_committed(void **state)
{
    struct fixture *f = *state;
    struct store_book book;
    struct stat found;
    assert_int_equal(store_backup(f->path, copy_path, &book, &f->why), STORE_OK);
    assert_int_equal(book.rounds, ROUNDS + 1);
    assert_int_equal(book.running, 1);
    assert_int_equal(book.people, 2);
    assert_int_equal(stat(copy_path, &found), 0);
    assert_int_equal(found.st_mode & 0777, 0600);
    assert_int_equal(found.st_size, book.bytes);
    assert_false(exists(copy_path, "-part") || exists(copy_path, "-wal"));
    assert_int_equal(number_in(copy_path, "SELECT count(*) FROM result"),
                     raw_number(f, "SELECT count(*) FROM result"));
    assert_int_equal(number_in(copy_path, "SELECT count(*) FROM journal"), 500);
    append(f, ROUNDS + 1, 501, 501); /* and the store goes on */
    commit(f);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM journal"), 501);
}

static void existing_files_are_not_overwritten(void **state)
{
    struct fixture *f = *state;
    int fd = open(copy_path, O_RDWR | O_CREAT, 0644);
    assert_int_equal(write(fd, "mine", 4), 4);
    close(fd);
    expect_no(store_backup(f->path, copy_path, NULL, &f->why), STORE_CANNOT_OPEN, f->why.text,
              "it exists already");
    struct stat found;
    assert_int_equal(stat(copy_path, &found), 0);
    assert_int_equal(found.st_size, 4);
}

/* What is not whole is told, and no copy of it stays. */
static void damage_is_found(void **state)
{
    struct fixture *f = *state;
    struct store_book book;
    assert_int_equal(store_check(f->path, &book, &f->why), STORE_OK);
    close_store(f);
    spoil(f->path);
    assert_int_equal(store_check(f->path, NULL, &f->why), STORE_DAMAGED);
    assert_non_null(strstr(f->why.text, f->path));
    assert_int_not_equal(store_backup(f->path, copy_path, NULL, &f->why), STORE_OK);
    assert_false(exists(copy_path, "") || exists(copy_path, "-part"));
}

/* What the schema forbids is damage, too, wherever it comes from. */
static void rows_that_break_a_check_are_damage(void **state)
{
    struct fixture *f = *state;
    char kept[STORE_KEPT_MAX];
    sqlite3 *db = NULL;
    must_back_up(f);
    close_store(f);
    for (unsigned i = 0; i < 2; i++) {
        assert_int_equal(sqlite3_open(i == 0 ? f->path : copy_path, &db), SQLITE_OK);
        assert_int_equal(sqlite3_exec(db,
                                      "PRAGMA ignore_check_constraints = ON;"
                                      "UPDATE round SET secret = zeroblob(31) WHERE id = 1",
                                      NULL, NULL, NULL),
                         SQLITE_OK);
        sqlite3_close(db);
    }
    expect_no(store_restore(f->path, copy_path, kept, NULL, &f->why), STORE_DAMAGED, f->why.text,
              "CHECK constraint failed in round");
    unlink(copy_path);
    expect_no(store_check(f->path, NULL, &f->why), STORE_DAMAGED, f->why.text,
              "CHECK constraint failed in round");
    expect_no(store_backup(f->path, copy_path, NULL, &f->why), STORE_DAMAGED, f->why.text,
              "CHECK constraint failed in round");
    assert_false(exists(copy_path, "") || exists(copy_path, "-part"));
    must_open(f);
}

/* Who is asked to give up leaves nothing behind. */
static void a_copy_is_given_up(void **state)
{
    struct fixture *f = *state;
    atomic_bool stop = true;
    const struct store_copying copying = {.from = f->path, .to = copy_path, .stop = &stop};
    assert_int_not_equal(store_copy(&copying, NULL, &f->why), STORE_OK);
    assert_false(exists(copy_path, "") || exists(copy_path, "-part"));
    stop = false;
    assert_int_equal(store_copy(&copying, NULL, &f->why), STORE_OK);
    assert_true(exists(copy_path, ""));
}

static void only_our_databases_are_taken(void **state)
{
    struct fixture *f = *state;
    char kept[STORE_KEPT_MAX];
    close_store(f);
    int fd = open(copy_path, O_RDWR | O_CREAT, 0600); /* empty: it would put back nothing */
    close(fd);
    expect_no(store_restore(f->path, copy_path, kept, NULL, &f->why), STORE_DAMAGED, f->why.text,
              "the database is empty");
    unlink(copy_path);
    must_open(f);
    must_back_up(f);
    close_store(f);
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(copy_path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "PRAGMA user_version = 99", NULL, NULL, NULL), SQLITE_OK);
    expect_no(store_restore(f->path, copy_path, kept, NULL, &f->why), STORE_NEWER, f->why.text,
              "written by a newer version of Talon");
    assert_int_equal(sqlite3_exec(db, "PRAGMA application_id = 1", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    expect_no(store_restore(f->path, copy_path, kept, NULL, &f->why), STORE_DAMAGED, f->why.text,
              "not of Talon");
    assert_false(exists(f->path, ".before-restore"));
    assert_false(exists(f->path, ".restored"));
    must_open(f);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM round"), ROUNDS + 1);
}

/* What was there stays beside it, each time. */
static void a_copy_takes_the_place_of_the_database(void **state)
{
    struct fixture *f = *state;
    struct store_book book;
    char kept[STORE_KEPT_MAX];
    char name[200];
    must_back_up(f);
    append(f, ROUNDS + 1, 501, 520);
    commit(f);
    expect_no(store_restore(f->path, copy_path, kept, NULL, &f->why), STORE_LOCKED, f->why.text,
              "another talon is using it");
    close_store(f);
    for (unsigned i = 1; i <= 2; i++) {
        snprintf(name, sizeof(name), i == 1 ? "%s.before-restore" : "%s.before-restore-2", f->path);
        assert_int_equal(store_restore(f->path, copy_path, kept, &book, &f->why), STORE_OK);
        assert_string_equal(kept, name);
        assert_int_equal(number_in(kept, "SELECT count(*) FROM journal"), i == 1 ? 520 : 500);
        assert_int_equal(book.rounds, ROUNDS + 1);
        assert_true(exists(copy_path, "") && !exists(f->path, ".restored"));
    }
    must_open(f);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM journal"), 500);
    append(f, ROUNDS + 1, 501, 501);
    commit(f);
    close_store(f);
    for (size_t i = 0; i < 2; i++) { /* where none is: on a new machine */
        static const char *const tails[] = {"", "-lock"};
        snprintf(name, sizeof(name), "%s%s", f->path, tails[i]);
        unlink(name);
    }
    assert_int_equal(store_restore(f->path, copy_path, kept, NULL, &f->why), STORE_OK);
    assert_string_equal(kept, "");
    must_open(f);
}

static void expect_killed(pid_t child)
{
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
}

/* A daemon makes moves, and is killed: they stand in the -wal. */
static void move_and_be_killed(struct fixture *f, uint32_t from, uint32_t to)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (try_open(f) != STORE_OK)
            _exit(1);
        append(f, ROUNDS + 1, from, to);
        commit(f);
        kill(getpid(), SIGKILL);
    }
    expect_killed(child);
    assert_true(exists(f->path, "-wal"));
}

/* The last moves of a daemon that was killed stand in the -wal: they are not the copy's. */
static void the_log_of_a_killed_daemon_stays_with_its_database(void **state)
{
    struct fixture *f = *state;
    char kept[STORE_KEPT_MAX];
    must_back_up(f);
    close_store(f);
    move_and_be_killed(f, 501, 530);
    assert_int_equal(store_restore(f->path, copy_path, kept, NULL, &f->why), STORE_OK);
    assert_int_equal(number_in(f->path, "SELECT count(*) FROM journal"), 500);
    assert_int_equal(number_in(kept, "SELECT count(*) FROM journal"), 530);
    must_open(f);
}

/* Nor if the database was removed and its -wal was left. That is kept under a name that no kept
 * database has, and no database is kept later under the name of that -wal. */
static void a_log_without_its_database_is_set_aside(void **state)
{
    struct fixture *f = *state;
    char kept[STORE_KEPT_MAX], name[200];
    must_back_up(f);
    close_store(f);
    move_and_be_killed(f, 501, 530);
    unlink(f->path);
    assert_int_equal(store_restore(f->path, copy_path, kept, NULL, &f->why), STORE_OK);
    assert_string_equal(kept, "");
    assert_int_equal(number_in(f->path, "SELECT count(*) FROM journal"), 500);
    assert_true(exists(f->path, ".before-restore-wal"));
    assert_int_equal(store_check(f->path, NULL, &f->why), STORE_OK);
    move_and_be_killed(f, 501, 501);
    assert_int_equal(store_restore(f->path, copy_path, kept, NULL, &f->why), STORE_OK);
    snprintf(name, sizeof(name), "%s.before-restore-2", f->path);
    assert_string_equal(kept, name);
    assert_int_equal(number_in(kept, "SELECT count(*) FROM journal"), 501);
    must_open(f);
}

static void an_empty_log_without_its_database_is_removed(void **state)
{
    static const char *const tails[] = {"-wal", "-shm"};
    struct fixture *f = *state;
    char kept[STORE_KEPT_MAX], name[200];
    must_back_up(f);
    close_store(f);
    unlink(f->path);
    for (size_t i = 0; i < ARRAY_SIZE(tails); i++) {
        snprintf(name, sizeof(name), "%s%s", f->path, tails[i]);
        close(open(name, O_RDWR | O_CREAT, 0600));
    }
    assert_int_equal(store_restore(f->path, copy_path, kept, NULL, &f->why), STORE_OK);
    assert_false(exists(f->path, "-wal") || exists(f->path, "-shm"));
    assert_false(exists(f->path, ".before-restore-wal"));
    must_open(f);
}

/* A program that changed the database without a -wal, and was killed, leaves a -journal. SQLite
 * would undo with it what the copy never did. */
static void a_journal_without_its_database_is_set_aside(void **state)
{
    struct fixture *f = *state;
    char kept[STORE_KEPT_MAX];
    must_back_up(f);
    close_store(f);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        sqlite3 *db = NULL;
        if (sqlite3_open(f->path, &db) == SQLITE_OK &&
            sqlite3_exec(db,
                         "DELETE FROM result; PRAGMA journal_mode = DELETE; BEGIN;"
                         "UPDATE person SET name = 'x'; UPDATE round SET secret = zeroblob(32)",
                         NULL, NULL, NULL) == SQLITE_OK &&
            sqlite3_db_cacheflush(db) == SQLITE_OK)
            kill(getpid(), SIGKILL);
        _exit(1);
    }
    expect_killed(child);
    assert_true(exists(f->path, "-journal"));
    int64_t results = number_in(copy_path, "SELECT count(*) FROM result");
    unlink(f->path);
    assert_int_equal(store_restore(f->path, copy_path, kept, NULL, &f->why), STORE_OK);
    assert_int_equal(store_check(f->path, NULL, &f->why), STORE_OK);
    assert_int_equal(number_in(f->path, "SELECT count(*) FROM result"), results);
    assert_true(exists(f->path, ".before-restore-journal") && !exists(f->path, "-journal"));
    must_open(f);
}

/* A database that cannot be read any more is replaced as well. */
static void a_damaged_database_is_replaced(void **state)
{
    struct fixture *f = *state;
    char kept[STORE_KEPT_MAX];
    must_back_up(f);
    close_store(f);
    spoil(f->path);
    assert_int_equal(store_restore(f->path, copy_path, kept, NULL, &f->why), STORE_OK);
    assert_int_equal(store_check(f->path, NULL, &f->why), STORE_OK);
    assert_int_equal(store_check(kept, NULL, &f->why), STORE_DAMAGED);
    must_open(f);
}

static long microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (long)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static void forget_kept(const struct fixture *f)
{
    char kept[STORE_KEPT_MAX];
    for (unsigned n = 1; n <= 2; n++) {
        snprintf(kept, sizeof(kept), n == 1 ? "%s.before-restore" : "%s.before-restore-%u", f->path,
                 n);
        unlink(kept);
    }
}

/* Killed at any moment of its work there is a whole database: the old one or the copy. */
static void a_killed_restore_leaves_a_whole_database(void **state)
{
    struct fixture *f = *state;
    unsigned killed = 0;
    char kept[STORE_KEPT_MAX];
    must_back_up(f);
    close_store(f);
    long whole = microseconds();
    assert_int_equal(store_restore(f->path, copy_path, kept, NULL, &f->why), STORE_OK);
    whole = microseconds() - whole;
    must_open(f);
    append(f, ROUNDS + 1, 501, 520);
    commit(f);
    close_store(f);
    for (unsigned i = 0; i < KILLS; i++) {
        long at = whole * i / (KILLS - 10);
        const struct timespec moment = {at / 1000000, at % 1000000 * 1000};
        forget_kept(f);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0)
            _exit(store_restore(f->path, copy_path, kept, NULL, NULL) == STORE_OK ? 0 : 1);
        nanosleep(&moment, NULL);
        kill(child, SIGKILL);
        int status = 0;
        assert_int_equal(waitpid(child, &status, 0), child);
        killed += WIFSIGNALED(status);
        assert_int_equal(store_check(f->path, NULL, &f->why), STORE_OK);
        int64_t moves = number_in(f->path, "SELECT count(*) FROM journal");
        assert_true(moves == 500 || moves == 520);
    }
    print_message("%u of %d were killed\n", killed, KILLS);
    assert_true(killed > 0);
    forget_kept(f);
    assert_int_equal(store_restore(f->path, copy_path, kept, NULL, &f->why),
                     STORE_OK); /* what they left is cleared away: teardown looks */
    must_open(f);
}

#undef TEST
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_backup_has_what_was_committed),
        TEST(existing_files_are_not_overwritten),
        TEST(damage_is_found),
        TEST(rows_that_break_a_check_are_damage),
        TEST(a_copy_is_given_up),
        TEST(only_our_databases_are_taken),
        TEST(a_copy_takes_the_place_of_the_database),
        TEST(the_log_of_a_killed_daemon_stays_with_its_database),
        TEST(a_log_without_its_database_is_set_aside),
        TEST(an_empty_log_without_its_database_is_removed),
        TEST(a_journal_without_its_database_is_set_aside),
        TEST(a_damaged_database_is_replaced),
        TEST(a_killed_restore_leaves_a_whole_database),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
