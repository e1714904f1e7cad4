/* sqlite_copy.h: copies one database into another file. */
#ifndef TALON_STORAGE_SQLITE_SQLITE_COPY_H
#define TALON_STORAGE_SQLITE_SQLITE_COPY_H

#include <sqlite3.h>

#include "storage/store.h"

/* Copies `db`, which is at `path`, to `to`, and replaces a file that is there. When it returns
 * STORE_OK the copy is complete and on the disk; after an error nothing unfinished is at `to`. */
enum store_error sqlite_copy(sqlite3 *db, const char *path, const char *to, struct fault *why);
/* Makes the name of a file durable in its folder. */
bool sqlite_sync_folder(const char *path);

#endif
