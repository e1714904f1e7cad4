#include "seats.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "bot/table/round/cut.h"
#include "bot/table/tables_state.h"

/* -- looking -- */

bool seat_in_round(const struct table *table, unsigned seat)
{
    return table->round != NULL && seat < table->round->game.players &&
           (table->round->game.in_round >> seat & 1) != 0;
}

unsigned seat_of(const struct table *table, const struct person *person)
{
    for (unsigned i = 0; person != NULL && i < table->seat_count; i++) {
        if (table->seats[i].person == person && !table->seats[i].leaving)
            return i;
    }
    return SEAT_NONE;
}

const char *seat_own_name(const struct table *table, unsigned seat)
{
    const struct seat *at = &table->seats[seat];
    return at->person != NULL ? at->person->name : at->bot_name;
}

/* Like text_same(), but faster: most names differ in their first letters. */
static bool names_same(const char *a, const char *b)
{
    unsigned char first = (unsigned char)*a;
    unsigned char other = (unsigned char)*b;
    bool plain = first < 0x80 && other < 0x80;
    return (!plain || tolower(first) == tolower(other)) && text_same(a, b);
}

/* Returns true if the seat `other` is shown under the own name of the player of `seat`, and belongs
 * to somebody else. (Somebody who left and sits down again has two seats.) */
static bool shows_name_of(const struct table *table, unsigned other, unsigned seat)
{
    const struct seat *at = &table->seats[other];
    const char *name = seat_own_name(table, seat);
    const char *shown = at->label != NULL ? at->label : seat_own_name(table, other);
    bool self = at->person != NULL && at->person == table->seats[seat].person;
    return !self && name != NULL && shown != NULL && names_same(name, shown);
}

/* Returns true if the label is the own name of any player here, or the label of another seat. */
static bool is_label_taken(const struct table *table, unsigned seat, const char *label)
{
    for (unsigned i = 0; i < table->seat_count; i++) {
        const char *own = seat_own_name(table, i);
        const char *other = i != seat ? table->seats[i].label : NULL;
        if ((own != NULL && names_same(own, label)) || (other != NULL && names_same(other, label)))
            return true;
    }
    return false;
}

/* Returns how many bytes of a name go into a label, before the number. */
static size_t label_length(const char *name)
{
    enum { NUMBER_ROOM = 6 }; /* " (12)" */
    return text_cut(name, strlen(name), PERSON_NAME_MAX - NUMBER_ROOM);
}

/* Writes the name with a number behind it, such that nobody else at the table is shown as that. */
static void write_label(const struct table *table, unsigned seat, char label[PERSON_NAME_MAX])
{
    const char *name = seat_own_name(table, seat);
    unsigned number = 2;
    do {
        snprintf(label, PERSON_NAME_MAX, "%.*s (%u)", (int)label_length(name), name, number++);
    } while (number <= 99 && is_label_taken(table, seat, label));
}

/* Gives the seat a label if an earlier seat is shown under its name. A label stays as long as the
 * seat and its name, because the channel knows the player by it. When memory is out the seat has no
 * label. */
static void set_label(const struct table *table, unsigned seat)
{
    struct seat *at = &table->seats[seat];
    const char *name = seat_own_name(table, seat);
    char label[PERSON_NAME_MAX];
    bool shared = false;
    if (at->label != NULL && name != NULL && strncmp(at->label, name, label_length(name)) == 0 &&
        strncmp(at->label + label_length(name), " (", 2) == 0)
        return;
    free(at->label);
    at->label = NULL;
    for (unsigned i = 0; i < seat && !shared; i++)
        shared = shows_name_of(table, i, seat);
    if (!shared)
        return;
    write_label(table, seat, label);
    at->label = strdup(label);
}

/* Labels depend on the names of all who sit here. They are checked again only when one of these may
 * have changed, because each line asks for names. */
const char *seat_name(const struct table *table, unsigned seat)
{
    uint32_t renames = people_renames(table->tables->lent.people);
    for (unsigned i = 0; table->seats[seat].named != renames && i <= seat; i++) {
        set_label(table, i);
        table->seats[i].named = renames;
    }
    const char *label = table->seats[seat].label;
    return label != NULL ? label : seat_own_name(table, seat);
}

bool seat_is_present(const struct table *table, unsigned seat)
{
    const struct person *person = table->seats[seat].person;
    return person != NULL && person->id != NULL && !table->seats[seat].leaving &&
           seat_place(table, seat)->network ==
               person->network; /* at a place of another network that id may be somebody else's */
}

bool seat_is_silent(const struct table *table, unsigned seat)
{
    const struct person *person = table->seats[seat].person;
    return person != NULL && person->preferences.silent;
}

struct place *seat_place(const struct table *table, unsigned seat)
{
    const struct person *person = table->seats[seat].person;
    return place_on(table, person != NULL ? person->network : table->home.network);
}

bool seat_is_elsewhere(const struct place *place, unsigned seat)
{
    const struct person *person = place->table->seats[seat].person;
    return person != NULL && person->network != place->network;
}

const struct language *seat_language(const struct table *table, unsigned seat)
{
    const struct person *person = table->seats[seat].person;
    const struct language *own = person != NULL ? person_language(person) : NULL;
    return own != NULL ? own : seat_place(table, seat)->language;
}

unsigned seats_staying(const struct table *table)
{
    unsigned staying = 0;
    for (unsigned i = 0; i < table->seat_count; i++)
        staying += !table->seats[i].leaving;
    return staying;
}

unsigned seats_dealt(const struct table *table)
{
    unsigned dealt = 0;
    for (unsigned i = 0; i < table->seat_count; i++)
        dealt += !table->seats[i].leaving && !table->seats[i].waits;
    return dealt;
}

unsigned seats_people(const struct table *table)
{
    unsigned people = 0;
    for (unsigned i = 0; i < table->seat_count; i++)
        people += table->seats[i].person != NULL && !table->seats[i].leaving;
    return people;
}

bool seat_in_match(const struct table *table, unsigned seat)
{
    return table->match_on && seat < table->match.players && !table->seats[seat].leaving;
}

bool seats_rated(const struct table *table)
{
    unsigned people = 0;
    for (unsigned i = 0; i < table->seat_count; i++)
        people += table->seats[i].person != NULL && seat_in_match(table, i);
    return people >= 2;
}

bool seats_deserted(const struct table *table)
{
    for (unsigned i = 0; i < table->seat_count; i++) {
        if (table->seats[i].person != NULL && !table->seats[i].away && !table->seats[i].leaving)
            return false;
    }
    return true;
}

bool seats_fit(const struct table *table, unsigned count)
{
    struct rules rules;
    if (table->switches.value[SWITCH_TEAMS] != 0) /* HR-20: a partner must have room, too */
        count += count % 2;
    return rules_init(&rules, table->set, &table->switches, count > 2 ? count : 2) == RULES_OK;
}

bool seats_fit_two_decks(const struct table *table, unsigned count)
{
    struct rules rules;
    struct switches switches = table->switches;
    switches.value[SWITCH_TWO_DECKS] = true;
    return !table->match_on &&
           rules_init(&rules, table->set, &switches, count > 2 ? count : 2) == RULES_OK;
}

bool seats_uneven(const struct table *table)
{
    return rules_deal(&table->switches, seats_dealt(table)) == RULES_UNEVEN;
}

bool seats_have_room(const struct table *table)
{
    /* The list keeps seats that people left in this round, so it may hold two seats for
     * each player that is allowed. */
    return seats_fit(table, seats_staying(table) + 1) && table->seat_count < 2 * PLAYERS_MAX;
}

/* -- the list -- */

static void seat_clear(struct table *table, struct seat *seat)
{
    if (seat->person != NULL)
        person_stand(table->tables->lent.people, seat->person, table);
    free(seat->ask);
    free(seat->label);
    *seat = (struct seat){0};
}

struct seat *seats_add(struct table *table)
{
    if (table->seat_count == table->seat_room) {
        unsigned room = table->seat_room == 0 ? 4 : 2U * table->seat_room;
        struct seat *seats = realloc(table->seats, room * sizeof(*seats));
        if (seats == NULL)
            return NULL;
        table->seats = seats;
        table->seat_room = (uint8_t)room;
    }
    struct seat *seat = &table->seats[table->seat_count++];
    *seat = (struct seat){0};
    return seat;
}

void seats_renamed(struct table *table)
{
    for (unsigned i = 0; i < table->seat_count; i++)
        table->seats[i].named = 0;
}

void seats_remove(struct table *table, unsigned seat)
{
    if (seat <
        table->match.players) /* also after a match, because people can still ask for its totals */
        match_remove_seat(&table->match, seat);
    seats_renamed(table);
    if (table->seats[seat].person != NULL && !table->seats[seat].leaving)
        cut_leave(table, table->seats[seat].person);
    seat_clear(table, &table->seats[seat]);
    table->seat_count--;
    memmove(&table->seats[seat], &table->seats[seat + 1],
            (table->seat_count - seat) * sizeof(*table->seats));
}

unsigned seats_move_last(struct table *table, unsigned seat)
{
    const struct seat moved = table->seats[seat];
    if (seat < table->match.players)
        match_remove_seat(&table->match, seat);
    memmove(&table->seats[seat], &table->seats[seat + 1],
            (table->seat_count - seat - 1U) * sizeof(*table->seats));
    table->seats[table->seat_count - 1] = moved;
    seats_renamed(table);
    return table->seat_count - 1U;
}

void seats_free(struct table *table)
{
    for (unsigned i = 0; i < table->seat_count; i++)
        seat_clear(table, &table->seats[i]);
    free(table->seats);
}

void seats_sweep(struct table *table)
{
    for (unsigned i = table->seat_count; i > 0; i--) {
        if (table->seats[i - 1].leaving)
            seats_remove(table, i - 1);
    }
    for (unsigned i = table->seat_count; i > 0;
         i--) { /* seats that wait stay behind those of people who came since */
        if (table->seats[i - 1].waits)
            seats_move_last(table, i - 1);
    }
    seats_forget_asks(table);
}

bool seats_forget_asks(struct table *table)
{
    bool any = false;
    for (unsigned i = 0; i < table->seat_count; i++) {
        any = any || table->seats[i].ask != NULL;
        free(table->seats[i].ask);
        table->seats[i].ask = NULL;
    }
    return any;
}

/* -- names of computer players -- */

/* The names of computer players, in the order in which they are used: one for each seat that the
 * list of a table can hold, so that one is always free. */
static const char *const bot_names[] = {
    "Ada",    "Blaise",  "Grace",   "Emmy",   "Alan",      "Sofia",    "Carl",    "Maria",
    "Edsger", "Olga",    "Hypatia", "Euclid", "Gauss",     "Noether",  "Sonya",   "Evariste",
    "Srini",  "Felix",   "Maryam",  "Pierre", "Katherine", "Leonhard", "Dorothy", "Niels",
    "Donald", "Barbara", "Claude",  "Radia",  "Tim",       "Frances",  "John",    "Jean",
    "Karen",  "Joan",    "Mary",    "Annie",  "Rosa",      "Lise",     "Marie",   "Isaac"};
enum { BOT_NAMES = ARRAY_SIZE(bot_names) };
_Static_assert((int)BOT_NAMES >= 2 * (int)PLAYERS_MAX, "no seat is without a name");

static bool name_taken(const struct table *table, const char *name)
{
    for (unsigned i = 0; i < table->seat_count; i++) {
        const char *other = seat_own_name(table, i); /* NULL: the newcomer's own */
        if (other != NULL && !table->seats[i].leaving && text_same(other, name))
            return true;
    }
    return false;
}

const char *seats_new_name(struct table *table)
{
    for (unsigned tries = 0; tries < BOT_NAMES; tries++) {
        const char *name = bot_names[table->bots_named++ % BOT_NAMES];
        if (!name_taken(table, name))
            return name;
    }
    return NULL;
}

const char *seat_bot_name(const char *name)
{
    for (unsigned i = 0; i < BOT_NAMES; i++) {
        if (strcmp(bot_names[i], name) == 0)
            return bot_names[i];
    }
    return bot_names[0];
}

/* -- grace -- */

bool seat_wait_for(struct table *table, unsigned seat)
{
    struct seat *at = &table->seats[seat];
    uint64_t grace = table->tables->lent.options->quit_grace;
    if (grace == 0 || !seat_place(table, seat)->reachable || table_is_private(table) ||
        at->gone_at != 0 || at->split)
        return false;
    at->gone_at = loop_now(table->tables->lent.loop) + grace;
    return true;
}

void seats_wait_for_gone(struct table *table)
{
    for (unsigned i = 0; i < table->seat_count; i++) {
        const struct seat *at = &table->seats[i];
        if (at->person != NULL && at->person->id == NULL && !at->leaving && !at->gone)
            seat_wait_for(table, i);
    }
}

void seats_wait_for_none(struct place *place)
{
    struct table *table = place->table;
    for (unsigned i = 0; i < table->seat_count; i++) {
        if (seat_place(table, i) == place)
            table->seats[i].gone_at = 0;
    }
}

uint64_t seats_grace_due(const struct table *table)
{
    uint64_t first = UINT64_MAX;
    for (unsigned i = 0; i < table->seat_count; i++) {
        if (table->seats[i].gone_at != 0 && table->seats[i].gone_at < first)
            first = table->seats[i].gone_at;
    }
    return first;
}
