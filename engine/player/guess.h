/* guess.h: whole games that give one seat its view.
 *
 * Whatever the seat does not see is dealt at random: the other hands, the draw pile, and the
 * card below a wild +4. With a memory of the round, hands that better explain the plays of their
 * owners come more often (Gibbs sampling, seat by seat). Only engine/player/ and tests include
 * it. */
#ifndef TALON_ENGINE_PLAYER_GUESS_H
#define TALON_ENGINE_PLAYER_GUESS_H

#include "memory.h"

/* The data that all guesses from one view share. */
struct guess {
    const struct rules *rules;
    const struct view *view;
    const struct memory *memory; /* NULL: none */
    struct game game;            /* a game with all that the view shows, and the hands of the latest
                                  * guess */
    bool dealt;
    uint8_t rest[DECK_MAX]; /* cards that are in no hand of the latest guess, in any order */
    uint8_t rest_count;
    uint32_t nodes; /* how many moves memory_weight() has examined */
};

/* `rules`, `view` and `memory` (may be NULL) belong to the caller. The view is that of the seat
 * in turn. */
void guess_init(struct guess *guess, const struct rules *rules, const struct view *view,
                const struct memory *memory);

/* Makes one guess: a lawful game from which view_of() gives the seat its view. A guess changes
 * the hands of the one before, so two in a row may be alike. */
void guess_game(struct guess *guess, struct chance *chance, struct game *game);

#endif
