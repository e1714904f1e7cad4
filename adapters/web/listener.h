/* listener.h: a listening socket on the loop, and those who come. */
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
    const char *path;               /* of a UNIX socket; "": the next holds */
    const struct sockaddr *address; /* its port 0: any free one */
    /* Somebody came: the descriptor is the owner's from now on. */
    void (*came)(void *arg, int fd, const struct address *from);
    void *arg;
};

/* Listens there. An old socket in the file system on which nobody listens is replaced; the new one
 * is for all who may enter its folder. What is accepted does not block, and the kernel takes little
 * of what is sent to it at a time, so that who reads slowly costs little of its memory. NULL with
 * one clear line in `why`. */
struct listener *listener_create(const struct listener_setup *setup, struct fault *why);
/* The port; 0: a UNIX socket. */
unsigned listener_port(const struct listener *listener);
/* Takes the socket out of the file system, too. Accepts NULL. */
void listener_destroy(struct listener *listener);

#endif
