/* path.h: where the control socket is (control.h), as the daemon and `talon ctl` find it. */
#ifndef TALON_BOT_CONTROL_PATH_H
#define TALON_BOT_CONTROL_PATH_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of a socket's path, with the NUL at its end: what Linux has room for. */
enum { CONTROL_PATH_MAX = 108 };

/* Where a daemon has it that is told nothing else: "control" in systemd's $RUNTIME_DIRECTORY, else
 * "talon/control" in $XDG_RUNTIME_DIR (the folder is made, for its owner alone), else the path of
 * its database with "-control" behind it. False: that is too long. */
bool control_path_own(const char *database, char path[CONTROL_PATH_MAX]);

/* The n-th place where `talon ctl` looks for it, from 0: the unit's, then the user's, then that
 * beside the usual database. Run by a unit, it looks in that unit's folder only. False behind the
 * last. */
bool control_path_usual(unsigned n, char path[CONTROL_PATH_MAX]);

#endif
