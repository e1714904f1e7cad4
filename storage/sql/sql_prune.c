#include "sql_prune.h"

#include <stdio.h>

#include "sql.h"
#include "storage/board_period.h"

/* How many rows of each kind one step may delete: few, because other batches wait for it. */
enum { STEP = 300, FOLD_STEP = 100, FOLD_SCOPES = 64 };

/* Deletes some rows of one kind that are older than that time. */
static bool drop_rows(struct sql_store *sq, enum write_stmt what, int64_t before)
{
    struct sql_stmt *stmt = sq->write[what];
    return sql_bind_int(stmt, 1, before) && sql_bind_int(stmt, 2, STEP) && sql_run(stmt);
}

/* Stores the time before which results are deleted. board_check.h needs it, because the sums of all
 * time are higher than the remaining results from now on. */
static bool note_results(struct sql_store *sq, int64_t before)
{
    char text[24];
    struct sql_stmt *stmt = sq->write[W_SETTING];
    snprintf(text, sizeof(text), "%lld", (long long)before);
    return sql_run(sq->write[W_RATED_TRIM]) && sql_bind_text(stmt, 1, "store") &&
           sql_bind_text(stmt, 2, "results_before") && sql_bind_text(stmt, 3, text) &&
           sql_run(stmt);
}

/* Deletes results first, then their rounds. If another process deletes the same rounds at the same
 * moment, the second statement chooses other ones. Those still have results, so it leaves them. */
static bool drop_results(struct sql_store *sq, int64_t before)
{
    if (!drop_rows(sq, W_PRUNE_RESULTS, before))
        return false;
    int64_t changes = sql_changes(sq->write[W_PRUNE_RESULTS]);
    if (changes < 0)
        return false;
    return (changes == 0 || note_results(sq, before)) && drop_rows(sq, W_PRUNE_ROUNDS, before);
}

bool sql_prune(struct sql_store *sq, const struct prune *prune)
{
    if (prune->replays > 0 && !drop_rows(sq, W_PRUNE_REPLAYS, prune->replays))
        return false;
    return prune->results == 0 || drop_results(sq, prune->results);
}

/* -- periods that are over -- */

/* Deletes sums of periods that are over at `at`, in the next scopes: FOLD_STEP rows of each kind of
 * period at most. `more`: some may be left. */
static bool fold_scopes(struct sql_store *sq, int64_t at, bool *more)
{
    struct sql_stmt *stmt = sq->write[W_FOLD];
    int zone = sq->base.timezone_minutes;
    *more = false;
    for (int w = 0; w < STORE_ALL; w++) {
        if (!sql_bind_int(stmt, 1, w) ||
            !sql_bind_int(stmt, 2, board_period_start((enum store_period)w, at, zone)) ||
            !sql_bind_int(stmt, 3, sq->fold.scope) ||
            !sql_bind_int(stmt, 4, sq->fold.scope + FOLD_SCOPES) ||
            !sql_bind_int(stmt, 5, FOLD_STEP) || !sql_run(stmt))
            return false;
        int64_t changes = sql_changes(stmt);
        if (changes < 0)
            return false;
        *more = *more || changes == FOLD_STEP;
    }
    return true;
}

bool sql_fold(struct sql_store *sq, int64_t now)
{
    int64_t last = 0, scopes = 0;
    bool more = false;
    if (sql_run_row(sq->write[W_LAST_END], &last, NULL) != FOUND ||
        sql_run_row(sq->write[W_LAST_SCOPE], &scopes, NULL) != FOUND)
        return false;
    int64_t at = now < last ? now : last;
    int64_t day = board_period_start(STORE_DAY, at, sq->base.timezone_minutes);
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
