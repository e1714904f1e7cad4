#include "presence.h"

#include "bot/table/clock.h"
#include "bot/table/round/cut.h"
#include "bot/table/saved/save.h"
#include "bot/table/seats/seat.h"
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

/* The seat is no one's to play until they are back. */
static void keep_waiting(struct table *table, unsigned seat)
{
    cut_leave(table, table->seats[seat].person);
    table_noted(table, NOTE_SEAT_WAITS, seat, 0);
    seat = seats_move_last(table, seat);
    seat_away(table, seat, true);
    table->seats[seat].gone = table->seats[seat].waits = true;
    save_table(table);
}

void grace_before_match(struct table *table)
{
    for (unsigned i = table->seat_count; i > 0; i--) {
        if (table->seats[i - 1].gone && !table->seats[i - 1].waits && !table->seats[i - 1].leaving)
            keep_waiting(table, i - 1);
    }
}

static void give_up(struct table *table, unsigned seat)
{
    struct seat *at = &table->seats[seat];
    const struct person *person = at->person;
    at->gone_at = 0;
    if (person == NULL || at->leaving)
        return;
    if (!table->match_on && !at->waits) {
        keep_waiting(table, seat);
    } else if (table->match_on && !at->away) {
        if (!is_last(table, seat)) /* else seat_away() says that all are */
            table_noted(table, NOTE_SEAT_GONE, seat, 0);
        seat_away(table, seat, true);
        at->gone = true;
        save_table(table);
    }
    if (table->opener == person)
        seats_replace_opener(table);
}

bool grace_act(struct table *table)
{
    uint64_t now = loop_now(table->host->loop);
    bool any = false;
    for (unsigned i = table->seat_count; i > 0; i--) { /* a seat may become the last one */
        if (table->seats[i - 1].gone_at == 0 || table->seats[i - 1].gone_at > now)
            continue;
        give_up(table, i - 1);
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
    if (at->waits) {
        seat = seats_move_last(table, seat);
        seat_away(table, seat, false);
        table_noted(table, table->match_on ? NOTE_SEAT_NEXT : NOTE_SEAT_TAKEN, seat, 0);
        return true;
    }
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
