/* seat.h: how people and computer players take and leave seats, and the plays that wait for a
 * seat's answer.
 *
 * Each change is saved with the table and sets its clock (save.h, clock.h). */
#ifndef TALON_BOT_TABLE_SEATS_SEAT_H
#define TALON_BOT_TABLE_SEATS_SEAT_H

#include "bot/table/seats/seats.h"

/* -- coming and going -- */
/* Returns true if one more may join. */
bool seats_have_room(const struct table *table);
enum table_refusal seat_take(struct table *table, struct person *person);
/* Gives a seat back, and tells the table. The opener hands the table over. May end the match, if
 * nobody is left to play. */
void seat_leave(struct table *table, unsigned seat);
/* If the opener has no seat (any more), the next person from that seat on becomes the opener,
 * and the table is told. */
void seats_hand_over(struct table *table, unsigned from);
/* The same if the opener has a seat and has left the network; only somebody who is there takes
 * over. */
void seats_replace_opener(struct table *table);
/* Sets the number of computer players of that level; NULL: of all levels, and new ones are
 * normal. During a match the number can only grow. */
enum table_refusal seats_set_bots(struct table *table, unsigned count,
                                  const struct player_impl *player);
/* Sets the level of all computer players; not during a match. TABLE_NOT_SEATED: there are none. */
enum table_refusal seats_set_level(struct table *table, const struct player_impl *player);

/* -- waiting -- */
/* Keeps a play that lacks its colour, target or words (S-3). NULL drops it. */
void seat_ask(struct table *table, unsigned seat, const struct action *action);
/* Lets a computer player play the seat of somebody who is away, or ends that. */
void seat_away(struct table *table, unsigned seat, bool away);

#endif
