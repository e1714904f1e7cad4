/* value.h: how well a seat stands, for searching players. Included by engine/player/ alone. */
#ifndef TALON_ENGINE_PLAYER_VALUE_H
#define TALON_ENGINE_PLAYER_VALUE_H

#include "../game.h"

enum { VALUE_WON = 1 << 20 };

/* From 0 to VALUE_WON: the chance that the seat wins the round; where points are counted
 * they shift it a little. All cards are looked at. */
int64_t value_of(const struct rules *rules, const struct game *game, unsigned seat);

#endif
