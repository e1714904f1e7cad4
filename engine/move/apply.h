/* apply.h: carries an action out step by step. Only engine/ includes it. */
#ifndef TALON_ENGINE_MOVE_APPLY_H
#define TALON_ENGINE_MOVE_APPLY_H

#include "step.h"

/* game_apply() without the fast lane (lane.h). It is never inlined, so that the lane need not save
 * the registers that only apply_any() uses. */
__attribute__((noinline)) enum refusal apply_any(const struct rules *rules, struct game *game,
                                                 const struct action *action, struct chance *chance,
                                                 struct events *events);

/* Carries out what may follow each change of a round. Seats with too many cards are out (HR-15,
 * R-72), and a round that lasts too long ends. `actor`: the seat that acted, or the dealer
 * after a deal. */
void apply_settle(struct step *step, unsigned actor);

#endif
