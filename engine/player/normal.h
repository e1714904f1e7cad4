/* normal.h: the rules of thumb of `normal`, which the search plays on with. Included by
 * engine/player/ alone. */
#ifndef TALON_ENGINE_PLAYER_NORMAL_H
#define TALON_ENGINE_PLAYER_NORMAL_H

#include "engine/view.h"

/* What `normal` does, always with the word UNO. */
void normal_choose(const struct rules *rules, const struct view *view, struct action *action);

#endif
