#include "bot/table/tables_state.h"

uint64_t table_now(const struct table *table)
{
    return loop_now(table->tables->lent.loop);
}

struct table *tables_first(const struct tables *tables)
{
    return tables->by_id;
}

struct table *table_by_id(const struct tables *tables, int64_t id)
{
    struct table *table = NULL;
    HASH_FIND(hh, tables->by_id, &id, sizeof(id), table);
    return table;
}

struct place *places_first(const struct tables *tables)
{
    return tables->places;
}

unsigned tables_count(const struct tables *tables)
{
    return tables->count;
}

struct rules_share **tables_rules(struct tables *tables)
{
    return &tables->rules;
}
