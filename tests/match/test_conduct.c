/* How people get on without whoever opened the table, on a real server: a vote, a pause, and
 * somebody who quits and comes back. Everybody but "warden" is without rank. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "guest.h"
#include "served_daemon.h"

#define SAYS ":talon!* PRIVMSG #cards :*"

static struct irc_client *warden, *alice, *bob, *carol;
static char word[GUEST_WORD]; /* of alice's seat */

/* The first one in a channel is its operator; the others are nobody. */
static void come(void)
{
    warden = guest_enter(&server, "warden", "warden");
    daemon_talon_lines = "quit_grace = 1\n";
    assert_true(daemon_init(&talon, &server, false, ""));
    assert_true(daemon_start(&talon));
    guest_hear(warden, ":talon!* JOIN *");
    alice = guest_enter(&server, "alice", "alice");
    bob = guest_enter(&server, "bob", "bob");
    carol = guest_enter(&server, "carol", "carol");
    guest_say(alice, "!uno");
    guest_word(alice, "alice", word);
    guest_hear(bob, SAYS "opens a table*");
    guest_say(bob, "!join");
    guest_hear(carol, SAYS "bob*takes a seat*");
    guest_say(carol, "!join");
    guest_hear(alice, SAYS "carol*takes a seat*");
    guest_say(alice, "!start");
    guest_hear(bob, SAYS "deals*");
}

static void they_get_on(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    come();
    guest_say(carol, "!pause");
    guest_hear(bob, SAYS "asks for a pause: !yes or !no within 30 s, 2 of 3 must agree.");
    guest_say(bob, "!yes");
    guest_hear(carol, SAYS "2 for, 0 against: the table is paused.");
    guest_say(carol, "!draw");
    guest_hear(carol, ":talon!* :*The table is paused: !resume goes on.");
    guest_say(alice, "!resume");
    guest_hear(carol, SAYS "*, play goes on: it is your turn.");

    irc_client_send(alice, "QUIT :gone"); /* who opened the table */
    guest_hear(bob, ":alice!* QUIT *");
    guest_hear(bob, SAYS "is gone: a computer player keeps the seat*");
    guest_hear(bob, SAYS "has charge of the table now.");
    irc_client_close(alice);
    alice = guest_enter(&server, "alice", "alice");
    guest_take_seat(alice, "alice", word);
    guest_hear(bob, SAYS "alice* is back.");

    guest_say(alice, "!stop"); /* she has no more rights than carol now */
    guest_hear(carol, SAYS "asks to end the match: !yes or !no within 30 s, 2 of 3 must agree.");
    guest_say(carol, "!yes");
    guest_hear(bob, SAYS "2 for, 0 against: the match ends.*");
    guest_say(bob, "!stop");
    guest_hear(carol, SAYS "closes the table*");
    assert_int_equal(daemon_stop(&talon), 0);
    irc_client_close(alice);
    irc_client_close(bob);
    irc_client_close(carol);
    irc_client_close(warden);
}

static int open_server(void **state)
{
    (void)state;
    return served_daemon_open(&(struct ircd_options){0}) ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(they_get_on, served_daemon_end)};
    return cmocka_run_group_tests(tests, open_server, served_daemon_close);
}
