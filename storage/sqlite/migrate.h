/* migrate.h: checks that a database is Talon's, and brings an older one up to date. */
#ifndef TALON_STORAGE_SQLITE_MIGRATE_H
#define TALON_STORAGE_SQLITE_MIGRATE_H

#include <sqlite3.h>

#include "storage/schema.h"
#include "storage/store.h"

enum { STORE_APPLICATION_ID = 0x54414c4e }; /* "TALN" */

/* Checks that the database is Talon's or empty, and no newer than `newest`. Sets `*version` to its
 * version (user_version). */
enum store_error sqlite_check_version(sqlite3 *db, const char *path, int newest, int64_t *version,
                                      struct fault *why);

/* Runs the missing steps of `list`, each in a transaction of its own. An older database that is not
 * empty is copied first, to `path`.vN for version N. Foreign keys are not enforced meanwhile. */
enum store_error sqlite_migrate(sqlite3 *db, const char *path, const struct migration *list,
                                unsigned count, struct fault *why);

#endif
