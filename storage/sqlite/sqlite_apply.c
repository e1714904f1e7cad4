#include "sqlite_apply.h"

#include "base/log.h"
#include "sqlite_base.h"
#include "sqlite_forget.h"
#include "sqlite_journal.h"
#include "sqlite_store.h"
#include "storage/sql/sql_apply.h"

/* Whether each retry would fail in the same way, because of what the database has or a limit of
 * SQLite. */
static bool is_for_ever(int code)
{
    switch (code & 0xff) {
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
    case SQLITE_RANGE:
    case SQLITE_TOOBIG:
        return true;
    default:
        return false;
    }
}

/* Moves the log into the database and truncates it. If somebody reads, does not wait, and leaves it
 * as it is. */
static void empty_log(struct sqlite_store *sq)
{
    sqlite3_busy_timeout(sq->writer, 0);
    int code = sqlite3_wal_checkpoint_v2(sq->writer, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    sqlite3_busy_timeout(sq->writer, SQLITE_BUSY_MS);
    if (code != SQLITE_OK && (code & 0xff) != SQLITE_BUSY) {
        log_warn(sq->sql.log, "%s-wal: cannot empty it: %s", sq->sql.path,
                 sqlite3_errmsg(sq->writer));
    }
}

static bool write_group(struct sqlite_store *sq, const struct batch *first, unsigned count)
{
    if (!sql_write_group(&sq->sql, first, count))
        return false;
    if (sq->sql.empties_log)
        empty_log(sq);
    sq->sql.empties_log = false;
    return true;
}

enum apply sqlite_apply(struct store *store, const struct batch *first, unsigned count,
                        struct fault *why)
{
    struct sqlite_store *sq = (struct sqlite_store *)store;
    sq->sql.contradicts = false;
    if (!file_identity_holds(sq, why))
        return APPLY_LATER;
    if (write_group(
            sq, first,
            count)) { /* if the file was moved meanwhile, the commit must not be announced */
        sqlite_forget_log(sq);
        return file_identity_holds(sq, why) ? APPLY_DONE : APPLY_LATER;
    }
    bool for_ever = sq->sql.contradicts || is_for_ever(sqlite3_errcode(sq->writer));
    if (sq->sql.contradicts)
        sqlite_refuse(STORE_FAILED, why, "%s: a move is there already", sq->sql.path);
    else
        sqlite_fault(sq->writer, sq->sql.path, why);
    sql_reset_all(&sq->sql);
    sqlite_journal_forget(sq);
    if (!sqlite3_get_autocommit(sq->writer)) /* after some errors, such as a full disk, SQLite has
                                                rolled back already */
        sqlite_run(sq->own[S_ROLLBACK]);
    return for_ever ? APPLY_NEVER : APPLY_LATER;
}
