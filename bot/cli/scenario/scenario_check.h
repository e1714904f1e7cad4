/* scenario_check.h: the table of everything that a case may expect of the game.
 *
 * The shape of a row says which words follow its name, one letter for each argument: p player, q
 * player or none, P players or none, c card, C cards, L plays or none, n number or range, k colour,
 * h colour or off, d direction, w power, f phase, t "to" with a player, all or none. */
#ifndef TALON_BOT_CLI_SCENARIO_SCENARIO_CHECK_H
#define TALON_BOT_CLI_SCENARIO_SCENARIO_CHECK_H

#include "scenario.h"

enum { PHASE_MATCH_OVER = PHASE_ROUND_OVER + 1 };

struct expectation {
    const char *name, *shape;
    /* Returns whether the expectation holds. `got` gets what the game has. */
    bool (*check)(const struct run *run, const struct expect *expect, struct buf *got);
};

extern const struct expectation expectations[]; /* the last row has no name */

#endif
