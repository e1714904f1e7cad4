/* simulate.h: the parts of `talon simulate`: what to play, the rounds, and the report. Only
 * bot/cli/ and its benchmark include it. */
#ifndef TALON_BOT_CLI_SCENARIO_SIMULATE_H
#define TALON_BOT_CLI_SCENARIO_SIMULATE_H

#include "engine/game.h"
#include "engine/player/player.h"

enum { SIMULATE_JOBS_MAX = 256 };

/* What to play. An entry is one of the players in --seats. Each round, every entry moves on by one
 * seat. */
struct simulate_plan {
    const struct ruleset *set;
    struct rules rules;
    unsigned players, jobs;
    unsigned long games;
    uint64_t seed;
    struct player_budget budget;
    const struct player_impl *entry[PLAYERS_MAX]; /* NULL: the player `cheat`, which sees all
                                                   * hands */
    bool json;
};

struct simulate_tally {
    unsigned long games, moves;
    unsigned long wins[PLAYERS_MAX]; /* by entry */
    unsigned long without_winner, by_limit;
    double seconds;
};

/* Plays all games of the plan on `jobs` threads and fills the tally. Returns false if a move was
 * refused or a thread could not start. */
bool simulate_run(const struct simulate_plan *plan, struct simulate_tally *tally);

/* Prints the tally: text for people, or one line of JSON if the plan says so. */
void simulate_print(const struct simulate_plan *plan, const struct simulate_tally *tally);

#endif
