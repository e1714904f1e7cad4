/* sqlite_tool.h: a database opened by a tool, beside the daemon or in its place. */
#ifndef TALON_STORAGE_SQLITE_SQLITE_TOOL_H
#define TALON_STORAGE_SQLITE_SQLITE_TOOL_H

#include "sqlite_base.h"

/* Who writes holds the lock (lock.h). */
enum tool_access { TOOL_READS, TOOL_WRITES };

/* Opens a database of this version. On an error *db is NULL or is to be closed, and `why` (may be
 * NULL) gets one clear line. */
enum store_error sqlite_open_tool(const char *path, enum tool_access access, sqlite3 **db,
                                  struct fault *why);
/* Takes the lock of a database that is there, for who will write; what root creates for it belongs
 * to whom the database does. close(*fd) gives it back, also after an error unless it is -1. */
enum store_error sqlite_lock_tool(const char *path, int *fd, struct fault *why);
/* Root works for the service's user: what it made to take the place of the database at `path`, and
 * the lock, belong to whom the old database belongs, or its folder does. False: errno says why. */
bool sqlite_give_to_owner(const char *path, const char *made, int lock);

#endif
