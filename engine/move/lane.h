/* lane.h: the fast lane: carries out the moves that make up most of a round at once.
 *
 * play.c and game.c carry a move out step by step, and each step checks the set, the house rules
 * and the table. Usually none of them changes anything: a card is played by its normal side, a card
 * is drawn, or a wild +4 is answered; the table is full, nothing is pending, and nobody wants the
 * events (computer players among themselves). Then only a few assignments are left. The lane takes
 * only such moves. It leaves all others, and every refusal, to apply_any(). A game is the same with
 * and without the lane: test_engine_property and test_engine_lane assert that.
 *
 * The lane repeats some rules. One text compiled twice, once without events, was tried instead. It
 * had no test for events, and was no faster than the steps:
 *
 *   random play, classic, 4 players     lane   steps   steps without events   the same, inlined
 *   instructions a move                  384     562                    594                 568
 *   branches mispredicted a move        1.50    2.65                   2.54                2.40
 *   million moves a second                35      23                     23                  22
 *
 * Without the lane `hard` needs 12 % more instructions a decision. The steps are slow because they
 * branch on the kind of each card, not because they test for events. (GCC 12 with the flags of
 * Release; counted by cachegrind --branch-sim=yes over 2000 rounds, the whole simulation.)
 *
 * Only engine/ includes it. */
#ifndef TALON_ENGINE_MOVE_LANE_H
#define TALON_ENGINE_MOVE_LANE_H

#include "step.h"

/* Fills rules->lane and the flags beside it; called last by rules_init(). */
void lanes_init(struct rules *rules);

/* game_apply() for callers that pass no events. */
enum refusal lane_apply(const struct rules *rules, struct game *game, const struct action *action,
                        struct chance *chance);

#endif
