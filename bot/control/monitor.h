/* monitor.h: three pages for programs that watch the daemon: "/healthz", "/readyz" and "/metrics"
 * (metrics.h).
 *
 * "/healthz" answers 200 "ok". A loop that hangs answers nothing, and a restart helps. "/readyz"
 * answers 200 "ready" if the process does all that it is there for (ready.h), otherwise 503 with
 * one sentence for each reason. A restart cures none of these, so the two pages differ. The pages
 * take GET and HEAD, one request for each connection, within the limits of server.h. They change
 * nothing and show nothing secret.
 *
 * Only libuv is used. libwebsockets also has a server, but a build without the networks that need
 * it leaves it out. These pages read no body and no second request, so they do not need it. */
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
    char path[CONTROL_PATH_MAX]; /* path of a UNIX socket; "": the address is `host` and `port` */
    char host[PAGES_HOST_MAX];   /* numeric */
    unsigned port;
    bool loopback; /* other machines cannot reach it */
};

/* Reads "unix:/PATH", "127.0.0.1:9090", "[::1]:9090" or "localhost:9090". Returns false for any
 * other text. */
bool monitor_read_address(const char *text, struct monitor_address *address);

/* Listens at the address; setup->path is not used. Returns NULL with one clear line in `why` if
 * that fails. */
struct monitor *monitor_create(const struct control_setup *setup,
                               const struct monitor_address *address, struct fault *why);
/* Closes all connections. The loop frees the rest before it ends. */
void monitor_destroy(struct monitor *monitor); /* accepts NULL */

#endif
