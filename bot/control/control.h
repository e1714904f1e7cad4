/* control.h: the socket through which the daemon's owner, and root, query and control it (`talon
 * ctl`).
 *
 * It is a UNIX socket (path.h) with mode 0600. The peer must also be the daemon's user or root
 * (SO_PEERCRED); others are disconnected. One connection carries one request, a line of JSON
 * (request.h), and one answer, a line of JSON; then it ends. All of it runs on the loop, within the
 * bounds of server.h. Long work (a backup) runs on a thread of its own. No answer contains a hand,
 * a secret or a token. */
#ifndef TALON_BOT_CONTROL_CONTROL_H
#define TALON_BOT_CONTROL_CONTROL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/fault.h"

struct control_socket;
struct host;

/* What the daemon is, for its answers; all of it outlives the control. */
struct control_setup {
    struct host *host;
    const char *path;     /* of the socket, less than CONTROL_PATH_MAX bytes (path.h) */
    const char *database; /* path of its file; NULL: it has none */
    const char *version;
};

/* Listens. See server_at_path(). NULL with one clear line in `why`. */
struct control_socket *control_socket_create(const struct control_setup *setup, struct fault *why);
/* Ends all connections, gives up a running backup, and removes the socket. The loop frees the rest
 * before it ends. Accepts NULL. */
void control_socket_destroy(struct control_socket *control);

#endif
