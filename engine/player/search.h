/* search.h: the search of the level `hard`, which can also see all hands. Only engine/player/,
 * the simulator and tests include it: no player at a table gets a game. */
#ifndef TALON_ENGINE_PLAYER_SEARCH_H
#define TALON_ENGINE_PLAYER_SEARCH_H

#include "player.h"

/* Chooses an action, as player_impl.choose. If `open` (the game behind `view`) is not NULL, it sees
 * all hands instead of guessing them; the order of the draw pile stays unknown. It never forgets
 * UNO. Returns how many moves it tried. */
uint32_t search_choose(const struct rules *rules, const struct view *view, const struct game *open,
                       struct chance *chance, const struct player_budget *budget,
                       struct action *action);

#endif
