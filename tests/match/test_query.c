/* A game in a private talk by somebody who shares no channel with the bot, on InspIRCd: who
 * has their nick gets none of their cards, and their seat word gives them back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "guest.h"
#include "served_daemon.h"

static struct irc_client *come(const char *nick, const char *user)
{
    struct irc_client *guest = guest_come(&server, nick, user);
    assert_true(irc_client_welcomed(guest));
    return guest;
}

static void go(struct irc_client *guest)
{
    irc_client_send(guest, "QUIT");
    guest_hear(guest, "ERROR *");
    irc_client_close(guest);
}

static void ask(struct irc_client *guest, const char *text, const char *answer)
{
    irc_client_send(guest, "PRIVMSG talon :%s", text);
    guest_hear(guest, answer);
}

static void a_game_without_a_channel(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    struct irc_client *witness = guest_enter(&server, "witness", "witness");
    assert_true(daemon_init(&talon, &server, false, ""));
    assert_true(daemon_start(&talon));
    guest_hear(witness, ":talon!* JOIN *");

    char word[GUEST_WORD];
    struct irc_client *alice = come("alice", "alice");
    ask(alice, "!uno classic", ":talon!* alice :*A table for you alone*");
    guest_word(alice, "alice", word);
    ask(alice, "!bots 2", ":talon!* alice :*At the table: alice, Ada*");
    ask(alice, "!start", ":talon!* PRIVMSG alice :*Your hand*");
    ask(alice, "!hand", ":talon!* PRIVMSG alice :*Your hand*");
    go(alice);
    alice = come("alice", "alice");
    guest_take_seat(alice, "alice", word);
    ask(alice, "!hand", ":talon!* PRIVMSG alice :*Your hand*");
    go(alice);

    struct irc_client *mallory = come("alice", "mallory");
    ask(mallory, "!hand", ":talon!* alice :*");
    ask(mallory, "!table", ":talon!* alice :*");
    assert_true(irc_client_never(mallory, "*Your hand*"));
    go(mallory);

    alice = come("alice", "alice");
    guest_take_seat(alice, "alice", word);
    ask(alice, "!hand", ":talon!* PRIVMSG alice :*Your hand*");
    assert_true(irc_client_never(witness, ":talon!* #cards :*"));
    assert_int_equal(daemon_stop(&talon), 0);
    irc_client_close(alice);
    irc_client_close(witness);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_game_without_a_channel, served_daemon_end)};
    return cmocka_run_group_tests(tests, served_daemon_inspircd, served_daemon_close);
}
