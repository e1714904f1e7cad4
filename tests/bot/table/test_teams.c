/* Teams of two (HR-20): who may deal, who plays with whom, what a win is worth, and that the proof
 * knows both names. */
#include <getopt.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bot/cli/cli.h"
#include "bot/table/round/round.h"
#include "bot/table/seats/seats.h"
#include "bot/text/language.h"
#include "tests/bot/log.h"
#include "tests/bot/trio.h"

enum { MOVES = 20000, LONG = 1000000 };

/* alice, bob, carol and one computer player, in this order: alice plays with carol. */
static void open_teams(const char *score)
{
    scene_init(&scene, SCENE_SQLITE);
    scene.options.seed = "teams"; /* the same rounds each time */
    scene_begin(&scene);
    trio_come();
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "carol", "!join");
    scene_do(&scene, "alice", "!set score %s", score);
    scene_do(&scene, "alice", "!set teams on");
}

static void play_on(const char *part)
{
    struct actor actors[3];
    for (unsigned i = 0; i < 3; i++)
        actors[i] = (struct actor){.name = trio[i], .read = scene.mark};
    scene_play(&scene, actors, 3, part, MOVES);
}

static void an_odd_number_is_refused(void **state)
{
    (void)state;
    open_teams("points_500");
    assert_said(&scene,
                "#table: alice sets: partners sit across from each other and win together.");
    scene_do(&scene, "bob", "!start");
    assert_said(&scene, "@bob: Teams of two need an even number of players, four at least: !bots N "
                        "adds computer players, !set teams off plays without teams.");
    assert_null(scene_table(&scene)->round);
    scene_do(&scene, "carol", "!table");
    assert_said(&scene,
                "No round is running. Seats: alice, bob, carol. Teams of two need an even number");
    scene_do(&scene, "alice", "!set play_to_last on");
    assert_said(&scene, "@alice: Places are played out only where");
    scene_do(&scene, "alice", "!set score lowest_500");
    assert_said(&scene,
                "@alice: Teams do not play for the lowest sum: !set score points_500 or !set "
                "teams off first.");
    scene_do(&scene, "alice", "!set score single_round");
    scene_do(&scene, "alice", "!set play_to_last on");
    assert_said(&scene, "@alice: Teams do not play the places out: !set play_to_last off or !set "
                        "teams off first.");
    scene_do(&scene, "alice", "!bots 1");
    scene_do(&scene, "carol", "!table");
    assert_said(&scene, "Teams: alice and carol; bob and ");
    scene_do(&scene, "bob", "!start");
    assert_said(&scene, "Teams: alice and carol; bob and ");
    scene_do(&scene, "carol", "!table");
    assert_said(&scene, "On top ");
    assert_said(&scene, "Teams: alice and carol; bob and ");
}

static void a_partner_must_have_room(void **state)
{
    (void)state;
    open_teams("points_500");
    scene_table(&scene)->switches.value[SWITCH_HAND_SIZE] = 13; /* 7 could be dealt, 8 could not */
    assert_false(seats_fit(scene_table(&scene), 7));
    assert_true(seats_fit(scene_table(&scene), 5));
}

static int64_t count(const char *what)
{
    char query[200];
    snprintf(query, sizeof(query), "SELECT count(*) FROM result WHERE %s", what);
    return trio_number(query);
}

static void expect_verified(int64_t round)
{
    char number[24];
    char *words[] = {"verify", "--db", scene.path, number, NULL};
    snprintf(number, sizeof(number), "%lld", (long long)round);
    optind = 0;
    assert_int_equal(cli_verify(4, words), CLI_DONE);
}

static void both_partners_win(void **state)
{
    (void)state;
    open_teams("points_500");
    scene_do(&scene, "alice", "!bots 1");
    scene_do(&scene, "alice", "!start");
    play_on(" win the round and ");
    assert_said(&scene, " points each!");
    const struct table *table = scene_table(&scene);
    const bool first = table->match.gained[0] > 0; /* alice and carol */
    assert_said(&scene, first ? "carol" : "bob");
    assert_int_equal(table->match.gained[first ? 0 : 1], table->match.gained[first ? 2 : 3]);
    assert_int_equal(table->match.gained[first ? 1 : 0], 0);
    scene_settle(&scene);
    assert_int_equal(count("won = 1"), 2);
    assert_int_equal(
        count("won = 1 AND seat % 2 = (SELECT min(seat) FROM result WHERE won = 1) % 2"), 2);
    assert_int_equal(count("points > 0"), 2);
    assert_int_equal(count("place IS NOT NULL"), 0);     /* rates nobody */
    assert_int_equal(count("won = 1 AND plays > 0"), 1); /* who went out */
    assert_int_equal(trio_number("SELECT count(*) FROM round WHERE counts = 1"), 1);
    expect_verified(table->last.id);
}

/* alice and carol are one team, and nobody sits in the other. */
static void people_of_one_team_play_for_nothing(void **state)
{
    (void)state;
    scene_init(&scene, SCENE_SQLITE);
    scene.options.seed = "teams";
    scene_begin(&scene);
    trio_come();
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "alice", "!set teams on");
    scene_do(&scene, "alice", "!bots 1");
    scene_do(&scene, "carol", "!join");
    scene_do(&scene, "alice", "!bots 2");
    scene_do(&scene, "alice", "!start");
    assert_said(&scene, "win together. Teams: alice and carol; ");
    struct actor actors[2] = {{.name = "alice", .read = scene.mark},
                              {.name = "carol", .read = scene.mark}};
    scene_play(&scene, actors, 2, ", and so the match!", MOVES);
    assert_said(&scene, " win the round and ");
    scene_settle(&scene);
    assert_int_equal(trio_number("SELECT count(*) FROM round WHERE counts = 1"), 0);
    assert_int_equal(trio_number("SELECT count(*) FROM round WHERE counts = 0"), 1);
    assert_int_equal(count("match_won = 1"), 2);
    expect_verified(scene_table(&scene)->last.id);
}

/* bob leaves; his partner plays on alone. */
static void who_leaves_wins_nothing(void **state)
{
    (void)state;
    open_teams("points_500");
    scene_do(&scene, "alice", "!bots 1");
    scene_do(&scene, "alice", "!start");
    struct actor actors[2] = {{.name = "alice", .read = scene.mark},
                              {.name = "carol", .read = scene.mark}};
    scene_do(&scene, "bob", "!leave");
    scene_play(&scene, actors, 2, " the round and ", MOVES);
    scene_settle(&scene);
    assert_int_equal(count("seat = 1 AND (won = 1 OR points > 0)"), 0);
    assert_true(count("won = 1") >= 1);
    expect_verified(scene_table(&scene)->last.id);
}

/* bob leaves between two rounds. The match goes on when another one sits down. */
static void a_match_waits_for_a_partner(void **state)
{
    static const char why[] =
        "#table: The next round waits. Teams of two need an even number of players, four at least: "
        "!join takes a seat, !bots N adds computer players, !stop ends the match.";
    (void)state;
    open_teams("points_500");
    scene.host.options.round_pause = LONG;
    scene.host.options.lobby_idle = LONG;
    scene_do(&scene, "alice", "!bots 1");
    scene_do(&scene, "alice", "!start");
    play_on(" win the round and ");
    struct table *table = scene_table(&scene);
    const struct match before = table->match;
    scene_do(&scene, "bob", "!leave");
    scene_do(&scene, "alice", "!clock");
    assert_said(&scene, "#table: Teams of two need an even number of players");
    assert_said(&scene, "!stop ends the match.");
    scene_mark(&scene);
    timer_set(&table->timer, 0);
    scene_wait(&scene, why);
    scene_do(&scene, "alice", "!away"); /* the clock is set again */
    scene_do(&scene, "alice", "!back");
    assert_not_said(&scene, "The next round waits");
    assert_int_equal(table->state, TABLE_BETWEEN);
    scene_do(&scene, "carol", "!table");
    assert_said(&scene, "!stop ends the match.");
    table->turn_at -= LONG; /* time has passed */
    scene_mark(&scene);
    scene_type(&scene, "bob", "!join");
    scene_wait(&scene, "Teams: alice and ");
    assert_int_equal(table->state, TABLE_ROUND);
    assert_int_equal(table->match.rounds, before.rounds);
    assert_int_equal(table->match.total[0], before.total[0]);
}

/* Nobody comes for as long as a lobby waits. */
static void a_match_ends_if_no_partner_comes(void **state)
{
    (void)state;
    open_teams("points_500");
    scene.host.options.round_pause = LONG;
    scene_do(&scene, "alice", "!bots 1");
    scene_do(&scene, "alice", "!start");
    play_on(" win the round and ");
    scene_do(&scene, "bob", "!leave");
    scene.host.options.lobby_idle = 20;
    scene_mark(&scene);
    timer_set(&scene_table(&scene)->timer, 0);
    scene_wait(&scene, "#table: The next round waits. Teams of two need ");
    scene_wait(&scene, "#table: The match ends, the next round cannot be dealt: Teams of two need "
                       "an even number");
    scene.host.options.lobby_idle = LONG;
}

static void prove_in(const char *language)
{
    static struct log_text saw;
    const bool spanish = strcmp(language, "es") == 0;
    open_teams("single_round");
    scene_do(&scene, "alice", "!bots 1");
    scene_watch(NULL); /* it reads English */
    script_join(scene.adapter, "#table", "oper", NULL, true);
    scene_do(&scene, "oper", "!lang %s channel", language);
    for (unsigned i = 0; i < 3; i++) /* as the actors read */
        scene_do(&scene, trio[i], "!lang en");
    scene_do(&scene, "alice", "!start surprise");
    play_on(spanish ? "ganan la ronda" : " win the round and ");
    scene_do(&scene, "carol", "!fair");
    scene_wait(&scene, "@carol: m1.1/");
    scene_settle(&scene);
    log_take(&scene, "carol", DRESS_PLAIN, &saw);
    const struct proof *proof = log_prove(&saw);
    if (proof->verdict != PROOF_PROVEN)
        fail_msg("%s, line %u\n%s", proof->why, proof->line, saw.text);
    /* with another partner the line does not prove */
    char *at = strstr(saw.text, spanish ? " ganan la ronda" : " win the round");
    assert_non_null(at);
    at[-1] = at[-1] == 'x' ? 'y' : 'x';
    proof = log_prove(&saw);
    assert_int_not_equal(proof->verdict, PROOF_PROVEN);
}

static void the_proof_knows_both_names(void **state)
{
    (void)state;
    prove_in("en");
}

static void the_proof_knows_them_in_spanish(void **state)
{
    (void)state;
    prove_in("es");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(an_odd_number_is_refused, trio_tear_down),
        cmocka_unit_test_teardown(a_partner_must_have_room, trio_tear_down),
        cmocka_unit_test_teardown(both_partners_win, trio_tear_down),
        cmocka_unit_test_teardown(people_of_one_team_play_for_nothing, trio_tear_down),
        cmocka_unit_test_teardown(who_leaves_wins_nothing, trio_tear_down),
        cmocka_unit_test_teardown(a_match_waits_for_a_partner, trio_tear_down),
        cmocka_unit_test_teardown(a_match_ends_if_no_partner_comes, trio_tear_down),
        cmocka_unit_test_teardown(the_proof_knows_both_names, trio_tear_down),
        cmocka_unit_test_teardown(the_proof_knows_them_in_spanish, trio_tear_down),
    };
    if (!language_setup())
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
