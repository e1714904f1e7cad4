#include "grace.h"

#include "bot/table/clock.h"
#include "bot/table/save.h"
#include "bot/table/seat.h"
#include "bot/table/table.h"
#include "bot/table/watcher.h"

static void wait_for(struct table *table, unsigned seat)
{
    struct seat *at = &table->seats[seat];
    uint64_t grace = table->host->options.quit_grace;
    if (grace == 0 || !table->heard || table->is_private || at->gone_at != 0 || at->split)
        return;
    at->gone_at = loop_now(table->host->loop) + grace;
    clock_arm(table);
}

void grace_gone(struct host *host, const struct person *person)
{
    struct table *table = NULL;
    unsigned at = 0;
    (void)host;
    while ((table = person_table(person, &at)) != NULL)
        grace_left(table, seat_of(table, person));
}

void grace_left(struct table *table, unsigned seat)
{
    if (seat != SEAT_NONE)
        wait_for(table, seat);
}

void grace_look(struct table *table)
{
    for (unsigned i = 0; i < table->seat_count; i++) {
        const struct seat *at = &table->seats[i];
        if (at->person != NULL && at->person->id == NULL && !at->leaving && !at->away)
            wait_for(table, i);
    }
}

void grace_forget(struct table *table)
{
    for (unsigned i = 0; i < table->seat_count; i++)
        table->seats[i].gone_at = 0;
}

uint64_t grace_due(const struct table *table)
{
    uint64_t first = UINT64_MAX;
    for (unsigned i = 0; i < table->seat_count; i++)
        if (table->seats[i].gone_at != 0 && table->seats[i].gone_at < first)
            first = table->seats[i].gone_at;
    return first;
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
