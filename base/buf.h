/* buf.h: text into bounded memory.
 *
 * A `struct buf` writes into memory of its user and stops at the end: what does not fit is left out
 * as a whole (never half a piece), and `full` says so. The text is always NUL-ended. */
#ifndef TALON_BASE_BUF_H
#define TALON_BASE_BUF_H

#include <stdbool.h>
#include <stddef.h>

struct buf {
    char *start; /* the text, NUL-ended */
    char *at;    /* the NUL */
    char *end;   /* one past the memory */
    bool full;   /* a piece did not fit; stays set until buf_reset() */
};

/* Writes into `memory` of `size` bytes, size > 0. */
void buf_init(struct buf *buf, char *memory, size_t size);
void buf_reset(struct buf *buf);

/* Each appends one piece and returns false, with nothing appended, when it does not fit. */
bool buf_add(struct buf *buf, const char *text);
bool buf_add_bytes(struct buf *buf, const void *bytes, size_t length);
bool buf_add_char(struct buf *buf, char c);
bool buf_printf(struct buf *buf, const char *format, ...) __attribute__((format(printf, 2, 3)));

static inline size_t buf_length(const struct buf *buf)
{
    return (size_t)(buf->at - buf->start);
}

static inline size_t buf_room(const struct buf *buf)
{
    return (size_t)(buf->end - buf->at) - 1;
}

#endif
