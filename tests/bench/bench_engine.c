/* Random legal play: classic, 4 players, one core, through view_of(), the random player and
 * game_apply(), against a bare loop. */
#include <stdio.h>
#include <stdlib.h>

#include "bare.h"
#include "engine/player/player.h"
#include "measure.h"

enum { PLAYERS = 4, ROUNDS = 40000, TURNS = 7 };
static const double target = 0.5; /* of the bare loop: 15 M moves/s where that does 30 M */

static uint64_t engine_play(const struct rules *rules, uint64_t seed, unsigned long rounds)
{
    const struct player_impl *player = player_find("random");
    struct chance_seeded chance;
    struct game game;
    struct view view;
    struct action action;
    uint64_t moves = 0;
    chance_init_seed(&chance, seed);
    for (; rounds > 0; rounds--) {
        game_deal(rules, &game, PLAYERS, SEAT_NONE, &chance.base, NULL);
        while (game.phase != PHASE_ROUND_OVER) {
            view_of(rules, &game, game.turn, &view);
            player->choose(rules, &view, &chance.base, NULL, &action);
            if (game_apply(rules, &game, &action, &chance.base, NULL) != REFUSED_NOT)
                abort();
            moves += action.kind <= ACTION_PASS; /* a play, draw, keep or pass */
        }
    }
    return moves;
}

int main(void)
{
    struct ruleset const *set = ruleset_find("classic");
    struct switches switches;
    struct rules rules;
    struct samples ours = {0};
    struct samples bare = {0};
    struct samples ratios = {0};
    char here[MEASURE_TEXT];
    char baseline[MEASURE_TEXT];
    ruleset_defaults(set, &switches);
    if (rules_init(&rules, set, &switches, PLAYERS) != RULES_OK) {
        fputs("bench_engine: classic cannot be dealt\n", stderr);
        return 1;
    }
    measure_pin();
    for (unsigned i = 0; i < TURNS; i++) { /* in turn: what drifts, drifts for both */
        double start = measure_now();
        double moves = (double)engine_play(&rules, i + 1, ROUNDS);
        double middle = measure_now();
        double bare_moves = (double)bare_play(i + 1, 2 * ROUNDS);
        double end = measure_now();
        samples_add(&ours, moves / (middle - start));
        samples_add(&bare, bare_moves / (end - middle));
        samples_add(&ratios, moves / (middle - start) / (bare_moves / (end - middle)));
    }
    samples_sort(&ours);
    samples_sort(&bare);
    samples_sort(&ratios);
    double ratio = samples_at(&ratios, 0.5);
    measure_head();
    measure_row(ratio, "random legal play, one core",
                measure_text(here, "%.2f M moves/s", samples_at(&ours, 0.5) / 1e6),
                measure_text(baseline, "bare loop %.1f M moves/s", samples_at(&bare, 0.5) / 1e6),
                "ratio 0.5 or more", verdict_of(ratio >= target));
    samples_finish(&ours);
    samples_finish(&bare);
    samples_finish(&ratios);
    return 0;
}
