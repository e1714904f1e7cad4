/* A match whose journal is in a PostgreSQL server, on a real ngircd: the server is killed and comes
 * again, and so is the daemon. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "seated.h"
#include "served_daemon.h"
#include "sharing.h"
#include "tests/storage/postgresql/pg_server.h"

static void start_daemon(void)
{
    sharing_fresh();
    sharing_begin(&talon, &server, "");
}

static bool has_tools; /* pg_dump and pg_restore, without which there are no backups */

static int open_all(void **state)
{
    if (sharing_open(state) != 0)
        return -1;
    has_tools = server.pid != 0 && pg_server_lend_tools();
    return 0;
}

static void deal(void)
{
    seated_come();
    start_daemon();
    guest_hear(seated.alice, ":talon!* JOIN *#cards*");
    seated_deal();
}

static void go(void)
{
    assert_int_equal(daemon_stop(&talon), 0);
    seated_go();
}

static void the_daemon_is_killed(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    deal();
    daemon_kill(&talon);
    guest_hear(seated.alice, ":talon!* QUIT *");
    assert_true(daemon_start(&talon));
    seated_expect("talon");
    guest_draw(seated.alice, seated.bob);
    go();
}

/* Nobody waits to take its place: its server may stand still for longer than in a fleet. */
static void who_is_alone_has_time(void **state)
{
    long left = 0;
    (void)state;
    if (server.pid == 0)
        skip();
    sharing_fresh();
    sharing_begin(&talon, &server, "");
    for (int tries = 0; tries < 600 && left == 0; tries++) {
        irc_client_close(guest_come(&server, "waits", "waits"));
        if (strcmp(pg_server_run(daemon_server, "SELECT to_regclass('member')"), "") != 0) {
            left = pg_server_number(daemon_server,
                                    "SELECT (extract(epoch FROM expires - clock_timestamp())"
                                    " * 1000)::bigint FROM member");
        }
    }
    assert_true(left > 1500);
    assert_int_equal(daemon_stop(&talon), 0);
}

/* While the match goes on. */
static void tools_read_what_is_there(void **state)
{
    static char text[1 << 20];
    (void)state;
    if (server.pid == 0)
        skip();
    deal();
    guest_draw(seated.alice, seated.bob);
    assert_int_equal(daemon_tool(&talon, "check-db", text, sizeof(text)), 0);
    assert_true(strncmp(text, "postgresql://", 13) == 0); /* not the copy in $TMPDIR */
    assert_non_null(strstr(text, "has no damage"));
    assert_int_equal(daemon_tool(&talon, "verify --all", text, sizeof(text)), 0);
    assert_int_equal(daemon_tool(&talon, "export", text, sizeof(text)), 0);
    assert_non_null(strstr(text, "{\"end\":"));
    assert_non_null(strstr(text, "{\"round\":1,"));
    assert_int_not_equal(daemon_tool(&talon, "backup /none/copy", text, sizeof(text)), 0);
    assert_non_null(strstr(text, has_tools ? "/none/" : "pg_dump"));
    assert_int_not_equal(daemon_tool(&talon, "import </dev/null", text, sizeof(text)), 0);
    assert_int_equal(daemon_tool(&talon, "forget test alice", text, sizeof(text)), 75);
    assert_non_null(strstr(text, "stop it first"));
    go();
}

/* Play waits, which is told, and goes on by itself with nothing lost. */
static void the_server_is_killed(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    deal();
    pg_server_kill();
    guest_say(seated.alice, "!draw");
    guest_say(seated.bob, "!draw"); /* whose turn it is */
    guest_hear(seated.alice, ":talon*!* PRIVMSG #cards :*I cannot save moves*");
    pg_server_start();
    guest_hear(seated.alice, ":talon*!* PRIVMSG #cards :*I can save moves again*");
    guest_hear(seated.bob, ":talon*!* PRIVMSG #cards :*draws*");
    guest_draw(seated.alice, seated.bob);
    go();
}

static void nothing_secret_is_said(void **state)
{
    char text[8192];
    (void)state;
    if (server.pid == 0)
        skip();
    start_daemon();
    for (int tries = 0; tries < 600 && daemon_ctl(&talon, "status", text, sizeof(text)) != 0;
         tries++)
        irc_client_close(guest_come(&server, "waits", "waits"));
    assert_non_null(strstr(text, "postgresql://"));
    assert_null(strstr(text, "search_path")); /* an option of the address */
    assert_int_not_equal(daemon_ctl(&talon, "backup /none/copy", text, sizeof(text)), 0);
    assert_non_null(strstr(text, has_tools ? "/none/" : "pg_dump"));
    assert_null(strstr(text, "search_path"));
    assert_int_equal(daemon_stop(&talon), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(the_daemon_is_killed, served_daemon_end),
        cmocka_unit_test_teardown(who_is_alone_has_time, served_daemon_end),
        cmocka_unit_test_teardown(tools_read_what_is_there, served_daemon_end),
        cmocka_unit_test_teardown(the_server_is_killed, served_daemon_end),
        cmocka_unit_test_teardown(nothing_secret_is_said, served_daemon_end),
    };
    return cmocka_run_group_tests(tests, open_all, served_daemon_close);
}
