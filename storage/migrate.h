/* migrate.h: databases of ours and of other versions. */
#ifndef TALON_STORAGE_MIGRATE_H
#define TALON_STORAGE_MIGRATE_H

#include <sqlite3.h>

#include "schema.h"
#include "store.h"

enum { STORE_APPLICATION_ID = 0x54414c4e }; /* "TALN" */

/* Whether it is a database of ours that this version can read. */
enum store_error sqlite_check_version(sqlite3 *db, const char *path, int newest, int64_t *version,
                                      char *why, size_t why_size);

/* Brings the database to the last of `list`: one transaction a step. One that is older and not
 * empty is copied to `path`.vN before. */
enum store_error sqlite_migrate(sqlite3 *db, const char *path, const struct migration *list,
                                unsigned count, char *why, size_t why_size);

#endif
