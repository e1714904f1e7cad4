/* What is said of tables waits by who plays there (adapters/irc/sending/sendq.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/wire/proto.h"
#include "base/array.h"
#include "sending.h"

static void say_in(struct sendq *sendq, enum sendq_class class, const char *channel,
                   const char *text)
{
    char line[PROTO_LINE + 1];
    const struct sendq_target target = {.name = channel};
    int length = snprintf(line, sizeof(line), "%s\r\n", text);
    assert_true(sendq_put(sendq, class, &target, line, (size_t)length));
}

/* Channels go before private talks, people before who plays with computers; but each has one line
 * in five. */
static void channels_go_before_private_talks(void **state)
{
    (void)state;
    struct sendq sendq;
    begin(&sendq, 5, 0);
    for (unsigned i = 0; i < 20; i++) {
        put(&sendq, SENDQ_PRIVATE, "ann", "alone\r\n");
        say_in(&sendq, SENDQ_SOLO, "#one", "one");
        say_in(&sendq, SENDQ_TABLE, "#many", "many");
    }
    put(&sendq, SENDQ_INFO, "eve", "help\r\n");
    char order[64] = "";
    for (unsigned i = 0; i < 61; i++)
        order[i] = *take(&sendq, 1000);
    assert_string_equal(order, "mmmmaommmamommammomammmoammmmaooooaooooaooooaooooahaaaaaaaaaa");
    assert_int_equal(sendq.bytes, 0);
}

/* The burst that private talks leave is there for a channel at once, however much they say. */
static void private_talks_leave_the_burst(void **state)
{
    (void)state;
    struct sendq sendq;
    begin(&sendq, 8, 30);
    for (unsigned i = 0; i < 100; i++)
        put(&sendq, SENDQ_PRIVATE, "ann", "alone\r\n");
    unsigned gone = 0;
    while (*take(&sendq, 1000) != '\0')
        gone++;
    assert_in_range(gone, 3, 5);
    say_in(&sendq, SENDQ_TABLE, "#c", "one");
    say_in(&sendq, SENDQ_TABLE, "#c", "two");
    assert_string_equal(take(&sendq, 1000), "one\r\n");
    assert_string_equal(take(&sendq, 1000), "two\r\n");
    sendq_clear(&sendq);
}

/* Twenty hosts play in private with computers, each as fast as it can be told: what a channel says
 * every ten seconds goes within two lines' time, for ten minutes, and they go on all the same. */
static void private_tables_starve_nobody(void **state)
{
    (void)state;
    struct sendq sendq;
    uint64_t said = 0;
    uint64_t worst = 0;
    unsigned alone = 0;
    unsigned channel = 0;
    begin(&sendq, 5, 30);
    for (uint64_t now = 1000; now < 601000; now += 100) {
        sendq_time(&sendq, now);
        for (unsigned i = 0; i < 20; i++) {
            char nick[16];
            snprintf(nick, sizeof(nick), "nick%u", i);
            if (!sendq_waits(&sendq, nick)) {
                put(&sendq, SENDQ_PRIVATE, nick,
                    "PRIVMSG nick :how your table stands, at length\r\n");
                put(&sendq, SENDQ_PRIVATE, nick,
                    "PRIVMSG nick :your hand, which is longer still\r\n");
            }
        }
        if (now % 10000 == 0) {
            say(&sendq, "#c", "move", 0);
            said = now;
        }
        for (const char *line; *(line = take(&sendq, now)) != '\0';) {
            alone += strstr(line, "nick") != NULL;
            channel += strstr(line, "#c") != NULL;
            if (strstr(line, "#c") && now - said > worst)
                worst = now - said;
        }
    }
    assert_in_range(channel, 59, 60);
    assert_in_range(worst, 0, 4000);
    assert_true(alone > 150);
    sendq_clear(&sendq);
}

/* What waits of a table goes in order, and once, when it is one of another kind. */
static void lines_keep_their_order_when_the_table_changes(void **state)
{
    (void)state;
    struct sendq sendq;
    const struct sendq_target hand = {.name = "bob", .whisper = true, .topic = 7, .replaces = true};
    begin(&sendq, 5, 0);
    say_in(&sendq, SENDQ_SOLO, "#a", "1");
    say_in(&sendq, SENDQ_TABLE, "#a", "2"); /* somebody joins */
    say_in(&sendq, SENDQ_SOLO, "#a", "3");  /* and leaves */
    say_in(&sendq, SENDQ_SOLO, "#b", "b");
    say_in(&sendq, SENDQ_MOVE, "#b", "move");
    assert_true(sendq_put(&sendq, SENDQ_SOLO, &hand, "old\r\n", 5));
    assert_true(sendq_put(&sendq, SENDQ_HAND, &hand, "new\r\n", 5));
    static const char *const expected[] = {"b", "move", "new", "1", "2", "3"};
    for (unsigned i = 0; i < ARRAY_SIZE(expected); i++) {
        char line[16];
        snprintf(line, sizeof(line), "%s\r\n", expected[i]);
        assert_string_equal(take(&sendq, 0), line);
    }
    assert_true(sendq_put(&sendq, SENDQ_HAND, &hand, "old\r\n", 5));
    assert_true(sendq_waits_topic(&sendq, "bob", 7));
    assert_true(sendq_put(&sendq, SENDQ_PRIVATE, &hand, "new\r\n", 5));
    assert_true(sendq_waits_topic(&sendq, "bob", 7));
    assert_string_equal(take(&sendq, 0), "new\r\n");
    assert_string_equal(take(&sendq, 0), "");
    assert_int_equal(sendq.bytes, 0);
}

/* Private talks make no channel late; and what has waited for long is as late as that. */
static void private_talks_make_no_channel_late(void **state)
{
    (void)state;
    struct sendq sendq;
    const struct flood_limits limits = {.burst = 8, .line_ms = 10, .lines = 1, .bytes = 100};
    begin(&sendq, 5, 30);
    for (unsigned i = 0; i < 10; i++) {
        char nick[16];
        snprintf(nick, sizeof(nick), "nick%u", i);
        put(&sendq, SENDQ_PRIVATE, nick, "hand\r\n");
    }
    assert_true(sendq_behind(&sendq, false) == 0);
    assert_in_range(sendq_behind(&sendq, true), 20000, 22000);
    sendq_clear(&sendq);
    sendq_limit(&sendq, &limits);
    sendq_time(&sendq, 1000);
    say(&sendq, "#a", "x", 400);
    say(&sendq, "#a", "x", 400);
    assert_string_not_equal(take(&sendq, 1000), "");
    sendq_time(&sendq, 31000); /* nothing is through */
    assert_in_range(sendq_behind(&sendq, false), 30000, 61000);
    sendq_clear(&sendq);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(channels_go_before_private_talks),
        cmocka_unit_test(private_talks_leave_the_burst),
        cmocka_unit_test(private_tables_starve_nobody),
        cmocka_unit_test(lines_keep_their_order_when_the_table_changes),
        cmocka_unit_test(private_talks_make_no_channel_late),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
