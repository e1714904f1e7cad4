/* monitor.h: two pages for monitoring: "/healthz" and "/metrics" (metrics.h).
 *
 * "/healthz" is 200 "ok" as long as the loop works (it sends the answer) and the store can be
 * written; else 503 with a reason. The server takes GET and HEAD, one request a connection, within
 * the bounds of server.h. The pages change nothing and show no secrets.
 *
 * It uses only libuv. libwebsockets has a server, but belongs to one network (adapters/discord/),
 * and a build without Discord leaves it out. With it, this folder would depend on a network for two
 * pages without a body, a header or a second request. */
#ifndef TALON_BOT_CONTROL_MONITOR_H
#define TALON_BOT_CONTROL_MONITOR_H

#include <stdbool.h>
#include <stddef.h>

#include "base/fault.h"
#include "bot/control/path.h"

struct control_setup;
struct monitor;

enum { PAGES_HOST_MAX = 46 };

struct monitor_address {
    char path[CONTROL_PATH_MAX]; /* of a UNIX socket; "": the others hold */
    char host[PAGES_HOST_MAX];   /* numeric */
    unsigned port;
    bool loopback; /* nobody on another machine reaches it */
};

/* Reads "unix:/PATH", "127.0.0.1:9090", "[::1]:9090" or "localhost:9090". False: it is none. */
bool monitor_read_address(const char *text, struct monitor_address *address);

/* Listens at the address of `setup`; setup->path is not used. NULL with one clear line in `why`. */
struct monitor *monitor_create(const struct control_setup *setup,
                               const struct monitor_address *address, struct fault *why);
void monitor_destroy(struct monitor *monitor); /* accepts NULL */

#endif
