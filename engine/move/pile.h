/* pile.h: the draw pile, the discard pile, and drawing. Only engine/ includes it. */
#ifndef TALON_ENGINE_MOVE_PILE_H
#define TALON_ENGINE_MOVE_PILE_H

#include "step.h"

/* true if a card can be drawn, at worst after a reshuffle. */
static inline bool game_can_draw(const struct game *game)
{
    return game->pile_count > 0 || game->discard_count > 1;
}

/* Fisher-Yates over the draw pile. */
void pile_shuffle(struct game *game, struct chance *chance);
/* Puts a card on top of the discard pile. The caller sets the colour in force. */
static inline void pile_discard(const struct rules *rules, struct game *game, unsigned card)
{
    game->discard[game->discard_count++] = (uint8_t)card;
    game->top_face = rules->deck.face_of[card];
    cards_add(&game->discarded, card);
}
/* takes the next card into the hand of `seat` and adds it to `drawn`, after a reshuffle if
 * the pile is empty. Returns the card; DECK_MAX if there is none. Call pile_drew()
 * afterwards. */
unsigned pile_take(struct step *step, unsigned seat, struct cards *drawn);
/* `seat` draws up to `count` cards. Returns how many. A hand that changes is no longer
 * exposed. */
unsigned pile_draw(struct step *step, unsigned seat, unsigned count, enum draw_reason reason);
/* Emits the event for cards that `seat` drew. The seat is no longer exposed. */
void pile_drew(struct step *step, unsigned seat, struct cards cards, unsigned count,
               enum draw_reason reason);
/* Puts the hand into the draw pile and shuffles it (X-1, HR-15). */
void pile_return(struct step *step, unsigned seat);

#endif
