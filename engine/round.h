/* round.h: how a round ends, and how a seat leaves it before, HR-16, HR-19.
 * Only engine/ includes it. */
#ifndef TALON_ENGINE_ROUND_H
#define TALON_ENGINE_ROUND_H

#include "engine/move/step.h"

/* Ends the round. `winner` may be SEAT_NONE. If a seat has reached the first place, that
 * seat wins instead. */
void round_finish(struct step *step, unsigned winner, enum round_end end);
/* R-33, HR-20: what each seat that has won the round gains. The hands of a team do not count for
 * it. 0: nobody has won. */
unsigned round_points(const struct rules *rules, const struct game *game);
/* HR-20: true if all seats that are still in the round are of one team. */
bool round_has_one_side(const struct step *step);
/* ends a round in which all have passed. */
void round_block(struct step *step);
/* HR-16: the seat that reached the first place; SEAT_NONE: none so far. */
unsigned round_first_place(const struct game *game);
/* HR-16: the seat reaches the next place. It stays in the round until its last card has had its
 * effect. Then the caller takes it out with round_retire(). */
void round_give_place(struct step *step, unsigned seat);
/* Takes the seat out of the round. If it had the turn, the turn moves on. */
void round_retire(struct step *step, unsigned seat);

#endif
