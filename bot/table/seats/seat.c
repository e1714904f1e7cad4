#include "seat.h"

#include <stdlib.h>

#include "bot/table/autostart.h"
#include "bot/table/clock.h"
#include "bot/table/round/cut.h"
#include "bot/table/round/round.h"
#include "bot/table/saved/save.h"
#include "bot/table/seats/page_seat.h"
#include "bot/table/seats/split.h"
#include "bot/table/tables_state.h"
#include "bot/table/vote.h"
#include "bot/table/watch.h"
#include "bot/table/watcher.h"

/* -- coming and going -- */

enum table_refusal seat_take(struct table *table, struct person *person)
{
    if (seat_of(table, person) != SEAT_NONE)
        return TABLE_SEATED;
    if (!seats_have_room(table))
        return seats_fit_two_decks(table, seats_staying(table) + 1) ? TABLE_FULL_DECK : TABLE_FULL;
    struct seat *seat = seats_add(table);
    if (seat == NULL)
        return TABLE_NO_MEMORY;
    if (!person_sit(person, table)) {
        table->seat_count--;
        return TABLE_NO_MEMORY;
    }
    seat->person = person;
    watch_sits(table, person);
    preferences_load(person);
    if (table_is_private(table)) /* a private table uses the language and style of its owner */
        table_read_channels(table);
    autostart_count(table);
    save_table(table);
    vote_check(table);
    clock_arm(table);
    return TABLE_OK;
}

static void remove_guests_places(struct table *table)
{
    struct place *next = NULL;
    for (struct place *place = place_first(table); place != NULL; place = next) {
        next = place->next;
        table_remove_guests_place(place);
    }
}

static void leave_round(struct table *table, unsigned seat)
{
    if (table->round != NULL && seat < table->round->game.players) {
        struct action action = action_make(ACTION_LEAVE, seat);
        table_hand(table, seat, HAND_LEFT);
        if (table->seats[seat].person != NULL)
            cut_leave(table, table->seats[seat].person);
        table->seats[seat].leaving = true;
        if (seat_in_round(table, seat))
            round_act(table, &action);
    } else {
        seats_remove(table, seat);
    }
    remove_guests_places(table);
    split_check(table);
    vote_check(table);
    /* Nobody is left to play for. */
    if (table->match_on && (seats_people(table) == 0 || seats_dealt(table) < 2)) {
        table_stop(table);
        return;
    }
    autostart_count(table);
    save_table(table);
    clock_arm(table);
}

/* Ranks a seat: the seat with the highest rank gets charge of the table. Guests by a link rank
 * lowest. Returns 0 for a seat that never gets it. */
static unsigned heir_rank(const struct table *table, unsigned seat)
{
    const struct seat *at = &table->seats[seat];
    bool here = seat_is_present(table, seat) && !at->away;
    if (at->person == NULL || at->leaving)
        return 0;
    return 1U + (here ? 1U : 0U) +
           (page_seat_of_guest(table->tables, at->person) == NULL ? 2U : 0U);
}

/* Finds who gets charge of the table: the first person of the highest rank, from that seat on.
 * Returns SEAT_NONE if there is nobody. */
static unsigned heir_of(const struct table *table, unsigned from)
{
    unsigned heir = SEAT_NONE;
    unsigned best = 0;
    for (unsigned i = 0; i < table->seat_count; i++) {
        unsigned seat = (from + i) % table->seat_count;
        unsigned rank = heir_rank(table, seat);
        if (rank <= best)
            continue;
        best = rank;
        heir = seat;
    }
    return heir;
}

static void hand_to(struct table *table, unsigned heir)
{
    struct person *before = table->opener;
    table->opener = table->seats[heir].person;
    person_hold(table->opener);
    if (before != NULL)
        person_release(table->tables->lent.people, before);
    save_table(table);
    table_noted(table, NOTE_IN_CHARGE, heir, 0);
}

void seats_hand_over(struct table *table, unsigned from)
{
    if (table_is_private(table) || seat_of(table, table->opener) != SEAT_NONE)
        return;
    unsigned heir = heir_of(table, from);
    if (heir != SEAT_NONE)
        hand_to(table, heir);
}

void seats_replace_opener(struct table *table)
{
    unsigned heir = heir_of(table, seat_of(table, table->opener) + 1);
    if (!table_is_private(table) && heir != SEAT_NONE && seat_is_present(table, heir) &&
        !table->seats[heir].away && table->seats[heir].person != table->opener)
        hand_to(table, heir);
}

void seat_leave(struct table *table, unsigned seat)
{
    if (!seat_in_round(table, seat)) /* else EVENT_LEFT says it */
        table_noted(table, NOTE_SEAT_LEFT, seat, 0);
    leave_round(table, seat);
    seats_hand_over(table, seat);
}

/* -- computer players -- */

/* `player` NULL: of any level. */
static bool is_bot(const struct seat *seat, const struct player_impl *player)
{
    return seat->person == NULL && !seat->leaving && (player == NULL || seat->player == player);
}

enum table_refusal seats_set_bots(struct table *table, unsigned count,
                                  const struct player_impl *player)
{
    unsigned bots = 0;
    for (unsigned i = 0; i < table->seat_count; i++)
        bots += is_bot(&table->seats[i], player);
    const unsigned before = bots;
    const unsigned all = seats_staying(table) - bots + count;
    if (count > bots && !seats_fit(table, all))
        return seats_fit_two_decks(table, all) ? TABLE_FULL_DECK : TABLE_FULL;
    if (count < bots && table->match_on)
        return TABLE_RUNNING;
    for (unsigned i = table->seat_count; i > 0 && bots > count; i--) {
        if (!is_bot(&table->seats[i - 1], player))
            continue;
        seats_remove(table, i - 1);
        bots--;
    }
    for (; bots < count; bots++) {
        struct seat *seat = seats_add(table);
        if (seat == NULL)
            break;
        seat->player = player != NULL ? player : player_find("normal");
        seat->bot_name = seats_new_name(table);
    }
    if (bots != before || count != before)
        autostart_count(table);
    save_table(table);
    clock_arm(table);
    return bots < count ? TABLE_NO_MEMORY : TABLE_OK;
}

enum table_refusal seats_set_level(struct table *table, const struct player_impl *player)
{
    bool any = false;
    if (table->match_on)
        return TABLE_RUNNING;
    for (unsigned i = 0; i < table->seat_count; i++) {
        if (!is_bot(&table->seats[i], NULL))
            continue;
        table->seats[i].player = player;
        any = true;
    }
    if (!any)
        return TABLE_NOT_SEATED;
    save_table(table);
    return TABLE_OK;
}

/* -- waiting -- */

void seat_away(struct table *table, unsigned seat, bool away)
{
    if (table->seats[seat].away == away)
        return;
    bool deserted = seats_deserted(table);
    bool waited = table->seats[seat].waits;
    table->seats[seat].away = away;
    table->seats[seat].gone = table->seats[seat].left = table->seats[seat].waits = false;
    if (waited)
        autostart_count(table);
    if (away && table->match_on && seats_deserted(table))
        table_noted(table, NOTE_ALL_AWAY, SEAT_NONE, 0);
    if (seat_in_round(table, seat))
        table_hand(table, seat, HAND_CHANGED);
    save_table(table);
    split_check(table);
    vote_check(table);
    if (deserted) /* the turn stood still */
        clock_resume(table);
    else
        clock_arm(table);
}

void seat_ask(struct table *table, unsigned seat, const struct action *action)
{
    struct seat *at = &table->seats[seat];
    if (action == NULL && at->ask == NULL)
        return;
    if (action != NULL && at->ask == NULL)
        at->ask = malloc(sizeof(*at->ask));
    if (action != NULL && at->ask != NULL) {
        *at->ask = *action;
    } else {
        free(at->ask);
        at->ask = NULL;
    }
    table_hand(table, seat, HAND_CHANGED);
    save_table(table);
}
