/* house.h: what the house rules of RULES.md 10 add beyond a test of a switch. Included by engine/
 * alone. */
#ifndef TALON_ENGINE_HOUSE_H
#define TALON_ENGINE_HOUSE_H

#include "step.h"

/* HR-1, HR-2: the cards of `hand` that answer the pending sum. */
struct cards house_answers(const struct rules *rules, const struct game *game, struct cards hand);

/* HR-12: the cards that may not be played last. */
struct cards house_no_finish(const struct rules *rules);

/* HR-1: a draw card of `kind` opens the sum or raises it, and the next player must answer. */
void house_raise(struct step *step, struct play *play, enum kind kind, unsigned cards);

/* HR-2: a Reverse or Skip hands the sum on. */
void house_deflect(struct step *step, struct play *play);

/* HR-4: a 7 or a 0 that was not a last card. */
void house_seven(struct step *step, struct play *play);
void house_zero(struct step *step, struct play *play);

/* HR-15: whoever holds too many is out. */
void house_mercy(struct step *step);

#endif
