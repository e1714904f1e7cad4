/* A table of ten on an InspIRCd with the limits that it ships, and Talon as it ships: four people
 * type forty commands at once, six computer players need no time to think. The server throttles
 * whoever sends more than a line a second, and throws out whose lines pile up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "chatter.h"
#include "guest.h"
#include "scene.h"

enum { PEOPLE = 4, EACH = 10 };

static struct crowd crowd;

static int start_server(void **state)
{
    (void)state;
    const struct ircd_options options = {.kind = IRCD_INSPIRCD, .limits = true};
    return scene_open(&options) ? 0 : -1;
}

static int end_daemon(void **state)
{
    if (server.pid != 0)
        crowd_close(&crowd);
    return scene_end(state);
}

static void type_and_hear(unsigned who, const char *text, const char *wanted)
{
    crowd_type(&crowd, who, text);
    assert_true(crowd_hear(&crowd, GUEST_PATIENCE, wanted));
}

/* What becomes of those who do not pace themselves: else this server would prove nothing. */
static void test_premise(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    struct irc_client *fast = guest_enter(&server, "fast", "fast");
    for (unsigned i = 0; i < PEOPLE * EACH; i++)
        irc_client_send(fast, "PRIVMSG #cards :%0400u", i);
    guest_hear(fast, "ERROR *RecvQ*");
    irc_client_close(fast);
}

static void test_burst(void **state)
{
    (void)state;
    const unsigned ports[PEOPLE] = {server.port, server.port, server.port, server.port};
    const bool tls[PEOPLE] = {false};
    if (server.pid == 0)
        skip();
    crowd = (struct crowd){.random = 5};
    assert_true(crowd_open(&crowd, PEOPLE, ports, tls));
    assert_true(daemon_init(&talon, &server, false, ""));
    assert_true(daemon_start(&talon));
    assert_true(crowd_await_bot(&crowd));
    type_and_hear(0, "!uno", "opens a table");
    type_and_hear(1, "!join", "bob takes a seat");
    type_and_hear(2, "!join", "carol takes a seat");
    type_and_hear(3, "!join", "dave takes a seat");
    type_and_hear(0, "!bots 6", "computer");
    type_and_hear(0, "!start", "first card [");
    daemon_kill(&talon);
    assert_true(daemon_configure(&talon, &server, false, "flood_burst = 5\nflood_rate = 30\n"));
    assert_true(daemon_start(&talon));
    type_and_hear(0, "!hand", "The table goes on where it was");
    for (unsigned i = 0; i < PEOPLE * EACH; i++) /* refused, but for one: each is answered */
        crowd_type(&crowd, i % PEOPLE, "!keep");
    type_and_hear(1, "!order", "(computer,"); /* a round may be over by then */
    assert_true(irc_client_never(crowd.onlooker, ":talon!* QUIT *"));
    assert_string_equal(crowd.leaked, "");
    assert_int_equal(daemon_stop(&talon), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_premise),
        cmocka_unit_test_teardown(test_burst, end_daemon),
    };
    return cmocka_run_group_tests(tests, start_server, scene_close);
}
