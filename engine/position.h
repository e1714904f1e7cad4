/* position.h: games that begin in the middle or with known cards, for scenarios and tests.
 *
 * The daemon never uses it: its games come from game_deal(). */
#ifndef TALON_ENGINE_POSITION_H
#define TALON_ENGINE_POSITION_H

#include "game.h"

/* An empty game: nobody holds anything, both piles are empty, seat 0 to move clockwise, the last
 * seat has dealt. The caller fills hands, piles, colour and turn, then calls position_seal(). */
void position_init(struct game *game, unsigned players);

/* Makes what follows from hands and piles: counts, top, the set of discarded cards. */
void position_seal(const struct rules *rules, struct game *game);

/* A deal with cards that are known before. Lists hold faces; what they leave open is chance. */
struct position_deal {
    unsigned players;
    unsigned dealer;         /* a seat; SEAT_NONE: by `draws`, or the set's own way */
    uint8_t draws[DECK_MAX]; /* what is drawn for the deal, in order */
    unsigned draw_count;
    uint8_t hand[PLAYERS_MAX][DECK_MAX]; /* cards dealt to a seat */
    uint8_t hand_count[PLAYERS_MAX];
    uint8_t turned[DECK_MAX]; /* turned up for the first discard, in order; */
    unsigned turned_count;
    unsigned next_count; /* behind them in the same list: what lies next on the pile then */
    bool next_alone;     /* and nothing else */
};

/* NULL, or why the cards cannot be laid so. `events` may be NULL; it tells of the deal as
 * game_deal() does. */
const char *position_deal(const struct rules *rules, struct game *game,
                          const struct position_deal *deal, struct chance *chance,
                          struct events *events);

#endif
