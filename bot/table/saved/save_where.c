#include <stdio.h>
#include <string.h>

#include <cjson/cJSON.h>

#include "base/array.h"
#include "bot/table/place.h"
#include "bot/table/saved/save.h"
#include "bot/table/tables_state.h"
#include "storage/store.h"

static const char tenant_key[] = "tenant";

static const char *text_of(const cJSON *item, const char *key)
{
    const cJSON *value = cJSON_GetObjectItemCaseSensitive(item, key);
    return cJSON_IsString(value) ? value->valuestring : "";
}

static bool has_network(struct people *people, const cJSON *item, const char *key)
{
    const char *name = text_of(item, key);
    const struct network *network = network_named(people, name);
    return *name == '\0' || (network != NULL && network->adapter != NULL);
}

/* Returns true if that place is free: the part of the network to which it belongs is ours, and no
 * other table is shown there. True for a network that is not here. */
static bool has_channel(struct tables *tables, const cJSON *item)
{
    struct network *network = network_named(tables->lent.people, text_of(item, "network"));
    const char *channel = text_of(item, "channel"), *tenant = text_of(item, tenant_key);
    return network == NULL || *channel == '\0' ||
           (network_part(network, channel, *tenant != '\0' ? tenant : NULL) >= PART_READS &&
            place_at(tables, network, channel) == NULL);
}

void save_tenant(const char *text, char *out, size_t size)
{
    static const char begin[] = "\"tenant\":\""; /* never stands inside a value, where a backslash
                                                  * comes before each quote */
    const char *at = strstr(text, begin);
    const char *places = strstr(text, "\"places\":[");
    out[0] = '\0';
    if (at == NULL || (places != NULL && places < at))
        return;
    at += strlen(begin);
    size_t length = strcspn(at, "\"\\");
    if (length < size && at[length] == '"')
        snprintf(out, size, "%.*s", (int)length, at);
}

static const char *const lists[] = {"places", "seats"};

/* Nearly all tables name none: then the text need not be read. */
static bool names_networks(const struct store_table *row)
{
    return strstr(row->state, "network\":") != NULL;
}

void save_networks(const struct store_table *row, void (*each)(void *arg, const char *network),
                   void *arg)
{
    cJSON *state = names_networks(row) ? cJSON_Parse(row->state) : NULL;
    const cJSON *item = NULL;
    if (*text_of(state, "opener_network") != '\0')
        each(arg, text_of(state, "opener_network"));
    for (unsigned i = 0; i < ARRAY_SIZE(lists); i++) {
        cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(state, lists[i]))
        {
            if (*text_of(item, "network") != '\0')
                each(arg, text_of(item, "network"));
        }
    }
    cJSON_Delete(state);
}

bool save_can_play(struct tables *tables, const struct store_table *row)
{
    if (place_at(tables, network_named(tables->lent.people, row->network), row->channel) != NULL)
        return false;
    if (!names_networks(row))
        return true;
    cJSON *state = cJSON_Parse(row->state);
    const cJSON *item = NULL;
    bool all = has_network(tables->lent.people, state, "opener_network");
    for (unsigned i = 0; i < ARRAY_SIZE(lists); i++) {
        cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(state, lists[i]))
        {
            all = all && has_network(tables->lent.people, item, "network") &&
                  has_channel(tables, item);
        }
    }
    cJSON_Delete(state);
    return all;
}

bool save_wait(struct people *people, const struct store_table *row)
{
    cJSON *state = cJSON_Parse(row->state);
    const cJSON *item = NULL;
    bool all = network_wait(network_named(people, row->network), row->id, row->channel, true);
    cJSON_ArrayForEach(item, cJSON_GetObjectItemCaseSensitive(state, "places"))
    {
        struct network *network = network_named(people, text_of(item, "network"));
        all = all &&
              (network == NULL || network_wait(network, row->id, text_of(item, "channel"), false));
    }
    cJSON_Delete(state);
    return all;
}
