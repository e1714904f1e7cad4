/* listener.h: a listening socket on the loop. */
#ifndef TALON_ADAPTERS_WEB_LISTENER_H
#define TALON_ADAPTERS_WEB_LISTENER_H

#include <stdbool.h>
#include <stddef.h>

#include "address.h"
#include "base/fault.h"
#include "base/loop.h"

struct listener;

struct listener_setup {
    struct loop *loop;
    const char *path;               /* path of a UNIX socket; "": `address` is used */
    const struct sockaddr *address; /* address to listen at; port 0: any free port */
    /* A client has connected. The owner of the listener now owns the descriptor. */
    void (*came)(void *arg, int fd, const struct address *from);
    void *arg;
};

/* Listens. Replaces an old UNIX socket on which nobody listens; everybody who may enter its folder
 * may connect to the new one. Accepted connections do not block. The kernel buffers little of what
 * we send, so that slow readers cost little memory. Returns NULL with one clear line in `why`. */
struct listener *listener_create(const struct listener_setup *setup, struct fault *why);
/* Returns the port; 0: a UNIX socket. */
unsigned listener_port(const struct listener *listener);
/* Also removes the socket from the file system. Accepts NULL. */
void listener_destroy(struct listener *listener);

#endif
