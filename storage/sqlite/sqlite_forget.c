#include "sqlite_forget.h"

#include "sqlite_base.h"

/* Deleted data is overwritten, so that it does not stay in free pages. */
bool sqlite_forget_begin(struct sql_store *store)
{
    struct sqlite_store *sq = (struct sqlite_store *)store;
    return sqlite_number(sq->writer, "PRAGMA secure_delete", &sq->overwrites) &&
           sqlite3_exec(sq->writer, "PRAGMA secure_delete = ON", NULL, NULL, NULL) == SQLITE_OK;
}

void sqlite_forget_end(struct sql_store *store, bool good)
{
    struct sqlite_store *sq = (struct sqlite_store *)store;
    if (sq->overwrites == 0)
        sqlite3_exec(sq->writer, "PRAGMA secure_delete = OFF", NULL, NULL, NULL);
    if (good)
        sq->forgot = 1;
}

void sqlite_forget_log(struct sqlite_store *sq)
{
    int64_t wait = 0;
    unsigned commits = sq->forgot;
    if (commits == 0)
        return;
    sq->forgot++;
    if ((commits & (commits - 1)) !=
        0) /* trying costs time, so it is done only at the 1st, 2nd, 4th, ... commit */
        return;
    if (!sqlite_number(sq->writer, "PRAGMA busy_timeout", &wait))
        return;
    sqlite3_busy_timeout(sq->writer, 0); /* games wait for this thread */
    if (sqlite3_wal_checkpoint_v2(sq->writer, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL) ==
        SQLITE_OK)
        sq->forgot = 0;
    sqlite3_busy_timeout(sq->writer, (int)wait);
}
