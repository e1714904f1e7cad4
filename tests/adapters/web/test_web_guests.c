/* Guests, who sit down by an invitation (bot/command/handlers/invite.h): a real daemon and a real
 * server. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "bot/table/seats/page_seat.h"
#include "seat.h"
#include "tests/match/guest.h"
#include "tests/match/served_daemon.h"
#include "tests/real/process.h"

static struct irc_client *alice;

static int open_ngircd(void **state)
{
    const struct ircd_options options = {.kind = IRCD_NGIRCD};
    (void)state;
    return served_daemon_open(&options) ? 0 : -1;
}

static int come(void **state)
{
    (void)state;
    if (server.pid != 0)
        alice = guest_enter(&server, "alice", "alice");
    return 0;
}

static int go(void **state)
{
    irc_client_close(alice);
    alice = NULL;
    return served_daemon_end(state);
}

/* A table, and an invitation to it. */
static void begin_table(char token[SEAT_TOKEN])
{
    seat_begin("");
    guest_hear(alice, ":talon!* JOIN *");
    guest_say(alice, "!uno classic");
    guest_hear(alice, "* PRIVMSG #cards :*opens a table*");
    seat_ask(alice, "!invite", token);
}

static unsigned sit(const char *token, const char *name, char cookie[SEAT_COOKIE])
{
    char body[256];
    snprintf(body, sizeof(body), "{\"i\":\"%s\",\"name\":\"%s\"}", token, name);
    return seat_exchange(body, seat_origin, cookie);
}

/* Until the guest, who came second, is to move. */
static void await_turn(const char *cookie)
{
    for (bool turn = false; !turn; process_pause(20)) {
        struct client *page = NULL;
        page = seat_enter(cookie);
        turn = strstr(seat_await(page, "\"type\":\"seat\""), "\"turn\":1,") != NULL;
        client_close(page);
    }
}

/* The page is opened anew in that language. */
static void read_in_french(const char *cookie)
{
    char headers[SEAT_COOKIE + 64];
    struct client *page = client_open(seat_face.port);
    snprintf(headers, sizeof(headers), "%s%s", cookie, seat_origin);
    assert_int_equal(client_upgrade(page, "/seat/live?lang=fr", headers), 101);
    const char *document = seat_await(page, "\"language\":\"fr\"");
    assert_non_null(strstr(document, "\"you\":\"Zo\xc3\xa9 (invit\xc3\xa9)\""));
    assert_null(strstr(document, "(guest)"));
    client_close(page);
}

static void a_guest_plays(void **state)
{
    char token[SEAT_TOKEN];
    char cookie[SEAT_COOKIE];
    struct client *page = NULL;
    (void)state;
    if (server.pid == 0)
        skip();
    begin_table(token);
    assert_int_equal(sit(token, "Zo\\u00e9", cookie), 200);
    guest_hear(alice, "* PRIVMSG #cards :*Zo\xc3\xa9 (guest) takes a seat*");
    page = seat_enter(cookie);
    seat_await(page, "\"you\":\"Zo\xc3\xa9 (guest)\"");
    client_say(page, "{\"say\":\"uno\"}"); /* it opens no table of their own */
    client_say(page, "{\"say\":\"new\"}");
    seat_await(page, "This page cannot do that");
    client_say(page, "{\"say\":\"order\"}");
    assert_non_null(strstr(seat_await(page, "\"said\""), "alice"));
    guest_say(alice, "!start");
    seat_await(page, "\"card\":");
    guest_say(alice, "!colour red"); /* should it be her turn */
    guest_say(alice, "!draw");
    guest_say(alice, "!keep");
    await_turn(cookie);
    read_in_french(cookie);
    client_say(page, "{\"say\":\"colour red\"}");
    client_say(page, "{\"say\":\"draw\"}");
    client_say(page, "{\"say\":\"keep\"}");
    guest_hear(alice, ":talon*!* PRIVMSG #cards :*(guest) draws *card*");
    seat_await(page, "Vous pigez"); /* what the table tells them alone, too */
    daemon_kill(&talon);
    client_close(page);
    seat_again();
    guest_hear(alice, ":talon!* JOIN *");
    page = seat_enter(cookie);
    seat_await(page, "\"card\":");
    guest_say(alice, "!kick zo\xc3\xa9");
    seat_await(page, "\"type\":\"over\"");
    assert_true(client_ends(page, SEAT_SOON));
    client_close(page);
    assert_int_equal(daemon_stop(&talon), 0);
}

/* From the page of a table, where an operator lets them; never from a page of another site. */
static void strangers_sit_down_at_a_table(void **state)
{
    static const char foreign[] = "Origin: https://evil.example\r\n";
    static const char *const bad[] = {
        "{\"table\":0,\"name\":\"Zoe\"}",    "{\"table\":-1,\"name\":\"Zoe\"}",
        "{\"table\":1e30,\"name\":\"Zoe\"}", "{\"table\":\"1\",\"name\":\"Zoe\"}",
        "{\"table\":[1],\"name\":\"Zoe\"}",
    };
    static const char body[] = "{\"table\":1,\"name\":\"Zoe\"}";
    char token[SEAT_TOKEN];
    char cookie[SEAT_COOKIE];
    (void)state;
    if (server.pid == 0)
        skip();
    begin_table(token);
    assert_int_equal(seat_exchange(body, seat_origin, cookie), 409);
    guest_say(alice, "!set channel web watch");
    guest_hear(alice, "* PRIVMSG #cards :*its table while people play*");
    assert_int_equal(seat_exchange(body, seat_origin, cookie), 409);
    guest_say(alice, "!set channel guests on");
    guest_hear(alice, "* PRIVMSG #cards :*from the page of the table*");
    assert_int_equal(seat_exchange(body, foreign, cookie), 403);
    assert_int_equal(seat_exchange(body, "", cookie), 403);
    for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
        assert_int_equal(seat_exchange(bad[i], seat_origin, cookie), 400);
    assert_int_equal(seat_exchange("{\"table\":77,\"name\":\"Zoe\"}", seat_origin, cookie), 409);
    assert_int_equal(seat_exchange("{\"table\":1}", seat_origin, cookie), 409); /* no name */
    assert_int_equal(seat_exchange(body, seat_origin, cookie), 200);
    guest_hear(alice, "* PRIVMSG #cards :*Zoe (guest) takes a seat*");
    struct client *page = seat_enter(cookie);
    seat_await(page, "\"you\":\"Zoe (guest)\"");
    client_close(page);
    assert_int_equal(daemon_stop(&talon), 0);
}

static void so_many_guests_sit_down(void **state)
{
    char token[SEAT_TOKEN];
    char other[SEAT_TOKEN];
    char cookie[SEAT_COOKIE];
    char name[16];
    (void)state;
    if (server.pid == 0)
        skip();
    begin_table(token);
    assert_int_equal(sit("0123456789abcdef0123456789abcdef", "Zoe", cookie), 410);
    assert_int_equal(sit(token, "", cookie), 409);
    assert_int_equal(sit(token, "Alice", cookie), 409); /* somebody has it */
    for (unsigned i = 0; i < PAGE_GUESTS_TABLE_MAX; i++) {
        snprintf(name, sizeof(name), "Zoe%u", i);
        assert_int_equal(sit(token, name, cookie), 200);
        assert_int_equal(sit(token, name, cookie), 409);
    }
    assert_int_equal(sit(token, "Max", cookie), 409);
    guest_say(alice, "!kick zoe0");
    guest_hear(alice, "* PRIVMSG #cards :*Zoe0*leaves*");
    seat_ask(alice, "!invite", other);
    assert_int_equal(sit(token, "Max", cookie), 410); /* there is a newer one */
    assert_int_equal(sit(other, "Max", cookie), 200);
    guest_say(alice, "!kick zoe1");
    guest_hear(alice, "* PRIVMSG #cards :*Zoe1*leaves*");
    guest_say(alice, "!invite off");
    guest_hear(alice, ":talon*!* *:*Nobody more sits down*");
    assert_int_equal(sit(other, "Tom", cookie), 410);
    assert_int_equal(daemon_stop(&talon), 0);
}

/* "one address made 419 sit-downs in 30 s": who leaves and comes again is held back. */
static void an_address_is_held_back(void **state)
{
    enum { TRIES = 40, MOST = 8 };
    char token[SEAT_TOKEN];
    char cookie[SEAT_COOKIE];
    unsigned sat = 0;
    (void)state;
    if (server.pid == 0)
        skip();
    begin_table(token);
    for (unsigned i = 0; i < TRIES; i++) {
        unsigned status = sit(token, "Zoe", cookie);
        if (status != 200) {
            assert_int_equal(status, 409);
            continue;
        }
        sat++;
        struct client *page = seat_enter(cookie);
        seat_await(page, "\"type\":\"seat\"");
        client_say(page, "{\"say\":\"leave\"}");
        seat_await(page, "\"type\":\"over\"");
        client_close(page);
    }
    assert_in_range(sat, 2, MOST);
    guest_say(alice, "!order");
    guest_hear(alice, ":talon*!* *alice*");
    assert_int_equal(daemon_stop(&talon), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_guest_plays, come, go),
        cmocka_unit_test_setup_teardown(strangers_sit_down_at_a_table, come, go),
        cmocka_unit_test_setup_teardown(so_many_guests_sit_down, come, go),
        cmocka_unit_test_setup_teardown(an_address_is_held_back, come, go),
    };
    return cmocka_run_group_tests(tests, open_ngircd, served_daemon_close);
}
