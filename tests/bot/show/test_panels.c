/* What is opened beside the table (bot/show/panel.h), on a network with controls. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "bot/show/render/render.h"
#include "bot/show/seat_names.h"
#include "bot/text/language.h"
#include "tests/bot/controls.h"

static const struct control *in_panel(const char *who, const char *words)
{
    return controls_find(controls_panel(who), words);
}

static const struct control *on_board(const char *words)
{
    return controls_find(controls_board(), words);
}

/* The menu of alice's panel which has that choice; NULL: there is no such choice. */
static const char *menu_of(const char *words)
{
    const struct message *panel = controls_panel("alice");
    const char *menu = NULL;
    for (unsigned i = 0; i < panel->control_count; i++) {
        const struct control *at = &panel->controls[i];
        if (at->kind == CONTROL_MENU)
            menu = at->label;
        else if (at->kind == CONTROL_CHOICE && strcmp(at->words, words) == 0)
            return menu;
    }
    return NULL;
}

#define assert_panel(part)     assert_non_null(strstr(controls_panel("alice")->text, part))
#define assert_board(part)     assert_non_null(strstr(controls_board()->text, part))
#define assert_not_board(part) assert_null(strstr(controls_board()->text, part))

static void open_for_two(const char *set)
{
    scene_command(&scene, "alice", "new %s", set);
    scene_command(&scene, "bob", "join");
    scene_press(&scene, "alice", "settings");
}

/* Proofs are for who presses the button; as lines only if the channel wants them so. */
static void proofs_stand_behind_a_button(void **state)
{
    static const struct {
        const char *words;
        bool told;
    } rows[] = {{"set channel proofs on", false}, {"set channel proofs text", true}};
    (void)state;
    open_for_two("classic");
    scene_command(&scene, "alice", "set score single_round");
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        scene_press(&scene, "alice", "start");
        scene_command(&scene, "alice", "%s", rows[i].words);
        controls_lay("R5", "R7");
        scene_mark(&scene);
        scene_command(&scene, seat_name(scene_table(&scene), controls_game()->turn), "play R7");
        scene_wait(&scene, "wins the round");
        assert_null(scene_table(&scene)->round);
        if (rows[i].told)
            assert_said(&scene, ": secret s");
        else
            assert_not_said(&scene, "secret s");
        assert_non_null(controls_find(controls_board(), "fair"));
        scene_press(&scene, "bob", "fair");
        scene_wait(&scene, "To check it, save ");
        assert_non_null(strstr(controls_panel("bob")->text, "secret s"));
    }
}

/* -- the lobby -- */

static void one_button_opens_it_for_who_pressed(void **state)
{
    static const char *const buttons[] = {"join", "leave", "start", "settings", "fair"};
    (void)state;
    open_for_two("web");
    assert_int_equal(controls_board()->control_count, ARRAY_SIZE(buttons));
    for (unsigned i = 0; i < ARRAY_SIZE(buttons); i++)
        assert_string_equal(controls_board()->controls[i].words, buttons[i]);
    for (unsigned i = 0; i < ARRAY_SIZE(buttons); i++)
        assert_int_equal(controls_board()->controls[i].kind, CONTROL_BUTTON);
    assert_panel("Rules: web, as on its sheet.");
    assert_int_equal(scene_count(&scene, "#table"), 0);
    assert_int_equal(scene_count(&scene, "@bob"), 0);
    scene_press(&scene, "bob", "settings"); /* neither opener nor operator */
    assert_non_null(
        strstr(controls_panel("bob")->text, "The player who opened the table chooses these."));
    assert_null(in_panel("bob", "settings new classic"));
    assert_int_equal(scene_count(&scene, "#table"), 0);
    scene_press(&scene, "carol", "settings"); /* looks on */
    assert_said(&scene, "Only the player who opened the table");
    assert_int_equal(scene_count(&scene, "#table"), 0);
    assert_null(script_newest(scene.adapter, "#table", "carol", PURPOSE_PANEL));
}

static void computer_players_by_number_and_level(void **state)
{
    (void)state;
    open_for_two("flex");
    assert_string_equal(menu_of("settings bots 6"), "Computer players");
    assert_null(menu_of("settings bots 7")); /* flex: eight seats, R-01 */
    assert_true(in_panel("alice", "settings bots 0")->chosen);
    assert_string_equal(menu_of("settings bots hard"), "How well they play");
    scene_press(&scene, "alice", "settings bots 2");
    assert_board("(computer, normal)");
    assert_true(in_panel("alice", "settings bots 2 normal")->chosen);
    assert_true(in_panel("alice", "settings bots normal")->chosen);
    scene_press(&scene, "alice", "settings bots hard");
    assert_board("(computer, hard)");
    assert_not_board("(computer, normal)");
    assert_true(in_panel("alice", "settings bots hard")->chosen);
    scene_press(&scene, "alice", "settings bots 3 hard");
    assert_int_equal(scene_table(&scene)->seat_count, 5);
    scene_press(&scene, "alice", "settings bots 0 hard");
    assert_not_board("computer");
    scene_command(&scene, "alice", "bots hard"); /* there are none */
    assert_said(&scene, "How many computer players?");
}

/* HR-21: a table of twenty still fits into its message, and names each of them. */
static void a_table_of_twenty_is_shown(void **state)
{
    (void)state;
    open_for_two("classic");
    assert_null(menu_of("settings bots 9"));
    scene_command(&scene, "alice", "set two_decks on");
    scene_press(&scene, "alice", "settings");
    assert_string_equal(menu_of("settings bots 18"), "Computer players");
    assert_null(menu_of("settings bots 19"));
    scene_press(&scene, "alice", "settings bots 18");
    assert_int_equal(scene_table(&scene)->seat_count, 20);
    scene_command(&scene, "alice", "start");
    assert_int_equal(scene_table(&scene)->round->game.players, 20);
    for (unsigned seat = 0; seat < 20; seat++)
        assert_board(seat_name(scene_table(&scene), seat));
    assert_int_equal(controls_board()->snapshot->count, 20);
}

static void another_set_before_the_deal(void **state)
{
    (void)state;
    open_for_two("classic");
    assert_string_equal(menu_of("settings new minion"), "Set of rules");
    assert_true(in_panel("alice", "settings new classic")->chosen);
    scene_press(&scene, "alice", "settings new minion");
    assert_said(&scene, "chooses the rules of");
    assert_board("Rules: minion");
    assert_true(in_panel("alice", "settings new minion")->chosen);
    scene_command(&scene, "bob", "settings new skull");
    assert_said(&scene, "Only the player who opened the table");
    assert_board("Rules: minion");
    scene_press(&scene, "alice", "start");
    assert_string_equal(ruleset_name(scene_table(&scene)->round->rules->set), "minion");
    scene_command(&scene, "alice", "settings new web"); /* an old panel */
    assert_said(&scene, "Not while a match runs");
    assert_panel("A match is running");
    assert_null(in_panel("alice", "settings new web"));
}

static void a_preset_is_chosen_before_the_deal(void **state)
{
    (void)state;
    open_for_two("flex");
    assert_string_equal(menu_of("settings new party"), "Preset");
    assert_true(in_panel("alice", "settings new official")->chosen);
    scene_press(&scene, "alice", "settings new party");
    assert_said(&scene, "alice sets: draw cards add up");
    assert_true(in_panel("alice", "settings new party")->chosen);
    assert_false(in_panel("alice", "settings new official")->chosen);
    assert_ptr_equal(scene_table(&scene)->set, ruleset_find("flex"));
}

static void a_rule_is_told_in_the_words_of_the_menu(void **state)
{
    char words[CONTROL_SAYS];
    char help[CONTROL_HELP + 16];
    unsigned changed = 0;
    (void)state;
    open_for_two("classic");
    assert_string_equal(menu_of("settings set jump_in exact"), "House rules");
    for (unsigned i = 0; i < controls_panel("alice")->control_count; i++) {
        const struct control *at = &controls_panel("alice")->controls[i];
        snprintf(words, sizeof(words), "%s", at->words);
        if (strncmp(words, "settings set ", 13) != 0)
            continue;
        assert_memory_not_equal(at->label, "✓", 3);
        snprintf(help, sizeof(help), "sets: %s", at->help);
        char oper[16];
        snprintf(oper, sizeof(oper), "oper%u", i); /* nobody alone may give so many commands */
        script_join(scene.adapter, "#table", oper, NULL, true);
        scene_command(&scene, oper, "%s", words);
        if (scene_said(&scene, "there is nothing to challenge") != NULL ||
            scene_said(&scene, "only where they add up") != NULL)
            continue;
        changed++;
        assert_said(&scene, help);
        assert_true(scene_count(&scene, "#table: board|") > 0);
    }
    assert_true(changed >= 10);
    scene_press(&scene, "alice", "settings");
    assert_memory_equal(in_panel("alice", "settings set jump_in off")->label, "✓", 3);
    scene_press(&scene, "alice", "settings set jump_in off");
    assert_said(&scene, "alice sets: nobody plays out of turn.");
}

/* Discord takes a hundred characters of what a choice means, and all of it is said. */
static void choices_say_what_they_mean(void **state)
{
    static const char *const languages[] = {"en", "fr"};
    (void)state;
    for (unsigned n = 0; n < 2; n++) {
        scene_command(&scene, "alice", "lang %s", languages[n]);
        scene_command(&scene, "alice", "new");
        scene_command(&scene, "alice", "bots 1");
        scene_press(&scene, "alice", "settings");
        unsigned meant = 0;
        for (unsigned i = 0; i < controls_panel("alice")->control_count; i++) {
            const struct control *at = &controls_panel("alice")->controls[i];
            bool number = strncmp(at->words, "settings bots ", 14) == 0 && at->words[14] <= '9';
            if (at->kind != CONTROL_CHOICE || number)
                continue;
            meant++;
            assert_true(*at->help != '\0' && strlen(at->help) < CONTROL_HELP - 1);
            assert_true(strlen(at->label) <= 80 && strlen(at->words) <= 100);
        }
        assert_true(meant > 20);
        scene_command(&scene, "alice", "stop");
    }
}

/* As a network with a picker of its people tells whom one picked (CHAT_PERSON). */
static void people_are_picked(void **state)
{
    (void)state;
    script_call(scene.adapter, "bob", "Max", NULL);
    script_call(scene.adapter, "carol", "Max", NULL);
    open_for_two("classic");
    scene_command(&scene, "carol", "join");
    scene_command(&scene, "alice", "bots 1");
    scene_command(&scene, "alice", "kick <@carol>"); /* of two of one name */
    assert_int_equal(scene_table(&scene)->seat_count, 3);
    assert_string_equal(scene_table(&scene)->seats[1].person->id, "bob");
    scene_command(&scene, "alice", "kick <@nobody>");
    assert_said(&scene, "Nobody of that name sits here");
    scene_command(&scene, "alice", "kick <@bob> Ada"); /* two are nobody */
    assert_int_equal(scene_table(&scene)->seat_count, 3);
    scene_command(&scene, "alice", "kick Ada");
    assert_int_equal(scene_table(&scene)->seat_count, 2);
    scene_command(&scene, "alice", "stats <@bob>");
    scene_wait(&scene, "Nobody of that name has finished a round");
}

/* -- in play -- */

static void the_host_stops_and_removes(void **state)
{
    (void)state;
    open_for_two("classic");
    scene_command(&scene, "carol", "join");
    scene_press(&scene, "alice", "start");
    scene_press(&scene, "alice", "settings");
    assert_panel("A match is running");
    assert_panel("To remove a player or to stop, the table votes.");
    scene_press(&scene, "alice", "settings remove");
    assert_panel("The table votes on a person. A computer player goes at once.");
    assert_null(in_panel("alice", "settings kick alice"));
    assert_non_null(in_panel("alice", "settings kick bob"));
    scene_press(&scene, "alice", "settings kick carol");
    assert_said(&scene, "alice asks to take carol's seat away");
    scene_press(&scene, "bob", "yes");
    scene_settle(&scene);
    assert_false(seat_in_round(scene_table(&scene), 2));
    assert_panel("A match is running");
    scene_press(&scene, "alice", "settings stop");
    assert_panel("Stop the match? Nobody wins it; the seats stay. The table votes on it.");
    assert_true(scene_table(&scene)->match_on);
    scene_press(&scene, "alice", "settings"); /* back */
    scene_press(&scene, "alice", "settings stop");
    scene_press(&scene, "alice", "settings stop yes");
    assert_said(&scene, "alice asks to end the match");
    scene_press(&scene, "bob", "yes");
    scene_settle(&scene);
    assert_false(scene_table(&scene)->match_on);
    scene_command(&scene, "alice", "settings");
    assert_non_null(in_panel("alice", "settings new web"));
    scene_press(&scene, "alice", "settings stop");
    assert_panel("Close the table?");
    scene_press(&scene, "alice", "settings stop yes");
    assert_null(scene_table(&scene));
    assert_panel("The table is closed.");
    assert_int_equal(controls_panel("alice")->control_count, 0);
}

static void leaving_asks_once_more(void **state)
{
    (void)state;
    open_for_two("classic");
    scene_press(&scene, "bob", "leave"); /* nothing is lost in the lobby */
    assert_int_equal(scene_table(&scene)->seat_count, 1);
    scene_press(&scene, "bob", "join");
    scene_press(&scene, "alice", "start");
    assert_non_null(on_board("leave"));
    scene_press(&scene, "bob", "leave");
    assert_int_equal(scene_count(&scene, "#table"), 0);
    assert_true(seat_in_round(scene_table(&scene), 1));
    scene_press(&scene, "bob", "leave no");
    assert_string_equal(controls_panel("bob")->text, "You keep your seat.");
    assert_true(seat_in_round(scene_table(&scene), 1));
    scene_press(&scene, "bob", "leave");
    scene_press(&scene, "bob", "leave yes");
    assert_string_equal(controls_panel("bob")->text, "You have left the table.");
    assert_string_equal(controls_hand("bob")->text, "You have left the table.");
    assert_said(&scene, "bob leaves the table");
}

/* Left open, it would change what nobody means any more: a match began, or ended, since. */
static void an_old_panel_changes_nothing(void **state)
{
    (void)state;
    open_for_two("classic");
    uint64_t lobby = controls_panel("alice")->stamp;
    scene_press(&scene, "alice", "start");
    scene_press(&scene, "alice", "settings");
    uint64_t match = controls_panel("alice")->stamp;
    uint64_t turn = controls_hand("alice")->stamp;
    assert_true(lobby != match && turn != match);
    script_press_old(scene.adapter, "#table", "alice", "settings new web", lobby, 1000);
    scene_settle(&scene);
    assert_panel("Those settings were out of date");
    assert_int_equal(controls_panel("alice")->control_count, 0);
    scene_press(&scene, "alice", "settings");
    scene_command(&scene, "bob", "away"); /* nobody is there to ask */
    scene_press(&scene, "alice", "settings stop");
    assert_panel("Nobody wins it; the seats stay.");
    assert_null(strstr(controls_panel("alice")->text, "votes"));
    scene_press(&scene, "alice", "settings stop yes"); /* moves make it no older */
    script_press_old(scene.adapter, "#table", "alice", "settings stop yes", match, 1001);
    script_press_old(scene.adapter, "#table", "alice", "settings set stack any", lobby, 1002);
    script_press_old(scene.adapter, "#table", "alice", "leave yes", match, 1003);
    scene_settle(&scene);
    assert_non_null(scene_table(&scene));
    assert_int_equal(scene_table(&scene)->seat_count, 2);
    assert_board("Rules: classic, as on its sheet.");
    scene_press(&scene, "alice", "settings");
    scene_press(&scene, "alice", "settings new web");
    assert_board("Rules: web");
}

/* Words in the channel can be answered with no panel. */
static void words_are_told_where_it_is(void **state)
{
    (void)state;
    scene_command(&scene, "alice", "new");
    scene_do(&scene, "alice", "!settings");
    assert_said(&scene, "The button Settings of the table opens them");
}

static void another_match_keeps_the_seats(void **state)
{
    char seats[8][24];
    (void)state;
    open_for_two("classic");
    scene_press(&scene, "alice", "settings bots 2");
    scene_command(&scene, "carol", "join");
    struct table *table = scene_table(&scene);
    unsigned count = table->seat_count;
    assert_int_equal(count, 5);
    for (unsigned i = 0; i < count; i++)
        snprintf(seats[i], sizeof(seats[i]), "%s", seat_name(table, i));
    scene_press(&scene, "alice", "start");
    scene_stop(&scene);
    scene_press(&scene, "bob", "start");
    assert_int_equal(table->round->game.players, count);
    for (unsigned i = 0; i < count; i++)
        assert_string_equal(seat_name(table, i), seats[i]);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, controls_set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(proofs_stand_behind_a_button),         TEST(one_button_opens_it_for_who_pressed),
        TEST(computer_players_by_number_and_level), TEST(another_set_before_the_deal),
        TEST(a_table_of_twenty_is_shown),           TEST(another_set_before_the_deal),
        TEST(a_preset_is_chosen_before_the_deal),   TEST(a_rule_is_told_in_the_words_of_the_menu),
        TEST(choices_say_what_they_mean),           TEST(people_are_picked),
        TEST(the_host_stops_and_removes),           TEST(leaving_asks_once_more),
        TEST(words_are_told_where_it_is),           TEST(another_match_keeps_the_seats),
        TEST(an_old_panel_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
