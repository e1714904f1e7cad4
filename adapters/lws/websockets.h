/* websockets.h: a context of libwebsockets on the loop. With Debian's version (4.1), ending a
 * context takes several steps; this module takes them. */
#ifndef TALON_ADAPTERS_LWS_WEBSOCKETS_H
#define TALON_ADAPTERS_LWS_WEBSOCKETS_H

#include <libwebsockets.h>

#include "base/loop.h"

struct websockets;

/* Makes a context by `info`. The loop, user and group are set here, and the context gets no
 * listening socket. Returns NULL if memory is out or libwebsockets refuses to start (its plugin for
 * libuv is missing, or it cannot use a certificate).
 *
 * From then on libwebsockets ends the process if it runs out of memory (memory.h). Several contexts
 * may exist, but for each one after the first libwebsockets 4.1 leaks a TLS context. Messages of
 * libwebsockets itself go to the log at debug level. */
struct websockets *websockets_create(struct loop *loop,
                                     const struct lws_context_creation_info *info);
struct lws_context *websockets_context(const struct websockets *websockets);
/* Ends all connections. Do not call it inside a callback of libwebsockets. Callbacks may still come
 * until `gone` (or NULL) is called some turns later, when all memory is freed. The loop must run
 * until then. If `websockets` is NULL, it does nothing, and does not call `gone`. */
void websockets_destroy(struct websockets *websockets, void (*gone)(void *arg), void *arg);

#endif
