/* effect.h: the effect of a played card (RULES.md 2.2 step 6), and the answers to a wild +4 or a
 * sum. Only engine/ includes it. */
#ifndef TALON_ENGINE_MOVE_EFFECT_H
#define TALON_ENGINE_MOVE_EFFECT_H

#include "step.h"

/* How many cards a +2 costs, and a wild +4 that is accepted, wrongly challenged or rightly
 * challenged. */
enum { DRAW_TWO = 2, WD4_ACCEPT = 4, WD4_INNOCENT = 6, WD4_GUILTY = 4 };

/* A play while RULES.md 2.2 is carried out. */
struct play_effect {
    uint8_t seat;
    uint8_t face;          /* that lies on top now */
    uint8_t kind;          /* of it */
    uint8_t printed;       /* its main colour */
    uint8_t target;        /* SEAT_NONE if none */
    uint8_t colour_before; /* in force before */
    uint8_t from;          /* the next player is the one after this seat; usually it is `seat` */
    uint8_t skips;         /* how many players after `from` lose the turn */
    bool flex;
    bool last;   /* HR-16: it was the last card of the hand, and the round goes on */
    bool guilty; /* */
    bool waits;  /* the effect has set phase and turn itself */
};

/* Applies the effect of the played card. Sets in `play` who is next, or sets `waits` if the effect
 * has set phase and turn itself. */
void effect_apply(struct step *step, struct play_effect *play);
/* A wild +4 hits a player (R-54: by its flex side if play->flex). */
void effect_wd4(struct step *step, struct play_effect *play);
/* Carry out ACCEPT and CHALLENGE, in PHASE_CHALLENGE or after a wild +4 that opened a sum. */
void effect_accept(struct step *step);
void effect_challenge(struct step *step);
/* HR-1: the seat to act draws the sum. */
void effect_take_sum(struct step *step);
/* Clears the question that a wild +4 asks, and the pending sum. */
void effect_clear(struct game *game);

#endif
