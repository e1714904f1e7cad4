/* http.h: HTTP requests and their answers, many at a time, on the loop.
 *
 * Requests run on libcurl's multi handle, which the loop watches. Connections are kept and shared
 * (HTTP/2 where TLS agrees on it), names are resolved in threads of libcurl, and certificates are
 * verified. A proxy that the environment names is not used, and redirects are not followed. What
 * may be sent, and whether it is sent again, is for the caller to decide.
 *
 * Bounds: the caller bounds how many exchanges run at once (HTTP_CONNECTIONS stay open at most). An
 * answer's body ends at HTTP_BODY: one that is longer is not whole. */
#ifndef TALON_ADAPTERS_CURL_HTTP_H
#define TALON_ADAPTERS_CURL_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/loop.h"

enum {
    HTTP_CONNECT_MS = 5000,
    HTTP_DEAD_MS = 5000, /* a connection on which so long nothing was acknowledged is closed */
    HTTP_SILENT_MS = 10000,
    HTTP_CONNECTIONS = 96,
    HTTP_BODY = 4 << 20, /* bytes of an answer's body */
    HTTP_PARTS = 2       /* of a request's body */
};

struct http;
struct http_exchange;

struct http_setup {
    struct loop *loop;
    const char *agent;
    const char *ca;     /* a file that replaces the system's; NULL: those */
    uint32_t silent_ms; /* a connection on which so long nothing came ends when a request on it is
                           given up; 0: HTTP_SILENT_MS */
    bool tls;           /* what is asked is https: wait for a connection that can be shared */
    /* Whether a request may go out at this moment: asked when it begins to, which may be long after
     * http_start(), by when its connection stands. No: it ends unsent. NULL: always. */
    bool (*may_send)(void *arg);
    void *arg;
    bool once; /* no request may be carried out twice: each has a connection of its own, the one
                  case in which curl, which sends anew what a kept one lost, tells what was lost
                  from what was refused unread */
};

/* What a request carries. All is lent until its exchange is over. */
struct http_part {
    const char *name;     /* of the form's field; NULL: this is the whole body and no form */
    const char *filename; /* NULL: none */
    const char *type;     /* "application/json" */
    const void *data;
    size_t size;
};

struct http_request {
    const char *method, *url;  /* "https://..."; copied */
    const char *authorization; /* the value of the header; copied; NULL: none */
    uint64_t timeout; /* ms, from now to the end of the answer; waiting for a connection counts */
    unsigned part_count;                /* 0: there is no body */
    struct http_part parts[HTTP_PARTS]; /* with names: a multipart/form-data body */
};

struct http_result {
    const struct http_exchange *exchange; /* for http_header(); lent */
    unsigned status;                      /* of HTTP; 0: no answer came */
    const char *body;                     /* lent; a NUL stands behind it */
    size_t length;
    bool whole;      /* the answer came to its end */
    bool unsent;     /* nothing of the request went out, or the server refused it unread */
    bool held;       /* `may_send` said no, and all of it is unsent */
    bool resent;     /* the request went out more than once: this is the answer to the last */
    bool large;      /* the body was over HTTP_BODY */
    const char *why; /* what went wrong, where not whole; names no path */
};

/* `setup->ca` and `setup->agent` outlive it. NULL: memory is out. */
struct http *http_create(const struct http_setup *setup);
/* All exchanges must be over. Sockets are closed when this returns, its memory goes in a later turn
 * of the loop. Accepts NULL. */
void http_destroy(struct http *http);

/* `done` is called once, never from inside, and may start others; the exchange is gone then. NULL:
 * it could not be started, `done` is not called. */
struct http_exchange *http_start(struct http *http, const struct http_request *request,
                                 void (*done)(void *arg, const struct http_result *result),
                                 void *arg);
/* The value of a header of the answer, by its name in any case: of several the last. NULL: it is
 * not there. Lent for the call of `done`. */
const char *http_header(const struct http_exchange *exchange, const char *name);
/* Ends it without `done`. Not from inside `done` of another. */
void http_abort(struct http_exchange *exchange);

/* A date as headers have it, in seconds since 1970; 0: it is none. */
int64_t http_date(const char *text);

#endif
