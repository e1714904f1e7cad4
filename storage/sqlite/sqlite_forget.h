/* sqlite_forget.h: who was forgotten is not to be read in what a SQLite database has left free. */
#ifndef TALON_STORAGE_SQLITE_SQLITE_FORGET_H
#define TALON_STORAGE_SQLITE_SQLITE_FORGET_H

#include "sqlite_store.h"

/* `forget_begin` and `forget_end` of struct sql_kind. */
bool sqlite_forget_begin(struct sql_store *store);
void sqlite_forget_end(struct sql_store *store, bool good);
/* Behind a commit: takes what somebody was called out of the log of the database, if somebody was
 * forgotten and nobody reads there just now; else after a later one. */
void sqlite_forget_log(struct sqlite_store *sq);

#endif
