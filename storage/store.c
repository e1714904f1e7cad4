#include "store.h"

#include <string.h>

#include "board_period.h"
#include "forget.h"
#include "store_base.h"
#include "writer.h"

const struct store_crashes *store_last_crashes(const struct store *store)
{
    return &store->crashes.last;
}

void store_at(struct store *store, int64_t table)
{
    crash_count_at(&store->crashes, table);
}

void store_lasts(struct store *store)
{
    crash_count_forget(&store->crashes);
}

enum store_whole store_whole(const struct store *store)
{
    return (enum store_whole)atomic_load(&store->whole);
}

void store_set_owner(struct store *store, const struct store_owner *owner)
{
    store->owner = *owner;
}

bool store_close(struct store *store)
{
    if (store == NULL)
        return true;
    store_commit(store);
    store_stop_queries(store);
    bool saved = writer_stop(store);
    store->impl->destroy(store);
    return saved;
}

/* -- gathering -- */

static struct batch *open_batch(struct store *store)
{
    if (store->open != NULL)
        return store->open;
    uv_mutex_lock(&store->mutex);
    struct batch *batch = store->spare;
    if (batch != NULL) {
        store->spare = batch->next;
        store->spares--;
    }
    uv_mutex_unlock(&store->mutex);
    if (batch == NULL)
        batch = batch_create(store->log);
    batch->next = NULL; /* a spare batch still has an old `next` */
    batch->number = ++store->last_number;
    store->open = batch;
    return batch;
}

/* A new operation of the open batch. */
static struct op *gather_op(struct store *store, enum op_kind kind)
{
    return batch_add(open_batch(store), kind);
}

void store_put_table(struct store *store, const struct store_table *table)
{
    batch_add_table(open_batch(store), table);
}

void store_close_table(struct store *store, int64_t table)
{
    struct op *op = gather_op(store, OP_TABLE_CLOSED);
    op->as.closed = table;
}

void store_begin_round(struct store *store, const struct store_round *round)
{
    batch_add_round(open_batch(store), round);
}

void store_append(struct store *store, const struct store_action *action)
{
    batch_add_action(open_batch(store), action);
}

static void copy_identity(struct batch *batch, struct store_identity *who)
{
    who->network = batch_copy(batch, who->network);
    who->account = batch_copy(batch, who->account);
    who->name = batch_copy(batch, who->name);
    who->mark = batch_copy(batch, who->mark);
}

void store_end_round(struct store *store, const struct store_round_end *end)
{
    struct op *op = gather_op(store, OP_ROUND_END);
    op->as.end = *end;
    op->as.end.outcome = batch_copy(store->open, end->outcome);
    op->as.end.results = NULL;
    if (end->result_count == 0)
        return;
    struct store_result *results = batch_alloc(store->open, end->result_count * sizeof(*results));
    memcpy(results, end->results, end->result_count * sizeof(*results));
    for (unsigned i = 0; i < end->result_count; i++)
        copy_identity(store->open, &results[i].who);
    op->as.end.results = results;
}

void store_put_setting(struct store *store, const char *scope, const char *key, const char *value)
{
    batch_add_setting(open_batch(store), &(struct setting){scope, key, value});
    uv_mutex_lock(&store->mutex);
    store->leases.sets++;
    store->leases.set_batch = store->last_number;
    uv_mutex_unlock(&store->mutex);
}

void store_prune(struct store *store, int64_t results_before, int64_t replays_before)
{
    struct op *op = gather_op(store, OP_PRUNE);
    op->as.prune = (struct prune){results_before, replays_before};
}

void store_fold(struct store *store, int64_t now)
{
    gather_op(store, OP_FOLD)->as.fold = now;
}

void store_empty_log(struct store *store)
{
    gather_op(store, OP_EMPTY_LOG);
}

bool store_folds(const struct store *store)
{
    return atomic_load(&store->folding);
}

void store_link(struct store *store, const struct store_identity *from,
                const struct store_identity *into, int64_t at)
{
    struct op *op = gather_op(store, OP_LINK);
    op->as.link = (struct link){*from, *into, at};
    copy_identity(store->open, &op->as.link.from);
    copy_identity(store->open, &op->as.link.into);
}

static struct op *gather_person(struct store *store, enum op_kind kind,
                                const struct store_identity *who, const char *text)
{
    struct op *op = gather_op(store, kind);
    op->as.person = (struct person_op){.who = *who, .text = batch_copy(store->open, text)};
    copy_identity(store->open, &op->as.person.who);
    return op;
}

void store_part(struct store *store, const struct store_identity *who, int64_t at)
{
    gather_person(store, OP_PART, who, NULL)->as.person.at = at;
}

void store_put_name(struct store *store, const struct store_identity *who, const char *name,
                    int64_t at)
{
    gather_person(store, OP_NAME, who, name)->as.person.at = at;
}

void store_put_hidden(struct store *store, const struct store_identity *who, bool hidden,
                      int64_t at)
{
    struct op *op = gather_person(store, OP_HIDE, who, NULL);
    op->as.person.hidden = hidden;
    op->as.person.at = at;
}

void store_move_nick(struct store *store, const struct store_identity *who, const char *mark)
{
    gather_person(store, OP_MOVE, who, mark);
}

void store_forget_person(struct store *store, const struct store_identity *who,
                         const struct store_forget_texts *texts, const struct store_traces *traces)
{
    struct op *op = gather_op(store, OP_FORGET);
    struct batch *batch = store->open;
    unsigned count = traces->links.count;
    size_t size = traces->round_count * sizeof(*traces->rounds);
    struct store_identity *known = batch_alloc(batch, (count + 1) * sizeof(*known));
    int64_t *rounds = batch_alloc(batch, size + sizeof(*rounds));
    for (unsigned i = 0; i < count; i++) {
        const struct store_known *at = &traces->links.at[i];
        known[i] = (struct store_identity){.network = batch_copy(batch, at->network),
                                           .account = batch_copy(batch, at->account),
                                           .verified = at->verified};
    }
    if (size > 0)
        memcpy(rounds, traces->rounds, size);
    op->as.forget = (struct forget_op){.who = *who,
                                       .texts = texts,
                                       .known = known,
                                       .known_count = count,
                                       .rounds = rounds,
                                       .round_count = traces->round_count,
                                       .last = traces->last};
    copy_identity(batch, &op->as.forget.who);
}

void store_gather_give(struct store *store, const struct give_op *give)
{
    struct op *op = gather_op(store, OP_GIVE);
    op->as.give = *give;
    op->as.give.name = batch_copy(store->open, give->name);
    op->as.give.heir = give->heir != NULL ? batch_copy(store->open, give->heir) : NULL;
}

void store_gather_letter(struct store *store, const struct letter_op *letter)
{
    batch_add_letter(open_batch(store), letter);
}

void store_gather_read(struct store *store, int64_t letter)
{
    gather_op(store, OP_LETTER_READ)->as.letter = (struct letter_op){.id = letter};
}

uint64_t store_commit(struct store *store)
{
    if (store->open != NULL) {
        struct batch *batch = store->open;
        store->open = NULL;
        writer_push(store, batch);
    }
    return store->last_number;
}

uint64_t store_batch(const struct store *store)
{
    return store->last_number;
}

uint64_t store_durable(const struct store *store)
{
    return atomic_load(&store->durable);
}

bool store_busy(const struct store *store)
{
    return store->announced < store->last_number || store->queries != NULL;
}

int store_season_at(const struct store *store, int64_t at)
{
    return board_period_quarter(at, store->timezone_minutes);
}

/* -- loading -- */

int64_t store_next_table_id(struct store *store)
{
    int64_t id = store->impl->next_table_id(store);
    if (store->impl->leases == NULL && store->leases.tables.end == 0 && id > 0)
        store->leases.tables = (struct numbers){.next = id, .end = INT64_MAX, .end_after = 1};
    return id;
}

int64_t store_next_round_id(struct store *store)
{
    int64_t id = store->impl->next_round_id(store);
    if (store->impl->leases == NULL && store->leases.rounds.end == 0 && id > 0)
        store->leases.rounds = (struct numbers){.next = id, .end = INT64_MAX, .end_after = 1};
    return id;
}

bool store_load_tables(struct store *store, bool (*row)(void *arg, const struct store_table *table),
                       void *arg)
{
    return store->impl->load_tables(store, NULL, row, arg);
}

bool store_load_rounds(struct store *store,
                       bool (*round)(void *arg, const struct store_round *round),
                       bool (*action)(void *arg, const struct store_action *action), void *arg)
{
    return store->impl->load_rounds(store, NULL, round, action, arg);
}

bool store_load_settings(struct store *store,
                         bool (*row)(void *arg, const char *scope, const char *key,
                                     const char *value),
                         void *arg)
{
    return store->impl->load_settings(store, NULL, row, arg);
}
