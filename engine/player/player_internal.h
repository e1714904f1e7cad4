/* player_internal.h: the computer players that player.c lists. Included by engine/player/ alone. */
#ifndef TALON_ENGINE_PLAYER_INTERNAL_H
#define TALON_ENGINE_PLAYER_INTERNAL_H

#include "player.h"

extern const struct player_impl player_random, player_easy, player_normal, player_hard;

/* What `normal` does, always with the word UNO. */
void normal_choose(const struct rules *rules, const struct view *view, struct action *action);

/* whether the player lets the word slip this time. */
static inline bool forgotten(const struct player_impl *player, struct chance *chance)
{
    return chance_below(chance, 100) < player->forgets;
}

#endif
