/* body.h: the body of an answer, shared by all exchanges that send it. */
#ifndef TALON_ADAPTERS_WEB_BODY_H
#define TALON_ADAPTERS_WEB_BODY_H

#include <stdbool.h>
#include <stddef.h>

#include "head.h"

struct body {
    unsigned holders;
    size_t *sum; /* where the sizes of all bodies of an owner are added up; it outlives the
                  * bodies */
    size_t length, gzip_length;
    bool tried;           /* to pack it */
    unsigned char *gzip;  /* the packed bytes; NULL: not packed, or no smaller when packed */
    char etag[HEAD_ETAG]; /* of the bytes */
    unsigned char bytes[];
};

/* Makes a copy with one holder. Its size counts in `*sum` until the last holder releases it. NULL:
 * memory is out. */
struct body *body_create(const void *bytes, size_t length, size_t *sum);
struct body *body_hold(struct body *body);
void body_release(struct body *body); /* accepts NULL */
/* Packs it, unless that was tried before. Keeps the result only if it is smaller. */
void body_pack(struct body *body);

#endif
