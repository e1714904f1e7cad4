/* round.h: how a round ends, and who leaves it before, HR-16, HR-19. Included by
 * engine/ alone. */
#ifndef TALON_ENGINE_ROUND_H
#define TALON_ENGINE_ROUND_H

#include "engine/move/step.h"

/* Ends the round; `winner` may be SEAT_NONE. The first place wins, whatever `winner`. */
void round_finish(struct step *step, unsigned winner, enum round_end end);
/* ends a round in which all have passed. */
void round_block(struct step *step);
/* HR-16: who reached the first place of the round; SEAT_NONE: nobody yet. */
unsigned round_first_place(const struct game *game);
/* HR-16: the seat reaches the next place. It stays in the round until its last card has had its
 * effect, and is then to be retired. */
void round_give_place(struct step *step, unsigned seat);
/* The seat plays no more in this round; if it was its turn, the turn moves on. */
void round_retire(struct step *step, unsigned seat);

#endif
