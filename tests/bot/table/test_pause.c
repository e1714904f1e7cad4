/* What stops and stretches the turn clock: !pause, !wait, turn_limit of a channel
 * (bot/table/pause.h, bot/table/clock.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "bot/table/clock.h"
#include "bot/table/pause.h"
#include "bot/text/language.h"
#include "tests/bot/pair.h"

enum { MINUTE = 60000, SOON = 20 };

/* alice opened the table and plays with bob and carol, by the clock as it is usual. */
static int set_up(void **state)
{
    assert_true(language_setup());
    pair_set_up(state);
    scene.options.bot_delay = MINUTE;
    scene.options.turn_reminder = MINUTE;
    scene.options.turn_whisper = MINUTE * 3 / 2;
    scene.options.turn_limit = 2 * MINUTE;
    scene.host.options = scene.options;
    pair_seat(false);
    scene_do(&scene, "carol", "!join");
    scene_do(&scene, "alice", "!start");
    scene_mark(&scene);
    return 0;
}

static uint64_t time_left(void)
{
    uint64_t has = 0;
    uint64_t left = 0;
    assert_true(clock_turn(scene_table(&scene), &has, &left));
    return left;
}

/* The turn has lasted so many milliseconds. */
static void let_pass(uint64_t time)
{
    struct table *table = scene_table(&scene);
    table->turn_at = loop_now(scene.loop) - time;
    clock_arm(table);
}

/* "by vote (rulers at once)" */
static void pauses_are_voted_on(void **state)
{
    (void)state;
    scene_do(&scene, "bob", "!pause");
    assert_said(&scene,
                "#table: bob asks for a pause: !yes or !no within 600 s, 2 of 3 must agree.");
    assert_false(pause_is_on(scene_table(&scene)));
    scene_do(&scene, "carol", "!yes");
    scene_wait(&scene, "#table: 2 for, 0 against: the table is paused.");
    assert_said(&scene, "#table: The clocks stand still, 10 min at most: !resume goes on.");
    scene_do(&scene, "bob", "!reprendre");
    assert_said(&scene, "#table: bob asks to play on");
    scene_do(&scene, "carol", "!resume");
    scene_wait(&scene, "#table: 2 for, 0 against: the pause is over.");
    scene_wait(&scene, ", play goes on: it is your turn.");
    scene_do(&scene, "alice", "!pause");
    assert_said(&scene, "#table: alice pauses the table.");
    scene_do(&scene, "alice", "!resume");
    assert_said(&scene, "#table: alice ends the pause.");
    assert_refused(&scene, "alice", "!resume", "The table is not paused.");
    assert_refused(&scene, "dora", "!pause", "Only players at this table");
}

/* "clocks stand still, nobody is timed out", and the turn has its whole time after it. */
static void clocks_stand_still(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!pause");
    let_pass(3 * MINUTE);
    scene_mark(&scene);
    scene_settle(&scene);
    assert_int_equal(scene_count(&scene, ""), 0);
    scene_do(&scene, "alice", "!resume");
    assert_true(time_left() > MINUTE);
    assert_false(scene_table(&scene)->seats[scene_table(&scene)->round->game.turn].away);
}

/* "moves while paused are refused with a word on how to resume"; what only looks is free. */
static void moves_are_refused(void **state)
{
    static const char *const moves[] = {"!draw", "dr",     "!play r5", "!keep",
                                        "!uno",  "!catch", "!r5"};
    (void)state;
    scene_do(&scene, "alice", "!pause");
    for (unsigned i = 0; i < ARRAY_SIZE(moves); i++)
        assert_refused(&scene, pair_of_turn(), moves[i], "The table is paused: !resume goes on.");
    assert_refused(&scene, "bob", "!pause", "The table is paused: !resume goes on.");
    scene_do(&scene, "bob", "!hand");
    assert_said(&scene, "@bob: ");
    scene_do(&scene, "bob", "!clock");
    assert_said(&scene, "#table: The table is paused");
    scene_do(&scene, "alice", "!resume");
    scene_do(&scene, pair_of_turn(), "!draw");
    assert_said(&scene, " draws 1 card");
}

/* "a pause ends by itself after a setting's time, told" */
static void a_pause_ends_by_itself(void **state)
{
    (void)state;
    scene.host.options.pause_limit = SOON;
    scene_mark(&scene);
    scene_type(&scene, "alice", "!pause");
    scene_wait(&scene, "#table: The pause has lasted 1 min and is over.");
    scene_wait(&scene, ", play goes on: it is your turn.");
    assert_false(pause_is_on(scene_table(&scene)));
    assert_true(time_left() > MINUTE);
}

/* "survives a restart" */
static void a_pause_survives_a_restart(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!pause");
    int64_t until = scene_table(&scene)->paused_until;
    scene_restart(&scene);
    assert_said(&scene, "#table: The table is paused: !resume goes on.");
    assert_int_equal(scene_table(&scene)->paused_until, until);
    pair_come();
    assert_refused(&scene, pair_of_turn(), "!draw", "The table is paused");
    pause_restore(scene_table(&scene), 1); /* it was over while nobody was there */
    scene_mark(&scene);
    script_disconnect(scene.adapter, 1);
    scene_wait(&scene, "#table: The pause has lasted");
}

/* A clock that was set back in between makes no pause longer than it may be. */
static void a_pause_is_never_longer_than_its_limit(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!pause");
    uint64_t ends = scene_table(&scene)->pause_ends;
    scene_table(&scene)->paused_until += 60 * MINUTE; /* as if the clock went back by an hour */
    assert_int_equal(scene_table(&scene)->pause_ends, ends);
    pause_restore(scene_table(&scene), clock_now() + INT64_C(1000000) * MINUTE);
    assert_true(scene_table(&scene)->pause_ends <=
                loop_now(scene.loop) + scene.options.pause_limit);
}

/* A match that ends takes its pause along. */
static void a_pause_ends_with_its_match(void **state)
{
    (void)state;
    assert_refused(&scene, "dora", "!pause", "Only players at this table");
    scene_do(&scene, "alice", "!pause");
    scene_stop(&scene);
    assert_false(pause_is_on(scene_table(&scene)));
    assert_refused(&scene, "alice", "!pause", "No match is running: !start deals one.");
    scene_do(&scene, "alice", "!start");
    scene_do(&scene, pair_of_turn(), "!draw");
    assert_said(&scene, " draws 1 card");
}

/* "!wait stops your own clock once": once a round, in one's turn. */
static void who_needs_longer_says_so_once(void **state)
{
    char words[80];
    (void)state;
    const char *who = pair_of_turn();
    const char *other = strcmp(who, "bob") == 0 ? "carol" : "bob";
    let_pass(MINUTE * 3 / 2);
    assert_true(time_left() <= MINUTE);
    assert_refused(&scene, other, "!wait", "It is not your turn.");
    scene_do(&scene, who, "!wait");
    snprintf(words, sizeof(words), "#table: %s needs a moment: the turn's time starts again.", who);
    assert_said(&scene, words);
    assert_true(time_left() > MINUTE);
    assert_refused(&scene, who, "!attendre", "You have used !wait already: it works once a round.");
}

/* Marky's "ti". */
static void the_time_is_told(void **state)
{
    char words[80];
    (void)state;
    let_pass(MINUTE + 500);
    scene_do(&scene, "bob", "ti");
    snprintf(words, sizeof(words), "#table: %s has had the turn for 60 s; 59 s are left.",
             pair_of_turn());
    assert_said(&scene, words);
}

/* "!set channel turn_limit 60", with reminders at the same parts; kept, shown, bounded. */
static void a_channel_has_its_own_turn_clock(void **state)
{
    (void)state;
    assert_refused(&scene, "bob", "!set channel turn_limit 60",
                   "Only the player who opened the table");
    scene_do(&scene, "alice", "!set channel turn_limit 60");
    assert_said(&scene, "#table: alice sets for this channel: a turn may last 60 seconds.");
    assert_true(time_left() <= MINUTE);
    let_pass(31000); /* the reminder stands at half of it */
    scene_wait(&scene, ", it is your turn.");
    scene_do(&scene, "bob", "!set");
    assert_said(&scene, "turn_limit (a turn may last 60 seconds)");
    scene_restart(&scene);
    pair_come();
    assert_true(time_left() <= MINUTE);
    static const char *const wrong[] = {"14", "3601", "-5", "1e3", "060", "60s", "soon"};
    for (unsigned i = 0; i < ARRAY_SIZE(wrong); i++) {
        char text[40];
        snprintf(text, sizeof(text), "!set turn_limit %s", wrong[i]);
        assert_refused(&scene, "oper", text,
                       "It stays as it is: a turn may last 60 seconds. Values: 15-3600");
    }
    scene_do(&scene, "oper", "!set turn_limit 3600");
    assert_true(time_left() > 30 * MINUTE);
    scene_do(&scene, "oper", "!set turn_limit default");
    assert_said(&scene,
                "#table: oper sets for this channel: a turn may last 120 seconds, as usual.");
    assert_true(time_left() <= 2 * MINUTE);
}

/* Off: reminders, and nobody loses the turn. */
static void a_channel_may_have_no_limit(void **state)
{
    uint64_t has = 0;
    uint64_t left = 0;
    (void)state;
    scene_do(&scene, "oper", "!set turn_limit 0");
    assert_said(&scene, "#table: oper sets for this channel: a turn may last for ever.");
    assert_false(clock_turn(scene_table(&scene), &has, &left));
    scene_mark(&scene);
    let_pass(4 * MINUTE);
    scene_wait(&scene, ", it is your turn.");
    scene_settle(&scene);
    assert_false(timer_active(&scene_table(&scene)->timer));
    scene_do(&scene, "bob", "!clock");
    assert_said(&scene, " has had the turn for 240 s.");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(pauses_are_voted_on),
        TEST(clocks_stand_still),
        TEST(moves_are_refused),
        TEST(a_pause_ends_by_itself),
        TEST(a_pause_survives_a_restart),
        TEST(a_pause_is_never_longer_than_its_limit),
        TEST(a_pause_ends_with_its_match),
        TEST(who_needs_longer_says_so_once),
        TEST(the_time_is_told),
        TEST(a_channel_has_its_own_turn_clock),
        TEST(a_channel_may_have_no_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
