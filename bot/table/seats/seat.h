/* seat.h: lets people and computer players take and leave seats, and keeps unfinished plays until
 * their player names the missing choice.
 *
 * Each change is saved with the table and sets its clock (save.h, clock.h). */
#ifndef TALON_BOT_TABLE_SEATS_SEAT_H
#define TALON_BOT_TABLE_SEATS_SEAT_H

#include "bot/table/seats/seats.h"

/* -- coming and going -- */
enum table_refusal seat_take(struct table *table, struct person *person);
/* Frees a seat, and tells the table. If its person was the opener, somebody else becomes the
 * opener. If too few are left to play, the match ends. */
void seat_leave(struct table *table, unsigned seat);
/* If the opener has no seat (any more), makes the next person the opener, counted from that seat
 * on, and tells the table. */
void seats_hand_over(struct table *table, unsigned from);
/* Like seats_hand_over(), if the opener has a seat but has left the network; only somebody who is
 * there can become the opener. */
void seats_replace_opener(struct table *table);
/* Sets the number of computer players of that level. NULL: of all levels together; new ones are of
 * the level `normal`. During a match the number can only grow. */
enum table_refusal seats_set_bots(struct table *table, unsigned count,
                                  const struct player_impl *player);
/* Sets the level of all computer players. Not allowed during a match. TABLE_NOT_SEATED: there are
 * none. */
enum table_refusal seats_set_level(struct table *table, const struct player_impl *player);

/* -- waiting -- */
/* Keeps a play that lacks its colour, target or words, until the player names it (S-3). NULL drops
 * the play. */
void seat_ask(struct table *table, unsigned seat, const struct action *action);
/* `away` true: lets a computer player play the seat of somebody who is away. False: gives the seat
 * back to its owner. */
void seat_away(struct table *table, unsigned seat, bool away);

#endif
