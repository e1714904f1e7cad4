/* player.h: computer players.
 *
 * A player sees a view and nothing else, and answers with one action. The same view, the same
 * chance and the same budget give the same answer. */
#ifndef TALON_ENGINE_PLAYER_H
#define TALON_ENGINE_PLAYER_H

#include <stdatomic.h>

#include "memory.h"

/* How long a player that searches may think, and about what besides the view. */
struct player_budget {
    uint32_t nodes;              /* moves tried out in all; 0: as many as the player thinks right */
    const atomic_bool *stop;     /* may be NULL; another thread raises it: answer at once */
    const struct memory *memory; /* of the round; may be NULL */
};

struct player_impl {
    const char *name; /* "random", "easy", "normal", "hard" */
    bool searches;    /* thinks for long: choose() does not belong on the loop */
    uint8_t forgets;  /* out of 100 plays to one card, those without the word UNO */
    uint8_t notices;  /* out of 100 chances to catch somebody, those it sees */
    /* The turn, answer or choice that `view` asks of its seat (view->turn == view->seat), into
     * `action`. Always a legal one. Announces UNO with the play when it leaves one card, but for
     * those forgotten. `budget` may be NULL, for the player's own; only who searches reads it. */
    void (*choose)(const struct rules *rules, const struct view *view, struct chance *chance,
                   const struct player_budget *budget, struct action *action);
};

/* By name, NULL if there is none. "greedy", as old journals have it, is normal. */
const struct player_impl *player_find(const char *name);
/* The n-th from 0, NULL behind the last. */
const struct player_impl *player_at(unsigned n);

#endif
