/* seats.h: the seats of a table: who has them, and their order.
 *
 * A seat is known by its number in table->seats, which changes when a seat before it is removed. It
 * belongs to a person or a computer player. A seat that somebody leaves in a round stays until the
 * round ends. Nothing here saves the table, tells the watchers or sets a clock: seat.h does that.
 */
#ifndef TALON_BOT_TABLE_SEATS_SEATS_H
#define TALON_BOT_TABLE_SEATS_SEATS_H

#include "bot/table/table.h"

/* -- looking -- */
bool seat_in_round(const struct table *table, unsigned seat);
unsigned seat_of(const struct table *table, const struct person *person); /* or SEAT_NONE */
/* Returns true if the person there does not want to be called by name ({p}pings off). */
bool seat_is_silent(const struct table *table, unsigned seat);
/* Returns the name of the player there, as the table shows it. If several have the same name, all
 * but the first get a number, "Alex (2)", which stays while they sit there under that name. Valid
 * until somebody of the table sits down, leaves or is renamed. */
const char *seat_name(const struct table *table, unsigned seat);
/* Returns the player's own name; others may have the same. NULL for a computer player that has no
 * name yet. */
const char *seat_own_name(const struct table *table, unsigned seat);
/* Returns true for a person who can be whispered to now. */
bool seat_is_present(const struct table *table, unsigned seat);
/* Returns the place in which the person of that seat sees the table. */
struct place *seat_place(const struct table *table, unsigned seat);
/* Returns true if the person there is on another network than the place. On the place's network
 * somebody else may have their name. */
bool seat_is_elsewhere(const struct place *place, unsigned seat);
/* The language of private words to that seat. */
const struct language *seat_language(const struct table *table, unsigned seat);
/* Returns how many keep their seat when the round ends. */
unsigned seats_staying(const struct table *table);
/* How many of those are people. */
unsigned seats_people(const struct table *table);
/* Returns true if a player there has had cards in the match that is under way, and has not left. */
bool seat_in_match(const struct table *table, unsigned seat);
/* Returns true if the match under way counts for the boards and ratings (storage/rating.h): two
 * people or more play in it. */
bool seats_rated(const struct table *table);
/* Returns how many get cards in the next deal: all who stay and do not wait (seat.waits). Before a
 * deal these are the first seats of the list. */
unsigned seats_dealt(const struct table *table);
/* Returns true if no person sits there, or all of them are away. */
bool seats_deserted(const struct table *table);

/* Returns true if the table's rules can be dealt to that many players; for fewer than two, to two.
 */
bool seats_fit(const struct table *table, unsigned count);
/* Returns true if they could be, with two decks (HR-21), and the rules may still be changed. */
bool seats_fit_two_decks(const struct table *table, unsigned count);
/* HR-20: returns true if no teams can be made of the players who would get cards now. */
bool seats_uneven(const struct table *table);
/* Returns true if one more may join. */
bool seats_have_room(const struct table *table);

/* -- the list -- */
/* Adds an empty seat at the end. Returns NULL when memory is out. */
struct seat *seats_add(struct table *table);
/* Call it when a seat got another person, so that seat_name() looks at all names again. */
void seats_renamed(struct table *table);
void seats_remove(struct table *table, unsigned seat);
/* Moves a seat behind all others and returns its new number. Do not call it for a seat that is in a
 * round. */
unsigned seats_move_last(struct table *table, unsigned seat);
/* Removes the seats that people left in the last round, and drops all unfinished plays
 * (seat_ask()). */
void seats_sweep(struct table *table);
/* Drops all unfinished plays (seat_ask()). Returns false if there were none. */
bool seats_forget_asks(struct table *table);
/* Frees the list with its table (table_destroy()). */
void seats_free(struct table *table);

/* -- names of computer players: constant -- */
/* Returns the next name that nobody there has; NULL if there is none. */
const char *seats_new_name(struct table *table);
/* Returns the constant that equals a stored name. */
const char *seat_bot_name(const char *name);

/* -- whose grace runs (presence.h) -- */
/* Begins the grace of a person who has left. Returns false if it does not begin: it runs already,
 * the table waits for them (split.h), or there is no grace. */
bool seat_wait_for(struct table *table, unsigned seat);
/* Begins the grace of all people who are not there. Call it when a round is dealt, or when the wait
 * after a netsplit is over. */
void seats_wait_for_gone(struct table *table);
/* Ends the grace of people on that place's network without counting them as gone, because the table
 * cannot be reached there. */
void seats_wait_for_none(struct place *place);
/* Returns the loop_now() at which the first grace ends; UINT64_MAX if none runs. */
uint64_t seats_grace_due(const struct table *table);

#endif
