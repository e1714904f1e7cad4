/* sqlite_journal.h: the actions of running rounds, in the order in which they were made.
 *
 * A commit adds its actions to the last row of the journal until that fills a page, or adds one
 * row, however many tables played (journal_rows.h). So it writes one page of the journal if few
 * played. The actions of running rounds are in
 * memory, too, packed as the archive of the round will have them, from the first time that the
 * writer needs them: so nothing is read back when a round ends. Rows are deleted from the front, up
 * to the first row of a running round. So a round in which nobody moves would keep all later rows.
 * When these have too many actions (SPAN), its own are copied to the end.
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
/* Before a commit: writes the actions that were added since the last one. */
bool sqlite_journal_write(struct sqlite_store *sq);
void sqlite_journal_forget(struct sqlite_store *sq);

/* Of struct sql_kind, for the start. The reader's. */
struct sql_actions *sqlite_journal_open(struct sql_store *store, const char *network);
const struct archive *sqlite_journal_actions(struct sql_actions *base, int64_t round, bool *hurt);
bool sqlite_journal_close(struct sql_actions *actions);

/* Makes the rows of the journal from those that had one action each (schema/013-actions.sql). */
bool sqlite_journal_begin(sqlite3 *db);

#endif
