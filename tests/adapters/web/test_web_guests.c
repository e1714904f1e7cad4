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

/* A table, and an invitation to it. `irc` are further lines about networks. */
static void begin_table_with(const char *irc, char token[SEAT_TOKEN])
{
    seat_begin(irc);
    guest_hear(alice, ":talon!* JOIN *");
    guest_say(alice, "!uno classic");
    guest_hear(alice, "* PRIVMSG #cards :*opens a table*");
    seat_ask(alice, "!invite", token);
}

static void begin_table(char token[SEAT_TOKEN])
{
    begin_table_with("", token);
}

static unsigned sit(const char *token, const char *name, char cookie[SEAT_COOKIE])
{
    char body[256];
    snprintf(body, sizeof(body), "{\"i\":\"%s\",\"name\":\"%s\"}", token, name);
    return seat_exchange(body, seat_origin, cookie);
}

/* What a browser with that cookie sends. The answer must leave the cookie as it is. */
static unsigned send_with(const char *cookie, const char *body)
{
    char headers[SEAT_COOKIE + 64];
    struct client *client = client_open(seat_face.port);
    snprintf(headers, sizeof(headers), "%s%s", cookie, seat_origin);
    client_post(client, "/seat", headers, body);
    const struct response *response = client_response(client, false);
    unsigned status = response->status;
    seat_assert_told(response, true);
    assert_string_equal(response_header(response, "Set-Cookie"), "");
    client_close(client);
    return status;
}

static unsigned sit_with(const char *cookie, const char *token, const char *name)
{
    char body[256];
    snprintf(body, sizeof(body), "{\"i\":\"%s\",\"name\":\"%s\"}", token, name);
    return send_with(cookie, body);
}

/* The browser has that person's seat. */
static void assert_seat(const char *cookie, const char *you)
{
    char text[64];
    struct client *page = seat_enter(cookie);
    snprintf(text, sizeof(text), "\"you\":\"%s\"", you);
    seat_await(page, text);
    client_close(page);
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

/* Who closed the page and opens the invitation again has their seat, whatever name they type. */
static void a_guest_comes_back_by_the_invitation(void **state)
{
    char token[SEAT_TOKEN];
    char cookie[SEAT_COOKIE];
    char own[SEAT_COOKIE];
    (void)state;
    if (server.pid == 0)
        skip();
    begin_table(token);
    assert_int_equal(sit(token, "Zoe", cookie), 200);
    assert_seat(cookie, "Zoe (guest)");
    assert_int_equal(sit_with(cookie, token, "Zoe"), 200);
    assert_int_equal(sit_with(cookie, token, "Zoe2"), 200);
    assert_int_equal(send_with(cookie, "{\"table\":1,\"name\":\"Zoe3\"}"), 200);
    seat_open(alice, own); /* nor does a player become a guest of their own table */
    assert_int_equal(sit_with(own, token, "Zoe4"), 200);
    assert_seat(own, "alice");
    struct client *page = seat_enter(cookie);
    client_say(page, "{\"say\":\"order\"}");
    const char *said = seat_await(page, "\"said\"");
    assert_non_null(strstr(said, "Zoe (guest)"));
    for (const char *name = "Zoe2\0Zoe3\0Zoe4\0"; *name != '\0'; name += strlen(name) + 1)
        assert_null(strstr(said, name));
    client_say(page, "{\"say\":\"leave\"}");
    seat_await(page, "\"type\":\"over\"");
    client_close(page);
    assert_int_equal(sit(token, "Zoe2", cookie), 200); /* the seat is given up */
    assert_int_equal(daemon_stop(&talon), 0);
}

/* A browser has one seat. A guest could not get the old one back, so a new one does not replace
 * it. */
static void a_guest_keeps_the_seat_elsewhere(void **state)
{
    char token[SEAT_TOKEN];
    char link[SEAT_TOKEN];
    char cookie[SEAT_COOKIE];
    char irc[256];
    char body[80];
    (void)state;
    if (server.pid == 0)
        skip();
    assert_true(irc_client_send(alice, "JOIN #second"));
    guest_hear(alice, ":alice!* JOIN *#second*");
    snprintf(irc, sizeof(irc),
             "[irc second]\nhost = 127.0.0.1\nport = %u\ntls = off\nnick = second\n"
             "channels = #second\nflood_rate = 0\n",
             server.port);
    begin_table_with(irc, token);
    assert_true(irc_client_send(alice, "PRIVMSG #second :!uno classic"));
    guest_hear(alice, "* PRIVMSG #second :*opens a table*");
    assert_true(irc_client_send(alice, "PRIVMSG #second :!set channel web watch"));
    guest_hear(alice, "* PRIVMSG #second :*its table while people play*");
    assert_true(irc_client_send(alice, "PRIVMSG #second :!set channel guests on"));
    guest_hear(alice, "* PRIVMSG #second :*from the page of the table*");
    assert_int_equal(seat_exchange("{\"table\":2,\"name\":\"Zoe\"}", seat_origin, cookie), 200);
    assert_int_equal(sit_with(cookie, token, "Zoe"), 409);
    seat_ask(alice, "!web", link);
    snprintf(body, sizeof(body), "{\"t\":\"%s\"}", link);
    assert_int_equal(send_with(cookie, body), 409);
    assert_seat(cookie, "Zoe (guest)");
    assert_int_equal(seat_exchange(body, seat_origin, cookie), 200); /* the link is still good */
    assert_seat(cookie, "alice");
    assert_int_equal(daemon_stop(&talon), 0);
}

/* What the button "Forget this seat in this browser" sends. The browser loses the cookie. */
static void forget_seat(const char *cookie)
{
    char headers[SEAT_COOKIE + 64];
    struct client *client = client_open(seat_face.port);
    snprintf(headers, sizeof(headers), "%s%s", cookie, seat_origin);
    client_post(client, "/seat", headers, "{\"out\":true}");
    const struct response *response = client_response(client, false);
    assert_int_equal(response->status, 200);
    assert_non_null(strstr(response_header(response, "Set-Cookie"), "Max-Age=0"));
    client_close(client);
}

/* A guest could not get the seat back, so it does not stay at the table without them. A player
 * keeps the seat. */
static void a_guest_who_forgets_the_seat_leaves_it(void **state)
{
    static const char leaves[] = "* PRIVMSG #cards :*Zoe (guest) leaves the table*";
    char token[SEAT_TOKEN];
    char cookie[SEAT_COOKIE];
    char own[SEAT_COOKIE];
    struct client *page = NULL;
    (void)state;
    if (server.pid == 0)
        skip();
    begin_table(token);
    assert_int_equal(sit(token, "Zoe", cookie), 200);
    page = seat_enter(cookie);
    seat_await(page, "\"guest\":true");
    forget_seat(cookie);
    guest_hear(alice, leaves);
    seat_await(page, "\"type\":\"over\"");
    client_close(page);
    assert_int_equal(seat_connect(&page, cookie, seat_origin), 401);
    client_close(page);

    assert_int_equal(sit(token, "Zoe", cookie), 200); /* nobody has that name now */
    guest_say(alice, "!bots 1");
    guest_say(alice, "!start");
    page = seat_enter(cookie);
    seat_await(page, "\"card\":");
    seat_open(alice, own);
    client_close(page);
    page = seat_enter(own);
    seat_await(page, "\"guest\":false");
    client_close(page);
    forget_seat(own);
    page = seat_enter(cookie);
    forget_seat(cookie);
    guest_hear(alice, leaves);
    seat_await(page, "\"type\":\"over\"");
    client_close(page);
    daemon_kill(&talon);
    seat_again();
    guest_hear(alice, ":talon!* JOIN *");
    guest_say(alice, "!order");
    guest_hear(alice, ":talon*!* *alice*");
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
        cmocka_unit_test_setup_teardown(a_guest_comes_back_by_the_invitation, come, go),
        cmocka_unit_test_setup_teardown(a_guest_keeps_the_seat_elsewhere, come, go),
        cmocka_unit_test_setup_teardown(a_guest_who_forgets_the_seat_leaves_it, come, go),
        cmocka_unit_test_setup_teardown(so_many_guests_sit_down, come, go),
        cmocka_unit_test_setup_teardown(an_address_is_held_back, come, go),
    };
    return cmocka_run_group_tests(tests, open_ngircd, served_daemon_close);
}
