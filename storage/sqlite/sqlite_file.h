/* sqlite_file.h: opens a SQLite database for code that only knows sql.h. */
#ifndef TALON_STORAGE_SQLITE_SQLITE_FILE_H
#define TALON_STORAGE_SQLITE_SQLITE_FILE_H

#include "storage/sql/sql.h"

struct sqlite_file;

/* Opens a database of this version; `fresh`: makes a new one. NULL: the fault says why. */
struct sqlite_file *sqlite_file_open(const char *path, bool fresh, struct fault *why);
struct sql *sqlite_file_sql(struct sqlite_file *file);
void sqlite_file_close(struct sqlite_file *file); /* accepts NULL */

#endif
