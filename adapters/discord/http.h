/* http.h: exchanges over HTTP, many at a time, on the loop.
 *
 * libcurl's multi handle, watched by the loop: connections are kept and shared (HTTP/2 where TLS
 * agrees on it), names are resolved in threads of curl's, certificates are verified, a proxy of the
 * environment is not used and redirects are not followed. It knows answers only as far as
 * answer.h does; what may be sent, and whether again, is the caller's.
 *
 * Bounds: an exchange for each request that limits.h has let go (64 at most), and HTTP_BODY of an
 * answer: one that is longer ends there, and is no whole one. */
#ifndef TALON_ADAPTERS_DISCORD_HTTP_H
#define TALON_ADAPTERS_DISCORD_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "answer.h"
#include "bot/base/loop.h"

enum {
    HTTP_CONNECT_MS = 5000,
    HTTP_DEAD_MS = 5000, /* a connection on which so long nothing was acknowledged is closed */
    HTTP_SILENT_MS = 10000,
    HTTP_BODY = 4 << 20 /* bytes of an answer's body */
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
    bool once; /* no request may be carried out twice: each has a connection of its own, the one
                  case in which curl, which sends anew what a kept one lost, tells what was lost
                  from what was refused unread */
};

struct http_request {
    const char *method, *url;  /* "https://..."; copied */
    const char *authorization; /* the value of the header; copied; NULL: none */
    const char *type;          /* of the body; copied; NULL: there is none */
    const char *body;          /* lent until the exchange is over */
    size_t length;
    uint64_t timeout; /* ms, from now to the end of the answer; waiting for a connection counts */
};

struct http_result {
    struct answer answer; /* status 0: none came; the body is read for errors */
    const char *body;     /* lent, NUL behind it */
    size_t length;
    bool whole;      /* the answer came to its end */
    bool unsent;     /* nothing of the request went out, or the server refused it unread */
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
/* Ends it without `done`. Not from inside `done` of another. */
void http_abort(struct http_exchange *exchange);

#endif
