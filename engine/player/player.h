/* player.h: computer players.
 *
 * A player sees only a view and answers with one action. The same view, chance and budget give
 * the same answer. */
#ifndef TALON_ENGINE_PLAYER_H
#define TALON_ENGINE_PLAYER_H

#include <stdatomic.h>

#include "memory.h"

/* For a searching player: how long it may think, and what it knows besides the view. */
struct player_budget {
    uint32_t nodes;              /* moves to try in all; 0: the player decides */
    const atomic_bool *stop;     /* may be NULL; another thread sets it to get an answer at once */
    const struct memory *memory; /* memory of the round; may be NULL */
};

struct player_impl {
    const char *name; /* "random", "easy", "normal", "hard" */
    bool searches;    /* takes long: do not call choose() on the loop */
    uint8_t forgets;  /* of 100 plays that leave one card: in how many it forgets UNO */
    uint8_t notices;  /* of 100 chances to catch somebody: how many it notices */
    /* Writes the action of the seat in turn (view->turn == view->seat) into `action`. It is
     * always legal. A play to one card includes UNO, unless the player forgets it. `budget` may
     * be NULL for the default; only searching players read it. */
    void (*choose)(const struct rules *rules, const struct view *view, struct chance *chance,
                   const struct player_budget *budget, struct action *action);
};

/* Finds a player by name; NULL: there is none. "greedy" of old journals is normal. */
const struct player_impl *player_find(const char *name);
/* The n-th player from 0; NULL after the last. */
const struct player_impl *player_at(unsigned n);

#endif
