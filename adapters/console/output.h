/* output.h: text for a terminal or a pipe, written as fast as its reader takes it.
 *
 * Text that the reader does not take yet (a terminal held by Ctrl-S, a full pipe) waits, and the
 * loop goes on. For that the file is opened a second time without blocking, since the shell shares
 * the mode of the first descriptor. Some files cannot be opened again: a regular file, a socket,
 * somebody else's terminal. There output_put() writes at once and blocks. */
#ifndef TALON_ADAPTERS_CONSOLE_OUTPUT_H
#define TALON_ADAPTERS_CONSOLE_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/loop.h"

enum { OUTPUT_MAX = 1 << 20 }; /* bytes that may wait; beyond it the oldest become "..." */

struct output_piece;

/* Zero all fields except the callbacks before output_init(). */
struct output {
    /* The loop calls it when nothing waits any more. */
    void (*drained)(struct output *output);
    /* Called once if the descriptor can no longer be written, by output_put() or by the loop. */
    void (*failed)(struct output *output);
    void (*closed)(struct output *output);

    int fd;
    bool own; /* opened by us, and watched */
    bool broken;
    struct watch watch;
    struct output_piece *first, **last;
    size_t bytes; /* bytes that wait */
};

void output_init(struct output *output, struct loop *loop, int fd);
/* Copies the text and writes it in one piece: no other text comes in between. Returns false if
 * memory is out. */
bool output_put(struct output *output, const char *text, size_t length);
bool output_waits(const struct output *output);
/* Drops what waits. The memory must stay until `closed` is called. It is called at once if nothing
 * is under way. */
void output_finish(struct output *output, void (*closed)(struct output *output));

#endif
