/* pile.h: the draw pile, the discard pile, and drawing. Included by engine/ alone. */
#ifndef TALON_ENGINE_MOVE_PILE_H
#define TALON_ENGINE_MOVE_PILE_H

#include "step.h"

/* a card can be drawn, if need be after a reshuffle. */
static inline bool game_can_draw(const struct game *game)
{
    return game->pile_count > 0 || game->discard_count > 1;
}

/* Fisher-Yates over the draw pile. */
void pile_shuffle(struct game *game, struct chance *chance);
/* Puts a card on top of the discard pile; the colour in force is for the caller to set. */
static inline void pile_discard(const struct rules *rules, struct game *game, unsigned card)
{
    game->discard[game->discard_count++] = (uint8_t)card;
    game->top_face = rules->deck.face_of[card];
    cards_add(&game->discarded, card);
}
/* the next card comes into the hand of `seat` and to `drawn`, after a reshuffle if the pile
 * is empty; DECK_MAX when there is none. pile_drew() tells of it. */
unsigned pile_take(struct step *step, unsigned seat, struct cards *drawn);
/* `seat` draws up to `count` cards; gives how many. His hand changes: he is no longer
 * exposed. */
unsigned pile_draw(struct step *step, unsigned seat, unsigned count, enum draw_reason reason);
/* Tells of cards that came into the hand of `seat`, and ends his exposure. */
void pile_drew(struct step *step, unsigned seat, struct cards cards, unsigned count,
               enum draw_reason reason);
/* The hand goes into the draw pile, which is shuffled (X-1, HR-15). */
void pile_return(struct step *step, unsigned seat);

#endif
