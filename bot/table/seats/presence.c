#include "presence.h"

#include <stdio.h>

#include "base/buf.h"
#include "bot/people/ban.h"
#include "bot/people/nick.h"
#include "bot/people/seen.h"
#include "bot/table/autostart.h"
#include "bot/table/clock.h"
#include "bot/table/round/cut.h"
#include "bot/table/saved/save.h"
#include "bot/table/seats/private_table.h"
#include "bot/table/seats/seat.h"
#include "bot/table/seats/split.h"
#include "bot/table/table.h"
#include "bot/table/tables_state.h"
#include "bot/table/watcher.h"

/* -- who is there -- */

bool presence_heard(const struct network *network, const struct chat_event *event)
{
    if (event->kind != CHAT_MESSAGE && event->kind != CHAT_SUGGEST)
        return true;
    seen_note(network, event);
    return !ban_of_user(network, &event->user) && !ban_of_tenant(network, event->channel) &&
           (event->channel != NULL || !seen_in_banned(network, event->user.account));
}

/* Returns the person who had the user's nick and is away; the user may act as them after a proof.
 * NULL if there is none. */
static struct person *find_owner_of_nick(const struct network *network,
                                         const struct chat_user *user)
{
    struct person *owner = people_under_nick(network->people, network, user);
    return owner != NULL && owner->id == NULL
               ? owner
               : NULL; /* if the owner has an id, they are here under another nick */
}

void presence_find(struct network *network, const struct chat_user *user, struct presence *found)
{
    struct person *person = people_find(network->people, network, user);
    struct buf old_name;
    *found = (struct presence){.person = person};
    buf_init(&old_name, found->old_name, sizeof(found->old_name));
    if (person == NULL && user->account != NULL) { /* the user's nick may be that of a guest */
        found->claimed = find_owner_of_nick(network, user);
        found->lack = PEOPLE_LACK_WORD;
    } else if (person != NULL) {
        found->lack = people_lack(person, user);
        if (found->lack != PEOPLE_LACK_NOTHING)
            *found = (struct presence){.claimed = person, .lack = found->lack};
    }
    /* Binds the person to the user only if it is proved that the user is them. A nick proves
     * nothing. */
    person = found->person;
    if (person != NULL)
        buf_add(&old_name, person->name);
    if (person != NULL && (person->id != NULL || people_is_back(person, user)))
        found->person = nick_follow(person, user);
    if (found->person == NULL)
        return;
    if (people_set_account(network->people, found->person, user->account))
        save_tables_of(found->person);
    if (found->person->id != NULL)
        found->returned = presence_back(found->person);
}

/* -- who leaves -- */

void presence_gone(const struct person *person)
{
    struct table *table = NULL;
    unsigned at = 0;
    while ((table = person_table(person, &at)) != NULL)
        presence_left(table, seat_of(table, person));
}

void presence_left(struct table *table, unsigned seat)
{
    if (seat != SEAT_NONE && seat_wait_for(table, seat))
        clock_arm(table);
}

/* Returns true if nobody else is there to play with. */
static bool is_last(const struct table *table, unsigned seat)
{
    for (unsigned i = 0; i < table->seat_count; i++) {
        const struct seat *at = &table->seats[i];
        if (i != seat && at->person != NULL && !at->away && !at->leaving)
            return false;
    }
    return true;
}

/* Keeps the seat free for a person who has left: nobody plays it until they are back. */
static void keep_waiting(struct table *table, unsigned seat)
{
    cut_leave(table, table->seats[seat].person);
    table_noted(table, NOTE_SEAT_WAITS, seat, 0);
    seat = seats_move_last(table, seat);
    seat_away(table, seat, true);
    table->seats[seat].gone = table->seats[seat].waits = true;
    autostart_count(table);
    save_table(table);
}

void presence_before_match(struct table *table)
{
    for (unsigned i = table->seat_count; i > 0; i--) {
        const struct seat *at = &table->seats[i - 1];
        if ((at->gone || at->left) && !at->waits && !at->leaving)
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
        if (!is_last(table, seat)) /* for the last one, seat_away() tells that all are away */
            table_noted(table, NOTE_SEAT_GONE, seat, 0);
        seat_away(table, seat, true);
        at->gone = true;
        save_table(table);
    } else if (table->match_on && !at->gone) {
        at->left = true; /* being seen does not undo !away, so the seat is not `gone` */
        save_table(table);
    }
    if (table->opener == person)
        seats_replace_opener(table);
}

bool presence_act(struct table *table)
{
    uint64_t now = loop_now(table->tables->lent.loop);
    bool any = false;
    for (unsigned i = table->seat_count; i > 0;
         i--) { /* backwards, because give_up() may move a seat to the end */
        if (table->seats[i - 1].gone_at == 0 || table->seats[i - 1].gone_at > now)
            continue;
        give_up(table, i - 1);
        any = true;
    }
    return any;
}

/* Gives the person a seat back that was kept or waited. Returns true if it was. */
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
    if (at->left) {
        at->left = false;
        save_table(table);
    }
    if (waited)
        clock_arm(table);
    return false;
}

bool presence_seen(const struct person *person)
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

bool presence_back(const struct person *person)
{
    bool kept = presence_seen(person);
    split_back(person);
    private_table_back(person);
    return kept;
}
