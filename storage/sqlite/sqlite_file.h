/* sqlite_file.h: a database of SQLite for who knows no more than sql.h. */
#ifndef TALON_STORAGE_SQLITE_SQLITE_FILE_H
#define TALON_STORAGE_SQLITE_SQLITE_FILE_H

#include "storage/sql/sql.h"

struct sqlite_file;

/* Opens one of this version; `fresh`: makes a new one. NULL with one clear line. */
struct sqlite_file *sqlite_file_open(const char *path, bool fresh, struct fault *why);
struct sql *sqlite_file_sql(struct sqlite_file *file);
void sqlite_file_close(struct sqlite_file *file); /* accepts NULL */

#endif
