/* search.h: the search of the level `hard`, which can also see all hands. Only engine/player/,
 * the simulator and tests include it: no player at a table gets a game. */
#ifndef TALON_ENGINE_PLAYER_SEARCH_H
#define TALON_ENGINE_PLAYER_SEARCH_H

#include "player.h"

/* As `choose` of a player. With `open`, the game behind `view`, it sees all hands instead of
 * guessing them; the order of the draw pile stays unknown. It always says UNO. Returns how many
 * moves it tried. */
uint32_t search_choose(const struct rules *rules, const struct view *view, const struct game *open,
                       struct chance *chance, const struct player_budget *budget,
                       struct action *action);

#endif
