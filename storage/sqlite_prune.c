#include "sqlite_prune.h"

#include <stdio.h>

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

/* What the sums of all time have and no result tells any more: who compares them must know of it
 * (sums.h). */
static bool note_results(struct sqlite_store *sq, int64_t before)
{
    char text[24];
    sqlite3_stmt *stmt = sq->write[W_SETTING];
    snprintf(text, sizeof(text), "%lld", (long long)before);
    return sqlite_run(sq->write[W_RATED_TRIM]) && bind_text(stmt, 1, "store") &&
           bind_text(stmt, 2, "results_before") && bind_text(stmt, 3, text) && sqlite_run(stmt);
}

/* The results go first, then their rounds: both statements choose the same ones. */
static bool drop_results(struct sqlite_store *sq, int64_t before)
{
    if (!drop(sq, W_PRUNE_RESULTS, before))
        return false;
    bool any = sqlite3_changes(sq->writer) > 0;
    return (!any || note_results(sq, before)) && drop(sq, W_PRUNE_ROUNDS, before) &&
           drop_windows(sq, before);
}

bool sqlite_prune(struct sqlite_store *sq, const struct prune *prune)
{
    if (prune->replays > 0 && !drop(sq, W_PRUNE_REPLAYS, prune->replays))
        return false;
    return prune->results == 0 || drop_results(sq, prune->results);
}
