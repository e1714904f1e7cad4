#include "own_tables.h"

#include "bot/people/host.h"
#include "bot/table/seat.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"

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

void own_tables_name(struct message *message, const struct table *table,
                     const struct person *person)
{
    enum whisper way = table->network->adapter->impl->caps.whisper;
    if (message == NULL || way != WHISPER_PRIVATE_MESSAGE || person->table_count < 2 ||
        own_tables_count(person) < 2)
        return;
    const struct language *own = person_language(person);
    const struct language *language = own != NULL ? own : table->language;
    if (table->is_private)
        PHRASE(message, "{table}: ", arg_text("table", tr(language, N_("Our own table"))));
    else /* as services do: clients show it in the channel's window */
        PHRASE(message, "[{channel}] ", arg_text("channel", table->channel));
}
