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
    void *arg; /* first argument of allows() and take() */
    /* Returns whether the client on that descriptor may ask. NULL: everybody may. */
    bool (*allows)(void *arg, int fd);
    /* Returns the length of the request that begins the text; 0 if it is not complete. */
    size_t (*length)(const char *text);
    /* Takes a whole request, NUL-ended and valid until server_answer(). Call that from here or in a
     * later turn of the loop. */
    void (*take)(void *arg, struct server_client *client, char *request);
    const char *too_long, *too_many; /* constant answers to requests that are refused */
};

/* Listens at a UNIX socket with that path (less than 108 bytes) and mode. A socket left by a dead
 * process is replaced; a socket at which a process answers is not. Returns NULL with one clear line
 * in `why` if that fails. */
struct server *server_at_path(const struct server_setup *setup, const char *path, unsigned mode,
                              struct fault *why);
/* Listens at a numeric address ("127.0.0.1", "::1") and a TCP port. Returns NULL with one clear
 * line in `why` if that fails. */
struct server *server_at_port(const struct server_setup *setup, const char *address, unsigned port,
                              struct fault *why);
/* Closes all connections and removes the socket. Do not call server_answer() for its clients
 * afterwards. The loop frees the rest before it ends. Accepts NULL. */
void server_destroy(struct server *server);

/* Sends the answer to a request; call it once for each request. Takes ownership of `text`, which
 * comes from malloc(). If it is NULL, the connection is closed. */
void server_answer(struct server_client *client, char *text);

#endif
