/* web.h: a small HTTP/1.1 server on loopback, in the loop of the test, that does as it is told.
 *
 * Each request is kept, and answered by the first rule that fits; without one by 200 and {}. */
#ifndef TALON_TESTS_ADAPTERS_DISCORD_WEB_H
#define TALON_TESTS_ADAPTERS_DISCORD_WEB_H

#include <stdbool.h>
#include <stddef.h>

#include "base/loop.h"

enum web_how {
    WEB_ANSWER,
    WEB_HOLD,      /* answered by web_release() */
    WEB_DROP_HEAD, /* the connection is closed when the head is there */
    WEB_DROP,      /* when the whole request is there */
    WEB_CUT,       /* in the middle of the answer's body */
    WEB_RAW        /* the body is all that is said, then the connection is closed */
};

struct web_rule {
    const char *on; /* how the request begins: "POST /api/v10/channels/1"; NULL: any */
    int times;      /* it holds for; 0: one; -1: always */
    enum web_how how;
    unsigned status;     /* 0: 200 */
    const char *headers; /* lines, each ended by CRLF; NULL: none */
    const char *body;    /* NULL: {} */
    bool numbered;       /* each '#' in the body becomes 1000 and the number of the request */
};

struct web_request {
    char *line; /* "POST /api/v10/channels/1/messages" */
    char *head; /* the header lines */
    char *body; /* NUL behind it */
    size_t length;
    unsigned connection; /* 1 and up, as they came */
};

struct web;

struct web *web_open(struct loop *loop, unsigned port); /* 0: any that is free */
void web_close(struct web *web);
unsigned web_port(const struct web *web);
const char *web_base(const struct web *web); /* "http://127.0.0.1:PORT/api" */

/* Before anything connects: from now on it speaks TLS, with the certificate and the key of these
 * files, and its base names that host. */
void web_secure(struct web *web, const char *certificate, const char *key, const char *name);

/* The strings outlive it. */
void web_tell(struct web *web, const struct web_rule *rule);
/* Answers what is held, by the rule that held it. */
void web_release(struct web *web);
/* One of the held, from 0; which request that was. */
unsigned web_release_one(struct web *web, unsigned which);

unsigned web_count(const struct web *web); /* requests so far, each with its whole body */
const struct web_request *web_request(const struct web *web, unsigned index);
unsigned web_connections(const struct web *web); /* so far */
unsigned web_held(const struct web *web);
/* A header's value in `out`; "" when it is not there. */
const char *web_header(const struct web_request *request, const char *name, char *out, size_t size);

#endif
