/* lane.h: the fast lane: the moves that make up most of a round, in one go.
 *
 * play.c and game.c tell a move step by step, each step asking what the set, the house rules and
 * the table have to say. Mostly none of them has: a card is played by its normal side, one is
 * drawn, or a wild +4 is answered, at a full table with nothing pending, and nobody listens
 * (computer players among themselves). What is left of the steps then is a few assignments. The
 * lane takes only such moves and leaves all others, refusals among them, as they are: with or
 * without it a game is the same, which test_engine_property asserts. Included by engine/ alone. */
#ifndef TALON_ENGINE_LANE_H
#define TALON_ENGINE_LANE_H

#include "step.h"

/* Fills rules->lane and the flags beside it; called last by rules_init(). */
void lanes_init(struct rules *rules);

/* Every other action, and these: game_apply() without the lane (game.c). Not inlined, so that the
 * lane does not pay for the registers that it needs. */
__attribute__((noinline)) enum refusal apply_any(const struct rules *rules, struct game *game,
                                                 const struct action *action, struct chance *chance,
                                                 struct events *events);

#endif
