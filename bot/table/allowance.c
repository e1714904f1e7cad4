#include "allowance.h"

#include "bot/people/flood.h"
#include "bot/table/table.h"
#include "bot/table/tables_state.h"

/* Describes the table's opener to the flood limits. Returns false if no opener is known, or there
 * is no limit. */
static bool opener_of(const struct table *table, struct chat_user *user, struct flood *flood)
{
    const struct person *opener = table->opener;
    if (opener == NULL || table->tables->lent.options->rounds_per_hour == 0)
        return false;
    *user = (struct chat_user){.id = opener->key,
                               .name = opener->name,
                               .account = opener->verified ? opener->key : NULL,
                               .host = opener->host};
    *flood = (struct flood){.network = opener->network->name, .user = user};
    return true;
}

uint64_t allowance_wait(const struct table *table)
{
    struct chat_user user;
    struct flood flood;
    return opener_of(table, &user, &flood)
               ? flood_rounds(table->tables->lent.loop, &flood,
                              table->tables->lent.options->rounds_per_hour)
               : 0;
}

void allowance_take(const struct table *table)
{
    struct chat_user user;
    struct flood flood;
    if (opener_of(table, &user, &flood))
        flood_round(table->tables->lent.loop, &flood, table->tables->lent.options->rounds_per_hour);
}
