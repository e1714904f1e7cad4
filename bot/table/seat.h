/* seat.h: the seats of a table: who takes and leaves them, and what each waits for.
 *
 * A seat is a number, that of its place in table->seats, until somebody before it goes. It is a
 * person's or a computer player's; one that is left in a round stays until that ends. What changes
 * a seat here is saved with its table and sets its clock (table.h). */
#ifndef TALON_BOT_TABLE_SEAT_H
#define TALON_BOT_TABLE_SEAT_H

#include "bot/table/table.h"

/* -- looking -- */
bool seat_in_round(const struct table *table, unsigned seat);
unsigned seat_of(const struct table *table, const struct person *person); /* or SEAT_NONE */
/* Who sits there does not want to be called ({p}pings off). */
bool seat_is_silent(const struct table *table, unsigned seat);
const char *seat_name(const struct table *table, unsigned seat);
bool seat_is_present(const struct table *table, unsigned seat); /* a person one can whisper to */
/* The language of private words to that seat. */
const struct language *seat_language(const struct table *table, unsigned seat);
/* How many will be dealt in next. */
unsigned seats_staying(const struct table *table);
/* Whether one more may join. */
bool seats_have_room(const struct table *table);

/* -- coming and going -- */
enum table_refusal seat_take(struct table *table, struct person *person);
/* May end the match: nobody is left to play for. */
enum table_refusal seat_leave(struct table *table, unsigned seat);
/* Likewise, and the table hears of it; who opened it hands it over. */
void seat_leave_aloud(struct table *table, unsigned seat);
/* When who opened the table has no seat (any more), the next person from that seat on is taken for
 * who opened it, aloud. */
void seats_hand_over(struct table *table, unsigned from);
/* Likewise when who opened the table has a seat, and is gone: only to somebody who is there. */
void seats_replace_opener(struct table *table);
/* Sets the number of computer players of that level, and leaves the others as they are; NULL: of
 * all, and new ones are normal. During a match only more of them. */
enum table_refusal seats_set_bots(struct table *table, unsigned count,
                                  const struct player_impl *player);
/* All of them play so from now on; not during a match. TABLE_NOT_SEATED: there are none. */
enum table_refusal seats_set_level(struct table *table, const struct player_impl *player);
/* The constant name behind a stored one. */
const char *seat_bot_name(const char *name);
/* Those who left in the last round go. Not saved. */
void seats_sweep(struct table *table);
/* With the table (table_destroy()). */
void seats_free(struct table *table);

/* -- waiting -- */
/* A play that waits for its colour, target or words (NULL: none any more). */
void seat_ask(struct table *table, unsigned seat, const struct action *action);
/* No play waits for an answer any more. */
void seats_forget_asks(struct table *table);
/* A computer player keeps the seat, or no more. */
void seat_away(struct table *table, unsigned seat, bool away);

#endif
