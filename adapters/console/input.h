/* input.h: lines from a terminal, a pipe or a file, on the loop.
 *
 * The loop watches the descriptor if it can. It cannot watch a regular file, so the thread pool
 * reads its blocks. The caller keeps the descriptor, and its mode (blocking or not) does not
 * change. */
#ifndef TALON_ADAPTERS_CONSOLE_INPUT_H
#define TALON_ADAPTERS_CONSOLE_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/loop.h"

enum { INPUT_LINE_MAX = 4000 }; /* bytes of a line */

/* Zero all fields except the callbacks before input_init(). */
struct input {
    /* A line without its line end, valid during the call; NULL: a line was too long and is left
     * out. */
    void (*line)(struct input *input, const char *line);
    /* The input has ended, or can no longer be read. */
    void (*ended)(struct input *input);
    void (*closed)(struct input *input);

    struct loop *loop;
    int fd;
    struct watch watch;
    struct work work;
    bool watched, working, stopped, too_long;
    ssize_t got; /* bytes of the last read on the thread pool */
    size_t length;
    char text[INPUT_LINE_MAX + 1];
    char block[4096];
};

/* Begins to read. The callbacks come in later turns. */
void input_init(struct input *input, struct loop *loop, int fd);
/* Drops all further lines, even those already read. A callback may call it. */
void input_stop(struct input *input);
/* The memory must stay until `closed` is called. It is called at once if no read is under way. */
void input_finish(struct input *input, void (*closed)(struct input *input));

#endif
