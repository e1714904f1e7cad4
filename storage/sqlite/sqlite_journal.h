/* sqlite_journal.h: the actions of running rounds, in the order in which they were made.
 *
 * A row is only ever added behind the last one, whatever its round: a commit writes one page, and
 * not one for each table that played. Each row names the one before it of the same round, and where
 * a running round has its first and last row is kept in memory, from the first time that the writer
 * asks (the `rounds` of sqlite_store.h). Rows go from the front, as far as nothing there is of a
 * running round. A round that stands still keeps no more than SPAN rows of others: then its own are
 * written anew at the end.
 *
 * The writer's thread alone. False: see the connection's error; what is in memory is read anew
 * after sqlite_journal_forget(), which a transaction that was rolled back needs. */
#ifndef TALON_STORAGE_SQLITE_SQLITE_JOURNAL_H
#define TALON_STORAGE_SQLITE_SQLITE_JOURNAL_H

#include "sqlite_store.h"

/* Of struct sql_kind. */
bool sqlite_journal_append(struct sql_store *store, const struct store_action *action);
bool sqlite_journal_has(struct sql_store *store, int64_t round, bool *has);
bool sqlite_journal_pack(struct sql_store *store, int64_t round, const uint8_t **bytes,
                         size_t *size);
bool sqlite_journal_drop(struct sql_store *store, int64_t round);
void sqlite_journal_forget(struct sqlite_store *sq);

#endif
