/* httpd_state.h: the structs that httpd.c (life, limits, libwebsockets' callback), connection.c
 * (requests and answers) and onlooker.c (WebSockets) share. */
#ifndef TALON_ADAPTERS_WEB_HTTPD_STATE_H
#define TALON_ADAPTERS_WEB_HTTPD_STATE_H

#include <libwebsockets.h>

#include "adapters/lws/websockets.h"
#include "certificate.h"
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
    struct certificate *certificate; /* NULL: no TLS */
    struct listener *listener;
    struct peers *peers;
    unsigned connections;
    struct doorstep *waiting; /* connections without a request line yet */
    uv_check_t check;         /* runs while any is `slow` */
    struct connection *slow;  /* a ring that begins with the next to look at; NULL: none is slow */
    unsigned handles;         /* handles still open, at the end */
    bool ending;
    void (*done)(void *arg);
    void *done_arg;
    unsigned char out[LWS_PRE + PORTION];
};

struct connection {
    struct exchange exchange; /* first */
    struct httpd *httpd;
    struct lws *wsi;             /* NULL: the connection waits for its request line (doorstep.h) */
    struct address peer;         /* address of the other end */
    bool counted;                /* in `peers` */
    bool waits;                  /* for the owner's answer */
    struct web_request *request; /* until it is answered */
    char *head;                  /* head of the answer that is being sent; NULL: none */
    size_t head_length;
    const unsigned char *bytes;
    size_t length, sent; /* bytes to send; what was sent of head and bytes together */
    struct body *body;
    bool close;               /* after the answer */
    bool idle;                /* an answer was sent, and no request has come since */
    uint64_t taken;           /* bytes that were read until `idle` began */
    struct onlooker onlooker; /* of a WebSocket */
    bool joined;              /* the owner has accepted the WebSocket */
    bool open;                /* the WebSocket can take messages */
    bool ping, pinged;        /* we must send a ping; we sent one, and it is not answered */
    bool farewell;            /* the last message was sent */
    char *heard;              /* message that is coming in, as far as it has come; NULL: none */
    size_t heard_length;
    struct connection *slow_next, *slow_before; /* neighbours in the ring of slow readers; NULL: not
                                                 * in the ring */
    uint64_t send_by;                           /* ms, loop_now() */
};

/* httpd.c: begins connection_look_after(). */
void httpd_look(uv_check_t *check);

/* connection.c. A request has come. Returns what libwebsockets is to do: 0: go on, -1: hang up. */
int connection_request(struct connection *connection);
/* A part of the request's body has come; the body is complete. */
int connection_body(struct connection *connection, const char *bytes, size_t length);
int connection_body_ends(struct connection *connection);
/* The connection takes more of the answer. Returns 0 or -1, as above. */
int connection_write(struct connection *connection);
/* onlooker.c. The client wants a WebSocket, or another protocol. Returns 0 or -1, as above. */
int connection_upgrade(struct connection *connection, const char *protocol);
/* The WebSocket is open; it takes a message; it answered a ping; a message came in. */
int connection_opened(struct connection *connection);
int connection_tell(struct connection *connection);
void connection_ponged(struct connection *connection);
int connection_heard(struct connection *connection, const char *bytes, size_t length);
/* True if a page of our own asks. */
bool connection_is_ours(const struct connection *connection);
/* The WebSocket is gone: tells the owner. Does nothing for other connections. */
void connection_leave(struct connection *connection);

/* connection.c. Reads the request. Returns false if it is malformed. */
bool connection_read(struct connection *connection);
/* Writes the client's address to `who`. Returns true if the client may send a request now. */
bool connection_may_ask(struct connection *connection, struct address *who);
/* libwebsockets ends the connection: the last moment to answer. */
void connection_dropped(struct connection *connection);
/* Ends the connection in a later turn. */
void connection_hang_up(struct connection *connection);
/* Looks at some slow readers. httpd.c calls it in each turn while there are any. */
void connection_look_after(struct httpd *httpd);
/* Frees what the connection holds. Calls `gone` of the setup if it waits for an answer. */
void connection_finish(struct connection *connection);

#endif
