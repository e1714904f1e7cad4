#include <stdlib.h>
#include <string.h>

#include "lease_base.h"
#include "query_base.h"
#include "store_base.h"

/* How long one turn of the loop may pass rows to the caller (nanoseconds). */
#define TURN_NS UINT64_C(5000000)

/* The rows of a network, kept from reading them until all are passed to the caller. */
struct loading {
    struct post post; /* first member, so that a cast finds this struct */
    struct loading *next;
    struct store *store;
    const struct store_network_rows *rows;
    void *arg;
    struct batch *read; /* settings, tables, rounds with their actions */
    const struct op **tables, **rounds;
    size_t table_count, round_count;
    size_t table; /* the next table to be given */
};

static void finish_loading(void *answer)
{
    struct loading *loading = answer;
    batch_destroy(loading->read);
    free(loading->tables);
    free(loading->rounds);
}

static void destroy_loading(struct loading *loading)
{
    finish_loading(loading);
    free(loading);
}

/* -- reading, off the loop -- */

static bool add_setting(void *arg, const char *scope, const char *key, const char *value)
{
    batch_add_setting(((struct loading *)arg)->read, &(struct setting){scope, key, value});
    return true;
}

static bool add_table(void *arg, const struct store_table *table)
{
    struct loading *loading = arg;
    batch_add_table(loading->read, table);
    loading->table_count++;
    return true;
}

static bool add_round(void *arg, const struct store_round *round)
{
    struct loading *loading = arg;
    batch_add_round(loading->read, round);
    loading->round_count++;
    return true;
}

static bool add_action(void *arg, const struct store_action *action)
{
    batch_add_action(((struct loading *)arg)->read, action);
    return true;
}

static int by_table(const void *a, const void *b)
{
    const struct store_round *left = &(*(const struct op *const *)a)->as.round;
    const struct store_round *right = &(*(const struct op *const *)b)->as.round;
    if (left->table != right->table)
        return left->table < right->table ? -1 : 1;
    return (left->id > right->id) - (left->id < right->id);
}

static int by_id(const void *a, const void *b)
{
    int64_t left = (*(const struct op *const *)a)->as.table.id;
    int64_t right = (*(const struct op *const *)b)->as.table.id;
    return (left > right) - (left < right);
}

/* Sorts tables by their numbers, and rounds by the numbers of their tables. False: memory is
 * out. */
static bool sort_rows(struct loading *loading)
{
    size_t tables = 0, rounds = 0;
    loading->tables = calloc(loading->table_count + 1, sizeof(struct op *));
    loading->rounds = calloc(loading->round_count + 1, sizeof(struct op *));
    if (loading->tables == NULL || loading->rounds == NULL)
        return false;
    for (const struct op *op = loading->read->first; op != NULL; op = op->next) {
        if (op->kind == OP_TABLE) {
            loading->tables[tables++] = op;
        } else if (op->kind == OP_ROUND) {
            loading->rounds[rounds++] = op;
        }
    }
    qsort(loading->tables, tables, sizeof(struct op *), by_id);
    qsort(loading->rounds, rounds, sizeof(struct op *), by_table);
    return true;
}

static bool run_load(struct store *store, struct query *query)
{
    struct loading *loading = query->answer;
    const struct store_impl *impl = store->impl;
    const char *network = query->as.load.network;
    loading->read = batch_create(store->log);
    return impl->load_settings(store, network, add_setting, loading) &&
           impl->load_tables(store, network, add_table, loading) &&
           impl->load_rounds(store, network, add_round, add_action, loading) && sort_rows(loading);
}

/* -- giving, on the loop -- */

static void give_settings(const struct loading *loading)
{
    if (loading->rows->setting == NULL)
        return;
    for (const struct op *op = loading->read->first; op != NULL; op = op->next) {
        if (op->kind == OP_SETTING) {
            loading->rows->setting(loading->arg, op->as.setting.scope, op->as.setting.key,
                                   op->as.setting.value);
        }
    }
}

static void give_round(const struct loading *loading, const struct op *op)
{
    if (loading->rows->round != NULL)
        loading->rows->round(loading->arg, &op->as.round);
    for (op = op->next; op != NULL && op->kind == OP_ACTION; op = op->next) {
        if (loading->rows->action != NULL)
            loading->rows->action(loading->arg, &op->as.action);
    }
}

static void give_table(const struct loading *loading, const struct store_table *table)
{
    if (loading->rows->table != NULL)
        loading->rows->table(loading->arg, table);
    size_t low = 0, high = loading->round_count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (loading->rounds[middle]->as.round.table < table->id) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    for (; low < loading->round_count && loading->rounds[low]->as.round.table == table->id; low++)
        give_round(loading, loading->rounds[low]);
}

/* Gives the rounds without a table. */
static void give_others(const struct loading *loading)
{
    size_t table = 0;
    for (size_t i = 0; i < loading->round_count; i++) {
        int64_t of = loading->rounds[i]->as.round.table;
        while (table < loading->table_count && loading->tables[table]->as.table.id < of)
            table++;
        if (table == loading->table_count || loading->tables[table]->as.table.id != of)
            give_round(loading, loading->rounds[i]);
    }
}

static void take_out(struct loading *loading)
{
    struct loading **at = &loading->store->leases.loadings;
    while (*at != loading)
        at = &(*at)->next;
    *at = loading->next;
}

static void give_rows(struct post *post)
{
    struct loading *loading = (struct loading *)post;
    uint64_t until = uv_hrtime() + TURN_NS;
    bool more = loading->table < loading->table_count;
    if (loading->table == 0)
        give_settings(loading);
    /* At least one table in each turn: the settings alone may take longer than a turn. */
    for (bool time = true; more && time; time = uv_hrtime() < until) {
        give_table(loading, &loading->tables[loading->table]->as.table);
        loading->table++;
        more = loading->table < loading->table_count;
    }
    if (more) {
        loop_post(loading->store->loop, &loading->post);
        return;
    }
    give_others(loading);
    take_out(loading);
    loading->rows->done(loading->arg, true);
    destroy_loading(loading);
}

void lease_stop_loading(struct store *store)
{
    for (struct loading *loading; (loading = store->leases.loadings) != NULL;) {
        store->leases.loadings = loading->next;
        loop_unpost(store->loop, &loading->post);
        loading->rows->done(loading->arg, false);
        destroy_loading(loading);
    }
}

/* Keeps the answer, and passes its rows to the caller in several turns of the loop. */
static void tell_load(struct query *query, bool ok, const void *answer)
{
    struct loading *loading = query->answer;
    (void)answer;
    if (!ok) {
        query->as.load.rows->done(query->arg, false);
        return;
    }
    query->answer = NULL;
    loading->post.call = give_rows;
    loading->store = query->store;
    loading->rows = query->as.load.rows;
    loading->arg = query->arg;
    loading->next = query->store->leases.loadings;
    query->store->leases.loadings = loading;
    loop_post(query->store->loop, &loading->post);
}

void store_load_network(struct store *store, const char *network,
                        const struct store_network_rows *rows, void *arg)
{
    static const struct query_kind kind = {
        sizeof(struct loading), false, {QUERY_TEXT(load.network)}, run_load, tell_load,
        finish_loading};
    store_query(store, &(struct query){.kind = &kind, .as.load = {network, rows}, .arg = arg});
}
