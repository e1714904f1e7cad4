/* What a slash command that is being typed may become (bot/command/suggest.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bot/text/preset.h"
#include "tests/bot/controls.h"
#include "tests/doubles/memory/memory.h"

static int set_up(void **state)
{
    controls_set_up(state);
    scene_command(&scene, "alice", "new");
    scene_command(&scene, "bob", "join");
    scene_command(&scene, "alice", "bots 2");
    return 0;
}

static void deal(void)
{
    scene_command(&scene, "alice", "bots 0");
    scene_press(&scene, "alice", "start");
}

static const struct message *suggest(const char *who, const char *text)
{
    uint32_t answers = ++scene.answers;
    scene_settle(&scene);
    script_suggest(scene.adapter, "#table", who, text, answers);
    scene_settle(&scene);
    const struct message *message = script_newest(scene.adapter, "#table", who, PURPOSE_CHOICES);
    assert_non_null(message);
    assert_int_equal(message->answers, answers);
    assert_string_equal(message->user, who);
    assert_true(message->control_count <= CHAT_CHOICES);
    return message;
}

static bool offers(const struct message *message, const char *words)
{
    for (unsigned i = 0; i < message->control_count; i++) {
        assert_int_equal(message->controls[i].kind, CONTROL_CHOICE);
        if (strcmp(message->controls[i].words, words) == 0)
            return true;
    }
    return false;
}

static void playable_cards_that_fit(void **state)
{
    (void)state;
    deal();
    controls_lay("R5", "R7 R8 G2 B5 W W4");
    const struct message *all = suggest(pair_of_turn(), "play");
    assert_int_equal(all->control_count, 5); /* without the green 2 */
    assert_string_equal(all->controls[0].label, "[B\u00A05]");
    assert_true(offers(suggest(pair_of_turn(), "play r"), "R7"));
    assert_int_equal(suggest(pair_of_turn(), "play r")->control_count, 2);
    assert_int_equal(suggest(pair_of_turn(), "play r8")->control_count, 1);
    assert_int_equal(suggest(pair_of_turn(), "play red 8")->control_count, 1);
    assert_int_equal(suggest(pair_of_turn(), "play R 8")->control_count, 1);
    assert_int_equal(suggest(pair_of_turn(), "play rouge")->control_count, 2);
    assert_int_equal(suggest(pair_of_turn(), "play w")->control_count, 2);
    assert_int_equal(suggest(pair_of_turn(), "play g")->control_count, 0);
    assert_int_equal(suggest(pair_of_turn(), "play zebra")->control_count, 0);
}

/* A choice may name a card that was drawn a moment ago. */
static void choices_wait_for_the_journal(void **state)
{
    (void)state;
    deal();
    store_memory_fail(scene.store, true);
    script_command(scene.adapter, "#table", pair_of_turn(), "draw", ++scene.answers);
    scene_await(&scene, &scene.host.trouble, true);
    script_suggest(scene.adapter, "#table", pair_of_turn(), "play", ++scene.answers);
    script_suggest(scene.adapter, "#table", "carol", "kick", ++scene.answers);
    for (unsigned turns = 0; turns < 20; turns++)
        scene_turn(&scene);
    assert_null(script_newest(scene.adapter, "#table", "carol", PURPOSE_CHOICES));
    store_memory_fail(scene.store, false);
    scene_await(&scene, &scene.host.trouble, false);
    scene_settle(&scene);
    assert_non_null(script_newest(scene.adapter, "#table", pair_of_turn(), PURPOSE_CHOICES));
    assert_non_null(script_newest(scene.adapter, "#table", "carol", PURPOSE_CHOICES));
}

static void nobody_else_is_told(void **state)
{
    (void)state;
    deal();
    controls_lay("R5", "R7 R8 G2 B5 W W4");
    const struct table *table = scene_table(&scene);
    const char *other = seat_name(table, !table->round->game.turn);
    assert_int_equal(suggest(other, "play")->control_count, 0); /* not their turn */
    assert_int_equal(suggest("carol", "play")->control_count, 0);
    assert_int_equal(suggest("carol", "kick a")->control_count, 1);
}

static void players(void **state)
{
    (void)state;
    assert_true(offers(suggest("carol", "kick"), "alice"));
    assert_int_equal(suggest("carol", "kick")->control_count, 4);
    assert_true(offers(suggest("carol", "kick B"), "bob"));
    assert_false(offers(suggest("alice", "catch"), "alice")); /* not oneself */
    assert_false(offers(suggest("alice", "target b"), "alice"));
}

static void rules_and_commands(void **state)
{
    (void)state;
    assert_int_equal(suggest("alice", "set")->control_count, CHAT_CHOICES);
    assert_true(offers(suggest("alice", "set stack"), "stack"));
    assert_true(offers(suggest("alice", "set channel jump"), "jump_in"));
    assert_true(offers(suggest("alice", "set stack a"), "any"));
    assert_int_equal(suggest("alice", "set stack ")->control_count, 4);
    assert_int_equal(suggest("alice", "set nonsense a")->control_count, 0);
    assert_true(offers(suggest("alice", "help cha"), "challenge"));
    assert_int_equal(suggest("alice", "draw")->control_count, 0);
    assert_int_equal(suggest("alice", "dance x")->control_count, 0);
}

/* The operator's own, too, behind a set of rules or without one. */
static void presets(void **state)
{
    (void)state;
    const struct message *all = suggest("alice", "new");
    assert_int_equal(all->control_count, 4);
    assert_true(offers(all, "party"));
    preset_set_own("friday: stack any | calm: auto_uno on");
    assert_int_equal(suggest("alice", "new")->control_count, 6);
    assert_int_equal(suggest("alice", "new flex ")->control_count, 6);
    assert_int_equal(suggest("alice", "new fr")->control_count, 1);
    assert_true(offers(suggest("alice", "new flex Fri"), "friday"));
    assert_int_equal(suggest("alice", "new nonsense")->control_count, 0);
    script_call(scene.adapter, "alice", NULL, "fr");
    const struct message *french = suggest("alice", "new fe");
    assert_true(offers(french, "party"));
    assert_string_equal(french->controls[0].label, "fête");
    preset_set_own(NULL);
    assert_false(offers(suggest("alice", "new"), "friday"));
}

static void labels_are_in_the_readers_language(void **state)
{
    (void)state;
    deal();
    script_call(scene.adapter, pair_of_turn(), NULL, "fr");
    controls_lay("R5", "Rskip Rrev");
    const struct message *all = suggest(pair_of_turn(), "play");
    assert_true(offers(all, "Rskip uno"));
    assert_string_equal(all->controls[0].label, "[R\u00A0inv.] et UNO\u00a0!");
    assert_true(offers(suggest(pair_of_turn(), "help défi"), "challenge"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(playable_cards_that_fit),
        TEST(choices_wait_for_the_journal),
        TEST(nobody_else_is_told),
        TEST(players),
        TEST(rules_and_commands),
        TEST(presets),
        TEST(labels_are_in_the_readers_language),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
