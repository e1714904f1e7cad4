/* sqlite_journal.h: the actions of running rounds, in the order in which they were made.
 *
 * A row is always added after the last one, whatever its round, so a commit writes one page instead
 * of one for each table that played. Each row names the row before it of the same round. The first
 * and last row of each running round are in memory (`rounds` in sqlite_store.h), from the first
 * time that the writer needs them. Rows are deleted from the front, up to the first row of a
 * running round. So a round in which nobody moves would keep all later rows. When these are too
 * many (SPAN), its own rows are moved to the end.
 *
 * Writer thread only. False: the connection has the error. After a rollback call
 * sqlite_journal_forget(): what is in memory is then read again. */
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
