#include "grace.h"

#include "bot/table/clock.h"
#include "bot/table/save.h"
#include "bot/table/seat.h"
#include "bot/table/table.h"
#include "bot/table/watcher.h"

void grace_gone(const struct person *person)
{
    struct table *table = NULL;
    unsigned at = 0;
    while ((table = person_table(person, &at)) != NULL)
        grace_left(table, seat_of(table, person));
}

void grace_left(struct table *table, unsigned seat)
{
    if (seat != SEAT_NONE && seat_wait_for(table, seat))
        clock_arm(table);
}

/* Whether anybody else is there to play with. */
static bool is_last(const struct table *table, unsigned seat)
{
    for (unsigned i = 0; i < table->seat_count; i++) {
        const struct seat *at = &table->seats[i];
        if (i != seat && at->person != NULL && !at->away && !at->leaving)
            return false;
    }
    return true;
}

static void give_up(struct table *table, unsigned seat)
{
    struct seat *at = &table->seats[seat];
    at->gone_at = 0;
    if (at->person == NULL || at->leaving)
        return;
    if (table->match_on && !at->away) {
        if (!is_last(table, seat)) /* else seat_away() says that all are */
            table_noted(table, NOTE_SEAT_GONE, seat, 0);
        seat_away(table, seat, true);
        at->gone = true;
        save_table(table);
    }
    if (table->opener == at->person)
        seats_replace_opener(table);
}

bool grace_act(struct table *table)
{
    uint64_t now = loop_now(table->host->loop);
    bool any = false;
    for (unsigned i = 0; i < table->seat_count; i++) {
        if (table->seats[i].gone_at == 0 || table->seats[i].gone_at > now)
            continue;
        give_up(table, i);
        any = true;
    }
    return any;
}

/* True: the seat is theirs again. */
static bool is_back(struct table *table, unsigned seat)
{
    struct seat *at = &table->seats[seat];
    bool waited = at->gone_at != 0;
    at->gone_at = 0;
    if (at->gone) {
        seat_away(table, seat, false);
        table_noted(table, NOTE_SEAT_BACK, seat, 0);
        table_hand(table, seat, HAND_BACK);
        return true;
    }
    if (waited)
        clock_arm(table);
    return false;
}

bool grace_back(const struct person *person)
{
    bool back = false;
    struct table *table = NULL;
    unsigned at = 0;
    while ((table = person_table(person, &at)) != NULL) {
        unsigned seat = seat_of(table, person);
        if (seat != SEAT_NONE)
            back = is_back(table, seat) || back;
    }
    return back;
}
