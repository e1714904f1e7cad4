/* position.h: games that begin in the middle or with known cards, for scenarios and tests.
 *
 * The daemon never uses it: its games come from game_deal(). */
#ifndef TALON_ENGINE_POSITION_H
#define TALON_ENGINE_POSITION_H

#include "game.h"

/* An empty game: no hands, empty piles, seat 0 to move clockwise, the last seat as dealer. The
 * caller fills hands, piles, colour and turn, then calls position_seal(). */
void position_init(struct game *game, unsigned players);

/* Sets the fields that follow from hands and piles: counts, the top, the set of discarded cards. */
void position_seal(const struct rules *rules, struct game *game);

/* A deal with some known cards. Lists hold faces; all other cards are random. */
struct position_deal {
    unsigned players;
    unsigned dealer;         /* a seat; SEAT_NONE: `draws` decides; without `draws`, the rule set */
    uint8_t draws[DECK_MAX]; /* faces drawn for the deal, in order */
    unsigned draw_count;
    uint8_t hand[PLAYERS_MAX][DECK_MAX]; /* cards dealt to a seat */
    uint8_t hand_count[PLAYERS_MAX];
    uint8_t turned[DECK_MAX]; /* turned_count faces turned up for the first discard, in order;
                                 behind them next_count faces that lie next on the pile */
    unsigned turned_count;
    unsigned next_count; /* how many faces of `turned` lie next on the pile, behind the turned_count
                          * first ones */
    bool next_alone;     /* the pile has no other cards than these */
};

/* Deals with these cards. Returns NULL, or the reason why the cards cannot be laid like this.
 * `events` may be NULL; it gets the events of game_deal(). */
const char *position_deal(const struct rules *rules, struct game *game,
                          const struct position_deal *deal, struct chance *chance,
                          struct events *events);

#endif
