/* lock.h: one program at a time has a database: whoever holds the lock of "NAME-lock". */
#ifndef TALON_STORAGE_SQLITE_LOCK_H
#define TALON_STORAGE_SQLITE_LOCK_H

#include "storage/store.h"

/* Takes the lock of the database at `path`; close(*fd) gives it back, and so does the end of the
 * process, however it ends. STORE_LOCKED: another has it. On every error *fd is -1 or is to be
 * closed. */
enum store_error lock_take(const char *path, int *fd, struct fault *why);

#endif
