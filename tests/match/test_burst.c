/* A table of ten on an InspIRCd with the limits that it ships: four people who answer at once type
 * forty commands at once, six computer players need no time to think. The server throttles whoever
 * sends more than a line a second, and throws out whose lines pile up: so it does to Talon without
 * a pace, but not to Talon as it ships, at the pace that it takes from the server's software. */
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
#include "served_daemon.h"

enum { PEOPLE = 4, EACH = 10 };

static struct crowd crowd;

static int start_server(void **state)
{
    (void)state;
    const struct ircd_options options = {.kind = IRCD_INSPIRCD, .limits = true};
    return served_daemon_open(&options) ? 0 : -1;
}

static int end_daemon(void **state)
{
    if (server.pid != 0)
        crowd_close(&crowd);
    return served_daemon_end(state);
}

static void hear(const char *wanted)
{
    assert_true(crowd_hear(&crowd, GUEST_PATIENCE, wanted));
}

static void type_and_hear(unsigned who, const char *text, const char *wanted)
{
    crowd_type(&crowd, who, text);
    hear(wanted);
}

/* So many of the long answers would pile up. */
static void type_forty(void)
{
    for (unsigned i = 0; i < PEOPLE * EACH; i++)
        crowd_type(&crowd, i % PEOPLE, "!help all");
}

static unsigned typed(void)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < PEOPLE; i++)
        sum += crowd.who[i].commands;
    return sum;
}

static bool has_typed(void *arg)
{
    return typed() >= *(const unsigned *)arg;
}

static void a_burst_of_players_is_served(void **state)
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
    type_forty();
    guest_hear(crowd.onlooker, ":talon!* QUIT :RecvQ*");
    daemon_kill(&talon);
    irc_client_never(crowd.onlooker, ""); /* should it have come back already, that is past */
    /* Who types so fast may not be heard any more: a computer player keeps the seat soon. */
    daemon_talon_lines = "turn_reminder = 10\nturn_whisper = 15\nturn_limit = 20\n";
    assert_true(daemon_configure(&talon, &server, false, "flood_rate = auto\n"));
    assert_true(daemon_start(&talon));
    assert_true(crowd_await_bot(&crowd));
    type_forty();
    hear("The table goes on where it was");
    unsigned moves = typed() + 2;
    assert_true(crowd_run(&crowd, GUEST_PATIENCE, has_typed, &moves));
    assert_true(irc_client_never(crowd.onlooker, ":talon!* QUIT *"));
    assert_string_equal(crowd.leaked, "");
    assert_int_equal(daemon_stop(&talon), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_burst_of_players_is_served, end_daemon),
    };
    return cmocka_run_group_tests(tests, start_server, served_daemon_close);
}
