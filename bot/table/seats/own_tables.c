#include "own_tables.h"

#include "bot/table/seats/seats.h"

struct table *own_tables_next(const struct person *person, unsigned *at)
{
    struct table *table = NULL;
    while (person != NULL && (table = person_table(person, at)) != NULL) {
        if (seat_of(table, person) != SEAT_NONE)
            return table;
    }
    return NULL;
}

unsigned own_tables_count(const struct person *person)
{
    unsigned count = 0;
    unsigned at = 0;
    while (own_tables_next(person, &at) != NULL)
        count++;
    return count;
}

const struct table *own_tables_channel(const struct person *person)
{
    const struct table *table = NULL;
    unsigned at = 0;
    while ((table = own_tables_next(person, &at)) != NULL) {
        if (!table_is_private(table))
            return table;
    }
    return NULL;
}

static bool fits_kind(const struct table *table, const struct person *person, enum own_tables which)
{
    return which == OWN_TABLES_ALL || (which == OWN_TABLES_PRIVATE && table_is_private(table)) ||
           (which == OWN_TABLES_TURN && table->round != NULL &&
            table->round->game.turn == seat_of(table, person));
}

struct table *own_tables_only(const struct person *person, enum own_tables which)
{
    struct table *found = NULL;
    struct table *table = NULL;
    unsigned at = 0;
    while ((table = own_tables_next(person, &at)) != NULL) {
        if (!fits_kind(table, person, which))
            continue;
        if (found != NULL)
            return NULL;
        found = table;
    }
    return found;
}
