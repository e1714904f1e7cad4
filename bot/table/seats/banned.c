#include "banned.h"

#include "bot/people/ban.h"
#include "bot/people/seen.h"
#include "bot/table/seats/seat.h"
#include "bot/table/table.h"
#include "bot/table/tables_state.h"

static bool is_banned(const struct person *person)
{
    const struct chat_user user = {.id = person->id != NULL ? person->id : person->key,
                                   .account = person->verified ? person->key : person->account,
                                   .host = person->host};
    return ban_of_user(person->network, &user);
}

/* Gives back one seat of a banned person. Returns false if there is none. */
static bool leave_one(struct table *table)
{
    for (unsigned i = 0; i < table->seat_count; i++) {
        const struct seat *seat = &table->seats[i];
        if (seat->person == NULL || seat->leaving || !is_banned(seat->person))
            continue;
        seat_leave(table, i);
        return true;
    }
    return false;
}

static bool is_place_of_banned_guild(const struct place *place)
{
    return place->kind == PLACE_CHANNEL && ban_of_tenant(place->network, place->channel);
}

/* Removes the table's places in banned guilds, except its home. The table stays in its other
 * places. */
static void leave_banned_guilds(struct table *table)
{
    struct place *next = NULL;
    for (struct place *place = table->home.next; place != NULL; place = next) {
        next = place->next;
        if (is_place_of_banned_guild(place))
            table_remove_place(place);
    }
}

static bool is_of_banned_guild(const struct table *table)
{
    if (table->home.kind == PLACE_PRIVATE && table->opener != NULL && table->opener->verified &&
        seen_in_banned(table->opener->network, table->opener->key))
        return true;
    return is_place_of_banned_guild(&table->home);
}

void banned_clear(struct tables *tables)
{
    struct table *table = NULL;
    struct table *next = NULL;
    if (ban_first(tables->lent.people) == NULL)
        return;
    HASH_ITER(hh, tables->by_id, table, next)
    {
        int64_t id = table->id;
        if (is_of_banned_guild(table)) {
            table_close(table);
            continue;
        }
        leave_banned_guilds(table);
        while ((table = table_by_id(tables, id)) != NULL && leave_one(table))
            ;
    }
}
