/* server.h: a small server on the loop, with one request and one answer for each connection. The
 * control socket and the monitoring pages (monitor.h) use it.
 *
 * Slow clients cannot hold it up. A request has SERVER_REQUEST_MAX bytes at most. There are at most
 * SERVER_CLIENTS_MAX connections, and beside them SERVER_WAITING_MAX that wait for a late answer. A
 * client that does not send its request or read its answer within SERVER_PATIENCE is
 * disconnected. */
#ifndef TALON_BOT_CONTROL_SERVER_H
#define TALON_BOT_CONTROL_SERVER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/fault.h"
#include "base/log.h"
#include "base/loop.h"

enum {
    SERVER_REQUEST_MAX = 4096,
    SERVER_CLIENTS_MAX = 8,
    SERVER_WAITING_MAX = 64,
    SERVER_PATIENCE = 10000 /* milliseconds */
};

struct server;
struct server_client;

struct server_setup {
    struct loop *loop;
    const struct log *log;
    void *arg; /* first argument of the functions below */
    /* Whether who connected on that descriptor may ask; NULL: everybody may. */
    bool (*allows)(void *arg, int fd);
    /* The length of the request with which the text begins; 0: it is not complete yet. */
    size_t (*length)(const char *text);
    /* Takes a whole request, NUL-ended and valid until server_answer(). Call that from here or in a
     * later turn of the loop. */
    void (*take)(void *arg, struct server_client *client, char *request);
    const char *too_long, *too_many; /* what these are answered; constant */
};

/* Listens at a UNIX socket with that path (less than 108 bytes) and mode. It replaces a socket of a
 * dead process, but not one that still answers. NULL with one clear line in `why`. */
struct server *server_at_path(const struct server_setup *setup, const char *path, unsigned mode,
                              struct fault *why);
/* At a numeric address ("127.0.0.1", "::1") and port of TCP. Likewise. */
struct server *server_at_port(const struct server_setup *setup, const char *address, unsigned port,
                              struct fault *why);
/* Ends all connections, removes the socket and takes nothing any more. Do not call server_answer()
 * for its clients afterwards. The loop frees the rest before it ends. Accepts NULL. */
void server_destroy(struct server *server);

/* Call it once for each request. Takes over the text (from malloc()). NULL: disconnects the
 * client. */
void server_answer(struct server_client *client, char *text);

#endif
