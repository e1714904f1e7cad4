#include "sqlite_prune.h"

#include <stdio.h>

#include "sqlite_base.h"
#include "window.h"

/* Rows of each kind that one step may delete: other batches wait for it. */
enum { STEP = 300, FOLD_STEP = 100, FOLD_SCOPES = 64 };

/* Deletes some rows of one kind from before that time. */
static bool drop(struct sqlite_store *sq, enum write_stmt what, int64_t before)
{
    sqlite3_stmt *stmt = sq->write[what];
    return bind_int(stmt, 1, before) && bind_int(stmt, 2, STEP) && sqlite_run(stmt);
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
    return (!any || note_results(sq, before)) && drop(sq, W_PRUNE_ROUNDS, before);
}

bool sqlite_prune(struct sqlite_store *sq, const struct prune *prune)
{
    if (prune->replays > 0 && !drop(sq, W_PRUNE_REPLAYS, prune->replays))
        return false;
    return prune->results == 0 || drop_results(sq, prune->results);
}

/* -- windows that are over -- */

/* Deletes what is over at `at` in some scopes, FOLD_STEP rows of each kind of window at most.
 * `more`: that was not all. */
static bool fold_scopes(struct sqlite_store *sq, int64_t at, bool *more)
{
    sqlite3_stmt *stmt = sq->write[W_FOLD];
    int zone = sq->base.timezone_minutes;
    *more = false;
    for (int w = 0; w < STORE_ALL; w++) {
        if (!bind_int(stmt, 1, w) ||
            !bind_int(stmt, 2, window_start((enum store_window)w, at, zone)) ||
            !bind_int(stmt, 3, sq->fold.scope) ||
            !bind_int(stmt, 4, sq->fold.scope + FOLD_SCOPES) || !bind_int(stmt, 5, FOLD_STEP) ||
            !sqlite_run(stmt))
            return false;
        *more = *more || sqlite3_changes(sq->writer) == FOLD_STEP;
    }
    return true;
}

bool sqlite_fold(struct sqlite_store *sq, int64_t now)
{
    int64_t last = 0, scopes = 0;
    bool more = false;
    if (sqlite_run_row(sq->write[W_LAST_END], &last, NULL) != FOUND ||
        sqlite_run_row(sq->write[W_LAST_SCOPE], &scopes, NULL) != FOUND)
        return false;
    int64_t at = now < last ? now : last;
    int64_t day = window_start(STORE_DAY, at, sq->base.timezone_minutes);
    if (day == sq->fold.done) {
        atomic_store(&sq->base.folding, false);
        return true;
    }
    if (day != sq->fold.day)
        sq->fold = (struct fold){.done = sq->fold.done, .day = day};
    if (!fold_scopes(sq, at, &more))
        return false;
    if (!more)
        sq->fold.scope += FOLD_SCOPES;
    if (sq->fold.scope >= scopes)
        sq->fold.done = day;
    atomic_store(&sq->base.folding, day != sq->fold.done);
    return true;
}
