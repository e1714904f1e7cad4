#include "private_table.h"

#include <stdio.h>

#include "bot/table/pause.h"
#include "bot/table/seats/seats.h"
#include "bot/table/watcher.h"

void private_table_name(struct tables *tables, const struct person *person,
                        char name[PRIVATE_TABLE_NAME])
{
    const struct table *table = NULL;
    int length = snprintf(name, PRIVATE_TABLE_NAME, "%c%s %s", PLACE_PRIVATE_MARK,
                          person->verified ? "account" : "nick", person->key);
    for (unsigned n = 2; (table = table_at(tables, person->network, name)) != NULL; n++) {
        if (seats_people(table) == 0)
            return;
        snprintf(name + length, PRIVATE_TABLE_NAME - (size_t)length, " %u", n);
    }
}

/* Returns the next of their tables in a private talk, from *at on. NULL after the last. */
static struct table *next_table(const struct person *person, unsigned *at)
{
    struct table *table = NULL;
    while ((table = person_table(person, at)) != NULL) {
        if (table_is_private(table))
            break;
    }
    return table;
}

void private_table_back(const struct person *person)
{
    struct table *table = NULL;
    unsigned at = 0;
    while (person->id != NULL && (table = next_table(person, &at)) != NULL) {
        if (table->home.reachable)
            continue;
        table_set_reachable(&table->home, true);
        if (table_goes_on(&table->home))
            continue;
        table_announce(&table->home, false);
        pause_again(&table->home);
    }
}

void private_table_gone(const struct person *person)
{
    struct table *table = NULL;
    unsigned at = 0;
    while ((table = next_table(person, &at)) != NULL)
        table_set_reachable(&table->home, false);
}
