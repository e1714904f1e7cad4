/* What waits, and when it may go. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/pace.h"
#include "adapters/irc/proto.h"
#include "pacing.h"

static bool put_on(struct pace *pace, const char *user, uint32_t topic, const char *line)
{
    const struct pace_way way = {.to = user, .whisper = true, .topic = topic};
    return pace_put(pace, PACE_HAND, &way, line, strlen(line));
}

/* It makes stale what waits on that topic. */
static void put_newer(struct pace *pace, const char *user, uint32_t topic, const char *line)
{
    const struct pace_way way = {.to = user, .whisper = true, .topic = topic, .replaces = true};
    assert_true(pace_put(pace, PACE_HAND, &way, line, strlen(line)));
}

/* Five short lines at once, the last of them a move's, then one each two seconds and a bit; a line
 * of 490 bytes costs six. */
static void test_rate(void **state)
{
    (void)state;
    struct pace pace;
    begin(&pace, 5, 30);
    uint64_t now = 1000000;
    for (int i = 0; i < 50; i++)
        put(&pace, PACE_TABLE, NULL, "PRIVMSG #c :hi\r\n");
    unsigned at_once = 0;
    while (*take(&pace, now))
        at_once++;
    assert_int_equal(at_once, 4);
    assert_true(pace_due(&pace) > now);
    put(&pace, PACE_MOVE, NULL, "PRIVMSG #c :move\r\n");
    assert_string_equal(take(&pace, now), "PRIVMSG #c :move\r\n");
    put(&pace, PACE_MOVE, NULL, "PRIVMSG #c :move\r\n");
    assert_string_equal(take(&pace, now), "");
    assert_in_range(pace_due(&pace), now + 1, now + 700);
    now = pace_due(&pace);
    assert_string_equal(take(&pace, now), "PRIVMSG #c :move\r\n");
    unsigned sent = 0;
    for (uint64_t end = now + 60000; (now = pace_due(&pace)) < end; sent++)
        assert_string_not_equal(take(&pace, now), "");
    assert_in_range(sent, 26, 30);
    pace_clear(&pace);
    assert_true(pace_due(&pace) == UINT64_MAX);

    char line[491];
    memset(line, 'x', sizeof line - 1);
    line[sizeof line - 1] = '\0';
    for (int i = 0; i < 3; i++)
        put(&pace, PACE_TABLE, NULL, line);
    now = 1000;
    assert_string_equal(take(&pace, now), line);
    assert_string_equal(take(&pace, now), line); /* 6.1 s ahead: below eight */
    assert_string_equal(take(&pace, now), "");
    assert_in_range(pace_due(&pace), now + 5400, now + 5600); /* 534 of them are left to read */
    now = pace_due(&pace);
    assert_string_equal(take(&pace, now), line);
    pace_clear(&pace);
}

/* However long the lines are, a server never has more than 1024 bytes of ours at once to read. */
static void test_unread(void **state)
{
    (void)state;
    for (size_t length = 10; length <= PROTO_LINE; length++) {
        struct pace pace;
        char line[PROTO_LINE + 1];
        char out[PROTO_LINE + 1];
        memset(line, 'x', length);
        line[length] = '\0';
        begin(&pace, 5, 30);
        for (unsigned i = 0; i < 10; i++)
            put(&pace, PACE_TABLE, NULL, line);
        size_t sent = 0;
        for (size_t more; (more = pace_take(&pace, 1000, out, sizeof out)) > 0;)
            sent += more;
        assert_in_range(sent, length, 1024);
        assert_true(pace_due(&pace) > 1000);
        pace_clear(&pace);
    }
}

/* The hand of who is to move goes before those of who wait, but for what has waited for long. */
static void test_turn(void **state)
{
    (void)state;
    static const char *const order[] = {"dora\r\n", "fay\r\n", "ann\r\n", "bob\r\n", ""};
    static const char *const late[] = {"ann\r\n", "bob\r\n", "dora\r\n", "eve\r\n", ""};
    struct pace pace;
    struct pace_way way = {.to = "dora", .whisper = true, .first = true};
    begin(&pace, 5, 0);
    pace_time(&pace, 1000);
    put(&pace, PACE_HAND, "ann", "ann\r\n");
    put(&pace, PACE_HAND, "bob", "bob\r\n");
    assert_true(pace_put(&pace, PACE_HAND, &way, "dora\r\n", 6));
    way.to = "fay"; /* at another table: each in its turn */
    assert_true(pace_put(&pace, PACE_HAND, &way, "fay\r\n", 5));
    for (unsigned i = 0; i < sizeof order / sizeof order[0]; i++)
        assert_string_equal(take(&pace, 1000), order[i]);
    put(&pace, PACE_HAND, "ann", "ann\r\n");
    put(&pace, PACE_HAND, "bob", "bob\r\n");
    pace_time(&pace, 4001);
    put(&pace, PACE_HAND, "eve", "eve\r\n");
    way.to = "dora";
    assert_true(pace_put(&pace, PACE_HAND, &way, "dora\r\n", 6));
    for (unsigned i = 0; i < sizeof late / sizeof late[0]; i++)
        assert_string_equal(take(&pace, 4001), late[i]);
}

static void test_no_pacing(void **state)
{
    (void)state;
    struct pace pace;
    begin(&pace, 5, 0);
    for (int i = 0; i < 1000; i++)
        put(&pace, PACE_TABLE, NULL, "X\r\n");
    for (int i = 0; i < 1000; i++)
        assert_string_equal(take(&pace, 0), "X\r\n");
    assert_string_equal(take(&pace, 0), "");
}

/* PONG before hands before the channel; urgent lines do not wait for their turn. */
static void test_order(void **state)
{
    (void)state;
    struct pace pace;
    begin(&pace, 2, 30);
    put(&pace, PACE_INFO, NULL, "help\r\n");
    put(&pace, PACE_TABLE, NULL, "table 1\r\n");
    put(&pace, PACE_TABLE, NULL, "table 2\r\n");
    put(&pace, PACE_HAND, "bob", "hand\r\n");
    assert_string_equal(take(&pace, 0), "hand\r\n");
    assert_string_equal(take(&pace, 0), "table 1\r\n");
    assert_string_equal(take(&pace, 0), "");
    put(&pace, PACE_URGENT, NULL, "PONG\r\n");
    assert_string_equal(take(&pace, 0), "PONG\r\n");
    assert_string_equal(take(&pace, 0), "");
    assert_string_equal(take(&pace, 60000), "table 2\r\n");
    assert_string_equal(take(&pace, 60000), "");
    assert_string_equal(take(&pace, 70000), "help\r\n");
    pace_clear(&pace);
}

/* A line that does not fit stays. */
static void test_size(void **state)
{
    (void)state;
    struct pace pace;
    char out[8];
    begin(&pace, 5, 30);
    put(&pace, PACE_TABLE, NULL, "12345678\r\n");
    assert_int_equal(pace_take(&pace, 0, out, sizeof out), 0);
    assert_string_equal(take(&pace, 0), "12345678\r\n");
}

static size_t rewrite(void *arg, const char *line, char *out, size_t size)
{
    if (strstr(line, "drop"))
        return 0;
    return (size_t)snprintf(out, size, "to %s: %s", (const char *)arg, line);
}

/* Hands follow a rename, and go with their reader. */
static void test_users(void **state)
{
    (void)state;
    struct pace pace;
    char new_name[] = "bobby";
    begin(&pace, 5, 0);
    put(&pace, PACE_HAND, "bob", "1\r\n");
    put(&pace, PACE_HAND, "eve", "2\r\n");
    put(&pace, PACE_HAND, "bob", "drop 3\r\n");
    put(&pace, PACE_INFO, "bob", "4\r\n");
    put(&pace, PACE_HAND, "bob", "drop 5\r\n");
    assert_true(pace_waits(&pace, "bob"));
    pace_rename(&pace, "bob", new_name, rewrite, new_name);
    assert_false(pace_waits(&pace, "bob"));
    assert_int_equal(pace_forget(&pace, "eve"), 1);
    put(&pace, PACE_HAND, NULL, "6\r\n");
    assert_string_equal(take(&pace, 0), "to bobby: 1\r\n");
    assert_string_equal(take(&pace, 0), "6\r\n");
    assert_int_equal(pace_forget(&pace, "bobby"), 1);
    assert_string_equal(take(&pace, 0), "");
    assert_int_equal(pace.bytes, 0);
}

/* A hand that waits is stale when the next one comes; other lines and other channels' stay. */
static void test_supersede(void **state)
{
    (void)state;
    struct pace pace;
    begin(&pace, 5, 0);
    assert_true(put_on(&pace, "bob", 1, "old 1\r\n"));
    assert_true(put_on(&pace, "bob", 1, "old 2\r\n"));
    assert_true(put_on(&pace, "bob", 2, "other\r\n"));
    put(&pace, PACE_HAND, "bob", "drawn\r\n");
    assert_true(put_on(&pace, "eve", 1, "eve's\r\n"));
    assert_true(pace_waits_on(&pace, "bob", 1));
    assert_false(pace_waits_on(&pace, "bob", 3));
    assert_false(pace_waits_on(&pace, "bob", 0));
    put_newer(&pace, "bob", 1, "new 1\r\n");
    assert_true(put_on(&pace, "bob", 1, "new 2\r\n"));
    assert_string_equal(take(&pace, 0), "other\r\n");
    assert_string_equal(take(&pace, 0), "eve's\r\n");
    assert_string_equal(take(&pace, 0), "drawn\r\n");
    assert_string_equal(take(&pace, 0), "new 1\r\n");
    assert_string_equal(take(&pace, 0), "new 2\r\n");
    assert_string_equal(take(&pace, 0), "");
    assert_int_equal(pace.bytes, 0);
    assert_int_equal(pace.waiting, 0);
}

/* Who asks for a hand that waits gets it no later: their turn and its age stay. */
static void test_place(void **state)
{
    (void)state;
    struct pace pace;
    begin(&pace, 5, 0);
    pace_time(&pace, 1000);
    assert_true(put_on(&pace, "bob", 1, "bob's\r\n"));
    assert_true(put_on(&pace, "eve", 1, "eve's\r\n"));
    pace_time(&pace, 3900);
    put_newer(&pace, "bob", 1, "bob's newer\r\n");
    pace_time(&pace, 4100); /* now bob has waited for long: who is to move does not go before */
    const struct pace_way way = {.to = "ann", .whisper = true, .first = true};
    assert_true(pace_put(&pace, PACE_HAND, &way, "ann's\r\n", 7));
    assert_string_equal(take(&pace, 4100), "bob's newer\r\n");
    assert_string_equal(take(&pace, 4100), "eve's\r\n");
    assert_string_equal(take(&pace, 4100), "ann's\r\n");
    assert_string_equal(take(&pace, 4100), "");
}

static void test_bound(void **state)
{
    (void)state;
    struct pace pace;
    static char line[PROTO_LINE];
    memset(line, 'x', sizeof line);
    begin(&pace, 5, 30);
    unsigned taken = 0;
    for (; pace_put(&pace, PACE_INFO, NULL, line, sizeof line) && taken < 100000; taken++)
        line[taken % 400] = (char)(line[taken % 400] == 'y' ? 'z' : 'y');
    assert_in_range(taken, 1000, PACE_INFO_BYTES / PROTO_LINE);
    while (pace_put(&pace, PACE_TABLE, NULL, line, sizeof line) && taken < 100000)
        taken++;
    assert_in_range(taken, PACE_INFO_BYTES / PROTO_LINE, PACE_BYTES / PROTO_LINE);
    assert_false(put_on(&pace, "bob", 1, "hand\r\n"));
    put(&pace, PACE_URGENT, NULL, "PONG\r\n");
    assert_string_equal(take(&pace, 0), "PONG\r\n");
    pace_clear(&pace);
    assert_int_equal(pace.bytes, 0);
}

/* A channel that says a lot lets the others have every second line. */
static void test_no_starving(void **state)
{
    (void)state;
    struct pace pace;
    begin(&pace, 5, 0);
    for (int i = 0; i < 100; i++)
        say(&pace, "#loud", "x", 0);
    say(&pace, "#calm", "1", 0);
    say(&pace, "#calm", "2", 0);
    assert_string_equal(take(&pace, 0), "PRIVMSG #loud :x\r\n");
    assert_string_equal(take(&pace, 0), "PRIVMSG #calm :1\r\n");
    assert_string_equal(take(&pace, 0), "PRIVMSG #loud :x\r\n");
    assert_string_equal(take(&pace, 0), "PRIVMSG #calm :2\r\n");
    for (int i = 0; i < 98; i++)
        assert_string_equal(take(&pace, 0), "PRIVMSG #loud :x\r\n");
    assert_string_equal(take(&pace, 0), "");
    assert_int_equal(pace.bytes, 0);
}

/* Who asks waits for the tables; but however much these say, the answer comes. */
static void test_curious(void **state)
{
    (void)state;
    struct pace pace;
    begin(&pace, 5, 0);
    put(&pace, PACE_INFO, "bob", "first\r\n");
    put(&pace, PACE_INFO, "bob", "second\r\n");
    for (int i = 0; i < 60; i++)
        put(&pace, i % 2 ? PACE_TABLE : PACE_HAND, NULL, "move\r\n");
    for (int i = 0; i < 20; i++)
        assert_string_equal(take(&pace, 19999), "move\r\n");
    for (int i = 0; i < 42; i++) {
        if (i == 20)
            put(&pace, PACE_URGENT, NULL, "PONG\r\n");
        assert_string_equal(take(&pace, 20000), i == 0    ? "first\r\n"
                                                : i == 5  ? "second\r\n"
                                                : i == 20 ? "PONG\r\n"
                                                          : "move\r\n");
    }
    assert_string_equal(take(&pace, 20000), "move\r\n");
    assert_string_equal(take(&pace, 20000), "");
}

/* Players who answer at once are asked at once, and their moves are told: the channel's other news
 * and hands come all the same. */
static void test_fast_players(void **state)
{
    (void)state;
    struct pace pace;
    begin(&pace, 5, 0);
    unsigned moves = 0;
    unsigned since[2] = {0, 0};
    for (int i = 0; i < 100; i++) {
        say(&pace, "#cards", "x", 0);
        put(&pace, PACE_HAND, i % 2 ? "bob" : "alice", "hand\r\n");
        put(&pace, PACE_MOVE, NULL, "move\r\n");
        const char *line = take(&pace, 0);
        moves += *line == 'm';
        since[0] = *line == 'h' ? 0 : since[0] + 1;
        since[1] = *line == 'P' ? 0 : since[1] + 1;
        assert_true(since[0] <= 6 && since[1] <= 6);
    }
    assert_true(moves >= 60);
    pace_clear(&pace);
}

/* The limits of a server of which we know that it delays: the end of the burst is for moves. */
static void test_kept_for_moves(void **state)
{
    (void)state;
    struct pace pace;
    const struct pace_limits limits = {.burst = 8, .line_ms = 1000, .lines = 20, .bytes = 6000};
    pace_init(&pace);
    pace_limit(&pace, &limits);
    for (int i = 0; i < 20; i++) {
        put(&pace, PACE_INFO, "eve", i % 2 ? "help\r\n" : "rules\r\n");
        put(&pace, PACE_HAND, "bob", "hand\r\n");
    }
    for (int i = 0; i < 6; i++)
        assert_string_equal(take(&pace, 1000), "hand\r\n");
    assert_string_equal(take(&pace, 1000), "");
    for (int i = 0; i < 2; i++) {
        put(&pace, PACE_MOVE, NULL, "move\r\n");
        assert_string_equal(take(&pace, 1000), "move\r\n");
    }
    put(&pace, PACE_MOVE, NULL, "move\r\n");
    assert_string_equal(take(&pace, 1000), "");
    assert_int_equal(pace_due(&pace), 2000);
    assert_string_equal(take(&pace, 2000), "move\r\n");
    assert_string_equal(take(&pace, 2000), "");
    assert_string_equal(take(&pace, 4999), "");
    assert_string_equal(take(&pace, 5000), "hand\r\n");
    pace_clear(&pace);

    pace_limit(&pace, &limits); /* who is curious has half of it */
    for (int i = 0; i < 8; i++)
        put(&pace, PACE_INFO, "eve", i % 2 ? "help\r\n" : "rules\r\n");
    for (int i = 0; i < 4; i++)
        assert_string_not_equal(take(&pace, 1000), "");
    assert_string_equal(take(&pace, 1000), "");
    pace_clear(&pace);
}

/* What a command costs beyond a line. */
static void test_extra(void **state)
{
    (void)state;
    struct pace pace;
    const struct pace_limits limits = {
        .burst = 2, .line_ms = 1000, .extra = {{"WHO", 3000}, {"JOIN", 1000}}};
    pace_init(&pace);
    pace_limit(&pace, &limits);
    put(&pace, PACE_TABLE, NULL, "JOIN #c\r\n");
    assert_string_equal(take(&pace, 1000), "JOIN #c\r\n");
    assert_true(pace.clock == 3000);
    put(&pace, PACE_TABLE, NULL, "WHOIS bob\r\n");
    assert_string_equal(take(&pace, 4000), "WHOIS bob\r\n");
    assert_true(pace.clock == 5000);
}

/* A channel is told in order: a move's line takes along what waits, as one line where it fits. */
static void test_take_along(void **state)
{
    (void)state;
    struct pace pace;
    const struct pace_way way = {.to = "#a", .head = strlen("PRIVMSG #a :"), .most = 400};
    const struct pace_limits limits = {.burst = 5, .line_ms = 1000};
    pace_init(&pace);
    pace_limit(&pace, &limits);
    say(&pace, "#a", "robot plays", 400);
    say(&pace, "#b", "other", 400);
    assert_true(pace_put(&pace, PACE_MOVE, &way, "PRIVMSG #a :bob plays\r\n", 23));
    assert_string_equal(take(&pace, 0), "PRIVMSG #a :robot plays \u00b7 bob plays\r\n");
    assert_string_equal(take(&pace, 0), "PRIVMSG #b :other\r\n");
    assert_string_equal(take(&pace, 0), "");
    assert_int_equal(pace.bytes, 0);
    assert_int_equal(pace.waiting, 0);
}

/* "It is your turn" need not be said behind the move. */
static void test_stale(void **state)
{
    (void)state;
    struct pace pace;
    const struct pace_way way = {.to = "#a", .topic = PACE_STALE};
    begin(&pace, 5, 30);
    assert_true(pace_put(&pace, PACE_TABLE, &way, "reminder\r\n", 10));
    assert_true(pace_put(&pace, PACE_TABLE, &way, "reminder 2\r\n", 12));
    assert_string_equal(take(&pace, 0), "reminder 2\r\n");
    assert_true(pace_put(&pace, PACE_TABLE, &way, "reminder 3\r\n", 12));
    say(&pace, "#b", "other", 400);
    say(&pace, "#a", "move", 400);
    assert_string_equal(take(&pace, 0), "PRIVMSG #b :other\r\n");
    assert_string_equal(take(&pace, 0), "PRIVMSG #a :move\r\n");
    assert_string_equal(take(&pace, 0), "");
}

/* Lines that have waited for some seconds go together, whatever is left of the burst. */
static void test_join_old(void **state)
{
    (void)state;
    struct pace pace;
    const struct pace_limits limits = {.burst = 8, .line_ms = 10, .lines = 1, .bytes = 100};
    pace_init(&pace);
    pace_limit(&pace, &limits);
    pace_time(&pace, 1000);
    for (int i = 0; i < 4; i++)
        say(&pace, "#a", "x", 400);
    assert_string_equal(take(&pace, 1000), "PRIVMSG #a :x\r\n");
    assert_string_equal(take(&pace, 4000), ""); /* nothing is through */
    assert_true(pace_due(&pace) == UINT64_MAX);
    uint32_t mark = window_mark(&pace.window, 4000);
    assert_int_not_equal(mark, 0);
    assert_true(pace_behind(&pace, false) >= 10);
    assert_true(window_answer(&pace.window, mark));
    assert_string_equal(take(&pace, 4001), "PRIVMSG #a :x \u00b7 x \u00b7 x\r\n");
    assert_true(pace_behind(&pace, false) == 0);
}

/* How late a line to a table will be; who is curious counts for nothing. */
static void test_behind(void **state)
{
    (void)state;
    struct pace pace;
    char nick[16];
    begin(&pace, 5, 30);
    assert_true(pace_behind(&pace, false) == 0);
    for (int i = 0; i < 10; i++)
        put(&pace, PACE_INFO, "eve", i % 2 ? "help\r\n" : "rules\r\n");
    assert_true(pace_behind(&pace, false) == 0);
    for (int i = 0; i < 10; i++) {
        snprintf(nick, sizeof nick, "nick%d", i);
        put(&pace, PACE_HAND, nick, "hand\r\n");
    }
    assert_in_range(pace_behind(&pace, false), 20000, 22000);
    while (*take(&pace, 0))
        ;
    assert_in_range(pace_behind(&pace, false), 12000, 14000);
    for (int i = 0; i < 1000; i++) /* as many lines as they fill, since they go together */
        say(&pace, "#a", "12345678901234567890", 400);
    assert_in_range(pace_behind(&pace, false), 100000, 300000);
    pace_clear(&pace);
    assert_true(pace_behind(&pace, false) == 0);
}

/* Lines of one channel go as one when half of the burst is used up, as many as fit. */
static void test_join(void **state)
{
    (void)state;
    struct pace pace;
    begin(&pace, 4, 30);
    const size_t most = strlen("PRIVMSG #a :4444 \u00b7 5555\r\n");
    for (char text[] = "1111"; text[0] <= '6'; text[0]++, memset(text, text[0], 4))
        say(&pace, "#a", text, most);
    say(&pace, "#b", "b", most);
    assert_string_equal(take(&pace, 1), "PRIVMSG #a :1111\r\n");
    assert_string_equal(take(&pace, 1), "PRIVMSG #b :b\r\n");
    assert_string_equal(take(&pace, 1), "PRIVMSG #a :2222 \u00b7 3333\r\n");
    assert_string_equal(take(&pace, 1), "");
    assert_string_equal(take(&pace, 3000), "PRIVMSG #a :4444 \u00b7 5555\r\n");
    assert_string_equal(take(&pace, 60000), "PRIVMSG #a :6666\r\n");
    assert_int_equal(pace.bytes, 0);
    /* not with another command, and not what is no text */
    struct pace_way way = {.to = "#a", .head = strlen("NOTICE #a :"), .most = 400};
    pace.clock = 100000;
    say(&pace, "#a", "one", 400);
    assert_true(pace_put(&pace, PACE_TABLE, &way, "NOTICE #a :two\r\n", 16));
    way.head = 0;
    assert_true(pace_put(&pace, PACE_TABLE, &way, "MODE #a\r\n", 9));
    assert_string_equal(take(&pace, 95000), "PRIVMSG #a :one\r\n");
    pace.clock = 100000;
    assert_string_equal(take(&pace, 95000), "NOTICE #a :two\r\n");
    pace_clear(&pace);
}

/* What was joined to a nick's length goes on being joined after a rename. */
static void test_join_renamed(void **state)
{
    (void)state;
    struct pace pace;
    char to[] = "robert";
    begin(&pace, 4, 30);
    const struct pace_way way = {
        .to = "bob", .whisper = true, .head = strlen("to robert: ") - 3, .most = 100};
    assert_true(pace_put(&pace, PACE_HAND, &way, "a\r\n", 3));
    assert_true(pace_put(&pace, PACE_HAND, &way, "b\r\n", 3));
    pace_rename(&pace, "bob", to, rewrite, to);
    pace.clock = 7000;
    assert_string_equal(take(&pace, 2000), "to robert: a \u00b7 b\r\n");
    pace_clear(&pace);
}

/* Who asks the same ten times is answered once, but a table's lines all count. */
static void test_same(void **state)
{
    (void)state;
    struct pace pace;
    begin(&pace, 5, 0);
    put(&pace, PACE_INFO, "bob", "no\r\n");
    put(&pace, PACE_INFO, "bob", "no\r\n");
    put(&pace, PACE_INFO, "eve", "no\r\n");
    put(&pace, PACE_INFO, "bob", "yes\r\n");
    put(&pace, PACE_INFO, "bob", "no\r\n");
    put(&pace, PACE_TABLE, "bob", "move\r\n");
    put(&pace, PACE_TABLE, "bob", "move\r\n");
    static const char *const expected[] = {"move\r\n", "move\r\n", "no\r\n", "no\r\n",
                                           "yes\r\n",  "no\r\n",   ""};
    for (unsigned i = 0; i < sizeof expected / sizeof expected[0]; i++)
        assert_string_equal(take(&pace, 0), expected[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rate),           cmocka_unit_test(test_unread),
        cmocka_unit_test(test_no_pacing),      cmocka_unit_test(test_order),
        cmocka_unit_test(test_size),           cmocka_unit_test(test_users),
        cmocka_unit_test(test_bound),          cmocka_unit_test(test_supersede),
        cmocka_unit_test(test_place),          cmocka_unit_test(test_no_starving),
        cmocka_unit_test(test_same),           cmocka_unit_test(test_curious),
        cmocka_unit_test(test_join),           cmocka_unit_test(test_join_renamed),
        cmocka_unit_test(test_fast_players),   cmocka_unit_test(test_extra),
        cmocka_unit_test(test_kept_for_moves), cmocka_unit_test(test_stale),
        cmocka_unit_test(test_take_along),     cmocka_unit_test(test_turn),
        cmocka_unit_test(test_join_old),       cmocka_unit_test(test_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
