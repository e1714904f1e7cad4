/* seats.h: the seats of a table: who has them, and their order.
 *
 * A seat is known by its number in table->seats, which changes when a seat before it is removed.
 * It belongs to a person or a computer player. A seat that somebody leaves in a round stays
 * until the round ends. Nothing here saves, tells or sets a clock: seat.h does that. */
#ifndef TALON_BOT_TABLE_SEATS_SEATS_H
#define TALON_BOT_TABLE_SEATS_SEATS_H

#include "bot/table/table.h"

/* -- looking -- */
bool seat_in_round(const struct table *table, unsigned seat);
unsigned seat_of(const struct table *table, const struct person *person); /* or SEAT_NONE */
/* True if the person there does not want to be called ({p}pings off). */
bool seat_is_silent(const struct table *table, unsigned seat);
/* The name of the player there, as the table shows it. If several people have one name, a number
 * follows from the second on: "Alex", "Alex (2)", for as long as they sit there under that name.
 * Valid until somebody of the table sits down, leaves or is renamed. */
const char *seat_name(const struct table *table, unsigned seat);
/* Their own name, which others may have, too; NULL: a computer player's that has none yet. */
const char *seat_own_name(const struct table *table, unsigned seat);
/* True for a person who can be whispered to. */
bool seat_is_present(const struct table *table, unsigned seat);
/* Where the table is shown to who sits there. */
struct place *seat_place(const struct table *table, unsigned seat);
/* True if the person there is on another network than the place, where that name may be somebody
 * else's. */
bool seat_is_elsewhere(const struct place *place, unsigned seat);
/* The language of private words to that seat. */
const struct language *seat_language(const struct table *table, unsigned seat);
/* How many keep their seat when the round ends. */
unsigned seats_staying(const struct table *table);
/* How many of those are people. */
unsigned seats_people(const struct table *table);
/* How many are dealt in next: all who stay and do not wait (seat.waits). Before a deal they are the
 * first of the list. */
unsigned seats_dealt(const struct table *table);
/* True if no person sits there, or all of them are away. */
bool seats_deserted(const struct table *table);

/* -- the list -- */
/* An empty one at the end; NULL when memory is out. */
struct seat *seats_add(struct table *table);
void seats_remove(struct table *table, unsigned seat);
/* Behind all others; its number then. Not while it is in a round. */
unsigned seats_move_last(struct table *table, unsigned seat);
/* Those who left in the last round go, and no play waits for an answer any more. */
void seats_sweep(struct table *table);
/* No play waits for an answer any more; false: none did. */
bool seats_forget_asks(struct table *table);
/* With the table (table_destroy()). */
void seats_free(struct table *table);

/* -- names of computer players: constant -- */
/* The next that nobody there has; NULL: there is none. */
const char *seats_new_name(struct table *table);
/* That behind a stored one. */
const char *seat_bot_name(const char *name);

/* -- whose grace runs (presence.h) -- */
/* Who sits there is gone. False: nothing has changed by that. */
bool seat_wait_for(struct table *table, unsigned seat);
/* A round is dealt, or the wait for a netsplit is over: those who are not there. */
void seats_wait_for_gone(struct table *table);
/* Ends these waits for people on the network of that place, because the table cannot be reached
 * there. */
void seats_wait_for_none(struct place *place);
/* When the first wait is over, by loop_now(); UINT64_MAX: nobody is waited for. */
uint64_t seats_grace_due(const struct table *table);

#endif
