#include "output_lost.h"

#include <string.h>

#include "bot/table/table.h"
#include "bot/table/tables_state.h"

void output_lost_line(struct table *table)
{
    table->tell_anew = table->tables->lost_any = true;
}

static bool sits_there(const struct table *table, const char *user)
{
    for (unsigned i = 0; user != NULL && i < table->seat_count; i++) {
        const struct person *person = table->seats[i].person;
        if (person != NULL && person->id != NULL && strcmp(person->id, user) == 0)
            return true;
    }
    return false;
}

unsigned long output_lost_count(const struct tables *tables)
{
    return tables->lost;
}

bool output_lost_waits(const struct tables *tables)
{
    return tables->lost_any;
}

void output_lost_begin_telling(struct tables *tables)
{
    tables->lost_any = false;
}

/* Nothing here needs memory. */
void output_lost_message(struct tables *tables, const struct network *network, const char *channel,
                         const char *user)
{
    tables->lost++;
    for (struct place *place = tables->places; place != NULL; place = place->hh.next) {
        bool here =
            channel != NULL ? strcmp(place->channel, channel) == 0 : sits_there(place->table, user);
        if (place->network == network && here)
            tables->lost_any = place->table->tell_anew = true;
    }
}
