/* sqlite_feats.h: records (sql_feats.h) of a SQLite database made anew from its results. Each
 * function: false: `db` has the error. */
#ifndef TALON_STORAGE_SQLITE_FEATS_H
#define TALON_STORAGE_SQLITE_FEATS_H

#include "sqlite_link.h"

/* Makes all of it anew, in temp.due_feat and temp.due_versus ... */
bool sqlite_feats_replay(sqlite3 *db);
/* ... and puts it in the place of what is kept. */
bool sqlite_feats_keep(sqlite3 *db);

#endif
