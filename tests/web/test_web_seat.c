/* Seats that are played from pages (bot/table/page_seat.h): a real daemon, a real server, and
 * clients that do what browsers do, and what browsers do not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "seat.h"
#include "tests/leak/leak.h"
#include "tests/match/guest.h"
#include "tests/match/scene.h"

static int open_ngircd(void **state)
{
    const struct ircd_options options = {.kind = IRCD_NGIRCD};
    (void)state;
    return scene_open(&options) ? 0 : -1;
}

static struct irc_client *alice, *bob;

/* Both sit at a table of the channel; a round runs. */
static void begin_round(void)
{
    seat_begin("");
    guest_hear(alice, ":talon!* JOIN *");
    guest_say(alice, "!uno classic");
    guest_hear(bob, "* PRIVMSG #cards :*opens a table*");
    guest_say(bob, "!join");
    guest_hear(alice, "* PRIVMSG #cards :*bob takes a seat*");
    guest_say(alice, "!start");
    guest_hear(bob, "* PRIVMSG #cards :*deals 7 cards each*");
}

static int come(void **state)
{
    (void)state;
    if (server.pid == 0)
        return 0;
    alice = guest_enter(&server, "alice", "alice");
    bob = guest_enter(&server, "bob", "bob");
    return 0;
}

static int go(void **state)
{
    irc_client_close(alice);
    irc_client_close(bob);
    alice = bob = NULL;
    return scene_end(state);
}

/* A link is exchanged once; what the page says is played as if it had been typed; it sees its own
 * hand, and a refusal. */
static void a_seat_is_played_from_a_page(void **state)
{
    char cookie[SEAT_COOKIE];
    struct client *page = NULL;
    (void)state;
    if (server.pid == 0)
        skip();
    begin_round();
    seat_open(alice, cookie);
    assert_int_equal(seat_connect(&page, cookie, seat_origin), 101);
    const char *document = seat_await(page, "\"type\":\"seat\"");
    assert_non_null(strstr(document, "\"you\":\"alice\""));
    assert_non_null(strstr(document, "\"card\":\""));
    client_say(page, "{\"say\":\"order\"}");
    const char *said = seat_await(page, "\"type\":\"said\"");
    assert_non_null(strstr(said, "bob"));
    client_say(page, "{\"say\":\"colour red\"}");
    client_say(page, "{\"say\":\"draw\"}");
    client_say(page, "{\"say\":\"keep\"}");
    guest_say(bob, "!colour red");
    guest_say(bob, "!draw");
    guest_hear(alice, ":talon*!* PRIVMSG #cards :*draws *card*");
    client_close(page);
    assert_int_equal(seat_connect(&page, cookie, seat_origin), 101); /* it comes back */
    seat_await(page, "\"you\":\"alice\"");
    client_close(page);
    assert_int_equal(daemon_stop(&talon), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_seat_is_played_from_a_page, come, go),
    };
    return cmocka_run_group_tests(tests, open_ngircd, scene_close);
}
