/* buf.h: text in memory of a fixed size.
 *
 * The caller gives a `struct buf` its memory. A piece of text is appended whole or, if it does
 * not fit, not at all; then `full` is set. The text always ends with a NUL. */
#ifndef TALON_BASE_BUF_H
#define TALON_BASE_BUF_H

#include <stdbool.h>
#include <stddef.h>

struct buf {
    char *start; /* the text, NUL-ended */
    char *at;    /* the NUL */
    char *end;   /* one past the memory */
    bool full;   /* set when a piece did not fit, cleared by buf_reset() */
};

/* Begins an empty text in `memory` of `size` bytes, size > 0. */
void buf_init(struct buf *buf, char *memory, size_t size);
void buf_reset(struct buf *buf);

/* Each appends one piece. Returns false and appends nothing if the piece does not fit. */
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
