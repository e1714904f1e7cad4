/* path.h: the path of the control socket (control.h), for the daemon and for `talon ctl`. */
#ifndef TALON_BOT_CONTROL_PATH_H
#define TALON_BOT_CONTROL_PATH_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of a socket's path, with the NUL at its end: the most that Linux takes. */
enum { CONTROL_PATH_MAX = 108 };

/* The default path of the daemon's socket: "control" in systemd's $RUNTIME_DIRECTORY, else
 * "talon/control" in $XDG_RUNTIME_DIR, else the path of its database with "-control" behind it. It
 * creates the folder "talon" with access for its owner only. False: the path is too long. */
bool control_path_own(const char *database, char path[CONTROL_PATH_MAX]);

/* The n-th place, from 0, where `talon ctl` looks for the socket: the unit's, then the user's, then
 * that beside the usual database. Within a unit it looks only in that unit's folder. False: there
 * are no more places. */
bool control_path_usual(unsigned n, char path[CONTROL_PATH_MAX]);

#endif
