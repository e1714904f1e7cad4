/* seats.h: the seats of a table as they stand: who has them, and the list that they are in.
 *
 * A seat is a number, that of its place in table->seats, until somebody before it goes. It is a
 * person's or a computer player's; one that is left in a round stays until that ends. Nothing here
 * is saved, told or timed: seat.h does that. */
#ifndef TALON_BOT_TABLE_SEATS_SEATS_H
#define TALON_BOT_TABLE_SEATS_SEATS_H

#include "bot/table/table.h"

/* -- looking -- */
bool seat_in_round(const struct table *table, unsigned seat);
unsigned seat_of(const struct table *table, const struct person *person); /* or SEAT_NONE */
/* Who sits there does not want to be called ({p}pings off). */
bool seat_is_silent(const struct table *table, unsigned seat);
/* The name of who sits there, as the table shows it. Where several people have one name, it is
 * followed by a number from the second of them on: "Alex", "Alex (2)". It stays so as long as they
 * sit there under that name. Valid until somebody of the table sits down, leaves or is renamed. */
const char *seat_name(const struct table *table, unsigned seat);
/* Their own name, which others may have, too; NULL: a computer player's that has none yet. */
const char *seat_own_name(const struct table *table, unsigned seat);
/* A person one can whisper to: the table has a place on their network. */
bool seat_is_present(const struct table *table, unsigned seat);
/* Where the table is shown to who sits there. */
struct place *seat_place(const struct table *table, unsigned seat);
/* Whoever sits there is of another network: that name may be somebody else's in that place. */
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
/* Nobody is there to play with: no person, or all of them away. */
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
/* All of this is forgotten of whose place that is: the table is not heard there. */
void seats_wait_for_none(struct place *place);
/* When the first grace is over, by loop_now(); UINT64_MAX: nobody is waited for. */
uint64_t seats_grace_due(const struct table *table);

#endif
