/* lock.h: one program at a time uses a database: the one that holds the lock on "NAME-lock". */
#ifndef TALON_STORAGE_SQLITE_LOCK_H
#define TALON_STORAGE_SQLITE_LOCK_H

#include "storage/store.h"

/* Takes the lock of the database at `path`. close(*fd) releases the lock, and so does the end of
 * the process. STORE_LOCKED: another process has it. After an error *fd is -1, or the caller closes
 * it. */
enum store_error lock_take(const char *path, int *fd, struct fault *why);

#endif
