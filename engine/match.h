/* match.h: the scores of a match, round by round.
 *
 * A match knows seats and points; the table knows who sits where. Between rounds seats may be
 * added and removed. */
#ifndef TALON_ENGINE_MATCH_H
#define TALON_ENGINE_MATCH_H

#include "game.h"

struct match {
    uint8_t players;
    uint8_t dealer; /* dealer of the current or next round; SEAT_NONE before the first */
    bool over;
    uint32_t winners; /* if the match is over, bit a seat: won it */
    uint16_t rounds;  /* finished, void ones not counted */
    int32_t total[PLAYERS_MAX];
    int32_t gained[PLAYERS_MAX]; /* points of the last round by seat */
};

void match_init(struct match *match, unsigned players);

/* Adds a round that is over to the totals. With single_round the match ends. With points_500 the
 * winner gains the points of R-33, and so does its partner (HR-20). With lowest_500 each seat adds
 * the points of its own hand. A void round adds nothing. Then the deal moves one seat to the
 * left. */
void match_add_round(struct match *match, const struct rules *rules, const struct game *game);
/* The order of finish of a round that is over and has a winner: places from 1, shared where the
 * rules do not tell seats apart.
 *
 * With HR-16 the places are those reached in play. With lowest_500 the points left in hand decide,
 * because every seat adds them. In other modes the points in hand only go to the winner.
 * Somebody who kept a wild for the end has not played worse, so all others share one place. Seats
 * that were out (HR-15) or left come after those that held cards to the end. A team shares
 * the first place (HR-20). */
void match_places(const struct rules *rules, const struct game *game, uint8_t places[PLAYERS_MAX]);
/* Gives the deal to the seat after `dealer`, who dealt a round that does not count. */
void match_pass_deal(struct match *match, unsigned dealer);

/* Adds a seat with total 0 after the last one. False if the table is full. */
bool match_add_seat(struct match *match);
/* Removes a seat; later seats move up. The deal stays with its player, or goes to the next one
 * if that player has left. */
void match_remove_seat(struct match *match, unsigned seat);

#endif
