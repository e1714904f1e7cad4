/* websocket.h: WebSocket connections of a client, on the loop, by libwebsockets.
 *
 * libwebsockets connects and moves the frames. This file resolves names off the loop, because
 * Debian's libwebsockets would block it, and tries the addresses in turn. It always verifies
 * certificates by CA and name. It hands out only whole text messages, and answers pings.
 *
 * A `struct websocket` is one connection at a time and can be opened again. Hooks come from the
 * loop, never from inside a call below. They may call anything below, websocket_base_destroy()
 * too. */
#ifndef TALON_ADAPTERS_DISCORD_GATEWAY_WEBSOCKET_H
#define TALON_ADAPTERS_DISCORD_GATEWAY_WEBSOCKET_H

#include <stdbool.h>
#include <stddef.h>

#include "base/loop.h"

struct websocket_base; /* what connections share: libwebsockets' context */
struct websocket;

struct websocket_hooks {
    void (*opened)(void *arg);
    /* NUL-ended, lent for the call. Messages longer than the base's `text_max` are skipped. */
    void (*text)(void *arg, const char *text, size_t length);
    /* Called after websocket_write(): writes the next message to send, and returns its length; 0:
     * there is none. */
    size_t (*take)(void *arg, char *out, size_t size);
    /* The connection could not be made, or has ended. Called once for each websocket_open(), unless
     * you call websocket_drop(). `code`: the code in the server's close frame; 0: none came. `why`
     * is one line. */
    void (*closed)(void *arg, unsigned code, const char *why);
};

struct websocket_limits {
    unsigned connections; /* at most */
    size_t text_max;      /* bytes of a received message, at most */
    size_t frame_max;     /* bytes of a message to send, at most */
};

/* `ca`: file of trusted CAs, read during the call; NULL: the system's. Returns NULL if memory
 * is out, or libwebsockets refuses to start (its plugin for libuv is missing). A second base beside
 * this one works, but costs libwebsockets 4.1 a TLS context that it never frees. */
struct websocket_base *websocket_base_create(struct loop *loop,
                                             const struct websocket_limits *limits, const char *ca);
/* Ends all connections and calls no hook any more. Some turns of the loop later, when all memory is
 * freed, it calls `gone` (may be NULL). The loop must run until then. Accepts NULL, and then calls
 * nothing. */
void websocket_base_destroy(struct websocket_base *base, void (*gone)(void *arg), void *arg);

/* The base frees the connection when it ends. `hooks` must outlive it. Returns NULL if memory is
 * out. */
struct websocket *websocket_create(struct websocket_base *base, const struct websocket_hooks *hooks,
                                   void *arg);
/* Connects to "ws[s]://host[:port]/path". Call it only while no connection stands or is being made:
 * at first, or after `closed` or websocket_drop(). A bad address is reported by `closed`, too. */
void websocket_open(struct websocket *websocket, const char *url);
/* Makes the loop call `take` until it returns 0. */
void websocket_write(struct websocket *websocket);
/* Sends a close frame with `code`. The hook `closed` comes within WEBSOCKET_CLOSE_MAX, whatever the
 * server does. */
void websocket_close(struct websocket *websocket, unsigned code);
/* Ends the connection at once, without a close frame and without `closed`. Call it any time. */
void websocket_drop(struct websocket *websocket);

/* All ms. */
enum {
    WEBSOCKET_TRY_MAX = 10000,   /* ms for one address: TCP, TLS and the upgrade */
    WEBSOCKET_OPEN_MAX = 30000,  /* ms for resolving and all addresses */
    WEBSOCKET_WRITE_MAX = 20000, /* ms until the network takes what we send */
    WEBSOCKET_CLOSE_MAX = 1500
};

#endif
