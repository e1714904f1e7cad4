/* pair.h: a scene where alice opens a table and sits with bob, for tests of commands.
 *
 * carol looks on, oper is an operator of the channel. */
#ifndef TALON_TESTS_BOT_PAIR_H
#define TALON_TESTS_BOT_PAIR_H

#include "scene.h"

extern struct scene scene;

int pair_set_up(void **state);
int pair_tear_down(void **state);
/* All four join the channel. */
void pair_come(void);
/* alice opened the table and sits with bob; with `deal` a round runs. */
void pair_seat(bool deal);
/* Whose turn it is, and who waits. */
const char *pair_of_turn(void);
const char *pair_other(void);
/* A number lies on top of the round of three, and the seat holds the other one of its kind: HR-3.
 */
void pair_twin_to(unsigned seat, unsigned number);

/* The seat holds that card, for one of its own, wherever it was. */
void pair_give(unsigned seat, unsigned card);

#endif
