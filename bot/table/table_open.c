#include "table_open.h"

#include <stdlib.h>

#include "bot/table/channel_switches.h"
#include "bot/table/clock.h"
#include "bot/table/round/round.h"
#include "bot/table/round/timeout.h"
#include "bot/table/saved/save.h"
#include "storage/lease.h"

struct table *table_create(struct host *host, struct network *network, const char *channel,
                           int64_t id)
{
    struct table *table = calloc(1, sizeof(*table));
    if (table == NULL)
        return NULL;
    table->host = host;
    if (!place_init(&table->home, table, network, channel)) {
        free(table);
        return NULL;
    }
    table->id = id;
    HASH_ADD(hh, host->tables, id, sizeof(table->id), table);
    if (table->hh.tbl == NULL) {
        place_free(&table->home);
        free(table);
        return NULL;
    }
    table->matches = (uint16_t)(clock_now() / 1000); /* another than before a restart */
    table->log = (struct log){&network->adapter->log, table->home.channel};
    table_read_channels(table);
    timer_init(host->loop, &table->timer, timeout_fire);
    host->table_count++;
    network->table_count++;
    return table;
}

struct table *table_open(struct host *host, struct network *network, const char *channel,
                         const struct ruleset *set, struct person *opener)
{
    int64_t id = store_new_table_id(host->store);
    struct table *table = id >= 0 ? table_create(host, network, channel, id) : NULL;
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

bool table_open_waits(struct host *host)
{
    return store_lacks_numbers(host->store);
}
