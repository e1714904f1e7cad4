#include "sending.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/irc/wire/proto.h"

void begin(struct sendq *sendq, unsigned burst, unsigned rate)
{
    const struct flood_limits limits = flood_limits_of(burst, rate);
    sendq_init(sendq);
    sendq_limit(sendq, &limits);
}

void put(struct sendq *sendq, enum sendq_class class, const char *user, const char *line)
{
    const struct sendq_target target = {.name = user, .whisper = true};
    assert_true(sendq_put(sendq, class, &target, line, strlen(line)));
}

void say(struct sendq *sendq, const char *channel, const char *text, size_t most)
{
    char line[PROTO_LINE + 1];
    int head = snprintf(line, sizeof(line), "PRIVMSG %s :", channel);
    int length = snprintf(line, sizeof(line), "PRIVMSG %s :%s\r\n", channel, text);
    const struct sendq_target target = {.name = channel, .head = (size_t)head, .max = most};
    assert_true(sendq_put(sendq, SENDQ_TABLE, &target, line, (size_t)length));
}

const char *take(struct sendq *sendq, uint64_t now)
{
    static char out[PROTO_LINE + 1];
    size_t length = sendq_take(sendq, now, out, sizeof(out) - 1);
    out[length] = '\0';
    return out;
}
