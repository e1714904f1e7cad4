/* sqlite_journal.h: the actions of running rounds, in the order in which they were made.
 *
 * A row is always added after the last one, whatever its round, so a commit writes one page instead
 * of one for each table that played. Each row names the row before it of the same round. Memory
 * knows the first and last row of each running round from the first time that the writer asks
 * (`rounds` in sqlite_store.h). Rows are deleted from the front, up to the first row of a running
 * round. A round that stands still would keep all later rows: when there are SPAN of them, its own
 * rows are written again at the end.
 *
 * Writer thread only. False: the connection has the error. After a rolled back transaction,
 * sqlite_journal_forget() makes memory be read again. */
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
