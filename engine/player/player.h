/* player.h: computer players.
 *
 * A player sees a view and nothing else, and answers with one action. The same view and the same
 * chance give the same answer. */
#ifndef TALON_ENGINE_PLAYER_H
#define TALON_ENGINE_PLAYER_H

#include "../view.h"

struct player_impl {
    const char *name; /* "random", "greedy" */
    /* The turn, answer or choice that `view` asks of its seat (view->turn == view->seat), into
     * `action`. Always a legal one. Announces UNO with the play when it leaves one card. */
    void (*choose)(const struct rules *rules, const struct view *view, struct chance *chance,
                   struct action *action);
};

/* By name, NULL if there is none. */
const struct player_impl *player_find(const char *name);
/* The n-th from 0, NULL behind the last. */
const struct player_impl *player_at(unsigned n);

#endif
