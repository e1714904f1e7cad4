/* search.h: the search behind `hard`, for who may look at its cards. Included by engine/player/,
 * the simulator and tests alone: nobody at a table is given a game. */
#ifndef TALON_ENGINE_PLAYER_SEARCH_H
#define TALON_ENGINE_PLAYER_SEARCH_H

#include "player.h"

/* As `choose` of a player; with `open`, the game that `view` was made of, it sees all hands instead
 * of guessing them. What lies in the draw pile stays unknown. Always says UNO. Returns how many
 * moves were tried out. */
uint32_t search_choose(const struct rules *rules, const struct view *view, const struct game *open,
                       struct chance *chance, const struct player_budget *budget,
                       struct action *action);

#endif
