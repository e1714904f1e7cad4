/* The send queue: which lines go out as one (adapters/irc/sending/sendq.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/sending/sendq.h"
#include "base/array.h"
#include "sending.h"

/* Lines that have waited for some seconds go together, whatever is left of the burst. */
static void old_lines_are_joined(void **state)
{
    (void)state;
    struct sendq sendq;
    const struct flood_limits limits = {.burst = 8, .line_ms = 10, .lines = 1, .bytes = 100};
    sendq_init(&sendq);
    sendq_limit(&sendq, &limits);
    sendq_time(&sendq, 1000);
    for (int i = 0; i < 4; i++)
        say(&sendq, "#a", "x", 400);
    assert_string_equal(take(&sendq, 1000), "PRIVMSG #a :x\r\n");
    assert_string_equal(take(&sendq, 4000), ""); /* nothing is through */
    assert_true(sendq_due(&sendq) == UINT64_MAX);
    uint32_t mark = inflight_ping(&sendq.inflight, 4000, false);
    assert_int_not_equal(mark, 0);
    assert_true(sendq_behind(&sendq, false) >= 10);
    assert_true(inflight_pong(&sendq.inflight, mark));
    assert_string_equal(take(&sendq, 4001), "PRIVMSG #a :x \u00b7 x \u00b7 x\r\n");
    assert_true(sendq_behind(&sendq, false) == 0);
}

/* When half of the burst is used up, the lines of a channel are joined until a line is full. */
static void lines_of_one_channel_are_joined(void **state)
{
    (void)state;
    struct sendq sendq;
    begin(&sendq, 4, 30);
    const size_t most = strlen("PRIVMSG #a :4444 \u00b7 5555\r\n");
    for (char text[] = "1111"; text[0] <= '6'; text[0]++, memset(text, text[0], 4))
        say(&sendq, "#a", text, most);
    say(&sendq, "#b", "b", most);
    assert_string_equal(take(&sendq, 1), "PRIVMSG #a :1111\r\n");
    assert_string_equal(take(&sendq, 1), "PRIVMSG #b :b\r\n");
    assert_string_equal(take(&sendq, 1), "PRIVMSG #a :2222 \u00b7 3333\r\n");
    assert_string_equal(take(&sendq, 1), "");
    assert_string_equal(take(&sendq, 3000), "PRIVMSG #a :4444 \u00b7 5555\r\n");
    assert_string_equal(take(&sendq, 60000), "PRIVMSG #a :6666\r\n");
    assert_int_equal(sendq.bytes, 0);
    /* not with another command, and not what is no text */
    struct sendq_target target = {.name = "#a", .head = strlen("NOTICE #a :"), .max = 400};
    sendq.clock = 100000;
    say(&sendq, "#a", "one", 400);
    assert_true(sendq_put(&sendq, SENDQ_TABLE, &target, "NOTICE #a :two\r\n", 16));
    target.head = 0;
    assert_true(sendq_put(&sendq, SENDQ_TABLE, &target, "MODE #a\r\n", 9));
    assert_string_equal(take(&sendq, 95000), "PRIVMSG #a :one\r\n");
    sendq.clock = 100000;
    assert_string_equal(take(&sendq, 95000), "NOTICE #a :two\r\n");
    sendq_clear(&sendq);
}

/* A joined line asks only the last player who must act, and names that one first. */
static void a_joined_line_asks_the_last_player(void **state)
{
    (void)state;
    static const struct {
        const char *mention, *words, *asks;
    } lines[] = {{"bob: ", "al plays 1", " > your turn"},
                 {"", "carol leaves", ""},
                 {"carol: ", "bob plays 2", " > your turn"},
                 {"al: ", "carol plays 3", " > your turn"},
                 {"", "score", ""}};
    struct sendq sendq;
    begin(&sendq, 4, 30);
    for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
        char text[100];
        const struct sendq_target target = {.name = "#a",
                                            .head = strlen("PRIVMSG #a :"),
                                            .max = 400,
                                            .mention = strlen(lines[i].mention),
                                            .asks = strlen(lines[i].asks)};
        int length = snprintf(text, sizeof(text), "PRIVMSG #a :%s%s%s\r\n", lines[i].mention,
                              lines[i].words, lines[i].asks);
        assert_true(sendq_put(&sendq, SENDQ_TABLE, &target, text, (size_t)length));
    }
    sendq.clock = 7000;
    assert_string_equal(take(&sendq, 2000),
                        "PRIVMSG #a :al: al plays 1 \u00b7 carol leaves \u00b7 bob plays 2 \u00b7 "
                        "carol plays 3 > your turn \u00b7 score\r\n");
    sendq_clear(&sendq);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(old_lines_are_joined),
        cmocka_unit_test(lines_of_one_channel_are_joined),
        cmocka_unit_test(a_joined_line_asks_the_last_player),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
