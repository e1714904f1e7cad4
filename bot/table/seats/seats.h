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
/* The player's own name, which others may have, too. NULL for a computer player that has none yet.
 */
const char *seat_own_name(const struct table *table, unsigned seat);
/* True for a person who can be whispered to. */
bool seat_is_present(const struct table *table, unsigned seat);
/* The place where the table is shown to the person who sits there. */
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
/* How many get cards in the next deal: all who stay and do not wait (seat.waits). Before a deal
 * they are the first of the list. */
unsigned seats_dealt(const struct table *table);
/* True if no person sits there, or all of them are away. */
bool seats_deserted(const struct table *table);

/* -- the list -- */
/* Adds an empty seat at the end. Returns NULL when memory is out. */
struct seat *seats_add(struct table *table);
void seats_remove(struct table *table, unsigned seat);
/* Moves a seat behind all others and returns its new number. Do not call it for a seat that is in a
 * round. */
unsigned seats_move_last(struct table *table, unsigned seat);
/* Removes the seats that people left in the last round, and drops the plays that wait for an
 * answer. */
void seats_sweep(struct table *table);
/* Drops the plays that wait for an answer. Returns false if there were none. */
bool seats_forget_asks(struct table *table);
/* Frees the list with its table (table_destroy()). */
void seats_free(struct table *table);

/* -- names of computer players: constant -- */
/* The next name that nobody there has; NULL if there is none. */
const char *seats_new_name(struct table *table);
/* The constant that equals a stored name. */
const char *seat_bot_name(const char *name);

/* -- whose grace runs (presence.h) -- */
/* Begins the grace of a person who is gone. Returns false if that changes nothing. */
bool seat_wait_for(struct table *table, unsigned seat);
/* Begins the grace of all people who are not there. Call it when a round is dealt, or the wait for
 * a netsplit is over. */
void seats_wait_for_gone(struct table *table);
/* Ends these waits for people on the network of that place, because the table cannot be reached
 * there. */
void seats_wait_for_none(struct place *place);
/* When the first grace ends, by loop_now(); UINT64_MAX if none runs. */
uint64_t seats_grace_due(const struct table *table);

#endif
