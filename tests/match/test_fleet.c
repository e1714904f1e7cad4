/* Two processes that share one database, on a real ngircd with a match going on: one is killed,
 * frozen, or told to give its network away, and the other one plays on. */
#include <fnmatch.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "asking.h"
#include "base/array.h"
#include "seated.h"
#include "served_daemon.h"
#include "sharing.h"
#include "tests/real/process.h"
#include "tests/storage/postgresql/pg_server.h"

enum { CLI_LATER = 75, SOON = 1500 /* milliseconds */ };

static struct daemon other;     /* beside `talon` */
static const char *slowly = ""; /* further lines of what `talon` plays on */
static const char usual[] = "process = north\n";
static const char *north = usual; /* lines of [talon] for `talon` */

/* `talon` plays, `other` waits for its turn. */
static int deal(void **state)
{
    (void)state;
    if (server.pid == 0)
        return 0;
    sharing_fresh();
    seated_come();
    daemon_talon_lines = north;
    assert_true(daemon_init(&talon, &server, false, slowly));
    assert_true(daemon_start(&talon));
    guest_hear(seated.alice, ":talon!* JOIN *#cards*");
    if (*slowly != '\0')
        seated_deal_slowly();
    else
        seated_deal();
    sharing_begin(&other, &server, "process = south\n");
    sharing_await(&other, "north");
    return 0;
}

static int deal_for_long(void **state)
{
    north = "process = north\n" SHARING_LONG_LIFE;
    deal(state);
    north = usual;
    return 0;
}

static int deal_slowly(void **state)
{
    slowly = "flood_burst = 24\nflood_rate = 6\n";
    deal(state);
    slowly = "";
    return 0;
}

static int go(void **state)
{
    seated_go();
    if (*other.folder != '\0')
        daemon_finish(&other);
    other = (struct daemon){0};
    return served_daemon_end(state);
}

static int64_t now(void)
{
    struct timespec at;
    clock_gettime(CLOCK_MONOTONIC, &at);
    return at.tv_sec * 1000 + at.tv_nsec / 1000000;
}

/* The other one has it, under that nick and with the same hands, and plays on. */
static void expect_taken_over(const char *what, const char *bot, int64_t since)
{
    char pattern[120];
    snprintf(pattern, sizeof(pattern), ":%s!* PRIVMSG #cards :*The table goes on where it was*",
             bot);
    guest_hear(seated.alice, pattern);
    fprintf(stderr, "%s: the table goes on after %lld ms\n", what, (long long)(now() - since));
    seated_expect_hands();
    guest_draw(seated.alice, seated.bob);
}

/* How often alice and bob were told each of these. */
enum news { NEWS_STATE, NEWS_HAND, NEWS_SEAT, NEWS };
static unsigned told[NEWS];

static void on_line(void *arg, const char *line)
{
    static const char *const news[NEWS] = {"The table goes on", "Your hand: ", "A seat is kept"};
    (void)arg;
    for (unsigned i = 0; i < NEWS; i++)
        told[i] += strncmp(line, ":talon", 6) == 0 && strstr(line, news[i]) != NULL;
}

static void listen_both(void)
{
    memset(told, 0, sizeof(told));
    irc_client_watch(seated.alice, on_line, NULL);
    irc_client_watch(seated.bob, on_line, NULL);
}

static void same_hand(struct irc_client *guest, const char *nick, const char *cards)
{
    char hand[GUEST_HAND];
    guest_say(guest, "!hand");
    guest_hand(guest, nick, hand);
    assert_string_equal(hand, cards);
}

static void expect_no_news(void)
{
    assert_true(irc_client_never(seated.alice, ":nobody *"));
    assert_true(irc_client_never(seated.bob, ":nobody *"));
    assert_int_equal(told[NEWS_STATE], 0);
    assert_int_equal(told[NEWS_SEAT], 0);
}

/* The other one has it, under the same nick, and nobody is told: who types is answered, as who they
 * are and with what they held, and plays on. What took longer than a moment (NETWORK_MOMENT) is
 * told: on a machine that busy nothing more is to be seen here. */
static void expect_moved(const char *what, int64_t since)
{
    guest_hear(seated.alice, ":talon!* JOIN *#cards*");
    int64_t took = now() - since;
    fprintf(stderr, "%s: the other is there after %lld ms\n", what, (long long)took);
    if (took > SOON)
        return;
    same_hand(seated.alice, "alice", seated.alices);
    fprintf(stderr, "%s: it answers after %lld ms\n", what, (long long)(now() - since));
    same_hand(seated.bob, "bob", seated.bobs);
    if (now() - since > SOON)
        return;
    assert_int_equal(told[NEWS_HAND], 2); /* what they asked for */
    guest_draw(seated.alice, seated.bob);
    expect_no_news();
}

static void one_is_killed(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    int64_t since = now();
    daemon_kill(&talon);
    expect_taken_over("killed", "talon", since);
    sharing_await(&other, "south (this one)");
    assert_int_equal(daemon_stop(&other), 0);
}

/* It is gone by the kernel's clock before it knows: awake again it says nothing and ends. Then the
 * nick that it kept is the other's. */
static void one_is_frozen(void **state)
{
    int status = 0;
    (void)state;
    if (server.pid == 0)
        skip();
    int64_t since = now();
    daemon_pause(&talon, true);
    expect_taken_over("frozen", "talon_", since);
    daemon_pause(&talon, false);
    assert_int_equal(waitpid(talon.pid, &status, 0), talon.pid);
    talon.pid = 0;
    /* whichever of its threads finds it out first: the one that renews, or the one that writes */
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), CLI_LATER);
    guest_hear(seated.alice, ":talon_!* NICK *talon");
    assert_true(irc_client_never(seated.alice, ":talon!* PRIVMSG *"));
    guest_draw(seated.alice, seated.bob);
    assert_int_equal(daemon_stop(&other), 0);
}

static void one_ends_in_order(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    listen_both();
    int64_t since = now();
    assert_int_equal(daemon_stop(&talon), 0);
    expect_moved("ended", since);
    assert_int_equal(daemon_stop(&other), 0);
}

static void one_gives_all_away(void **state)
{
    char text[4096];
    (void)state;
    if (server.pid == 0)
        skip();
    listen_both();
    int64_t since = now();
    assert_int_equal(daemon_ctl(&talon, "drain", text, sizeof(text)), 0);
    assert_non_null(strstr(text, "networks given up: 1"));
    expect_moved("drained", since);
    sharing_await(&talon, "south");
    assert_int_equal(daemon_ctl(&talon, "drain", text, sizeof(text)), 0);
    assert_non_null(strstr(text, "networks given up: 0"));
    assert_int_equal(daemon_stop(&talon), 0);
    assert_int_equal(daemon_stop(&other), 0);
}

/* More than a slow network takes in the last second: how it stands is told anew. */
static void one_ends_with_lines_untold(void **state)
{
    (void)state;
    if (server.pid == 0)
        skip();
    static const char *const asked[] = {"!rules", "!order", "!table", "!fair", "!scores"};
    for (unsigned i = 0; i < ARRAY_SIZE(asked); i++) {
        guest_say(seated.alice, asked[i]);
        guest_say(seated.bob, asked[i]);
    }
    guest_hear(seated.alice, ":talon!* PRIVMSG *");
    int64_t since = now();
    assert_int_equal(daemon_stop(&talon), 0);
    expect_taken_over("ended with lines untold", "talon*", since);
    assert_int_equal(daemon_stop(&other), 0);
}

/* What a newer version does when it comes beside: its tables have more than this one knows. */
static void a_newer_one_has_come(void **state)
{
    char text[4096];
    (void)state;
    if (server.pid == 0)
        skip();
    pg_server_run(daemon_server, "ALTER TABLE game_table ADD COLUMN later TEXT;"
                                 "ALTER TABLE round ADD COLUMN later BIGINT NOT NULL DEFAULT 1;"
                                 "ALTER TABLE journal ADD COLUMN later TEXT;"
                                 "ALTER TABLE person ADD COLUMN later TEXT;"
                                 "ALTER TABLE lease ADD COLUMN later TEXT;"
                                 "ALTER TABLE member ADD COLUMN later TEXT;"
                                 "ALTER TABLE writer ADD COLUMN later TEXT;"
                                 "CREATE TABLE later (id BIGINT PRIMARY KEY);"
                                 "UPDATE talon SET version = version + 1");
    guest_draw(seated.alice, seated.bob);
    guest_hand_now(seated.alice, "alice", seated.alices);
    guest_hand_now(seated.bob, "bob", seated.bobs);
    int64_t since = now();
    daemon_kill(&talon);
    expect_taken_over("beside a newer one", "talon", since);
    assert_true(daemon_start(&talon));
    sharing_await(&talon, "south");
    assert_int_equal(daemon_tool(&talon, "check-db", text, sizeof(text)), 0);
    listen_both();
    since = now();
    assert_int_equal(daemon_stop(&other), 0);
    guest_hear(seated.alice, ":talon!* JOIN *#cards*");
    guest_draw(seated.alice, seated.bob);
    if (now() - since <= SOON)
        expect_no_news();
    assert_int_equal(daemon_stop(&talon), 0);
}

/* `talon` plays on three networks, which `other` waits for. */
static int deal_on_three(void **state)
{
    static char more[400];
    (void)state;
    if (server.pid == 0)
        return 0;
    snprintf(more, sizeof(more),
             "[irc second]\nhost = 127.0.0.1\nport = %u\ntls = off\nnick = second\n"
             "channels = #second\n[irc third]\nhost = 127.0.0.1\nport = %u\ntls = off\n"
             "nick = third\nchannels = #third\n",
             server.port, server.port);
    sharing_fresh();
    seated_come();
    irc_client_send(seated.alice, "JOIN #second,#third");
    daemon_talon_lines = "process = north\nshare = off\n";
    assert_true(daemon_init(&talon, &server, false, more));
    assert_true(daemon_start(&talon));
    guest_hear(seated.alice, ":talon!* JOIN *#cards*");
    /* Nobody else is there yet, so `talon` holds them. */
    for (int waited = 0; pg_server_number(daemon_server, "SELECT count(*) FROM lease WHERE holder"
                                                         " IS NOT NULL") < 3;
         waited += 20) {
        assert_true(waited < IRC_CLIENT_PATIENCE);
        process_pause(20);
    }
    seated_deal();
    daemon_talon_lines = "process = south\n";
    assert_true(daemon_init(&other, &server, false, more));
    assert_true(daemon_start(&other));
    sharing_await(&other, "north");
    return 0;
}

static const char *const joins[] = {":talon!* JOIN *#cards*", ":second!* JOIN *#second*",
                                    ":third!* JOIN *#third*"};
static int64_t joined[3];

static void note_join(void *arg, const char *line)
{
    (void)arg;
    for (unsigned i = 0; i < 3; i++) {
        if (fnmatch(joins[i], line, 0) == 0)
            joined[i] = now();
    }
}

/* None waits until the process that gives them is gone. */
static void all_networks_are_handed_over_side_by_side(void **state)
{
    static char lines[3][IRC_CLIENT_LINE];
    (void)state;
    if (server.pid == 0)
        skip();
    process_pause(2 * SOON); /* in its first life the other one takes one at each renewal */
    assert_true(irc_client_never(seated.alice, ":nobody *")); /* older joins are read */
    irc_client_watch(seated.alice, note_join, NULL);
    int64_t since = now();
    assert_int_equal(daemon_stop(&talon), 0);
    assert_true(irc_client_expect_all(seated.alice, IRC_CLIENT_PATIENCE, joins, 3, lines));
    int64_t last = 0;
    for (unsigned i = 0; i < 3; i++) {
        fprintf(stderr, "network %u: the other is there after %d ms\n", i,
                (int)(joined[i] - since));
        last = joined[i] > last ? joined[i] : last;
    }
    int64_t apart =
        pg_server_number(daemon_server, "SELECT CAST(extract(epoch FROM max(taken) - min(taken))"
                                        " * 1000 AS BIGINT) FROM lease");
    if (last - since <= SOON) /* on a machine that is too busy nothing is to be seen here */
        assert_true(apart < SOON / 2);
    irc_client_watch(seated.alice, NULL, NULL);
    guest_draw(seated.alice, seated.bob);
    assert_int_equal(daemon_stop(&other), 0);
}

static bool is_ready(const char *start)
{
    int fd = asking_come();
    if (fd < 0)
        return false;
    close(fd);
    return strncmp(asking_get("GET /readyz HTTP/1.1\r\n\r\n"), start, strlen(start)) == 0;
}

static void await_readiness(const char *start)
{
    for (int waited = 0; !is_ready(start); waited += 20) {
        assert_true(waited < IRC_CLIENT_PATIENCE);
        process_pause(20);
    }
}

/* It has no network, and so nothing to write. */
static void an_idle_one_tells_that_the_database_is_away(void **state)
{
    static char lines[80];
    static struct daemon idle;
    (void)state;
    if (server.pid == 0)
        skip();
    assert_true(process_ports(&asking_port, 1));
    snprintf(lines, sizeof(lines), "process = idle\nhttp = 127.0.0.1:%u\n", asking_port);
    sharing_begin(&idle, &server, lines);
    await_readiness("HTTP/1.1 200 OK\r\n");
    pg_server_kill();
    await_readiness("HTTP/1.1 503 ");
    assert_string_equal(asking_body(), "The database cannot be reached: play waits.\n");
    pg_server_start();
    await_readiness("HTTP/1.1 200 OK\r\n");
    assert_int_equal(daemon_stop(&idle), 0);
    daemon_finish(&idle);
    guest_draw(seated.alice, seated.bob);
    assert_int_equal(daemon_stop(&talon), 0);
    assert_int_equal(daemon_stop(&other), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(one_is_killed, deal, go),
        cmocka_unit_test_setup_teardown(one_is_frozen, deal, go),
        cmocka_unit_test_setup_teardown(one_ends_in_order, deal_for_long, go),
        cmocka_unit_test_setup_teardown(one_gives_all_away, deal_for_long, go),
        cmocka_unit_test_setup_teardown(one_ends_with_lines_untold, deal_slowly, go),
        cmocka_unit_test_setup_teardown(a_newer_one_has_come, deal, go),
        cmocka_unit_test_setup_teardown(all_networks_are_handed_over_side_by_side, deal_on_three,
                                        go),
        cmocka_unit_test_setup_teardown(an_idle_one_tells_that_the_database_is_away, deal_for_long,
                                        go),
    };
    return cmocka_run_group_tests(tests, sharing_open, served_daemon_close);
}
