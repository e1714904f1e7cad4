/* deal.h: the deal in steps, so that position.c can put known cards between them. Only engine/
 * includes it. */
#ifndef TALON_ENGINE_MOVE_DEAL_H
#define TALON_ENGINE_MOVE_DEAL_H

#include "step.h"

/* Begins a deal: no hands, and the whole deck, unshuffled, as draw pile. */
void deal_begin(struct step *step, unsigned players);
/* each seat draws from the top of the pile, and the highest number deals. Returns that seat.
 * The cards go back, so that the pile is as before. If ties have used the pile up, it is shuffled
 * and the draw goes on. */
unsigned deal_high_card(struct step *step);
/* Deals the hands card by card, from the left of the dealer. They must be empty before. */
void deal_hands(struct step *step, unsigned dealer);
/* Turns one card up. True: the card starts the discard pile and has had its effect.
 * False: the caller must turn another one. */
bool deal_turn(struct step *step);

#endif
