/* flood.h: how a server limits what one client sends, and what a line costs under these limits. */
#ifndef TALON_ADAPTERS_IRC_SENDING_FLOOD_H
#define TALON_ADAPTERS_IRC_SENDING_FLOOD_H

#include <stddef.h>
#include <stdint.h>

enum { FLOOD_EXTRAS = 4 };

struct flood_limits {
    unsigned burst;        /* short lines that may go at once */
    unsigned line_ms;      /* ms that a line costs; 0: the server limits nothing */
    unsigned byte_us;      /* microseconds that each byte costs */
    unsigned unread;       /* bytes that the server may still have to read; 0: any number */
    unsigned lines, bytes; /* what may be in flight (inflight.h); 0 lines: no limit */
    struct {
        const char *command; /* a command that costs more */
        unsigned ms;
    } extra[FLOOD_EXTRAS];
};

/* The limits of the configuration: `burst` short lines at once, then `rate` a minute (0: no limit),
 * counted as the strictest server counts. */
struct flood_limits flood_limits_of(unsigned burst, unsigned rate);
/* Returns what a line costs, in ms. */
uint64_t flood_cost(const struct flood_limits *limits, const char *line, size_t length);

#endif
