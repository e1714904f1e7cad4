/* step.h: the inside of one change of a game. Included by engine/ alone.
 *
 * A `struct step` bundles what every rule needs while an accepted action is carried out. Nothing
 * here refuses: legality was settled before (legal.h, play.c). */
#ifndef TALON_ENGINE_STEP_H
#define TALON_ENGINE_STEP_H

#include <stddef.h>

#include "game.h"

struct step {
    const struct rules *rules;
    struct game *game;
    struct chance *chance;
    struct events *events; /* NULL: nobody listens */
};

/* A play on its way through RULES.md 2.2. */
struct play {
    uint8_t seat;
    uint8_t face;          /* that lies on top now */
    uint8_t kind;          /* of it */
    uint8_t printed;       /* its main colour */
    uint8_t target;        /* SEAT_NONE if none */
    uint8_t colour_before; /* in force before */
    uint8_t from;  /* the next player is the one after this seat; the player himself as a rule */
    uint8_t skips; /* how many players after `from` lose the turn */
    bool flex;
    bool last;   /* HR-16: his last card, and the round goes on */
    bool guilty; /* */
    bool waits;  /* the effect has set phase and turn itself */
};

static inline bool seat_in(uint16_t mask, unsigned seat)
{
    return (mask >> seat) & 1;
}

static inline void seat_add(uint16_t *mask, unsigned seat)
{
    *mask = (uint16_t)(*mask | 1u << seat);
}

static inline void seat_remove(uint16_t *mask, unsigned seat)
{
    *mask = (uint16_t)(*mask & ~(1u << seat));
}

static inline unsigned seats_count(uint16_t mask)
{
#ifdef __POPCNT__
    return (unsigned)__builtin_popcount(mask);
#else
    unsigned twos = mask - (mask >> 1 & 0x5555u);
    unsigned fours = (twos & 0x3333u) + (twos >> 2 & 0x3333u);
    unsigned eights = (fours + (fours >> 4)) & 0x0f0fu;
    return (eights + (eights >> 8)) & 0x1fu;
#endif
}

static inline unsigned seats_in_round(const struct game *game)
{
    return seats_count(game->in_round);
}

/* a card can be drawn, if need be after a reshuffle. */
static inline bool game_can_draw(const struct game *game)
{
    return game->pile_count > 0 || game->discard_count > 1;
}

static inline const struct card *rules_card(const struct rules *rules, unsigned card)
{
    return &rules->deck.face[rules->deck.face_of[card]];
}

/* The walk of game_next(), here so that it is inlined where it is hot. */
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

void step_emit(struct step *step, const struct event *event);

/* An event that has only a seat. */
static inline void step_tell(struct step *step, enum event_kind kind, unsigned seat)
{
    if (step->events != NULL)
        step_emit(step, &(struct event){.kind = (uint8_t)kind,
                                        .seat = (uint8_t)seat,
                                        .other = SEAT_NONE,
                                        .face = FACE_NONE});
}

static inline void step_tell_count(struct step *step, enum event_kind kind, unsigned seat,
                                   unsigned count)
{
    if (step->events != NULL)
        step_emit(step, &(struct event){.kind = (uint8_t)kind,
                                        .seat = (uint8_t)seat,
                                        .other = SEAT_NONE,
                                        .face = FACE_NONE,
                                        .count = (uint8_t)count});
}

static inline void step_tell_other(struct step *step, enum event_kind kind, unsigned seat,
                                   unsigned other, unsigned count)
{
    if (step->events != NULL)
        step_emit(step, &(struct event){.kind = (uint8_t)kind,
                                        .seat = (uint8_t)seat,
                                        .other = (uint8_t)other,
                                        .face = FACE_NONE,
                                        .count = (uint8_t)count});
}

static inline void step_tell_colour(struct step *step, enum event_kind kind, unsigned seat,
                                    unsigned colour)
{
    if (step->events != NULL)
        step_emit(step, &(struct event){.kind = (uint8_t)kind,
                                        .seat = (uint8_t)seat,
                                        .other = SEAT_NONE,
                                        .face = FACE_NONE,
                                        .colour = (uint8_t)colour});
}

/* pile.c */

/* Fisher-Yates over the draw pile. */
void pile_shuffle(struct game *game, struct chance *chance);
/* Puts a card on the discard pile. */
static inline void discard_push(const struct rules *rules, struct game *game, unsigned card)
{
    game->discard[game->discard_count++] = (uint8_t)card;
    game->top_face = rules->deck.face_of[card];
    cards_add(&game->discarded, card);
}
/* the next card comes into the hand of `seat` and to `drawn`, after a reshuffle if the pile
 * is empty; DECK_MAX when there is none. step_drew() tells of it. */
unsigned hand_take(struct step *step, unsigned seat, struct cards *drawn);
/* `seat` draws up to `count` cards; gives how many. His hand changes: he is no longer
 * exposed. */
unsigned step_draw(struct step *step, unsigned seat, unsigned count, enum draw_reason reason);
/* Tells of cards that came into the hand of `seat`, and ends his exposure. */
void step_drew(struct step *step, unsigned seat, struct cards cards, unsigned count,
               enum draw_reason reason);
/* The hand goes into the draw pile, which is shuffled (X-1, HR-15). */
void hand_return(struct step *step, unsigned seat);

/* round.c */

/* The turn goes to the next player after `from`, past `skips` players who lose theirs. */
void step_advance(struct step *step, unsigned from, unsigned skips);
/* The seat whose turn it is has finished it. */
static inline void step_end_turn(struct step *step)
{
    step_advance(step, step->game->turn, 0);
}
void step_reverse(struct step *step);
/* Ends the round; `winner` may be SEAT_NONE. The first place wins, whatever `winner`. */
void round_finish(struct step *step, unsigned winner, enum round_end end);
/* HR-16: who reached the first place of the round; SEAT_NONE: nobody yet. */
unsigned place_first(const struct game *game);
/* HR-16: the seat reaches the next place; once its last card has had its effect it retires. */
void place_give(struct step *step, unsigned seat);
void seat_retire(struct step *step, unsigned seat);
/* all have passed. */
void round_block(struct step *step);
/* One turn action is done (R-57, HR-15); to be called last. */
void round_settle_slow(struct step *step, bool turn_action);
static inline void round_settle(struct step *step, bool turn_action)
{
    const uint16_t *value = step->rules->switches.value;
    if (value[SWITCH_MERCY] != 0 || step->game->turn_actions >= value[SWITCH_ROUND_LIMIT])
        round_settle_slow(step, turn_action);
}

/* effect.c */

/* Cards that a +2 costs, and a wild +4 by its answer. */
enum { DRAW_TWO = 2, WD4_ACCEPT = 4, WD4_INNOCENT = 6, WD4_GUILTY = 4 };

void effect_apply(struct step *step, struct play *play);
/* A player is hit by a wild +4 (R-54: of its flex side when play->flex). */
void effect_wd4(struct step *step, struct play *play);
/* ACCEPT and CHALLENGE, of PHASE_CHALLENGE or of a wild +4 that opened a sum. */
void effect_accept(struct step *step);
void effect_challenge(struct step *step);
/* HR-1: the seat to act draws the sum. */
void effect_take_sum(struct step *step);
/* The wild +4 is answered, and a sum with it gone. */
void challenge_clear(struct game *game);
/* whether a wild +4 played from `hand` (which holds it) would be found unlawful. */
bool wd4_guilty(const struct rules *rules, const struct game *game, struct cards hand);

/* play.c */
enum refusal apply_play(struct step *step, const struct action *action);

/* uno.c */
enum refusal apply_uno(struct step *step, const struct action *action);
enum refusal apply_catch(struct step *step, const struct action *action);
/* what a play that left `left` cards does to the announcement. */
void uno_after_play(struct step *step, const struct action *action, unsigned left);

/* leave.c */
enum refusal apply_leave(struct step *step, const struct action *action);
enum refusal apply_timeout(struct step *step, const struct action *action);
/* Takes a seat out of a running round: its open choice takes the default, its hand goes into the
 * pile. Ends the round when one player is left. `mercy`: by HR-15, else X-1. */
void seat_drop(struct step *step, unsigned seat, bool mercy);

/* game.c: actions that leave.c takes as defaults. */
void turn_draw(struct step *step, bool keep);
void turn_keep(struct step *step);
void turn_pass(struct step *step);
void start_colour(struct step *step, unsigned colour);

#endif
