/* Who may rule a table, and what a channel keeps (bot/command/handlers/command_set.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "bot/text/language.h"
#include "tests/bot/pair.h"

static int set_up(void **state)
{
    pair_set_up(state);
    assert_true(language_setup());
    script_join(scene.adapter, "#table", "boss", "Boss_account", false);
    script_join(scene.adapter, "#table", "other", "other_account", false);
    scene_settle(&scene);
    return 0;
}

static void type_at(const char *who, const char *text)
{
    scene_do(&scene, who, "%s", text);
}

/* An account of the list rules, another account does not, and a nick of that name never. */
static void administrators_rule(void **state)
{
    (void)state;
    scene.network->admins = " Somebody,Boss_account third ";
    pair_seat(false);
    assert_refused(&scene, "other", "!stop", "and the bot's admins");
    scene_join(&scene, "Boss_account");
    assert_refused(&scene, "Boss_account", "!stop", "and the bot's admins");
    assert_refused(&scene, "Boss_account", "!kick bob", "Only players at this table");
    type_at("boss", "!set stack any");
    assert_said(&scene, "#table: boss sets: draw cards add up");
    type_at("boss", "!kick bob");
    assert_said(&scene, "#table: bob leaves the table.");
    type_at("boss", "!stop");
    assert_said(&scene, "#table: boss closes the table.");
    assert_null(scene_table(&scene));
}

/* The account of the very message counts: who logged out is nobody. */
static void who_logged_out_is_no_administrator(void **state)
{
    (void)state;
    scene.network->admins = "Boss_account";
    pair_seat(false);
    script_identify(scene.adapter, "boss", NULL);
    scene_settle(&scene);
    assert_refused(&scene, "boss", "!stop", "and the bot's admins");
    script_identify(scene.adapter, "boss", "Boss_account");
    type_at("boss", "!stop");
    assert_null(scene_table(&scene));
}

#define PRINT "0123456789abcdef0123456789abcdef"

/* Who shows the certificate of the list rules, without an account; its print is asked for once they
 * want to, and nobody is told anything before. Another one, or none, does not. */
static void a_certificate_rules(void **state)
{
    (void)state;
    scene.network->admins = "Somebody certfp:01:23:45:67:89:AB:CD:EF:0123456789ABCDEF";
    pair_seat(false);
    script_certify(scene.adapter, "carol", PRINT);
    script_certify(scene.adapter, "other", PRINT "00");
    assert_refused(&scene, "bob", "!set stack any", "and the bot's admins");
    assert_refused(&scene, "other", "!stop", "and the bot's admins");
    script_certify(scene.adapter, "other", "0123456789abcdef0123456789abcde");
    assert_refused(&scene, "other", "!stop", "and the bot's admins");
    type_at("carol", "!set stack any");
    assert_said(&scene, "#table: carol sets: draw cards add up");
    assert_not_said(&scene, "may do that");
    type_at("carol", "!kick bob");
    assert_said(&scene, "#table: bob leaves the table.");
    type_at("carol", "!stop");
    assert_null(scene_table(&scene));
}

static void an_empty_list_means_nobody(void **state)
{
    static const char *const lists[] = {NULL, "", " , ,", "Boss", "Boss_account2", "*", "certfp:"};
    (void)state;
    pair_seat(false);
    for (unsigned i = 0; i < ARRAY_SIZE(lists); i++) {
        scene.network->admins = lists[i];
        assert_refused(&scene, "boss", "!stop", "and the bot's admins");
    }
}

static void the_opener_and_operators_rule(void **state)
{
    (void)state;
    pair_seat(false);
    scene_do(&scene, "carol", "!join");
    assert_refused(&scene, "carol", "!set stack any", "Only the player who opened the table");
    type_at("alice", "!kick bob");
    assert_said(&scene, "bob leaves the table.");
    type_at("oper", "!kick carol");
    assert_said(&scene, "carol leaves the table.");
    scene_restart(&scene);
    scene_join(&scene, "alice");
    scene_settle(&scene);
    type_at("alice", "!set stack any");
    assert_said(&scene, "alice sets: draw cards add up");
    assert_refused(&scene, "carol", "!stop", "Only players at this table");
}

/* A refusal says in French as well who may. */
static void refusals_are_told_in_french(void **state)
{
    (void)state;
    scene_do(&scene, "bob", "!lang fr");
    scene_do(&scene, "alice", "!new");
    assert_refused(&scene, "bob", "!arreter", "les personnes qui jouent ici");
    assert_refused(&scene, "bob", "!arreter", "qui gèrent le salon ou ce bot");
}

/* -- what a channel keeps -- */

static void a_channel_keeps_its_settings(void **state)
{
    (void)state;
    assert_refused(&scene, "bob", "!set rules hyper", "Only channel operators");
    assert_refused(&scene, "bob", "!set stack any", "Only channel operators");
    assert_refused(&scene, "oper", "!set rules poker",
                   "rules cannot be poker. It stays as it is: tables open with classic. "
                   "Values: classic, hyper, ");
    assert_refused(&scene, "oper", "!set rules", "hyper, skull, web, flex, minion");
    assert_refused(&scene, "oper", "!set theme", "colours, mono");
    assert_refused(&scene, "oper", "!set stack perhaps", "Values: off (");
    assert_refused(&scene, "oper", "!set no_bluff nonsense", "Values");
    type_at("oper", "!set rules hyper");
    assert_said(&scene, "#table: oper sets for this channel: tables open with hyper.");
    type_at("oper", "!set theme = mono");
    type_at("oper", "!set stack any");
    assert_said(&scene,
                "#table: oper sets for this channel: draw cards add up: any of them on any other.");
    assert_refused(&scene, "oper", "!set deflect", "Values");
    scene_restart(&scene);
    type_at("bob", "!set");
    assert_said(
        &scene,
        "This channel: rules (tables open with hyper), language (I speak English here), theme "
        "(cards are plain text), quiet (answers are for all to see), web (the web shows its "
        "boards, and its rounds when they are over), records (records that fall are told), "
        "achievements (achievements are told), proofs "
        "(the secret of a shuffle is told to those who ask), guests (guests may sit down by a link "
        "that a player asks for), autostart (the first round waits for somebody to deal), "
        "turn_limit (a turn may last for ever).");
    assert_said(&scene, "Drawing: stack (draw cards add up: any of them on any other), deflect (");
    assert_said(&scene, "hyper_stacks (");
    assert_not_said(&scene, "flex_match (");
    type_at("alice", "!uno");
    assert_said(&scene, "alice opens a table (hyper)");
    assert_true(scene_table(&scene)->home.mono);
    type_at("bob", "!set");
    assert_said(&scene, "Rules: hyper, but draw cards add up: any of them on any other.");
}

/* At a table !set is for the table, "channel" before it for those to come. */
static void a_table_and_the_channel_are_two(void **state)
{
    (void)state;
    pair_seat(false);
    type_at("alice", "!set stack any");
    assert_said(&scene, "alice sets: draw cards add up: any of them on any other.");
    type_at("alice", "!set channel stack same");
    assert_said(
        &scene,
        "alice sets for this channel: draw cards add up: a +2 on a +2, a wild +4 on a wild +4.");
    type_at("bob", "!set");
    assert_said(&scene, "Rules: classic, but draw cards add up: any of them on any other.");
    assert_said(&scene, "turn_limit (a turn may last for ever), stack (draw cards add "
                        "up: a +2 on a +2, a wild +4 on a wild +4).");
    type_at("alice", "!stop");
    type_at("bob", "!new");
    type_at("bob", "!set stack");
    assert_said(&scene, "stack is same. Values: ");
    type_at("bob", "!set salon stack default");
    type_at("bob", "!stop");
    type_at("bob", "!new");
    type_at("bob", "!set stack");
    assert_said(&scene, "stack is off. Values: ");
}

/* A table that runs changes its looks at once, and a channel may speak French. */
static void settings_reach_the_table(void **state)
{
    (void)state;
    pair_seat(true);
    assert_refused(&scene, "alice", "!set language fr", "!lang CODE changes yours.");
    assert_ptr_equal(scene_table(&scene)->home.language, language_find("en"));
    type_at("oper", "!set language fr");
    assert_ptr_equal(scene_table(&scene)->home.language, language_find("fr"));
    assert_said(&scene, "#table: oper règle pour ce salon : la langue est Français.");
    type_at("alice", "!set theme mono");
    assert_true(scene_table(&scene)->home.mono);
    type_at("alice", "!set theme couleurs");
    assert_false(scene_table(&scene)->home.mono);
    assert_refused(&scene, "alice", "!set stack any", "Pas pendant une partie");
    scene_restart(&scene);
    type_at("bob", "!set");
    assert_said(&scene,
                "language (la langue est Français), theme (les cartes sont en couleurs), quiet "
                "(tout le monde voit les réponses), web (le web montre ses classements, et ses "
                "manches une fois finies), ");
    assert_said(&scene, "turn_limit (un tour peut durer sans fin).");
}

/* What a set of rules cannot have is left out when a table of it opens. */
static void what_does_not_fit_is_left_out(void **state)
{
    (void)state;
    type_at("oper", "!set play_to_last on");
    type_at("oper", "!set score points_500"); /* contradicts what is kept: refused */
    assert_said(&scene, "@oper: Places are played out only where one round is the match");
    type_at("alice", "!new skull"); /* 500 points by its sheet */
    type_at("alice", "!set play_to_last");
    assert_said(&scene, "play_to_last is off. Values: ");
}

/* Every word that is offered is taken. */
static void offered_values_are_taken(void **state)
{
    static const char *const lines[] = {
        "rules classic", "rules hyper",   "rules skull", "rules web",   "rules flex",
        "rules minion",  "theme colours", "theme mono",  "language fr", "language en"};
    (void)state;
    for (unsigned i = 0; i < ARRAY_SIZE(lines); i++) {
        char text[40];
        snprintf(text, sizeof(text), "!set %s", lines[i]);
        scene_do(&scene, "oper", "%s", text);
        assert_int_equal(scene_count(&scene, "#table: oper "), 1);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(administrators_rule),
        TEST(a_certificate_rules),
        TEST(who_logged_out_is_no_administrator),
        TEST(an_empty_list_means_nobody),
        TEST(the_opener_and_operators_rule),
        TEST(refusals_are_told_in_french),
        TEST(a_channel_keeps_its_settings),
        TEST(a_table_and_the_channel_are_two),
        TEST(settings_reach_the_table),
        TEST(what_does_not_fit_is_left_out),
        TEST(offered_values_are_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
