/* deal.h: the deal in its parts, so that position.c can lay the cards in between. Included by
 * engine/ alone. */
#ifndef TALON_ENGINE_DEAL_H
#define TALON_ENGINE_DEAL_H

#include "step.h"

/* An empty table with the whole deck, unshuffled, as draw pile. */
void deal_begin(struct step *step, unsigned players);
/* everybody draws from the top of the pile, highest number deals. The pile is as before. */
unsigned deal_high_card(struct step *step);
/* Hands, card by card from the left of the dealer; all of them are empty before. */
void deal_hands(struct step *step, unsigned dealer);
/* Turns one card up; true when it starts the discard pile, with its effect. */
bool deal_turn(struct step *step);

#endif
