#include "own_tables.h"

#include "bot/people/host.h"
#include "bot/table/seat.h"

struct table *own_tables_next(const struct person *person, unsigned *at)
{
    struct table *table = NULL;
    while (person != NULL && (table = person_table(person, at)) != NULL)
        if (seat_of(table, person) != SEAT_NONE)
            return table;
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
    while ((table = own_tables_next(person, &at)) != NULL)
        if (!table->is_private)
            return table;
    return NULL;
}

static bool always(const struct table *table, const struct person *person)
{
    (void)table;
    (void)person;
    return true;
}

static bool is_turn(const struct table *table, const struct person *person)
{
    return table->round != NULL && table->round->game.turn == seat_of(table, person);
}

static bool is_private(const struct table *table, const struct person *person)
{
    (void)person;
    return table->is_private;
}

static struct table *only(const struct person *person,
                          bool (*is)(const struct table *table, const struct person *person))
{
    struct table *found = NULL;
    struct table *table = NULL;
    unsigned at = 0;
    while ((table = own_tables_next(person, &at)) != NULL) {
        if (!is(table, person))
            continue;
        if (found != NULL)
            return NULL;
        found = table;
    }
    return found;
}

struct table *own_tables_only(const struct person *person)
{
    return only(person, always);
}

struct table *own_tables_turn(const struct person *person)
{
    return only(person, is_turn);
}

struct table *own_tables_private(const struct person *person)
{
    return only(person, is_private);
}
