#include "watch.h"

#include <stdlib.h>

#include "bot/table/table.h"
#include "bot/table/tables_state.h"

struct watchers {
    unsigned count;
    struct person *at[WATCH_MAX]; /* held */
};

static void drop_onlooker(struct table *table, unsigned index)
{
    struct watchers *watchers = table->watchers;
    person_release(table->tables->lent.people, watchers->at[index]);
    for (unsigned i = index + 1; i < watchers->count; i++)
        watchers->at[i - 1] = watchers->at[i];
    if (--watchers->count > 0)
        return;
    free(watchers);
    table->watchers = NULL;
}

/* Removes onlookers whom the bot can no longer write to, because they have left. */
static void sweep_onlookers(struct table *table)
{
    for (unsigned i = table->watchers != NULL ? table->watchers->count : 0; i > 0; i--) {
        if (table->watchers->at[i - 1]->id == NULL)
            drop_onlooker(table, i - 1);
    }
}

static unsigned find_onlooker(const struct table *table, const struct person *person)
{
    unsigned i = 0;
    while (table->watchers != NULL && i < table->watchers->count &&
           table->watchers->at[i] != person)
        i++;
    return i;
}

static bool is_there(const struct table *table, const struct person *person)
{
    return table->watchers != NULL && find_onlooker(table, person) < table->watchers->count;
}

void watch_sits(struct table *table, const struct person *person)
{
    if (is_there(table, person))
        drop_onlooker(table, find_onlooker(table, person));
}

bool watch_turn(struct table *table, struct person *person)
{
    if (is_there(table, person)) {
        drop_onlooker(table, find_onlooker(table, person));
        return true;
    }
    sweep_onlookers(table);
    if (table->watchers == NULL)
        table->watchers = calloc(1, sizeof(*table->watchers));
    if (table->watchers == NULL || table->watchers->count == WATCH_MAX)
        return false;
    table->watchers->at[table->watchers->count++] = person;
    person_hold(person);
    return true;
}

unsigned watch_count(struct table *table)
{
    sweep_onlookers(table);
    return table->watchers != NULL ? table->watchers->count : 0;
}

const struct person *watch_at(const struct table *table, unsigned index)
{
    return table->watchers->at[index];
}

void watch_forget(struct table *table)
{
    while (table->watchers != NULL)
        drop_onlooker(table, 0);
}
