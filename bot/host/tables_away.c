#include "tables_away.h"

#include "bot/host/daemon_state.h"
#include "bot/show/render/lines.h"
#include "bot/table/saved/save.h"
#include "bot/table/table.h"
#include "bot/table/watcher.h"
#include "storage/lease.h"

enum { WHOLE = -1 };

/* What is given up: a network, or one part of it. */
struct parting {
    struct network *network;
    int part; /* WHOLE: all of it */
};

static bool is_place_left(const struct parting *leaving, const struct place *place)
{
    const struct adapter *adapter = leaving->network->adapter;
    const struct adapter_impl *impl = adapter->impl;
    if (place->network != leaving->network || leaving->part == WHOLE)
        return place->network == leaving->network;
    const char *tenant = impl->tenant != NULL ? impl->tenant(adapter, place->channel) : NULL;
    return (int)impl->part_of(adapter, place->channel, tenant) == leaving->part;
}

static bool concerns(const struct table *table, const struct parting *leaving)
{
    for (const struct place *place = place_first(table); place != NULL; place = place->next) {
        if (is_place_left(leaving, place))
            return true;
    }
    for (unsigned i = 0; leaving->part == WHOLE && i < table->seat_count; i++) {
        if (table->seats[i].person != NULL && table->seats[i].person->network == leaving->network)
            return true;
    }
    return leaving->part == WHOLE && table->opener != NULL &&
           table->opener->network == leaving->network;
}

/* Returns true if the table is likely to go on at once: another process takes over the network, and
 * the two are reached from each other (distant.h). */
static bool goes_on(const struct network *network, const struct network *other)
{
    return store_shared(network->host->store) && network->parts == 0 && other->parts == 0;
}

/* Sends the lines that were held back, and tells the table's other places why play stops. */
static void take_leave(struct table *table, const struct parting *leaving)
{
    for (struct place *place = place_first(table); place != NULL; place = place->next) {
        const struct table_note note = {
            .kind = NOTE_NETWORK_LEFT, .seat = SEAT_NONE, .place = place};
        lines_unsaid(place);
        if (!is_place_left(leaving, place) && !place->network->goes && place->reachable &&
            !goes_on(leaving->network, place->network))
            watchers_noted(table, &note);
    }
}

/* Notes the table at its other places (network_wait()), so that no other table takes them while it
 * waits. */
static void keep_places(const struct table *table, const struct parting *leaving)
{
    for (struct place *place = place_first(table); place != NULL; place = place->next) {
        if (!is_place_left(leaving, place) &&
            !network_wait(place->network, table->id, place->channel, place == &table->home))
            log_error(&table->log, "out of memory: the table waits for a restart");
    }
}

/* Saves the tables with who is there. If accounts are permanent ids, the next process recognises
 * everybody anyway, so it saves only what save_forgets() says. */
static void hand_over(const struct parting *leaving)
{
    const struct network *network = leaving->network;
    struct table *table = NULL;
    struct table *next = NULL;
    HASH_ITER(hh, tables_first(network->host->tables), table, next)
    {
        bool whole = !table->damaged && (table->state != TABLE_ROUND || table->round != NULL);
        bool news = !people_stable_ids(network) || save_forgets(table);
        if (network->leased && network->connected && whole && news && concerns(table, leaving))
            save_table(table);
    }
}

static void put_away(const struct parting *leaving)
{
    struct host *host = leaving->network->host;
    struct table *table = NULL;
    struct table *next = NULL;
    hand_over(leaving);
    HASH_ITER(hh, tables_first(host->tables), table, next)
    {
        if (!concerns(table, leaving))
            continue;
        keep_places(table, leaving);
        if (!table->damaged)
            take_leave(table, leaving);
        table_put_away(table);
    }
    host->daemon->away_batch = store_batch(host->store);
}

/* Returns true if the table has a place that stays, or somebody from another network. */
static bool spans(const struct table *table, const struct parting *leaving)
{
    for (const struct place *place = place_first(table); place != NULL; place = place->next) {
        if (!is_place_left(leaving, place))
            return true;
    }
    for (unsigned i = 0; i < table->seat_count; i++) {
        if (table->seats[i].person != NULL && table->seats[i].person->network != leaving->network)
            return true;
    }
    return false;
}

bool tables_span(struct network *network, int part)
{
    const struct parting leaving = {network, part};
    struct table *table = NULL;
    struct table *next = NULL;
    HASH_ITER(hh, tables_first(network->host->tables), table, next)
    {
        if (concerns(table, &leaving) && spans(table, &leaving))
            return true;
    }
    return false;
}

void tables_hand_over(struct network *network)
{
    hand_over(&(struct parting){network, WHOLE});
}

void tables_away(struct network *network)
{
    put_away(&(struct parting){network, WHOLE});
}

void tables_away_of_part(struct network *network, unsigned part)
{
    put_away(&(struct parting){network, (int)part});
}
