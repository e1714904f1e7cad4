/* websocket_state.h: the state that websocket.c (one connection) and websocket_base.c (all
 * connections) share. */
#ifndef TALON_ADAPTERS_DISCORD_GATEWAY_WEBSOCKET_STATE_H
#define TALON_ADAPTERS_DISCORD_GATEWAY_WEBSOCKET_STATE_H

#include <libwebsockets.h>

#include "websocket.h"

struct lookup; /* a name that is being resolved */
struct websockets;

enum {
    WEBSOCKET_HOST = 254,    /* bytes of a host's name, NUL included */
    WEBSOCKET_ADDRESSES = 8, /* how many addresses of a host we try */
    WEBSOCKET_WHY = 160      /* bytes of a reason */
};

enum websocket_stage {
    WEBSOCKET_IDLE,
    WEBSOCKET_LOOKUP,
    WEBSOCKET_TRYING, /* connecting to an address; while `wsi` is NULL, to none yet */
    WEBSOCKET_OPEN,
    WEBSOCKET_CLOSING,
    WEBSOCKET_ENDED /* ended; `closed` must still be called */
};

struct websocket {
    struct timer timer; /* first; of the stage */
    struct websocket *next;
    struct websocket_base *base;
    const struct websocket_hooks *hooks;
    void *arg;
    enum websocket_stage stage;
    struct lws
        *wsi; /* the present one; we ignore callbacks of an older one that is still closing */
    struct lookup *lookup;
    bool tls;
    int port;
    char host[WEBSOCKET_HOST], host_port[WEBSOCKET_HOST + 6], path[512];
    uint64_t open_by;
    unsigned addresses, next_address;
    char address[WEBSOCKET_ADDRESSES][64]; /* numeric */
    bool connecting; /* our call to connect has not returned, so `wsi` is not set yet */
    bool reached;    /* the server has our request */
    bool writing;    /* `take` is asked for */
    bool said_close;
    unsigned code, peer_code; /* code for our close frame, and code in the server's */
    char why[WEBSOCKET_WHY];
    char *text; /* the received part of the message under way */
    size_t length, room;
    bool skipping; /* the message is too long, or memory was out: we skip the rest of it */
};

struct websocket_base {
    struct loop *loop;
    struct websocket_limits limits;
    struct websockets *websockets;
    struct lws_context *context; /* its own */
    struct websocket *list;
    unsigned char *out; /* LWS_PRE bytes, then a frame */
    unsigned handles;   /* timers that are not closed yet */
    bool ending;
    void (*gone)(void *arg);
    void *gone_arg;
};

/* websocket.c has both: the callback for libwebsockets, and the function that frees a
 * connection. */
int websocket_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                       size_t length);
void websocket_free(struct websocket *websocket);

#endif
