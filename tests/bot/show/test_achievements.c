/* Achievements as people earn and read them (storage/achievement.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "tests/bot/controls.h"

/* -- told -- */

static void an_achievement_is_told_once(void **state)
{
    (void)state;
    controls_deal_again();
    controls_win(ALICE);
    scene_wait(&scene, "#table: alice has earned: First win, Straight out.");
    controls_deal_again();
    controls_win(ALICE);
    controls_deal_again();
    scene_settle(&scene);
    assert_not_said(&scene, "has earned");
    controls_win(ALICE);
    scene_wait(&scene, "#table: alice has earned: Hat trick.");
    assert_not_said(&scene, "First win");
}

static void several_people_share_a_line(void **state)
{
    (void)state;
    controls_deal_again();
    for (unsigned i = 0; i < 5; i++) { /* alice has one card left and said nothing */
        controls_give(ALICE, "R7");
        controls_game()->exposed = 1U << ALICE;
        scene_command(&scene, "bob", "catch alice");
        assert_said(&scene, "alice");
    }
    controls_win(ALICE);
    scene_wait(&scene, "#table: alice has earned: First win, Straight out. bob has earned: "
                       "Eagle eye.");
}

/* Discord has many people of one name. */
static void people_of_one_name_are_two(void **state)
{
    (void)state;
    script_call(scene.adapter, "alice", "Sam", NULL);
    script_call(scene.adapter, "bob", "Sam", NULL);
    controls_deal_again();
    for (unsigned i = 0; i < 5; i++) {
        controls_give(ALICE, "R7");
        controls_game()->exposed = 1U << ALICE;
        scene_command(&scene, "bob", "catch #1");
    }
    controls_win(ALICE);
    scene_wait(&scene, "has earned: ");
    assert_said(&scene, "Sam has earned: First win, Straight out. Sam has earned: Eagle eye.");
}

/* Two people were dealt cards, so the round counts. */
static void a_round_that_somebody_left_is_told(void **state)
{
    (void)state;
    scene_command(&scene, "alice", "new classic");
    scene_command(&scene, "bob", "join");
    scene_command(&scene, "alice", "bots 1 easy");
    scene_press(&scene, "alice", "start");
    scene_press(&scene, "alice", "hand");
    scene_press(&scene, "bob", "leave");
    scene_press(&scene, "bob", "leave yes");
    assert_said(&scene, "bob leaves");
    controls_win(ALICE);
    scene_wait(&scene, "alice has earned: First win");
}

static void it_is_told_in_french(void **state)
{
    (void)state;
    script_join(scene.adapter, "#table", "oper", NULL, true);
    controls_deal_again();
    controls_give(ALICE, "R7");
    /* both in one turn: the watch over what is told reads plays in English alone */
    script_command(scene.adapter, "#table", "alice", "play R7", 0);
    script_command(scene.adapter, "#table", "oper", "set channel language fr", 0);
    scene_wait(&scene, "alice décroche\u00a0: Première victoire, D'une traite.");
    assert_not_said(&scene, "has earned");
    scene_command(&scene, "alice", "lang fr");
    scene_command(&scene, "alice", "trophees");
    scene_wait(&scene, "alice a 2 succès sur 20\u00a0: Première victoire, D'une traite.");
    assert_said(&scene, "À venir\u00a0: Dix victoires (gagner 10 manches), ");
    scene_command(&scene, "bob", "lang fr");
    scene_command(&scene, "bob", "succès");
    scene_wait(&scene, "bob n'a encore aucun des 20 succès.");
    scene_command(&scene, "alice", "statistiques");
    scene_wait(&scene, "Succès 2 sur 20.");
}

static void a_channel_can_do_without(void **state)
{
    (void)state;
    script_join(scene.adapter, "#table", "oper", NULL, true);
    controls_deal_again();
    scene_command(&scene, "oper", "set channel achievements");
    assert_said(&scene, "achievements are told. Values: on, off.");
    scene_command(&scene, "oper", "set channel achievements off");
    assert_said(&scene, "oper sets for this channel: achievements are not told.");
    controls_win(ALICE);
    controls_deal_again();
    controls_win(BOB); /* by then the news of the first round has come */
    scene_settle(&scene);
    assert_not_said(&scene, "has earned");
    scene_command(&scene, "carol", "achievements alice");
    scene_wait(&scene, "alice has 2 of 20 achievements: First win, Straight out.");
}

static void people_who_hide_are_not_told_of(void **state)
{
    (void)state;
    controls_deal_again();
    controls_win(BOB);
    scene_wait(&scene, "bob has earned: First win");
    scene_command(&scene, "bob", "hide");
    controls_deal_again();
    controls_win(BOB);
    controls_deal_again();
    controls_win(BOB);
    scene_settle(&scene);
    assert_not_said(&scene, "has earned");
    scene_command(&scene, "carol", "achievements bob");
    scene_wait(&scene, "bob shows no achievements.");
    scene_command(&scene, "carol", "achievements @bob");
    assert_not_said(&scene, "Hat trick");
    scene_command(&scene, "bob", "achievements");
    scene_wait(&scene, "bob has 3 of 20 achievements: First win, Hat trick, Straight out.");
    scene_command(&scene, "bob", "show");
    scene_command(&scene, "carol", "awards bob");
    scene_wait(&scene, "bob has 3 of 20 achievements: First win, Hat trick, Straight out.");
}

static void some_people_have_none(void **state)
{
    (void)state;
    controls_deal_again();
    controls_win(ALICE);
    scene_command(&scene, "bob", "achievements");
    scene_wait(&scene, "bob has none of 20 achievements yet.");
    assert_said(&scene, "To come: First win (win a round), Ten wins (win 10 rounds)");
    scene_command(&scene, "carol", "achievements");
    scene_wait(&scene, "carol has not finished a round with other people yet.");
    scene_command(&scene, "carol", "achievements nobody");
    scene_wait(&scene, "Nobody of that name has finished a round with other people yet.");
    scene_command(&scene, "carol", "stats bob");
    scene_wait(&scene, "bob: points 0;");
    assert_not_said(&scene, "Achievements");
    scene_command(&scene, "carol", "stats alice");
    scene_wait(&scene, "Achievements 2 of 20.");
}

/* -- earned by play -- */

/* A match of one round, as tables have it unless they set another, is none. */
static void a_match_of_three_rounds_is_one(void **state)
{
    (void)state;
    for (uint16_t before = 1; before <= 2; before++) {
        controls_deal_again();
        scene_table(&scene)->match.rounds = before;
        controls_win(ALICE);
        scene_wait(&scene, before < 2 ? "alice has earned: First win, Straight out."
                                      : "alice has earned: Match winner.");
    }
}

static void a_last_wild4_is_a_parting_shot(void **state)
{
    (void)state;
    controls_deal_again();
    controls_give(ALICE, "W4");
    scene_command(&scene, "alice", "play w+4 blue");
    scene_wait(&scene, "alice has earned: First win, Straight out, Parting shot.");
}

static void a_wild4_before_the_last_card_is_none(void **state)
{
    (void)state;
    controls_deal_again();
    controls_give(ALICE, "W4 B7 B8");
    scene_command(&scene, "alice", "play w+4 blue");
    scene_press(&scene, "bob", "accept");
    controls_win(ALICE);
    scene_wait(&scene, "alice has earned: First win, Straight out, Landslide.");
}

static void the_others_hold_ten_cards_or_not(void **state)
{
    (void)state;
    controls_deal_again();
    controls_give(BOB, "R1 R2 R3 R4 R6 R8 R9 G1 G2");
    controls_win(ALICE);
    scene_wait(&scene, "alice has earned: First win, Straight out.");
    controls_deal_again();
    controls_give(BOB, "R1 R2 R3 R4 R6 R8 R9 G1 G2 G3");
    controls_win(ALICE);
    scene_wait(&scene, "alice has earned: Landslide.");
}

static void eight_cards_at_once_and_a_win_are_a_comeback(void **state)
{
    (void)state;
    controls_deal_again();
    scene_settle(&scene);
    for (unsigned cards = 6; cards <= 8; cards += 2) {
        controls_give(ALICE, "R7 R8");
        controls_game()->pending = (uint16_t)cards; /* HR-1 */
        controls_game()->pending_kind = KIND_DRAW2;
        scene_command(&scene, "alice", "draw");
        controls_win(ALICE);
        scene_wait(&scene,
                   cards < 8 ? "alice has earned: First win" : "alice has earned: Comeback.");
        if (cards < 8)
            controls_deal_again();
    }
}

/* What a computer player forgets earns nothing. */
static void only_people_are_caught(void **state)
{
    (void)state;
    scene_command(&scene, "alice", "new classic");
    scene_command(&scene, "bob", "join");
    scene_command(&scene, "alice", "bots 1 easy");
    scene_press(&scene, "alice", "start");
    struct table *table = scene_table(&scene);
    unsigned computer = 0;
    while (table->seats[computer].person != NULL)
        computer++;
    for (unsigned i = 0; i < 5; i++) {
        controls_game()->turn = BOB;
        controls_lay("R5", "G7 G8 G9");
        controls_game()->hand_count[computer] = 1;
        controls_game()->hand[computer] = cards_none();
        cards_add(&controls_game()->hand[computer], 0);
        controls_game()->exposed = UINT32_C(1) << computer;
        scene_command(&scene, "alice", "catch %s", seat_name(table, computer));
    }
    assert_true(table->round->facts.seat[ALICE].caught[computer] == 5);
    controls_win(ALICE);
    scene_wait(&scene, "alice has earned: First win");
    assert_not_said(&scene, "Eagle eye");
}

/* HR-17: as for records, hands of another size say nothing about turns and cards. */
static void other_hands_count_no_turns(void **state)
{
    (void)state;
    scene_command(&scene, "alice", "new classic");
    scene_command(&scene, "bob", "join");
    scene_command(&scene, "alice", "set hand_size 3");
    scene_press(&scene, "alice", "start");
    scene_press(&scene, "alice", "hand");
    scene_press(&scene, "bob", "hand");
    controls_win(ALICE);
    scene_wait(&scene, "alice has earned: First win.");
}

/* A round against computer players counts for nothing (as for the boards). */
static void computers_alone_are_no_company(void **state)
{
    (void)state;
    scene_command(&scene, "alice", "new classic");
    scene_command(&scene, "alice", "bots 1 easy");
    scene_press(&scene, "alice", "start");
    scene_press(&scene, "alice", "hand");
    controls_win(ALICE);
    scene_settle(&scene);
    assert_not_said(&scene, "has earned");
    scene_command(&scene, "alice", "achievements");
    scene_wait(&scene, "alice has not finished a round with other people yet.");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, controls_set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(an_achievement_is_told_once),
        TEST(several_people_share_a_line),
        TEST(people_of_one_name_are_two),
        TEST(a_round_that_somebody_left_is_told),
        TEST(it_is_told_in_french),
        TEST(a_channel_can_do_without),
        TEST(people_who_hide_are_not_told_of),
        TEST(some_people_have_none),
        TEST(a_match_of_three_rounds_is_one),
        TEST(a_last_wild4_is_a_parting_shot),
        TEST(a_wild4_before_the_last_card_is_none),
        TEST(the_others_hold_ten_cards_or_not),
        TEST(eight_cards_at_once_and_a_win_are_a_comeback),
        TEST(only_people_are_caught),
        TEST(other_hands_count_no_turns),
        TEST(computers_alone_are_no_company),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
