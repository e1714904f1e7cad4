/* A PostgreSQL server that asks for a password (scram-sha-256), and a database as
 * docs/postgresql.md has it made: the daemon and the tools find the password where the
 * configuration says, or where libpq looks, and say what is wrong where there is none or another.
 * On a real ngircd. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "seated.h"
#include "served_daemon.h"
#include "sharing.h"
#include "tests/leak/leak.h"
#include "tests/real/process.h"
#include "tests/storage/postgresql/pg_server.h"

static bool has_tools;  /* pg_dump and pg_restore */
static char admin[160]; /* the address of who rules the server and needs no password */
static const char named[] = "database_password = password\n"; /* which holds DAEMON_PASSWORD */

static void ask_for_passwords(void)
{
    char path[128];
    snprintf(path, sizeof(path), "%s", pg_server_run(admin, "SHOW hba_file"));
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs("local all talon scram-sha-256\nlocal all postgres trust\n", file);
    assert_int_equal(fclose(file), 0);
    pg_server_kill();
    pg_server_start();
}

static int open_all(void **state)
{
    static char address[160];
    if (sharing_open(state) != 0)
        return -1;
    if (server.pid == 0)
        return 0;
    has_tools = pg_server_lend_tools(); /* to the daemon, too */
    snprintf(admin, sizeof(admin), "host=%s dbname=postgres user=postgres", pg_server_folder());
    snprintf(address, sizeof(address), "postgresql://talon@/talon?host=%s", pg_server_folder());
    daemon_server = address;
    pg_server_run(admin, "CREATE ROLE talon LOGIN PASSWORD '" DAEMON_PASSWORD "'");
    ask_for_passwords();
    return 0;
}

/* A database with nothing in it, and a daemon that waits to be started. */
static int make(void **state)
{
    (void)state;
    if (server.pid == 0)
        return 0;
    pg_server_run(admin, "DROP DATABASE IF EXISTS talon");
    pg_server_run(admin, "CREATE DATABASE talon OWNER talon");
    daemon_talon_lines = named;
    assert_true(daemon_init(&talon, &server, false, ""));
    return 0;
}

static void configure(const char *lines)
{
    daemon_talon_lines = lines;
    assert_true(daemon_configure(&talon, &server, false, ""));
}

static void play(void)
{
    seated_come();
    assert_true(daemon_start(&talon));
    guest_hear(seated.alice, ":talon!* JOIN *#cards*");
    seated_deal();
    guest_draw(seated.alice, seated.bob);
}

static void go(void)
{
    assert_int_equal(daemon_stop(&talon), 0);
    seated_go();
}

static void expect_tool(int status, const char *text, const char *part)
{
    char found[LEAK_TEXT];
    leak_keep(DAEMON_PASSWORD);
    assert_false(leak_in(text, found));
    if (strstr(text, part) == NULL)
        fail_msg("%s lacks: %s", text, part);
    if (status != 0) /* one line says why */
        assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
}

/* With that address behind --db; and without, as the configuration has it. */
static void address_gives(int expected, const char *words, const char *part)
{
    static char text[1 << 20];
    int status = daemon_tool(&talon, words, text, sizeof(text));
    expect_tool(expected, text, part);
    assert_int_equal(status, expected);
}

static void config_gives(int expected, const char *words, const char *part)
{
    static char text[1 << 20];
    int status = daemon_tool_by_config(&talon, words, text, sizeof(text));
    expect_tool(expected, text, part);
    assert_int_equal(status, expected);
}

/* By the tool, by the daemon, and each day: with the password of the configuration, which nobody
 * sees. The database has data, so nothing is restored into it. */
static void back_up_and_restore(void)
{
    char words[160], text[4096];
    if (!has_tools) {
        print_message("skipped: no pg_dump beside the server\n");
        return;
    }
    snprintf(words, sizeof(words), "backup %s/copy", talon.folder);
    config_gives(0, words, "rounds");
    snprintf(words, sizeof(words), "restore %s/copy", talon.folder);
    config_gives(1, words, "it is not empty");
    snprintf(words, sizeof(words), "backup %s/copy-2", talon.folder);
    int status = daemon_ctl(&talon, words, text, sizeof(text));
    expect_tool(status, text, "copy-2");
    assert_int_equal(status, 0);
    snprintf(words, sizeof(words), "rm %s/copy %s/copy-2", talon.folder, talon.folder);
    assert_int_equal(system(words), 0);
}

static void of_a_file(void **state)
{
    char words[160], passes[96];
    (void)state;
    if (server.pid == 0)
        skip();
    config_gives(1, "export", "it holds no data of Talon");
    play();
    config_gives(0, "check-db", "has no damage");
    config_gives(0, "verify --all", "");
    config_gives(0, "export", "{\"round\":1,");
    config_gives(1, "import </dev/null", "nothing was imported");
    back_up_and_restore();
    snprintf(words, sizeof(words), "export --config %s", talon.config);
    address_gives(0, words, "{\"round\":1,"); /* the same address stands there */
    address_gives(1, "export", "the server wants a password: set database_password");

    assert_int_equal(setenv("PGPASSWORD", DAEMON_PASSWORD, 1), 0);
    address_gives(0, "export", "{\"round\":1,");
    assert_int_equal(unsetenv("PGPASSWORD"), 0);
    snprintf(passes, sizeof(passes), "%s/pgpass", talon.folder);
    FILE *file = fopen(passes, "w");
    assert_non_null(file);
    fputs("*:*:*:talon:" DAEMON_PASSWORD "\n", file);
    fclose(file);
    chmod(passes, 0600);
    assert_int_equal(setenv("PGPASSFILE", passes, 1), 0);
    address_gives(0, "check-db", "has no damage");
    assert_int_equal(unsetenv("PGPASSFILE"), 0);
    assert_int_equal(unlink(passes), 0);
    go();
}

/* As the unit gives it: LoadCredential=talon:FOLDER, where the daemon's user may not read. */
static void of_a_credential(void **state)
{
    char path[96];
    (void)state;
    if (server.pid == 0)
        skip();
    snprintf(path, sizeof(path), "%s/talon_dbword", talon.folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(DAEMON_PASSWORD "\n", file);
    fclose(file);
    chmod(path, 0400);
    configure("database_password = dbword\n");
    assert_int_equal(setenv("CREDENTIALS_DIRECTORY", talon.folder, 1), 0);
    play();
    assert_int_equal(unsetenv("CREDENTIALS_DIRECTORY"), 0);
    go();
    assert_int_equal(unlink(path), 0);
}

static void await_logged(const char *part)
{
    for (int tries = 0; tries < 3000 && !daemon_logged(&talon, part); tries++)
        process_pause(10);
    if (!daemon_logged(&talon, part))
        daemon_show_log(&talon);
    assert_true(daemon_logged(&talon, part));
}

/* It waits, as for a server that is away, and goes on when the password is taken. */
static void another_is_told_and_waited_for(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    pg_server_run(admin, "ALTER ROLE talon PASSWORD 'another'");
    assert_true(daemon_start(&talon));
    await_logged("waiting for the database: ");
    assert_true(daemon_logged(&talon, "password authentication failed for user \"talon\""));
    config_gives(1, "export", "password authentication failed for user \"talon\"");
    config_gives(2, "verify --all", "password authentication failed for user \"talon\"");
    pg_server_run(admin, "ALTER ROLE talon PASSWORD '" DAEMON_PASSWORD "'");
    await_logged("the database is there again");
    assert_int_equal(daemon_stop(&talon), 0);
}

static void none_is_told(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    configure("");
    assert_true(daemon_start(&talon));
    await_logged("waiting for the database: ");
    assert_true(daemon_logged(&talon, "the server wants a password: set database_password"));
    config_gives(1, "export", "the server wants a password: set database_password");
    assert_int_equal(daemon_stop(&talon), 0);
}

/* What cannot be read is found before anything is started. */
static void a_file_that_is_not_there(void **state)
{
    static char text[4096];
    (void)state;
    if (server.pid == 0)
        skip();
    configure("database_password = nowhere\n");
    int status = daemon_tool_by_config(&talon, "serve --check", text, sizeof(text));
    assert_int_equal(status, 78);
    assert_non_null(strstr(text, ": database_password: there is no such file in "));
    config_gives(1, "export", "database_password: there is no such file in ");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, make, served_daemon_end)
    const struct CMUnitTest tests[] = {
        TEST(of_a_file),    TEST(of_a_credential),          TEST(another_is_told_and_waited_for),
        TEST(none_is_told), TEST(a_file_that_is_not_there),
    };
    return cmocka_run_group_tests(tests, open_all, served_daemon_close);
}
