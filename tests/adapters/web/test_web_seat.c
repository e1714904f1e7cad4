/* Seats that are played from pages (bot/table/seats/page_seat.h): a real daemon, a real server, and
 * clients that do what browsers do, and what browsers do not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "bot/table/seats/page_seat.h"
#include "seat.h"
#include "tests/leak/leak.h"
#include "tests/match/guest.h"
#include "tests/match/served_daemon.h"

static int open_ngircd(void **state)
{
    const struct ircd_options options = {.kind = IRCD_NGIRCD};
    (void)state;
    return served_daemon_open(&options) ? 0 : -1;
}

static struct irc_client *alice, *bob;

/* Both sit at a table of the channel. */
static void open_table(const char *irc)
{
    seat_begin(irc);
    guest_hear(alice, ":talon!* JOIN *");
    guest_say(alice, "!uno classic");
    guest_hear(bob, "* PRIVMSG #cards :*opens a table*");
    guest_say(bob, "!join");
    guest_hear(alice, "* PRIVMSG #cards :*bob takes a seat*");
}

/* A round runs, too. */
static void begin_round(void)
{
    open_table("");
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
    return served_daemon_end(state);
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
    page = seat_enter(cookie);
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
    page = seat_enter(cookie); /* it comes back */
    seat_await(page, "\"you\":\"alice\"");
    client_close(page);
    assert_int_equal(daemon_stop(&talon), 0);
}

static void leave_page(struct client *page)
{
    seat_await(page, "\"type\":\"over\"");
    assert_true(client_ends(page, SEAT_SOON));
    client_close(page);
}

static void refused(const char *cookie, const char *origin, unsigned status)
{
    struct client *page = NULL;
    assert_int_equal(seat_connect(&page, cookie, origin), status);
    assert_true(client_ends(page, SEAT_SOON));
    client_close(page);
}

static unsigned exchange_token(const char *token, char cookie[SEAT_COOKIE])
{
    char body[80];
    snprintf(body, sizeof(body), "{\"t\":\"%s\"}", token);
    return seat_exchange(body, seat_origin, cookie);
}

static void a_link_is_good_once(void **state)
{
    char first[SEAT_TOKEN];
    char second[SEAT_TOKEN];
    char cookie[SEAT_COOKIE];
    char none[SEAT_COOKIE];
    struct client *page = NULL;
    (void)state;
    if (server.pid == 0)
        skip();
    begin_round();
    seat_ask(alice, "!web", first);
    seat_ask(alice, "!web", second);
    assert_int_equal(exchange_token(first, none), 410); /* there is a newer one */
    assert_int_equal(exchange_token("0123456789abcdef0123456789abcdef", none), 410);
    assert_int_equal(exchange_token("", none), 410);
    assert_int_equal(exchange_token(second, cookie), 200);
    assert_int_equal(exchange_token(second, none), 410);
    page = seat_enter(cookie);
    seat_await(page, "\"you\":\"alice\"");
    guest_say(alice, "!web off");
    leave_page(page);
    refused(cookie, seat_origin, 401);
    seat_ask(bob, "!web", first);
    guest_say(bob, "!web off");
    guest_hear(bob, ":talon*!* *:*No page plays your seat any more*");
    assert_int_equal(exchange_token(first, none), 410);
    assert_int_equal(daemon_stop(&talon), 0);
}

/* Another site's page cannot exchange a link, nor be told what a visitor's seat sees. */
static void only_our_pages_may(void **state)
{
    static const char *const others[] = {"", "Origin: null\r\n", "Origin: http://evil.example\r\n",
                                         "Origin: https://127.0.0.1\r\n"};
    char token[SEAT_TOKEN];
    char body[80];
    char cookie[SEAT_COOKIE];
    char none[SEAT_COOKIE];
    (void)state;
    if (server.pid == 0)
        skip();
    begin_round();
    seat_ask(alice, "!web", token);
    snprintf(body, sizeof(body), "{\"t\":\"%s\"}", token);
    for (size_t i = 0; i < ARRAY_SIZE(others); i++)
        assert_int_equal(seat_exchange(body, others[i], none), 403);
    assert_int_equal(seat_exchange(body, seat_origin, cookie), 200); /* it was not spent by these */
    for (size_t i = 0; i < ARRAY_SIZE(others); i++)
        refused(cookie, others[i], 403);
    refused("", seat_origin, 401);
    refused("Cookie: talon-seat=0123456789abcdef0123456789abcdef\r\n", seat_origin, 401);
    refused("Cookie: talon-seat=\r\n", seat_origin, 401);
    assert_int_equal(client_status(&seat_face, "/seat/live", ""), 401);
    assert_int_equal(client_status(&seat_face, "/seat/live", cookie), 426);
    assert_int_equal(daemon_stop(&talon), 0);
}

static unsigned post(const char *path, const char *bytes)
{
    char text[4096];
    struct client *client = client_open(seat_face.port);
    int length = snprintf(text, sizeof(text), "POST %s HTTP/1.1\r\nHost: localhost\r\n%s%s", path,
                          seat_origin, bytes);
    client_send(client, text, (size_t)length);
    unsigned status = client_response(client, false)->status;
    assert_true(client_ends(client, SEAT_SOON)); /* nothing follows what came along */
    client_close(client);
    return status;
}

static void what_comes_along_is_bounded(void **state)
{
    char long_one[1200];
    (void)state;
    if (server.pid == 0)
        skip();
    seat_begin("");
    int head = snprintf(long_one, sizeof(long_one), "Content-Length: 1100\r\n\r\n");
    memset(long_one + head, 'x', 1100);
    long_one[head + 1100] = '\0';
    assert_int_equal(post("/seat", long_one), 413);
    assert_int_equal(post("/seat", "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n"), 413);
    assert_int_equal(post("/seat", "Content-Length: 0\r\n\r\n"), 413);
    assert_int_equal(post("/boards", "Content-Length: 2\r\n\r\n{}"), 405);
    assert_int_equal(post("/seat/live", "Content-Length: 2\r\n\r\n{}"), 405);
    assert_int_equal(post("/seat", "Content-Length: 2\r\n\r\n{}"), 400);
    assert_int_equal(post("/seat", "Content-Length: 9\r\n\r\n[[[[[[[[["), 400);
    assert_int_equal(daemon_stop(&talon), 0);
}

static void a_session_ends_with_its_seat(void **state)
{
    char cookie[SEAT_COOKIE];
    char other[SEAT_COOKIE];
    struct client *page = NULL;
    (void)state;
    if (server.pid == 0)
        skip();
    seat_begin("");
    guest_hear(alice, ":talon!* JOIN *");
    guest_say(alice, "!uno classic");
    guest_hear(bob, "* PRIVMSG #cards :*opens a table*");
    guest_say(bob, "!join");
    guest_hear(alice, "* PRIVMSG #cards :*bob takes a seat*");
    seat_open(bob, cookie);
    page = seat_enter(cookie);
    seat_await(page, "\"you\":\"bob\"");
    guest_say(bob, "!leave");
    leave_page(page);
    guest_say(bob, "!join"); /* an old cookie stays worth nothing */
    guest_hear(alice, "* PRIVMSG #cards :*bob takes a seat*");
    refused(cookie, seat_origin, 401);
    seat_open(bob, cookie);
    seat_open(alice, other);
    page = seat_enter(cookie);
    seat_await(page, "\"you\":\"bob\"");
    assert_true(irc_client_send(bob, "NICK robert")); /* a nick was all that he was known by */
    leave_page(page);
    refused(cookie, seat_origin, 401);
    page = seat_enter(other);
    seat_await(page, "\"you\":\"alice\"");
    guest_say(alice, "!stop");
    leave_page(page);
    refused(other, seat_origin, 401);
    assert_int_equal(daemon_stop(&talon), 0);
}

/* A link and a session are in the database, and nowhere as they are. */
static void a_killed_daemon_knows_its_pages(void **state)
{
    char token[SEAT_TOKEN];
    char cookie[SEAT_COOKIE];
    char other[SEAT_COOKIE];
    struct client *page = NULL;
    (void)state;
    if (server.pid == 0)
        skip();
    begin_round();
    seat_open(alice, cookie);
    seat_ask(bob, "!web", token);
    daemon_kill(&talon);
    seat_again();
    page = seat_enter(cookie);
    seat_await(page, "\"you\":\"alice\"");
    assert_int_equal(exchange_token(token, other), 200);
    daemon_kill(&talon);
    seat_again();
    client_close(page);
    assert_int_equal(exchange_token(token, cookie), 410);
    page = seat_enter(other);
    seat_await(page, "\"you\":\"bob\"");
    client_close(page);
    assert_int_equal(daemon_stop(&talon), 0);
}

/* The cards of a document's hand: "R5 G7 ". */
static void read_hand(const char *document, char hand[512])
{
    static const char card[] = "{\"card\":\"";
    const char *at = strstr(document, "\"hand\":[");
    assert_non_null(at);
    hand[0] = '\0';
    while ((at = strstr(at, card)) != NULL) {
        at += sizeof(card) - 1;
        size_t used = strlen(hand);
        snprintf(hand + used, 512 - used, "%.*s ", (int)strcspn(at, "\""), at);
    }
    assert_true(*hand != '\0');
}

/* Of a frame to one seat: it holds no name of the other as its own, and not the other's hand. */
static void look_for(const char *frame, const char *you, const char *hand)
{
    char own[512];
    assert_null(strstr(frame, you));
    if (strstr(frame, "\"hand\":[") == NULL)
        return;
    read_hand(frame, own);
    assert_string_not_equal(own, hand);
}

static void nobody_sees_another_hand(void **state)
{
    char cookie[SEAT_COOKIE];
    static const char *const you[] = {"\"you\":\"alice\"", "\"you\":\"bob\""};
    char hands[2][512];
    struct client *pages[2] = {NULL, NULL};
    (void)state;
    if (server.pid == 0)
        skip();
    begin_round();
    seat_open(alice, cookie);
    pages[0] = seat_enter(cookie);
    seat_open(bob, cookie);
    pages[1] = seat_enter(cookie);
    read_hand(seat_await(pages[0], "\"you\":\"alice\""), hands[0]);
    read_hand(seat_await(pages[1], "\"you\":\"bob\""), hands[1]);
    for (unsigned i = 0; i < 6; i++) {
        struct client *page = pages[i % 2];
        client_say(page, "{\"say\":\"colour red\"}");
        client_say(page, "{\"say\":\"draw\"}");
        client_say(page, "{\"say\":\"keep\"}");
        client_say(page, "{\"say\":\"order\"}");
        const char *frame = NULL;
        do {
            frame = client_message(page, SEAT_SOON, false);
            assert_non_null(frame);
            look_for(frame, you[1 - i % 2], hands[1 - i % 2]);
        } while (strstr(frame, "\"said\"") == NULL || strstr(frame, "bob") == NULL);
    }
    client_close(pages[0]);
    client_close(pages[1]);
    assert_int_equal(daemon_stop(&talon), 0);
}

/* What a page says about its table, and nothing about who its person is; and what belongs to a
 * state that is over does nothing. */
static void a_page_has_the_seat_alone(void **state)
{
    char cookie[SEAT_COOKIE];
    struct client *page = NULL;
    static const char *const personal[] = {"web",  "link",          "forget me yes",
                                           "hide", "seat abcdefgh", "name zoe"};
    (void)state;
    if (server.pid == 0)
        skip();
    begin_round();
    seat_open(alice, cookie);
    page = seat_enter(cookie);
    for (size_t i = 0; i < ARRAY_SIZE(personal); i++) {
        char frame[128];
        snprintf(frame, sizeof(frame), "{\"say\":\"%s\"}", personal[i]);
        client_say(page, frame);
        seat_await(page, "This page cannot do that");
    }
    client_say(page, "{\"say\":\"play\"}"); /* told here, too, and not where they type else */
    seat_await(page, "Which card?");
    client_say(page, "{\"say\":\"hand\"}");
    seat_await(page, "\"hand\":[");
    client_say(page, "{\"say\":\"uno\"}");
    seat_await(page, "That UNO has no effect");
    client_say(page, "{\"say\":\"draw\",\"stamp\":\"12345\"}");
    seat_await(page, "earlier state of the table");
    client_close(page);
    assert_int_equal(daemon_stop(&talon), 0);
}

/* Who may be an administrator by a certificate is asked for it on the network, and would say the
 * command again there: from a page nobody is one. */
static void a_page_has_no_rights_of_an_administrator(void **state)
{
    char cookie[SEAT_COOKIE];
    struct client *page = NULL;
    struct irc_client *carol = NULL;
    (void)state;
    if (server.pid == 0)
        skip();
    carol = guest_enter(&server, "carol", "carol");
    open_table("admins = certfp:"
               "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef\n");
    guest_say(carol, "!join");
    guest_hear(alice, "* PRIVMSG #cards :*carol takes a seat*");
    seat_open(bob, cookie);
    page = seat_enter(cookie);
    guest_say(carol, "!kick alice");
    guest_hear(bob, "* PRIVMSG #cards :*carol asks to take*");
    client_say(page, "{\"say\":\"kick carol\"}");
    seat_await(page, "One vote at a time");
    client_close(page);
    irc_client_close(carol);
    assert_int_equal(daemon_stop(&talon), 0);
}

static void count_hands(void *arg, const char *line)
{
    unsigned *count = arg;
    *count += strstr(line, "our hand:") != NULL;
}

/* Whoever's turn it is draws, and then the other: alice's turn comes, and all of it has been told.
 */
static void draw_both(void)
{
    guest_draw(bob, alice);
    guest_draw(bob, alice);
    guest_say(alice, "!score");
    guest_hear(alice, ":talon*!* PRIVMSG #cards :*alice*0*bob*");
}

/* !web chat off: a page that is open shows the hand alone; without one it is whispered again. */
static void a_hand_is_left_to_the_page(void **state)
{
    char cookie[SEAT_COOKIE];
    char hand[GUEST_HAND];
    unsigned hands = 0;
    struct client *page = NULL;
    (void)state;
    if (server.pid == 0)
        skip();
    begin_round();
    guest_say(alice, "!web chat off");
    guest_hear(alice, ":talon*!* *:*only the page shows your hand*");
    irc_client_watch(alice, count_hands, &hands);
    draw_both();
    assert_true(hands > 0); /* there is no page yet */
    seat_open(alice, cookie);
    assert_int_equal(seat_connect(&page, cookie, seat_origin), 101);
    seat_await(page, "\"hand\":[");
    hands = 0;
    draw_both();
    assert_int_equal(hands, 0);
    irc_client_watch(alice, NULL, NULL);
    client_close(page);
    guest_say(bob, "!draw"); /* if it is his turn: else she is told at once */
    guest_say(bob, "!keep");
    guest_hand(alice, "alice", hand);
    assert_int_equal(daemon_stop(&talon), 0);
}

static void a_page_says_only_so_much(void **state)
{
    static const struct {
        unsigned first;
        const char *bytes;
    } bad[] = {{0x82, "{\"say\":\"order\"}"},
               {0x81, "order"},
               {0x81, "{\"say\":7}"},
               {0x81, "{\"say\":\"draw\",\"stamp\":-1}"},
               {0x81, "{\"say\":\"draw\",\"stamp\":\"1e9\"}"}};
    char cookie[SEAT_COOKIE];
    char long_one[600];
    struct client *page = NULL;
    (void)state;
    if (server.pid == 0)
        skip();
    begin_round();
    seat_open(alice, cookie);
    for (size_t i = 0; i < ARRAY_SIZE(bad); i++) {
        page = seat_enter(cookie);
        client_frame(page, bad[i].first, bad[i].bytes, strlen(bad[i].bytes));
        assert_true(client_ends(page, SEAT_SOON));
        client_close(page);
    }
    memset(long_one, ' ', sizeof(long_one));
    page = seat_enter(cookie);
    client_frame(page, 0x81, long_one, sizeof(long_one));
    assert_true(client_ends(page, SEAT_SOON));
    client_close(page);
    page = seat_enter(cookie);
    client_frame(page, 0x01, "{\"say\":", 7); /* in two pieces */
    client_frame(page, 0x80, "\"order\"}", 8);
    seat_await(page, "\"said\"");
    for (unsigned i = 0; i < 100; i++)
        client_say(page, "{\"say\":\"order\"}");
    seat_await(page, "\"why\":\"fast\"");
    assert_true(client_ends(page, SEAT_SOON));
    client_close(page);
    page = seat_enter(cookie); /* the seat stays theirs */
    seat_await(page, "\"you\":\"alice\"");
    client_close(page);
    assert_int_equal(daemon_stop(&talon), 0);
}

/* So many browsers have a seat; the one that came first loses it. */
static void so_many_browsers_have_a_seat(void **state)
{
    char first[SEAT_COOKIE];
    char cookie[SEAT_COOKIE];
    struct client *page = NULL;
    (void)state;
    if (server.pid == 0)
        skip();
    begin_round();
    seat_open(alice, first);
    page = seat_enter(first);
    seat_await(page, "\"you\":\"alice\"");
    for (unsigned i = 0; i < PAGE_SESSIONS_OF_MAX; i++)
        seat_open(alice, cookie);
    leave_page(page);
    refused(first, seat_origin, 401);
    page = seat_enter(cookie);
    client_close(page);
    assert_int_equal(seat_exchange("{\"out\":true}", seat_origin, first), 200); /* of nobody */
    assert_int_equal(daemon_stop(&talon), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_seat_is_played_from_a_page, come, go),
        cmocka_unit_test_setup_teardown(a_link_is_good_once, come, go),
        cmocka_unit_test_setup_teardown(only_our_pages_may, come, go),
        cmocka_unit_test_setup_teardown(what_comes_along_is_bounded, come, go),
        cmocka_unit_test_setup_teardown(a_session_ends_with_its_seat, come, go),
        cmocka_unit_test_setup_teardown(a_killed_daemon_knows_its_pages, come, go),
        cmocka_unit_test_setup_teardown(nobody_sees_another_hand, come, go),
        cmocka_unit_test_setup_teardown(a_page_has_the_seat_alone, come, go),
        cmocka_unit_test_setup_teardown(a_page_has_no_rights_of_an_administrator, come, go),
        cmocka_unit_test_setup_teardown(a_hand_is_left_to_the_page, come, go),
        cmocka_unit_test_setup_teardown(a_page_says_only_so_much, come, go),
        cmocka_unit_test_setup_teardown(so_many_browsers_have_a_seat, come, go),
    };
    return cmocka_run_group_tests(tests, open_ngircd, served_daemon_close);
}
