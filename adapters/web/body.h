/* body.h: what an answer consists of, once for all whom it is sent to. */
#ifndef TALON_ADAPTERS_WEB_BODY_H
#define TALON_ADAPTERS_WEB_BODY_H

#include <stdbool.h>
#include <stddef.h>

#include "head.h"

struct body {
    unsigned holders;
    size_t *sum; /* of all bodies of an owner, which outlives them */
    size_t length, gzip_length;
    bool tried;           /* to pack it */
    unsigned char *gzip;  /* packed; NULL: not yet, or that makes it no smaller */
    char etag[HEAD_ETAG]; /* of the bytes */
    unsigned char bytes[];
};

/* A copy, with one holder; what it takes is in `sum` as long as it is there. NULL: memory is out.
 */
struct body *body_create(const void *bytes, size_t length, size_t *sum);
struct body *body_hold(struct body *body);
void body_release(struct body *body); /* accepts NULL */
/* Packs it, if that was not done and makes it smaller. */
void body_pack(struct body *body);

#endif
