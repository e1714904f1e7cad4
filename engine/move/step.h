/* step.h: one change of a game. Only engine/ includes it.
 *
 * The functions that carry out a change take a `struct step`. One that returns no enum refusal
 * cannot refuse: its caller has checked the action. apply.c, or the function that deals, owns the
 * step. What the step points to belongs to the caller of the engine. */
#ifndef TALON_ENGINE_MOVE_STEP_H
#define TALON_ENGINE_MOVE_STEP_H

#include <stddef.h>

#include "engine/game.h"

struct step {
    const struct rules *rules;
    struct game *game;
    struct chance *chance;
    struct events *events; /* NULL: the caller wants none */
};

static inline bool seat_in(uint32_t mask, unsigned seat)
{
    return (mask >> seat) & 1;
}

static inline void seat_add(uint32_t *mask, unsigned seat)
{
    *mask |= 1u << seat;
}

static inline void seat_remove(uint32_t *mask, unsigned seat)
{
    *mask &= ~(1u << seat);
}

static inline unsigned seats_count(uint32_t mask)
{
#ifdef __POPCNT__
    return (unsigned)__builtin_popcount(mask);
#else
    unsigned twos = mask - (mask >> 1 & 0x55555555u);
    unsigned fours = (twos & 0x33333333u) + (twos >> 2 & 0x33333333u);
    unsigned eights = (fours + (fours >> 4)) & 0x0f0f0f0fu;
    return (eights * 0x01010101u) >> 24;
#endif
}

static inline unsigned seats_in_round(const struct game *game)
{
    return seats_count(game->in_round);
}

/* game_next(), inlined where it is called often. */
static inline unsigned next_seat(const struct game *game, unsigned seat)
{
    unsigned next = seat;
    do {
        if (game->direction > 0)
            next = next + 1u == game->players ? 0 : next + 1u;
        else
            next = next == 0 ? game->players - 1u : next - 1u;
    } while (!seat_in(game->in_round, next) && next != seat);
    return next;
}

/* Adds the event to step->events, which must not be NULL. */
void step_emit(struct step *step, const struct event *event);

/* The next four functions emit an event if the caller wants events. Fields of the event that they
 * have no argument for are 0, SEAT_NONE or FACE_NONE. */
static inline void step_tell_other(struct step *step, enum event_kind kind, unsigned seat,
                                   unsigned other, unsigned count)
{
    if (step->events != NULL) {
        step_emit(step, &(struct event){.kind = (uint8_t)kind,
                                        .seat = (uint8_t)seat,
                                        .other = (uint8_t)other,
                                        .face = FACE_NONE,
                                        .count = (uint8_t)count});
    }
}

static inline void step_tell_count(struct step *step, enum event_kind kind, unsigned seat,
                                   unsigned count)
{
    step_tell_other(step, kind, seat, SEAT_NONE, count);
}

static inline void step_tell(struct step *step, enum event_kind kind, unsigned seat)
{
    step_tell_other(step, kind, seat, SEAT_NONE, 0);
}

static inline void step_tell_colour(struct step *step, enum event_kind kind, unsigned seat,
                                    unsigned colour)
{
    if (step->events != NULL) {
        step_emit(step, &(struct event){.kind = (uint8_t)kind,
                                        .seat = (uint8_t)seat,
                                        .other = SEAT_NONE,
                                        .face = FACE_NONE,
                                        .colour = (uint8_t)colour});
    }
}

/* Gives the turn to the next player after `from`, past `skips` players who lose theirs. */
void step_advance(struct step *step, unsigned from, unsigned skips);

/* Ends the turn of the seat to act. */
static inline void step_end_turn(struct step *step)
{
    step_advance(step, step->game->turn, 0);
}

/* Turns the direction of play round. */
void step_reverse(struct step *step);

#endif
