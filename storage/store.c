#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/base/log.h"
#include "bot/base/text.h"
#include "internal.h"

/* -- memory of a batch -- */

enum { CHUNK_SIZE = 8192 };

struct chunk {
    struct chunk *next;
    size_t used, size;
    max_align_t bytes[];
};

/* What was accepted would be lost in silence; the journal brings it back. */
static _Noreturn void out_of_memory(const struct store *store)
{
    log_error(store->log, "out of memory for what must be written: ending");
    abort();
}

/* In the open batch. */
static void *batch_alloc(struct store *store, size_t size)
{
    struct batch *batch = store->open;
    size = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
    struct chunk *chunk = batch->chunks;
    if (!chunk || chunk->size - chunk->used < size) {
        size_t room = size > CHUNK_SIZE ? size : CHUNK_SIZE;
        chunk = malloc(sizeof(*chunk) + room);
        if (!chunk)
            out_of_memory(store);
        chunk->size = room;
        chunk->used = 0;
        chunk->next = batch->chunks;
        batch->chunks = chunk;
    }
    void *memory = (char *)chunk->bytes + chunk->used;
    chunk->used += size;
    return memory;
}

/* NULL stays NULL. */
static const char *batch_copy(struct store *store, const char *text)
{
    if (!text)
        return NULL;
    size_t size = strlen(text) + 1;
    return memcpy(batch_alloc(store, size), text, size);
}

void batch_clear(struct batch *batch)
{
    while (batch->chunks && (batch->chunks->next || batch->chunks->size > CHUNK_SIZE)) {
        struct chunk *next = batch->chunks->next;
        free(batch->chunks);
        batch->chunks = next;
    }
    if (batch->chunks)
        batch->chunks->used = 0;
    batch->next = NULL;
    batch->first = NULL;
    batch->last = &batch->first;
    batch->tries = 0;
}

void batch_destroy(struct batch *batch)
{
    if (!batch)
        return;
    while (batch->chunks) {
        struct chunk *next = batch->chunks->next;
        free(batch->chunks);
        batch->chunks = next;
    }
    free(batch);
}

/* -- lifetime -- */

bool store_init(struct store *store, const struct store_impl *impl, int timezone_minutes,
                struct loop *loop, const struct log *log)
{
    store->impl = impl;
    store->loop = loop;
    store->log = log;
    store->timezone_minutes = timezone_minutes;
    store->queue_last = &store->queue;
    atomic_init(&store->durable, 0);
    if (uv_mutex_init(&store->mutex) != 0)
        return false;
    if (uv_cond_init(&store->cond) != 0)
        goto fail_cond;
    if (!writer_start(store))
        goto fail_thread;
    return true;

fail_thread:
    uv_cond_destroy(&store->cond);
fail_cond:
    uv_mutex_destroy(&store->mutex);
    return false;
}

void store_finish(struct store *store)
{
    batch_destroy(store->open);
    for (struct batch *list = store->queue, *next; list; list = next) {
        next = list->next;
        batch_destroy(list);
    }
    for (struct batch *list = store->spare, *next; list; list = next) {
        next = list->next;
        batch_destroy(list);
    }
    uv_cond_destroy(&store->cond);
    uv_mutex_destroy(&store->mutex);
}

const struct store_deaths *store_last_deaths(const struct store *store)
{
    return &store->deaths.last;
}

void store_at(struct store *store, int64_t table)
{
    deaths_at(&store->deaths, table);
}

void store_lasts(struct store *store)
{
    deaths_forget(&store->deaths);
}

void store_set_owner(struct store *store, const struct store_owner *owner)
{
    store->owner = *owner;
}

bool store_close(struct store *store)
{
    if (!store)
        return true;
    store_commit(store);
    store_stop_asks(store);
    bool saved = writer_stop(store);
    store->impl->destroy(store);
    return saved;
}

/* -- gathering -- */

static struct batch *open_batch(struct store *store)
{
    if (store->open)
        return store->open;
    uv_mutex_lock(&store->mutex);
    struct batch *batch = store->spare;
    if (batch) {
        store->spare = batch->next;
        store->spares--;
    }
    uv_mutex_unlock(&store->mutex);
    if (!batch) {
        batch = calloc(1, sizeof(*batch));
        if (!batch)
            out_of_memory(store);
    }
    batch_clear(batch);
    batch->number = ++store->last_number;
    store->open = batch;
    return batch;
}

/* A new operation of the open batch. */
static struct op *gather(struct store *store, enum op_kind kind)
{
    struct batch *batch = open_batch(store);
    struct op *op = batch_alloc(store, sizeof(*op));
    op->next = NULL;
    op->kind = kind;
    *batch->last = op;
    batch->last = &op->next;
    return op;
}

void store_put_table(struct store *store, const struct store_table *table)
{
    struct op *op = gather(store, OP_TABLE);
    op->as.table = *table;
    op->as.table.network = batch_copy(store, table->network);
    op->as.table.channel = batch_copy(store, table->channel);
    op->as.table.state = batch_copy(store, table->state);
}

void store_close_table(struct store *store, int64_t table)
{
    struct op *op = gather(store, OP_TABLE_CLOSED);
    op->as.closed = table;
}

void store_begin_round(struct store *store, const struct store_round *round)
{
    struct op *op = gather(store, OP_ROUND);
    op->as.round = *round;
    op->as.round.network = batch_copy(store, round->network);
    op->as.round.channel = batch_copy(store, round->channel);
    op->as.round.set = batch_copy(store, round->set);
    op->as.round.setup = batch_copy(store, round->setup);
}

void store_append(struct store *store, const struct store_action *action)
{
    struct op *op = gather(store, OP_ACTION);
    op->as.action = *action;
    op->as.action.text = batch_copy(store, action->text);
}

static void copy_identity(struct store *store, struct store_identity *who)
{
    who->network = batch_copy(store, who->network);
    who->account = batch_copy(store, who->account);
    who->name = batch_copy(store, who->name);
    who->mark = batch_copy(store, who->mark);
}

void store_end_round(struct store *store, const struct store_round_end *end)
{
    struct op *op = gather(store, OP_ROUND_END);
    op->as.end = *end;
    op->as.end.outcome = batch_copy(store, end->outcome);
    op->as.end.results = NULL;
    if (end->result_count == 0)
        return;
    struct store_result *results = batch_alloc(store, end->result_count * sizeof(*results));
    memcpy(results, end->results, end->result_count * sizeof(*results));
    for (unsigned i = 0; i < end->result_count; i++)
        copy_identity(store, &results[i].who);
    op->as.end.results = results;
}

void store_put_setting(struct store *store, const char *scope, const char *key, const char *value)
{
    struct op *op = gather(store, OP_SETTING);
    op->as.setting.scope = batch_copy(store, scope);
    op->as.setting.key = batch_copy(store, key);
    op->as.setting.value = batch_copy(store, value);
}

void store_prune(struct store *store, int64_t results_before, int64_t replays_before)
{
    struct op *op = gather(store, OP_PRUNE);
    op->as.prune = (struct prune){results_before, replays_before};
}

void store_link(struct store *store, const struct store_identity *from,
                const struct store_identity *into, int64_t at)
{
    struct op *op = gather(store, OP_LINK);
    op->as.link = (struct link){*from, *into, at};
    copy_identity(store, &op->as.link.from);
    copy_identity(store, &op->as.link.into);
}

static struct op *gather_person(struct store *store, enum op_kind kind,
                                const struct store_identity *who, const char *text)
{
    struct op *op = gather(store, kind);
    op->as.person = (struct person_op){.who = *who, .text = batch_copy(store, text)};
    copy_identity(store, &op->as.person.who);
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

void store_move_nick(struct store *store, const struct store_identity *who, const char *mark)
{
    gather_person(store, OP_MOVE, who, mark);
}

uint64_t store_commit(struct store *store)
{
    if (store->open) {
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
    return store->announced < store->last_number || store->asks != NULL;
}

/* -- loading -- */

int64_t store_next_table_id(struct store *store)
{
    return store->impl->next_table_id(store);
}

int64_t store_next_round_id(struct store *store)
{
    return store->impl->next_round_id(store);
}

bool store_load_tables(struct store *store, bool (*row)(void *arg, const struct store_table *table),
                       void *arg)
{
    return store->impl->load_tables(store, row, arg);
}

bool store_load_rounds(struct store *store,
                       bool (*round)(void *arg, const struct store_round *round),
                       bool (*action)(void *arg, const struct store_action *action), void *arg)
{
    return store->impl->load_rounds(store, round, action, arg);
}

bool store_load_settings(struct store *store,
                         bool (*row)(void *arg, const char *scope, const char *key,
                                     const char *value),
                         void *arg)
{
    return store->impl->load_settings(store, row, arg);
}

/* -- names -- */

void store_set_name(char out[STORE_NAME_MAX], const char *name, size_t length)
{
    size_t kept = text_cut(name, length, STORE_NAME_MAX - 1);
    memcpy(out, name, kept);
    out[kept] = '\0';
}

bool store_linked_nick(const struct store_identity *who, char out[STORE_LINKED_MAX])
{
    bool marked = !who->verified && who->mark && *who->mark;
    int length = marked ? snprintf(out, STORE_LINKED_MAX, "%s\n%s", who->account, who->mark) : 0;
    if (length > 0 && length < STORE_LINKED_MAX)
        return true;
    out[0] = '\0';
    return false;
}

char *store_join_actions(const struct store_action *actions, unsigned count)
{
    size_t size = 1;
    for (unsigned i = 0; i < count; i++)
        size += strlen(actions[i].text) + 1;
    char *text = malloc(size);
    char *at = text;
    for (unsigned i = 0; text && i < count; i++) {
        size_t length = strlen(actions[i].text);
        memcpy(at, actions[i].text, length);
        at[length] = '\n';
        at += length + 1;
    }
    if (text)
        *at = '\0';
    return text;
}

void store_fold(char *key, const char *name)
{
    struct buf buf;
    buf_init(&buf, key, STORE_KEY_MAX);
    text_fold(&buf, name, strlen(name)); /* a longer one is found by its beginning */
}
