/* What lines cost by the limits of a server. */
#include <string.h>

#include "pace.h"

enum {
    UNREAD_MOST = 1024, /* bytes, with the usual */
    BURST_USUAL = 5
};

struct pace_limits pace_limits_of(unsigned burst, unsigned rate)
{
    struct pace_limits limits = {.burst = burst, .unread = UNREAD_MOST};
    limits.line_ms = rate ? 60000U / rate : 0;
    limits.line_ms += rate && !limits.line_ms;
    limits.byte_us = (unsigned)((uint64_t)limits.line_ms * 1000 / 240);
    if (burst > BURST_USUAL) {
        limits.unread = UNREAD_MOST * burst / BURST_USUAL;
    }
    return limits;
}

uint64_t pace_cost(const struct pace_limits *limits, const char *line, size_t length)
{
    uint64_t sum = limits->line_ms + (uint64_t)limits->byte_us * length / 1000;
    for (unsigned i = 0; i < PACE_EXTRAS && limits->extra[i].command; i++) {
        size_t name = strlen(limits->extra[i].command);
        if (length > name && line[name] == ' ' &&
            memcmp(line, limits->extra[i].command, name) == 0) {
            sum += limits->extra[i].ms;
        }
    }
    return sum;
}
