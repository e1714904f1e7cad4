/* Named sets of switches (bot/text/preset.h), and the words that choose them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "bot/text/language.h"
#include "bot/text/preset.h"
#include "tests/bot/pair.h"

enum { ABOUT_MAX = 100 /* characters that a menu on Discord shows */ };

static int set_up(void **state)
{
    assert_true(language_setup());
    return pair_set_up(state);
}

static unsigned characters(const char *text)
{
    unsigned count = 0;
    for (; *text != '\0'; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

static unsigned value(const char *preset, enum switch_id id)
{
    struct switches switches;
    preset_switches(preset_find(preset), ruleset_find("classic"), &switches);
    return switches.value[id];
}

/* RULES.md 10: each preset can be dealt with every set, and changes what it names. */
static void every_preset_fits_every_set(void **state)
{
    (void)state;
    const struct preset *preset = NULL;
    for (unsigned n = 0; (preset = preset_at(n)) != NULL; n++) {
        for (unsigned i = 0; ruleset_at(i) != NULL; i++) {
            struct switches switches;
            struct switches sheet;
            struct rules rules;
            preset_switches(preset, ruleset_at(i), &switches);
            ruleset_defaults(ruleset_at(i), &sheet);
            for (unsigned players = 2; players <= 8; players++) {
                assert_int_equal(rules_init(&rules, ruleset_at(i), &switches, players), RULES_OK);
            }
            assert_int_equal(memcmp(&switches, &sheet, sizeof(sheet)) == 0, *preset->switches == 0);
            assert_ptr_equal(preset_of(ruleset_at(i), &switches), preset);
        }
    }
    assert_int_equal(value("quick", SWITCH_HAND_SIZE), 5);
    assert_int_equal(value("quick", SWITCH_SCORE), SCORE_SINGLE_ROUND);
    assert_int_equal(value("party", SWITCH_STACK), STACK_UP);
    assert_int_equal(value("party", SWITCH_JUMP_IN), JUMP_IN_EXACT);
    assert_int_equal(value("party", SWITCH_SEVEN_ZERO), 1);
    assert_int_equal(value("party", SWITCH_DRAW_UNTIL_PLAYABLE), 1);
    assert_int_equal(value("brutal", SWITCH_STACK), STACK_ANY);
    assert_int_equal(value("brutal", SWITCH_DEFLECT), 1);
    assert_int_equal(value("brutal", SWITCH_MERCY), 25);
}

static void presets_have_short_words_in_both_languages(void **state)
{
    (void)state;
    const struct language *french = language_find("fr");
    const struct preset *preset = NULL;
    for (unsigned n = 0; (preset = preset_at(n)) != NULL; n++) {
        assert_true(characters(preset->about) <= ABOUT_MAX);
        assert_true(characters(tr(french, preset->about)) <= ABOUT_MAX);
        assert_ptr_equal(preset_find(tr(french, preset->name)), preset);
        assert_null(ruleset_find(preset->name));
    }
    assert_ptr_equal(preset_find("FETE"), preset_find("party"));
    assert_null(preset_find("partys"));
    assert_null(preset_find(""));
}

static void a_table_opens_with_a_preset(void **state)
{
    (void)state;
    struct switches wanted;
    scene_do(&scene, "alice", "!uno party");
    assert_said(&scene, "#table: alice opens a table (classic).");
    assert_said(&scene, "#table: alice sets: draw cards add up: a +2 on a +2, a wild +4 on both; ");
    preset_switches(preset_find("party"), ruleset_find("classic"), &wanted);
    assert_memory_equal(&scene_table(&scene)->switches, &wanted, sizeof(wanted));
    scene_do(&scene, "alice", "!help presets");
    assert_said(&scene, "@alice: party, chosen here: draw cards add up, jump in");
    scene_do(&scene, "alice", "!stop");
    scene_do(&scene, "alice", "!uno fête flex");
    assert_ptr_equal(scene_table(&scene)->set, ruleset_find("flex"));
    preset_switches(preset_find("party"), ruleset_find("flex"), &wanted);
    assert_memory_equal(&scene_table(&scene)->switches, &wanted, sizeof(wanted));
}

/* What the channel has set for its tables does not hold beside a preset, nor after one. */
static void a_preset_replaces_the_switches_of_the_channel(void **state)
{
    (void)state;
    struct switches sheet;
    ruleset_defaults(ruleset_find("classic"), &sheet);
    scene_do(&scene, "oper", "!set mercy 30");
    scene_do(&scene, "alice", "!uno");
    assert_int_equal(scene_table(&scene)->switches.value[SWITCH_MERCY], 30);
    scene_do(&scene, "alice", "!uno official");
    assert_said(&scene, "#table: alice sets: ");
    assert_memory_equal(&scene_table(&scene)->switches, &sheet, sizeof(sheet));
    assert_refused(&scene, "alice", "!uno official", "Those are the rules already");
    scene_do(&scene, "alice", "!uno brutal web");
    assert_said(&scene, "#table: alice chooses the rules of web.");
    assert_int_equal(scene_table(&scene)->switches.value[SWITCH_MERCY], 25);
}

static void a_preset_is_refused_as_a_switch_is(void **state)
{
    (void)state;
    assert_refused(&scene, "alice", "!uno partu", "party");
    assert_refused(&scene, "alice", "!uno nonsense", "I do not know these rules");
    assert_refused(&scene, "alice", "!uno party quick", "I do not know these rules");
    assert_null(scene_table(&scene));
    pair_seat(false);
    assert_refused(&scene, "bob", "!new party", "Only the player who opened the table");
    scene_do(&scene, "alice", "!set hand_size 12");
    scene_do(&scene, "alice", "!start");
    assert_refused(&scene, "alice", "!new party", "Not while a match runs");
}

static void help_lists_the_presets(void **state)
{
    (void)state;
    scene_do(&scene, "bob", "!help presets");
    assert_said(&scene, "@bob: official: the rules of the printed sheet, nothing changed.");
    assert_said(&scene, "@bob: brutal: party, and any draw card adds up");
    assert_said(&scene, "!uno party opens a table with it, !uno flex party for another set");
    scene_do(&scene, "bob", "!lang fr");
    scene_do(&scene, "bob", "!aide Formules");
    assert_said(&scene, "@bob: officielle");
    assert_said(&scene, "!nouveau fête ouvre une table");
}

static void operators_add_presets(void **state)
{
    (void)state;
    static const char text[] = " friday: stack any,  jump_in exact|calm : auto_uno on ";
    struct switches wanted;
    assert_null(preset_check(text));
    preset_set_own(text);
    assert_string_equal(preset_at(4)->name, "friday");
    assert_null(preset_at(6));
    scene_do(&scene, "alice", "!help presets");
    assert_said(&scene, "@alice: friday: stack any,  jump_in exact.");
    scene_do(&scene, "alice", "!help Friday");
    assert_said(&scene, "@alice: friday: stack any,  jump_in exact.");
    assert_said(&scene, "!uno friday opens a table with it, !uno flex friday for another set");
    assert_not_said(&scene, "party");
    scene_do(&scene, "alice", "!uno Calm");
    ruleset_defaults(ruleset_find("classic"), &wanted);
    wanted.value[SWITCH_AUTO_UNO] = 1;
    assert_memory_equal(&scene_table(&scene)->switches, &wanted, sizeof(wanted));
    preset_set_own(NULL);
    assert_null(preset_find("friday"));
    assert_null(preset_at(4));
}

static void bad_presets_are_refused_with_a_reason(void **state)
{
    static const struct {
        const char *text, *why;
    } rows[] = {
        {"friday", "must be NAME"},
        {"friday:", "must be NAME"},
        {": stack any", "must be NAME"},
        {"a name of more than 24 bytes: stack any", "must be NAME"},
        {"good friday: stack any", "not one word"},
        {"flex: stack any", "a set of rules or another preset"},
        {"Fête: stack any", "a set of rules or another preset"},
        {"a: stack any | A: stack up", "a set of rules or another preset"},
        {"a: stak any", "does not exist"},
        {"a: stack perhaps", "does not have"},
        {"a: stack", "without a value"},
        {"a: no_bluff on, no_challenge on", "do not go together"},
        {"a:stack up|b:stack up|c:stack up|d:stack up|e:stack up|f:stack up|g:stack up|h:stack "
         "up|i:stack up",
         "more than eight"},
    };
    (void)state;
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const char *why = preset_check(rows[i].text);
        assert_non_null(why);
        assert_non_null(strstr(why, rows[i].why));
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_preset_fits_every_set),
        TEST(presets_have_short_words_in_both_languages),
        TEST(a_table_opens_with_a_preset),
        TEST(a_preset_replaces_the_switches_of_the_channel),
        TEST(a_preset_is_refused_as_a_switch_is),
        TEST(help_lists_the_presets),
        TEST(operators_add_presets),
        TEST(bad_presets_are_refused_with_a_reason),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
