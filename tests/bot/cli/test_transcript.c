/* What a channel proof_saw proves a round (engine/proof/proof.h), whatever a client puts around it;
 * and a host or a player who cheats moves no card without being found (docs/fair.md). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/array.h"
#include "bot/table/round/cut.h"
#include "bot/table/round/round.h"
#include "bot/text/language.h"
#include "tests/bot/program.h"
#include "tests/bot/proof_scene.h"

/* -- what an honest host's log proves -- */

static void a_log_proves_each_round(void **state)
{
    (void)state;
    proof_open("classic");
    scene_do(&scene, "carol", "!cut Überraschung, 100 %%!");
    proof_play_first();
    for (unsigned round = 1; round <= 3; round++) {
        for (unsigned dress = DRESS_PLAIN; dress <= DRESS_DISCORD; dress++) {
            log_take(&scene, "carol", (enum dress)dress, &proof_saw);
            assert_proven(&proof_saw);
        }
        const struct proof *proof = log_prove(&proof_saw);
        assert_int_equal(proof->record.shuffle, round);
        assert_int_equal(proof->seen, proof->card_count);
        assert_int_equal(proof->setup.round, round);
        assert_int_equal(proof->setup.cut_count, round == 1 ? 2 : 0);
        assert_int_equal(proof->game.phase, PHASE_ROUND_OVER);
        if (round == 1)
            assert_string_equal(proof->setup.cuts[0].word, "Überraschung, 100 %!");
        if (round < 3 && scene_table(&scene)->match_on)
            proof_play_next();
        else
            break;
    }
}

/* Whose seat waits is in no setup, and the last in the one after their return (presence.h). */
static void a_seat_that_waits_is_followed(void **state)
{
    (void)state;
    proof_open("classic");
    scene.host.options.quit_grace = 20;
    scene_do(&scene, "bob", "!cut bananas");
    script_gone(scene.adapter, "bob", false);
    scene_wait(&scene, "#table: bob leaves the table. The seat is kept");
    scene_settle(&scene);
    scene_do(&scene, "alice", "!bots 1");
    proof_play_first();
    proof_take();
    assert_proven(&proof_saw);
    assert_int_equal(log_prove(&proof_saw)->setup.players, 3);
    script_join(scene.adapter, "#table", "bob", "bob_account", false);
    scene_wait(&scene, "#table: bob takes a seat and plays from the next round on.");
    scene_settle(&scene);
    scene_do(&scene, "bob", "!cut apples");
    proof_play_next();
    proof_take();
    assert_proven(&proof_saw);
    assert_int_equal(log_prove(&proof_saw)->setup.players, 4);
    assert_string_equal(log_prove(&proof_saw)->setup.seats[3].name, "bob");
}

/* carol plays the round with one or two others of these names, and proves it. */
static void play_as(const char *one, const char *two)
{
    struct actor actors[3] = {{.name = one}, {.name = "carol"}, {.name = two}};
    for (unsigned i = 0; i < 3; i++)
        actors[i].read = scene.mark;
    scene_play(&scene, actors, two != NULL ? 3 : 2, "wins the round", 10000);
    scene_do(&scene, "carol", "!fair");
    scene_wait(&scene, "@carol: To check it, save ");
    proof_take();
    assert_proven(&proof_saw);
}

static void play_next_as(const char *one, const char *two)
{
    scene_mark(&scene);
    timer_set(&scene_table(&scene)->timer, 0);
    scene_wait(&scene, " cards each");
    scene_settle(&scene);
    play_as(one, two);
}

/* Before the deal, in the middle of the round, and at a return. */
static void a_new_nick_is_followed(void **state)
{
    (void)state;
    proof_open("classic");
    scene_do(&scene, "alice", "!cut bananas");
    script_rename(scene.adapter, "alice", "zoe");
    scene_wait(&scene, "#table: alice plays as zoe now.");
    scene_settle(&scene);
    scene_do(&scene, "bob", "!start");
    script_rename(scene.adapter, "bob", "bobby");
    scene_wait(&scene, "#table: bob plays as bobby now.");
    script_gone(scene.adapter, "bobby", false);
    script_join(scene.adapter, "#table", "rob", "bob_account", false);
    scene_wait(&scene, "#table: bobby plays as rob now.");
    play_as("zoe", "rob");
    assert_string_equal(log_prove(&proof_saw)->setup.seats[0].name, "zoe");
    assert_int_equal(log_prove(&proof_saw)->setup.cut_count, 1);
}

/* bob has an account. The channel knows him by his nick. */
static void a_return_under_another_nick_is_followed(void **state)
{
    (void)state;
    proof_open("classic");
    scene_do(&scene, "alice", "!start surprise");
    script_gone(scene.adapter, "bob", false);
    scene_settle(&scene);
    script_join(scene.adapter, "#table", "bob_", "bob_account", false);
    scene_wait(&scene, "#table: bob plays as bob_ now.");
    scene_settle(&scene);
    play_as("alice", "bob_");
    play_next_as("alice", "bob_");
    assert_string_equal(log_prove(&proof_saw)->setup.seats[1].name, "bob_");
}

/* They sit down under the new nick; no line says that they play as it. */
static void a_seat_that_waited_may_have_another_nick(void **state)
{
    (void)state;
    proof_open("classic");
    scene.host.options.quit_grace = 20;
    script_gone(scene.adapter, "bob", false);
    scene_wait(&scene, "#table: bob leaves the table. The seat is kept");
    scene_settle(&scene);
    script_join(scene.adapter, "#table", "bobby", "bob_account", false);
    scene_wait(&scene, "#table: bobby takes a seat.");
    scene_settle(&scene);
    assert_not_said(&scene, "plays as");
    scene_do(&scene, "alice", "!start surprise");
    play_as("alice", "bobby");
}

/* Their seat stays until the round ends. Somebody else may take their nick. */
static void a_player_who_left_has_no_name(void **state)
{
    (void)state;
    proof_open("classic");
    scene_do(&scene, "alice", "!start surprise");
    scene_do(&scene, "bob", "!leave");
    script_rename(scene.adapter, "bob", "robert");
    scene_settle(&scene);
    assert_not_said(&scene, "plays as");
    script_rename(scene.adapter, "alice", "bob");
    scene_wait(&scene, "#table: alice plays as bob now.");
    scene_settle(&scene);
    play_as("bob", NULL);
    play_next_as("bob", NULL);
}

/* A chain that is used up in a match is followed by another, told with the last secret of the one
 * before; who plays is known by then, so that a cut is needed for a proof. */
static void a_new_chain_is_told(void **state)
{
    (void)state;
    uint8_t secret[FAIR_SIZE];
    proof_open("classic");
    struct fair_chain *chain = &scene_table(&scene)->chain;
    assert_true(fair_chain_secret(chain, 1, secret)); /* it has no other one */
    fair_chain_begin(chain, secret, 1);
    proof_play_first();
    assert_int_equal(chain->length, FAIR_CHAIN);
    proof_take();
    assert_non_null(strstr(proof_saw.text, "; the next shuffles are bound by s0="));
    assert_proven(&proof_saw);
    proof_play_next();
    proof_take();
    assert_not_proven(&proof_saw, "nobody cut");
    scene_do(&scene, "bob", "!cut mine");
    proof_play_next();
    proof_take();
    assert_proven(&proof_saw);
    log_change(&proof_saw, "Round 1: secret s1=", "Round 1: secret s1=0", 1);
    log_change(&proof_saw, "Round 1, kept as 1: secret s1=", "Round 1, kept as 1: secret s1=0", 0);
    assert_not_proven(&proof_saw, "before the one before it is used up");
}

/* a void round moves the deal on, and the next one is the match's first all the same. */
static void the_round_behind_a_void_one_is_proven(void **state)
{
    (void)state;
    proof_open("classic");
    scene_do(&scene, "alice", "!set round_limit 500");
    scene_do(&scene, "alice", "!start surprise");
    scene_table(&scene)->round->game.turn_actions = 499;
    proof_play_until("too long and is void");
    proof_play_next();
    proof_take();
    assert_proven(&proof_saw);
    assert_int_equal(log_prove(&proof_saw)->setup.round, 1);
    assert_int_not_equal(log_prove(&proof_saw)->setup.dealer, SEAT_NONE);
    log_change(&proof_saw, "has gone on too long and is void", "goes on", 0);
    assert_int_equal(log_prove(&proof_saw)->verdict, PROOF_NOT);
}

static void every_set_is_proven(void **state)
{
    (void)state;
    for (unsigned n = 0; ruleset_at(n) != NULL; n++) {
        proof_open(ruleset_name(ruleset_at(n)));
        static struct adapter_impl rings; /* "bob: alice plays [R 5] → your turn" */
        rings = *scene.adapter->impl;
        rings.caps.first_name_rings = true;
        if (n % 3 != 0)
            scene.adapter->impl = &rings;
        const bool spanish = n % 4 == 3; /* whose sentence begins with a mark before the name */
        if (n % 2 == 1) {
            scene_watch(NULL); /* it reads English */
            script_join(scene.adapter, "#table", "oper", NULL, true);
            scene_do(&scene, "oper", "!lang %s channel", spanish ? "es" : "fr");
            for (unsigned i = 0; i < 3; i++) /* as the actors read */
                scene_do(&scene, trio[i], "!lang en");
        }
        scene_do(&scene, "alice", "!start");
        struct actor actors[3];
        for (unsigned i = 0; i < 3; i++)
            actors[i] = (struct actor){.name = trio[i], .read = scene.mark};
        scene_play(&scene, actors, 3,
                   spanish      ? "gana la ronda"
                   : n % 2 == 1 ? "gagne la manche"
                                : "wins the round",
                   20000);
        scene_do(&scene, "carol", "!fair");
        scene_wait(&scene, "@carol: m1.1/");
        scene_settle(&scene);
        proof_take();
        assert_proven(&proof_saw);
        scene_finish(&scene);
    }
    proof_open("classic");
}

/* -- a host who forges what is told afterwards -- */

static void another_secret_is_found(void **state)
{
    (void)state;
    proof_open("classic");
    proof_play_first();
    proof_take();
    for (char *at = proof_saw.text; (at = strstr(at, "s1=")) != NULL; at++)
        at[66] = at[66] == '0' ? '1' : '0';
    assert_not_proven(&proof_saw, "another chain");
}

static void a_forged_log_is_found(void **state)
{
    (void)state;
    static const struct {
        const char *part, *with, *why;
        unsigned n;
    } forged[] = {
        {"bound by s0=", "bound by s0=A", "is not in it", 1},
        {"person.alice,person.bob", "person.bob,person.alice", "in another order", 0},
        {"person.alice", "person.alicia", "other seats", 0},
        {"person.alice", "person.al%E2%80%8Bice", "other seats", 0},
        {"person.alice", "person.al%2Aice", "other seats", 0},
        {"person.alice", "person.alice%F0%9F%98%80", "other seats", 0},
        {"computer.Ada.normal", "computer.Ada.hard", "another level", 0},
        {"talon3,set.classic", "talon3,set.hyper", "", 0},
        {"round.1,", "round.01,", "cannot be read", 0},
        {"round.1,", "round.2,", "another round", 0},
        {"dealer.-,", "dealer.P2,", "", 0},
        {"person.alice", "person.%61lice", "cannot be read", 0},
        {"switch.stack.any", "switch.target.300,switch.stack.any", "other changes", 0},
        {"switch.stack.any", "switch.stack.any,switch.target.300", "cannot be read", 0},
        {"switch.stack.any", "switch.stack.same", "", 0},
        {",cut.carol.early,cut.alice.surprise", ",cut.alice.surprise", "", 0},
        {",cut.carol.early,cut.alice.surprise", ",cut.alice.surprise,cut.carol.early", "", 0},
        {"c1.1=carol.early", "c1.1=carol.late", "other cuts", 0},
        {"c1.1=carol.early", "c1.2=carol.early", "is missing", 0},
        {"c1.1=carol.early", "c1.1=bob.early", "not of who", 0},
        {"m1.1/", "m1.2/", "", 0},
        {"m1.1/", "m1.9/", "", 0},
        {".play.", ".draw.", "move", 1},
        {"bob takes a seat.", "dora takes a seat.", "", 0},
        {"bob takes a seat.", "alice takes a seat.", "sits there already", 0},
        {" deals 7 cards each", " deals 8 cards each", "other numbers", 0},
    };
    proof_open("classic");
    scene_do(&scene, "carol", "!cut early");
    proof_play_first();
    proof_take();
    assert_proven(&proof_saw);
    for (unsigned i = 0; i < ARRAY_SIZE(forged); i++) {
        proof_take();
        log_change(&proof_saw, forged[i].part, forged[i].with, forged[i].n);
        const struct proof *proof = log_prove(&proof_saw);
        if (proof->verdict == PROOF_PROVEN || strstr(proof->why, forged[i].why) == NULL) {
            fail_msg("%s -> %s: %d, %s", forged[i].part, forged[i].with, (int)proof->verdict,
                     proof->verdict == PROOF_PROVEN ? "proven" : proof->why);
        }
    }
}

/* Each card that was told is the record's. */
static void a_changed_card_is_found(void **state)
{
    (void)state;
    proof_open("classic");
    proof_play_first();
    proof_take();
    unsigned cards = log_prove(&proof_saw)->card_count;
    assert_true(cards > 10);
    for (unsigned n = 1; n < cards; n++) {
        char *at = proof_saw.text;
        proof_take();
        for (unsigned i = 0; i < n && at != NULL; i++)
            at = strstr(at + 1, "plays [");
        if (at == NULL)
            break;
        char *label = strchr(at, '[');
        if (label[2] != ' ') /* a wild */
            continue;
        label[1] = label[1] == 'R' ? 'G' : 'R';
        assert_not_proven(&proof_saw, "that the record does not have");
    }
    proof_take();
    log_change(&proof_saw, "first card [", "first card [W", 1);
    assert_not_proven(&proof_saw, "that the record does not have");
    proof_take();
    log_change(&proof_saw, " wins the round and ", " wins the round and 1", 1);
    assert_not_proven(&proof_saw, "another end");
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
        [SKIPS_A_SECRET] = "one before it is missing",
        [TAKES_ANOTHER_CHAIN] = "another chain",
        [DROPS_A_CUT] = "other cuts",
        [SWAPS_THE_CUTS] = "other cuts",
        [ADDS_A_CUT] = "other cuts",
        [ANOTHER_NAME] = "", /* the log has another who deals, or another seat */
        [ANOTHER_ORDER] = "in another order",
        [ANOTHER_SWITCH] = "other changes",
        [ANOTHER_DEALER] = "another dealer",
        [ANOTHER_ROUND] = "another round",
    };
    for (unsigned n = 0; n < FORGERIES; n++) {
        proof_open("classic");
        scene_do(&scene, "alice", "!set score single_round");
        scene_do(&scene, "alice", "!set stack off");
        scene_do(&scene, "bob", "!cut one");
        scene_do(&scene, "carol", "!cut two");
        scene_mark(&scene);
        forge(scene_table(&scene), (enum forgery)n);
        scene_settle(&scene);
        proof_play_on();
        proof_take();
        assert_not_proven(&proof_saw, why[n]);
        scene_finish(&scene);
    }
    proof_open("classic");
}

/* -- the program -- */

static void the_program_says_so(void **state)
{
    (void)state;
    char path[] = "/tmp/talon-log-XXXXXX";
    proof_open("classic");
    proof_play_first();
    proof_take();
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    static const struct {
        const char *drop;
        int status;
    } runs[] = {{NULL, 0}, {"opens a table", 1}, {"t1.1/1=", 2}};
    for (unsigned i = 0; i < ARRAY_SIZE(runs); i++) {
        if (runs[i].drop != NULL)
            log_drop(&proof_saw, runs[i].drop);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fputs(proof_saw.text, file);
        fclose(file);
        assert_int_equal(program_run("verify --transcript - <%s", path), runs[i].status);
    }
    close(fd);
    unlink(path);
}

#define TEST(name) cmocka_unit_test_teardown(name, trio_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_log_proves_each_round),
        TEST(a_seat_that_waits_is_followed),
        TEST(a_new_nick_is_followed),
        TEST(a_return_under_another_nick_is_followed),
        TEST(a_seat_that_waited_may_have_another_nick),
        TEST(a_player_who_left_has_no_name),
        TEST(a_new_chain_is_told),
        TEST(the_round_behind_a_void_one_is_proven),
        TEST(every_set_is_proven),
        TEST(another_secret_is_found),
        TEST(a_forged_log_is_found),
        TEST(a_changed_card_is_found),
        TEST(a_forged_deal_is_found),
        TEST(the_program_says_so),
    };
    if (!language_setup())
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
