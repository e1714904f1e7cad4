/* value.h: how well a seat stands, for searching players. Only engine/player/ includes it. */
#ifndef TALON_ENGINE_PLAYER_VALUE_H
#define TALON_ENGINE_PLAYER_VALUE_H

#include "../game.h"

enum { VALUE_WON = 1 << 20 };

/* The chance that the seat wins the round, from 0 to VALUE_WON. If points count, they
 * shift it a little. It looks at all cards. */
int64_t value_of(const struct rules *rules, const struct game *game, unsigned seat);

#endif
