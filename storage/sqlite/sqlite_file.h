/* sqlite_file.h: opens a SQLite database for code that only knows sql.h. */
#ifndef TALON_STORAGE_SQLITE_SQLITE_FILE_H
#define TALON_STORAGE_SQLITE_SQLITE_FILE_H

#include "storage/sql/sql.h"

struct sqlite_file;

/* Opens a database of this version. `fresh`: makes a new database. NULL: the fault says why. */
struct sqlite_file *sqlite_file_open(const char *path, bool fresh, struct fault *why);
struct sql *sqlite_file_sql(struct sqlite_file *file);
/* Adds an action to the empty journal of a fresh database, in a transaction of the caller.
 * sqlite_file_end_actions() writes the last ones. False: the database has the error. */
bool sqlite_file_add_action(struct sqlite_file *file, const struct store_action *action);
bool sqlite_file_end_actions(struct sqlite_file *file);
/* Calls back with the actions of each running round, in order. False: after an error, or when the
 * callback returned false. */
bool sqlite_file_each_action(struct sqlite_file *file,
                             bool (*action)(void *arg, const struct store_action *action),
                             void *arg);
void sqlite_file_close(struct sqlite_file *file); /* accepts NULL */

#endif
