/* levels.h: the computer players of player.c, each defined in the file of its name (hard:
 * search.c). Only engine/player/ includes it. */
#ifndef TALON_ENGINE_PLAYER_LEVELS_H
#define TALON_ENGINE_PLAYER_LEVELS_H

#include "engine/move/step.h"
#include "player.h"

extern const struct player_impl player_random, player_easy, player_normal, player_hard;

/* whether the player forgets to say UNO this time. */
static inline bool forgets_uno(const struct player_impl *player, struct chance *chance)
{
    return chance_below(chance, 100) < player->forgets;
}

/* The seats that a card may hit, without the own partner (HR-20) if it may hit others. */
static inline uint32_t player_targets(const struct rules *rules, const struct view *view)
{
    uint32_t others = view->legal.targets;
    unsigned partner = game_partner(rules, view->players, view->seat);
    if (partner == SEAT_NONE)
        return others;
    seat_remove(&others, partner);
    return others != 0 ? others : view->legal.targets;
}

#endif
