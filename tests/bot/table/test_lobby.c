/* Who quits or parts in the lobby: their seat waits for them, and is not dealt in
 * (bot/table/seats/presence.h). */
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bot/table/round/cut.h"
#include "bot/table/round/round.h"
#include "bot/text/language.h"
#include "tests/bot/pair.h"

enum { LONG = 1000000, SOON = 20 };

static const char waits[] =
    "#table: bob leaves the table. The seat is kept, without cards, until they are back.";

/* alice, bob and carol sit in the lobby, and nobody is timed out. */
static int set_up(void **state)
{
    assert_true(language_setup());
    pair_set_up(state);
    scene.options.quit_grace = SOON;
    scene.options.bot_delay = LONG;
    scene.options.turn_reminder = LONG;
    scene.options.turn_whisper = 2 * LONG;
    scene.options.turn_limit = 3 * LONG;
    scene.host.options = scene.options;
    pair_seat(false);
    scene_do(&scene, "carol", "!join");
    scene_mark(&scene);
    return 0;
}

static const char *name_at(unsigned seat)
{
    return seat_name(scene_table(&scene), seat);
}

static void come(const char *who)
{
    scene_join(&scene, who);
    scene_settle(&scene);
}

static void lose_bob(void)
{
    scene_mark(&scene);
    script_gone(scene.adapter, "bob", false);
    scene_wait(&scene, waits);
    scene_settle(&scene);
    assert_int_equal(scene_count(&scene, "#table"), 1);
}

static void assert_dealt(const char *first, const char *second, const char *third)
{
    const struct table *table = scene_table(&scene);
    const char *const names[] = {first, second, third};
    unsigned count = third != NULL ? 3 : 2;
    assert_non_null(table->round);
    assert_int_equal(table->round->game.players, count);
    assert_int_equal(table->match.players, count);
    for (unsigned i = 0; i < count; i++)
        assert_string_equal(name_at(i), names[i]);
}

/* Ends the round; the next one is dealt. */
static void play_on(void)
{
    struct table *table = scene_table(&scene);
    int64_t before = table->round->id;
    round_abandon(table, "stopped");
    assert_int_equal(table->state, TABLE_BETWEEN);
    enum rules_error error = RULES_OK;
    assert_true(round_deal(table, &error));
    assert_int_not_equal(table->round->id, before);
    scene_settle(&scene);
}

static void who_is_gone_is_marked_at_once(void **state)
{
    (void)state;
    scene.host.options.quit_grace = LONG;
    script_gone(scene.adapter, "bob", false);
    scene_do(&scene, "alice", "!order");
    assert_said(&scene, "alice, bob (away), carol");
    come("bob");
    scene_do(&scene, "alice", "!order");
    assert_said(&scene, "alice, bob, carol");
    assert_not_said(&scene, "takes a seat");
}

static void who_is_gone_is_not_dealt_in(void **state)
{
    (void)state;
    lose_bob();
    scene_do(&scene, "alice", "!order");
    assert_said(&scene, "alice, carol, bob (away)");
    scene_do(&scene, "alice", "!bots 1"); /* a log has the seat as left */
    assert_said(&scene, "#table: At the table: alice, carol, Ada (computer, normal)");
    scene_do(&scene, "alice", "!bots 0");
    scene_do(&scene, "alice", "!start");
    assert_dealt("alice", "carol", NULL);
    scene_mark(&scene);
    come("bob");
    assert_said(&scene, "#table: bob takes a seat and plays from the next round on.");
    assert_dealt("alice", "carol", NULL);
    play_on();
    assert_dealt("alice", "carol", "bob");
}

static void who_is_back_in_the_lobby_is_dealt_in(void **state)
{
    (void)state;
    lose_bob();
    scene_mark(&scene);
    come("bob");
    assert_said(&scene, "#table: bob takes a seat.");
    scene_do(&scene, "alice", "!start");
    assert_dealt("alice", "carol", "bob");
}

/* Whoever parts is heard in private, and is there again by that. */
static void who_parts_is_gone_too(void **state)
{
    (void)state;
    script_leave(scene.adapter, "#table", "bob");
    scene_wait(&scene, waits);
    scene_settle(&scene);
    scene_tell(&scene, "bob", "order");
    assert_said(&scene, "#table: bob takes a seat.");
}

static void others_may_come_meanwhile(void **state)
{
    (void)state;
    scene_join(&scene, "dave");
    lose_bob();
    scene_do(&scene, "alice", "!start");
    scene_do(&scene, "dave", "!join");
    play_on();
    assert_dealt("alice", "carol", "dave");
    come("bob");
    play_on();
    const struct table *table = scene_table(&scene);
    assert_int_equal(table->round->game.players, 4);
    assert_string_equal(name_at(3), "bob");
}

static void the_seat_waits_over_a_restart(void **state)
{
    (void)state;
    lose_bob();
    scene_restart(&scene);
    come("alice");
    come("carol");
    scene_do(&scene, "alice", "!start");
    assert_dealt("alice", "carol", NULL);
    assert_int_equal(scene_table(&scene)->seat_count, 3);
}

/* Nobody saw bob go: we were not there. */
static void who_left_while_we_were_down_waits(void **state)
{
    (void)state;
    scene_down(&scene);
    scene_up(&scene);
    scene_mark(&scene);
    come("alice");
    come("carol");
    scene_wait(&scene, waits);
    scene_settle(&scene);
    assert_int_equal(scene_count(&scene, "#table: bob"), 1);
    assert_not_said(&scene, "alice leaves");
    scene_do(&scene, "alice", "!start");
    assert_dealt("alice", "carol", NULL);
}

/* A seat takes its cut along, as a log has it left. */
static void a_seat_that_waits_has_no_cut(void **state)
{
    (void)state;
    scene_do(&scene, "bob", "!cut bananas");
    scene_do(&scene, "alice", "!cut apples");
    assert_int_equal(scene_table(&scene)->cuts->count, 2);
    lose_bob();
    assert_int_equal(scene_table(&scene)->cuts->count, 1);
    assert_string_equal(scene_table(&scene)->cuts->at[0].said.name, "alice");
}

/* A match needs two who are there. */
static void one_alone_deals_nothing(void **state)
{
    (void)state;
    scene_do(&scene, "carol", "!leave");
    lose_bob();
    scene_do(&scene, "alice", "!start");
    assert_null(scene_table(&scene)->round);
    assert_false(scene_table(&scene)->match_on);
    scene_do(&scene, "alice", "!bots 1");
    scene_do(&scene, "alice", "!start");
    assert_int_equal(scene_table(&scene)->round->game.players, 2);
}

/* A computer player kept the seat in a match; the next match is dealt without it. */
static void who_left_the_match_before_waits(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!start");
    script_gone(scene.adapter, "bob", false);
    scene_wait(&scene, "#table: bob is gone: a computer player keeps the seat");
    scene_settle(&scene);
    scene_stop(&scene);
    assert_false(scene_table(&scene)->match_on);
    scene_do(&scene, "alice", "!start");
    assert_said(&scene, waits);
    assert_dealt("alice", "carol", NULL);
}

/* Until the grace of a seat that was away already is over. */
static void await_left(unsigned seat)
{
    for (unsigned tries = 0; !scene_table(&scene)->seats[seat].left; tries++) {
        assert_true(tries < 10000);
        poll(NULL, 0, 1);
        scene_settle(&scene);
    }
}

/* The same if a computer player had their seat before they left. */
static void who_was_away_and_left_waits(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!start");
    scene_do(&scene, "bob", "!away");
    script_gone(scene.adapter, "bob", false);
    await_left(1);
    scene_restart(&scene);
    come("alice");
    come("carol");
    scene_stop(&scene);
    scene_do(&scene, "alice", "!start");
    assert_said(&scene, waits);
    assert_dealt("alice", "carol", NULL);
}

/* Who was seen again before the match is over only stays away. */
static void who_was_away_and_came_back_is_dealt_in(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!start");
    scene_do(&scene, "bob", "!away");
    script_gone(scene.adapter, "bob", false);
    await_left(1);
    come("bob");
    scene_stop(&scene);
    scene_do(&scene, "alice", "!start");
    assert_dealt("alice", "bob", "carol");
    assert_true(scene_table(&scene)->seats[1].away);
}

/* Nobody takes the place that is kept. */
static void a_seat_that_waits_keeps_its_room(void **state)
{
    (void)state;
    lose_bob();
    scene_do(&scene, "alice", "!bots 7");
    scene_do(&scene, "oper", "!join"); /* the tenth */
    assert_not_said(&scene, "oper takes a seat");
    come("bob");
    scene_do(&scene, "alice", "!start");
    assert_int_equal(scene_table(&scene)->round->game.players, 10);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(who_is_gone_is_marked_at_once),
        TEST(who_is_gone_is_not_dealt_in),
        TEST(who_is_back_in_the_lobby_is_dealt_in),
        TEST(who_parts_is_gone_too),
        TEST(others_may_come_meanwhile),
        TEST(the_seat_waits_over_a_restart),
        TEST(who_left_while_we_were_down_waits),
        TEST(a_seat_that_waits_has_no_cut),
        TEST(one_alone_deals_nothing),
        TEST(who_left_the_match_before_waits),
        TEST(who_was_away_and_left_waits),
        TEST(who_was_away_and_came_back_is_dealt_in),
        TEST(a_seat_that_waits_keeps_its_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
