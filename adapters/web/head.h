/* head.h: the head of an answer, as HTTP/1.1 has it. Pure. */
#ifndef TALON_ADAPTERS_WEB_HEAD_H
#define TALON_ADAPTERS_WEB_HEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

/* Bytes, with the NUL. */
enum { HEAD_MAX = 2048, HEAD_ETAG = 24, HEAD_LOCATION = 1024 };

/* Texts may be NULL: that line is left out. None comes from who asks. */
struct head {
    unsigned status;
    const char *type;
    const char *etag;
    const char *location;
    const char *cookie; /* what a browser is to keep */
    size_t length;      /* of the body, also of one that is not sent (HEAD, 304) */
    unsigned max_age;   /* seconds that it may be kept; 0: ask again each time */
    unsigned retry;     /* seconds until one may ask again; 0: not said */
    bool immutable;     /* what stands at this address never changes */
    bool kept;          /* it may be kept at all */
    bool gzip;          /* the body is */
    bool by_language;   /* another language gives another one */
    bool embeds;        /* other sites may show it in a frame */
    bool close;         /* the connection ends with it */
    bool allow;         /* say which methods there are */
    time_t now;
};

/* Writes the head with its empty line; its length. 0: it does not fit, or a text is none that may
 * stand there. */
size_t head_write(const struct head *head, char out[HEAD_MAX]);
/* The ETag of a body: the same bytes, the same tag. It is weak, for it is that of the body however
 * it is packed. */
void head_etag(const void *body, size_t length, char out[HEAD_ETAG]);

#endif
