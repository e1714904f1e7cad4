#include "table_open.h"

#include <stdlib.h>

#include "bot/table/channel_switches.h"
#include "bot/table/clock.h"
#include "bot/table/round/round.h"
#include "bot/table/round/think.h"
#include "bot/table/round/timeout.h"
#include "bot/table/saved/save.h"
#include "bot/table/seats/page_seat.h"
#include "bot/table/seats/split.h"
#include "bot/table/tables_state.h"
#include "storage/lease.h"

struct table *table_create(struct tables *tables, struct network *network, const char *channel,
                           int64_t id)
{
    struct table *table = calloc(1, sizeof(*table));
    if (table == NULL)
        return NULL;
    table->tables = tables;
    table->host = network->host;
    if (!place_init(&table->home, table, network, channel)) {
        free(table);
        return NULL;
    }
    table->id = id;
    table->opened_at = loop_now(tables->lent.loop);
    HASH_ADD(hh, tables->by_id, id, sizeof(table->id), table);
    if (table->hh.tbl == NULL) {
        place_free(&table->home);
        free(table);
        return NULL;
    }
    table->matches =
        (uint16_t)(clock_now() / 1000); /* begins at another number than before a restart */
    table->log = (struct log){&network->adapter->log, table->home.channel};
    table_read_channels(table);
    timer_init(tables->lent.loop, &table->timer, timeout_fire);
    tables->count++;
    network->table_count++;
    return table;
}

struct table *table_open(struct tables *tables, struct network *network, const char *channel,
                         const struct ruleset *set, struct person *opener)
{
    int64_t id = store_new_table_id(tables->lent.store);
    struct table *table = id >= 0 ? table_create(tables, network, channel, id) : NULL;
    if (table == NULL)
        return NULL;
    table->home.reachable = true;
    table->clock_runs = true;
    table->set = set;
    channel_switches_read(network, channel, set, &table->switches);
    table->opener = opener;
    if (opener != NULL)
        person_hold(opener);
    round_new_chain(table);
    save_table(table);
    clock_arm(table);
    return table;
}

bool table_open_waits(struct tables *tables)
{
    return store_lacks_numbers(tables->lent.store);
}

/* -- all of them -- */

struct tables *tables_create(const struct lent *lent)
{
    struct tables *tables = calloc(1, sizeof(*tables));
    if (tables != NULL)
        tables->lent = *lent;
    return tables;
}

bool tables_init(struct tables *tables, const struct table_watcher *const *watchers)
{
    tables->watchers = watchers;
    tables->thinker = thinker_create(tables->lent.loop, &tables->rules);
    tables->splits = split_create(tables);
    tables->first_round = store_next_round_id(tables->lent.store);
    return tables->thinker != NULL && tables->splits != NULL && tables->first_round >= 0 &&
           store_next_table_id(tables->lent.store) >= 0;
}

void tables_begin_secrets(struct tables *tables)
{
    if (tables->count == 0)
        tables->secrets = 0;
}

void tables_finish(struct tables *tables)
{
    struct table *table = NULL;
    struct table *next = NULL;
    HASH_ITER(hh, tables->by_id, table, next)
    {
        table_destroy(table);
    }
    thinker_destroy(tables->thinker);
    split_destroy(tables->splits);
}

void tables_destroy(struct tables *tables)
{
    if (tables != NULL)
        page_seats_finish(tables);
    free(tables);
}
