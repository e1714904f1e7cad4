#include "buf.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void buf_init(struct buf *buf, char *memory, size_t size)
{
    assert(size > 0);
    buf->start = memory;
    buf->end = memory + size;
    buf_reset(buf);
}

void buf_reset(struct buf *buf)
{
    buf->at = buf->start;
    *buf->at = '\0';
    buf->full = false;
}

bool buf_add(struct buf *buf, const char *text)
{
    return buf_add_bytes(buf, text, strlen(text));
}

bool buf_add_bytes(struct buf *buf, const void *bytes, size_t length)
{
    if (length > buf_room(buf)) {
        buf->full = true;
        return false;
    }
    if (length > 0)
        memcpy(buf->at, bytes, length);
    buf->at += length;
    *buf->at = '\0';
    return true;
}

bool buf_add_char(struct buf *buf, char c)
{
    if (buf_room(buf) == 0) {
        buf->full = true;
        return false;
    }
    *buf->at++ = c;
    *buf->at = '\0';
    return true;
}

bool buf_printf(struct buf *buf, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(buf->at, buf_room(buf) + 1, format, args);
    va_end(args);
    if (length < 0 || (size_t)length > buf_room(buf)) {
        *buf->at = '\0';
        buf->full = true;
        return false;
    }
    buf->at += length;
    return true;
}
