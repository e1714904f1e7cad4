/* window.h: lines that went out and are not yet known to be through.
 *
 * A server that delays what comes too fast reads on at its own pace and says nothing of it; what it
 * has not read piles up, and beyond some size it drops us. So no more than so many lines and bytes
 * are under way: a line is through when its echo comes back, or the PONG to a PING that went behind
 * it. A server that gets slow slows us. Pure: the time comes in. */
#ifndef TALON_ADAPTERS_IRC_WINDOW_H
#define TALON_ADAPTERS_IRC_WINDOW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WINDOW_MOST = 32 /* lines */ };

struct window {
    unsigned lines, bytes; /* most that may be under way; 0 lines: there is no window */
    unsigned count;
    size_t flying;   /* bytes under way */
    uint32_t mark;   /* number of the PING that waits for its answer; 0: none does */
    uint32_t marks;  /* that there were */
    unsigned marked; /* lines before it */
    uint64_t since;  /* ms; when it was sent */
    struct {
        size_t length;
        uint32_t to;     /* whom the echo will name; 0: none is to be expected */
    } line[WINDOW_MOST]; /* the oldest first */
};

/* Nothing is under way. `lines` is at most WINDOW_MOST. */
void window_init(struct window *window, unsigned lines, unsigned bytes);
/* Whether another line may go. */
bool window_open(const struct window *window);
/* One went. */
void window_sent(struct window *window, size_t length);
/* The line that went last was said to `to` (not 0), and will be echoed. */
void window_expect(struct window *window, uint32_t to);
/* The echo of a line to `to`: the oldest of those, and all before it, are through. */
void window_echo(struct window *window, uint32_t to);
/* The number of a PING that is to go behind the lines under way; 0: none is called for. */
uint32_t window_mark(struct window *window, uint64_t now);
/* Its answer; false: it is none that is waited for. */
bool window_answer(struct window *window, uint32_t mark);

#endif
