#include "sqlite_apply.h"

#include <stdio.h>
#include <string.h>

#include "bot/base/log.h"
#include "sqlite_base.h"
#include "sqlite_forget.h"
#include "sqlite_journal.h"
#include "sqlite_people.h"
#include "sqlite_prune.h"
#include "sqlite_store.h"
#include "window.h"

/* -- tables, rounds, actions, settings -- */

static bool put_table(struct sqlite_store *sq, const struct store_table *table)
{
    sqlite3_stmt *stmt = sq->write[W_TABLE];
    return bind_int(stmt, 1, table->id) && bind_text(stmt, 2, table->network) &&
           bind_text(stmt, 3, table->channel) && bind_text(stmt, 4, table->state) &&
           sqlite_run(stmt);
}

static bool close_table(struct sqlite_store *sq, int64_t table)
{
    sqlite3_stmt *stmt = sq->write[W_TABLE_CLOSED];
    return bind_int(stmt, 1, table) && sqlite_run(stmt);
}

static bool bind_bytes(sqlite3_stmt *stmt, int at, const void *bytes, size_t size)
{
    return sqlite3_bind_blob64(stmt, at, bytes, size, SQLITE_STATIC) == SQLITE_OK;
}

static bool begin_round(struct sqlite_store *sq, const struct store_round *round)
{
    sqlite3_stmt *stmt = sq->write[W_ROUND];
    return bind_int(stmt, 1, round->id) && bind_int(stmt, 2, round->table) &&
           bind_text(stmt, 3, round->network) && bind_text(stmt, 4, round->channel) &&
           bind_text(stmt, 5, round->set) && bind_text(stmt, 6, round->setup) &&
           bind_int(stmt, 7, round->rules_version) && bind_int(stmt, 8, round->started_at) &&
           bind_bytes(stmt, 9, round->secret, sizeof(round->secret)) &&
           bind_bytes(stmt, 10, round->commitment, sizeof(round->commitment)) &&
           bind_int(stmt, 11, (int64_t)round->deal_hash) && sqlite_run(stmt);
}

static bool put_setting(struct sqlite_store *sq, const struct setting *setting)
{
    sqlite3_stmt *stmt = sq->write[setting->value != NULL ? W_SETTING : W_SETTING_CLEAR];
    return bind_text(stmt, 1, setting->scope) && bind_text(stmt, 2, setting->key) &&
           (setting->value == NULL || bind_text(stmt, 3, setting->value)) && sqlite_run(stmt);
}

/* -- boards -- */

static bool scope_id(struct sqlite_store *sq, enum store_scope kind, const char *network,
                     const char *channel, int64_t *id)
{
    enum found found = NONE;
    for (int i = 0; i < 2 && found == NONE; i++) {
        sqlite3_stmt *stmt = sq->write[i == 0 ? W_SCOPE : W_SCOPE_NEW];
        if (!bind_int(stmt, 1, kind) || !bind_text(stmt, 2, kind == STORE_OVERALL ? "" : network) ||
            !bind_text(stmt, 3, kind == STORE_CHANNEL ? channel : ""))
            return false;
        found = sqlite_run_row(stmt, id, NULL);
    }
    return found == FOUND;
}

/* Where and when a round is scored, and in which rule set it is rated. */
struct boards {
    char set[STORE_SET_MAX];
    int season;
    int64_t lasted; /* milliseconds */
    int64_t scopes[STORE_OVERALL + 1];
    int64_t starts[STORE_WINDOWS];
};

static bool boards_of(struct sqlite_store *sq, int64_t at, const char *network, const char *channel,
                      struct boards *boards)
{
    for (int w = 0; w < STORE_WINDOWS; w++)
        boards->starts[w] = window_start((enum store_window)w, at, sq->base.timezone_minutes);
    boards->season = window_quarter(at, sq->base.timezone_minutes);
    for (int s = 0; s <= STORE_OVERALL; s++)
        if (!scope_id(sq, (enum store_scope)s, network, channel, &boards->scopes[s]))
            return false;
    return true;
}

static bool score(struct sqlite_store *sq, const struct boards *boards, sqlite3_stmt *earned)
{
    bool nothing = sqlite3_column_int64(earned, 1) == 0 && sqlite3_column_int64(earned, 4) == 0;
    sqlite3_stmt *stmt = sq->write[nothing ? W_SCORE_PLAYED : W_SCORE];
    for (int i = 0; i < 5; i++)
        if (!bind_int(stmt, 4 + i, sqlite3_column_int64(earned, i)))
            return false;
    for (int s = 0; s <= STORE_OVERALL; s++) {
        for (int w = 0; w < STORE_WINDOWS; w++)
            if (!bind_int(stmt, 1, boards->scopes[s]) || !bind_int(stmt, 2, w) ||
                !bind_int(stmt, 3, boards->starts[w]) || !sqlite_run(stmt))
                return false;
    }
    return true;
}

/* -- the end of a round -- */

static bool put_result(struct sqlite_store *sq, const struct store_round_end *end,
                       const struct store_result *result)
{
    struct met met = {0, 0};
    bool somebody = result->who.network != NULL;
    if (somebody && !sqlite_meet(sq, &result->who, end->ended_at, 1, &met))
        return false;
    sqlite3_stmt *stmt = sq->write[W_RESULT];
    bool placed = somebody && end->counts && result->place > 0;
    const unsigned did[] = {result->plays, result->cards, result->duels_won, result->duels_lost,
                            result->bluffs};
    for (int i = 0; i < (int)(sizeof(did) / sizeof(did[0])); i++)
        if (!(somebody ? bind_int(stmt, 10 + i, did[i])
                       : sqlite3_bind_null(stmt, 10 + i) == SQLITE_OK))
            return false;
    bool bound =
        (somebody ? bind_int(stmt, 3, met.identity) : sqlite3_bind_null(stmt, 3) == SQLITE_OK) &&
        (placed ? bind_int(stmt, 8, result->place) : sqlite3_bind_null(stmt, 8) == SQLITE_OK) &&
        (placed ? bind_int(stmt, 9, met.person) : sqlite3_bind_null(stmt, 9) == SQLITE_OK);
    return bound && bind_int(stmt, 1, end->round) && bind_int(stmt, 2, result->seat) &&
           bind_int(stmt, 4, result->points) && bind_int(stmt, 5, result->won) &&
           bind_int(stmt, 6, result->match_over) && bind_int(stmt, 7, result->match_won) &&
           sqlite_run(stmt);
}

static bool put_scores(struct sqlite_store *sq, int64_t round, const struct boards *boards)
{
    sqlite3_stmt *stmt = sq->write[W_EARNED];
    bool good = bind_int(stmt, 1, round);
    int code = SQLITE_DONE;
    while (good && (code = sqlite3_step(stmt)) == SQLITE_ROW)
        good = score(sq, boards, stmt);
    return sqlite3_reset(stmt) == SQLITE_OK && good && code == SQLITE_DONE;
}

/* Marks the round as ended and finds its boards. NONE: it is not running. */
static enum found mark_ended(struct sqlite_store *sq, const struct store_round_end *end,
                             struct boards *boards)
{
    const uint8_t *bytes;
    size_t size;
    sqlite3_stmt *stmt = sq->write[W_ROUND_END];
    if (!sqlite_journal_pack(sq, end->round, &bytes, &size) || !bind_int(stmt, 1, end->round) ||
        !bind_int(stmt, 2, end->ended_at) || !bind_text(stmt, 3, end->outcome) ||
        !bind_int(stmt, 4, end->counts) || !bind_bytes(stmt, 5, bytes, size))
        return ERROR;
    int code = sqlite3_step(stmt);
    enum found found = code == SQLITE_ROW ? FOUND : code == SQLITE_DONE ? NONE : ERROR;
    /* The names of the row are valid until the reset. */
    if (found == FOUND &&
        !boards_of(sq, end->ended_at, column_text(stmt, 0), column_text(stmt, 1), boards))
        found = ERROR;
    snprintf(boards->set, sizeof(boards->set), "%s", found == FOUND ? column_text(stmt, 2) : "");
    boards->lasted = found == FOUND ? sqlite3_column_int64(stmt, 3) : 0;
    if (sqlite3_reset(stmt) != SQLITE_OK)
        found = ERROR;
    return found;
}

static bool anybody_won(const struct store_round_end *end)
{
    for (unsigned i = 0; i < end->result_count; i++)
        if (end->results[i].won)
            return true;
    return false;
}

/* Deletes a round in which nothing happened: FOUND. NONE: something did. */
static enum found drop_idle(struct sqlite_store *sq, const struct store_round_end *end)
{
    sqlite3_stmt *drop = sq->write[W_ROUND_DROP];
    bool has = false;
    if (anybody_won(end))
        return NONE;
    if (!sqlite_journal_has(sq, end->round, &has))
        return ERROR;
    if (has)
        return NONE;
    return bind_int(drop, 1, end->round) && sqlite_run(drop) ? FOUND : ERROR;
}

static bool end_round(struct sqlite_store *sq, const struct store_round_end *end)
{
    struct boards boards;
    enum found idle = drop_idle(sq, end);
    if (idle != NONE)
        return idle == FOUND;
    switch (mark_ended(sq, end, &boards)) {
    case ERROR:
        return false;
    case NONE: /* scored already, or never begun: nothing may count twice */
        log_warn(sq->log, "a round is not running, and its end is left out round=%lld",
                 (long long)end->round);
        return true;
    case FOUND:
        break;
    }
    for (unsigned i = 0; i < end->result_count; i++)
        if (!put_result(sq, end, &end->results[i]))
            return false;
    if (end->counts &&
        (!put_scores(sq, end->round, &boards) ||
         !rater_round(&sq->rater, &(struct rater_round){end->round, boards.set, boards.season}) ||
         !feater_round(&sq->feater, &(struct feater_round){end->round, boards.lasted, boards.set})))
        return false;
    return sqlite_journal_drop(sq, end->round);
}

/* -- a group -- */

static bool apply_op(struct sqlite_store *sq, const struct op *op)
{
    switch (op->kind) {
    case OP_TABLE:
        return put_table(sq, &op->as.table);
    case OP_TABLE_CLOSED:
        return close_table(sq, op->as.closed);
    case OP_ROUND:
        return begin_round(sq, &op->as.round);
    case OP_ACTION:
        return sqlite_journal_append(sq, &op->as.action);
    case OP_ROUND_END:
        return end_round(sq, &op->as.end);
    case OP_SETTING:
        return put_setting(sq, &op->as.setting);
    case OP_LINK:
        return sqlite_link(sq, &op->as.link);
    case OP_PART:
        return sqlite_part(sq, &op->as.person);
    case OP_NAME:
        return sqlite_name(sq, &op->as.person);
    case OP_HIDE:
        return sqlite_hide(sq, &op->as.person);
    case OP_MOVE:
        return sqlite_move(sq, &op->as.person);
    case OP_PRUNE:
        return sqlite_prune(sq, &op->as.prune);
    case OP_EMPTY_LOG: /* when the transaction is over */
        sq->empties_log = true;
        return true;
    case OP_FOLD:
        return sqlite_fold(sq, op->as.fold);
    case OP_FORGET:
        return sqlite_forget(sq, &op->as.forget);
    }
    return false;
}

/* Whether a failure would be the same at every try, because of what stands in the database or of
 * the limits of SQLite. */
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

/* Nothing waits for who reads: then it stays as it is. */
static void empty_log(struct sqlite_store *sq)
{
    sqlite3_busy_timeout(sq->writer, 0);
    int code = sqlite3_wal_checkpoint_v2(sq->writer, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
    sqlite3_busy_timeout(sq->writer, SQLITE_BUSY_MS);
    if (code != SQLITE_OK && (code & 0xff) != SQLITE_BUSY)
        log_warn(sq->log, "%s-wal: cannot be emptied: %s", sq->path, sqlite3_errmsg(sq->writer));
}

/* Carries the operations of a group out as one transaction, without those of batches that an
 * earlier try has committed. */
static bool write_group(struct sqlite_store *sq, const struct batch *first, unsigned count)
{
    bool begun = false;
    uint64_t newest = sq->written;
    for (const struct batch *batch = first; count > 0; count--) {
        if (batch->number > sq->written && !begun) {
            begun = sqlite_run(sq->write[W_BEGIN]);
            if (!begun)
                return false;
        }
        for (const struct op *op = begun ? batch->first : NULL; op != NULL; op = op->next)
            if (!apply_op(sq, op))
                return false;
        newest = begun ? batch->number : newest;
        if (count > 1) /* behind the last one the loop may be linking a new batch right now */
            batch = batch->next;
    }
    if (begun && !sqlite_run(sq->write[W_COMMIT]))
        return false;
    sq->written = newest;
    if (sq->empties_log)
        empty_log(sq);
    sq->empties_log = false;
    return true;
}

enum apply sqlite_apply(struct store *store, const struct batch *first, unsigned count, char *why,
                        size_t why_size)
{
    struct sqlite_store *sq = (struct sqlite_store *)store;
    sq->contradicts = false;
    if (!place_holds(sq, why, why_size))
        return APPLY_LATER;
    if (write_group(sq, first, count)) { /* and if it moved meanwhile it is not to be told */
        sqlite_forget_log(sq);
        return place_holds(sq, why, why_size) ? APPLY_DONE : APPLY_LATER;
    }
    bool for_ever = sq->contradicts || is_for_ever(sqlite3_errcode(sq->writer));
    if (sq->contradicts)
        sqlite_refuse(STORE_FAILED, why, why_size, "%s: an action is there already", sq->path);
    else
        sqlite_fault(sq->writer, sq->path, why, why_size);
    for (unsigned i = 0; i < WRITE_STMTS; i++)
        sqlite3_reset(sq->write[i]);
    rater_reset(&sq->rater);
    feater_reset(&sq->feater);
    sqlite_journal_forget(sq);
    sq->fold = (struct fold){0};
    if (!sqlite3_get_autocommit(sq->writer)) /* a full disk may have rolled it back itself */
        sqlite_run(sq->write[W_ROLLBACK]);
    return for_ever ? APPLY_NEVER : APPLY_LATER;
}
