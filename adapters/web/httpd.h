/* httpd.h: an HTTP/1.1 server on the loop, by libwebsockets. It limits how much a client may ask,
 * and how slow it may be.
 *
 * The owner gets only two kinds of requests, with a clean path: GET and HEAD without a body; and
 * POST with a small body, if it comes from a page of our own and the owner accepts the path. This
 * module answers all others itself. The owner may answer at once or turns later. Until the answer
 * is sent, nothing more is read from the connection. */
#ifndef TALON_ADAPTERS_WEB_HTTPD_H
#define TALON_ADAPTERS_WEB_HTTPD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/log.h"
#include "base/loop.h"
#include "body.h"
#include "head.h"
#include "request.h"
#include "web_config.h"

struct httpd;

/* One request and its answer. */
struct exchange {
    const struct web_request *request; /* until it is answered */
    struct exchange *next;             /* `next` and `held` are for the owner, until it answers */
    void *held;
};

struct http_answer {
    struct head head; /* the owner leaves out the fields that follow from the content and the
                       * request */
    const unsigned char *bytes;
    size_t length;
    const unsigned char *gzip; /* packed bytes; NULL: not packed */
    size_t gzip_length;
    struct body *body; /* the owner of `bytes` and `gzip`, held until they are sent; NULL: they are
                          constant */
};

/* A WebSocket. All fields are the owner's, from `joins` to `leaves`. */
struct onlooker {
    struct onlooker *next, *before;
    void *held;
    uint32_t seen;
    bool sits; /* a mark for the owner: this onlooker also sends messages */
};

/* A message to a WebSocket: FRAME_ROOM bytes for the frame's head, which this module writes, then
 * the text. */
enum { FRAME_ROOM = 32 };
struct frame {
    unsigned char *bytes;
    size_t length; /* of the text */
    bool last;     /* the connection ends with it */
    bool more;     /* another one may follow at once */
};

struct httpd_setup {
    struct loop *loop;
    const struct log *log;
    const struct web_config *config;
    /* A request that the owner must answer, inside this call or later. */
    void (*asked)(void *arg, struct exchange *exchange);
    /* The client is gone before the answer. */
    void (*gone)(void *arg, struct exchange *exchange);
    /* A page of our own opens a WebSocket. Returns 200, or the status of a refusal. */
    unsigned (*joins)(void *arg, struct onlooker *onlooker, const struct web_request *request);
    /* Fills in the next message for a WebSocket that can take one. False: there is none. */
    bool (*takes)(void *arg, struct onlooker *onlooker, struct frame *frame);
    void (*leaves)(void *arg, struct onlooker *onlooker);
    /* How many bytes a message from the onlooker may have; 0: the onlooker may send none. */
    size_t (*listens)(void *arg, const struct onlooker *onlooker);
    /* It sent this whole message. False: hang up. */
    bool (*hears)(void *arg, struct onlooker *onlooker, const char *text, size_t length);
    /* True if the owner accepts a POST to this path. */
    bool (*posts)(void *arg, const char *path);
    void *arg;
};

/* Bounds. A subscriber is what address_subscriber() says. A proxy that we believe has no bounds of
 * its own. */
enum {
    HTTPD_CONNECTIONS = 8192,     /* at once */
    HTTPD_CONNECTIONS_OF = 100,   /* of one subscriber */
    HTTPD_REQUESTS = 150,         /* of one subscriber at once */
    HTTPD_REQUEST_PAUSE = 40,     /* ms until a subscriber may send one more request */
    HTTPD_SUBSCRIBERS = 16384,    /* remembered */
    HTTPD_HEADERS = 8192,         /* bytes of the headers of a request */
    HTTPD_HEADERS_AT_ONCE = 2048, /* requests whose headers are being read or answered */
    HTTPD_READ_TIME = 10,         /* seconds for a request to come in */
    HTTPD_IDLE_TIME = 20,         /* seconds between two */
    HTTPD_MAKE_TIME = 30,         /* seconds for an answer to be made */
    HTTPD_SEND_TIME = 20,         /* seconds in which the client must take at least some of the
                                   * answer */
    HTTPD_WHOLE_TIME = 180        /* seconds in which the client must take the whole answer */
};

/* Returns NULL with one clear line in `why` on failure. */
struct httpd *httpd_create(const struct httpd_setup *setup, struct fault *why);
/* Listens at the configured address. Returns false, with one clear line in `why`, on failure; the
 * caller may try again. */
bool httpd_listen(struct httpd *httpd, struct fault *why);
/* Reads the certificate and key again if their files changed (certificate.h). That happens once a
 * minute, too. */
void httpd_look_at_certificate(struct httpd *httpd);
/* Ends all connections, and calls `gone` of the setup for requests without an answer. `done` is
 * called some turns later, when all memory is freed. If `httpd` is NULL, it does nothing, and does
 * not call `done`. */
void httpd_destroy(struct httpd *httpd, void (*done)(void *arg), void *arg);
/* The port at which it listens; 0: a UNIX socket. */
unsigned httpd_port(const struct httpd *httpd);

/* Calls `takes` for this WebSocket as soon as it can take a message. */
void httpd_wake(struct onlooker *onlooker);
/* Sends a ping, or hangs up if the last one is not answered. Do not call it from `takes`. */
void httpd_ping(struct onlooker *onlooker);

/* Sends the answer. The exchange is no longer the owner's. */
void httpd_answer(struct exchange *exchange, const struct http_answer *answer);
/* Answers with a line of plain text. `retry`: seconds until the client may ask again, 0: no
 * header. */
void httpd_refuse(struct exchange *exchange, unsigned status, const char *line, unsigned retry);

#endif
