#include "sql_apply.h"

#include "sql_end.h"
#include "sql_forget.h"
#include "sql_people.h"
#include "sql_prune.h"
#include "sql_store.h"

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
    if (sq->kind->packs)
        packs_begin(&sq->packs, round);
    return sql_bind_int(stmt, 1, round->id) && sql_bind_int(stmt, 2, round->table) &&
           sql_bind_text(stmt, 3, round->network) && sql_bind_text(stmt, 4, round->channel) &&
           sql_bind_text(stmt, 5, round->set) && sql_bind_text(stmt, 6, round->setup) &&
           sql_bind_int(stmt, 7, round->rules_version) &&
           sql_bind_int(stmt, 8, round->started_at) &&
           sql_bind_bytes(stmt, 9, round->secret, sizeof(round->secret)) &&
           sql_bind_bytes(stmt, 10, round->commitment, sizeof(round->commitment)) &&
           sql_bind_int(stmt, 11, (int64_t)round->deal_hash) && sql_run(stmt);
}

static bool append(struct sql_store *sq, const struct store_action *action)
{
    packs_add(&sq->packs, action);
    return sq->kind->append(sq, action);
}

static bool put_setting(struct sql_store *sq, const struct setting *setting)
{
    struct sql_stmt *stmt = sq->write[setting->value != NULL ? W_SETTING : W_SETTING_CLEAR];
    return sql_bind_text(stmt, 1, setting->scope) && sql_bind_text(stmt, 2, setting->key) &&
           (setting->value == NULL || sql_bind_text(stmt, 3, setting->value)) && sql_run(stmt);
}

/* -- a group -- */

static bool apply_one(struct sql_store *sq, const struct op *op)
{
    switch (op->kind) {
    case OP_TABLE:
        return put_table(sq, &op->as.table);
    case OP_TABLE_CLOSED:
        return close_table(sq, op->as.closed);
    case OP_ROUND:
        return begin_round(sq, &op->as.round);
    case OP_ACTION:
        return append(sq, &op->as.action);
    case OP_ROUND_END:
        return sql_end_round(sq, &op->as.end);
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
    case OP_EMPTY_LOG: /* this operation is carried out after the transaction */
        sq->empties_log = true;
        return true;
    case OP_FOLD:
        return sql_fold(sq, op->as.fold);
    case OP_GIVE: /* another process may play those rounds from now on */
        packs_forget(&sq->packs);
        return sq->kind->give == NULL || sq->kind->give(sq, &op->as.give);
    case OP_LETTER:
    case OP_LETTER_READ:
        return sq->kind->letter == NULL || sq->kind->letter(sq, op);
    case OP_FORGET:
        return sql_forget(sq, &op->as.forget);
    }
    return false;
}

/* Whether queries that were sent early stay right when the operation is applied, as far as
 * struct changed_people tells. */
static bool keeps_answers(const struct op *op)
{
    return op->kind == OP_TABLE || op->kind == OP_TABLE_CLOSED || op->kind == OP_ROUND ||
           op->kind == OP_ACTION || op->kind == OP_ROUND_END || op->kind == OP_SETTING;
}

/* Whether the operation may change what sql_known.h remembers. */
static bool changes_known(const struct op *op)
{
    return op->kind == OP_LINK || op->kind == OP_PART || op->kind == OP_NAME ||
           op->kind == OP_HIDE || op->kind == OP_MOVE || op->kind == OP_FORGET;
}

static bool apply_op(struct sql_store *sq, const struct op *op)
{
    bool good = apply_one(sq, op);
    if (!keeps_answers(op))
        sql_pipeline_forget(sq->writer);
    if (changes_known(op))
        known_forget(&sq->known);
    return good;
}

/* Sends the queries of rounds that end in a batch early. Leaves out those that begin in the same
 * transaction: from *begun on (0: none has begun yet). NONE: the queries of later operations must
 * wait. */
static enum found expect_ends(struct sql_store *sq, const struct batch *batch, int64_t *begun)
{
    for (const struct op *op = batch->first; op != NULL; op = op->next) {
        if (!keeps_answers(op))
            return NONE;
        if (op->kind == OP_ROUND && (*begun == 0 || op->as.round.id < *begun))
            *begun = op->as.round.id;
        if (op->kind == OP_ROUND_END && (*begun == 0 || op->as.end.round < *begun) &&
            !sql_expect_end(sq, &op->as.end))
            return ERROR;
    }
    return FOUND;
}

static bool expect_all_ends(struct sql_store *sq, const struct batch *batch, unsigned count)
{
    int64_t begun = 0;
    enum found going = sql_is_remote(sq->write[W_SEAT]) ? FOUND : NONE;
    for (; count > 0 && going == FOUND; count--) {
        if (batch->number > sq->written)
            going = expect_ends(sq, batch, &begun);
        if (count > 1) /* as in sql_write_group() */
            batch = batch->next;
    }
    return going != ERROR;
}

/* Skips batches that an earlier try has committed. */
bool sql_write_group(struct sql_store *sq, const struct batch *first, unsigned count)
{
    uint64_t last = first->number + count - 1;
    if (last > sq->written) {
        if (!sq->kind->begin(sq, last,
                             (unsigned)(last - sq->written < count ? last - sq->written : count)))
            return false;
        if (sq->kind->lock != NULL && !sq->kind->lock(sq, first, count))
            return false;
        sq->changed.count = 0;
        sq->changed.made = sq->changed.unknown = false;
        if (!expect_all_ends(sq, first, count))
            return false;
    }
    bool begun = false;
    for (const struct batch *batch = first; count > 0; count--) {
        begun = begun || batch->number > sq->written;
        for (const struct op *op = begun ? batch->first : NULL; op != NULL; op = op->next) {
            if (!apply_op(sq, op))
                return false;
        }
        if (count > 1) /* do not read `next` of the last batch: the loop may be setting it right
                        * now */
            batch = batch->next;
    }
    if (begun && !sq->kind->commit(sq))
        return false;
    sq->written = begun ? last : sq->written;
    return true;
}
