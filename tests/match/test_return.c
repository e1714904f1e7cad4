/* A round outlives whatever happens to the bot, on InspIRCd: its nick is taken, it is kicked and
 * invited, killed, and the server dies. Everybody holds the same cards afterwards. */
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

/* Two at a table, and their cards. */
static struct {
    struct irc_client *alice, *bob;
    char alices[GUEST_HAND], bobs[GUEST_HAND];
    char alices_word[GUEST_WORD], bobs_word[GUEST_WORD];
} table;

/* Alice comes first and so rules the channel. */
static void come(void)
{
    table.alice = guest_come(&server, "alice", "alice");
    table.bob = guest_come(&server, "bob", "bob");
    guest_join(table.alice);
    guest_join(table.bob);
}

static void go(void)
{
    irc_client_close(table.alice);
    irc_client_close(table.bob);
}

static void deal(void)
{
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

/* The bot comes and says where the table is, and to who proves who they are the hand that was. */
static void expect_same_table(void)
{
    guest_hear(table.alice, ":talon*!* PRIVMSG #cards :*The table goes on where it was*");
    expect_same_hand(table.alice, "alice", table.alices_word, table.alices);
    expect_same_hand(table.bob, "bob", table.bobs_word, table.bobs);
}

static void start_daemon(void)
{
    assert_true(daemon_init(&talon, &server, false, ""));
    assert_true(daemon_start(&talon));
}

/* Another has our nick: we come by one beside it, and take ours when it is free. After a KICK we
 * come back once by ourselves, then only when we are invited. */
static void test_unwelcome(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    struct irc_client *squatter = guest_come(&server, "talon", "mallory");
    come();
    assert_true(irc_client_welcomed(squatter));
    start_daemon();
    guest_hear(table.alice, ":talon_!* JOIN *#cards*");
    deal();
    irc_client_send(squatter, "QUIT");
    guest_hear(table.alice, ":talon_!* NICK *talon");

    irc_client_send(table.alice, "KICK #cards talon :hush");
    guest_hear(table.alice, ":talon!* JOIN *#cards*");
    expect_same_table();
    irc_client_send(table.alice, "KICK #cards talon :hush");
    guest_hear(table.bob, ":alice!* KICK #cards talon *");
    irc_client_send(table.alice, "INVITE talon #cards");
    expect_same_table();
    guest_draw(table.alice, table.bob);
    assert_int_equal(daemon_stop(&talon), 0);
    go();
    irc_client_close(squatter);
}

static void test_killed(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    come();
    start_daemon();
    guest_hear(table.alice, ":talon!* JOIN *#cards*");
    deal();
    daemon_kill(&talon);
    guest_hear(table.alice, ":talon!* QUIT *");
    assert_true(daemon_start(&talon));
    expect_same_table();

    ircd_pause(&server, true);
    go();
    daemon_pause(&talon, true); /* they are there before it */
    assert_true(ircd_again(&server));
    come();
    daemon_pause(&talon, false);
    expect_same_table();
    guest_draw(table.alice, table.bob);
    assert_int_equal(daemon_stop(&talon), 0);
    go();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(test_unwelcome, scene_end),
        cmocka_unit_test_teardown(test_killed, scene_end),
    };
    return cmocka_run_group_tests(tests, scene_inspircd, scene_close);
}
