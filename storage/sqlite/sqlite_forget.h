/* sqlite_forget.h: a forgotten person must not stay readable in free pages of a SQLite database. */
#ifndef TALON_STORAGE_SQLITE_SQLITE_FORGET_H
#define TALON_STORAGE_SQLITE_SQLITE_FORGET_H

#include "sqlite_store.h"

/* forget_begin() and forget_end() of struct sql_kind. */
bool sqlite_forget_begin(struct sql_store *store);
void sqlite_forget_end(struct sql_store *store, bool good);
/* After a commit in which somebody was forgotten: truncates the WAL, which still has their names.
 * If that is not possible because somebody reads, a later call does it. */
void sqlite_forget_log(struct sqlite_store *sq);

#endif
