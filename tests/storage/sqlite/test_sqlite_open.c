/* How a database is opened, and what is refused. */
#include <errno.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/array.h"
#include "base/log.h"
#include "storage/check/prove.h"
#include "storage/schema.h"
#include "storage/sqlite/migrate.h"
#include "storage/sqlite/sqlite.h"
#include "storage/sqlite/sqlite_base.h"
#include "storage/sqlite/sqlite_store.h"
#include "tests/storage/database_fixture.h"

enum { PAGE = 512 }; /* of a new database */

static void only_the_owner_may_read(void **state)
{
    struct fixture *f = *state;
    mode_t before = umask(0);
    must_open(f);
    fill(f, 1);
    umask(before);
    static const char *const tails[] = {"", "-wal", "-shm", "-lock"};
    for (size_t i = 0; i < ARRAY_SIZE(tails); i++) {
        char name[160];
        snprintf(name, sizeof(name), "%s%s", f->path, tails[i]);
        struct stat st;
        assert_int_equal(stat(name, &st), 0);
        assert_int_equal(st.st_mode & 0777, 0600);
    }
}

/* A start that dies without a word, at a table (0: at none). */
static void die_at(struct fixture *f, int64_t table)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        if (try_open(f) != STORE_OK)
            _exit(1);
        store_at(f->store, 5);
        store_at(f->store, table);
        kill(getpid(), SIGKILL);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status));
}

static void expect_crashes(struct fixture *f, int64_t table, unsigned of_table, unsigned starts)
{
    must_open(f);
    const struct store_crashes *crashes = store_last_crashes(f->store);
    assert_int_equal(crashes->table, table);
    assert_int_equal(crashes->of_table, of_table);
    assert_int_equal(crashes->starts, starts);
}

/* "A crash loop is left behind when its cause is": the next start knows what the last ones died of,
 * and forgets it after one that ended in order or has lasted. */
static void a_start_knows_where_the_last_one_crashed(void **state)
{
    struct fixture *f = *state;
    die_at(f, 7);
    die_at(f, 7);
    expect_crashes(f, 7, 2, 2);
    close_store(f);
    expect_crashes(f, 0, 0, 0);
    close_store(f);
    die_at(f, 7);
    die_at(f, 9);
    die_at(f, 0);
    expect_crashes(f, 0, 0, 3);
    close_store(f);
    die_at(f, 7);
    must_open(f);
    store_lasts(f->store);
    assert_int_equal(store_last_crashes(f->store)->starts, 0);
    close_store(f);
}

/* A database that cannot be opened is tried again and again: none of that is a start. */
static void a_failed_opening_counts_as_no_start(void **state)
{
    struct fixture *f = *state;
    die_at(f, 7);
    must_open(f);
    int64_t version = raw_number(f, "PRAGMA user_version");
    char newer[64], back[64];
    snprintf(newer, sizeof(newer), "PRAGMA user_version = %d", (int)version + 1);
    snprintf(back, sizeof(back), "PRAGMA user_version = %d", (int)version);
    close_store(f);
    die_at(f, 7);
    raw(f, newer);
    for (int i = 0; i < 3; i++)
        expect_refused(f, STORE_NEWER, "newer");
    raw(f, back);
    expect_crashes(f, 7, 1, 1);
    close_store(f);
}

static char mended[512];
static unsigned mended_count;

static void keep_mended(void *arg, enum log_level level, const char *line)
{
    (void)arg;
    if (level == LOG_WARN && strstr(line, "others could read it")) {
        snprintf(mended, sizeof(mended), "%s", line);
        mended_count++;
    }
}

/* "0600: an existing file with wider rights is mended", and so are its companions and copies. */
static void wider_rights_are_narrowed(void **state)
{
    struct fixture *f = *state;
    static const char *const tails[] = {"", "-wal", "-shm", "-lock", ".v1"};
    static const struct log log = {NULL, "t"};
    char name[160];
    struct stat st;
    must_open(f);
    fill(f, 1);
    close_store(f);
    for (size_t i = 0; i < ARRAY_SIZE(tails); i++) {
        snprintf(name, sizeof(name), "%s%s", f->path, tails[i]);
        int fd = open(name, O_RDWR | O_CREAT, 0600);
        assert_true(fd >= 0);
        assert_int_equal(fchmod(fd, i % 2 == 0 ? 0644 : 0660), 0);
        close(fd);
    }
    mended_count = 0;
    log_set_sink(keep_mended, NULL);
    assert_int_equal(store_open_sqlite(&f->store,
                                       &(struct sqlite_setup){.path = f->path,
                                                              .timezone_minutes = f->timezone,
                                                              .loop = f->loop,
                                                              .log = &log},
                                       &f->why),
                     STORE_OK);
    log_set_sink(NULL, NULL);
    assert_int_equal(mended_count, ARRAY_SIZE(tails));
    assert_non_null(strstr(mended, "t.db.v1] others could read it"));
    for (size_t i = 0; i < ARRAY_SIZE(tails); i++) {
        snprintf(name, sizeof(name), "%s%s", f->path, tails[i]);
        if (stat(name, &st) == 0)
            assert_int_equal(st.st_mode & 0777, 0600);
    }
}

/* "or refused with a clear word": somebody else's file. As root, by another user. */
static void wider_rights_on_files_of_others_are_refused(void **state)
{
    struct fixture *f = *state;
    must_open(f);
    close_store(f);
    char lock[160];
    snprintf(lock, sizeof(lock), "%s-lock", f->path);
    if (geteuid() != 0)
        skip();
    assert_int_equal(chmod(f->path, 0666), 0);
    assert_int_equal(chmod(lock, 0666), 0);
    assert_int_equal(chmod(f->folder, 0777), 0);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        bool refused = setuid(65534) == 0 && try_open(f) == STORE_CANNOT_OPEN &&
                       strstr(f->why.text, "others can read it (mode 666)") != NULL;
        if (!refused)
            fprintf(stderr, "%s\n", f->why.text);
        _exit(refused ? 0 : 1);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

static void the_connection_is_set_up_for_durability(void **state)
{
    struct fixture *f = *state;
    must_open(f);
    sqlite3 *writer = ((struct sqlite_store *)f->store)->writer; /* idle: nothing was committed */
    int64_t number;
    assert_true(sqlite_number(writer, "PRAGMA synchronous", &number));
    assert_int_equal(number, 2); /* FULL */
    assert_true(sqlite_number(writer, "PRAGMA journal_size_limit", &number));
    assert_int_equal(number, 16 << 20);
    assert_true(
        sqlite_number(writer, "PRAGMA foreign_keys", &number)); /* migrations were without */
    assert_int_equal(number, 1);
    assert_true(sqlite_number(writer, "PRAGMA temp_store", &number));
    assert_int_equal(number, 2); /* MEMORY */
    assert_true(sqlite_number(writer, "PRAGMA wal_autocheckpoint", &number));
    assert_int_equal(number * PAGE, 4 << 20);
    assert_int_equal(raw_number(f, "SELECT journal_mode = 'wal' FROM pragma_journal_mode"), 1);
    assert_int_equal(raw_number(f, "SELECT count(*) FROM pragma_table_list"
                                   " WHERE schema = 'main' AND NOT strict"
                                   " AND name NOT LIKE 'sqlite%'"),
                     0);
}

/* Its log is no longer than that of a new one. */
static int64_t log_size(const struct fixture *f)
{
    char name[200];
    struct stat st;
    snprintf(name, sizeof(name), "%s-wal", f->path);
    assert_int_equal(stat(name, &st), 0);
    return st.st_size;
}

/* At once where nobody reads; who reads is not waited for. */
static void the_log_is_emptied_on_request(void **state)
{
    struct fixture *f = *state;
    must_open(f);
    wait_known(f); /* or that reading keeps the log as it is */
    fill(f, 20);
    assert_true(log_size(f) > 0);
    sqlite3 *reader = open_raw(f);
    int64_t rounds = 0;
    assert_int_equal(sqlite3_exec(reader, "BEGIN", NULL, NULL, NULL), SQLITE_OK);
    assert_true(sqlite_number(reader, "SELECT count(*) FROM round", &rounds));
    append(f, 21, 501, 501);
    store_empty_log(f->store);
    commit(f);
    assert_int_equal(f->troubles, 0);
    assert_true(log_size(f) > 0);
    sqlite3_close(reader);
    store_empty_log(f->store);
    commit(f);
    assert_int_equal(log_size(f), 0);
    append(f, 21, 502, 502);
    commit(f);
    assert_int_equal(raw_number(f, "SELECT max(seq) FROM journal"), 502);
}

static void an_older_database_keeps_its_pages(void **state)
{
    struct fixture *f = *state;
    int64_t number = 0;
    raw(f, "PRAGMA page_size = 4096; VACUUM");
    must_open(f);
    sqlite3 *writer = ((struct sqlite_store *)f->store)->writer;
    assert_true(sqlite_number(writer, "PRAGMA page_size", &number));
    assert_int_equal(number, 4096);
    assert_true(sqlite_number(writer, "PRAGMA wal_autocheckpoint", &number));
    assert_int_equal(number * 4096, 4 << 20);
}

static void paths_that_cannot_be_are_refused(void **state)
{
    struct fixture *f = *state;
    char kept[sizeof(f->path)];
    strcpy(kept, f->path);
    snprintf(f->path, sizeof(f->path), "%s/none/t.db", f->folder);
    expect_refused(f, STORE_CANNOT_OPEN, "t.db: its folder does not exist");
    strcpy(f->path, kept);
    assert_int_equal(mkdir(f->path, 0700), 0);
    expect_refused(f, STORE_CANNOT_OPEN, "Is a directory");
    assert_int_equal(rmdir(f->path), 0);
}

/* A folder without the right to write; as root, by another user. */
static void a_read_only_folder_is_refused(void **state)
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
        _exit(error == STORE_CANNOT_OPEN && strstr(f->why.text, "ermission denied") ? 0 : 1);
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
    expect_refused(f, STORE_DAMAGED, "not of Talon");
    assert_int_equal(raw_number(f, "SELECT count(*) FROM sqlite_schema"), 1);
}

static void damaged_pages_stop_the_start(void **state)
{
    struct fixture *f = *state;
    must_open(f);
    fill(f, 60);
    close_store(f);
    int64_t page = raw_number(f, "SELECT rootpage FROM sqlite_schema WHERE name = 'journal'");
    char noise[PAGE];
    memset(noise, 0xa5, sizeof(noise));
    write_file(f, (long)(page - 1) * PAGE, noise, sizeof(noise));
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
    assert_int_equal(truncate(f->path, st.st_size / 2 / PAGE * PAGE), 0);
    expect_refused(f, STORE_DAMAGED, "");
}

/* Damage that nothing shows from outside. */
static void damage_in_secret(struct fixture *f)
{
    int64_t page = raw_number(f, "SELECT rootpage FROM sqlite_schema WHERE name = 'journal'");
    char noise[PAGE];
    memset(noise, 0xa5, sizeof(noise));
    struct stat st;
    assert_int_equal(stat(f->path, &st), 0);
    write_file(f, (long)(page - 1) * PAGE, noise, sizeof(noise));
    assert_int_equal(utimensat(AT_FDCWD, f->path, (struct timespec[2]){st.st_atim, st.st_mtim}, 0),
                     0);
}

/* The whole database is read after a disorderly end, and only then. */
static void an_orderly_end_spares_the_check(void **state)
{
    struct fixture *f = *state;
    must_open(f);
    fill(f, 60);
    close_store(f);
    damage_in_secret(f);
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) /* ends without closing */
        _exit(try_open(f) == STORE_OK ? 0 : 1);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    expect_refused(f, STORE_DAMAGED, "");
    expect_refused(f, STORE_DAMAGED, ""); /* and a refused start is no orderly end */
}

static void a_newer_version_is_refused(void **state)
{
    struct fixture *f = *state;
    must_open(f);
    fill(f, 1);
    close_store(f);
    raw(f, "PRAGMA user_version = 1000");
    expect_refused(f, STORE_NEWER, "newer");
    assert_int_equal(store_prove(f->path, 1, NULL, NULL, &f->why), STORE_NEWER);
    assert_int_equal(raw_number(f, "PRAGMA user_version"), 1000);
}

/* -- migrating -- */

static const struct migration steps[] = {
    {1, "001", "CREATE TABLE a (x INTEGER) STRICT; INSERT INTO a VALUES (1);", 0},
    {2, "002", "CREATE TABLE b (y INTEGER) STRICT; INSERT INTO b SELECT x + 1 FROM a;", 0},
    {3, "003", "DROP TABLE a; INSERT INTO nowhere VALUES (1);", 0},
};

static void migrations_keep_a_copy(void **state)
{
    struct fixture *f = *state;
    sqlite3 *db = open_raw(f);
    assert_int_equal(sqlite_migrate(db, f->path, steps, 1, &f->why), STORE_OK);
    char copy[160];
    snprintf(copy, sizeof(copy), "%s.v1", f->path);
    assert_int_equal(access(copy, F_OK), -1); /* nothing worth keeping before */
    assert_int_equal(sqlite_migrate(db, f->path, steps, 2, &f->why), STORE_OK);
    assert_int_equal(sqlite_migrate(db, f->path, steps, 2, &f->why), STORE_OK);
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
    assert_int_equal(sqlite_migrate(db, f->path, steps, 2, &f->why), STORE_OK);
    assert_int_equal(sqlite_migrate(db, f->path, steps, 3, &f->why), STORE_FAILED);
    assert_non_null(strstr(f->why.text, "nowhere"));
    int64_t number;
    assert_true(sqlite_number(db, "PRAGMA user_version", &number));
    assert_int_equal(number, 2);
    assert_true(sqlite_number(db, "SELECT x FROM a", &number)); /* not dropped */
    sqlite3_close(db);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_read_only_folder_is_refused), /* forks: before any thread but the writer's has run */
        TEST(wider_rights_on_files_of_others_are_refused), /* likewise */
        TEST(a_start_knows_where_the_last_one_crashed),    /* likewise */
        TEST(a_failed_opening_counts_as_no_start),         /* likewise */
        TEST(an_orderly_end_spares_the_check),
        TEST(wider_rights_are_narrowed),
        TEST(only_the_owner_may_read),
        TEST(the_connection_is_set_up_for_durability),
        TEST(the_log_is_emptied_on_request),
        TEST(an_older_database_keeps_its_pages),
        TEST(paths_that_cannot_be_are_refused),
        TEST(garbage_is_refused_and_left_alone),
        TEST(the_database_of_others_is_refused),
        TEST(damaged_pages_stop_the_start),
        TEST(a_cut_file_stops_the_start),
        TEST(a_newer_version_is_refused),
        TEST(migrations_keep_a_copy),
        TEST(a_failed_step_leaves_the_last_good_version),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
