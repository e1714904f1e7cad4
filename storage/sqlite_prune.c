#include "sqlite_prune.h"

#include "sqlite_base.h"
#include "window.h"

/* Rows of each kind that one step may delete: other batches wait for it. */
enum { STEP = 300 };

/* Deletes some rows of one kind from before that time. */
static bool drop(struct sqlite_store *sq, enum write_stmt what, int64_t before)
{
    sqlite3_stmt *stmt = sq->write[what];
    return bind_int(stmt, 1, before) && bind_int(stmt, 2, STEP) && sqlite_run(stmt);
}

/* Deletes scores of days, weeks, months and seasons that were over before that time. The sums of
 * all time stay. */
static bool drop_windows(struct sqlite_store *sq, int64_t before)
{
    sqlite3_stmt *stmt = sq->write[W_PRUNE_WINDOWS];
    for (int w = 0; w < STORE_ALL; w++) {
        int64_t start = window_start((enum store_window)w, before, sq->base.timezone_minutes);
        if (!bind_int(stmt, 3, w) || !bind_int(stmt, 1, start) || !bind_int(stmt, 2, STEP) ||
            !sqlite_run(stmt))
            return false;
    }
    return true;
}

bool sqlite_prune(struct sqlite_store *sq, const struct prune *prune)
{
    if (prune->replays > 0 && !drop(sq, W_PRUNE_REPLAYS, prune->replays))
        return false;
    /* The results go first, then their rounds: both statements choose the same ones. */
    return prune->results == 0 ||
           (drop(sq, W_PRUNE_RESULTS, prune->results) && drop(sq, W_PRUNE_ROUNDS, prune->results) &&
            drop_windows(sq, prune->results));
}
