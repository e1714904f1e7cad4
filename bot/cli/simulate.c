/* `talon simulate`: whole rounds between computer players, through the same view and the same
 * game_apply() as everybody else's. */
#include "cli.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "engine/game.h"
#include "engine/player/player.h"

enum { GAMES_MAX = 1000000000, PROGRESS_EVERY = 1024 };

static const char help[] =
    "usage: talon simulate --set NAME --players N --games N --seats LEVEL,... --seed HEX\n"
    "                      [--option SWITCH=VALUE]... [--json]\n"
    "  --set NAME      classic, hyper, skull, web, flex or minion (classic)\n"
    "  --players N     seats at the table (4)\n"
    "  --games N       rounds to play (100000)\n"
    "  --seats LIST    computer players by seat, the last one for the seats that follow (random)\n"
    "  --seed HEX      up to 64 hexadecimal digits; the same seed gives the same rounds (1)\n"
    "  --option S=V    a switch of the rules, may stand several times\n"
    "  --json          one line of JSON instead of text\n"
    "A move is an accepted play, draw, keep or pass.\n";

struct plan {
    const struct ruleset *set;
    struct rules rules;
    unsigned players;
    unsigned long games;
    uint64_t seed;
    const struct player_impl *seat[PLAYERS_MAX];
    bool json;
};

struct tally {
    unsigned long games, moves, wins[PLAYERS_MAX];
    double seconds;
};

/* What was given on the command line, before it is understood. */
struct given {
    const char *set, *players, *games, *seats, *seed;
    char **options; /* point into argv */
    unsigned option_count;
    bool json;
};

static int complain(const char *what, const char *value)
{
    fprintf(stderr, "talon simulate: %s '%s'\n", what, value);
    return CLI_USAGE;
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Plays one round to its end; gives the moves. */
static unsigned long play_round(const struct plan *plan, struct game *game, struct chance *chance)
{
    unsigned long moves = 0;
    game_deal(&plan->rules, game, plan->players, SEAT_NONE, chance, NULL);
    while (game->phase != PHASE_ROUND_OVER) {
        struct view view;
        view_of(&plan->rules, game, game->turn, &view);
        struct action action;
        plan->seat[game->turn]->choose(&plan->rules, &view, chance, NULL, &action);
        if (game_apply(&plan->rules, game, &action, chance, NULL) != REFUSED_NOT)
            return 0; /* a player that breaks its promise must not hang the program */
        moves += action.kind <= ACTION_PASS;
    }
    return moves;
}

static void progress(const struct plan *plan, const struct tally *tally)
{
    fprintf(stderr, "\r%lu of %lu rounds", tally->games, plan->games);
    fflush(stderr);
}

static bool run(const struct plan *plan, struct tally *tally)
{
    struct chance_seeded chance;
    struct game game;
    bool terminal = isatty(STDERR_FILENO);
    double start = now(), shown = start;
    chance_init_seed(&chance, plan->seed);
    while (tally->games < plan->games) {
        unsigned long moves = play_round(plan, &game, &chance.base);
        if (moves == 0)
            return false;
        tally->moves += moves;
        tally->games++;
        if (game.winner != SEAT_NONE)
            tally->wins[game.winner]++;
        if (terminal && tally->games % PROGRESS_EVERY == 0 && now() - shown > 0.2) {
            shown = now();
            progress(plan, tally);
        }
    }
    tally->seconds = now() - start;
    if (terminal)
        fputs("\r\033[K", stderr);
    return true;
}

static void print_text(const struct plan *plan, const struct tally *tally)
{
    printf("%lu rounds of %s, %u players, %.2f s\n", tally->games, ruleset_name(plan->set),
           plan->players, tally->seconds);
    printf("games/s     %.0f\n", (double)tally->games / tally->seconds);
    printf("moves/s     %.0f\n", (double)tally->moves / tally->seconds);
    printf("moves/game  %.1f\n", (double)tally->moves / (double)tally->games);
    for (unsigned seat = 0; seat < plan->players; seat++)
        printf("P%-2u %-8s wins %lu (%.2f %%)\n", seat + 1, plan->seat[seat]->name,
               tally->wins[seat], 100.0 * (double)tally->wins[seat] / (double)tally->games);
}

static void print_json(const struct plan *plan, const struct tally *tally)
{
    printf("{\"set\":\"%s\",\"players\":%u,\"games\":%lu,\"moves\":%lu,\"seconds\":%.6f,"
           "\"games_per_second\":%.1f,\"moves_per_second\":%.1f,\"moves_per_game\":%.3f,\"wins\":[",
           ruleset_name(plan->set), plan->players, tally->games, tally->moves, tally->seconds,
           (double)tally->games / tally->seconds, (double)tally->moves / tally->seconds,
           (double)tally->moves / (double)tally->games);
    for (unsigned seat = 0; seat < plan->players; seat++)
        printf("%s%lu", seat > 0 ? "," : "", tally->wins[seat]);
    puts("]}");
}

static bool parse_count(const char *text, unsigned long max, unsigned long *value)
{
    char *end;
    errno = 0;
    *value = strtoul(text, &end, 10);
    return errno == 0 && *text >= '0' && *text <= '9' && *end == '\0' && *value >= 1 &&
           *value <= max;
}

/* Longer seeds are folded into the 64 bits of the simulation's source. */
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

static int parse_seats(struct plan *plan, const char *list)
{
    unsigned seat = 0;
    for (const char *at = list;; at++) {
        char name[16];
        size_t length = strcspn(at, ",");
        if (length >= sizeof name || seat >= plan->players)
            return complain(
                length >= sizeof name ? "no such player in" : "more seats than players in", list);
        memcpy(name, at, length);
        name[length] = '\0';
        plan->seat[seat] = player_find(name);
        if (plan->seat[seat++] == NULL)
            return complain("there is no computer player", name);
        at += length;
        if (*at == '\0')
            break;
    }
    for (; seat < plan->players; seat++)
        plan->seat[seat] = plan->seat[seat - 1];
    return CLI_DONE;
}

static int parse_option(struct switches *switches, const char *option)
{
    char name[64];
    size_t length = strcspn(option, "=");
    if (option[length] == '\0' || length >= sizeof name)
        return complain("an option is SWITCH=VALUE, not", option);
    memcpy(name, option, length);
    name[length] = '\0';
    enum switch_id id = switch_find(name);
    if (id == SWITCH_COUNT)
        return complain("there is no switch", name);
    if (!switches_parse(switches, id, option + length + 1))
        return complain("no value of that switch:", option);
    return CLI_DONE;
}

static int understand(const struct given *given, struct plan *plan)
{
    struct switches switches;
    unsigned long players;
    int status = CLI_DONE;
    *plan = (struct plan){.json = given->json, .set = ruleset_find(given->set)};
    if (plan->set == NULL)
        return complain("there is no rule set", given->set);
    if (!parse_count(given->players, PLAYERS_MAX, &players))
        return complain("no number of players from 2 to 10:", given->players);
    plan->players = (unsigned)players;
    if (!parse_count(given->games, GAMES_MAX, &plan->games))
        return complain("no number of rounds from 1 to 1000000000:", given->games);
    if (!parse_seed(given->seed, &plan->seed))
        return complain("a seed is 1 to 64 hexadecimal digits, not", given->seed);
    if ((status = parse_seats(plan, given->seats)) != CLI_DONE)
        return status;
    ruleset_defaults(plan->set, &switches);
    for (unsigned i = 0; i < given->option_count; i++)
        if ((status = parse_option(&switches, given->options[i])) != CLI_DONE)
            return status;
    enum rules_error error = rules_init(&plan->rules, plan->set, &switches, plan->players);
    return error == RULES_OK ? CLI_DONE
                             : complain("these rules cannot be dealt:", rules_error_name(error));
}

/* Options with a value, and where it goes. */
static const char **value_of(struct given *given, const char *name)
{
    const struct {
        const char *name;
        const char **value;
    } names[] = {{"--set", &given->set},
                 {"--players", &given->players},
                 {"--games", &given->games},
                 {"--seats", &given->seats},
                 {"--seed", &given->seed}};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(name, names[i].name) == 0)
            return names[i].value;
    return NULL;
}

/* CLI_DONE, or the status to leave with. */
static int read_arguments(int argc, char **argv, struct given *given)
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
    struct given given = {
        .set = "classic", .players = "4", .games = "100000", .seats = "random", .seed = "1"};
    struct plan plan;
    struct tally tally = {0};
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0) {
            fputs(help, stdout);
            return CLI_DONE;
        }
    given.options = calloc((size_t)argc + 1, sizeof *given.options);
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
    if (!run(&plan, &tally)) {
        fputs("talon simulate: a computer player made a move that was refused\n", stderr);
        return CLI_FAILED;
    }
    if (plan.json)
        print_json(&plan, &tally);
    else
        print_text(&plan, &tally);
    return CLI_DONE;
}
