/* view.h: what one seat may know of a round, and nothing else.
 *
 * Every private message, every view of a table and every computer player sees the game through
 * it. */
#ifndef TALON_ENGINE_VIEW_H
#define TALON_ENGINE_VIEW_H

#include <stddef.h>

#include "engine/move/legal.h"

struct view {
    /* The open part of struct game, field by field. */
    uint8_t players, dealer, turn, phase;
    int8_t direction;
    uint8_t colour, offender, hyper, passes, pending_kind;
    uint8_t pile_count, discard_count;
    uint16_t pending;
    uint32_t in_round, exposed, announced, power_red;
    uint8_t hand_count[PLAYERS_MAX];
    uint8_t top_face;

    uint8_t seat;         /* the seat that sees this; SEAT_NONE: a spectator, with an empty hand */
    uint8_t drawn_face;   /* PHASE_DRAWN: the own drawn card, else FACE_NONE */
    struct cards hand;    /* own */
    struct cards discard; /* every card on the discard pile (everybody may know them) */
    struct legal legal;   /* of this seat */
};

/* Bytes of the open part, which both structs share. */
enum { VIEW_OPEN_SIZE = offsetof(struct game, top_face) + 1 };

/* Fills `view` for `seat` (or SEAT_NONE). The view depends only on the hand of that seat and on
 * what lies open: two games that differ only in hidden cards give equal views. */
void view_of(const struct rules *rules, const struct game *game, unsigned seat, struct view *view);
/* Returns the cards of an event that `seat` may know. A seat knows the cards that it drew, that
 * were shown to it, and that were shown to everybody. A spectator (SEAT_NONE) knows only the last.
 */
struct cards view_event_cards(const struct event *event, unsigned seat);

#endif
