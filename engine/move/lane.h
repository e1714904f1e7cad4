/* lane.h: the fast lane: the moves that make up most of a round, in one go.
 *
 * play.c and game.c carry a move out step by step, and each step asks what the set, the house rules
 * and the table have to say. Mostly none of them has anything to say: a card is played by its
 * normal side, a card is drawn, or a wild +4 is answered, at a full table with nothing pending, and
 * nobody listens (computer players among themselves). Then only a few assignments are left of the
 * steps. The lane takes such moves alone. It leaves all others, refusals among them, to
 * apply_any(). A game is the same with the lane or without it: test_engine_property and
 * test_engine_lane assert that.
 *
 * The lane says some rules a second time, so one text that is compiled twice, once without events,
 * was tried in its place. Its code tested nothing for events, and was no faster than the steps:
 *
 *   random play, classic, 4 players     lane   steps   steps without events   the same, inlined
 *   instructions a move                  384     562                    594                 568
 *   branches mispredicted a move        1.50    2.65                   2.54                2.40
 *   million moves a second                35      23                     23                  22
 *
 * `hard` needs 12 % more instructions a decision without the lane. What costs is that the steps ask
 * and jump by the kind of each card, not that they test for events. (GCC 12 with the flags of
 * Release; counted by cachegrind --branch-sim=yes over 2000 rounds, all of the simulation
 * included.)
 *
 * Included by engine/ alone. */
#ifndef TALON_ENGINE_MOVE_LANE_H
#define TALON_ENGINE_MOVE_LANE_H

#include "step.h"

/* Fills rules->lane and the flags beside it; called last by rules_init(). */
void lanes_init(struct rules *rules);

/* game_apply() for who does not listen. */
enum refusal lane_apply(const struct rules *rules, struct game *game, const struct action *action,
                        struct chance *chance);

#endif
