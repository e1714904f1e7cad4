/* httpd.h: HTTP/1.1 on the loop, by libwebsockets: who may ask how much, and how slowly.
 *
 * Only GET and HEAD without a body come through to the owner, with a clean path, and POST with a
 * small one from a page of our own to where the owner takes it; all else is answered here. An
 * answer may come at once or turns later. While it is being made and sent nothing is read of the
 * connection: what else the client sent waits in the kernel. */
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
    const struct request *request; /* until it is answered */
    struct exchange *next;         /* these two are the owner's, meanwhile */
    void *held;
};

struct answer {
    struct head head; /* but for what follows from the content and the request */
    const unsigned char *bytes;
    size_t length;
    const unsigned char *gzip; /* the same packed; NULL: it is not */
    size_t gzip_length;
    struct body *body; /* where the bytes are, held until they are sent; NULL: they stay */
};

/* Somebody who stays and is told: a WebSocket. All is the owner's, from `joins` to `leaves`. */
struct onlooker {
    struct onlooker *next, *before;
    void *held;
    uint32_t seen;
    bool sits; /* the owner's mark: it talks, too */
};

/* What one of them is sent: FRAME_ROOM bytes for the head of a frame, which this writes into, and
 * the text behind. */
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
    /* To be answered, from inside this or later. */
    void (*asked)(void *arg, struct exchange *exchange);
    /* The one who asked is gone, before the answer. */
    void (*gone)(void *arg, struct exchange *exchange);
    /* Somebody of our own pages wants to stay: 200, or the status of a refusal. */
    unsigned (*joins)(void *arg, struct onlooker *onlooker, const struct request *request);
    /* They can be sent something. False: there is nothing. */
    bool (*takes)(void *arg, struct onlooker *onlooker, struct frame *frame);
    void (*leaves)(void *arg, struct onlooker *onlooker);
    /* How long a message of theirs may be; 0: they have nothing to say. */
    size_t (*listens)(void *arg, const struct onlooker *onlooker);
    /* They said this, whole. False: they are hung up on. */
    bool (*hears)(void *arg, struct onlooker *onlooker, const char *text, size_t length);
    /* Whether a POST may go there. */
    bool (*posts)(void *arg, const char *path);
    void *arg;
};

/* Bounds. Those of one subscriber are of address_subscriber(); a proxy that is believed has none.
 */
enum {
    HTTPD_CONNECTIONS = 8192,     /* at once */
    HTTPD_CONNECTIONS_OF = 100,   /* of one subscriber */
    HTTPD_REQUESTS = 150,         /* of one subscriber at once */
    HTTPD_REQUEST_PAUSE = 40,     /* ms until one more may follow */
    HTTPD_SUBSCRIBERS = 16384,    /* remembered */
    HTTPD_HEADERS = 8192,         /* bytes of the headers of a request */
    HTTPD_HEADERS_AT_ONCE = 2048, /* requests whose headers are being read or answered */
    HTTPD_READ_TIME = 10,         /* seconds for a request to come in */
    HTTPD_IDLE_TIME = 20,         /* seconds between two */
    HTTPD_MAKE_TIME = 30,         /* seconds for an answer to be made */
    HTTPD_SEND_TIME = 20,         /* seconds in which some of an answer must have been taken */
    HTTPD_WHOLE_TIME = 180        /* seconds for all of it */
};

/* NULL with one clear line in `why`. */
struct httpd *httpd_create(const struct httpd_setup *setup, struct fault *why);
/* Listens where the configuration says. False, likewise: it may be tried again. */
bool httpd_listen(struct httpd *httpd, struct fault *why);
/* Ends all connections; `gone` of the setup comes for those who wait. `done` is called some turns
 * later, when all memory is freed. Accepts NULL, and then calls nothing. */
void httpd_destroy(struct httpd *httpd, void (*done)(void *arg), void *arg);
/* The port at which it listens; 0: a UNIX socket. */
unsigned httpd_port(const struct httpd *httpd);

/* They are asked what they take, as soon as they can be sent it. */
void httpd_wake(struct onlooker *onlooker);
/* Sends them a ping, or hangs up on them if the one before is not answered. Not from `takes`. */
void httpd_ping(struct onlooker *onlooker);

/* Answers; the exchange is not the owner's any more. */
void httpd_answer(struct exchange *exchange, const struct answer *answer);
/* The same in a plain line of text; `retry`: seconds after which they may ask again, 0: not said.
 */
void httpd_refuse(struct exchange *exchange, unsigned status, const char *line, unsigned retry);

#endif
