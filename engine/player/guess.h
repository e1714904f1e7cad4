/* guess.h: whole games that look to one seat as its view does.
 *
 * What the seat does not see is dealt at random: hands of the others, the draw pile, and what a
 * wild +4 was played on. Included by engine/player/ and tests. */
#ifndef TALON_ENGINE_PLAYER_GUESS_H
#define TALON_ENGINE_PLAYER_GUESS_H

#include "../view.h"

/* What all guesses from one view have in common. */
struct guess {
    const struct rules *rules;
    const struct view *view;
    struct game game; /* without hidden cards */
    uint8_t unseen[DECK_MAX];
    uint8_t unseen_count;
};

/* `rules` and `view` stay with the caller; the view is that of the seat in turn. */
void guess_init(struct guess *guess, const struct rules *rules, const struct view *view);

/* One guess: a lawful game, and view_of() it for the seat is the view. */
void guess_game(struct guess *guess, struct chance *chance, struct game *game);

#endif
