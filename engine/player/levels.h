/* levels.h: the computer players of player.c, each defined in the file of its name (hard:
 * search.c). Only engine/player/ includes it. */
#ifndef TALON_ENGINE_PLAYER_LEVELS_H
#define TALON_ENGINE_PLAYER_LEVELS_H

#include "player.h"

extern const struct player_impl player_random, player_easy, player_normal, player_hard;

/* whether the player forgets to say UNO this time. */
static inline bool forgets_uno(const struct player_impl *player, struct chance *chance)
{
    return chance_below(chance, 100) < player->forgets;
}

#endif
