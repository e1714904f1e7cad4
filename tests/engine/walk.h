/* walk.h: one random round, and after each action all that must always hold: game_broken(), and the
 * promises of game.h and view.h. The property test walks millions of them; the fuzzer chooses the
 * steps itself. What does not hold is told on stderr with all that repeats it, and ends the program
 * by abort(). */
#ifndef TALON_TESTS_ENGINE_WALK_H
#define TALON_TESTS_ENGINE_WALK_H

#include "engine/game.h"
#include "engine/view.h"

enum { WALK_ACTIONS_MAX = 30000 };

struct walk {
    /* Set by the caller. */
    const struct ruleset *set;
    unsigned players;
    uint64_t seed;       /* of the game's own chance */
    struct chance *dice; /* chooses the switches and the steps */
    unsigned thorough;   /* of that many states one has every thinkable action tried out; 1: all */
    unsigned long steps_max; /* the walk stops there even in mid-round; 0: goes on to the end */

    /* Sums, over all the rounds walked. */
    unsigned long rounds, actions, states, thorough_states;
    unsigned long ends[ROUND_DESERTED + 1]; /* by enum round_end */

    /* The round. */
    struct rules rules;
    struct game game;
    struct chance_seeded chance;
    struct action log[WALK_ACTIONS_MAX];
    uint64_t hash[WALK_ACTIONS_MAX];
    unsigned count;
};

/* Players that fit the set, and some switches at random values, in a mix that can be dealt. */
void walk_rules(struct walk *walk);

/* Deals by walk->seed, plays, checks, and replays what was played. */
void walk_round(struct walk *walk);

#endif
