/* migrate.h: whether a database is ours, and bringing an older one up to date. */
#ifndef TALON_STORAGE_SQLITE_MIGRATE_H
#define TALON_STORAGE_SQLITE_MIGRATE_H

#include <sqlite3.h>

#include "storage/schema.h"
#include "storage/store.h"

enum { STORE_APPLICATION_ID = 0x54414c4e }; /* "TALN" */

/* Whether it is a database of ours, or an empty one, that this version can read: no newer than
 * `newest`. Its version (user_version) goes into `*version`. */
enum store_error sqlite_check_version(sqlite3 *db, const char *path, int newest, int64_t *version,
                                      struct fault *why);

/* Brings the database to the last step of `list`, each step in a transaction of its own. A database
 * that is older and not empty is copied to `path`.vN before, where N is its version. Foreign keys
 * are not looked after meanwhile. */
enum store_error sqlite_migrate(sqlite3 *db, const char *path, const struct migration *list,
                                unsigned count, struct fault *why);

#endif
