#include "table_open.h"

#include <stdlib.h>
#include <string.h>

#include "bot/table/channel_switches.h"
#include "bot/table/clock.h"
#include "bot/table/private_table.h"
#include "bot/table/round.h"
#include "bot/table/save.h"
#include "bot/table/timeout.h"

struct table *table_create(struct host *host, struct network *network, const char *channel,
                           int64_t id)
{
    struct table *table = calloc(1, sizeof(*table));
    if (table == NULL)
        return NULL;
    table->channel = strdup(channel);
    table->key = table_key(network, channel);
    if (table->channel == NULL || table->key == NULL) {
        free(table->channel);
        free(table->key);
        free(table);
        return NULL;
    }
    table->host = host;
    table->network = network;
    table->id = id;
    table->is_private = private_table_is(channel);
    table->matches = (uint16_t)(clock_now() / 1000); /* another than before a restart */
    table->log = (struct log){&network->adapter->log, table->channel};
    table_read_channel(table);
    timer_init(host->loop, &table->timer, timeout_fire);
    HASH_ADD_KEYPTR(hh, host->tables, table->key, strlen(table->key), table);
    host->table_count++;
    network->table_count++;
    return table;
}

struct table *table_open(struct host *host, struct network *network, const char *channel,
                         const struct ruleset *set, struct person *opener)
{
    struct table *table = table_create(host, network, channel, host->next_table);
    if (table == NULL)
        return NULL;
    host->next_table++;
    table->heard = true;
    table->here = true;
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
