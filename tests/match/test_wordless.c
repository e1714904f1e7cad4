/* Guests keep their seats without a word, on an ngircd or another server that the argument names:
 * the bot is killed, goes and comes back, is kicked; they change their nicks and leave the channel.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "seated.h"
#include "served_daemon.h"
#include "wordless.h"

static enum ircd_kind kind;

static int start_server(void **state)
{
    (void)state;
    return served_daemon_open(&(struct ircd_options){.kind = kind}) ? 0 : -1;
}

/* Bob changes his nick, and alice sees it. */
static void rename_bob(const char *from, const char *to)
{
    char pattern[40];
    assert_true(irc_client_send(seated.bob, "NICK %s", to));
    snprintf(pattern, sizeof(pattern), ":%s!* NICK *%s", from, to);
    guest_hear(seated.bob, pattern);
}

static void part_bob(const char *nick)
{
    char pattern[40];
    assert_true(irc_client_send(seated.bob, "PART #cards"));
    snprintf(pattern, sizeof(pattern), ":%s!* PART *#cards*", nick);
    guest_hear(seated.bob, pattern);
}

static void join_bob(void)
{
    assert_true(irc_client_send(seated.bob, "JOIN #cards"));
    guest_hear(seated.bob, "* 366 *");
}

static void guests_need_no_word(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    seated_come();
    assert_true(daemon_init(&talon, &server, false, ""));
    assert_true(daemon_start(&talon));
    guest_hear(seated.alice, ":talon!* JOIN *#cards*");
    seated_deal();
    wordless_listen();

    daemon_kill(&talon);
    guest_hear(seated.alice, ":talon!* QUIT *");
    assert_true(daemon_start(&talon));
    wordless_expect_back("alice", "bob");

    assert_int_equal(daemon_stop(&talon), 0);
    guest_hear(seated.alice, ":talon!* QUIT *");
    rename_bob("bob", "bobby");
    assert_true(daemon_start(&talon));
    wordless_expect_back("alice", "bobby");

    rename_bob("bobby", "bob_away");
    part_bob("bob_away");
    join_bob();
    wordless_expect("alice", "bob_away");
    part_bob("bob_away");
    rename_bob("bob_away", "bob");
    join_bob();
    wordless_expect("alice", "bob");

    assert_true(irc_client_send(seated.alice, "KICK #cards talon :hush"));
    guest_hear(seated.alice, ":alice!* KICK #cards talon *");
    guest_hear(seated.alice, ":talon!* JOIN *#cards*");
    wordless_expect_back("alice", "bob");
    guest_draw(seated.alice, seated.bob);
    wordless_end();
    assert_int_equal(daemon_stop(&talon), 0);
    seated_go();
}

/* Where the server hides since when bob is there, his word counts, and what he typed before it is
 * carried out. Nobody else needs one. */
static void a_hidden_sign_on_needs_a_word(void **state)
{
    static char lines[3][IRC_CLIENT_LINE];
    static const char *const told[3] = {
        ":talon!* PRIVMSG #cards :*The table goes on where it was*",
        ":talon!* PRIVMSG #cards :*Guests, show me who you are: /msg talon !seat WORD*",
        ":talon!* bob :*A seat is kept for this nick*",
    };
    static const char *const carried_out[2] = {
        ":talon!* bob :*The seat is yours again*",
        ":talon!* PRIVMSG #cards :*bob is away*",
    };
    (void)state;
    if (server.pid == 0)
        skip();
    seated_come();
    assert_true(irc_client_send(seated.bob, "MODE bob +q"));
    guest_hear(seated.bob, ":bob!* MODE bob *");
    assert_true(daemon_init(&talon, &server, false, ""));
    assert_true(daemon_start(&talon));
    guest_hear(seated.alice, ":talon!* JOIN *#cards*");
    seated_deal();

    daemon_kill(&talon);
    guest_hear(seated.alice, ":talon!* QUIT *");
    assert_true(daemon_start(&talon));
    assert_true(irc_client_expect_all(seated.bob, GUEST_PATIENCE, told, 3, lines));
    guest_say(seated.bob, "!away");
    guest_hear(seated.bob, ":talon!* bob :*A seat is kept for this nick*");
    assert_true(irc_client_send(seated.bob, "PRIVMSG talon :seat %s", seated.bobs_word));
    assert_true(irc_client_expect_all(seated.bob, GUEST_PATIENCE, carried_out, 2, lines));
    guest_say(seated.alice,
              "!hand"); /* what they hold is not as it was: a computer may have played */
    guest_hear(seated.alice, ":talon!* alice :*Your hand*");
    assert_int_equal(daemon_stop(&talon), 0);
    seated_go();
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(guests_need_no_word, served_daemon_end)};
    const struct CMUnitTest hidden[] = {
        cmocka_unit_test_teardown(a_hidden_sign_on_needs_a_word, served_daemon_end)};
    kind = ircd_kind_of(argc, argv);
    int failed = cmocka_run_group_tests(tests, start_server, served_daemon_close);
    if (kind == IRCD_HYBRID) /* the others hide it from nobody */
        failed += cmocka_run_group_tests(hidden, start_server, served_daemon_close);
    return failed;
}
