/* sqlite_journal_index.h: where in the journal the actions of each round stand, for who reads many
 * of the rounds that run.
 *
 * The journal has no index by round (sqlite_journal.h), so to find the rows of one takes a scan of
 * all. Here each row is looked at once, and its place noted in a table in temporary memory; before
 * each round only what was added since is. Works on a connection that only reads. */
#ifndef TALON_STORAGE_SQLITE_SQLITE_JOURNAL_INDEX_H
#define TALON_STORAGE_SQLITE_SQLITE_JOURNAL_INDEX_H

#include "sqlite_base.h"

struct journal_index {
    sqlite3 *db; /* NULL: not opened */
    sqlite3_stmt *stands, *last, *add;
    sqlite3_stmt *rows;      /* seq, at, action, hash of the round ?1 in order */
    int64_t end, round, seq; /* the last row that is noted */
};

/* On an error the connection says why, and it is to be closed. */
bool sqlite_journal_index_open(struct journal_index *index, sqlite3 *db);
/* Notes what is new, in the transaction in which the rows are read. */
bool sqlite_journal_index_update(struct journal_index *index);
void sqlite_journal_index_close(struct journal_index *places); /* accepts one that is zeroed */

#endif
