/* path.h: the path of the control socket (control.h), for the daemon and for `talon ctl`. */
#ifndef TALON_BOT_CONTROL_PATH_H
#define TALON_BOT_CONTROL_PATH_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of a socket's path with its NUL; Linux takes no more. */
enum { CONTROL_PATH_MAX = 108 };

/* Writes the path that a daemon uses by default: "control" in systemd's $RUNTIME_DIRECTORY, else
 * "talon/control" in $XDG_RUNTIME_DIR, else the path of its database followed by "-control". The
 * folder in $XDG_RUNTIME_DIR is made if it is missing, for its owner only. Returns false if the
 * path is too long, or if there is no folder for it. */
bool control_path_own(const char *database, char path[CONTROL_PATH_MAX]);

/* Writes the n-th path, from 0, at which `talon ctl` looks for the socket: that of the unit, of the
 * user, and of the usual database. If a unit runs `talon ctl`, it looks only in that unit's folder.
 * Returns false after the last path. */
bool control_path_usual(unsigned n, char path[CONTROL_PATH_MAX]);

#endif
