/* match.h: rounds added up.
 *
 * A match knows seats and points; who sits there is the table's business. Between rounds seats may
 * be added or removed. */
#ifndef TALON_ENGINE_MATCH_H
#define TALON_ENGINE_MATCH_H

#include "game.h"

struct match {
    uint8_t players;
    uint8_t dealer; /* of the current or next round; SEAT_NONE before the first */
    bool over;
    uint16_t winners; /* bit a seat; of a match that is over */
    uint16_t rounds;  /* finished, void ones not counted */
    int32_t total[PLAYERS_MAX];
    int32_t gained[PLAYERS_MAX]; /* points of the last round by seat */
};

void match_init(struct match *match, unsigned players);

/* Takes a round that is over into the totals: single_round ends the match with it, points_500 adds
 * R-33 to the winner, lowest_500 each own hand. A void round adds nothing. Moves the deal
 * one seat to the left. */
void match_add_round(struct match *match, const struct rules *rules, const struct game *game);
/* The order of finish of a round that is over and has a winner: places from 1, shared by those whom
 * its own rules do not set apart. HR-16 ranks by itself; lowest_500 by the points left in hand,
 * which everybody counts. Elsewhere a hand is worth only what it gives to the winner, and
 * who holds back a wild card for the end has not played worse: the others share one place. Who was
 * out (HR-15) or left comes behind those who held cards to the end. */
void match_places(const struct rules *rules, const struct game *game, uint8_t places[PLAYERS_MAX]);
/* Only moves the deal on, after a round that `dealer` dealt and that is not added. */
void match_pass_deal(struct match *match, unsigned dealer);

/* A newcomer takes the seat after the last one with total 0; false when full. */
bool match_add_seat(struct match *match);
/* Takes a seat out; those behind it move up. The deal stays with the player who had it, or goes to
 * the next one if that player has left. */
void match_remove_seat(struct match *match, unsigned seat);

#endif
