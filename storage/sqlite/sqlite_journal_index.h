/* sqlite_journal_index.h: where the journal has the actions of each round, for tools that read many
 * running rounds.
 *
 * The journal has no index by round (sqlite_journal.h), so finding one round's rows takes a scan of
 * all. This index is a temporary table: it notes each row once, and before each further round only
 * the rows added since. Works on a read-only connection. */
#ifndef TALON_STORAGE_SQLITE_SQLITE_JOURNAL_INDEX_H
#define TALON_STORAGE_SQLITE_SQLITE_JOURNAL_INDEX_H

#include "sqlite_base.h"

struct journal_index {
    sqlite3 *db; /* NULL: not opened */
    sqlite3_stmt *stands, *last, *add;
    sqlite3_stmt *rows;      /* selects seq, at, action, hash of the round ?1 in order */
    int64_t end, round, seq; /* the last row that is noted */
};

/* False: the connection has the error; close the index. */
bool sqlite_journal_index_open(struct journal_index *index, sqlite3 *db);
/* Notes the rows added since the last call. Call it in the transaction in which they will be
 * read. */
bool sqlite_journal_index_update(struct journal_index *index);
void sqlite_journal_index_close(struct journal_index *index); /* accepts one that is zeroed */

#endif
