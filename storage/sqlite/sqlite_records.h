/* sqlite_records.h: computes the records (sql_records.h) of a SQLite database again from its
 * results. Each function: false: `db` has the error. */
#ifndef TALON_STORAGE_SQLITE_SQLITE_RECORDS_H
#define TALON_STORAGE_SQLITE_SQLITE_RECORDS_H

#include "sqlite_conn.h"

/* Computes all records again, in temp.due_feat and temp.due_versus ... */
bool sqlite_records_replay(sqlite3 *db);
/* ... and replaces the stored ones by these. */
bool sqlite_records_keep(sqlite3 *db);

#endif
