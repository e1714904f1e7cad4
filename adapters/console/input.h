/* input.h: lines from a terminal, a pipe or a file, on the loop.
 *
 * A descriptor that can be watched is; a regular file cannot, so its blocks are read by the thread
 * pool. The descriptor is neither owned nor left in another mode than it had. */
#ifndef TALON_ADAPTERS_CONSOLE_INPUT_H
#define TALON_ADAPTERS_CONSOLE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/loop.h"

enum { INPUT_LINE_MAX = 4000 }; /* bytes of a line */

/* Zeroed, but for the callbacks, before input_init(). */
struct input {
    /* A line without its end, for the time of the call; NULL: one that was too long and is left
     * out. */
    void (*line)(struct input *input, const char *line);
    /* End of file, or it cannot be read any more. */
    void (*ended)(struct input *input);
    void (*closed)(struct input *input);

    struct loop *loop;
    int fd;
    struct watch watch;
    struct work work;
    bool watched, working, stopped, too_long;
    ssize_t got; /* of the last read on the thread pool */
    size_t length;
    char text[INPUT_LINE_MAX + 1];
    char block[4096];
};

/* Begins to read. The callbacks come in later turns. */
void input_init(struct input *input, struct loop *loop, int fd);
/* No more lines from now on, not even those read already. May be called from a callback. */
void input_stop(struct input *input);
/* The memory must stay until `closed`; that comes at once when nothing is under way. */
void input_finish(struct input *input, void (*closed)(struct input *input));

#endif
