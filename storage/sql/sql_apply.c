#include "sql_apply.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "base/log.h"
#include "sql_forget.h"
#include "sql_people.h"
#include "sql_prune.h"
#include "sql_store.h"
#include "storage/board_period.h"

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

/* A round that ends: the boards and periods in which it is scored, and the rule set in which it is
 * rated. */
struct round_ending {
    const struct store_round_end *end;
    char set[STORE_SET_MAX];
    int64_t lasted; /* milliseconds */
    int season;
    int64_t scopes[STORE_OVERALL + 1];
    int64_t starts[STORE_PERIODS];
};

static struct rater_round to_rate(const struct round_ending *ending)
{
    return (struct rater_round){ending->end->round, ending->set, ending->season};
}

static struct recorder_round to_record(const struct round_ending *ending)
{
    return (struct recorder_round){ending->end->round, ending->lasted, ending->set};
}

/* Reads the round from the current row. */
static bool bind_scope(struct sql_stmt *stmt, int kind, struct sql_stmt *round)
{
    return sql_bind_int(stmt, 1, kind) &&
           sql_bind_text(stmt, 2, kind == STORE_OVERALL ? "" : sql_text(round, 0)) &&
           sql_bind_text(stmt, 3, kind == STORE_CHANNEL ? sql_text(round, 1) : "");
}

static bool expect_scopes(struct sql_store *sq)
{
    struct sql_stmt *stmt = sq->write[W_SCOPE];
    for (int s = 0; s <= STORE_OVERALL && sql_is_remote(stmt); s++) {
        if (!bind_scope(stmt, s, sq->write[W_ROUND_OF]) || !sql_pipeline(stmt))
            return false;
    }
    return true;
}

static bool find_scopes(struct sql_store *sq, struct round_ending *ending)
{
    struct sql_stmt *found = sq->write[W_SCOPE], *made = sq->write[W_SCOPE_NEW];
    struct sql_stmt *round = sq->write[W_ROUND_OF];
    for (int s = 0; s <= STORE_OVERALL; s++) {
        enum found is =
            bind_scope(found, s, round) ? sql_run_row(found, &ending->scopes[s], NULL) : ERROR;
        if (is == NONE && bind_scope(made, s, round))
            is = sql_run_row(made, &ending->scopes[s], NULL);
        if (is != FOUND)
            return false;
    }
    return sql_reset(round);
}

/* -- the end of a round -- */

/* The identity and person of a result when the round ended; NULL: a computer player. */
static bool put_result(struct sql_store *sq, const struct round_ending *ending,
                       const struct store_result *result, const struct met *met)
{
    struct sql_stmt *stmt = sq->write[W_RESULT];
    bool placed = met != NULL && ending->end->counts && result->place > 0;
    const unsigned did[] = {result->plays, result->cards, result->duels_won, result->duels_lost,
                            result->bluffs};
    for (int i = 0; i < (int)(ARRAY_SIZE(did)); i++) {
        if (!(met != NULL ? sql_bind_int(stmt, 10 + i, did[i]) : sql_bind_null(stmt, 10 + i)))
            return false;
    }
    bool bound = (met != NULL ? sql_bind_int(stmt, 3, met->identity) : sql_bind_null(stmt, 3)) &&
                 (placed ? sql_bind_int(stmt, 8, result->place) : sql_bind_null(stmt, 8)) &&
                 (placed ? sql_bind_int(stmt, 9, met->person) : sql_bind_null(stmt, 9));
    return bound && sql_bind_int(stmt, 1, ending->end->round) &&
           sql_bind_int(stmt, 2, result->seat) && sql_bind_int(stmt, 4, result->points) &&
           sql_bind_int(stmt, 5, result->won) && sql_bind_int(stmt, 6, result->match_over) &&
           sql_bind_int(stmt, 7, result->match_won) && sql_run(stmt);
}

static bool expect_person(struct sql_store *sq, const struct round_ending *ending, int64_t person)
{
    const struct rater_round rated = to_rate(ending);
    const struct recorder_round records = to_record(ending);
    return !ending->end->counts || (rater_expect_person(&sq->rater, &rated, person) &&
                                    recorder_expect_person(&sq->recorder, &records, person));
}

static unsigned smaller_of(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

static bool is_somebody(const struct store_result *result)
{
    return result->who.network != NULL;
}

/* Collects the people of MEETS_MAX results at most. Returns how many there are; computer players
 * are left out. */
static unsigned collect_people(const struct store_identity *who[MEETS_MAX],
                               const struct store_result *results, unsigned count)
{
    unsigned known = 0;
    for (unsigned i = 0; i < count; i++) {
        if (is_somebody(&results[i]))
            who[known++] = &results[i].who;
    }
    return known;
}

static bool put_some(struct sql_store *sq, const struct round_ending *ending,
                     const struct store_result *results, unsigned count)
{
    const struct store_identity *who[MEETS_MAX];
    struct met mets[MEETS_MAX];
    unsigned known = collect_people(who, results, count);
    if (!sql_meet_all(sq, who, known, ending->end->ended_at, 1, mets))
        return false;
    known = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct met *met = is_somebody(&results[i]) ? &mets[known++] : NULL;
        if (!put_result(sq, ending, &results[i], met) ||
            (met != NULL && !expect_person(sq, ending, met->person)))
            return false;
    }
    return true;
}

static bool put_results(struct sql_store *sq, const struct round_ending *ending)
{
    const struct store_round_end *end = ending->end;
    for (unsigned from = 0; from < end->result_count; from += MEETS_MAX) {
        if (!put_some(sq, ending, &end->results[from],
                      smaller_of(end->result_count - from, MEETS_MAX)))
            return false;
    }
    return true;
}

_Static_assert(STORE_OVERALL == 2 && STORE_PERIODS == 5, "as W_SCORES has them");

static bool put_scores(struct sql_store *sq, const struct round_ending *ending)
{
    static const enum write_stmt both[] = {W_SCORES, W_SCORES_PLAYED};
    for (int i = 0; i < 2; i++) {
        struct sql_stmt *stmt = sq->write[both[i]];
        bool bound = sql_bind_int(stmt, 1, ending->end->round);
        for (int s = 0; bound && s <= STORE_OVERALL; s++)
            bound = sql_bind_int(stmt, 2 + s, ending->scopes[s]);
        for (int w = 0; bound && w < STORE_PERIODS; w++)
            bound = sql_bind_int(stmt, 5 + w, ending->starts[w]);
        if (!bound || !sql_run(stmt))
            return false;
    }
    return true;
}

/* What is sent early behind the results. */
static bool expect_scores(struct sql_store *sq, const struct round_ending *ending)
{
    const struct rater_round rated = to_rate(ending);
    const struct recorder_round records = to_record(ending);
    return expect_scopes(sq) &&
           (!ending->end->counts || (rater_expect_round(&sq->rater, &rated) &&
                                     recorder_expect_round(&sq->recorder, &records)));
}

static bool count_round(struct sql_store *sq, const struct round_ending *ending)
{
    const struct rater_round rated = to_rate(ending);
    const struct recorder_round records = to_record(ending);
    return put_scores(sq, ending) && rater_round(&sq->rater, &rated) &&
           recorder_round(&sq->recorder, &records);
}

/* Finds the round, and leaves the statement on its row for the caller to read. NONE: the round is
 * not running. */
static enum found find_round(struct sql_store *sq, struct round_ending *ending)
{
    struct sql_stmt *stmt = sq->write[W_ROUND_OF];
    int zone = sq->base.timezone_minutes;
    int64_t at = ending->end->ended_at;
    if (!sql_bind_int(stmt, 1, ending->end->round))
        return ERROR;
    enum sql_step code = sql_step(stmt);
    if (code != SQL_ROW)
        return sql_reset(stmt) && code == SQL_DONE ? NONE : ERROR;
    snprintf(ending->set, sizeof(ending->set), "%s", sql_text(stmt, 2));
    ending->lasted = at - sql_int64(stmt, 3);
    ending->season = board_period_quarter(at, zone);
    for (int w = 0; w < STORE_PERIODS; w++)
        ending->starts[w] = board_period_start((enum store_period)w, at, zone);
    return FOUND;
}

static bool mark_ended(struct sql_store *sq, const struct store_round_end *end)
{
    const uint8_t *bytes;
    size_t size;
    struct sql_stmt *stmt = sq->write[W_ROUND_END];
    return sq->kind->pack(sq, end->round, &bytes, &size) && sql_bind_int(stmt, 1, end->round) &&
           sql_bind_int(stmt, 2, end->ended_at) && sql_bind_text(stmt, 3, end->outcome) &&
           sql_bind_int(stmt, 4, end->counts) && sql_bind_bytes(stmt, 5, bytes, size) &&
           sql_run(stmt);
}

static bool anybody_won(const struct store_round_end *end)
{
    for (unsigned i = 0; i < end->result_count; i++) {
        if (end->results[i].won)
            return true;
    }
    return false;
}

/* Deletes the round if it has no action and no winner, and returns FOUND. NONE: it stays. */
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

/* Sends early the queries that each end of a round makes, whatever the answers are. */
static bool expect_end(struct sql_store *sq, const struct store_round_end *end)
{
    struct sql_stmt *stmt = sq->write[W_ROUND_OF];
    if (!sql_is_remote(stmt))
        return true;
    const struct store_identity *who[MEETS_MAX];
    unsigned known = collect_people(who, end->results, smaller_of(end->result_count, MEETS_MAX));
    return sql_expect_meet(sq, who, known) && sql_bind_int(stmt, 1, end->round) &&
           sql_pipeline(stmt) && sq->kind->expect(sq, end->round, !anybody_won(end));
}

/* A remote database needs two round trips. The first asks who the people are. The second sends
 * their results, and asks for their ratings and records. Everything else is only sent. */
static bool end_round(struct sql_store *sq, const struct store_round_end *end)
{
    struct round_ending ending = {.end = end};
    if (!expect_end(sq, end))
        return false;
    enum found idle = drop_idle(sq, end);
    if (idle != NONE)
        return idle == FOUND;
    switch (find_round(sq, &ending)) {
    case ERROR:
        return false;
    case NONE: /* scored already, or never begun: nothing counts twice */
        log_warn(sq->log, "a round is not running, so its end is ignored round=%lld",
                 (long long)end->round);
        return true;
    case FOUND:
        break;
    }
    return mark_ended(sq, end) && put_results(sq, &ending) && expect_scores(sq, &ending) &&
           find_scopes(sq, &ending) && (!end->counts || count_round(sq, &ending)) &&
           sq->kind->drop(sq, end->round);
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
    case OP_EMPTY_LOG: /* what to do when the transaction is over */
        sq->empties_log = true;
        return true;
    case OP_FOLD:
        return sql_fold(sq, op->as.fold);
    case OP_GIVE:
        return sq->kind->give == NULL || sq->kind->give(sq, &op->as.give);
    case OP_FORGET:
        return sql_forget(sq, &op->as.forget);
    }
    return false;
}

/* Applies one operation. Then forgets queries that were sent early but not needed: their answers
 * must not serve the next operation. */
static bool apply_op(struct sql_store *sq, const struct op *op)
{
    bool good = apply_one(sq, op);
    sql_pipeline_forget(sq->writer);
    return good;
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
    }
    bool begun = false;
    for (const struct batch *batch = first; count > 0; count--) {
        begun = begun || batch->number > sq->written;
        for (const struct op *op = begun ? batch->first : NULL; op != NULL; op = op->next) {
            if (!apply_op(sq, op))
                return false;
        }
        if (count > 1) /* not behind the last one: the loop may be setting its `next` right now */
            batch = batch->next;
    }
    if (begun && !sq->kind->commit(sq))
        return false;
    sq->written = begun ? last : sq->written;
    return true;
}
