#include "tables_away.h"

#include "bot/host/daemon_state.h"
#include "bot/show/render/lines.h"
#include "bot/table/saved/save.h"
#include "bot/table/table.h"
#include "bot/table/watcher.h"

static bool concerns_network(const struct table *table, const struct network *network)
{
    for (const struct place *place = place_first(table); place != NULL; place = place->next) {
        if (place->network == network)
            return true;
    }
    for (unsigned i = 0; i < table->seat_count; i++) {
        if (table->seats[i].person != NULL && table->seats[i].person->network == network)
            return true;
    }
    return table->opener != NULL && table->opener->network == network;
}

/* Sends the lines that were held back, and tells the table's places on other networks why play
 * stops. */
static void take_leave(struct table *table, const struct network *network)
{
    for (struct place *place = place_first(table); place != NULL; place = place->next) {
        const struct table_note note = {
            .kind = NOTE_NETWORK_LEFT, .seat = SEAT_NONE, .place = place};
        lines_unsaid(place);
        if (place->network != network && !place->network->goes && place->reachable)
            watchers_noted(table, &note);
    }
}

/* Notes the table on its other networks (network_wait()), so that no other table takes its places
 * while it waits. */
static void keep_places(const struct table *table, const struct network *network)
{
    for (struct place *place = place_first(table); place != NULL; place = place->next) {
        if (place->network != network &&
            !network_wait(place->network, table->id, place->channel, place == &table->home))
            log_error(&table->log, "out of memory: the table waits for a restart");
    }
}

/* Saves the tables of the network with who is there. If accounts are permanent ids, the next
 * process recognises everybody anyway, so it saves only what save_forgets() says. */
void tables_hand_over(struct network *network)
{
    struct table *table = NULL;
    struct table *next = NULL;
    HASH_ITER(hh, tables_first(network->host), table, next)
    {
        bool whole = !table->damaged && (table->state != TABLE_ROUND || table->round != NULL);
        bool news = !people_stable_ids(network) || save_forgets(table);
        if (network->leased && network->connected && whole && news &&
            concerns_network(table, network))
            save_table(table);
    }
}

void tables_away(struct network *network)
{
    struct host *host = network->host;
    struct table *table = NULL;
    struct table *next = NULL;
    tables_hand_over(network);
    HASH_ITER(hh, tables_first(host), table, next)
    {
        if (!concerns_network(table, network))
            continue;
        keep_places(table, network);
        if (!table->damaged)
            take_leave(table, network);
        table_put_away(table);
    }
    host->daemon->away_batch = store_batch(host->store);
}
