/* sqlite_tool.h: a database that a tool opens, beside the daemon or without one. */
#ifndef TALON_STORAGE_SQLITE_SQLITE_TOOL_H
#define TALON_STORAGE_SQLITE_SQLITE_TOOL_H

#include "sqlite_base.h"

/* A tool that writes holds the lock (lock.h). */
enum tool_access { TOOL_READS, TOOL_WRITES };

/* Opens a database of this version. After an error *db is NULL, or the caller closes it. */
enum store_error sqlite_open_tool(const char *path, enum tool_access access, sqlite3 **db,
                                  struct fault *why);
/* Takes the lock of an existing database, for a tool that writes. A lock file that root creates
 * gets the owner of the database. close(*fd) releases the lock. After an error, too, the caller
 * closes *fd unless it is -1. */
enum store_error sqlite_lock_tool(const char *path, int *fd, struct fault *why);
/* If root runs the tool: gives `made`, the new file for `path`, and the lock file to the owner of
 * the old database, or else of its folder. False with errno. */
bool sqlite_give_to_owner(const char *path, const char *made, int lock);

#endif
