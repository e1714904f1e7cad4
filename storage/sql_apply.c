#include "sql_apply.h"

#include <stdio.h>
#include <string.h>

#include "bot/base/log.h"
#include "sql_forget.h"
#include "sql_people.h"
#include "sql_prune.h"
#include "sql_store.h"
#include "window.h"

/* -- tables, rounds, actions, settings -- */

static bool put_table(struct sql_store *sq, const struct store_table *table)
{
    struct sql_stmt *stmt = sq->write[W_TABLE];
    return sql_bind_int(stmt, 1, table->id) && sql_bind_text(stmt, 2, table->network) &&
           sql_bind_text(stmt, 3, table->channel) && sql_bind_text(stmt, 4, table->state) &&
           sql_run(stmt);
}

static bool close_table(struct sql_store *sq, int64_t table)
{
    struct sql_stmt *stmt = sq->write[W_TABLE_CLOSED];
    return sql_bind_int(stmt, 1, table) && sql_run(stmt);
}

static bool begin_round(struct sql_store *sq, const struct store_round *round)
{
    struct sql_stmt *stmt = sq->write[W_ROUND];
    return sql_bind_int(stmt, 1, round->id) && sql_bind_int(stmt, 2, round->table) &&
           sql_bind_text(stmt, 3, round->network) && sql_bind_text(stmt, 4, round->channel) &&
           sql_bind_text(stmt, 5, round->set) && sql_bind_text(stmt, 6, round->setup) &&
           sql_bind_int(stmt, 7, round->rules_version) &&
           sql_bind_int(stmt, 8, round->started_at) &&
           sql_bind_bytes(stmt, 9, round->secret, sizeof(round->secret)) &&
           sql_bind_bytes(stmt, 10, round->commitment, sizeof(round->commitment)) &&
           sql_bind_int(stmt, 11, (int64_t)round->deal_hash) && sql_run(stmt);
}

static bool put_setting(struct sql_store *sq, const struct setting *setting)
{
    struct sql_stmt *stmt = sq->write[setting->value != NULL ? W_SETTING : W_SETTING_CLEAR];
    return sql_bind_text(stmt, 1, setting->scope) && sql_bind_text(stmt, 2, setting->key) &&
           (setting->value == NULL || sql_bind_text(stmt, 3, setting->value)) && sql_run(stmt);
}

/* -- boards -- */

static bool scope_id(struct sql_store *sq, enum store_scope kind, const char *network,
                     const char *channel, int64_t *id)
{
    enum found found = NONE;
    for (int i = 0; i < 2 && found == NONE; i++) {
        struct sql_stmt *stmt = sq->write[i == 0 ? W_SCOPE : W_SCOPE_NEW];
        if (!sql_bind_int(stmt, 1, kind) ||
            !sql_bind_text(stmt, 2, kind == STORE_OVERALL ? "" : network) ||
            !sql_bind_text(stmt, 3, kind == STORE_CHANNEL ? channel : ""))
            return false;
        found = sql_run_row(stmt, id, NULL);
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

static bool boards_of(struct sql_store *sq, int64_t at, const char *network, const char *channel,
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

static bool score(struct sql_store *sq, const struct boards *boards, struct sql_stmt *earned)
{
    bool nothing = sql_int64(earned, 1) == 0 && sql_int64(earned, 4) == 0;
    struct sql_stmt *stmt = sq->write[nothing ? W_SCORE_PLAYED : W_SCORE];
    for (int i = 0; i < 5; i++)
        if (!sql_bind_int(stmt, 4 + i, sql_int64(earned, i)))
            return false;
    for (int s = 0; s <= STORE_OVERALL; s++) {
        for (int w = 0; w < STORE_WINDOWS; w++)
            if (!sql_bind_int(stmt, 1, boards->scopes[s]) || !sql_bind_int(stmt, 2, w) ||
                !sql_bind_int(stmt, 3, boards->starts[w]) || !sql_run(stmt))
                return false;
    }
    return true;
}

/* -- the end of a round -- */

static bool put_result(struct sql_store *sq, const struct store_round_end *end,
                       const struct store_result *result)
{
    struct met met = {0, 0};
    bool somebody = result->who.network != NULL;
    if (somebody && !sql_meet(sq, &result->who, end->ended_at, 1, &met))
        return false;
    struct sql_stmt *stmt = sq->write[W_RESULT];
    bool placed = somebody && end->counts && result->place > 0;
    const unsigned did[] = {result->plays, result->cards, result->duels_won, result->duels_lost,
                            result->bluffs};
    for (int i = 0; i < (int)(sizeof(did) / sizeof(did[0])); i++)
        if (!(somebody ? sql_bind_int(stmt, 10 + i, did[i]) : sql_bind_null(stmt, 10 + i)))
            return false;
    bool bound = (somebody ? sql_bind_int(stmt, 3, met.identity) : sql_bind_null(stmt, 3)) &&
                 (placed ? sql_bind_int(stmt, 8, result->place) : sql_bind_null(stmt, 8)) &&
                 (placed ? sql_bind_int(stmt, 9, met.person) : sql_bind_null(stmt, 9));
    return bound && sql_bind_int(stmt, 1, end->round) && sql_bind_int(stmt, 2, result->seat) &&
           sql_bind_int(stmt, 4, result->points) && sql_bind_int(stmt, 5, result->won) &&
           sql_bind_int(stmt, 6, result->match_over) && sql_bind_int(stmt, 7, result->match_won) &&
           sql_run(stmt);
}

static bool put_scores(struct sql_store *sq, int64_t round, const struct boards *boards)
{
    struct sql_stmt *stmt = sq->write[W_EARNED];
    bool good = sql_bind_int(stmt, 1, round);
    enum sql_step code = SQL_DONE;
    while (good && (code = sql_step(stmt)) == SQL_ROW)
        good = score(sq, boards, stmt);
    return sql_reset(stmt) && good && code == SQL_DONE;
}

/* Marks the round as ended and finds its boards. NONE: it is not running. */
static enum found mark_ended(struct sql_store *sq, const struct store_round_end *end,
                             struct boards *boards)
{
    const uint8_t *bytes;
    size_t size;
    struct sql_stmt *stmt = sq->write[W_ROUND_END];
    if (!sq->kind->pack(sq, end->round, &bytes, &size) || !sql_bind_int(stmt, 1, end->round) ||
        !sql_bind_int(stmt, 2, end->ended_at) || !sql_bind_text(stmt, 3, end->outcome) ||
        !sql_bind_int(stmt, 4, end->counts) || !sql_bind_bytes(stmt, 5, bytes, size))
        return ERROR;
    enum sql_step code = sql_step(stmt);
    enum found found = code == SQL_ROW ? FOUND : code == SQL_DONE ? NONE : ERROR;
    /* The names of the row are valid until the reset. */
    if (found == FOUND &&
        !boards_of(sq, end->ended_at, sql_text(stmt, 0), sql_text(stmt, 1), boards))
        found = ERROR;
    snprintf(boards->set, sizeof(boards->set), "%s", found == FOUND ? sql_text(stmt, 2) : "");
    boards->lasted = found == FOUND ? sql_int64(stmt, 3) : 0;
    if (!sql_reset(stmt))
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
static enum found drop_idle(struct sql_store *sq, const struct store_round_end *end)
{
    struct sql_stmt *drop = sq->write[W_ROUND_DROP];
    bool has = false;
    if (anybody_won(end))
        return NONE;
    if (!sq->kind->has(sq, end->round, &has))
        return ERROR;
    if (has)
        return NONE;
    return sql_bind_int(drop, 1, end->round) && sql_run(drop) ? FOUND : ERROR;
}

static bool end_round(struct sql_store *sq, const struct store_round_end *end)
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
    return sq->kind->drop(sq, end->round);
}

/* -- a group -- */

static bool apply_op(struct sql_store *sq, const struct op *op)
{
    switch (op->kind) {
    case OP_TABLE:
        return put_table(sq, &op->as.table);
    case OP_TABLE_CLOSED:
        return close_table(sq, op->as.closed);
    case OP_ROUND:
        return begin_round(sq, &op->as.round);
    case OP_ACTION:
        return sq->kind->append(sq, &op->as.action);
    case OP_ROUND_END:
        return end_round(sq, &op->as.end);
    case OP_SETTING:
        return put_setting(sq, &op->as.setting);
    case OP_LINK:
        return sql_link(sq, &op->as.link);
    case OP_PART:
        return sql_part(sq, &op->as.person);
    case OP_NAME:
        return sql_name(sq, &op->as.person);
    case OP_HIDE:
        return sql_hide(sq, &op->as.person);
    case OP_MOVE:
        return sql_move(sq, &op->as.person);
    case OP_PRUNE:
        return sql_prune(sq, &op->as.prune);
    case OP_EMPTY_LOG: /* when the transaction is over */
        sq->empties_log = true;
        return true;
    case OP_FOLD:
        return sql_fold(sq, op->as.fold);
    case OP_GIVE:
        return sq->kind->give == NULL || sq->kind->give(sq, op->as.give);
    case OP_FORGET:
        return sql_forget(sq, &op->as.forget);
    }
    return false;
}

/* Those of batches that an earlier try has committed are left out. */
bool sql_write_group(struct sql_store *sq, const struct batch *first, unsigned count)
{
    uint64_t last = first->number + count - 1;
    if (last > sq->written) {
        if (!sq->kind->begin(sq, last,
                             (unsigned)(last - sq->written < count ? last - sq->written : count)))
            return false;
    }
    bool begun = false;
    for (const struct batch *batch = first; count > 0; count--) {
        begun = begun || batch->number > sq->written;
        for (const struct op *op = begun ? batch->first : NULL; op != NULL; op = op->next)
            if (!apply_op(sq, op))
                return false;
        if (count > 1) /* behind the last one the loop may be linking a new batch right now */
            batch = batch->next;
    }
    if (begun && !sq->kind->commit(sq))
        return false;
    sq->written = begun ? last : sq->written;
    return true;
}
