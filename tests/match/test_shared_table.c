/* One table in channels of two ngircds, each of which another process has: `north` has the home of
 * the table, `south` the other channel, and `west` has nothing and waits. They share a PostgreSQL.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "base/array.h"
#include "seated.h"
#include "served_daemon.h"
#include "sharing.h"
#include "tests/real/process.h"
#include "tests/storage/postgresql/pg_server.h"

/* Each process keeps its network until it is killed. */
#define KEPT "share = off\n" SHARING_LONG_LIFE

static struct ircd eastern; /* "east"; `server` is "test" */
static struct daemon south, west;
static char east[200];

static int open_both(void **state)
{
    if (sharing_open(state) != 0)
        return -1;
    return server.pid == 0 || ircd_start(&eastern, &(struct ircd_options){.kind = IRCD_NGIRCD})
               ? 0
               : -1;
}

static int close_both(void **state)
{
    if (server.pid != 0)
        ircd_stop(&eastern);
    return served_daemon_close(state);
}

static int64_t now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return at.tv_sec * 1000 + at.tv_nsec / 1000000;
}

static void expect_fleet(const struct daemon *daemon, const char *network, const char *process)
{
    char part[64];
    char text[4096] = "";
    for (int64_t until = now() + GUEST_PATIENCE; now() < until;) {
        if (daemon_ctl(daemon, "fleet --json", text, sizeof(text)) == 0) {
            snprintf(part, sizeof(part), "\"%s\"", network);
            const char *at = strstr(text, part);
            const char *end = at != NULL ? strchr(at, '}') : NULL;
            snprintf(part, sizeof(part), "\"%s\"", process);
            const char *holder = at != NULL ? strstr(at, part) : NULL;
            if (holder != NULL && holder < end)
                return;
        }
        process_pause(100);
    }
    daemon_show_log(daemon);
    fail_msg("%s has not %s: %s", process, network, text);
}

/* What the letters said, kept by a trigger. */
static void keep_letters(void)
{
    pg_server_run(
        daemon_server,
        "CREATE TABLE kept (LIKE letter);"
        "CREATE FUNCTION keep() RETURNS trigger LANGUAGE plpgsql AS"
        " 'BEGIN INSERT INTO kept VALUES (NEW.*); RETURN NEW; END';"
        "CREATE TRIGGER keeps AFTER INSERT ON letter FOR EACH ROW EXECUTE FUNCTION keep()");
}

/* alice opens the table on `server`. bob is an operator on `eastern` and brings it there. */
static void share_table(void)
{
    char code[16];
    guest_say(seated.alice, "!uno");
    guest_word(seated.alice, "alice", seated.alices_word);
    guest_say(seated.alice, "!bridge");
    static const char start[] = "code of this table is ";
    const char *line =
        irc_client_expect(seated.alice, GUEST_PATIENCE, ":talon*!* alice :*code of this table is*");
    assert_non_null(line);
    char plain[GUEST_HAND];
    guest_strip(line, plain, sizeof(plain));
    const char *at = strstr(plain, start) + strlen(start);
    snprintf(code, sizeof(code), "%.*s", (int)strcspn(at, ". "), at);
    char words[40];
    snprintf(words, sizeof(words), "!bridge %s", code);
    /* The other process knows the code when it knows what was set after it. */
    char bans[4096];
    assert_int_equal(daemon_ctl(&talon, "ban mask 'test/NOBODY!*@*'", bans, sizeof(bans)), 0);
    *bans = '\0';
    for (int64_t until = now() + GUEST_PATIENCE; strstr(bans, "NOBODY!") == NULL;) {
        assert_true(now() < until);
        process_pause(50);
        daemon_ctl(&south, "ban", bans, sizeof(bans));
    }
    guest_say(seated.bob, words);
    guest_hear(seated.bob, ":talon!* PRIVMSG #cards :*table of test is here now too*");
    guest_hear(seated.alice, ":talon!* PRIVMSG #cards :*This table is on east now too*");
}

static void deal_hands(void)
{
    guest_say(seated.bob, "!join");
    guest_word(seated.bob, "bob", seated.bobs_word);
    guest_hear(seated.alice, ":talon!* PRIVMSG #cards :*bob*");
    guest_say(seated.alice, "!start");
    guest_hand(seated.alice, "alice", seated.alices);
    guest_hand(seated.bob, "bob", seated.bobs);
}

static int share(void **state)
{
    (void)state;
    if (server.pid == 0)
        return 0;
    sharing_fresh();
    snprintf(east, sizeof(east),
             "flood_rate = 0\n[irc east]\nhost = 127.0.0.1\nport = %u\ntls = off\nflood_rate = 0\n"
             "channels = #cards\nreconnect_min = 1\n",
             eastern.port);
    seated.alice = guest_enter(&server, "alice", "alice");
    seated.bob = guest_enter(&eastern, "bob", "bob");
    daemon_talon_lines = "process = north\n" KEPT;
    assert_true(daemon_init(&talon, &server, false, ""));
    assert_true(daemon_start(&talon));
    guest_hear(seated.alice, ":talon!* JOIN *#cards*");
    daemon_talon_lines = "process = south\n" KEPT;
    assert_true(daemon_init(&south, &server, false, east));
    assert_true(daemon_start(&south));
    guest_hear(seated.bob, ":talon!* JOIN *#cards*");
    daemon_talon_lines = "process = north\n" KEPT;
    assert_true(daemon_configure(&talon, &server, false, east));
    daemon_reload(&talon);
    sharing_await(&talon, "east");
    daemon_talon_lines = "process = west\n" KEPT;
    assert_true(daemon_init(&west, &server, false, east));
    assert_true(daemon_start(&west));
    sharing_await(&west, "south");
    keep_letters();
    share_table();
    deal_hands();
    return 0;
}

static int part(void **state)
{
    seated_go();
    if (*south.folder != '\0')
        daemon_finish(&south);
    if (*west.folder != '\0')
        daemon_finish(&west);
    south = west = (struct daemon){0};
    return served_daemon_end(state);
}

/* What the bot said in each of the two channels, in order. */
enum { SAID = 65536 };
static char said[2][SAID];

static void on_line(void *arg, const char *line)
{
    static const char start[] = " PRIVMSG #cards :";
    char *text = arg;
    char plain[IRC_CLIENT_LINE];
    const char *at = strncmp(line, ":talon", 6) == 0 ? strstr(line, start) : NULL;
    if (at == NULL)
        return;
    guest_strip(at + strlen(start), plain, sizeof(plain));
    if (strstr(plain, "The table goes on") != NULL) /* it repeats the last move */
        return;
    size_t length = strlen(text);
    snprintf(text + length, SAID - length, "%s\n", plain);
}

static void listen_both(void)
{
    said[0][0] = said[1][0] = '\0';
    irc_client_watch(seated.alice, on_line, said[0]);
    irc_client_watch(seated.bob, on_line, said[1]);
}

static unsigned times(const char *text, const char *piece)
{
    unsigned count = 0;
    for (; (text = strstr(text, piece)) != NULL; text += strlen(piece))
        count++;
    return count;
}

/* Who drew, in the order in which one channel heard it: "alice bob alice ". */
static void draws_of(const char *text, char *out)
{
    static const char what[] = " draws ";
    *out = '\0';
    for (const char *at = text; (at = strstr(at, what)) != NULL; at += strlen(what)) {
        const char *begin = at;
        while (begin > text && begin[-1] >= 'a' && begin[-1] <= 'z')
            begin--;
        size_t length = strlen(out);
        snprintf(out + length, SAID - length, "%.*s ", (int)(at - begin), begin);
    }
}

static void read_on(void)
{
    irc_client_never(seated.alice, ":nobody *");
    irc_client_never(seated.bob, ":nobody *");
}

/* Each channel has heard each move once, in the same order. */
static void expect_same(unsigned moves)
{
    static char drew[2][SAID];
    int64_t until = now() + 10000;
    do {
        read_on();
        draws_of(said[0], drew[0]);
        draws_of(said[1], drew[1]);
    } while ((strcmp(drew[0], drew[1]) != 0 || times(drew[0], " ") < moves) && now() < until);
    if (strcmp(drew[0], drew[1]) != 0)
        fprintf(stderr, "here:\n%sthere:\n%s", said[0], said[1]);
    assert_string_equal(drew[0], drew[1]);
    assert_true(times(drew[0], " ") >= moves);
}

/* Both draw in turn. */
static void both_channels_hear_the_same(void **state)
{
    enum { MOVES = 12 };
    (void)state;
    if (server.pid == 0)
        skip();
    listen_both();
    while (times(said[0], " draws ") < MOVES)
        guest_draw(seated.alice, seated.bob);
    expect_same(MOVES);
}

static void same_hand(struct irc_client *guest, const char *nick, const char *cards)
{
    char hand[GUEST_HAND];
    guest_say(guest, "!hand");
    guest_hand(guest, nick, hand);
    assert_string_equal(hand, cards);
}

/* A hand goes to its owner only, through the process that has the owner's network. */
static void hands_go_only_to_their_owner(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    same_hand(seated.bob, "bob", seated.bobs);
    guest_draw(seated.alice, seated.bob);
    assert_true(pg_server_number(daemon_server, "SELECT count(*) FROM kept WHERE text LIKE"
                                                " '%Your hand%' AND text LIKE '%\"user\":\"bob\"%'"
                                                " AND recipient = 'east'") > 0);
    assert_int_equal(pg_server_number(daemon_server,
                                      "SELECT count(*) FROM kept WHERE text LIKE '%Your hand%'"
                                      " AND (text NOT LIKE '%\"user\":\"bob\"%' OR recipient <>"
                                      " 'east')"),
                     0);
    assert_int_equal(pg_server_number(daemon_server, "SELECT count(*) FROM kept WHERE text LIKE"
                                                     " '%\"user\":\"alice\"%'"),
                     0);
}

/* The table is listed once in the whole fleet. */
static void it_is_listed_once(void **state)
{
    static char text[3][8192];
    const struct daemon *const all[] = {&talon, &south, &west};
    (void)state;
    if (server.pid == 0)
        skip();
    unsigned count = 0;
    for (unsigned i = 0; i < ARRAY_SIZE(all); i++) {
        assert_int_equal(daemon_ctl(all[i], "tables --json", text[i], sizeof(text[i])), 0);
        count += times(text[i], "\"places\":");
    }
    assert_int_equal(count, 1);
    assert_non_null(strstr(text[0], "east"));
}

static int by_number(const void *one, const void *other)
{
    int64_t a = *(const int64_t *)one;
    int64_t b = *(const int64_t *)other;
    return (a > b) - (a < b);
}

/* Reads both channels until both have heard one draw more. *first, *then: when alice's and bob's
 * channel heard it. */
static void both_hear(unsigned before, int64_t *first, int64_t *then)
{
    int64_t until = now() + GUEST_PATIENCE;
    *first = *then = 0;
    while ((*first == 0 || *then == 0) && now() < until) {
        irc_client_line(seated.alice, 1);
        if (*first == 0 && times(said[0], " draws ") > before)
            *first = now();
        irc_client_line(seated.bob, 1);
        if (*then == 0 && times(said[1], " draws ") > before)
            *then = now();
    }
    if (*first == 0 || *then == 0) {
        fprintf(stderr, "here:\n%sthere:\n%s", said[0], said[1]);
        daemon_show_log(&talon);
    }
    assert_true(*first != 0 && *then != 0);
}

static void draw(struct irc_client *guest)
{
    guest_say(guest, "!draw");
    guest_say(guest, "!keep");
}

/* Whether that player has drawn last, when all that both said before is done. */
static bool drew_last(const char *nick)
{
    static char drew[SAID];
    char end[16];
    guest_done(seated.alice, "alice");
    guest_done(seated.bob, "bob"); /* after alice: his channel hears what she did before */
    expect_same(1);
    draws_of(said[0], drew);
    snprintf(end, sizeof(end), "%s ", nick);
    size_t length = strlen(drew);
    return length >= strlen(end) && strcmp(drew + length - strlen(end), end) == 0;
}

/* That player draws last, so the turn is the other one's. */
static void draw_last(struct irc_client *guest, const char *nick)
{
    guest_draw(seated.alice, seated.bob);
    while (!drew_last(nick))
        draw(guest);
}

/* How much later the other channel hears a move, and how long the move of somebody there takes
 * until they hear it: it goes to the table and back. */
static void the_other_channel_hears_it_soon(void **state)
{
    enum { MOVES = 40, MOST_MS = 5000 };
    int64_t there[MOVES / 2], back[MOVES / 2], first = 0, then = 0;
    (void)state;
    if (server.pid == 0)
        skip();
    listen_both();
    draw_last(seated.bob, "bob");
    for (unsigned i = 0; i < MOVES; i++) {
        bool here = i % 2 == 0;
        int64_t since = now();
        listen_both();
        draw(here ? seated.alice : seated.bob);
        both_hear(0, &first, &then);
        if (here)
            there[i / 2] = then - first;
        else
            back[i / 2] = then - since;
    }
    qsort(there, MOVES / 2, sizeof(there[0]), by_number);
    qsort(back, MOVES / 2, sizeof(back[0]), by_number);
    fprintf(
        stderr,
        "the other channel hears a move later by p50 %d ms, p95 %d ms; a move from there is said"
        " there after p50 %d ms, p95 %d ms\n",
        (int)there[MOVES / 4], (int)there[MOVES / 2 - 2], (int)back[MOVES / 4],
        (int)back[MOVES / 2 - 2]);
    assert_true(there[MOVES / 4] < MOST_MS && back[MOVES / 4] < MOST_MS);
}

/* What is played while nobody has the other channel is said there later, once. */
static void the_process_with_the_other_channel_is_killed(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    listen_both();
    draw_last(seated.bob, "bob");
    unsigned before = times(said[0], " draws ");
    daemon_kill(&south);
    draw(seated.alice);
    guest_hear(seated.alice, ":talon!* PRIVMSG #cards :*alice draws *card*");
    guest_hear(seated.bob, ":talon!* PRIVMSG #cards :*alice draws *card*");
    guest_hear(seated.bob, ":talon!* PRIVMSG #cards :*The table goes on where it was*");
    expect_fleet(&west, "east", "west");
    expect_same(before + 1);
    guest_hand_now(seated.bob, "bob", seated.bobs);
    draw(seated.bob);
    guest_hear(seated.alice, ":talon!* PRIVMSG #cards :*bob draws *card*");
    guest_draw(seated.alice, seated.bob);
    expect_same(before + 3);
}

/* What somebody says in the other channel while nobody has the table is done later, once. */
static void the_process_with_the_table_is_killed(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    listen_both();
    draw_last(seated.alice, "alice");
    unsigned before = times(said[1], " draws ");
    daemon_kill(&talon);
    draw(seated.bob);
    guest_hear(seated.bob, ":talon!* PRIVMSG #cards :*bob draws *card*");
    /* Only now is the bot in alice's channel again: an older line with her name may still wait. */
    guest_hear(seated.alice, ":talon!* PRIVMSG #cards :*The table goes on where it was*");
    read_on();
    assert_int_equal(times(said[1], " draws "), before + 1);
    draw(seated.alice);
    guest_hear(seated.bob, ":talon!* PRIVMSG #cards :*alice draws *card*");
    /* In alice's channel, bob's move is in "The table goes on", or has a line of its own after it.
     */
    guest_hear(seated.alice, ":talon!* PRIVMSG #cards :*alice draws *card*");
    listen_both();
    guest_draw(seated.alice, seated.bob);
    expect_same(1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, share, part)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(both_channels_hear_the_same),
        TEST(hands_go_only_to_their_owner),
        TEST(it_is_listed_once),
        TEST(the_other_channel_hears_it_soon),
        TEST(the_process_with_the_other_channel_is_killed),
        TEST(the_process_with_the_table_is_killed),
    };
    return cmocka_run_group_tests(tests, open_both, close_both);
}
