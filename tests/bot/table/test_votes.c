/* Who may what at a table: rulers at once, all others by a vote (bot/table/vote.h,
 * bot/command/handlers/command_vote.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bot/table/round/round.h"
#include "bot/table/vote.h"
#include "bot/text/language.h"
#include "tests/bot/pair.h"

/* alice opened the table and sits with bob and carol. */
static int set_up(void **state)
{
    assert_true(language_setup());
    pair_set_up(state);
    pair_seat(false);
    scene_do(&scene, "carol", "!join");
    return 0;
}

static void type_at(const char *who, const char *text)
{
    scene_do(&scene, who, "%s", text);
}

/* "Who is seated may !stop by a vote of the seated people": more than half of them. */
static void a_majority_stops_the_match(void **state)
{
    (void)state;
    type_at("alice", "!start");
    type_at("bob", "!stop");
    assert_said(&scene, "#table: bob asks to end the match: !yes or !no within 600 s, 2 of 3 must "
                        "agree.");
    assert_int_equal(scene_table(&scene)->state, TABLE_ROUND);
    type_at("carol", "!oui");
    scene_wait(&scene, "#table: 2 for, 0 against: the match ends. !start deals a new one.");
    scene_settle(&scene);
    assert_int_equal(scene_table(&scene)->state, TABLE_LOBBY);
    assert_null(scene_table(&scene)->vote);
}

/* The seat of that person is given to another one, as !link does. */
static void hand_over(unsigned seat, const char *to)
{
    const struct chat_user user = {.id = to, .name = to};
    struct table *table = scene_table(&scene);
    assert_true(table_hand_over(table, table->seats[seat].person,
                                people_of(scene.host.people, scene.network, &user)));
}

/* What was said before counts. */
static void a_vote_goes_on_when_the_asker_links(void **state)
{
    (void)state;
    type_at("alice", "!start");
    type_at("bob", "!stop");
    hand_over(1, "robert");
    type_at("carol", "!yes");
    scene_wait(&scene, "#table: 2 for, 0 against: the match ends.");
    scene_settle(&scene);
}

static void a_vote_is_about_who_links(void **state)
{
    (void)state;
    type_at("bob", "!kick alice");
    hand_over(0, "alicia");
    type_at("carol", "!yes");
    scene_wait(&scene, "#table: 2 for, 0 against: alicia loses the seat.");
    scene_settle(&scene);
    assert_int_equal(scene_table(&scene)->seat_count, 2);
}

/* A match that is over takes along what was asked about its end. */
static void the_next_match_is_asked_about_anew(void **state)
{
    (void)state;
    type_at("alice", "!start");
    type_at("oper", "!stop");
    assert_said(&scene, "@oper: That ends the match for all: say !stop again within 600 s.");
    type_at("bob", "!leave");
    type_at("carol", "!leave");
    scene_settle(&scene);
    assert_false(scene_table(&scene)->match_on);
    type_at("bob", "!join");
    type_at("alice", "!start");
    scene_mark(&scene);
    type_at("oper", "!stop");
    assert_said(&scene, "@oper: That ends the match for all: say !stop again within 600 s.");
    assert_true(scene_table(&scene)->match_on);
}

/* Likewise what was voted on: nobody who agreed meant the match that began meanwhile. */
static void a_vote_ends_with_its_match(void **state)
{
    static const char *const asked[] = {"!stop", "!pause"};
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        type_at("alice", "!start");
        struct table *table = scene_table(&scene);
        if (i >= 2) { /* between two rounds */
            scene.host.options.round_pause = 1000000;
            table->state = TABLE_BETWEEN;
            round_abandon(table, "stopped");
            scene_settle(&scene);
            assert_true(table->match_on);
        }
        type_at("bob", asked[i % 2]);
        assert_said(&scene, "#table: bob asks ");
        scene_type(&scene, "oper", "!stop");
        scene_type(&scene, "oper", "!stop");
        scene_type(&scene, "alice", "!start");
        scene_settle(&scene);
        assert_true(table->match_on);
        assert_refused(&scene, "carol", "!yes", "There is no vote at this table");
        scene_stop(&scene);
        assert_false(table->match_on);
    }
}

/* "others repeat the command": it is a yes; and who changes their mind is counted once. */
static void the_command_again_is_a_yes(void **state)
{
    (void)state;
    type_at("bob", "!kick alice");
    assert_said(&scene, "#table: bob asks to take alice's seat away: !yes or !no");
    type_at("bob", "!no");
    scene_settle(&scene);
    assert_said(&scene, "#table: bob does not agree: 0 for, 1 against, 2 needed.");
    assert_refused(&scene, "bob", "!non", "Your vote is counted already.");
    type_at("carol", "!kick alice");
    assert_said(&scene, "#table: carol agrees: 1 for, 1 against, 2 needed.");
    type_at("bob", "!kick ali");
    scene_wait(&scene, "#table: 2 for, 0 against: alice loses the seat.");
    scene_settle(&scene);
    assert_said(&scene, "#table: alice leaves the table.");
    assert_said(&scene, "#table: bob has charge of the table now.");
    assert_int_equal(scene_table(&scene)->seat_count, 2);
}

/* It says when it fails: as soon as it can, or when its time is over. */
static void a_vote_that_fails_is_told(void **state)
{
    (void)state;
    type_at("bob", "!stop");
    type_at("alice", "!no");
    scene_mark(&scene);
    type_at("carol", "!no");
    scene_wait(&scene, "#table: 1 for, 2 against, 2 needed: the table stays open.");
    assert_non_null(scene_table(&scene));
    assert_refused(&scene, "alice", "!no", "There is no vote at this table");
}

static void a_vote_ends_with_its_time(void **state)
{
    (void)state;
    scene.host.options.vote_time = 20;
    scene_mark(&scene);
    scene_type(&scene, "bob", "!kick carol");
    scene_wait(&scene, "#table: 1 for, 0 against, 2 needed: carol keeps the seat.");
    assert_int_equal(scene_table(&scene)->seat_count, 3);
}

/* One at a time, and none after another that failed. */
static void votes_are_no_toy(void **state)
{
    (void)state;
    type_at("bob", "!kick carol");
    assert_refused(&scene, "carol", "!kick bob", "One vote at a time: please wait 600 s");
    assert_refused(&scene, "carol", "!stop", "One vote at a time");
    assert_refused(&scene, "bob", "!kick carol", "Your vote is counted already.");
    assert_refused(&scene, "dora", "!yes", "You have no seat");
    type_at("alice", "!no");
    type_at("carol", "!no");
    scene_wait(&scene, "carol keeps the seat.");
    assert_refused(&scene, "bob", "!kick carol", "A vote just failed. Ask again in 2400 s");
    assert_refused(&scene, "carol", "!kick bob", "A vote just failed. Ask again in 600 s");
    assert_refused(&scene, "bob", "!yes", "There is no vote at this table");
    type_at("alice", "!kick carol"); /* who has charge acts at once */
    assert_said(&scene, "#table: carol leaves the table.");
}

/* "seated, present people": not who is away or gone. */
static void who_is_not_there_is_not_counted(void **state)
{
    (void)state;
    type_at("carol", "!away");
    type_at("bob", "!stop");
    assert_said(&scene, "2 of 2 must agree.");
    scene_mark(&scene);
    script_gone(scene.adapter, "alice", false); /* the last one who could have objected */
    scene_wait(&scene, "#table: 1 for, 0 against: the table is closed.");
    scene_settle(&scene);
    assert_null(scene_table(&scene));
}

/* Whoever is there alone decides alone, and is asked once more as rulers are. */
static void one_alone_decides(void **state)
{
    (void)state;
    type_at("alice", "!start");
    type_at("alice", "!away");
    type_at("carol", "!away");
    assert_refused(&scene, "bob", "!stop", "That ends the match for all: say !stop again");
    type_at("bob", "!stop");
    assert_said(&scene, "#table: bob ends the match.");
    type_at("bob", "!kick alice");
    assert_said(&scene, "#table: alice leaves the table.");
}

/* What somebody else did meanwhile needs no vote any more. */
static void a_vote_is_moot_when_it_came_true(void **state)
{
    (void)state;
    type_at("bob", "!kick carol");
    type_at("carol", "!leave");
    scene_settle(&scene);
    type_at("bob", "!kick alice");
    assert_said(&scene, "bob asks to take alice's seat away");
    assert_int_equal(scene_count(&scene, "#table"), 1);
}

/* "An opener who left the table has no more rights than others". */
static void who_left_rules_no_more(void **state)
{
    (void)state;
    type_at("alice", "!leave");
    assert_said(&scene, "#table: bob has charge of the table now.");
    assert_refused(&scene, "alice", "!stop", "Only players at this table");
    assert_refused(&scene, "alice", "!kick bob", "Only players at this table");
    assert_refused(&scene, "alice", "!set stack any", "Only the player who opened the table");
    type_at("alice", "!join");
    assert_not_said(&scene, "has charge");
    type_at("alice", "!kick carol");
    assert_said(&scene, "#table: alice asks to take carol's seat away");
    type_at("bob", "!kick alice");
    assert_said(&scene, "#table: alice leaves the table.");
}

/* "an opener who is gone hands over to the next seat with a person, aloud": kicked in a round, and
 * past computer players and who is away. */
static void the_next_one_there_takes_over(void **state)
{
    (void)state;
    type_at("bob", "!away");
    type_at("alice", "!start");
    type_at("oper", "!kick alice");
    assert_said(&scene, "alice leaves the table; the hand goes into the draw pile");
    assert_said(&scene, "#table: carol has charge of the table now.");
    assert_string_equal(scene_table(&scene)->opener->name, "carol");
    scene_restart(&scene);
    pair_come();
    assert_string_equal(scene_table(&scene)->opener->name, "carol");
    type_at("carol", "!stop"); /* bob is still away, so nobody else is there to ask */
    type_at("carol", "!stop");
    assert_said(&scene, "#table: carol ends the match.");
}

/* A table that everybody left is whose who comes next. */
static void an_empty_table_is_taken_over(void **state)
{
    (void)state;
    type_at("bob", "!leave");
    type_at("carol", "!leave");
    type_at("alice", "!leave");
    assert_not_said(&scene, "has charge");
    assert_refused(&scene, "alice", "!set stack any", "Only the player who opened the table");
    type_at("bob", "!join");
    assert_said(&scene, "#table: bob has charge of the table now.");
    type_at("bob", "!stop");
    assert_null(scene_table(&scene));
}

/* A rated match is not its opener's alone: two people who play in it are asked, as by anybody. */
static void an_opener_asks_in_a_rated_match(void **state)
{
    (void)state;
    type_at("alice", "!bots 1");
    type_at("alice", "!start");
    type_at("alice", "!stop");
    assert_said(&scene,
                "#table: alice asks to end the match: !yes or !no within 600 s, 2 of 3 must "
                "agree.");
    type_at("bob", "!no");
    type_at("carol", "!no");
    scene_wait(&scene, "the match goes on.");
    assert_true(scene_table(&scene)->match_on);
    assert_refused(&scene, "alice", "!kick bob", "A vote just failed.");
    assert_refused(&scene, "alice", "!stop", "A vote just failed.");
    type_at("alice", "!kick Ada"); /* a computer player is nobody to ask */
    assert_said(&scene, "#table: Ada leaves the table");
    type_at("alice", "!pause"); /* and a pause takes nothing away */
    assert_said(&scene, "#table: alice pauses the table.");
    type_at("oper", "!kick bob"); /* operators keep their power */
    assert_said(&scene, "#table: bob leaves the table");
    scene_stop(&scene);
    assert_said(&scene, "#table: oper ends the match.");
    type_at("alice", "!kick carol"); /* no match is under way */
    assert_said(&scene, "#table: carol leaves the table.");
}

/* alice and bob play a rated match, and bob loses the connection. */
static void lose_bob(void)
{
    scene.host.options.quit_grace = 1000000;
    type_at("carol", "!leave");
    type_at("alice", "!start");
    script_gone(scene.adapter, "bob", false);
    scene_settle(&scene);
}

/* A line that drops for a moment is no reason to end a rated match without its other player. */
static void an_opener_asks_somebody_who_is_missing(void **state)
{
    (void)state;
    lose_bob();
    type_at("alice", "!stop");
    assert_said(&scene, "#table: alice asks to end the match: !yes or !no within 600 s, 2 of 2 "
                        "must agree.");
    scene_join(&scene, "bob");
    type_at("bob", "!no");
    scene_wait(&scene, "the match goes on.");
    assert_true(scene_table(&scene)->match_on);
}

/* Nobody waits longer than a vote lasts, nor when the grace is over and bob is away. */
static void an_opener_waits_as_long_as_a_vote_lasts(void **state)
{
    (void)state;
    lose_bob();
    scene.host.options.vote_time = 20;
    scene_mark(&scene);
    scene_type(&scene, "alice", "!kick bob");
    scene_wait(&scene, "#table: 1 for, 0 against: bob loses the seat.");
    scene_settle(&scene);
    assert_int_equal(scene_table(&scene)->seat_count, 1);
    scene.host.options.vote_time = 600000;
    scene_join(&scene, "bob");
    type_at("bob", "!join");
    lose_bob();
    type_at("alice", "!stop");
    assert_said(&scene, "2 of 2 must agree.");
    scene_table(&scene)->seats[1].gone_at = 1;
    timer_set(&scene_table(&scene)->timer, 0);
    scene_wait(&scene, "#table: 1 for, 0 against: the match ends.");
}

/* A vote counts although the line dropped after it. */
static void a_vote_of_somebody_who_is_missing_counts(void **state)
{
    (void)state;
    scene.host.options.quit_grace = 1000000;
    type_at("alice", "!start");
    scene.host.options.vote_time = 200;
    scene_mark(&scene);
    scene_type(&scene, "bob", "!stop");
    scene_type(&scene, "carol", "!no");
    scene_turn(&scene);
    script_gone(scene.adapter, "carol", false);
    scene_wait(&scene, "#table: 1 for, 1 against, 2 needed: the match goes on.");
}

/* Somebody who has had no cards in the match yet is not part of it. */
static void an_opener_decides_who_joins_a_rated_match(void **state)
{
    (void)state;
    script_join(scene.adapter, "#table", "dora", NULL, false);
    type_at("alice", "!start");
    type_at("dora", "!join");
    assert_said(&scene, "#table: dora takes a seat and plays from the next round on.");
    type_at("alice", "!kick dora");
    assert_said(&scene, "#table: dora leaves the table.");
    type_at("alice", "!kick carol");
    assert_said(&scene, "#table: alice asks to take carol's seat away");
    type_at("bob", "!yes");
    scene_wait(&scene, "carol loses the seat.");
    scene_settle(&scene);
    type_at("bob", "!away");
    type_at("alice", "!kick bob"); /* nobody else is there */
    assert_said(&scene, "#table: bob leaves the table");
}

/* Against computer players alone nothing is rated. */
static void an_opener_decides_over_an_unrated_match(void **state)
{
    (void)state;
    type_at("bob", "!leave");
    type_at("carol", "!leave");
    type_at("alice", "!bots 2");
    type_at("alice", "!start");
    type_at("carol", "!join"); /* for the next round */
    type_at("alice", "!kick carol");
    assert_said(&scene, "#table: carol leaves the table.");
    type_at("carol", "!join");
    type_at("alice", "!stop");
    type_at("alice", "!stop");
    assert_said(&scene, "#table: alice ends the match.");
}

/* Votes are asked for in the channel's language. */
static void votes_are_held_in_french(void **state)
{
    (void)state;
    type_at("oper", "!lang fr salon");
    type_at("bob", "!virer carol");
    assert_said(&scene, "#table: bob demande");
    assert_said(&scene, "!oui ou !non");
    type_at("alice", "!oui");
    scene_wait(&scene, "#table: 2 pour, 0 contre");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_majority_stops_the_match),
        TEST(a_vote_goes_on_when_the_asker_links),
        TEST(a_vote_is_about_who_links),
        TEST(the_next_match_is_asked_about_anew),
        TEST(a_vote_ends_with_its_match),
        TEST(the_command_again_is_a_yes),
        TEST(a_vote_that_fails_is_told),
        TEST(a_vote_ends_with_its_time),
        TEST(votes_are_no_toy),
        TEST(who_is_not_there_is_not_counted),
        TEST(one_alone_decides),
        TEST(a_vote_is_moot_when_it_came_true),
        TEST(who_left_rules_no_more),
        TEST(the_next_one_there_takes_over),
        TEST(an_empty_table_is_taken_over),
        TEST(an_opener_asks_in_a_rated_match),
        TEST(an_opener_asks_somebody_who_is_missing),
        TEST(an_opener_waits_as_long_as_a_vote_lasts),
        TEST(a_vote_of_somebody_who_is_missing_counts),
        TEST(an_opener_decides_who_joins_a_rated_match),
        TEST(an_opener_decides_over_an_unrated_match),
        TEST(votes_are_held_in_french),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
