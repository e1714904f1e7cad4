/* http.h: HTTP requests and their answers, many at a time, on the loop.
 *
 * Requests run on libcurl's multi handle, which the loop watches. libcurl keeps and shares
 * connections (HTTP/2 if TLS agrees on it), resolves names in its own threads, and verifies
 * certificates. It ignores proxies of the environment and follows no redirects. The caller decides
 * what may be sent, and whether to send it again.
 *
 * Bounds: the caller limits how many exchanges run at once. At most HTTP_CONNECTIONS connections
 * stay open. The body of an answer has HTTP_BODY bytes at most; a longer one is reported as
 * `large`, and not as `whole`. */
#ifndef TALON_ADAPTERS_CURL_HTTP_H
#define TALON_ADAPTERS_CURL_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/loop.h"

enum {
    HTTP_CONNECT_MS = 5000,
    HTTP_DEAD_MS = 5000, /* ms without an acknowledgement after which a connection is closed */
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
    const char *ca;     /* file of CA certificates; NULL: those of the system */
    uint32_t silent_ms; /* when a request times out, its connection is closed too if nothing came on
                           it for this time; 0: HTTP_SILENT_MS */
    bool tls;           /* the addresses are https: a request waits for a connection that it can
                         * share */
    /* Asked just before a request goes out, when its connection stands, which may be long after
     * http_start(). False: the request ends unsent. NULL: every request may go out. */
    bool (*may_send)(void *arg);
    void *arg;
    bool once; /* no request may be carried out twice, so each gets a new connection. On a kept
                  connection curl sends a lost request again by itself. On a new one it does not,
                  and http_result.unsent tells if the server refused the request unread */
};

/* A part of a request's body. The caller keeps the strings until the exchange is over. */
struct http_part {
    const char *name;     /* name of the form field; NULL: this part is the whole body */
    const char *filename; /* NULL: none */
    const char *type;     /* "application/json" */
    const void *data;
    size_t size;
};

struct http_request {
    const char *method, *url;  /* "https://..."; copied */
    const char *authorization; /* value of the header; copied; NULL: the request has none */
    uint64_t
        timeout; /* ms from http_start() to the end of the answer, with the wait for a connection */
    unsigned part_count;                /* 0: there is no body */
    struct http_part parts[HTTP_PARTS]; /* with names: a multipart/form-data body */
};

struct http_result {
    const struct http_exchange *exchange; /* for http_header(); lent */
    unsigned status;                      /* status of HTTP; 0: no answer came */
    const char *body;                     /* lent; a NUL stands behind it */
    size_t length;
    bool whole;      /* the answer came to its end */
    bool unsent;     /* the request did not go out, or the server refused it unread */
    bool held;       /* `may_send` said no; the request is unsent */
    bool resent;     /* the request went out several times, and this answers the last */
    bool large;      /* the body was over HTTP_BODY */
    const char *why; /* the reason if the answer is not whole; holds no path */
};

/* The strings `setup->ca` and `setup->agent` must outlive the result. NULL: memory is out. */
struct http *http_create(const struct http_setup *setup);
/* All exchanges must be over. The sockets are closed on return, and the memory is freed in a later
 * turn of the loop. Accepts NULL. */
void http_destroy(struct http *http);

/* Starts a request. `done` is called once, later, never inside this call; the exchange ends with
 * it. `done` may start other requests. NULL: the request could not start, and `done` is not
 * called. */
struct http_exchange *http_start(struct http *http, const struct http_request *request,
                                 void (*done)(void *arg, const struct http_result *result),
                                 void *arg);
/* Returns the value of an answer's header, by its name in upper or lower case. If the header came
 * several times, the last one counts. NULL: the answer does not have it. Valid during the call of
 * `done`. */
const char *http_header(const struct http_exchange *exchange, const char *name);
/* Ends an exchange without calling `done`. Do not call it inside `done` of another exchange. */
void http_abort(struct http_exchange *exchange);

/* Reads a date of a header, in seconds since 1970; 0: the text is no date. */
int64_t http_date(const char *text);

#endif
