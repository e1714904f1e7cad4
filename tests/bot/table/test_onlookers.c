/* Who of a channel has no seat: who looks on (bot/table/watch.h) and who is called
 * (bot/show/notify_list.h).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bot/table/watch.h"
#include "bot/text/language.h"
#include "tests/bot/pair.h"

enum { LONG = 1000000 };

static int set_up(void **state)
{
    assert_true(language_setup());
    pair_set_up(state);
    scene.host.options.notify_pause = LONG;
    scene_mark(&scene);
    return 0;
}

/* "!watch whispers nothing; it lists who looks on": the same line to all, and no hand ever. */
static void who_looks_on_is_listed(void **state)
{
    (void)state;
    pair_seat(true);
    scene_do(&scene, "bob", "!watch");
    assert_said(&scene, "#table: Nobody looks on.");
    scene_do(&scene, "carol", "!watch");
    assert_said(&scene, "#table: Looking on: carol.");
    scene_do(&scene, "oper", "!regarder");
    assert_said(&scene, "#table: Looking on: carol, oper.");
    scene_do(&scene, "alice", "!watch"); /* who sits there only asks */
    assert_said(&scene, "#table: Looking on: carol, oper.");
    for (unsigned i = 0; i < 6; i++) {
        scene_do(&scene, pair_of_turn(), i % 2 == 0 ? "!draw" : "!keep");
        assert_int_equal(scene_count(&scene, "@carol"), 0);
        assert_int_equal(scene_count(&scene, "@oper"), 0);
    }
    scene_do(&scene, "oper", "!watch");
    assert_said(&scene, "#table: Looking on: carol.");
    assert_int_equal(scene_count(&scene, "@"), 0);
}

/* Who sits down, renames or leaves is known. */
static void the_list_is_true(void **state)
{
    (void)state;
    pair_seat(false);
    scene_do(&scene, "carol", "!watch");
    scene_do(&scene, "oper", "!watch");
    scene_do(&scene, "dora", "!watch");
    script_rename(scene.adapter, "oper", "op2");
    scene_do(&scene, "carol", "!join");
    scene_do(&scene, "bob", "!watch");
    assert_said(&scene, "#table: Looking on: op2, dora.");
    script_gone(scene.adapter, "dora", false);
    scene_do(&scene, "bob", "!watch");
    assert_said(&scene, "#table: Looking on: op2.");
    scene_do(&scene, "alice", "!stop"); /* and all is let go of */
    assert_null(scene_table(&scene));
}

static void the_list_has_an_end(void **state)
{
    (void)state;
    pair_seat(false);
    for (unsigned i = 0; i < WATCH_MAX; i++) {
        char who[16];
        snprintf(who, sizeof(who), "eye%u", i);
        scene_join(&scene, who);
        scene_type(&scene, who, "!watch");
    }
    scene_settle(&scene);
    assert_refused(&scene, "carol", "!watch", "The list of spectators is full");
}

/* "be called when a table opens there": who is in the channel, but not who opened it, and once a
 * table. */
static void who_asked_is_called(void **state)
{
    (void)state;
    script_join(scene.adapter, "#table", "phone", "acc", false);
    assert_refused(&scene, "bob", "!notify", "I call you when a table opens here, if you are in");
    assert_refused(&scene, "bob", "!notify on", "I already call you when a table opens here.");
    scene_do(&scene, "alice", "!notify");
    scene_do(&scene, "phone", "!notify");
    scene_do(&scene, "dora", "!notify on");
    script_leave(scene.adapter, "#table", "dora");
    scene_do(&scene, "alice", "!new");
    assert_said(&scene, "#table: bob, phone: a table is open, !join takes a seat.");
    assert_int_equal(scene_count(&scene, "#table"), 2);
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "alice", "!start");
    assert_not_said(&scene, "a table is open");
}

/* "never twice within a setting's minutes", also over a restart. */
static void nobody_is_called_too_often(void **state)
{
    (void)state;
    scene_do(&scene, "bob", "!notify");
    scene_do(&scene, "alice", "!new");
    assert_said(&scene, "#table: bob: a table is open");
    scene_do(&scene, "alice", "!stop");
    scene_do(&scene, "alice", "!new");
    assert_not_said(&scene, "a table is open");
    scene_do(&scene, "alice", "!stop");
    scene.options.notify_pause = LONG;
    scene_restart(&scene);
    pair_come();
    scene_do(&scene, "alice", "!new");
    assert_not_said(&scene, "a table is open");
    scene_do(&scene, "alice", "!stop");
    scene.host.options.notify_pause = 0;
    scene_do(&scene, "alice", "!new");
    assert_said(&scene, "#table: bob: a table is open"); /* kept */
}

/* Kept on a disk, as is that one is called no more. */
static void calls_are_read_from_the_disk(void **state)
{
    (void)state;
    scene_finish(&scene);
    scene_init(&scene, SCENE_SQLITE);
    scene_begin(&scene);
    pair_come();
    scene_do(&scene, "bob", "!notify");
    scene_do(&scene, "carol", "!notify");
    scene_do(&scene, "carol", "!notify off");
    scene_restart(&scene);
    pair_come();
    assert_refused(&scene, "bob", "!notify on", "I already call you when a table opens here.");
    scene_do(&scene, "alice", "!new");
    assert_said(&scene, "#table: bob: a table is open");
}

/* "stored per identity": an account under any nick, a nick without one only as that. */
static void an_account_is_called_by_any_nick(void **state)
{
    (void)state;
    script_join(scene.adapter, "#table", "desk", "acc", false);
    scene_do(&scene, "desk", "!notify");
    scene_do(&scene, "carol", "!notify");
    script_leave(scene.adapter, "#table", "desk");
    script_join(scene.adapter, "#table", "phone", "acc", false);
    script_identify(scene.adapter, "carol", "somebody");
    scene_do(&scene, "alice", "!new");
    assert_said(&scene, "#table: phone: a table is open");
}

static void who_is_tired_of_it_says_so(void **state)
{
    static const char *const who[] = {"bob", "carol", "oper"};
    (void)state;
    assert_refused(&scene, "bob", "!notify off", "I do not call you when a table opens here.");
    for (unsigned i = 0; i < 3; i++)
        scene_do(&scene, who[i], "!notify");
    scene_do(&scene, "carol", "!notify off");
    assert_said(&scene, "@carol: I no longer call you when a table opens here.");
    scene_do(&scene, "bob", "!notify non");
    assert_refused(&scene, "bob", "!notify perhaps", "For example: !notify on, !notify off");
    scene_do(&scene, "alice", "!new");
    assert_said(&scene, "#table: oper: a table is open");
    scene_tell(&scene, "bob", "notify");
    assert_said(&scene, "@bob: Say that in the channel where you want to play.");
}

/* "bounded number a line", and in all. */
static void lines_are_bounded(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 41; i++) {
        char who[16];
        snprintf(who, sizeof(who), "fan%u", i);
        scene_join(&scene, who);
        scene_do(&scene, who, "!notify");
    }
    assert_said(&scene, "@fan40: The list of people to call is full here.");
    scene_do(&scene, "alice", "!new");
    assert_said(&scene,
                "#table: fan0, fan1, fan2, fan3, fan4, fan5, fan6, fan7, fan8, fan9: a table");
    assert_int_equal(scene_count(&scene, "#table: fan"), 4);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(who_looks_on_is_listed),
        TEST(the_list_is_true),
        TEST(the_list_has_an_end),
        TEST(who_asked_is_called),
        TEST(nobody_is_called_too_often),
        TEST(calls_are_read_from_the_disk),
        TEST(an_account_is_called_by_any_nick),
        TEST(who_is_tired_of_it_says_so),
        TEST(lines_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
