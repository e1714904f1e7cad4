/* Prints the result of `talon simulate`: text for people, or one line of JSON for programs. */
#include "simulate.h"

#include <math.h>
#include <stdio.h>

/* The quantile of the normal distribution for 95 %. */
#define QUANTILE 1.959964

struct interval {
    double low, high;
};

/* Wilson's score interval. Unlike the simple interval it stays within 0 and 1, and it also holds
 * for few wins. */
static struct interval wilson(unsigned long wins, unsigned long games)
{
    double n = (double)games, share = (double)wins / n, square = QUANTILE * QUANTILE;
    double middle = share + square / (2 * n);
    double spread = QUANTILE * sqrt(share * (1 - share) / n + square / (4 * n * n));
    double scale = 1 + square / n;
    return (struct interval){(middle - spread) / scale, (middle + spread) / scale};
}

static const char *name_of(const struct simulate_plan *plan, unsigned entry)
{
    return plan->entry[entry] != NULL ? plan->entry[entry]->name : "cheat";
}

static void print_text(const struct simulate_plan *plan, const struct simulate_tally *tally)
{
    double games = (double)tally->games;
    printf("%lu rounds of %s, %u players, %.2f s\n", tally->games, ruleset_name(plan->set),
           plan->players, tally->seconds);
    printf("games/s     %.0f\n", games / tally->seconds);
    printf("moves/s     %.0f\n", (double)tally->moves / tally->seconds);
    printf("moves/game  %.1f\n", (double)tally->moves / games);
    for (unsigned entry = 0; entry < plan->players; entry++) {
        struct interval share = wilson(tally->wins[entry], tally->games);
        printf("%-2u %-8s wins %lu (%.2f %%, 95 %% from %.2f to %.2f)\n", entry + 1,
               name_of(plan, entry), tally->wins[entry], 100 * (double)tally->wins[entry] / games,
               100 * share.low, 100 * share.high);
    }
    printf("no winner   %lu\n", tally->without_winner);
    printf("round limit %lu (R-57)\n", tally->by_limit);
}

static void print_numbers(const char *key, const unsigned long *value, unsigned count)
{
    printf("\"%s\":[", key);
    for (unsigned i = 0; i < count; i++)
        printf("%s%lu", i > 0 ? "," : "", value[i]);
    fputs("],", stdout);
}

static void print_json(const struct simulate_plan *plan, const struct simulate_tally *tally)
{
    printf("{\"set\":\"%s\",\"players\":%u,\"games\":%lu,\"moves\":%lu,\"seconds\":%.6f,"
           "\"jobs\":%u,\"games_per_second\":%.1f,\"moves_per_second\":%.1f,"
           "\"moves_per_game\":%.3f,",
           ruleset_name(plan->set), plan->players, tally->games, tally->moves, tally->seconds,
           plan->jobs, (double)tally->games / tally->seconds, (double)tally->moves / tally->seconds,
           (double)tally->moves / (double)tally->games);
    print_numbers("wins", tally->wins, plan->players);
    fputs("\"seats\":[", stdout);
    for (unsigned entry = 0; entry < plan->players; entry++)
        printf("%s\"%s\"", entry > 0 ? "," : "", name_of(plan, entry));
    fputs("],\"wilson95\":[", stdout);
    for (unsigned entry = 0; entry < plan->players; entry++) {
        struct interval share = wilson(tally->wins[entry], tally->games);
        printf("%s[%.6f,%.6f]", entry > 0 ? "," : "", share.low, share.high);
    }
    printf("],\"without_winner\":%lu,\"by_round_limit\":%lu}\n", tally->without_winner,
           tally->by_limit);
}

void simulate_print(const struct simulate_plan *plan, const struct simulate_tally *tally)
{
    if (plan->json)
        print_json(plan, tally);
    else
        print_text(plan, tally);
}
