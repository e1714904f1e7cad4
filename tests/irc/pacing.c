#include "pacing.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/proto.h"

void begin(struct pace *pace, unsigned burst, unsigned rate)
{
    const struct pace_limits limits = pace_limits_of(burst, rate);
    pace_init(pace);
    pace_limit(pace, &limits);
}

void put(struct pace *pace, enum pace_class class, const char *user, const char *line)
{
    const struct pace_way way = {.to = user, .whisper = true};
    assert_true(pace_put(pace, class, &way, line, strlen(line)));
}

void say(struct pace *pace, const char *channel, const char *text, size_t most)
{
    char line[PROTO_LINE + 1];
    int head = snprintf(line, sizeof line, "PRIVMSG %s :", channel);
    int length = snprintf(line, sizeof line, "PRIVMSG %s :%s\r\n", channel, text);
    const struct pace_way way = {.to = channel, .head = (size_t)head, .most = most};
    assert_true(pace_put(pace, PACE_TABLE, &way, line, (size_t)length));
}

const char *take(struct pace *pace, uint64_t now)
{
    static char out[PROTO_LINE + 1];
    size_t length = pace_take(pace, now, out, sizeof out - 1);
    out[length] = '\0';
    return out;
}
