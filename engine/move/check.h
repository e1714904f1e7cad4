/* check.h: the hash of a state, and the invariants that every state keeps. */
#ifndef TALON_ENGINE_MOVE_CHECK_H
#define TALON_ENGINE_MOVE_CHECK_H

#include "engine/game.h"

/* The hash of a state's canonical form, of version rules->version. It does not depend on struct
 * layout, byte order or unused bytes. The journal stores it with every action. */
uint64_t game_hash(const struct rules *rules, const struct game *game);

/* Checks what must hold after every action. Returns NULL, or the text of what does not hold.
 * Slow: only for tests and fuzzers. */
const char *game_broken(const struct rules *rules, const struct game *game);

#endif
