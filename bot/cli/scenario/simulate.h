/* simulate.h: `talon simulate` in parts: what was asked for, the rounds, the report. Included by
 * bot/cli/ and its measurement. */
#ifndef TALON_BOT_CLI_SCENARIO_SIMULATE_H
#define TALON_BOT_CLI_SCENARIO_SIMULATE_H

#include "engine/game.h"
#include "engine/player/player.h"

enum { SIMULATE_JOBS_MAX = 256 };

/* What was asked for. An entry is a place of --seats; entries move on one seat a round. */
struct simulate_plan {
    const struct ruleset *set;
    struct rules rules;
    unsigned players, jobs;
    unsigned long games;
    uint64_t seed;
    struct player_budget budget;
    const struct player_impl *entry[PLAYERS_MAX]; /* NULL: `cheat`, who sees all hands */
    bool json;
};

struct simulate_tally {
    unsigned long games, moves;
    unsigned long wins[PLAYERS_MAX]; /* by entry */
    unsigned long without_winner, by_limit;
    double seconds;
};

/* Plays them all. False when a player made a move that was refused, or a thread could not start. */
bool simulate_run(const struct simulate_plan *plan, struct simulate_tally *tally);

void simulate_print(const struct simulate_plan *plan, const struct simulate_tally *tally);

#endif
