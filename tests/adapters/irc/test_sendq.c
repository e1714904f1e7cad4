/* The send queue: what waits, and when it may go (adapters/irc/sending/sendq.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/sending/sendq.h"
#include "adapters/irc/wire/proto.h"
#include "base/array.h"
#include "sending.h"

static bool put_on(struct sendq *sendq, const char *user, uint32_t topic, const char *line)
{
    const struct sendq_target target = {.name = user, .whisper = true, .topic = topic};
    return sendq_put(sendq, SENDQ_HAND, &target, line, strlen(line));
}

/* It makes stale what waits on that topic. */
static void put_newer(struct sendq *sendq, const char *user, uint32_t topic, const char *line)
{
    const struct sendq_target target = {
        .name = user, .whisper = true, .topic = topic, .replaces = true};
    assert_true(sendq_put(sendq, SENDQ_HAND, &target, line, strlen(line)));
}

/* Five short lines at once, the last of them a move's, then one each two seconds and a bit; a line
 * of 490 bytes costs six. */
static void lines_go_at_the_rate(void **state)
{
    (void)state;
    struct sendq sendq;
    begin(&sendq, 5, 30);
    uint64_t now = 1000000;
    for (int i = 0; i < 50; i++)
        put(&sendq, SENDQ_TABLE, NULL, "PRIVMSG #c :hi\r\n");
    unsigned at_once = 0;
    while (*take(&sendq, now) != '\0')
        at_once++;
    assert_int_equal(at_once, 4);
    assert_true(sendq_due(&sendq) > now);
    put(&sendq, SENDQ_MOVE, NULL, "PRIVMSG #c :move\r\n");
    assert_string_equal(take(&sendq, now), "PRIVMSG #c :move\r\n");
    put(&sendq, SENDQ_MOVE, NULL, "PRIVMSG #c :move\r\n");
    assert_string_equal(take(&sendq, now), "");
    assert_in_range(sendq_due(&sendq), now + 1, now + 700);
    now = sendq_due(&sendq);
    assert_string_equal(take(&sendq, now), "PRIVMSG #c :move\r\n");
    unsigned sent = 0;
    for (uint64_t end = now + 60000; (now = sendq_due(&sendq)) < end; sent++)
        assert_string_not_equal(take(&sendq, now), "");
    assert_in_range(sent, 26, 30);
    sendq_clear(&sendq);
    assert_true(sendq_due(&sendq) == UINT64_MAX);

    char line[491];
    memset(line, 'x', sizeof(line) - 1);
    line[sizeof(line) - 1] = '\0';
    for (int i = 0; i < 3; i++)
        put(&sendq, SENDQ_TABLE, NULL, line);
    now = 1000;
    assert_string_equal(take(&sendq, now), line);
    assert_string_equal(take(&sendq, now), line); /* 6.1 s ahead: below eight */
    assert_string_equal(take(&sendq, now), "");
    assert_in_range(sendq_due(&sendq), now + 5400, now + 5600); /* 534 of them are left to read */
    now = sendq_due(&sendq);
    assert_string_equal(take(&sendq, now), line);
    sendq_clear(&sendq);
}

/* However long the lines are, a server never has more than 1024 bytes of ours at once to read. */
static void a_server_has_little_to_read(void **state)
{
    (void)state;
    for (size_t length = 10; length <= PROTO_LINE; length++) {
        struct sendq sendq;
        char line[PROTO_LINE + 1];
        char out[PROTO_LINE + 1];
        memset(line, 'x', length);
        line[length] = '\0';
        begin(&sendq, 5, 30);
        for (unsigned i = 0; i < 10; i++)
            put(&sendq, SENDQ_TABLE, NULL, line);
        size_t sent = 0;
        for (size_t more; (more = sendq_take(&sendq, 1000, out, sizeof(out))) > 0;)
            sent += more;
        assert_in_range(sent, length, 1024);
        assert_true(sendq_due(&sendq) > 1000);
        sendq_clear(&sendq);
    }
}

/* The hand of who is to move goes before those of who wait, but for what has waited for long. */
static void the_hand_of_the_turn_goes_first(void **state)
{
    (void)state;
    static const char *const order[] = {"dora\r\n", "fay\r\n", "ann\r\n", "bob\r\n", ""};
    static const char *const late[] = {"ann\r\n", "bob\r\n", "dora\r\n", "eve\r\n", ""};
    struct sendq sendq;
    struct sendq_target target = {.name = "dora", .whisper = true, .first = true};
    begin(&sendq, 5, 0);
    sendq_time(&sendq, 1000);
    put(&sendq, SENDQ_HAND, "ann", "ann\r\n");
    put(&sendq, SENDQ_HAND, "bob", "bob\r\n");
    assert_true(sendq_put(&sendq, SENDQ_HAND, &target, "dora\r\n", 6));
    target.name = "fay"; /* at another table: each in its turn */
    assert_true(sendq_put(&sendq, SENDQ_HAND, &target, "fay\r\n", 5));
    for (unsigned i = 0; i < ARRAY_SIZE(order); i++)
        assert_string_equal(take(&sendq, 1000), order[i]);
    put(&sendq, SENDQ_HAND, "ann", "ann\r\n");
    put(&sendq, SENDQ_HAND, "bob", "bob\r\n");
    sendq_time(&sendq, 4001);
    put(&sendq, SENDQ_HAND, "eve", "eve\r\n");
    target.name = "dora";
    assert_true(sendq_put(&sendq, SENDQ_HAND, &target, "dora\r\n", 6));
    for (unsigned i = 0; i < ARRAY_SIZE(late); i++)
        assert_string_equal(take(&sendq, 4001), late[i]);
}

static void without_limits_everything_goes_at_once(void **state)
{
    (void)state;
    struct sendq sendq;
    begin(&sendq, 5, 0);
    for (int i = 0; i < 1000; i++)
        put(&sendq, SENDQ_TABLE, NULL, "X\r\n");
    for (int i = 0; i < 1000; i++)
        assert_string_equal(take(&sendq, 0), "X\r\n");
    assert_string_equal(take(&sendq, 0), "");
}

/* PONG before hands before the channel; urgent lines do not wait for their turn. */
static void classes_go_in_order(void **state)
{
    (void)state;
    struct sendq sendq;
    begin(&sendq, 2, 30);
    put(&sendq, SENDQ_INFO, NULL, "help\r\n");
    put(&sendq, SENDQ_TABLE, NULL, "table 1\r\n");
    put(&sendq, SENDQ_TABLE, NULL, "table 2\r\n");
    put(&sendq, SENDQ_HAND, "bob", "hand\r\n");
    assert_string_equal(take(&sendq, 0), "hand\r\n");
    assert_string_equal(take(&sendq, 0), "table 1\r\n");
    assert_string_equal(take(&sendq, 0), "");
    put(&sendq, SENDQ_URGENT, NULL, "PONG\r\n");
    assert_string_equal(take(&sendq, 0), "PONG\r\n");
    assert_string_equal(take(&sendq, 0), "");
    assert_string_equal(take(&sendq, 60000), "table 2\r\n");
    assert_string_equal(take(&sendq, 60000), "");
    assert_string_equal(take(&sendq, 70000), "help\r\n");
    sendq_clear(&sendq);
}

/* A line that does not fit stays. */
static void a_line_that_does_not_fit_stays(void **state)
{
    (void)state;
    struct sendq sendq;
    char out[8];
    begin(&sendq, 5, 30);
    put(&sendq, SENDQ_TABLE, NULL, "12345678\r\n");
    assert_int_equal(sendq_take(&sendq, 0, out, sizeof(out)), 0);
    assert_string_equal(take(&sendq, 0), "12345678\r\n");
}

/* While nothing may be told, the server still gets what it waits for. */
static void a_held_queue_still_answers_the_server(void **state)
{
    (void)state;
    struct sendq sendq;
    begin(&sendq, 5, 30);
    put(&sendq, SENDQ_TABLE, NULL, "told\r\n");
    sendq.held = true;
    assert_true(sendq_due(&sendq) == UINT64_MAX);
    assert_string_equal(take(&sendq, 1000), "");
    put(&sendq, SENDQ_URGENT, NULL, "PONG\r\n");
    assert_int_equal(sendq_due(&sendq), 0);
    assert_string_equal(take(&sendq, 1000), "PONG\r\n");
    assert_string_equal(take(&sendq, 1000), "");
    sendq.held = false;
    assert_string_equal(take(&sendq, 1000), "told\r\n");
    sendq_clear(&sendq);
}

static size_t rewrite(void *arg, const char *line, char *out, size_t size)
{
    if (strstr(line, "drop"))
        return 0;
    return (size_t)snprintf(out, size, "to %s: %s", (const char *)arg, line);
}

/* Hands follow a rename, and go with their reader. */
static void hands_follow_their_reader(void **state)
{
    (void)state;
    struct sendq sendq;
    char new_name[] = "bobby";
    begin(&sendq, 5, 0);
    put(&sendq, SENDQ_HAND, "bob", "1\r\n");
    put(&sendq, SENDQ_HAND, "eve", "2\r\n");
    put(&sendq, SENDQ_HAND, "bob", "drop 3\r\n");
    put(&sendq, SENDQ_INFO, "bob", "4\r\n");
    put(&sendq, SENDQ_HAND, "bob", "drop 5\r\n");
    assert_true(sendq_waits(&sendq, "bob"));
    sendq_rename(&sendq, "bob", new_name, rewrite, new_name);
    assert_false(sendq_waits(&sendq, "bob"));
    assert_int_equal(sendq_forget(&sendq, "eve"), 1);
    put(&sendq, SENDQ_HAND, NULL, "6\r\n");
    assert_string_equal(take(&sendq, 0), "to bobby: 1\r\n");
    assert_string_equal(take(&sendq, 0), "6\r\n");
    assert_int_equal(sendq_forget(&sendq, "bobby"), 1);
    assert_string_equal(take(&sendq, 0), "");
    assert_int_equal(sendq.bytes, 0);
}

/* A hand that waits is stale when the next one comes; other lines and other channels' stay. */
static void a_newer_hand_replaces_the_older(void **state)
{
    (void)state;
    struct sendq sendq;
    begin(&sendq, 5, 0);
    assert_true(put_on(&sendq, "bob", 1, "old 1\r\n"));
    assert_true(put_on(&sendq, "bob", 1, "old 2\r\n"));
    assert_true(put_on(&sendq, "bob", 2, "other\r\n"));
    put(&sendq, SENDQ_HAND, "bob", "drawn\r\n");
    assert_true(put_on(&sendq, "eve", 1, "eve's\r\n"));
    assert_true(sendq_waits_topic(&sendq, "bob", 1));
    assert_false(sendq_waits_topic(&sendq, "bob", 3));
    assert_false(sendq_waits_topic(&sendq, "bob", 0));
    put_newer(&sendq, "bob", 1, "new 1\r\n");
    assert_true(put_on(&sendq, "bob", 1, "new 2\r\n"));
    assert_string_equal(take(&sendq, 0), "other\r\n");
    assert_string_equal(take(&sendq, 0), "eve's\r\n");
    assert_string_equal(take(&sendq, 0), "drawn\r\n");
    assert_string_equal(take(&sendq, 0), "new 1\r\n");
    assert_string_equal(take(&sendq, 0), "new 2\r\n");
    assert_string_equal(take(&sendq, 0), "");
    assert_int_equal(sendq.bytes, 0);
    assert_int_equal(sendq.waiting, 0);
}

/* Who asks for a hand that waits gets it no later: their turn and its age stay. */
static void a_replaced_hand_keeps_its_place(void **state)
{
    (void)state;
    struct sendq sendq;
    begin(&sendq, 5, 0);
    sendq_time(&sendq, 1000);
    assert_true(put_on(&sendq, "bob", 1, "bob's\r\n"));
    assert_true(put_on(&sendq, "eve", 1, "eve's\r\n"));
    sendq_time(&sendq, 3900);
    put_newer(&sendq, "bob", 1, "bob's newer\r\n");
    sendq_time(&sendq, 4100); /* now bob has waited for long: who is to move does not go before */
    const struct sendq_target target = {.name = "ann", .whisper = true, .first = true};
    assert_true(sendq_put(&sendq, SENDQ_HAND, &target, "ann's\r\n", 7));
    assert_string_equal(take(&sendq, 4100), "bob's newer\r\n");
    assert_string_equal(take(&sendq, 4100), "eve's\r\n");
    assert_string_equal(take(&sendq, 4100), "ann's\r\n");
    assert_string_equal(take(&sendq, 4100), "");
}

static void the_queue_is_bounded(void **state)
{
    (void)state;
    struct sendq sendq;
    static char line[PROTO_LINE];
    memset(line, 'x', sizeof(line));
    begin(&sendq, 5, 30);
    unsigned taken = 0;
    for (; sendq_put(&sendq, SENDQ_INFO, NULL, line, sizeof(line)) && taken < 100000; taken++)
        line[taken % 400] = (char)(line[taken % 400] == 'y' ? 'z' : 'y');
    assert_in_range(taken, 1000, SENDQ_INFO_BYTES_MAX / PROTO_LINE);
    while (sendq_put(&sendq, SENDQ_TABLE, NULL, line, sizeof(line)) && taken < 100000)
        taken++;
    assert_in_range(taken, SENDQ_INFO_BYTES_MAX / PROTO_LINE, SENDQ_BYTES_MAX / PROTO_LINE);
    assert_false(put_on(&sendq, "bob", 1, "hand\r\n"));
    put(&sendq, SENDQ_URGENT, NULL, "PONG\r\n");
    assert_string_equal(take(&sendq, 0), "PONG\r\n");
    sendq_clear(&sendq);
    assert_int_equal(sendq.bytes, 0);
}

/* A channel that says a lot lets the others have every second line. */
static void a_loud_channel_starves_nobody(void **state)
{
    (void)state;
    struct sendq sendq;
    begin(&sendq, 5, 0);
    for (int i = 0; i < 100; i++)
        say(&sendq, "#loud", "x", 0);
    say(&sendq, "#calm", "1", 0);
    say(&sendq, "#calm", "2", 0);
    assert_string_equal(take(&sendq, 0), "PRIVMSG #loud :x\r\n");
    assert_string_equal(take(&sendq, 0), "PRIVMSG #calm :1\r\n");
    assert_string_equal(take(&sendq, 0), "PRIVMSG #loud :x\r\n");
    assert_string_equal(take(&sendq, 0), "PRIVMSG #calm :2\r\n");
    for (int i = 0; i < 98; i++)
        assert_string_equal(take(&sendq, 0), "PRIVMSG #loud :x\r\n");
    assert_string_equal(take(&sendq, 0), "");
    assert_int_equal(sendq.bytes, 0);
}

/* Who asks waits for the tables; but however much these say, the answer comes. */
static void the_curious_wait_but_are_answered(void **state)
{
    (void)state;
    struct sendq sendq;
    begin(&sendq, 5, 0);
    put(&sendq, SENDQ_INFO, "bob", "first\r\n");
    put(&sendq, SENDQ_INFO, "bob", "second\r\n");
    for (int i = 0; i < 60; i++)
        put(&sendq, i % 2 ? SENDQ_TABLE : SENDQ_HAND, NULL, "move\r\n");
    for (int i = 0; i < 20; i++)
        assert_string_equal(take(&sendq, 19999), "move\r\n");
    for (int i = 0; i < 42; i++) {
        if (i == 20)
            put(&sendq, SENDQ_URGENT, NULL, "PONG\r\n");
        assert_string_equal(take(&sendq, 20000), i == 0    ? "first\r\n"
                                                 : i == 5  ? "second\r\n"
                                                 : i == 20 ? "PONG\r\n"
                                                           : "move\r\n");
    }
    assert_string_equal(take(&sendq, 20000), "move\r\n");
    assert_string_equal(take(&sendq, 20000), "");
}

/* Players who answer at once are asked at once, and their moves are told: the channel's other news
 * and hands come all the same. */
static void fast_players_delay_nobody(void **state)
{
    (void)state;
    struct sendq sendq;
    begin(&sendq, 5, 0);
    unsigned moves = 0;
    unsigned since[2] = {0, 0};
    for (int i = 0; i < 100; i++) {
        say(&sendq, "#cards", "x", 0);
        put(&sendq, SENDQ_HAND, i % 2 ? "bob" : "alice", "hand\r\n");
        put(&sendq, SENDQ_MOVE, NULL, "move\r\n");
        const char *line = take(&sendq, 0);
        moves += *line == 'm';
        since[0] = *line == 'h' ? 0 : since[0] + 1;
        since[1] = *line == 'P' ? 0 : since[1] + 1;
        assert_true(since[0] <= 6 && since[1] <= 6);
    }
    assert_true(moves >= 60);
    sendq_clear(&sendq);
}

/* The limits of a server of which we know that it delays: the end of the burst is for moves. */
static void the_end_of_the_burst_is_kept_for_moves(void **state)
{
    (void)state;
    struct sendq sendq;
    const struct flood_limits limits = {.burst = 8, .line_ms = 1000, .lines = 20, .bytes = 6000};
    sendq_init(&sendq);
    sendq_limit(&sendq, &limits);
    for (int i = 0; i < 20; i++) {
        put(&sendq, SENDQ_INFO, "eve", i % 2 ? "help\r\n" : "rules\r\n");
        put(&sendq, SENDQ_HAND, "bob", "hand\r\n");
    }
    for (int i = 0; i < 6; i++)
        assert_string_equal(take(&sendq, 1000), "hand\r\n");
    assert_string_equal(take(&sendq, 1000), "");
    for (int i = 0; i < 2; i++) {
        put(&sendq, SENDQ_MOVE, NULL, "move\r\n");
        assert_string_equal(take(&sendq, 1000), "move\r\n");
    }
    put(&sendq, SENDQ_MOVE, NULL, "move\r\n");
    assert_string_equal(take(&sendq, 1000), "");
    assert_int_equal(sendq_due(&sendq), 2000);
    assert_string_equal(take(&sendq, 2000), "move\r\n");
    assert_string_equal(take(&sendq, 2000), "");
    assert_string_equal(take(&sendq, 4999), "");
    assert_string_equal(take(&sendq, 5000), "hand\r\n");
    sendq_clear(&sendq);

    sendq_limit(&sendq, &limits); /* who is curious has half of it */
    for (int i = 0; i < 8; i++)
        put(&sendq, SENDQ_INFO, "eve", i % 2 ? "help\r\n" : "rules\r\n");
    for (int i = 0; i < 4; i++)
        assert_string_not_equal(take(&sendq, 1000), "");
    assert_string_equal(take(&sendq, 1000), "");
    sendq_clear(&sendq);
}

/* What a command costs beyond a line. */
static void commands_cost_extra(void **state)
{
    (void)state;
    struct sendq sendq;
    const struct flood_limits limits = {
        .burst = 2, .line_ms = 1000, .extra = {{"WHO", 3000}, {"JOIN", 1000}}};
    sendq_init(&sendq);
    sendq_limit(&sendq, &limits);
    put(&sendq, SENDQ_TABLE, NULL, "JOIN #c\r\n");
    assert_string_equal(take(&sendq, 1000), "JOIN #c\r\n");
    assert_true(sendq.clock == 3000);
    put(&sendq, SENDQ_TABLE, NULL, "WHOIS bob\r\n");
    assert_string_equal(take(&sendq, 4000), "WHOIS bob\r\n");
    assert_true(sendq.clock == 5000);
}

/* A channel is told in order: a move's line takes along what waits, as one line where it fits. */
static void a_move_takes_waiting_lines_along(void **state)
{
    (void)state;
    struct sendq sendq;
    const struct sendq_target target = {.name = "#a", .head = strlen("PRIVMSG #a :"), .max = 400};
    const struct flood_limits limits = {.burst = 5, .line_ms = 1000};
    sendq_init(&sendq);
    sendq_limit(&sendq, &limits);
    say(&sendq, "#a", "robot plays", 400);
    say(&sendq, "#b", "other", 400);
    assert_true(sendq_put(&sendq, SENDQ_MOVE, &target, "PRIVMSG #a :bob plays\r\n", 23));
    assert_string_equal(take(&sendq, 0), "PRIVMSG #a :robot plays \u00b7 bob plays\r\n");
    assert_string_equal(take(&sendq, 0), "PRIVMSG #b :other\r\n");
    assert_string_equal(take(&sendq, 0), "");
    assert_int_equal(sendq.bytes, 0);
    assert_int_equal(sendq.waiting, 0);
}

/* A channel is told in order, whatever classes its lines have, and while lines of other channels
 * overtake each other. A line may be joined to the one before it, so we look at the texts. */
static void a_channel_hears_its_lines_in_order(void **state)
{
    (void)state;
    static const enum sendq_class classes[] = {SENDQ_MOVE, SENDQ_TABLE, SENDQ_SOLO};
    uint32_t random = 7;
    for (unsigned life = 0; life < 300; life++) {
        struct sendq sendq;
        const struct flood_limits limits = {.burst = 2, .line_ms = 1000};
        unsigned put[3] = {0};
        unsigned told[3] = {0};
        sendq_init(&sendq);
        sendq_limit(&sendq, &limits);
        for (uint64_t now = 1000; now < 40000 || sendq_due(&sendq) != UINT64_MAX; now += 400) {
            random = random * 1103515245 + 12345;
            unsigned channel = random >> 16 & 3;
            char name[8];
            char line[64];
            sendq_time(&sendq, now);
            if (channel < 3 && now < 40000) {
                const struct sendq_target target = {
                    .name = name,
                    .head = random >> 18 & 1 ? strlen("PRIVMSG #0 :") : 0,
                    .max = 400};
                snprintf(name, sizeof(name), "#%u", channel);
                int length =
                    snprintf(line, sizeof(line), "PRIVMSG %s :<%u>\r\n", name, put[channel]);
                put[channel]++;
                assert_true(
                    sendq_put(&sendq, classes[(random >> 20) % 3], &target, line, (size_t)length));
            }
            const char *taken = take(&sendq, now);
            for (const char *at = taken; (at = strchr(at, '<')) != NULL; at++) {
                unsigned from = (unsigned)(taken[strlen("PRIVMSG #")] - '0');
                assert_int_equal(strtoul(at + 1, NULL, 10), told[from]);
                told[from]++;
            }
        }
        assert_memory_equal(told, put, sizeof(put));
        sendq_clear(&sendq);
    }
}

/* "It is your turn" need not be said behind the move. */
static void a_stale_reminder_is_not_sent(void **state)
{
    (void)state;
    struct sendq sendq;
    const struct sendq_target target = {.name = "#a", .topic = SENDQ_STALE};
    begin(&sendq, 5, 30);
    assert_true(sendq_put(&sendq, SENDQ_TABLE, &target, "reminder\r\n", 10));
    assert_true(sendq_put(&sendq, SENDQ_TABLE, &target, "reminder 2\r\n", 12));
    assert_string_equal(take(&sendq, 0), "reminder 2\r\n");
    assert_true(sendq_put(&sendq, SENDQ_TABLE, &target, "reminder 3\r\n", 12));
    say(&sendq, "#b", "other", 400);
    say(&sendq, "#a", "move", 400);
    assert_string_equal(take(&sendq, 0), "PRIVMSG #b :other\r\n");
    assert_string_equal(take(&sendq, 0), "PRIVMSG #a :move\r\n");
    assert_string_equal(take(&sendq, 0), "");
}

/* How late a line to a table will be; who is curious counts for nothing. */
static void the_delay_of_a_new_line_is_known(void **state)
{
    (void)state;
    struct sendq sendq;
    char nick[16];
    begin(&sendq, 5, 30);
    assert_true(sendq_behind(&sendq, false) == 0);
    for (int i = 0; i < 10; i++)
        put(&sendq, SENDQ_INFO, "eve", i % 2 ? "help\r\n" : "rules\r\n");
    assert_true(sendq_behind(&sendq, false) == 0);
    for (int i = 0; i < 10; i++) {
        snprintf(nick, sizeof(nick), "nick%d", i);
        put(&sendq, SENDQ_HAND, nick, "hand\r\n");
    }
    assert_in_range(sendq_behind(&sendq, false), 20000, 22000);
    while (*take(&sendq, 0) != '\0')
        ;
    assert_in_range(sendq_behind(&sendq, false), 12000, 14000);
    for (int i = 0; i < 1000; i++) /* as many lines as they fill, since they go together */
        say(&sendq, "#a", "12345678901234567890", 400);
    assert_in_range(sendq_behind(&sendq, false), 100000, 300000);
    sendq_clear(&sendq);
    assert_true(sendq_behind(&sendq, false) == 0);
}

/* What was joined to a nick's length goes on being joined after a rename. */
static void a_renamed_readers_lines_are_still_joined(void **state)
{
    (void)state;
    struct sendq sendq;
    char to[] = "robert";
    begin(&sendq, 4, 30);
    const struct sendq_target target = {
        .name = "bob", .whisper = true, .head = strlen("to robert: ") - 3, .max = 100};
    assert_true(sendq_put(&sendq, SENDQ_HAND, &target, "a\r\n", 3));
    assert_true(sendq_put(&sendq, SENDQ_HAND, &target, "b\r\n", 3));
    sendq_rename(&sendq, "bob", to, rewrite, to);
    sendq.clock = 7000;
    assert_string_equal(take(&sendq, 2000), "to robert: a \u00b7 b\r\n");
    sendq_clear(&sendq);
}

/* Who asks the same ten times is answered once, but a table's lines all count. */
static void equal_answers_go_once(void **state)
{
    (void)state;
    struct sendq sendq;
    begin(&sendq, 5, 0);
    put(&sendq, SENDQ_INFO, "bob", "no\r\n");
    put(&sendq, SENDQ_INFO, "bob", "no\r\n");
    put(&sendq, SENDQ_INFO, "eve", "no\r\n");
    put(&sendq, SENDQ_INFO, "bob", "yes\r\n");
    put(&sendq, SENDQ_INFO, "bob", "no\r\n");
    put(&sendq, SENDQ_TABLE, "bob", "move\r\n");
    put(&sendq, SENDQ_TABLE, "bob", "move\r\n");
    static const char *const expected[] = {"move\r\n", "move\r\n", "no\r\n", "no\r\n",
                                           "yes\r\n",  "no\r\n",   ""};
    for (unsigned i = 0; i < ARRAY_SIZE(expected); i++)
        assert_string_equal(take(&sendq, 0), expected[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_go_at_the_rate),
        cmocka_unit_test(a_server_has_little_to_read),
        cmocka_unit_test(without_limits_everything_goes_at_once),
        cmocka_unit_test(classes_go_in_order),
        cmocka_unit_test(a_line_that_does_not_fit_stays),
        cmocka_unit_test(hands_follow_their_reader),
        cmocka_unit_test(a_held_queue_still_answers_the_server),
        cmocka_unit_test(the_queue_is_bounded),
        cmocka_unit_test(a_newer_hand_replaces_the_older),
        cmocka_unit_test(a_replaced_hand_keeps_its_place),
        cmocka_unit_test(a_loud_channel_starves_nobody),
        cmocka_unit_test(equal_answers_go_once),
        cmocka_unit_test(the_curious_wait_but_are_answered),
        cmocka_unit_test(a_renamed_readers_lines_are_still_joined),
        cmocka_unit_test(fast_players_delay_nobody),
        cmocka_unit_test(commands_cost_extra),
        cmocka_unit_test(the_end_of_the_burst_is_kept_for_moves),
        cmocka_unit_test(a_stale_reminder_is_not_sent),
        cmocka_unit_test(a_move_takes_waiting_lines_along),
        cmocka_unit_test(a_channel_hears_its_lines_in_order),
        cmocka_unit_test(the_hand_of_the_turn_goes_first),
        cmocka_unit_test(the_delay_of_a_new_line_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
