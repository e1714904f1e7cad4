/* Random legal play, 4 players, one core, as `talon simulate` does it: classic against a bare loop,
 * every other rule set against classic. */
#include <stdio.h>
#include <time.h>

#include "bare.h"
#include "bot/cli/scenario/simulate.h"
#include "measure.h"

enum { PLAYERS = 4, ROUNDS = 4000, TURNS = 41, SETS = 6 };
static const double target_bare = 2.0 / 3, target_classic = 0.5, target_speed = 20e6;

/* The first rule set is classic. */
struct figures {
    struct simulate_plan plan;
    struct samples speed; /* moves a second */
    struct samples ratio; /* to the bare loop, or to classic */
};

static struct figures sets[SETS];
static struct samples bare;

/* Of the processor: what others do meanwhile does not count. */
static double seconds(void)
{
    return (double)clock() / CLOCKS_PER_SEC;
}

static bool prepare(struct figures *figures, const struct ruleset *set)
{
    const struct player_impl *player = player_find("random");
    figures->plan = (struct simulate_plan){.set = set,
                                           .players = PLAYERS,
                                           .jobs = 1,
                                           .games = ROUNDS,
                                           .entry = {player, player, player, player}};
    return set != NULL && rules_init(&figures->plan.rules, set, NULL, PLAYERS) == RULES_OK;
}

/* Everybody in turn: what drifts, drifts for all. */
static bool take_turn(unsigned seed)
{
    double start = seconds(), moves = (double)bare_play(seed, ROUNDS);
    double speed_bare = moves / (seconds() - start), speed_classic = 0;
    samples_add(&bare, speed_bare);
    for (unsigned i = 0; i < SETS; i++) {
        struct simulate_tally tally;
        sets[i].plan.seed = seed;
        start = seconds();
        if (!simulate_run(&sets[i].plan, &tally))
            return false;
        double speed = (double)tally.moves / (seconds() - start);
        samples_add(&sets[i].speed, speed);
        samples_add(&sets[i].ratio, speed / (i == 0 ? speed_bare : speed_classic));
        if (i == 0)
            speed_classic = speed;
    }
    return true;
}

static void print(struct figures *figures, const char *beside, double beside_speed, double target,
                  double least)
{
    char what[MEASURE_TEXT], here[MEASURE_TEXT], baseline[MEASURE_TEXT], wanted[MEASURE_TEXT];
    samples_sort(&figures->speed);
    samples_sort(&figures->ratio);
    double ratio = samples_at(&figures->ratio, 0.5), speed = samples_at(&figures->speed, 0.5);
    measure_row(ratio, measure_text(what, "%s, random legal play", ruleset_name(figures->plan.set)),
                measure_text(here, "%.2f M moves/s", speed / 1e6),
                measure_text(baseline, "%s %.1f M moves/s", beside, beside_speed / 1e6),
                least > 0 ? measure_text(wanted, "ratio %.2f, %.0f M/s", target, least / 1e6)
                          : measure_text(wanted, "ratio %.2f or more", target),
                verdict_of(ratio >= target && speed >= least));
}

int main(void)
{
    for (unsigned i = 0; i < SETS; i++) {
        if (!prepare(&sets[i], ruleset_at(i))) {
            fputs("bench_engine: a rule set cannot be dealt\n", stderr);
            return 1;
        }
    }
    measure_pin();
    for (unsigned turn = 0; turn < TURNS; turn++) {
        if (!take_turn(turn + 1)) {
            fputs("bench_engine: a move was refused\n", stderr);
            return 1;
        }
    }
    samples_sort(&bare);
    measure_head();
    print(&sets[0], "bare loop", samples_at(&bare, 0.5), target_bare, target_speed);
    for (unsigned i = 1; i < SETS; i++)
        print(&sets[i], "classic", samples_at(&sets[0].speed, 0.5), target_classic, 0);
    for (unsigned i = 0; i < SETS; i++) {
        samples_finish(&sets[i].speed);
        samples_finish(&sets[i].ratio);
    }
    samples_finish(&bare);
    return 0;
}
