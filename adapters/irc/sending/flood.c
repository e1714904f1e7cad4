#include <string.h>

#include "flood.h"

enum {
    UNREAD_MAX = 1024, /* bytes that a server may leave unread, for a burst of BURST_USUAL */
    BURST_USUAL = 5
};

struct flood_limits flood_limits_of(unsigned burst, unsigned rate)
{
    struct flood_limits limits = {.burst = burst, .unread = UNREAD_MAX};
    limits.line_ms = rate ? 60000U / rate : 0;
    limits.line_ms += rate && !limits.line_ms;
    limits.byte_us = (unsigned)((uint64_t)limits.line_ms * 1000 / 240);
    if (burst > BURST_USUAL)
        limits.unread = UNREAD_MAX * burst / BURST_USUAL;
    return limits;
}

uint64_t flood_cost(const struct flood_limits *limits, const char *line, size_t length)
{
    uint64_t sum = limits->line_ms + (uint64_t)limits->byte_us * length / 1000;
    for (unsigned i = 0; i < FLOOD_EXTRAS && limits->extra[i].command != NULL; i++) {
        size_t name = strlen(limits->extra[i].command);
        if (length > name && line[name] == ' ' && memcmp(line, limits->extra[i].command, name) == 0)
            sum += limits->extra[i].ms;
    }
    return sum;
}
