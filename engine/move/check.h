/* check.h: a hash of a game's state, and the invariants that hold in every state. */
#ifndef TALON_ENGINE_MOVE_CHECK_H
#define TALON_ENGINE_MOVE_CHECK_H

#include "engine/game.h"

/* A hash of the state's canonical form, of version rules->version: independent of struct layout,
 * byte order and unused bytes. Journaled with every action. */
uint64_t game_hash(const struct rules *rules, const struct game *game);

/* The invariants of RULES.md 14.6. NULL when all hold, else the text of the one broken. Slow: for
 * tests and fuzzers. */
const char *game_broken(const struct rules *rules, const struct game *game);

#endif
