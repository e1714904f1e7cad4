/* deal.h: the deal in its parts, so that position.c can lay the cards in between. Included by
 * engine/ alone. */
#ifndef TALON_ENGINE_MOVE_DEAL_H
#define TALON_ENGINE_MOVE_DEAL_H

#include "step.h"

/* An empty table with the whole deck, unshuffled, as draw pile. */
void deal_begin(struct step *step, unsigned players);
/* everybody draws from the top of the pile, and who has the highest number deals. Gives that
 * seat. The cards go back, so that the pile is as before; but it is shuffled
 * again when a tie has used it up. */
unsigned deal_high_card(struct step *step);
/* Deals the hands card by card, from the left of the dealer. They must be empty before. */
void deal_hands(struct step *step, unsigned dealer);
/* Turns one card up. True: it starts the discard pile and its effect is done. False:
 * another one must be turned. */
bool deal_turn(struct step *step);

#endif
