/* said.h: a text of the host with its styles, kept after its message, and written into a grid in
 * lines. Pure, except for the memory of the copies. */
#ifndef TALON_ADAPTERS_TERMINAL_SAID_H
#define TALON_ADAPTERS_TERMINAL_SAID_H

#include "base/message.h"
#include "grid.h"

struct said {
    char *text; /* NULL: nothing */
    size_t length;
    unsigned span_count;
    struct span *spans;
    bool whisper; /* only its reader got it */
};

/* Replaces `said` by a copy of bytes `start` to `end` of the message's text. If memory is out it
 * becomes empty. */
void said_take(struct said *said, const struct message *message, size_t start, size_t end);
void said_clear(struct said *said);

/* Returns the number of lines that the text takes in that width. */
unsigned said_lines(const struct said *said, unsigned columns);
/* Writes lines of the text into the box, beginning with line `first`. Cards get their colours, all
 * other text that paint. Returns how many lines it wrote. */
unsigned said_put(const struct said *said, struct cell_grid *grid, struct box box, unsigned first,
                  enum paint paint);

#endif
