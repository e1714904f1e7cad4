/* ws_private.h: what ws.c (a connection's life) and ws_base.c (libwebsockets' own) share. */
#ifndef TALON_ADAPTERS_DISCORD_WS_PRIVATE_H
#define TALON_ADAPTERS_DISCORD_WS_PRIVATE_H

#include <libwebsockets.h>

#include "ws.h"

struct lookup; /* a name that is being resolved */

enum {
    WS_HOST = 254,    /* bytes of a host's name, NUL included */
    WS_ADDRESSES = 8, /* of a host that are tried */
    WS_SPARES = 4,    /* descriptors: ws_base.c says what for */
    WS_WHY = 160      /* bytes of a reason */
};

enum ws_stage {
    WS_IDLE,
    WS_LOOKUP,
    WS_TRYING, /* an address; none yet while `wsi` is NULL */
    WS_OPEN,
    WS_CLOSING,
    WS_ENDED /* `closed` is to be called */
};

struct ws {
    struct timer timer; /* first; of the stage */
    struct ws *next;
    struct ws_base *base;
    const struct ws_hooks *hooks;
    void *arg;
    enum ws_stage stage;
    struct lws *wsi; /* an older one of this struct may live on a little: its callbacks are lost */
    struct lookup *lookup;
    bool tls;
    int port;
    char host[WS_HOST], host_port[WS_HOST + 6], path[512];
    uint64_t open_by;
    unsigned addresses, next_address;
    char address[WS_ADDRESSES][64]; /* numeric */
    bool connecting;                /* libwebsockets is in its call, `wsi` not known yet */
    bool reached;                   /* the server was sent the request */
    bool writing;                   /* `take` is asked for */
    bool said_close;
    unsigned code, peer_code; /* to close with; the server's */
    char why[WS_WHY];
    char *text; /* of the message that is coming */
    size_t length, room;
    bool skipping; /* it is too long, or memory was out */
};

struct ws_base {
    struct timer timer; /* first; of the end */
    struct loop *loop;
    struct ws_limits limits;
    struct lws_context *context;
    int pipe, spare[WS_SPARES]; /* descriptors, -1: none */
    struct ws *list;
    unsigned char *out; /* LWS_PRE bytes and a frame */
    unsigned handles;   /* timers that are not closed yet */
    bool ending;
    void (*gone)(void *arg);
    void *gone_arg;
};

/* ws.c: libwebsockets' callback; the end of a connection's memory. */
int ws_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                size_t length);
void ws_free(struct ws *ws);

#endif
