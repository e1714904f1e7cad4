/* httpd_state.h: what httpd.c (life, limits, libwebsockets' callback) and connection.c (a request
 * in, an answer out) share. */
#ifndef TALON_ADAPTERS_WEB_HTTPD_STATE_H
#define TALON_ADAPTERS_WEB_HTTPD_STATE_H

#include <libwebsockets.h>

#include "adapters/lws/websockets.h"
#include "httpd.h"
#include "listener.h"
#include "peers.h"

enum {
    PORTION = 8192 /* bytes that are sent at a time */
};
#define NO_REQUEST "That is no request for this server."

struct doorstep;

struct httpd {
    struct httpd_setup setup;
    struct websockets *websockets;
    struct lws_vhost *vhost;
    struct listener *listener;
    struct peers *peers;
    unsigned connections;
    struct doorstep *waiting; /* of which no request line has come yet */
    uv_check_t check;         /* runs while any is `slow` */
    struct connection *slow;  /* a ring: where the next look begins. NULL: none */
    unsigned handles;         /* that are not closed yet, at the end */
    bool ending;
    void (*done)(void *arg);
    void *done_arg;
    unsigned char out[LWS_PRE + PORTION];
};

struct connection {
    struct exchange exchange; /* first */
    struct httpd *httpd;
    struct lws *wsi;         /* NULL: it waits for its request line (doorstep.h) */
    struct address peer;     /* who connected */
    bool counted;            /* in `peers` */
    bool waits;              /* for the owner's answer */
    struct request *request; /* until it is answered */
    char *head;              /* of the answer that is being sent; NULL: none is */
    size_t head_length;
    const unsigned char *bytes;
    size_t length, sent; /* of the bytes; of head and bytes together */
    struct body *body;
    bool close;               /* behind the answer */
    bool idle;                /* an answer was sent, and the next request has not come ... */
    uint64_t taken;           /* ... and the bytes that were read until then */
    struct onlooker onlooker; /* of a WebSocket */
    bool joined;              /* it is one */
    bool open;                /* and can be told */
    bool ping, pinged;        /* one is to be sent; was, and is not answered */
    bool farewell;            /* what ends it was sent */
    char *heard;              /* what it says, as far as it has come; NULL: nothing */
    size_t heard_length;
    struct connection *slow_next, *slow_before; /* it waits until more can be sent; NULL: not */
    uint64_t send_by;                           /* ms, loop_now() */
};

/* httpd.c: begins connection_look_after(). */
void httpd_look(uv_check_t *check);

/* connection.c. A request is there; what libwebsockets is to do. */
int connection_request(struct connection *connection);
/* Some of what comes along with it; and that was all of it. */
int connection_body(struct connection *connection, const char *bytes, size_t length);
int connection_body_ends(struct connection *connection);
/* It can be written to. */
int connection_write(struct connection *connection);
/* onlooker.c. It would be a WebSocket, or something that is not for us: likewise. */
int connection_upgrade(struct connection *connection, const char *protocol);
/* It is one. */
int connection_opened(struct connection *connection);
int connection_tell(struct connection *connection);
void connection_ponged(struct connection *connection);
int connection_heard(struct connection *connection, const char *bytes, size_t length);
/* Whether it is a page of ours that asks. */
bool connection_is_ours(const struct connection *connection);
/* It has left. */
void connection_leave(struct connection *connection);

/* connection.c. Reads what is asked; false: it is not plain. */
bool connection_read(struct connection *connection);
/* Whether whoever asks may do so now; who that is. */
bool connection_may_ask(struct connection *connection, struct address *who);
/* libwebsockets ends it: the last moment to write. */
void connection_dropped(struct connection *connection);
/* Ends it, some time. */
void connection_hang_up(struct connection *connection);
/* Looks after some of those that read slowly: httpd.c runs it in each turn while there are any. */
void connection_look_after(struct httpd *httpd);
/* Frees what it holds; the owner hears that it is gone. */
void connection_finish(struct connection *connection);

#endif
