#include "bot/table/tables_state.h"

struct table *tables_first(const struct host *host)
{
    return host->tables->by_id;
}

struct table *table_by_id(const struct host *host, int64_t id)
{
    struct table *table = NULL;
    HASH_FIND(hh, host->tables->by_id, &id, sizeof(id), table);
    return table;
}

struct place *places_first(const struct host *host)
{
    return host->tables->places;
}

unsigned tables_count(const struct host *host)
{
    return host->tables->count;
}

struct rules_share **tables_rules(const struct host *host)
{
    return &host->tables->rules;
}
