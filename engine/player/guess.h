/* guess.h: whole games that look to one seat as its view does.
 *
 * What the seat does not see is dealt at random: hands of the others, the draw pile, and what a
 * wild +4 was played on. With a memory of the round, hands that explain better what their owners
 * did come more often (Gibbs sampling, seat by seat). Included by engine/player/ and tests. */
#ifndef TALON_ENGINE_PLAYER_GUESS_H
#define TALON_ENGINE_PLAYER_GUESS_H

#include "memory.h"

/* What all guesses from one view have in common. */
struct guess {
    const struct rules *rules;
    const struct view *view;
    const struct memory *memory; /* NULL: none */
    struct game game;            /* what the view shows, and the hands of the latest guess */
    bool dealt;
    uint8_t rest[DECK_MAX]; /* what nobody holds in it, in any order */
    uint8_t rest_count;
    uint32_t nodes; /* moves looked at by memory_weight() */
};

/* `rules`, `view` and `memory` (may be NULL) stay with the caller; the view is that of the seat in
 * turn. */
void guess_init(struct guess *guess, const struct rules *rules, const struct view *view,
                const struct memory *memory);

/* Makes one guess: a lawful game of which view_of() gives the seat its view. Each guess is made by
 * changing the hands of the one before, so that two in a row may be alike. */
void guess_game(struct guess *guess, struct chance *chance, struct game *game);

#endif
