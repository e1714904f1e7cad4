/* monitor.h: two pages for who watches the daemon: "/healthz" and "/metrics" (metrics.h).
 *
 * "/healthz" is 200 "ok" as long as the loop works, for it is the loop that answers, and the store
 * can be written; else 503 with a word why. GET and HEAD, one request a connection, on the bounds
 * of server.h; there is nothing to be changed here and nothing secret to be seen.
 *
 * It stands on libuv alone. libwebsockets has a server, but it is a library of one network
 * (adapters/discord/) and left away where that is: with it the daemon's rooms would know a network,
 * and a build without Discord would bring it back for two pages without a body, a header or a
 * second request. */
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

/* Listens there; setup->path is not looked at. NULL with one clear line in `why`. */
struct monitor *monitor_create(const struct control_setup *setup,
                               const struct monitor_address *address, struct fault *why);
void monitor_destroy(struct monitor *monitor); /* accepts NULL */

#endif
