/* house.h: the house rules of RULES.md 10 that need more than a test of a switch. Only engine/
 * includes it. */
#ifndef TALON_ENGINE_MOVE_HOUSE_H
#define TALON_ENGINE_MOVE_HOUSE_H

#include "effect.h"

/* HR-1: a draw card of `kind` opens the sum or raises it, and the next player must answer. */
void house_raise(struct step *step, struct play_effect *play, enum kind kind, unsigned cards);

/* HR-2, R-42: a Reverse or Skip sends the sum to another player. */
void house_deflect(struct step *step, struct play_effect *play);

/* HR-4: a 7 swaps two hands, a 0 passes all of them on. Not for the last card of a hand. */
void house_seven(struct step *step, struct play_effect *play);
void house_zero(struct step *step, struct play_effect *play);

#endif
