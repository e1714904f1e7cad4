/* turn.h: drawing, passing and keeping, HR-5, HR-6. Only engine/ includes it. */
#ifndef TALON_ENGINE_MOVE_TURN_H
#define TALON_ENGINE_MOVE_TURN_H

#include "step.h"

/* Each returns REFUSED_NOT if the seat to act may draw, may pass, or may keep the card that it
 * drew. Otherwise returns the reason. The caller checks the phase. */
enum refusal turn_refuse_draw(const struct rules *rules, const struct game *game);
enum refusal turn_refuse_pass(const struct rules *rules, const struct game *game);
enum refusal turn_refuse_keep(const struct rules *rules, const struct game *game);

/* The seat to act draws (HR-5: until a card is playable). `keep`: it keeps the card even if it is
 * playable, and its turn ends. */
void turn_draw(struct step *step, bool keep);
/* The seat to act keeps the card that it drew, or passes. */
void turn_keep(struct step *step);
void turn_pass(struct step *step);
/* PHASE_COLOUR: the seat to act names the colour with which play begins. */
void turn_colour(struct step *step, unsigned colour);

#endif
