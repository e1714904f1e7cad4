/* sqlite_records.h: records (sql_records.h) of a SQLite database made anew from its results. Each
 * function: false: `db` has the error. */
#ifndef TALON_STORAGE_SQLITE_SQLITE_RECORDS_H
#define TALON_STORAGE_SQLITE_SQLITE_RECORDS_H

#include "sqlite_conn.h"

/* Makes all of it anew, in temp.due_feat and temp.due_versus ... */
bool sqlite_records_replay(sqlite3 *db);
/* ... and puts it in the place of what is kept. */
bool sqlite_records_keep(sqlite3 *db);

#endif
