/* websockets.h: libwebsockets on the loop: its context, from its beginning to an end that Debian's
 * version (4.1) leaves to whoever gives it a loop. */
#ifndef TALON_ADAPTERS_LWS_WEBSOCKETS_H
#define TALON_ADAPTERS_LWS_WEBSOCKETS_H

#include <libwebsockets.h>

#include "base/loop.h"

struct websockets;

/* A context by `info`, whose loop, user and group are filled in here: without a listening socket of
 * its own. NULL: memory is out, or libwebsockets refuses to start (its plugin for libuv is missing,
 * a certificate that it cannot use). From then on libwebsockets ends the process where it finds no
 * memory (memory.h). A second one beside the first is fine, but costs
 * libwebsockets 4.1 a TLS context that it never frees. What libwebsockets says of itself is logged
 * for who debugs. */
struct websockets *websockets_create(struct loop *loop,
                                     const struct lws_context_creation_info *info);
struct lws_context *websockets_context(const struct websockets *websockets);
/* Ends all connections; not from inside a callback of libwebsockets. Its callbacks may come until
 * `gone` (or NULL) is called, some turns later, when all memory is freed: the loop must run until
 * then. Accepts NULL, and then calls nothing. */
void websockets_destroy(struct websockets *websockets, void (*gone)(void *arg), void *arg);

#endif
