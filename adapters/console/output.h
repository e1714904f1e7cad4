/* output.h: text for a terminal or a pipe, written as it takes it.
 *
 * What does not fit now waits and the loop goes on: a terminal held by Ctrl-S, a full pipe. The
 * descriptor is opened anew for that, since its mode is shared with the shell. Where that cannot be
 * (a file, a socket, a terminal of somebody else) what is put is written at once, and waited for.
 */
#ifndef TALON_ADAPTERS_CONSOLE_OUTPUT_H
#define TALON_ADAPTERS_CONSOLE_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/loop.h"

enum { OUTPUT_MAX = 1 << 20 }; /* bytes that wait; beyond it "..." stands for the oldest */

struct piece;

/* Zeroed, but for the callbacks, before output_init(). */
struct output {
    /* From the loop: nothing waits any more. */
    void (*drained)(struct output *output);
    /* It cannot be written to any more; from output_put() or the loop, once. */
    void (*failed)(struct output *output);
    void (*closed)(struct output *output);

    int fd;
    bool own; /* opened by us, and watched */
    bool broken;
    struct watch watch;
    struct piece *first, **last;
    size_t bytes; /* that wait */
};

void output_init(struct output *output, struct loop *loop, int fd);
/* Copied, and never parted by what is put from elsewhere. False: memory is out. */
bool output_put(struct output *output, const char *text, size_t length);
bool output_waits(const struct output *output);
/* What waits is dropped. The memory must stay until `closed`; that comes at once when nothing is
 * under way. */
void output_finish(struct output *output, void (*closed)(struct output *output));

#endif
