/* inflight.h: lines that we have sent and that the server may not have read yet.
 *
 * A server that delays fast clients reads on at its own speed, and does not say how far it is.
 * Unread lines pile up, and beyond some size it drops the client. So we limit the lines and bytes
 * in flight. A line has arrived when its echo comes back, or when the PONG comes back to a PING
 * that we sent behind it. So a server that becomes slow slows us down. Pure: the caller gives the
 * time. */
#ifndef TALON_ADAPTERS_IRC_SENDING_INFLIGHT_H
#define TALON_ADAPTERS_IRC_SENDING_INFLIGHT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { INFLIGHT_LINES_MAX = 32 };

struct inflight {
    unsigned lines, bytes; /* limits on what may be in flight; 0 lines: no limit */
    unsigned count;        /* lines in flight */
    size_t size;           /* bytes in flight */
    uint32_t ping;         /* number of the PING that waits for its PONG; 0: none */
    uint32_t pings;        /* how many PINGs there were */
    unsigned pinged;       /* lines that were sent before that PING */
    uint64_t since;        /* ms; when it was sent */
    struct {
        size_t length;
        uint32_t to; /* hash of the target that the echo will name; 0: no echo is expected */
    } line[INFLIGHT_LINES_MAX]; /* the oldest first */
};

/* Nothing is in flight. `lines` is at most INFLIGHT_LINES_MAX. */
void inflight_init(struct inflight *inflight, unsigned lines, unsigned bytes);
/* True if another line may go out. */
bool inflight_has_room(const struct inflight *inflight);
/* A line was sent. */
void inflight_sent(struct inflight *inflight, size_t length);
/* The last line went to the target `to` (not 0), and will be echoed. */
void inflight_expect(struct inflight *inflight, uint32_t to);
/* A line to `to` was echoed. The oldest such line has arrived, and so have all lines before it. */
void inflight_echo(struct inflight *inflight, uint32_t to);
/* Returns the number of a PING to send now, behind the lines in flight; 0: none is needed. One is
 * needed when much is in flight, or (`few`) for any line. */
uint32_t inflight_ping(struct inflight *inflight, uint64_t now, bool few);
/* The PONG to this PING has come. Returns false if nobody waits for it. */
bool inflight_pong(struct inflight *inflight, uint32_t ping);

#endif
