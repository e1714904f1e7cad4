/* head.h: writes the head of an answer as HTTP/1.1 has it. Pure. */
#ifndef TALON_ADAPTERS_WEB_HEAD_H
#define TALON_ADAPTERS_WEB_HEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

/* Bytes, with the NUL. */
enum { HEAD_MAX = 2048, HEAD_ETAG = 24, HEAD_LOCATION = 1024 };

/* A NULL text leaves out its header. No text may come from the client. */
struct head {
    unsigned status;
    const char *type;
    const char *etag;
    const char *location;
    const char *cookie; /* cookie that the browser stores */
    size_t length;      /* length of the body, even if it is not sent (HEAD, 304) */
    unsigned max_age;   /* seconds that a cache may keep it; 0: it must ask each time */
    unsigned retry;     /* seconds until the client may ask again; 0: no header */
    bool immutable;     /* what stands at this address never changes */
    bool kept;          /* a cache may keep it at all */
    bool gzip;          /* the body is */
    bool by_language;   /* the content depends on the client's language (Vary) */
    bool embeds;        /* other sites may show it in a frame */
    bool close;         /* the connection ends after this answer */
    bool allow;         /* name the allowed methods (Allow) */
    time_t now;
};

/* Writes the head and its empty line, and returns the length. 0: it does not fit, or a text has
 * characters that a header may not have. */
size_t head_write(const struct head *head, char out[HEAD_MAX]);
/* Writes the ETag of a body: equal bytes have equal tags. It is weak, since the packed and the
 * unpacked body share it. */
void head_etag(const void *body, size_t length, char out[HEAD_ETAG]);

#endif
