/* control.h: the socket through which root and the daemon's owner query and control the daemon
 * (`talon ctl`).
 *
 * It is a UNIX socket (path.h) with mode 0600. The client must also run as the daemon's user or as
 * root (SO_PEERCRED); the connection of anybody else is closed. A connection carries one request
 * and one answer, each a line of JSON (request.h), and then ends.
 *
 * All of this runs on the loop, within the limits of server.h. Slow work, such as a backup, has a
 * thread of its own. No answer contains a hand, a secret or a token. */
#ifndef TALON_BOT_CONTROL_CONTROL_H
#define TALON_BOT_CONTROL_CONTROL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/fault.h"

struct control_socket;
struct host;

/* What the answers need to know of the daemon. All of it must outlive the control socket. */
struct control_setup {
    struct host *host;
    const char *path;     /* path of the socket; less than CONTROL_PATH_MAX bytes (path.h) */
    const char *database; /* path of the database's file; NULL: it is on a server */
    const char *version;
    const char *process; /* name of this process in the configuration; NULL: none */
};

/* Opens the socket as server_at_path() does. Returns NULL with one clear line in `why` if that
 * fails. */
struct control_socket *control_socket_create(const struct control_setup *setup, struct fault *why);
/* Closes all connections, gives up a backup that is being made, and removes the socket. The loop
 * frees the rest before it ends. Accepts NULL. */
void control_socket_destroy(struct control_socket *control);

#endif
