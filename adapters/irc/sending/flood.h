/* flood.h: how a server limits what one client sends, and what a line costs by these limits. */
#ifndef TALON_ADAPTERS_IRC_SENDING_FLOOD_H
#define TALON_ADAPTERS_IRC_SENDING_FLOOD_H

#include <stddef.h>
#include <stdint.h>

enum { FLOOD_EXTRAS = 4 };

struct flood_limits {
    unsigned burst;        /* short lines that may go at once */
    unsigned line_ms;      /* what a line costs; 0: nothing is limited */
    unsigned byte_us;      /* what each byte of it costs */
    unsigned unread;       /* bytes that the server may still have to read; 0: any number */
    unsigned lines, bytes; /* that may be in flight (inflight.h); 0 lines: any number */
    struct {
        const char *command; /* a command that costs more */
        unsigned ms;
    } extra[FLOOD_EXTRAS];
};

/* The limits that the configuration gives: so many short lines at once, then so many a minute (0:
 * no limit), as the most careful server counts them. */
struct flood_limits flood_limits_of(unsigned burst, unsigned rate);
/* What a line costs, in ms. */
uint64_t flood_cost(const struct flood_limits *limits, const char *line, size_t length);

#endif
