/* talon simulate: plays whole rounds between computer players. They use the same view and the same
 * game_apply() as all other players. */
#include "bot/cli/cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "simulate.h"

enum { GAMES_MAX = 1000000000, NODES_MAX = 1000000000 };

static const char help[] =
    "usage: talon simulate --set NAME --players N --games N --seats LEVEL,... --seed HEX\n"
    "                      [--jobs N] [--nodes N] [--option SWITCH=VALUE]... [--json]\n"
    "Lets computer players play whole rounds as fast as possible, and counts.\n"
    "  --set NAME      classic, hyper, skull, web, flex or minion (default classic)\n"
    "  --players N     seats at the table (default 4)\n"
    "  --games N       rounds to play (default 100000)\n"
    "  --seats LIST    levels of the computer players; the last one takes all further seats "
    "(default\n"
    "                  random). Each player moves on one seat a round. Wins are counted by the "
    "place\n"
    "                  in this list.\n"
    "  --seed HEX      up to 64 hexadecimal digits; the same seed gives the same rounds (default "
    "1)\n"
    "  --jobs N        threads (default 1); the totals do not depend on it\n"
    "  --nodes N       moves that a searching player may try out for a decision (default: its "
    "own)\n"
    "  --option S=V    sets a switch of the rules; may be given several times\n"
    "  --json          prints one line of JSON instead of text\n"
    "A move is an accepted play, draw, keep or pass. Shares of wins have Wilson intervals of 95 "
    "%.\n";

/* The arguments of the command line before they are read. */
struct simulate_given {
    const char *set, *players, *games, *seats, *seed, *jobs, *nodes;
    char **options; /* point into argv */
    unsigned option_count;
    bool json;
};

static int complain(const char *what, const char *value)
{
    fprintf(stderr, "talon simulate: %s '%s'\n", what, value);
    return CLI_USAGE;
}

static bool parse_count(const char *text, unsigned long max, unsigned long *value)
{
    char *end;
    errno = 0;
    *value = strtoul(text, &end, 10);
    return errno == 0 && *text >= '0' && *text <= '9' && *end == '\0' && *value >= 1 &&
           *value <= max;
}

/* Reads a seed. A long seed is folded into the 64 bits of the simulation's random source. */
static bool parse_seed(const char *text, uint64_t *seed)
{
    size_t length = strlen(text);
    if (length == 0 || length > 64 || strspn(text, "0123456789abcdefABCDEF") != length)
        return false;
    *seed = 0;
    while (length > 0) {
        char part[17] = "";
        size_t take = length < 16 ? length : 16;
        memcpy(part, text, take);
        *seed = *seed * UINT64_C(0x9e3779b97f4a7c15) + strtoull(part, NULL, 16);
        text += take;
        length -= take;
    }
    return true;
}

static int parse_seats(struct simulate_plan *plan, const char *list)
{
    unsigned seat = 0;
    for (const char *at = list;; at++) {
        char name[16];
        size_t length = strcspn(at, ",");
        if (length >= sizeof(name) || seat >= plan->players) {
            return complain(
                length >= sizeof(name) ? "no such player in" : "more seats than players in", list);
        }
        memcpy(name, at, length);
        name[length] = '\0';
        plan->entry[seat] = player_find(name);
        if (plan->entry[seat++] == NULL && strcmp(name, "cheat") != 0)
            return complain("there is no computer player", name);
        at += length;
        if (*at == '\0')
            break;
    }
    for (; seat < plan->players; seat++)
        plan->entry[seat] = plan->entry[seat - 1];
    return CLI_DONE;
}

static int parse_option(struct switches *switches, const char *option)
{
    char name[64];
    size_t length = strcspn(option, "=");
    if (option[length] == '\0' || length >= sizeof(name))
        return complain("--option takes SWITCH=VALUE, not", option);
    memcpy(name, option, length);
    name[length] = '\0';
    enum switch_id id = switch_find(name);
    if (id == SWITCH_COUNT)
        return complain("there is no switch", name);
    if (!switches_parse(switches, id, option + length + 1))
        return complain("no value of that switch:", option);
    return CLI_DONE;
}

/* Reads the switches and makes the rules from them. */
static int parse_rules(const struct simulate_given *given, struct simulate_plan *plan)
{
    struct switches switches;
    ruleset_defaults(plan->set, &switches);
    for (unsigned i = 0; i < given->option_count; i++) {
        int status = parse_option(&switches, given->options[i]);
        if (status != CLI_DONE)
            return status;
    }
    enum rules_error error = rules_init(&plan->rules, plan->set, &switches, plan->players);
    if (error == RULES_OK)
        error = rules_deal(&plan->rules.switches, plan->players);
    return error == RULES_OK ? CLI_DONE
                             : complain("these rules cannot be dealt:", rules_error_name(error));
}

static int parse_counts(const struct simulate_given *given, struct simulate_plan *plan)
{
    unsigned long players, jobs, nodes = 0;
    if (!parse_count(given->players, PLAYERS_MAX, &players))
        return complain("--players takes a number from 2 to 20, not", given->players);
    if (!parse_count(given->games, GAMES_MAX, &plan->games))
        return complain("--games takes a number from 1 to 1000000000, not", given->games);
    if (!parse_count(given->jobs, SIMULATE_JOBS_MAX, &jobs))
        return complain("--jobs takes a number from 1 to 256, not", given->jobs);
    if (given->nodes != NULL && !parse_count(given->nodes, NODES_MAX, &nodes))
        return complain("--nodes takes a number from 1 to 1000000000, not", given->nodes);
    plan->players = (unsigned)players;
    plan->jobs = (unsigned)jobs;
    plan->budget.nodes = (uint32_t)nodes;
    return CLI_DONE;
}

static int understand(const struct simulate_given *given, struct simulate_plan *plan)
{
    int status;
    *plan = (struct simulate_plan){.json = given->json, .set = ruleset_find(given->set)};
    if (plan->set == NULL)
        return complain("there is no rule set", given->set);
    if ((status = parse_counts(given, plan)) != CLI_DONE)
        return status;
    if (!parse_seed(given->seed, &plan->seed))
        return complain("--seed takes 1 to 64 hexadecimal digits, not", given->seed);
    if ((status = parse_seats(plan, given->seats)) != CLI_DONE)
        return status;
    return parse_rules(given, plan);
}

/* Returns where the value of an option is stored, or NULL if the option has none. */
static const char **value_of(struct simulate_given *given, const char *name)
{
    const struct {
        const char *name;
        const char **value;
    } names[] = {{"--set", &given->set},     {"--players", &given->players},
                 {"--games", &given->games}, {"--seats", &given->seats},
                 {"--seed", &given->seed},   {"--jobs", &given->jobs},
                 {"--nodes", &given->nodes}};
    for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
        if (strcmp(name, names[i].name) == 0)
            return names[i].value;
    }
    return NULL;
}

/* Returns CLI_DONE to continue, or the exit status. */
static int read_arguments(int argc, char **argv, struct simulate_given *given)
{
    for (int i = 1; i < argc; i++) {
        const char **value = value_of(given, argv[i]);
        bool option = strcmp(argv[i], "--option") == 0;
        if (strcmp(argv[i], "--json") == 0) {
            given->json = true;
            continue;
        }
        if (value == NULL && !option)
            return complain("unknown argument", argv[i]);
        if (i + 1 >= argc)
            return complain("a value is missing behind", argv[i]);
        if (value != NULL)
            *value = argv[++i];
        else
            given->options[given->option_count++] = argv[++i];
    }
    return CLI_DONE;
}

int cli_simulate(int argc, char **argv)
{
    struct simulate_given given = {.set = "classic",
                                   .players = "4",
                                   .games = "100000",
                                   .seats = "random",
                                   .seed = "1",
                                   .jobs = "1"};
    struct simulate_plan plan;
    struct simulate_tally tally;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) {
            fputs(help, stdout);
            return CLI_DONE;
        }
    }
    given.options = calloc((size_t)argc + 1, sizeof(*given.options));
    if (given.options == NULL) {
        fputs("talon simulate: out of memory\n", stderr);
        return CLI_FAILED;
    }
    int status = read_arguments(argc, argv, &given);
    if (status == CLI_DONE)
        status = understand(&given, &plan);
    free(given.options);
    if (status != CLI_DONE)
        return status;
    if (!simulate_run(&plan, &tally)) {
        fputs("talon simulate: a computer player made a move that was refused, or no thread could "
              "be started\n",
              stderr);
        return CLI_FAILED;
    }
    simulate_print(&plan, &tally);
    return CLI_DONE;
}
