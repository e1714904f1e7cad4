#include "body.h"

#include <stdlib.h>
#include <string.h>

#include <zlib.h>

enum {
    PACK_MIN = 1024, /* bytes: less goes into one packet anyhow */
    PACK_MAX = 1 << 20,
    LEVEL = 4,
    GZIP_WINDOW = 15 + 16, /* zlib's word for gzip */
    MEMORY = 8
};

struct body *body_create(const void *bytes, size_t length, size_t *sum)
{
    struct body *body = malloc(sizeof(*body) + length);
    if (body == NULL)
        return NULL;
    *body = (struct body){.holders = 1, .sum = sum, .length = length};
    if (length > 0)
        memcpy(body->bytes, bytes, length);
    head_etag(body->bytes, length, body->etag);
    *sum += length;
    return body;
}

struct body *body_hold(struct body *body)
{
    body->holders++;
    return body;
}

void body_release(struct body *body)
{
    if (body == NULL || --body->holders > 0)
        return;
    *body->sum -= body->length + body->gzip_length;
    free(body->gzip);
    free(body);
}

void body_pack(struct body *body)
{
    z_stream stream = {.next_in = body->bytes, .avail_in = (uInt)body->length};
    bool tried = body->tried;
    body->tried = true;
    if (tried || body->length < PACK_MIN || body->length > PACK_MAX ||
        deflateInit2(&stream, LEVEL, Z_DEFLATED, GZIP_WINDOW, MEMORY, Z_DEFAULT_STRATEGY) != Z_OK)
        return;
    size_t room = body->length - 1; /* a packed body that is not smaller is of no use */
    unsigned char *gzip = malloc(room);
    stream.next_out = gzip;
    stream.avail_out = (uInt)room;
    if (gzip != NULL && deflate(&stream, Z_FINISH) == Z_STREAM_END) {
        body->gzip = gzip;
        body->gzip_length = stream.total_out;
        *body->sum += body->gzip_length;
        gzip = NULL;
    }
    free(gzip);
    deflateEnd(&stream);
}
