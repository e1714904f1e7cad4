/* A match that moves with its database: from a file to a PostgreSQL server and back by talon export
 * and import, and from a copy of the server's by pg_dump. On a real ngircd. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "seated.h"
#include "served_daemon.h"
#include "sharing.h"
#include "tests/storage/postgresql/pg_server.h"

enum { TEXT = 1 << 20 };

static char before[TEXT], after[TEXT];

static void deal(const char *lines)
{
    seated_come();
    sharing_begin(&talon, &server, lines);
    guest_hear(seated.alice, ":talon!* JOIN *#cards*");
    seated_deal();
    guest_draw(seated.alice, seated.bob);
    guest_hand_now(seated.alice, "alice", seated.alices);
    guest_hand_now(seated.bob, "bob", seated.bobs);
}

/* The daemon comes again, with the database that it has by now. */
static void expect_goes_on(void)
{
    assert_true(daemon_configure(&talon, &server, false, ""));
    assert_true(daemon_start(&talon));
    seated_expect("talon");
    guest_draw(seated.alice, seated.bob);
    guest_hand_now(seated.alice, "alice", seated.alices);
    guest_hand_now(seated.bob, "bob", seated.bobs);
}

static void stop(void)
{
    assert_int_equal(daemon_stop(&talon), 0);
    guest_hear(seated.alice, ":talon!* QUIT *");
}

static void export_to(char text[TEXT])
{
    assert_int_equal(daemon_tool(&talon, "export", text, TEXT), 0);
    assert_non_null(strstr(text, "{\"round\":1,"));
    assert_non_null(strstr(text, "{\"end\":"));
}

/* What is in `before`, into the database of now; and it is the same there. */
static void import_before(void)
{
    char path[96], words[128];
    snprintf(path, sizeof(path), "%s/lines", talon.folder);
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    assert_int_equal(fputs(before, file) >= 0 && fclose(file) == 0, 1);
    snprintf(words, sizeof(words), "import <%s", path);
    assert_int_equal(daemon_tool(&talon, words, after, sizeof(after)), 0);
    assert_non_null(strstr(after, ": imported "));
    assert_int_equal(unlink(path), 0);
    export_to(after);
    assert_string_equal(before, after);
}

static void from_a_file_to_a_server_and_back(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    daemon_server = NULL;
    deal("");
    stop();
    export_to(before);
    sharing_fresh();
    import_before();
    expect_goes_on();
    stop();
    export_to(before);
    daemon_server = NULL;
    assert_int_equal(unlink(talon.database), 0);
    import_before();
    expect_goes_on();
    stop();
    seated_go();
}

/* -- backups (docs/postgresql.md) -- */

static const char *run_as_admin(const char *sql)
{
    char admin[160];
    snprintf(admin, sizeof(admin), "host=%s dbname=postgres user=postgres", pg_server_folder());
    return pg_server_run(admin, sql);
}

static void tool(const char *command, const char *file)
{
    static char text[8192];
    char words[192];
    snprintf(words, sizeof(words), "%s %s", command, file);
    if (daemon_tool(&talon, words, text, sizeof(text)) != 0)
        fail_msg("talon %s: %s", words, text);
}

/* While they play; then the machine is lost, and the copy takes the place of what was there. */
static void from_a_backup(void **state)
{
    char file[96], address[160];
    (void)state;
    if (server.pid == 0 || !pg_server_lend_tools())
        skip();
    run_as_admin("CREATE ROLE talon LOGIN");
    run_as_admin("CREATE DATABASE talon OWNER talon");
    snprintf(address, sizeof(address), "postgresql://talon@/talon?host=%s", pg_server_folder());
    snprintf(file, sizeof(file), "%s/copy", pg_server_folder());
    daemon_server = address;
    deal("");
    for (bool same = false; !same;) { /* until nothing was saved while the backup was made */
        unlink(file);
        export_to(before);
        tool("backup", file);
        export_to(after);
        same = strcmp(before, after) == 0;
    }
    daemon_kill(&talon);
    guest_hear(seated.alice, ":talon!* QUIT *");

    run_as_admin("ALTER DATABASE talon RENAME TO talon_before");
    run_as_admin("CREATE DATABASE talon OWNER talon");
    tool("restore", file);
    assert_int_equal(pg_server_number(address, "SELECT count(*) FROM member"), 1);
    export_to(after);
    assert_string_equal(before, after);
    expect_goes_on();
    assert_int_equal(pg_server_number(address, "SELECT count(*) FROM member"), 1);
    stop();
    seated_go();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(from_a_file_to_a_server_and_back, served_daemon_end),
        cmocka_unit_test_teardown(from_a_backup, served_daemon_end),
    };
    return cmocka_run_group_tests(tests, sharing_open, served_daemon_close);
}
