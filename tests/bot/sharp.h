/* sharp.h: alice, bob and a computer player that notices all, for tests of what it does out of
 * turn: it is alice's turn, jumping in is played, and the clock is far off. */
#ifndef TALON_TESTS_BOT_SHARP_H
#define TALON_TESTS_BOT_SHARP_H

#include "bot/table/round/computer_reaction.h"
#include "bot/table/round/round.h"
#include "pair.h"

enum { DELAY = 300000, SOON = 9, WINDOWS = 4000, BOT = 2 };

/* The one notices all and never forgets its UNO; the other does the contrary. */
extern const struct player_impl sharp, dreamy;
extern struct table *table;
extern struct game *game;

int sharp_set_up(void **state);
#define SHARP_TEST(name) cmocka_unit_test_setup_teardown(name, sharp_set_up, pair_tear_down)

const struct player_impl *sharp_level(const char *name);
/* As after a play without the word. */
void sharp_expose(unsigned seat);
/* The computer player is as quick as that from now on. */
void sharp_hurry(uint64_t delay);
bool sharp_ticking(void);
uint64_t sharp_due_in(void);

#endif
