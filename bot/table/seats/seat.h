/* seat.h: who takes and leaves the seats of a table, and what each waits for.
 *
 * What changes a seat here is saved with its table and sets its clock (save.h, clock.h). */
#ifndef TALON_BOT_TABLE_SEATS_SEAT_H
#define TALON_BOT_TABLE_SEATS_SEAT_H

#include "bot/table/seats/seats.h"

/* -- coming and going -- */
/* Whether one more may join. */
bool seats_have_room(const struct table *table);
enum table_refusal seat_take(struct table *table, struct person *person);
/* The table hears of it, and who opened it hands it over. May end the match: nobody is left to play
 * for. */
void seat_leave(struct table *table, unsigned seat);
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

/* -- waiting -- */
/* A play that waits for its colour, target or words (NULL: none any more). */
void seat_ask(struct table *table, unsigned seat, const struct action *action);
/* A computer player keeps the seat, or no more. */
void seat_away(struct table *table, unsigned seat, bool away);

#endif
