#include "settings_news.h"

#include <stdio.h>
#include <string.h>

#include "bot/host.h"
#include "bot/people/ban.h"
#include "bot/people/link.h"
#include "bot/people/setting_store.h"
#include "bot/table/seats/banned.h"
#include "bot/table/seats/page_seat.h"
#include "bot/table/table.h"

void settings_load(struct host *host, const char *scope, const char *key, const char *value)
{
    if (strcmp(scope, "ban") == 0)
        ban_load(host->people, key);
    else if (strcmp(scope, "link") == 0)
        link_load(host->people, key, value);
    else if (strcmp(scope, "page") == 0)
        page_seat_load(host->tables, key, value);
    else
        setting_load(host->people, scope, key, value);
}

static void unload_setting(struct host *host, const char *scope, const char *key)
{
    if (strcmp(scope, "ban") == 0)
        ban_unload(host->people, key);
    else if (strcmp(scope, "link") == 0)
        link_unload(host->people, key);
    else if (strcmp(scope, "page") == 0)
        page_seat_unload(host->tables, key);
    else
        setting_unload(host->people, scope, key);
}

static bool begins_with(const char *scope, const char *kind)
{
    return strncmp(scope, kind, strlen(kind)) == 0;
}

/* Settings of that network have changed. Reads those of the table's players who are on it. Reads
 * the channel settings of the table if one of its places or players is on it. */
static void tell_table(struct table *table, const char *network)
{
    bool any = false;
    for (const struct place *place = place_first(table); place != NULL; place = place->next)
        any = any || strcmp(place->network->name, network) == 0;
    for (unsigned i = 0; i < table->seat_count; i++) {
        struct person *person = table->seats[i].person;
        if (person != NULL && strcmp(person->network->name, network) == 0) {
            preferences_load(person);
            any = true;
        }
    }
    if (any)
        table_settings_changed(table);
}

void settings_tell(const struct host *host, const char *network)
{
    struct table *table = NULL;
    struct table *next = NULL;
    HASH_ITER(hh, tables_first(host->tables), table, next)
    {
        tell_table(table, network);
    }
}

void settings_news(struct host *host, const char *scope, const char *key, const char *value)
{
    char network[STORE_NAME_MAX];
    unload_setting(host, scope, key);
    if (value != NULL)
        settings_load(host, scope, key, value);
    if (strcmp(scope, "ban") == 0)
        banned_clear(host->tables);
    if (!begins_with(scope, "channel:") && !begins_with(scope, "person:"))
        return;
    const char *name = strchr(scope, ':') + 1;
    snprintf(network, sizeof(network), "%.*s", (int)strcspn(name, ":"), name);
    settings_tell(host, network);
}
