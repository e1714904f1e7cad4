#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapters/pages.h"
#include "bot/people/bridge_note.h"
#include "bot/people/setting_store.h"
#include "bot/table/autostart.h"
#include "bot/table/channel_switches.h"
#include "bot/table/clock.h"
#include "bot/table/pause.h"
#include "bot/table/round/cut.h"
#include "bot/table/round/round.h"
#include "bot/table/saved/save.h"
#include "bot/table/seats/page_seat.h"
#include "bot/table/seats/private_table.h"
#include "bot/table/seats/seats.h"
#include "bot/table/seats/split.h"
#include "bot/table/tables_state.h"
#include "bot/table/vote.h"
#include "bot/table/watch.h"
#include "bot/table/watcher.h"
#include "storage/lease.h"

uint16_t turn_limit_read(const char *text)
{
    char *end = NULL;
    if (text == NULL || strcmp(text, "off") == 0)
        return text != NULL ? 0 : TURN_LIMIT_DEFAULT;
    unsigned long seconds = strtoul(text, &end, 10);
    bool good = *text >= '1' && *text <= '9' && *end == '\0' && seconds >= TURN_LIMIT_MIN &&
                seconds <= TURN_LIMIT_MAX;
    return good ? (uint16_t)seconds : TURN_LIMIT_DEFAULT;
}

void table_read_channels(struct table *table)
{
    const struct place *home = &table->home;
    for (struct place *place = place_first(table); place != NULL; place = place->next)
        place_read_channel(place);
    uint16_t autostart = AUTOSTART_OFF;
    autostart_read(setting_channel(home->network, home->channel, "autostart"), &autostart);
    if (autostart != table->autostart) {
        table->autostart = autostart;
        autostart_count(table);
    }
    table->turn_limit =
        turn_limit_read(setting_channel(home->network, home->channel, "turn_limit"));
    table_changed(table);
}

void table_settings_changed(struct table *table)
{
    const int64_t deals_at = table->deals_at;
    table_read_channels(table);
    if (table->deals_at != deals_at)
        save_table(table);
    clock_arm(table); /* the turn limit may have changed */
}

struct table *table_at(struct tables *tables, struct network *network, const char *channel)
{
    struct place *place = place_at(tables, network, channel);
    return place != NULL ? place->table : NULL;
}

/* Another table may wait in the store for this channel, which is free now. */
static void leave_channel(const struct place *place)
{
    if (place != &place->table->home)
        bridge_note(place->network, place->channel, NULL);
    if (network_waits_in(place->network, place->channel))
        network_read_waiting(place->table->tables->lent.people, NULL);
}

void table_remove_place(struct place *place)
{
    leave_channel(place);
    struct place **at = &place->table->home.next;
    table_set_reachable(place, false);
    while (*at != place)
        at = &(*at)->next;
    *at = place->next;
    watchers_place_freed(place);
    place_free(place);
}

static bool has_people(const struct place *place)
{
    const struct table *table = place->table;
    for (unsigned i = 0; i < table->seat_count; i++) {
        const struct seat *seat = &table->seats[i];
        if (seat->person != NULL && !seat->leaving && seat->person->network == place->network)
            return true;
    }
    return false;
}

bool table_remove_guests_place(struct place *place)
{
    const struct adapter *adapter = place->network->adapter;
    if (place == &place->table->home || adapter == NULL || !pages_have_seats(adapter) ||
        has_people(place))
        return false;
    table_remove_place(place);
    return true;
}

static void free_table(struct timer *timer)
{
    free((char *)timer - offsetof(struct table, timer));
}

void table_destroy(struct table *table)
{
    struct tables *tables = table->tables;
    vote_forget(table);
    watch_forget(table);
    tables->count--;
    table->home.network->table_count--;
    round_free(table);
    seats_free(table);
    free(table->last.words);
    cuts_free(table);
    if (table->opener != NULL)
        person_release(tables->lent.people, table->opener);
    clock_forget_thought(table);
    HASH_DEL(tables->by_id, table);
    for (struct place *place = &table->home, *further = NULL; place != NULL; place = further) {
        further = place->next;
        watchers_place_freed(place);
        place_free(place);
    }
    timer_finish(&table->timer, free_table);
}

void table_close(struct table *table)
{
    watchers_closes(table);
    for (const struct place *place = place_first(table); place != NULL; place = place->next)
        leave_channel(place);
    page_seats_close(table);
    store_close_table(table->tables->lent.store, table->id);
    table_destroy(table);
}

void table_put_away(struct table *table)
{
    watchers_put_away(table);
    table_destroy(table);
}

/* Seats `to` where `from` sat. */
static bool change_seats(struct table *table, struct person *from, struct person *to)
{
    for (unsigned i = 0; i < table->seat_count; i++) {
        if (table->seats[i].person != from)
            continue;
        if (!person_sit(to, table))
            return false;
        table->seats[i].person = to;
        table->seats[i].hand_told = 0;
        person_stand(table->tables->lent.people, from, table);
    }
    return true;
}

bool table_hand_over(struct table *table, struct person *from, struct person *to)
{
    struct people *people = table->tables->lent.people;
    if (seat_of(table, to) != SEAT_NONE)
        return false;
    person_hold(from); /* the seat may be the last thing that keeps this person in memory */
    const bool good = change_seats(table, from, to);
    if (good) {
        seats_renamed(table);
        page_seats_hand_over(table, from, to);
        cut_hand_over(table, from, to);
        vote_hand_over(table, from, to);
        person_replace(people, &table->opener, from, to);
        preferences_load(to);
        save_table(table);
    }
    person_release(people, from);
    return good;
}

/* -- rules and match -- */

void table_rules_changed(struct table *table)
{
    autostart_count(table); /* the rules decide how many seats there are */
    save_table(table);
    clock_arm(table);
}

enum table_refusal table_set_rules(struct table *table, const struct ruleset *set)
{
    struct switches wanted;
    struct rules rules;
    unsigned seats = seats_staying(table);
    channel_switches_read(table->home.network, table->home.channel, set, &wanted);
    if (table->match_on)
        return TABLE_RUNNING;
    if (rules_init(&rules, set, &wanted, seats > 2 ? seats : 2) != RULES_OK)
        return TABLE_FULL;
    table->set = set;
    table->switches = wanted;
    table_rules_changed(table);
    return TABLE_OK;
}

enum table_refusal table_start(struct table *table, enum rules_error *rules_error)
{
    *rules_error = RULES_OK;
    if (table->match_on)
        return TABLE_RUNNING;
    if (seats_dealt(table) < 2)
        return TABLE_TOO_FEW;
    const struct match before = table->match;
    match_init(&table->match, seats_dealt(table));
    table->match_on = table->match_begins = true;
    table->matches++;
    autostart_count(table);
    if (!round_deal(table, rules_error)) {
        table->match = before;
        table->match_on = table->match_begins = false;
        autostart_count(table);
        return *rules_error != RULES_OK                         ? TABLE_RULES
               : store_lacks_numbers(table->tables->lent.store) ? TABLE_NO_STORE
                                                                : TABLE_NO_MEMORY;
    }
    return TABLE_OK;
}

enum table_refusal table_stop(struct table *table)
{
    if (!table->match_on)
        return TABLE_NOT_RUNNING;
    table->match_on = false;
    table->stop_until = 0;
    table->state = TABLE_LOBBY;
    if (table->round != NULL)
        round_abandon(table, "stopped");
    vote_match_over(table);
    split_check(table);
    pause_check(table);
    save_table(table);
    clock_arm(table);
    return TABLE_OK;
}

/* -- presence -- */

void table_set_reachable(struct place *place, bool reachable)
{
    struct table *table = place->table;
    place->reachable = reachable;
    if (!reachable) {
        place->words_asked = false;
        watchers_unreachable(place);
        seats_wait_for_none(place);
    } else if (!table->match_on) { /* during a match, the next deal does this */
        seats_wait_for_gone(table);
    }
    clock_set_here(table);
}

void table_announce(struct place *place, bool told)
{
    watchers_announced(place, told);
    place->round_void = place->chain_begins = place->untold = false;
    clock_arm(place->table);
}

void table_untold(struct table *table)
{
    table->home.untold = table->home.chain_begins = true;
}

bool table_goes_on(struct place *place)
{
    struct table *table = place->table;
    if (!network_has_moved(place->network, place->channel, place->tenant) || table->damaged ||
        table->forgot || place->round_void || place->chain_begins)
        return false;
    watchers_goes_on(place);
    clock_arm(table);
    return true;
}
