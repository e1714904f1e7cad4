/* normal.h: the rules of thumb of the level `normal`. The search also uses them, to play its games
 * on. Only engine/player/ includes it. */
#ifndef TALON_ENGINE_PLAYER_NORMAL_H
#define TALON_ENGINE_PLAYER_NORMAL_H

#include "engine/view.h"

/* The action that `normal` takes. It always says UNO. */
void normal_choose(const struct rules *rules, const struct view *view, struct action *action);

#endif
