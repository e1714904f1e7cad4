/* player_internal.h: the computer players that player.c lists. Included by engine/player/ alone. */
#ifndef TALON_ENGINE_PLAYER_INTERNAL_H
#define TALON_ENGINE_PLAYER_INTERNAL_H

#include "player.h"

extern const struct player_impl player_random, player_greedy;

#endif
