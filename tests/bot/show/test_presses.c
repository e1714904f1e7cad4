/* When hands come (bot/show/hand.h); presses that are double, late or of an old hand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "bot/show/hand.h"
#include "bot/show/render/lines.h"
#include "bot/table/round/round.h"
#include "engine/move/check.h"
#include "tests/bot/controls.h"

static unsigned hands_to(const char *who)
{
    char start[60];
    snprintf(start, sizeof(start), "@%s: hand", who);
    unsigned lines = scene_count(&scene, start);
    return lines;
}

/* The hand answers a player who asks for it or tries a move in a round, once. Questions about other
 * things do not repeat it. */
static void moves_are_answered_by_the_hand(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        unsigned hands;
    } rows[] = {{"hand", 1},  {"uno", 1},       {"play q9", 1}, {"dance", 1},
                {"table", 0}, {"help play", 0}, {"score", 0},   {"pings", 0}};
    controls_deal("classic");
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        uint32_t answers = scene_command(&scene, pair_other(), "%s", rows[i].words);
        char first[80];
        snprintf(first, sizeof(first), "@%s: hand %u|Your hand", pair_other(), (unsigned)answers);
        assert_int_equal(scene_count(&scene, first), rows[i].hands);
    }
    scene_do(&scene, pair_other(), "!table"); /* nobody waits */
    assert_int_equal(hands_to(pair_other()), 0);
}

static void a_hand_moved_by_others_is_shown(void **state)
{
    (void)state;
    controls_deal("classic");
    const char *who = pair_of_turn();
    const char *victim = pair_other();
    controls_lay("R5", "R+2 G2 G3");
    scene_command(&scene, who, "play r+2");
    assert_true(hands_to(victim) > 0);
    assert_int_equal(
        scene_count(&scene, "@bob: You draw") + scene_count(&scene, "@alice: You draw"), 1);
    assert_shown(victim, "Your hand");
}

static void a_round_that_is_over_leaves_no_controls(void **state)
{
    (void)state;
    controls_deal("classic");
    const char *who = pair_of_turn();
    controls_lay("R5", "R7");
    scene_press(&scene, who, "hand");
    scene_press(&scene, who, "play R7");
    assert_said(&scene, "wins the round");
    assert_string_equal(controls_hand("alice")->text, "The round is over.");
    assert_string_equal(controls_hand("bob")->text, "The round is over.");
    assert_int_equal(controls_hand("alice")->control_count, 0);
    assert_int_equal(controls_hand("bob")->control_count, 0);
}

/* Nothing is said of it again, whatever is done until the next deal. */
static void the_end_of_a_round_is_shown_once(void **state)
{
    (void)state;
    controls_deal("classic");
    const char *who = pair_of_turn();
    const char *other = pair_other();
    controls_lay("R5", "R7");
    scene_press(&scene, who, "hand");
    scene_press(&scene, who, "play R7");
    assert_int_equal(hands_to(other), 1);
    assert_int_equal(hands_to(who), 1);
    scene_command(&scene, other, "table");
    scene_command(&scene, who, "score");
    assert_int_equal(hands_to(other) + hands_to(who), 0);
    scene_command(&scene, "carol", "join");
    assert_int_equal(hands_to(other) + hands_to(who), 0);
}

static void who_is_away_can_come_back(void **state)
{
    (void)state;
    controls_deal("classic");
    scene_command(&scene, pair_other(), "away");
    assert_shown(pair_other(), "A computer player keeps your seat until you are back.");
    scene_press(&scene, pair_other(), "back");
    assert_null(strstr(controls_hand(pair_other())->text, "keeps your seat"));
    assert_null(controls_in_hand(pair_other(), "back"));
}

static void who_leaves_keeps_nothing(void **state)
{
    (void)state;
    controls_deal("classic");
    scene_command(&scene, "carol", "join");
    scene_command(&scene, "alice", "leave");
    scene_press(&scene, "alice", "leave yes");
    assert_string_equal(controls_hand("alice")->text, "You have left the table.");
    assert_int_equal(controls_hand("alice")->control_count, 0);
}

/* Two who catch at once: one of them is the first, and the other hears so. */
static void of_two_who_catch_one_is_first(void **state)
{
    (void)state;
    scene_command(&scene, "alice", "new");
    scene_command(&scene, "bob", "join");
    scene_command(&scene, "carol", "join");
    scene_press(&scene, "alice", "start");
    const char *who = pair_of_turn();
    const char *first = seat_name(scene_table(&scene), (controls_game()->turn + 1u) % 3);
    const char *second = seat_name(scene_table(&scene), (controls_game()->turn + 2u) % 3);
    char words[80];
    char said[120];
    controls_lay("R5", "R7 G2");
    scene_command(&scene, who, "play r7");
    snprintf(words, sizeof(words), "catch %s", who);
    scene_mark(&scene);
    assert_true(script_press(scene.adapter, "#table", first, words, 901));
    assert_true(script_press(scene.adapter, "#table", second, words, 902));
    scene_settle(&scene);
    snprintf(said, sizeof(said), "#table: 901|%s catches %s without UNO", first, who);
    assert_said(&scene, said);
    snprintf(said, sizeof(said), "@%s: 902|There is nobody to catch", second);
    assert_said(&scene, said);
    snprintf(said, sizeof(said), "@%s: You draw", who); /* answers neither */
    assert_said(&scene, said);
    assert_int_equal(controls_hand(who)->answers, 0);
    assert_null(controls_in_hand(who, words));
}

/* A second click comes too late, whatever it would do now. */
static void a_double_click_moves_once(void **state)
{
    (void)state;
    controls_deal("classic");
    const char *who = pair_of_turn();
    uint64_t stamp = controls_hand(who)->stamp;
    scene_mark(&scene);
    script_press_old(scene.adapter, "#table", who, "draw", stamp, 911);
    script_press_old(scene.adapter, "#table", who, "draw", stamp, 912);
    scene_settle(&scene);
    assert_said(&scene, "911|You draw");
    assert_said(&scene, "912|That was an earlier state");
    assert_int_equal(controls_game()->turn_actions, stamp % 65536 + 1);
}

/* -- old states -- */

static void an_old_hand_plays_nothing(void **state)
{
    (void)state;
    static const char *const moves[] = {"play R7", "draw",       "keep",      "challenge",
                                        "accept",  "colour red", "target bob"};
    controls_deal("classic");
    const char *who = pair_of_turn();
    uint64_t old = controls_hand(who)->stamp;
    assert_int_equal(old, table_stamp(scene_table(&scene)));
    scene_press(&scene, who, "draw");
    if (controls_game()->phase == PHASE_DRAWN)
        scene_press(&scene, who, "keep");
    assert_string_not_equal(pair_of_turn(), who);
    scene_command(&scene, pair_of_turn(), "draw");
    if (controls_game()->phase == PHASE_DRAWN)
        scene_command(&scene, pair_of_turn(), "keep");
    uint64_t hash = game_hash(scene_table(&scene)->round->rules, controls_game());
    for (size_t i = 0; i < ARRAY_SIZE(moves); i++) {
        scene_mark(&scene);
        script_press_old(scene.adapter, "#table", who, moves[i], old, (uint32_t)(500 + i));
        scene_settle(&scene);
        assert_said(&scene, "|That was an earlier state of the table; here is your hand.");
        assert_int_equal(hands_to(who) > 0, true);
        assert_int_equal(game_hash(scene_table(&scene)->round->rules, controls_game()), hash);
        assert_int_equal(controls_hand(who)->stamp, table_stamp(scene_table(&scene)));
    }
    scene_mark(&scene);
    script_press_old(scene.adapter, "#table", who, "hand", old, 600); /* is no move */
    script_press_old(scene.adapter, "#table", who, "uno", old, 601);
    scene_settle(&scene);
    assert_not_said(&scene, "earlier state");
    scene_press(&scene, who, "draw");
    assert_said(&scene, "|You draw");
}

/* Who clicked was told that it failed: it counts only as long as nothing has moved since. */
static void a_late_click_finds_all_as_it_was(void **state)
{
    (void)state;
    controls_deal("classic");
    const char *who = strcmp(pair_of_turn(), "alice") == 0 ? "alice" : "bob";
    uint64_t old = controls_hand(who)->stamp;
    scene_mark(&scene);
    script_press_late(scene.adapter, "#table", who, "draw", old);
    scene_settle(&scene);
    assert_said(&scene, "You draw");
    assert_int_not_equal(table_stamp(scene_table(&scene)), old);
    static const char *const words[] = {"draw", "keep", "uno", "catch", "leave"};
    for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
        uint64_t hash = game_hash(scene_table(&scene)->round->rules, controls_game());
        scene_mark(&scene);
        script_press_late(scene.adapter, "#table", who, words[i], old);
        scene_settle(&scene);
        assert_said(&scene, "That was an earlier state of the table");
        assert_int_equal(game_hash(scene_table(&scene)->round->rules, controls_game()), hash);
        assert_int_equal(seats_people(scene_table(&scene)), 2);
    }
}

/* The same state has the same stamp before and after. */
static void a_restart_keeps_old_and_new_apart(void **state)
{
    (void)state;
    controls_deal("classic");
    const char *who = strcmp(pair_of_turn(), "alice") == 0 ? "alice" : "bob";
    uint64_t old = controls_hand(who)->stamp;
    scene_press(&scene, who, "draw");
    uint64_t now = table_stamp(scene_table(&scene));
    assert_true(now != old);
    scene_restart(&scene);
    assert_int_equal(controls_hand("alice")->stamp, now);
    assert_int_equal(controls_hand("bob")->stamp, now);
    scene_mark(&scene);
    script_press_old(scene.adapter, "#table", who, "draw", old, 700);
    scene_settle(&scene);
    assert_said(&scene, "700|That was an earlier state");
    const char *next = pair_of_turn();
    scene_mark(&scene);
    script_press_old(scene.adapter, "#table", next,
                     controls_game()->phase == PHASE_DRAWN ? "keep" : "draw", now, 701);
    scene_settle(&scene);
    assert_not_said(&scene, "earlier state");
    assert_true(scene_said(&scene, "draws 1 card") != NULL ||
                scene_said(&scene, "keeps it") != NULL);
}

static void a_private_hand_is_pressed_in_the_talk(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        static const char *const commands[] = {"new classic", "bots 1 easy", "start"};
        script_command(scene.adapter, NULL, "alice", commands[i], 800 + i);
        scene_settle(&scene);
    }
    const struct message *hand = script_newest(scene.adapter, NULL, "alice", PURPOSE_HAND);
    assert_non_null(hand);
    uint64_t old = hand->stamp;
    scene_mark(&scene);
    assert_true(script_press(scene.adapter, NULL, "alice", "draw", 810) ||
                script_press(scene.adapter, NULL, "alice", "uno", 810));
    scene_settle(&scene);
    assert_said(&scene, "@alice: hand 810|");
    script_command(scene.adapter, NULL, "alice", "keep", 811);
    scene_settle(&scene);
    scene_mark(&scene);
    script_press_old(scene.adapter, NULL, "alice", "draw", old, 812);
    scene_settle(&scene);
    assert_said(&scene, "@alice: 812|That was an earlier state");
    assert_int_equal(scene_count(&scene, "#"), 0);
    script_command(scene.adapter, NULL, "alice", "stop", 813);
    script_command(scene.adapter, NULL, "alice", "stop", 814);
    scene_settle(&scene);
    hand = script_newest(scene.adapter, NULL, "alice", PURPOSE_HAND);
    assert_string_equal(hand->text, "The round is over.");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, controls_set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(moves_are_answered_by_the_hand),
        TEST(a_hand_moved_by_others_is_shown),
        TEST(a_round_that_is_over_leaves_no_controls),
        TEST(the_end_of_a_round_is_shown_once),
        TEST(who_is_away_can_come_back),
        TEST(who_leaves_keeps_nothing),
        TEST(of_two_who_catch_one_is_first),
        TEST(a_double_click_moves_once),
        TEST(an_old_hand_plays_nothing),
        TEST(a_late_click_finds_all_as_it_was),
        TEST(a_restart_keeps_old_and_new_apart),
        TEST(a_private_hand_is_pressed_in_the_talk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
