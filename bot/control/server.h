/* server.h: a small server on the loop: one connection is one request and one answer.
 *
 * What the control socket and the page of measurements (monitor.h) have in common. It waits for
 * nobody: a request has SERVER_REQUEST_MAX bytes at most, SERVER_CLIENTS_MAX connections are there
 * at once beside SERVER_WAITING_MAX whose answer comes later, and one that does not send its
 * request, or read its answer, within SERVER_PATIENCE is ended. */
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
    /* How long the request is that the text begins with; 0: it is not all there yet. */
    size_t (*length)(const char *text);
    /* Takes a whole request, NUL-ended, valid until server_answer(), which it calls now or in a
     * later turn of the loop. */
    void (*take)(void *arg, struct server_client *client, char *request);
    const char *too_long, *too_many; /* what these are answered; constant */
};

/* At a UNIX socket of that path (less than 108 bytes) and mode. A socket that a dead process left
 * there is replaced, one at which somebody answers is not. NULL with one clear line in `why`. */
struct server *server_at_path(const struct server_setup *setup, const char *path, unsigned mode,
                              struct fault *why);
/* At a numeric address ("127.0.0.1", "::1") and port of TCP. Likewise. */
struct server *server_at_port(const struct server_setup *setup, const char *address, unsigned port,
                              struct fault *why);
/* Ends all connections and removes the socket; nothing is taken any more, and no client that has
 * not been answered may be. The loop frees the rest before it ends. Accepts NULL. */
void server_destroy(struct server *server);

/* Once for each request; takes the text over (from malloc()). NULL: the client is hung up on. */
void server_answer(struct server_client *client, char *text);

#endif
