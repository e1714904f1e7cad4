/* What a channel saw proves a round (bot/cli/transcript.h), whatever a client puts around it; and a
 * host or a player who cheats moves no card without being found (FAIR.md). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include <cmocka.h>

#include "bot/table/clock.h"
#include "bot/table/cut.h"
#include "bot/table/round.h"
#include "bot/text/language.h"
#include "log.h"
#include "program.h"
#include "trio.h"

static struct log_text saw;

/* alice and carol cut, and a computer player sits there. */
static void open_table(const char *set)
{
    scene_init(&scene, SCENE_MEMORY);
    scene.options.round_pause = 1000000;
    scene_begin(&scene);
    trio_come();
    scene_do(&scene, "alice", "!new %s", set);
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "carol", "!join");
    scene_do(&scene, "alice", "!bots 1");
    scene_do(&scene, "alice", "!set score points_500");
    scene_do(&scene, "alice", "!set stack any");
}

static void play_on(unsigned round)
{
    struct actor actors[3];
    char end[40];
    snprintf(end, sizeof(end), ": secret s%u=", round);
    for (unsigned i = 0; i < 3; i++)
        actors[i] = (struct actor){.name = trio[i], .read = scene.mark};
    scene_play(&scene, actors, 3, end, 10000);
    scene_do(&scene, "carol", "!fair");
    scene_wait(&scene, "@carol: To check it, keep ");
}

static void play_first(void)
{
    scene_do(&scene, "alice", "!start surprise");
    play_on(1);
}

static void play_next(unsigned round)
{
    scene_mark(&scene);
    timer_set(&scene_table(&scene)->timer, 0);
    scene_wait(&scene, "(d");
    scene_settle(&scene);
    play_on(round);
}

static void take(void)
{
    log_take(&scene, "carol", DRESS_PLAIN, &saw);
}

/* -- what an honest host's log proves -- */

static void a_log_proves_each_round(void **state)
{
    (void)state;
    open_table("classic");
    scene_do(&scene, "carol", "!cut Überraschung, 100 %%!");
    play_first();
    for (unsigned round = 1; round <= 3; round++) {
        for (unsigned dress = DRESS_PLAIN; dress <= DRESS_DISCORD; dress++) {
            log_take(&scene, "carol", (enum dress)dress, &saw);
            assert_proven(&saw, NULL);
        }
        const struct transcript_proof *proof = log_prove(&saw, NULL);
        assert_int_equal(proof->shuffle, round);
        assert_int_equal(proof->bond, 0);
        assert_int_equal(proof->told_digits, 8);
        assert_int_equal(proof->seen, proof->card_count);
        assert_int_equal(proof->setup.round, round);
        assert_int_equal(proof->setup.cut_count, round == 1 ? 2 : 0);
        assert_int_equal(proof->replay.game.phase, PHASE_ROUND_OVER);
        if (round == 1)
            assert_string_equal(proof->setup.cuts[0].word, "Überraschung, 100 %!");
        if (round < 3 && scene_table(&scene)->match_on)
            play_next(round + 1);
        else
            break;
    }
}

/* A chain that is used up in a match is followed by another, told whole before the next deal. */
static void a_new_chain_is_told(void **state)
{
    (void)state;
    static const uint8_t root[FAIR_SIZE] = {3};
    open_table("classic");
    fair_chain_begin(&scene_table(&scene)->chain, root, 1);
    play_first();
    assert_int_equal(scene_table(&scene)->chain.length, FAIR_CHAIN);
    take();
    assert_not_proven(&saw, "does not fit the commitment"); /* the test's chain was never told */
    play_next(1);
    take();
    assert_non_null(strstr(saw.text, "; the next shuffles are bound by s0="));
    assert_proven(&saw, NULL);
    assert_int_equal(log_prove(&saw, NULL)->setup.round, 2);
}

/* a void round moves the deal on, and the next one is the match's first all the same. */
static void the_round_behind_a_void_one_is_proven(void **state)
{
    (void)state;
    open_table("classic");
    scene_do(&scene, "alice", "!set round_limit 500");
    scene_do(&scene, "alice", "!start surprise");
    scene_table(&scene)->round->game.turn_actions = 499;
    play_on(1);
    play_next(2);
    take();
    assert_proven(&saw, NULL);
    assert_int_equal(log_prove(&saw, NULL)->setup.round, 1);
    assert_int_not_equal(log_prove(&saw, NULL)->setup.dealer, SEAT_NONE);
    log_change(&saw, "has gone on too long and is void", "goes on", 0);
    assert_not_proven(&saw, "left to chance");
}

static void every_set_is_proven(void **state)
{
    (void)state;
    for (unsigned n = 0; ruleset_at(n) != NULL; n++) {
        open_table(ruleset_name(ruleset_at(n)));
        if (n % 2 == 1) {
            scene_watch(NULL); /* it reads English */
            script_join(scene.adapter, "#table", "oper", NULL, true);
            scene_do(&scene, "oper", "!lang fr channel");
            for (unsigned i = 0; i < 3; i++) /* as the actors read */
                scene_do(&scene, trio[i], "!lang en");
        }
        scene_do(&scene, "alice", "!start");
        struct actor actors[3];
        for (unsigned i = 0; i < 3; i++)
            actors[i] = (struct actor){.name = trio[i], .read = scene.mark};
        scene_play(&scene, actors, 3, "secret s1=", 20000);
        scene_do(&scene, "carol", "!fair");
        scene_wait(&scene, "@carol: m1.1/");
        scene_settle(&scene);
        take();
        assert_proven(&saw, NULL);
        scene_finish(&scene);
    }
    open_table("classic");
}

/* The whole commitment is what binds: what has only its short form proves nothing. */
static void eight_digits_prove_nothing(void **state)
{
    (void)state;
    uint8_t end[FAIR_SIZE];
    char whole[FAIR_HEX], brief[FAIR_SHORT];
    open_table("classic");
    assert_true(fair_chain_secret(&scene_table(&scene)->chain, 0, end));
    hash_hex(end, whole);
    fair_short(end, brief);
    play_first();
    take();
    log_change(&saw, whole, brief, 0);
    assert_not_proven(&saw, "only 8 digits of a commitment");
    assert_proven(&saw, end);
    end[31] ^= 1;
    assert_int_equal(log_prove(&saw, end)->verdict, TRANSCRIPT_NOT);
    log_drop(&saw, "s0=");
    assert_not_proven(&saw, "no commitment is in it");
    take();
    log_drop(&saw, "m1.1/");
    assert_int_equal(log_prove(&saw, NULL)->verdict, TRANSCRIPT_NONE);
    take();
    assert_int_equal(log_drop(&saw, "(d1="), 1);
    assert_proven(&saw, NULL); /* the cards fit the setup and no other */
    assert_int_equal(log_prove(&saw, NULL)->told_digits, 0);
    while (log_drop(&saw, "] ") > 0)
        ;
    log_drop(&saw, "];");
    assert_not_proven(&saw, "the deal is not in it");
}

/* -- a host who forges what is told afterwards -- */

static void another_secret_is_found(void **state)
{
    (void)state;
    open_table("classic");
    play_first();
    take();
    for (char *at = saw.text; (at = strstr(at, "s1=")) != NULL; at++)
        if (strspn(at + 3, "0123456789abcdef") == 64)
            at[66] = at[66] == '0' ? '1' : '0';
    assert_int_equal(log_prove(&saw, NULL)->verdict, TRANSCRIPT_NOT);
}

static void a_forged_log_is_found(void **state)
{
    (void)state;
    static const struct {
        const char *part, *with, *why;
        unsigned n;
    } forged[] = {
        {"All shuffles of this table are bound by s0=", /* another end with these 8 digits */
         "All shuffles of this table are bound by s0=00000000 s9=", "", 0},
        {"person.alice,person.bob", "person.bob,person.alice", "", 0},
        {"person.alice", "person.alicia", "", 0},
        {"talon2,set.classic", "talon2,set.hyper", "", 0},
        {"round.1,", "round.01,", "not written as it must be", 0},
        {"round.1,", "round.2,", "", 0},
        {"person.alice", "person.%61lice", "cannot be read", 0},
        {"switch.stack.any", "switch.stack.any,switch.target.500", "not written as it must", 0},
        {"switch.stack.any", "switch.stack.any,switch.hyper_stacks.on", "not written as it must",
         0},
        {",cut.carol.early,cut.alice.surprise", ",cut.alice.surprise", "", 0},
        {",cut.carol.early,cut.alice.surprise", ",cut.alice.surprise,cut.carol.early", "", 0},
        {"w1.1/1=", "w1.1/1=0", "hash was told at the deal", 0},
        {"c1.1=carol.early", "c1.1=carol.late", "another one in the setup", 0},
        {"m1.1/", "m1.2/", "", 0},
        {"m1.1/", "m1.1/9", "", 0},
        {".play.", ".draw.", "move", 1},
        {"bob takes a seat.", "dora takes a seat.", "", 0},
    };
    open_table("classic");
    scene_do(&scene, "carol", "!cut early");
    play_first();
    take();
    assert_proven(&saw, NULL);
    for (unsigned i = 0; i < sizeof(forged) / sizeof(forged[0]); i++) {
        take();
        log_change(&saw, forged[i].part, forged[i].with, forged[i].n);
        const struct transcript_proof *proof = log_prove(&saw, NULL);
        bool names = strstr(forged[i].part, "takes a seat") != NULL; /* is only less to compare */
        if ((proof->verdict == TRANSCRIPT_PROVEN) != names ||
            strstr(proof->why, forged[i].why) == NULL)
            fail_msg("%s -> %s: %d, %s", forged[i].part, forged[i].with, (int)proof->verdict,
                     proof->why);
    }
}

/* Each card that was told is the record's. */
static void a_changed_card_is_found(void **state)
{
    (void)state;
    open_table("classic");
    play_first();
    take();
    unsigned cards = log_prove(&saw, NULL)->card_count;
    assert_true(cards > 10);
    for (unsigned n = 1; n < cards; n++) {
        char *at = saw.text;
        take();
        for (unsigned i = 0; i < n && at != NULL; i++)
            at = strstr(at + 1, "plays [");
        if (at == NULL)
            break;
        char *label = strchr(at, '[');
        if (label[2] != ' ') /* a wild */
            continue;
        label[1] = label[1] == 'R' ? 'G' : 'R';
        assert_not_proven(&saw, "and the record does not");
    }
    take();
    log_change(&saw, "first card [", "first card [W", 1);
    assert_not_proven(&saw, "and the record does not");
    take();
    log_change(&saw, " wins the round and ", " wins the round and 1", 1);
    assert_not_proven(&saw, "another end");
    take();
    log_change(&saw, "Round 1: secret", "Round 2: secret", 1);
    assert_not_proven(&saw, "another round");
}

/* -- a host who forges before or at the deal, and tells it as if nothing were -- */

enum forgery {
    SKIPS_A_SECRET,
    TAKES_ANOTHER_CHAIN,
    DROPS_A_CUT,
    SWAPS_THE_CUTS,
    ADDS_A_CUT,
    ANOTHER_NAME,
    ANOTHER_ORDER,
    ANOTHER_SWITCH,
    ANOTHER_DEALER,
    ANOTHER_ROUND,
    FORGERIES
};

static void swap_cuts(struct cuts *cuts)
{
    struct cut first = cuts->at[0];
    cuts->at[0] = cuts->at[1];
    cuts->at[1] = first;
}

/* Just before the deal; what has to be undone behind it is. */
static void forge(struct table *table, enum forgery forgery)
{
    static const uint8_t root[FAIR_SIZE] = {7};
    static char other[] = "alicia";
    char *name = table->seats[0].person->name;
    struct seat seat = table->seats[0];
    enum rules_error error;
    uint16_t limit = table->switches.value[SWITCH_ROUND_LIMIT];
    switch (forgery) {
    case SKIPS_A_SECRET:
        table->chain.used++;
        break;
    case TAKES_ANOTHER_CHAIN:
        fair_chain_begin(&table->chain, root, FAIR_CHAIN);
        break;
    case DROPS_A_CUT:
        table->cuts->count--;
        break;
    case SWAPS_THE_CUTS:
        swap_cuts(table->cuts);
        break;
    case ADDS_A_CUT:
        table->cuts->at[table->cuts->count++].said = (struct setup_cut){"dora", "12345"};
        break;
    case ANOTHER_NAME:
        table->seats[0].person->name = other;
        break;
    case ANOTHER_ORDER:
        table->seats[0] = table->seats[1];
        table->seats[1] = seat;
        break;
    case ANOTHER_SWITCH:
        table->switches.value[SWITCH_ROUND_LIMIT] = 4711;
        break;
    case ANOTHER_DEALER:
    case ANOTHER_ROUND:
        table->match_on = true;
        match_init(&table->match, table->seat_count);
        table->match.rounds = forgery == ANOTHER_ROUND;
        table->match.dealer = forgery == ANOTHER_DEALER ? 1 : SEAT_NONE;
        assert_true(round_deal(table, &error));
        table->match.rounds = 0;
        return;
    case FORGERIES:
        break;
    }
    table->match_on = true;
    match_init(&table->match, table->seat_count);
    assert_true(round_deal(table, &error)); /* its rules are told when a match begins: not now */
    if (forgery == ANOTHER_NAME)
        table->seats[0].person->name = name;
    table->switches.value[SWITCH_ROUND_LIMIT] = limit;
}

static void a_forged_deal_is_found(void **state)
{
    (void)state;
    static const char *const why[FORGERIES] = {
        [SKIPS_A_SECRET] = "may have been passed over",
        [TAKES_ANOTHER_CHAIN] = "does not fit the commitment",
        [DROPS_A_CUT] = "not in the setup",
        [SWAPS_THE_CUTS] = "another one in the setup",
        [ADDS_A_CUT] = "a cut that was not told",
        [ANOTHER_NAME] = "no seat in the setup",
        [ANOTHER_ORDER] = "in another order",
        [ANOTHER_SWITCH] = "round_limit",
        [ANOTHER_DEALER] = "left to chance",
        [ANOTHER_ROUND] = "of another round",
    };
    for (unsigned n = 0; n < FORGERIES; n++) {
        open_table("classic");
        scene_do(&scene, "alice", "!set score single_round");
        scene_do(&scene, "alice", "!set stack off");
        scene_do(&scene, "bob", "!cut one");
        scene_do(&scene, "carol", "!cut two");
        scene_mark(&scene);
        forge(scene_table(&scene), (enum forgery)n);
        scene_settle(&scene);
        play_on(n == SKIPS_A_SECRET ? 2 : 1);
        take();
        assert_not_proven(&saw, why[n]);
        scene_finish(&scene);
    }
    open_table("classic");
}

/* -- a player who cheats -- */

static void a_cut_after_the_deal_is_for_the_next(void **state)
{
    (void)state;
    open_table("classic");
    scene_do(&scene, "alice", "!start");
    uint64_t hash = trio_hash();
    scene_do(&scene, "bob", "!cut too late");
    assert_said(&scene, "#table: bob cuts for the next deal: c2.1=bob.too%20late");
    assert_true(trio_hash() == hash);
    scene_restart(&scene);
    trio_come();
    assert_true(trio_hash() == hash);
    assert_int_equal(scene_table(&scene)->cuts->count, 1); /* kept with the table */
    scene.host.options.round_pause = 1000000;
}

static void a_cut_is_one_word_of_who_sits(void **state)
{
    (void)state;
    open_table("classic");
    scene_do(&scene, "dora", "!cut me");
    assert_said(&scene, "@dora: You have no seat at this table");
    assert_refused(&scene, "bob", "!cut", "Say a word of your own with it");
    assert_refused(&scene, "bob", "!cut 12345678901234567890123456789012345678901",
                   "That word is too long");
    scene_do(&scene, "bob", "!coupe 1234567890123456789012345678901234567890");
    assert_said(&scene, "c1.1=bob.1234567890123456789012345678901234567890");
    assert_refused(&scene, "bob", "!cut again", "your first word stands");
    scene_do(&scene, "carol",
             "!cut \x03"
             "04\xe2\x80\xae"
             "b\xff[R 5],%%.=|\\*_~`@everyone");
    assert_said(&scene, "#table: carol cuts for the next deal: c1.2=carol.");
    assert_not_said(&scene, "everyone [");
    scene_do(&scene, "alice", "!start 12345678901234567890123456789012345678901");
    assert_said(&scene, "@alice: That word is too long");
    assert_null(scene_table(&scene)->round);
    scene_do(&scene, "bob", "!start again"); /* the first word stands, and it is dealt */
    assert_non_null(scene_table(&scene)->round);
    play_on(1);
    take();
    assert_proven(&saw, NULL);
    const struct setup *setup = &log_prove(&saw, NULL)->setup;
    assert_int_equal(setup->cut_count, 2);
}

/* A host that hears a cut and does not tell it is seen by who typed it, and pointed at. */
static void a_cut_that_was_not_told_is_pointed_at(void **state)
{
    (void)state;
    open_table("classic");
    scene_do(&scene, "carol", "!fair"); /* which advises to cut */
    scene_do(&scene, "carol", "!cut early");
    play_first();
    take();
    log_change(&saw, "carol cuts for", "<carol> !cut early\ncarol cuts for", 1);
    assert_proven(&saw, NULL);
    assert_int_equal(log_prove(&saw, NULL)->untold_line, 0);
    log_change(&saw, "carol cuts for", "[12:30] <bob> !coupe words of mine\ncarol cuts for", 1);
    assert_proven(&saw, NULL);
    unsigned line = log_prove(&saw, NULL)->untold_line;
    assert_true(line > 0);
}

/* Who leaves does not take the word along: it was told. */
static void a_cut_stays_when_its_player_leaves(void **state)
{
    (void)state;
    open_table("classic");
    scene_do(&scene, "bob", "!cut here");
    scene_do(&scene, "bob", "!leave");
    scene_do(&scene, "bob", "!join");
    assert_refused(&scene, "bob", "!cut there", "your first word stands");
    play_first();
    take();
    assert_proven(&saw, NULL);
    assert_string_equal(log_prove(&saw, NULL)->setup.cuts[0].word, "here");
}

/* Tokens that people write into the channel make nothing true: at most they must be taken out. */
static void forged_tokens_prove_nothing(void **state)
{
    (void)state;
    static const char end[] = "s0=0000000000000000000000000000000000000000000000000000000000000000";
    static const struct {
        const char *token;
        bool before; /* the deal */
        bool spoils;
    } forged[] = {{"s1=00000000", false, true},
                  {"d1=00000000", false, true},
                  {"c1.2=bob.mine", false, true},
                  {"bob plays [R 5]", false, true},
                  {"c1.1=bob.mine", true, true},
                  {"d1=00000000", true, true},
                  {end, false, false},
                  {end, true, true}, /* or a host's second end */
                  {"s0=00000000", true, true}};
    open_table("classic");
    play_first();
    for (unsigned i = 0; i < sizeof(forged) / sizeof(forged[0]); i++) {
        char line[200];
        take();
        char *at = strstr(saw.text, forged[i].before ? "carol takes a seat" : "(d1=");
        at = strchr(at, '\n') + 1;
        snprintf(line, sizeof(line), "<mallory> %s\n", forged[i].token);
        memmove(at + strlen(line), at, strlen(at) + 1);
        memcpy(at, line, strlen(line));
        const struct transcript_proof *proof = log_prove(&saw, NULL);
        assert_int_equal(proof->verdict, forged[i].spoils ? TRANSCRIPT_NOT : TRANSCRIPT_PROVEN);
        assert_int_equal(proof->line > 0, forged[i].spoils);
        log_drop(&saw, "<mallory>");
        assert_proven(&saw, NULL);
    }
}

/* -- the program -- */

static void the_program_says_so(void **state)
{
    (void)state;
    char path[] = "/tmp/talon-log-XXXXXX";
    uint8_t bytes[FAIR_SIZE];
    char end[FAIR_HEX];
    open_table("classic");
    assert_true(fair_chain_secret(&scene_table(&scene)->chain, 0, bytes));
    hash_hex(bytes, end);
    play_first();
    take();
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    static const struct {
        const char *drop, *arguments;
        int status;
    } runs[] = {{NULL, "", 0},
                {"All shuffles", "", 1},
                {NULL, "--commitment", 0},
                {NULL, "--commitment 12", EX_USAGE},
                {"t1.1/1=", "", 2}};
    for (unsigned i = 0; i < sizeof(runs) / sizeof(runs[0]); i++) {
        if (runs[i].drop != NULL)
            log_drop(&saw, runs[i].drop);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs(saw.text, file);
        fclose(file);
        bool given = strcmp(runs[i].arguments, "--commitment") == 0;
        assert_int_equal(program_run("verify --transcript - %s %s <%s", runs[i].arguments,
                                     given ? end : "", path),
                         runs[i].status);
    }
    close(fd);
    unlink(path);
}

#define TEST(name) cmocka_unit_test_teardown(name, trio_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_log_proves_each_round),
        TEST(a_new_chain_is_told),
        TEST(the_round_behind_a_void_one_is_proven),
        TEST(every_set_is_proven),
        TEST(eight_digits_prove_nothing),
        TEST(another_secret_is_found),
        TEST(a_forged_log_is_found),
        TEST(a_changed_card_is_found),
        TEST(a_forged_deal_is_found),
        TEST(a_cut_after_the_deal_is_for_the_next),
        TEST(a_cut_is_one_word_of_who_sits),
        TEST(a_cut_stays_when_its_player_leaves),
        TEST(a_cut_that_was_not_told_is_pointed_at),
        TEST(forged_tokens_prove_nothing),
        TEST(the_program_says_so),
    };
    if (!language_setup())
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
