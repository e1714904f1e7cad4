/* One table in two places of two networks (place.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/settings.h"
#include "bot/host/daemon.h"
#include "bot/people/flood.h"
#include "bot/people/setting_store.h"
#include "bot/table/clock.h"
#include "bot/table/place.h"
#include "bot/table/saved/save.h"
#include "bot/table/table.h"
#include "bot/text/language.h"
#include "tests/bot/south.h"

static struct place *place; /* in #south */

/* alice has opened it, bob sits at it, too; nothing is dealt. */
static void begin(const struct adapter_impl *of_south, enum scene_store store, const char *language)
{
    south_begin(of_south, store, language);
    place = place_add(scene_table(&scene), south, "#south");
    assert_non_null(place);
    assert_null(place_add(scene_table(&scene), south, "#other")); /* one a network */
    table_set_reachable(place, true);
    save_table(scene_table(&scene));
    south_do("bob", "!join");
    assert_int_equal(scene_table(&scene)->seat_count, 2);
}

/* -- tests -- */

/* What is done in either is told once in each, and each hand is told where its owner is alone. */
static void both_are_told_and_hands_stay_where_they_belong(void **state)
{
    unsigned lines = 0;
    (void)state;
    begin(&script_adapter, SCENE_MEMORY, "en");
    assert_int_equal(south_assert_alike(), 1); /* bob has sat down */
    south_do("alice", "!start");
    for (unsigned moves = 0; moves < 30; moves++) {
        lines += south_assert_alike();
        assert_int_equal(scene_count(&scene, "@bob"), 0);
        assert_null(south_said("@alice"));
        assert_non_null(strcmp(south_of_turn(), "bob") == 0 ? south_said("@bob: ")
                                                            : scene_said(&scene, "@alice: "));
        south_move();
    }
    assert_true(lines >= 30);
    south_do("bob", "!table"); /* an answer is for who asked */
    assert_non_null(south_said("#south: On top "));
    assert_int_equal(scene_count(&scene, ""), 0);
}

static void each_has_its_language(void **state)
{
    (void)state;
    begin(&script_adapter, SCENE_MEMORY, "fr");
    south_do("alice", "!start");
    south_mark_both();
    while (scene_table(&scene)->round->game.phase != PHASE_TURN)
        south_move();
    south_move();
    assert_said(&scene, " draws 1 card");
    assert_non_null(south_said(" pige 1 carte"));
    assert_null(south_said(" draws "));
}

/* One that cannot be reached is told nothing, and the other plays on; when it is there again it is
 * told how the table stands, and the other is not. */
static void one_goes_away_and_comes_back(void **state)
{
    (void)state;
    begin(&script_adapter, SCENE_MEMORY, "en");
    struct table *table = scene_table(&scene);
    south_do("alice", "!start");
    while (strcmp(south_of_turn(), "alice") != 0 || table->round->game.phase != PHASE_TURN)
        south_move();
    south_mark_both();
    script_removed(south->adapter, "#south");
    south_settle();
    assert_true(table->clock_runs);
    scene_do(&scene, "alice", "!draw");
    assert_said(&scene, "alice draws 1 card");
    if (table->round->game.phase == PHASE_DRAWN)
        scene_do(&scene, "alice", "!keep");
    assert_string_equal(south_of_turn(), "bob");
    scene.host.options.turn_reminder = scene.host.options.turn_whisper = 1;
    scene.host.options.turn_limit = 2;
    clock_arm(table);
    scene_wait(&scene, "bob took too long");
    scene.host.options.turn_reminder = scene.host.options.turn_whisper = 0;
    scene.host.options.turn_limit = 0;
    assert_int_equal(script_lines(south->adapter), south_mark);
    south_mark_both();
    script_entered(south->adapter, "#south");
    south_settle();
    assert_non_null(south_said("#south: The table goes on where it was."));
    assert_non_null(south_said("@bob: "));
    assert_not_said(&scene, "The table goes on where it was");
    south_do("bob", "!back");
    assert_int_equal(south_assert_alike(), 1);
    south_mark_both();
    script_removed(scene.adapter, "#table"); /* its home may go as well */
    south_settle();
    assert_true(table->clock_runs);
    script_removed(south->adapter, "#south");
    south_settle();
    assert_false(table->clock_runs);
}

/* A board stands where there are controls, lines are said where there are none; who is to act is
 * rung for where they are. */
static void a_board_in_one_and_lines_in_the_other(void **state)
{
    (void)state;
    begin(&script_controls_adapter, SCENE_MEMORY, "en");
    south_do("alice", "!start");
    assert_non_null(south_said("#south: board"));
    assert_non_null(south_said("@bob: hand"));
    assert_not_said(&scene, "board");
    assert_not_said(&scene, "hand ");
    assert_said(&scene, "@alice: ");
    for (unsigned moves = 0; moves < 10; moves++) {
        bool bobs = strcmp(south_of_turn(), "bob") == 0;
        south_move();
        assert_said(&scene, bobs ? "#table: bob " : "#table: alice ");
        assert_int_equal(scene_count(&scene, "@bob"), 0);
        assert_null(south_said("@alice"));
    }
}

/* It closes in both, and both may have others. */
static void it_closes_in_both(void **state)
{
    (void)state;
    begin(&script_adapter, SCENE_MEMORY, "en");
    south_do("alice", "!stop");
    assert_int_equal(south_assert_alike(), 1);
    assert_null(scene_table(&scene));
    assert_null(table_at(scene.host.tables, south, "#south"));
    south_do("bob", "!new");
    assert_non_null(table_at(scene.host.tables, south, "#south"));
    assert_int_equal(scene_count(&scene, ""), 0);
}

/* Without a place its people sit on; what they are told comes where the table is at home. */
static void a_place_is_taken_away(void **state)
{
    (void)state;
    begin(&script_adapter, SCENE_MEMORY, "en");
    south_do("alice", "!start");
    while (strcmp(south_of_turn(), "alice") != 0)
        south_move();
    south_mark_both();
    table_remove_place(place);
    assert_null(table_at(scene.host.tables, south, "#south"));
    while (strcmp(south_of_turn(), "alice") == 0) {
        scene_do(&scene, "alice",
                 scene_table(&scene)->round->game.phase == PHASE_DRAWN ? "!keep" : "!draw");
        assert_said(&scene, "alice ");
        assert_int_equal(scene_count(&scene, "@bob"), 0); /* another bob, if there is one */
    }
    south_settle();
    assert_int_equal(script_lines(south->adapter), south_mark);
}

/* After a restart it is in both, with whoever sat where; without one of the networks it waits. */
static void it_is_in_both_after_a_restart(void **state)
{
    (void)state;
    begin(&script_adapter, SCENE_SQLITE, "en");
    south_do("alice", "!start");
    int64_t round = scene_table(&scene)->round->id;
    scene_down(&scene);
    scene.more = NULL;
    scene_up(&scene);
    scene_settle(&scene);
    assert_null(scene_table(&scene));
    scene_down(&scene);
    scene.more = south_add;
    scene_up(&scene);
    south_mark = 0;
    south_settle();
    assert_int_equal(scene_table(&scene)->round->id, round);
    assert_said(&scene, "#table: The table goes on where it was.");
    assert_non_null(south_said("#south: The table goes on where it was."));
    scene_join(&scene, "alice");
    script_join(south->adapter, "#south", "bob", NULL, false);
    south_settle();
    assert_non_null(south_said("@bob: "));
    for (unsigned moves = 0; moves < 4; moves++) {
        south_move();
        south_assert_alike();
        assert_int_equal(scene_count(&scene, "@bob"), 0);
    }
}

/* Whoever is called so elsewhere is another one: without a place nobody is whispered a hand, and
 * without the network nobody takes the seat. */
static void a_namesake_sees_no_hand(void **state)
{
    (void)state;
    begin(&script_adapter, SCENE_SQLITE, "en");
    scene_join(&scene, "bob"); /* of north */
    south_do("alice", "!start");
    south_mark_both();
    table_remove_place(place);
    table_announce(&scene_table(&scene)->home, false);
    for (unsigned moves = 0; moves < 6; moves++)
        south_move();
    south_settle();
    assert_int_equal(scene_count(&scene, "@bob"), 0);
    save_table(scene_table(&scene));
    scene_down(&scene);
    scene.more = NULL;
    scene_up(&scene);
    scene_join(&scene, "bob");
    scene_settle(&scene);
    assert_int_equal(scene_count(&scene, "@bob"), 0);
    assert_null(scene_table(&scene));
}

/* A new nick is told beside the name that the channels knew the player by. */
static void a_namesake_is_renamed(void **state)
{
    (void)state;
    begin(&script_adapter, SCENE_MEMORY, "en");
    script_join(south->adapter, "#south", "alice", NULL, false);
    script_type(south->adapter, "#south", "alice", "!join");
    south_settle();
    assert_said(&scene, "#table: alice (2) takes a seat.");
    south_mark_both();
    script_rename(south->adapter, "alice", "zoe");
    south_settle();
    assert_said(&scene, "#table: alice (2) plays as zoe now.");
    assert_int_equal(south_assert_alike(), 1);
}

/* Who is not there is named as all are: a call would reach their namesake. */
static void who_is_elsewhere_is_not_called(void **state)
{
    (void)state;
    south_styles = "on";
    begin(&script_adapter, SCENE_MEMORY, "en");
    south_styles = "off";
    south_do("alice", "!start");
    for (unsigned moves = 0; moves < 8; moves++) {
        south_move();
        assert_null(south_said("{mention|alice}"));
    }
    while (strcmp(south_of_turn(), "alice") != 0)
        south_move();
    south_do("alice", "!pause");
    south_do("alice", "!resume");
    assert_non_null(south_said("Play goes on: it is {name|alice}'s turn."));
    while (strcmp(south_of_turn(), "bob") != 0)
        south_move();
    south_do("alice", "!pause");
    south_do("alice", "!resume");
    assert_non_null(south_said("{mention|bob}, play goes on: it is your turn."));
}

/* What happened meanwhile is told once, as how the table stands. */
static void nothing_is_gathered_for_who_cannot_hear(void **state)
{
    (void)state;
    begin(&script_adapter, SCENE_MEMORY, "en");
    struct table *table = scene_table(&scene);
    south_do("alice", "!start");
    south_do("bob", "!away"); /* a computer plays at once */
    assert_true(setting_set_channel(south, "#south", "quiet", "on"));
    table_read_channels(table);
    for (unsigned moves = 0; moves < 8 && table->round != NULL; moves++) {
        script_removed(south->adapter, "#south");
        south_settle();
        south_move();
        south_mark_both();
        script_entered(south->adapter, "#south");
        south_settle();
        assert_non_null(south_said("#south: The table goes on where it was. "));
    }
}

/* What is to be told after a start is told in each place, whichever is there first. */
static void each_hears_what_a_start_tells(void **state)
{
    (void)state;
    begin(&script_adapter, SCENE_MEMORY, "en");
    struct table *table = scene_table(&scene);
    south_do("alice", "!start");
    script_removed(south->adapter, "#south");
    script_removed(scene.adapter, "#table");
    south_settle();
    table->home.round_void = place->round_void = true;
    south_mark_both();
    script_entered(scene.adapter, "#table");
    south_settle();
    script_entered(south->adapter, "#south");
    south_settle();
    assert_said(&scene, "could not be rebuilt and is void");
    assert_non_null(south_said("could not be rebuilt and is void"));
    south_mark_both();
    script_dropped(south->adapter, "#south");
    south_settle();
    assert_non_null(south_said("The table goes on"));
    assert_null(south_said("could not be rebuilt"));
}

/* Likewise that it is paused. */
static void who_comes_back_hears_of_a_pause(void **state)
{
    (void)state;
    begin(&script_adapter, SCENE_MEMORY, "en");
    south_do("alice", "!start");
    south_do("alice", "!pause");
    script_removed(south->adapter, "#south");
    south_settle();
    south_mark_both();
    script_entered(south->adapter, "#south");
    south_settle();
    assert_non_null(south_said("#south: The table is paused"));
    assert_int_equal(scene_count(&scene, ""), 0);
}

/* Nobody is waited for where nobody is seen to come back. */
static void no_grace_goes_on_where_nobody_is_seen(void **state)
{
    (void)state;
    begin(&script_adapter, SCENE_MEMORY, "en");
    south_do("alice", "!start");
    scene.host.options.quit_grace = 1000000;
    script_gone(south->adapter, "bob", false);
    south_settle();
    assert_int_not_equal(scene_table(&scene)->seats[1].gone_at, 0);
    script_removed(scene.adapter, "#table"); /* that is another place */
    south_settle();
    assert_int_not_equal(scene_table(&scene)->seats[1].gone_at, 0);
    script_entered(scene.adapter, "#table");
    script_removed(south->adapter, "#south");
    south_settle();
    assert_int_equal(scene_table(&scene)->seats[1].gone_at, 0);
}

/* Rounds are dealt for whoever has charge of the table, not for their namesake. */
static void rounds_are_counted_where_their_player_is(void **state)
{
    (void)state;
    begin(&script_adapter, SCENE_MEMORY, "en");
    scene.host.options.rounds_per_hour = 1;
    south_do("alice", "!bots 1");
    south_do("alice", "!leave");
    assert_string_equal(scene_table(&scene)->opener->name, "bob");
    south_do("bob", "!start");
    assert_non_null(scene_table(&scene)->round);
    const struct chat_user bob = {.id = "bob", .host = scene_table(&scene)->opener->host};
    const struct flood there = {.network = scene.name, .user = &bob};
    const struct flood here = {.network = south->name, .user = &bob};
    assert_int_equal(flood_rounds(scene.loop, &there, 1), 0);
    assert_int_not_equal(flood_rounds(scene.loop, &here, 1), 0);
}

#define TEST(name) cmocka_unit_test_teardown(name, south_finish)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(both_are_told_and_hands_stay_where_they_belong),
        TEST(each_has_its_language),
        TEST(one_goes_away_and_comes_back),
        TEST(a_board_in_one_and_lines_in_the_other),
        TEST(it_closes_in_both),
        TEST(a_place_is_taken_away),
        TEST(it_is_in_both_after_a_restart),
        TEST(a_namesake_sees_no_hand),
        TEST(a_namesake_is_renamed),
        TEST(who_is_elsewhere_is_not_called),
        TEST(nothing_is_gathered_for_who_cannot_hear),
        TEST(each_hears_what_a_start_tells),
        TEST(who_comes_back_hears_of_a_pause),
        TEST(no_grace_goes_on_where_nobody_is_seen),
        TEST(rounds_are_counted_where_their_player_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
