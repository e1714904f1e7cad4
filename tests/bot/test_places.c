/* One table in two places of two networks (place.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/base/settings.h"
#include "bot/host/daemon.h"
#include "bot/people/flood.h"
#include "bot/people/kept.h"
#include "bot/table/clock.h"
#include "bot/table/place.h"
#include "bot/table/save.h"
#include "bot/table/table.h"
#include "bot/text/language.h"
#include "scene.h"

static struct scene scene; /* north, where alice opens the table in #table */
static struct settings settings;
static struct network *south; /* where bob sits down in #south */
static struct place *place;
static size_t mark;
static const char *styles = "off"; /* of south */

/* -- the second network -- */

static void settle(void)
{
    for (unsigned i = 0; i < 2; i++) {
        scene_settle(&scene);
        assert_true(script_settle(south->adapter, 1000));
    }
    scene_settle(&scene);
}

static void mark_all(void)
{
    settle();
    scene_mark(&scene);
    mark = script_lines(south->adapter);
}

/* Types and settles; what is looked at begins with this. */
static void do_at(const char *who, const char *text)
{
    bool at_home = strcmp(who, "alice") == 0;
    mark_all();
    script_type(at_home ? scene.adapter : south->adapter, at_home ? "#table" : "#south", who, text);
    settle();
}

static const char *said_south(const char *part)
{
    for (size_t i = mark; i < script_lines(south->adapter); i++)
        if (strstr(script_line(south->adapter, i), part) != NULL)
            return script_line(south->adapter, i);
    return NULL;
}

/* The next line from *at on to that channel, without its name; NULL: none. */
static const char *next_public(struct adapter *adapter, const char *channel, size_t *at)
{
    while (*at < script_lines(adapter)) {
        const char *line = script_line(adapter, (*at)++);
        if (strncmp(line, channel, strlen(channel)) == 0)
            return line + strlen(channel);
    }
    return NULL;
}

/* Since the mark both channels were told the same, line by line; how many lines. */
static unsigned assert_told_alike(void)
{
    size_t at_north = scene.mark;
    size_t at_south = mark;
    for (unsigned lines = 0;; lines++) {
        const char *north = next_public(scene.adapter, "#table", &at_north);
        const char *other = next_public(south->adapter, "#south", &at_south);
        if (north == NULL || other == NULL) {
            assert_true(north == NULL && other == NULL);
            return lines;
        }
        assert_string_equal(north, other);
    }
}

/* -- the table -- */

static const struct adapter_impl *impl;

static void add_south(struct scene *of)
{
    char why[256] = "";
    assert_true(host_add_network(&of->host, impl, "south", &settings, why, sizeof(why)));
    south = &of->host.networks[1];
}

/* alice has opened it, bob sits at it, too; nothing is dealt. */
static void begin(const struct adapter_impl *of_south, enum scene_store store, const char *language)
{
    assert_true(language_setup());
    impl = of_south;
    assert_true(settings_init(&settings, impl->keys));
    assert_null(settings_put(&settings, SCRIPT_CHANNELS, "#south"));
    assert_null(settings_put(&settings, SCRIPT_STYLES, styles));
    scene_init(&scene, store);
    scene.more = add_south;
    scene_begin(&scene);
    settle();
    assert_true(kept_set_channel(&scene.host, south, "#south", "language", language));
    scene_join(&scene, "alice");
    script_join(south->adapter, "#south", "bob", NULL, false);
    scene_do(&scene, "alice", "!new");
    place = place_add(scene_table(&scene), south, "#south");
    assert_non_null(place);
    assert_null(place_add(scene_table(&scene), south, "#other")); /* one a network */
    table_set_reachable(place, true);
    save_table(scene_table(&scene));
    do_at("bob", "!join");
    assert_int_equal(scene_table(&scene)->seat_count, 2);
}

static int finish(void **state)
{
    (void)state;
    scene_finish(&scene);
    settings_finish(&settings);
    return 0;
}

static const char *of_turn(void)
{
    const struct table *table = scene_table(&scene);
    return table->seats[table->round->game.turn].person->name;
}

/* What comes first of what may be done: with a card that was drawn nothing is done. */
static void move(void)
{
    static const char *const words[] = {
        [PHASE_TURN] = "!draw",
        [PHASE_DRAWN] = "!keep",
        [PHASE_CHALLENGE] = "!accept",
        [PHASE_COLOUR] = "!colour red",
    };
    do_at(of_turn(), words[scene_table(&scene)->round->game.phase]);
}

/* -- tests -- */

/* What is done in either is told once in each, and each hand is told where its owner is alone. */
static void both_are_told_and_hands_stay_where_they_belong(void **state)
{
    unsigned lines = 0;
    (void)state;
    begin(&script_adapter, SCENE_MEMORY, "en");
    assert_int_equal(assert_told_alike(), 1); /* bob has sat down */
    do_at("alice", "!start");
    for (unsigned moves = 0; moves < 30; moves++) {
        lines += assert_told_alike();
        assert_int_equal(scene_count(&scene, "@bob"), 0);
        assert_null(said_south("@alice"));
        assert_non_null(strcmp(of_turn(), "bob") == 0 ? said_south("@bob: ")
                                                      : scene_said(&scene, "@alice: "));
        move();
    }
    assert_true(lines >= 30);
    do_at("bob", "!table"); /* an answer is for who asked */
    assert_non_null(said_south("#south: On top "));
    assert_int_equal(scene_count(&scene, ""), 0);
}

static void each_has_its_language(void **state)
{
    (void)state;
    begin(&script_adapter, SCENE_MEMORY, "fr");
    do_at("alice", "!start");
    mark_all();
    while (scene_table(&scene)->round->game.phase != PHASE_TURN)
        move();
    move();
    assert_said(&scene, " draws 1 card");
    assert_non_null(said_south(" pige 1 carte"));
    assert_null(said_south(" draws "));
}

/* One that cannot be reached is told nothing, and the other plays on; when it is there again it is
 * told how the table stands, and the other is not. */
static void one_goes_away_and_comes_back(void **state)
{
    (void)state;
    begin(&script_adapter, SCENE_MEMORY, "en");
    struct table *table = scene_table(&scene);
    do_at("alice", "!start");
    while (strcmp(of_turn(), "alice") != 0 || table->round->game.phase != PHASE_TURN)
        move();
    mark_all();
    script_removed(south->adapter, "#south");
    settle();
    assert_true(table->clock_runs);
    scene_do(&scene, "alice", "!draw");
    assert_said(&scene, "alice draws 1 card");
    if (table->round->game.phase == PHASE_DRAWN)
        scene_do(&scene, "alice", "!keep");
    assert_string_equal(of_turn(), "bob");
    scene.host.options.turn_reminder = scene.host.options.turn_whisper = 1;
    scene.host.options.turn_limit = 2;
    clock_arm(table);
    scene_wait(&scene, "bob took too long");
    scene.host.options.turn_reminder = scene.host.options.turn_whisper = 0;
    scene.host.options.turn_limit = 0;
    assert_int_equal(script_lines(south->adapter), mark);
    mark_all();
    script_entered(south->adapter, "#south");
    settle();
    assert_non_null(said_south("#south: The table goes on where it was."));
    assert_non_null(said_south("@bob: "));
    assert_not_said(&scene, "The table goes on where it was");
    do_at("bob", "!back");
    assert_int_equal(assert_told_alike(), 1);
    mark_all();
    script_removed(scene.adapter, "#table"); /* its home may go as well */
    settle();
    assert_true(table->clock_runs);
    script_removed(south->adapter, "#south");
    settle();
    assert_false(table->clock_runs);
}

/* A board stands where there are controls, lines are said where there are none; who is to act is
 * rung for where they are. */
static void a_board_in_one_and_lines_in_the_other(void **state)
{
    (void)state;
    begin(&script_controls_adapter, SCENE_MEMORY, "en");
    do_at("alice", "!start");
    assert_non_null(said_south("#south: board"));
    assert_non_null(said_south("@bob: hand"));
    assert_not_said(&scene, "board");
    assert_not_said(&scene, "hand ");
    assert_said(&scene, "@alice: ");
    for (unsigned moves = 0; moves < 10; moves++) {
        bool bobs = strcmp(of_turn(), "bob") == 0;
        move();
        assert_said(&scene, bobs ? "#table: bob " : "#table: alice ");
        assert_int_equal(scene_count(&scene, "@bob"), 0);
        assert_null(said_south("@alice"));
    }
}

/* It closes in both, and both may have others. */
static void it_closes_in_both(void **state)
{
    (void)state;
    begin(&script_adapter, SCENE_MEMORY, "en");
    do_at("alice", "!stop");
    assert_int_equal(assert_told_alike(), 1);
    assert_null(scene_table(&scene));
    assert_null(table_at(&scene.host, south, "#south"));
    do_at("bob", "!new");
    assert_non_null(table_at(&scene.host, south, "#south"));
    assert_int_equal(scene_count(&scene, ""), 0);
}

/* Without a place its people sit on; what they are told comes where the table is at home. */
static void a_place_is_taken_away(void **state)
{
    (void)state;
    begin(&script_adapter, SCENE_MEMORY, "en");
    do_at("alice", "!start");
    while (strcmp(of_turn(), "alice") != 0)
        move();
    mark_all();
    table_remove_place(place);
    assert_null(table_at(&scene.host, south, "#south"));
    while (strcmp(of_turn(), "alice") == 0) {
        scene_do(&scene, "alice",
                 scene_table(&scene)->round->game.phase == PHASE_DRAWN ? "!keep" : "!draw");
        assert_said(&scene, "alice ");
        assert_int_equal(scene_count(&scene, "@bob"), 0); /* another bob, if there is one */
    }
    settle();
    assert_int_equal(script_lines(south->adapter), mark);
}

/* After a restart it is in both, with whoever sat where; without one of the networks it waits. */
static void it_is_in_both_after_a_restart(void **state)
{
    (void)state;
    begin(&script_adapter, SCENE_SQLITE, "en");
    do_at("alice", "!start");
    int64_t round = scene_table(&scene)->round->id;
    scene_down(&scene);
    scene.more = NULL;
    scene_up(&scene);
    scene_settle(&scene);
    assert_null(scene_table(&scene));
    scene_down(&scene);
    scene.more = add_south;
    scene_up(&scene);
    mark = 0;
    settle();
    assert_int_equal(scene_table(&scene)->round->id, round);
    assert_said(&scene, "#table: The table goes on where it was.");
    assert_non_null(said_south("#south: The table goes on where it was."));
    scene_join(&scene, "alice");
    script_join(south->adapter, "#south", "bob", NULL, false);
    settle();
    assert_non_null(said_south("@bob: "));
    for (unsigned moves = 0; moves < 4; moves++) {
        move();
        assert_told_alike();
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
    do_at("alice", "!start");
    mark_all();
    table_remove_place(place);
    table_announce(&scene_table(&scene)->home, false);
    for (unsigned moves = 0; moves < 6; moves++)
        move();
    settle();
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

/* Who is not there is named as all are: a call would reach their namesake. */
static void who_is_elsewhere_is_not_called(void **state)
{
    (void)state;
    styles = "on";
    begin(&script_adapter, SCENE_MEMORY, "en");
    styles = "off";
    do_at("alice", "!start");
    for (unsigned moves = 0; moves < 8; moves++) {
        move();
        assert_null(said_south("{mention|alice}"));
    }
    while (strcmp(of_turn(), "alice") != 0)
        move();
    do_at("alice", "!pause");
    do_at("alice", "!resume");
    assert_non_null(said_south("Play goes on: it is {name|alice}'s turn."));
    while (strcmp(of_turn(), "bob") != 0)
        move();
    do_at("alice", "!pause");
    do_at("alice", "!resume");
    assert_non_null(said_south("Play goes on: it is {mention|bob}'s turn."));
}

/* What happened meanwhile is told once, as how the table stands. */
static void nothing_is_gathered_for_who_cannot_hear(void **state)
{
    (void)state;
    begin(&script_adapter, SCENE_MEMORY, "en");
    struct table *table = scene_table(&scene);
    do_at("alice", "!start");
    do_at("bob", "!away"); /* a computer plays at once */
    assert_true(kept_set_channel(&scene.host, south, "#south", "quiet", "on"));
    table_read_channels(table);
    for (unsigned moves = 0; moves < 8 && table->round != NULL; moves++) {
        script_removed(south->adapter, "#south");
        settle();
        move();
        mark_all();
        script_entered(south->adapter, "#south");
        settle();
        assert_non_null(said_south("#south: The table goes on where it was. "));
    }
}

/* What is to be told after a start is told in each place, whichever is there first. */
static void each_hears_what_a_start_tells(void **state)
{
    (void)state;
    begin(&script_adapter, SCENE_MEMORY, "en");
    struct table *table = scene_table(&scene);
    do_at("alice", "!start");
    script_removed(south->adapter, "#south");
    script_removed(scene.adapter, "#table");
    settle();
    table->home.round_void = place->round_void = true;
    mark_all();
    script_entered(scene.adapter, "#table");
    settle();
    script_entered(south->adapter, "#south");
    settle();
    assert_said(&scene, "could not be rebuilt and is void");
    assert_non_null(said_south("could not be rebuilt and is void"));
    mark_all();
    script_dropped(south->adapter, "#south");
    settle();
    assert_non_null(said_south("The table goes on"));
    assert_null(said_south("could not be rebuilt"));
}

/* Likewise that it is paused. */
static void who_comes_back_hears_of_a_pause(void **state)
{
    (void)state;
    begin(&script_adapter, SCENE_MEMORY, "en");
    do_at("alice", "!start");
    do_at("alice", "!pause");
    script_removed(south->adapter, "#south");
    settle();
    mark_all();
    script_entered(south->adapter, "#south");
    settle();
    assert_non_null(said_south("#south: The table is paused"));
    assert_int_equal(scene_count(&scene, ""), 0);
}

/* Nobody is waited for where nobody is seen to come back. */
static void no_grace_goes_on_where_nobody_is_seen(void **state)
{
    (void)state;
    begin(&script_adapter, SCENE_MEMORY, "en");
    do_at("alice", "!start");
    scene.host.options.quit_grace = 1000000;
    script_gone(south->adapter, "bob", false);
    settle();
    assert_int_not_equal(scene_table(&scene)->seats[1].gone_at, 0);
    script_removed(scene.adapter, "#table"); /* that is another place */
    settle();
    assert_int_not_equal(scene_table(&scene)->seats[1].gone_at, 0);
    script_entered(scene.adapter, "#table");
    script_removed(south->adapter, "#south");
    settle();
    assert_int_equal(scene_table(&scene)->seats[1].gone_at, 0);
}

/* Rounds are dealt for whoever has charge of the table, not for their namesake. */
static void rounds_are_counted_where_their_player_is(void **state)
{
    (void)state;
    begin(&script_adapter, SCENE_MEMORY, "en");
    scene.host.options.rounds_per_hour = 1;
    do_at("alice", "!bots 1");
    do_at("alice", "!leave");
    assert_string_equal(scene_table(&scene)->opener->name, "bob");
    do_at("bob", "!start");
    assert_non_null(scene_table(&scene)->round);
    const struct chat_user bob = {.id = "bob", .host = scene_table(&scene)->opener->host};
    const struct flood there = {.network = scene.name, .user = &bob};
    const struct flood here = {.network = "south", .user = &bob};
    assert_int_equal(flood_rounds(scene.loop, &there, 1), 0);
    assert_int_not_equal(flood_rounds(scene.loop, &here, 1), 0);
}

#define TEST(name) cmocka_unit_test_teardown(name, finish)

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
        TEST(who_is_elsewhere_is_not_called),
        TEST(nothing_is_gathered_for_who_cannot_hear),
        TEST(each_hears_what_a_start_tells),
        TEST(who_comes_back_hears_of_a_pause),
        TEST(no_grace_goes_on_where_nobody_is_seen),
        TEST(rounds_are_counted_where_their_player_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
