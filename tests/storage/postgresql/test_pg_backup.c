/* Backups of a PostgreSQL database (pg_backup.c): what they hold, how they are checked and come
 * back, and what is said where no good one can be made. */
#include "tests/storage/store_fixture.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>

#include "storage/check/backups.h"
#include "storage/check/copy.h"

static char folder[] = "/tmp/talon-pg-backup-XXXXXX";
static char to[128];
static char usual_path[4096];

/* -- a program that takes the place of pg_dump -- */

static void write_program(const char *name, const char *text)
{
    char path[160];
    snprintf(path, sizeof(path), "%s/bin/%s", folder, name);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "#!/bin/sh\nPATH='%s'\n%s\n", usual_path, text);
    assert_int_equal(fclose(file), 0);
    assert_int_equal(chmod(path, 0755), 0);
}

/* `text` is a script, in which pg_dump is the real one. It answers --version as the real one. */
static void replace_dump(const char *text)
{
    char whole[1024], path[5000];
    snprintf(whole, sizeof(whole), "[ \"$1\" != --version ] || exec pg_dump --version\n%s", text);
    write_program("pg_dump", whole);
    snprintf(path, sizeof(path), "%s/bin:%s", folder, usual_path);
    setenv("PATH", path, 1);
}

/* -- a database to be copied -- */

static bool there;

static int begin_all(void **state)
{
    char bin[64];
    (void)state;
    there = pg_server_shared() && pg_server_lend_tools();
    if (!there)
        print_message("skipped: no pg_dump beside a PostgreSQL server\n");
    snprintf(usual_path, sizeof(usual_path), "%s", getenv("PATH"));
    assert_non_null(mkdtemp(folder));
    snprintf(bin, sizeof(bin), "%s/bin", folder);
    snprintf(to, sizeof(to), "%s/copy.dump", folder);
    return mkdir(bin, 0755);
}

static int end_all(void **state)
{
    char command[96];
    (void)state;
    snprintf(command, sizeof(command), "rm -rf '%s'", folder);
    return system(command);
}

static struct fixture f;

static int begin(void **state)
{
    (void)state;
    if (!there)
        return 0;
    fixture_init(&f, POSTGRESQL);
    must_open(&f);
    store_put_setting(f.store, "daemon", "a", "one\ntwo\\\ttabs and\n\\.\nthe like");
    store_put_setting(f.store, "daemon", "b", "COPY t1.setting (a) FROM stdin;");
    store_put_table(f.store, &(struct store_table){1, "net", "#cards", "state"});
    commit(&f);
    return 0;
}

static int end(void **state)
{
    (void)state;
    if (!there)
        return 0;
    setenv("PATH", usual_path, 1);
    fixture_finish(&f);
    unlink(to);
    return 0;
}

static bool is_there(const char *path)
{
    struct stat found;
    return lstat(path, &found) == 0;
}

static enum store_error back_up(struct store_book *book)
{
    const struct store_copying copying = {.from = f.address, .to = to, .password = "secret-word"};
    return store_backup_postgresql(&copying, book, &f.why);
}

/* No backup is made, nothing is left, and one line says why. */
static void expect_refusal(const char *part)
{
    char unfinished[160];
    assert_int_not_equal(back_up(NULL), STORE_OK);
    if (strstr(f.why.text, part) == NULL || strchr(f.why.text, '\n') != NULL)
        fail_msg("'%s' lacks '%s', or is not one line", f.why.text, part);
    assert_null(strstr(f.why.text, "secret-word"));
    snprintf(unfinished, sizeof(unfinished), "%s-part", to);
    assert_false(is_there(to));
    assert_false(is_there(unfinished));
}

/* -- good ones -- */

static void a_backup_is_private_and_comes_back(void **state)
{
    char address[200], sql[96], counted[64];
    struct store_book book, again;
    struct stat found;
    (void)state;
    if (!there)
        skip();
    assert_int_equal(back_up(&book), STORE_OK);
    assert_int_equal(stat(to, &found), 0);
    assert_int_equal(found.st_mode & 0777, 0600);
    assert_int_equal(book.bytes, found.st_size);
    assert_int_equal(book.tables, 1);
    assert_int_equal(book.rounds, 0);
    snprintf(counted, sizeof(counted), "%s",
             pg_server_run(f.address, "SELECT md5(string_agg(key || value, '|' ORDER BY key))"
                                      " FROM setting"));
    snprintf(sql, sizeof(sql), "CREATE DATABASE %s_again", pg_server_database());
    pg_server_run(f.address, sql);
    const char *options = strstr(f.address, " user=");
    snprintf(address, sizeof(address), "host=%s dbname=%s_again%s", pg_server_folder(),
             pg_server_database(), options);
    const struct store_copying back = {.from = to, .to = address};
    if (store_restore_postgresql(&back, &again, &f.why) != STORE_OK)
        fail_msg("%s", f.why.text);
    assert_int_equal(again.tables, 1);
    assert_string_equal(pg_server_run(address, "SELECT md5(string_agg(key || value, '|' ORDER BY"
                                               " key)) FROM setting"),
                        counted);
    /* A database with data is left as it is. */
    assert_int_not_equal(store_restore_postgresql(&back, &again, &f.why), STORE_OK);
    assert_non_null(strstr(f.why.text, "it is not empty"));
    snprintf(sql, sizeof(sql), "DROP DATABASE %s_again WITH (FORCE)", pg_server_database());
    pg_server_run(f.address, sql);
}

/* What others write meanwhile is not in the backup, and does not make it a bad one. */
static void a_backup_is_of_one_moment(void **state)
{
    char script[700];
    (void)state;
    if (!there)
        skip();
    snprintf(
        script, sizeof(script),
        "psql -q -d \"%s\" -c \"INSERT INTO setting (scope, key, value) VALUES ('x', 'y', 'z')\""
        " || exit 1\nexec pg_dump \"$@\"",
        f.address);
    if (!pg_server_has("psql"))
        skip();
    replace_dump(script);
    if (back_up(NULL) != STORE_OK)
        fail_msg("%s", f.why.text);
    assert_int_equal(pg_server_number(f.address, "SELECT count(*) FROM setting WHERE scope = 'x'"),
                     1);
}

/* Arguments are for everybody to read. */
static void the_password_is_in_no_argument(void **state)
{
    char script[300], path[160], text[4096];
    (void)state;
    if (!there)
        skip();
    snprintf(script, sizeof(script),
             "echo \"$@\" >%s/arguments; echo \"$PGPASSWORD\" >%s/password; exec pg_dump \"$@\"",
             folder, folder);
    replace_dump(script);
    if (back_up(NULL) != STORE_OK)
        fail_msg("%s", f.why.text);
    for (int i = 0; i < 2; i++) {
        snprintf(path, sizeof(path), "%s/%s", folder, i == 0 ? "arguments" : "password");
        FILE *file = fopen(path, "r");
        assert_non_null(file);
        text[fread(text, 1, sizeof(text) - 1, file)] = '\0';
        fclose(file);
        assert_int_equal(strstr(text, "secret-word") != NULL, i == 1);
    }
}

/* -- bad ones -- */

static void a_backup_replaces_nothing(void **state)
{
    struct stat before, after;
    (void)state;
    if (!there)
        skip();
    assert_int_equal(back_up(NULL), STORE_OK);
    assert_int_equal(stat(to, &before), 0);
    assert_int_not_equal(back_up(NULL), STORE_OK);
    assert_non_null(strstr(f.why.text, "it exists already"));
    assert_int_equal(stat(to, &after), 0);
    assert_true(before.st_ino == after.st_ino);
}

static void a_bad_dump_is_no_backup(void **state)
{
    (void)state;
    if (!there)
        skip();
    replace_dump("pg_dump \"$@\" | head -c 2000");
    expect_refusal("pg_restore: error: ");
    replace_dump("exec pg_dump \"$@\" --exclude-table-data='*.setting'");
    expect_refusal("the backup is not complete: ");
    replace_dump("exec pg_dump \"$@\" --exclude-table='*.setting'");
    expect_refusal("the backup is not complete: ");
    replace_dump("echo 'pg_dump: error: no such thing' >&2; exit 1");
    expect_refusal("pg_dump: error: no such thing");
    replace_dump("kill -9 $$");
    expect_refusal("pg_dump was ended by signal 9");
}

static void tools_that_do_not_fit_are_named(void **state)
{
    (void)state;
    if (!there)
        skip();
    setenv("PATH", "/nowhere", 1);
    expect_refusal("pg_dump is not installed: install the package postgresql-client");
    replace_dump("");
    write_program("pg_dump", "echo 'pg_dump (PostgreSQL) 9.6.24'");
    expect_refusal("pg_dump is of PostgreSQL 9, older than the server's ");
}

static atomic_bool stop;

static void *set_stop(void *arg)
{
    const char *sign = arg;
    while (!is_there(sign))
        usleep(1000);
    atomic_store(&stop, true);
    return NULL;
}

/* As a daemon that ends wants it. */
static void a_backup_can_be_stopped(void **state)
{
    char script[200], sign[160];
    pthread_t thread;
    const struct store_copying copying = {.from = f.address, .to = to, .stop = &stop};
    (void)state;
    if (!there)
        skip();
    snprintf(sign, sizeof(sign), "%s/begun", folder);
    snprintf(script, sizeof(script), "touch %s; exec sleep 1000", sign);
    replace_dump(script);
    assert_int_equal(pthread_create(&thread, NULL, set_stop, sign), 0);
    assert_int_not_equal(store_copier_postgresql.copy(&copying, NULL, &f.why), STORE_OK);
    pthread_join(thread, NULL);
    assert_string_equal(f.why.text, "pg_dump was stopped");
    assert_false(is_there(to));
}

/* -- each day -- */

static bool is_copy_there(const char *name)
{
    char path[160];
    snprintf(path, sizeof(path), "%s/daily/%s", folder, name);
    return is_there(path);
}

/* Dated copies go by their own kind: those of an SQLite file stay. */
static void dated_copies_are_kept_as_those_of_files(void **state)
{
    char daily[96], made[STORE_BACKUP_NAME_MAX], old[160];
    struct store_source source = {.from = f.address, .copier = &store_copier_postgresql};
    struct store_backups what = {.source = &source, .folder = daily, .keep = 2};
    (void)state;
    if (!there)
        skip();
    snprintf(daily, sizeof(daily), "%s/daily", folder);
    assert_int_equal(mkdir(daily, 0700), 0);
    snprintf(old, sizeof(old), "%s/talon-1970-01-01.db", daily);
    fclose(fopen(old, "w"));
    assert_int_equal(store_backup_latest(&what), 0);
    for (what.day = 0; what.day < 3; what.day++) {
        if (store_backup_dated(&what, made, &f.why) != STORE_OK)
            fail_msg("%s", f.why.text);
    }
    assert_true(is_there(old));
    assert_false(is_copy_there("talon-1970-01-01.dump"));
    assert_true(is_copy_there("talon-1970-01-02.dump"));
    assert_true(is_copy_there("talon-1970-01-03.dump"));
    what.day = 2;
    assert_true(store_backup_is_there(&what));
    assert_true(store_backup_latest(&what) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_backup_is_private_and_comes_back, begin, end),
        cmocka_unit_test_setup_teardown(a_backup_is_of_one_moment, begin, end),
        cmocka_unit_test_setup_teardown(the_password_is_in_no_argument, begin, end),
        cmocka_unit_test_setup_teardown(a_backup_replaces_nothing, begin, end),
        cmocka_unit_test_setup_teardown(a_bad_dump_is_no_backup, begin, end),
        cmocka_unit_test_setup_teardown(tools_that_do_not_fit_are_named, begin, end),
        cmocka_unit_test_setup_teardown(a_backup_can_be_stopped, begin, end),
        cmocka_unit_test_setup_teardown(dated_copies_are_kept_as_those_of_files, begin, end),
    };
    return cmocka_run_group_tests(tests, begin_all, end_all);
}
