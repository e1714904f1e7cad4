/* house.h: what the house rules of RULES.md 10 add beyond a test of a switch. Included by engine/
 * alone. */
#ifndef TALON_ENGINE_HOUSE_H
#define TALON_ENGINE_HOUSE_H

#include "effect.h"

/* HR-1: a draw card of `kind` opens the sum or raises it, and the next player must answer. */
void house_raise(struct step *step, struct play *play, enum kind kind, unsigned cards);

/* HR-2: a Reverse or Skip hands the sum on. */
void house_deflect(struct step *step, struct play *play);

/* HR-4: a 7 or a 0 that was not a last card. */
void house_seven(struct step *step, struct play *play);
void house_zero(struct step *step, struct play *play);

#endif
