/* A match whose journal is in a PostgreSQL server, on a real ngircd: the server is killed and comes
 * again, and so is the daemon. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "guest.h"
#include "scene.h"
#include "tests/storage/pg_server.h"

static char address[160];

static struct {
    struct irc_client *alice, *bob;
    char alices[GUEST_HAND], bobs[GUEST_HAND];
    char alices_word[GUEST_WORD], bobs_word[GUEST_WORD];
} table;

static int setup(void **state)
{
    (void)state;
    return pg_server_there() && !scene_open(&(struct ircd_options){.kind = IRCD_NGIRCD}) ? -1 : 0;
}

static void start_daemon(void)
{
    char words[160];
    pg_server_fresh(words, sizeof(words));
    const char *schema = strstr(words, "search_path=");
    assert_non_null(schema);
    snprintf(address, sizeof(address),
             "postgresql://postgres@/postgres?host=%s&options=-csearch_path%%3D%.*s",
             pg_server_folder(), (int)strcspn(schema + 12, "'"), schema + 12);
    daemon_server = address;
    assert_true(daemon_init(&talon, &server, false, ""));
    assert_true(daemon_start(&talon));
}

static void deal(void)
{
    table.alice = guest_come(&server, "alice", "alice");
    table.bob = guest_come(&server, "bob", "bob");
    guest_join(table.alice);
    guest_join(table.bob);
    start_daemon();
    guest_hear(table.alice, ":talon!* JOIN *#cards*");
    guest_say(table.alice, "!uno");
    guest_word(table.alice, "alice", table.alices_word);
    guest_hear(table.bob, ":talon*!* PRIVMSG #cards :*opens a table*");
    guest_say(table.bob, "!join");
    guest_word(table.bob, "bob", table.bobs_word);
    guest_say(table.alice, "!start");
    guest_hand(table.alice, "alice", table.alices);
    guest_hand(table.bob, "bob", table.bobs);
}

static void expect_same_hand(struct irc_client *guest, const char *nick, char word[GUEST_WORD],
                             const char *cards)
{
    char hand[GUEST_HAND];
    guest_take_seat(guest, nick, word);
    guest_say(guest, "!hand");
    guest_hand(guest, nick, hand);
    assert_string_equal(hand, cards);
}

static void go(void)
{
    assert_int_equal(daemon_stop(&talon), 0);
    irc_client_close(table.alice);
    irc_client_close(table.bob);
}

static void the_daemon_is_killed(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    deal();
    daemon_kill(&talon);
    guest_hear(table.alice, ":talon!* QUIT *");
    assert_true(daemon_start(&talon));
    guest_hear(table.alice, ":talon*!* PRIVMSG #cards :*The table goes on where it was*");
    expect_same_hand(table.alice, "alice", table.alices_word, table.alices);
    expect_same_hand(table.bob, "bob", table.bobs_word, table.bobs);
    guest_draw(table.alice, table.bob);
    go();
}

/* While the match goes on. */
static void tools_read_what_is_there(void **state)
{
    static char text[1 << 20];
    (void)state;
    if (server.pid == 0)
        skip();
    deal();
    guest_draw(table.alice, table.bob);
    assert_int_equal(daemon_tool(&talon, "check-db", text, sizeof(text)), 0);
    assert_non_null(strstr(text, "is whole"));
    assert_int_equal(daemon_tool(&talon, "verify --all", text, sizeof(text)), 0);
    assert_int_equal(daemon_tool(&talon, "export", text, sizeof(text)), 0);
    assert_non_null(strstr(text, "{\"end\":"));
    assert_non_null(strstr(text, "{\"round\":1,"));
    assert_int_not_equal(daemon_tool(&talon, "backup copy", text, sizeof(text)), 0);
    assert_non_null(strstr(text, "pg_dump"));
    assert_int_not_equal(daemon_tool(&talon, "import </dev/null", text, sizeof(text)), 0);
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
    guest_say(table.alice, "!draw");
    guest_say(table.bob, "!draw"); /* whose turn it is */
    guest_hear(table.alice, ":talon*!* PRIVMSG #cards :*My journal cannot be written*");
    pg_server_start();
    guest_hear(table.alice, ":talon*!* PRIVMSG #cards :*My journal can be written again*");
    guest_hear(table.bob, ":talon*!* PRIVMSG #cards :*draws*");
    guest_draw(table.alice, table.bob);
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
    assert_int_not_equal(daemon_ctl(&talon, "backup copy", text, sizeof(text)), 0);
    assert_non_null(strstr(text, "pg_dump"));
    assert_int_equal(daemon_stop(&talon), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(the_daemon_is_killed, scene_end),
        cmocka_unit_test_teardown(tools_read_what_is_there, scene_end),
        cmocka_unit_test_teardown(the_server_is_killed, scene_end),
        cmocka_unit_test_teardown(nothing_secret_is_said, scene_end),
    };
    return cmocka_run_group_tests(tests, setup, scene_close);
}
