/* talon verify: proves from the database that a round was dealt and played as it was announced. */
#include <getopt.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "bot/cli/cli.h"
#include "bot/cli/database/database.h"
#include "bot/cli/transcript/verify.h"
#include "bot/table/round/fair.h"
#include "bot/table/round/replay.h"
#include "engine/match.h"
#include "storage/check/prove.h"

static void usage(FILE *out)
{
    fputs("usage: talon verify --transcript FILE\n"
          "Proves a round from what the channel saw. FILE (- for standard input) is a chat log, "
          "from the\n"
          "line that opens the table to what !fair showed after the round. Exit status 0: proven; "
          "1: not\n"
          "proven, with the reason; 2: there is nothing to prove in it.\n"
          "\n"
          "       talon verify [--db FILE] ROUND\n"
          "Deals round number ROUND again from its secret and repeats every move. The secret must "
          "fit the\n"
          "commitment, its hash from before the deal. Every state, the winner and the points must "
          "match\n"
          "the record.\n"
          "\n"
          "       talon verify [--db FILE] --all\n"
          "Does so for every round whose replay is kept, and names each that is not proven. Exit "
          "status 0:\n"
          "all are proven; 1: some are not; 2: the database cannot be used.\n"
          "\n"
          "The daemon may run.\n" DATABASE_HELP_SERVER,
          out);
}

static const char *const ends[] = {"won", "blocked", "limit", "deserted"};

/* Compares the stored outcome with the state after all actions. Returns what is wrong, or NULL. */
static const char *check_outcome(const struct replay *replay, const struct store_proof *proof)
{
    bool over = replay->game.phase == PHASE_ROUND_OVER;
    bool known = false;
    for (unsigned i = 0; i < ARRAY_SIZE(ends); i++)
        known = known || (proof->outcome != NULL && strcmp(proof->outcome, ends[i]) == 0);
    if (!proof->ended)
        return over ? "it is over, but the database says it is not" : NULL;
    if (known != over)
        return "it ended differently from what the database says";
    if (over && strcmp(proof->outcome, ends[replay->end]) != 0)
        return "it ended differently from what the database says";
    return NULL;
}

/* Compares the results stored for the boards with the replay. A round that was broken off scores
 * nothing and may have no results. Returns what is wrong, or NULL. */
static const char *check_results(const struct replay *replay, const struct store_proof *proof)
{
    bool over = replay->game.phase == PHASE_ROUND_OVER;
    uint8_t places[PLAYERS_MAX];
    const uint32_t winners = game_winners(replay->rules, &replay->game);
    match_places(replay->rules, &replay->game, places);
    unsigned players = proof->ended ? replay->game.players : 0;
    if (proof->result_count != players && (over || proof->result_count != 0))
        return "the results in the database are for other seats";
    for (unsigned i = 0; i < proof->result_count; i++) {
        const struct store_result *result = &proof->results[i];
        bool won = over && (winners >> i & 1) != 0;
        if (result->seat != i)
            return "the results in the database are for other seats";
        if (result->won != won)
            return "the winner in the database is another one";
        if (result->points != (won ? replay->points : 0))
            return "the points in the database are different";
        /* rounds from before there were ratings store only who won */
        if (result->place != 0 && result->place != places[i] && result->place != (won ? 1 : 2))
            return "the order of finish in the database is different";
        if (over && !facts_agree(&replay->facts, replay->rules, &replay->game, result))
            return "the counts of moves in the database are different";
    }
    return NULL;
}

/* Prints what was announced before the deal, so that people can compare it. The secret of a running
 * round is shown to nobody. */
static void print_first(const struct store_proof *proof)
{
    char hex[FAIR_HEX];
    hash_hex(proof->round.commitment, hex);
    printf("commitment %s\n", hex);
    hash_hex(proof->round.secret, hex);
    if (proof->ended)
        printf("secret %s\n", hex);
}

static void print_told(const struct replay *replay, const struct store_proof *proof)
{
    const struct setup_kept *kept = &replay->kept;
    char token[FAIR_TOKEN];
    char hex[FAIR_HEX];
    hash_hex(kept->end, hex); /* before version 3 the channel saw the hash in this form */
    if (replay->setup.version == 2)
        printf("bound by s0=%s\n", hex);
    else
        printf("bound by %s\n", fair_token(0, kept->end, token));
    if (kept->shuffle > 1)
        printf("and by %s\n", fair_token(kept->shuffle - 1, proof->round.commitment, token));
    printf("setup t%u=%s\n", kept->shuffle, kept->text);
    if (proof->ended)
        printf("secret %s\n", fair_token(kept->shuffle, proof->round.secret, token));
}

/* Prints the seats that were dealt to one name and whose result belongs to another name of the same
 * person (!link, !swap). This is no fault, but people should see it. */
static void print_moved(const struct replay *replay, const struct store_proof *proof)
{
    for (unsigned i = 0; i < proof->result_count; i++) {
        const struct store_identity *who = &proof->results[i].who;
        char identity[SETUP_IDENTITY] = "";
        if (who->network != NULL)
            setup_identity(who->network, who->account, who->verified, identity);
        const char *dealt = replay->kept.identity[proof->results[i].seat];
        if (replay->setup.version > 1 && strcmp(dealt, SETUP_FORGOTTEN) != 0 &&
            strcmp(identity, replay->kept.identity[proof->results[i].seat]) != 0) {
            printf("seat P%u: dealt to %s, result for %s\n", i + 1, replay->kept.identity[i],
                   identity);
        }
    }
}

struct verify_fault verify_round(struct replay *replay, const struct store_proof *proof)
{
    struct verify_fault fault = {replay_deal(replay, &proof->round), 0};
    if (fault.wrong == NULL)
        fault.wrong = setup_check(&replay->setup, &replay->kept, proof->round.secret);
    for (unsigned i = 0; fault.wrong == NULL && i < proof->action_count; i++) {
        fault.seq = proof->actions[i].seq;
        fault.wrong =
            fault.seq != i + 1 ? "a move is missing" : replay_action(replay, &proof->actions[i]);
    }
    if (fault.wrong == NULL)
        fault.wrong = check_outcome(replay, proof);
    if (fault.wrong == NULL)
        fault.wrong = check_results(replay, proof);
    return fault;
}

static void prove(void *arg, const struct store_proof *proof)
{
    struct verify_fault *fault = arg;
    static struct replay replay;
    *fault = verify_round(&replay, proof);
    if (fault->wrong != NULL)
        return;
    print_moved(&replay, proof);
    printf("round %" PRId64 ", %s, %u players, %u actions%s\n", proof->round.id, proof->round.set,
           (unsigned)replay.game.players, proof->action_count,
           proof->ended ? "" : ", still running");
    if (replay.setup.version == 1)
        print_first(proof);
    else
        print_told(&replay, proof);
}

static int verify_one(const char *path, const char *number)
{
    struct fault why = {0};
    char *end = NULL;
    struct verify_fault fault = {NULL, 0};
    long long round = strtoll(number, &end, 10);
    if (*number == '\0' || *end != '\0' || round < 1) {
        fprintf(stderr, "talon verify: '%s' is not a round number\n", number);
        return CLI_USAGE;
    }
    if (store_prove(path, round, prove, &fault, &why) != STORE_OK) {
        fprintf(stderr, "talon verify: %s\n", why.text);
        return CLI_FAILED;
    }
    if (fault.wrong != NULL) {
        fprintf(stderr, "round %lld is NOT proven: %s (move %" PRIu32 ")\n", round, fault.wrong,
                fault.seq);
        return CLI_FAILED;
    }
    printf("round %lld is proven\n", round);
    return CLI_DONE;
}

int cli_verify(int argc, char **argv)
{
    static const struct option options[] = {DATABASE_OPTIONS,
                                            {"transcript", required_argument, NULL, 't'},
                                            {"all", no_argument, NULL, 'a'},
                                            {"help", no_argument, NULL, 'h'},
                                            {NULL, 0, NULL, 0}};
    struct database_tool database = {.name = "talon verify"};
    const char *transcript = NULL;
    bool all = false;
    int option = 0;
    while ((option = getopt_long(argc, argv, "d:h", options, NULL)) != -1) {
        if (database_option(&database, option, optarg))
            continue;
        if (option == 't')
            transcript = optarg;
        else if (option == 'a')
            all = true;
        else
            return usage(option == 'h' ? stdout : stderr), option == 'h' ? CLI_DONE : CLI_USAGE;
    }
    bool told = database.db != NULL || database.config != NULL;
    if (transcript != NULL && !told && !all && optind == argc)
        return verify_transcript(transcript);
    if (transcript != NULL || optind + !all != argc)
        return usage(stderr), CLI_USAGE;
    const char *path = database_to_read(&database);
    if (path == NULL)
        return all ? CLI_UNJUDGED : CLI_FAILED;
    return all ? verify_all(path) : verify_one(path, argv[optind]);
}
