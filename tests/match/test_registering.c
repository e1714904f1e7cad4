/* Bob registers in the middle of a round, on InspIRCd with Atheme, and returns logged in under
 * another nick, from elsewhere. After a restart the network tells his account a little later than
 * that he is there. He keeps his one seat, and nobody asks him for a word. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "seated.h"
#include "served_daemon.h"
#include "wordless.h"

static int start_server(void **state)
{
    (void)state;
    const struct ircd_options options = {.kind = IRCD_INSPIRCD, .services = true};
    return served_daemon_open(&options) ? 0 : -1;
}

static void who_registers_keeps_the_seat(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    seated_come();
    assert_true(daemon_init(&talon, &server, false, ""));
    assert_true(daemon_start(&talon));
    guest_hear(seated.alice, ":talon!* JOIN *#cards*");
    seated_deal();
    guest_register(seated.bob, "bob");
    guest_leave(seated.bob, "bob", seated.alice);

    seated.bob = guest_come(&server, "robert", "elsewhere");
    assert_true(irc_client_welcomed(seated.bob));
    wordless_listen();
    guest_identify(seated.bob, "bob");
    assert_true(irc_client_send(seated.bob, "JOIN #cards"));
    guest_hear(seated.bob, "* 366 *");
    wordless_expect("alice", "robert");
    guest_say(seated.bob, "!join");
    guest_hear(seated.bob, ":talon!* robert :*You have a seat already*");

    daemon_kill(&talon);
    guest_hear(seated.alice, ":talon!* QUIT *");
    assert_true(daemon_start(&talon));
    wordless_expect_back("alice", "robert");
    guest_draw(seated.alice, seated.bob);
    wordless_end();
    assert_int_equal(daemon_stop(&talon), 0);
    seated_go();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(who_registers_keeps_the_seat, served_daemon_end)};
    return cmocka_run_group_tests(tests, start_server, served_daemon_close);
}
