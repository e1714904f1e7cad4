/* A round outlives whatever happens to the bot, on InspIRCd: its nick is taken, it is kicked and
 * invited, killed, and the server dies. Everybody holds the same cards afterwards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "seated.h"
#include "served_daemon.h"

static void start_daemon(void)
{
    assert_true(daemon_init(&talon, &server, false, ""));
    assert_true(daemon_start(&talon));
}

/* Another has our nick: we come by one beside it, and take ours when it is free. After a KICK we
 * come back once by ourselves, then only when we are invited. */
static void an_unwelcome_bot_comes_back_once(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    struct irc_client *squatter = guest_come(&server, "talon", "mallory");
    seated_come();
    assert_true(irc_client_welcomed(squatter));
    start_daemon();
    guest_hear(seated.alice, ":talon_!* JOIN *#cards*");
    seated_deal();
    irc_client_send(squatter, "QUIT");
    guest_hear(seated.alice, ":talon_!* NICK *talon");

    irc_client_send(seated.alice, "KICK #cards talon :hush");
    guest_hear(seated.alice, ":talon!* JOIN *#cards*");
    seated_expect("talon");
    irc_client_send(seated.alice, "KICK #cards talon :hush");
    guest_hear(seated.bob, ":alice!* KICK #cards talon *");
    irc_client_send(seated.alice, "INVITE talon #cards");
    seated_expect("talon");
    guest_draw(seated.alice, seated.bob);
    assert_int_equal(daemon_stop(&talon), 0);
    seated_go();
    irc_client_close(squatter);
}

static void a_killed_daemon_comes_back(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    seated_come();
    start_daemon();
    guest_hear(seated.alice, ":talon!* JOIN *#cards*");
    seated_deal();
    daemon_kill(&talon);
    guest_hear(seated.alice, ":talon!* QUIT *");
    assert_true(daemon_start(&talon));
    seated_expect("talon");

    ircd_pause(&server, true);
    seated_go();
    daemon_pause(&talon, true); /* they are there before it */
    assert_true(ircd_again(&server));
    seated_come();
    daemon_pause(&talon, false);
    seated_expect_by_word();
    guest_draw(seated.alice, seated.bob);
    assert_int_equal(daemon_stop(&talon), 0);
    seated_go();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(an_unwelcome_bot_comes_back_once, served_daemon_end),
        cmocka_unit_test_teardown(a_killed_daemon_comes_back, served_daemon_end),
    };
    return cmocka_run_group_tests(tests, served_daemon_inspircd, served_daemon_close);
}
