/* Every command: right use, wrong use, who may (bot/command/command.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "bot/text/language.h"
#include "tests/bot/pair.h"

/* -- the table of commands -- */

static void aliases_are_unique_and_found(void **state)
{
    (void)state;
    assert_true(commands_setup());
    for (unsigned i = 0; command_at(i) != NULL; i++) {
        const struct command *command = command_at(i);
        char words[256];
        assert_ptr_equal(command_find(command->name), command);
        for (unsigned n = 0; language_at(n) != NULL; n++) {
            assert_ptr_equal(command_find(command_name(command, language_at(n))), command);
            snprintf(words, sizeof(words), "%s", language_command(language_at(n), command->name));
            assert_true(n == 0 || *words != '\0'); /* config/locale/talon-CODE.words */
            for (char *word = strtok(words, " ?"); word != NULL; word = strtok(NULL, " ?"))
                assert_ptr_equal(command_find(word), command);
        }
        assert_true(*command->help != '\0');
        assert_non_null(command->run);
        assert_true(command->cost > 0);
    }
    assert_ptr_equal(command_find("DÉFI"), command_find("challenge"));
    assert_null(command_find("nonsense"));
    assert_null(command_find(""));
}

/* Columns that go together: what is a move needs a round and a seat, and a word that is an answer
 * names the question. */
static void the_columns_agree(void **state)
{
    (void)state;
    for (unsigned i = 0; command_at(i) != NULL; i++) {
        const struct command *command = command_at(i);
        bool answers = command->bare != NULL && strchr(command->bare, '?') != NULL;
        assert_int_equal(answers, command->prompt != PROMPT_NONE);
        if (command->act == ACT_MOVE || command->act == ACT_CATCH) {
            assert_int_equal(command->needs, NEEDS_ROUND);
            assert_int_equal(command->who, WHO_SEATED);
            assert_false(command->looks);
        }
        if (command->argument != ARGUMENT_OTHER)
            assert_string_not_equal(command->arguments, "");
        assert_false(command->opens && command->needs != NEEDS_NOTHING);
    }
}

static void help_explains_every_row(void **state)
{
    (void)state;
    for (unsigned i = 0; command_at(i) != NULL; i++) {
        char who[24];
        snprintf(who, sizeof(who), "reader%u", i / 5);
        scene_do(&scene, who, "!help %s", command_at(i)->name);
        assert_int_equal(scene_count(&scene, ""), 1);
        assert_said(&scene, command_at(i)->help);
    }
    scene_do(&scene, "alice", "!help all");
    assert_said(&scene, "UNO is a trademark of Mattel. Talon is not affiliated with Mattel.");
    for (unsigned i = 0; command_at(i) != NULL; i++)
        assert_said(&scene, command_at(i)->name);
    assert_refused(&scene, "bob", "!help nonsense", "do not know that command");
    scene_do(&scene, "bob", "!aide !défi");
    assert_said(&scene, "challenge");
}

/* Without a table, every command that needs one says so, and nothing else. */
static void commands_need_their_table(void **state)
{
    (void)state;
    for (unsigned i = 0; command_at(i) != NULL; i++) {
        const struct command *command = command_at(i);
        char who[24];
        char text[40];
        snprintf(who, sizeof(who), "passer%u", i);
        snprintf(text, sizeof(text), "!%s", command->name);
        if (command->needs == NEEDS_TABLE || command->needs == NEEDS_ROUND)
            assert_refused(&scene, who, text, "There is no table here");
    }
    assert_null(scene_table(&scene));
}

/* With a table, those who have no seat and do not rule are told so. */
static void rights_are_checked(void **state)
{
    (void)state;
    pair_seat(false);
    for (unsigned i = 0; command_at(i) != NULL; i++) {
        const struct command *command = command_at(i);
        char who[24];
        char text[40];
        snprintf(who, sizeof(who), "passer%u", i);
        snprintf(text, sizeof(text), "!%s", command->name);
        if (command->who == WHO_SEATED)
            assert_refused(&scene, who, text, "You have no seat");
        else if (command->who == WHO_DECIDER)
            assert_refused(&scene, who, text, "Only players at this table");
        if (command->who == WHO_SEATED && command->needs == NEEDS_ROUND)
            assert_refused(&scene, i < 12 ? "bob" : "alice", text, "No round is running");
    }
    assert_refused(&scene, "carol", "!set stack any", "Only the player who opened the table");
    assert_refused(&scene, "carol", "!lang fr channel", "!lang CODE changes yours.");
    assert_refused(&scene, "alice", "!lang fr channel", "!lang CODE changes yours.");
    assert_refused(&scene, "carol", "!theme mono channel", "Only the player who opened the table");
}

/* A command in private finds the channel's table of its author; without a seat it finds none. */
static void private_words_find_the_table(void **state)
{
    (void)state;
    scene_tell(&scene, "alice", "!top");
    assert_said(&scene, "@alice: Say that in the channel");
    pair_seat(true);
    scene_tell(&scene, "alice", "hand");
    assert_said(&scene, "Your hand: ");
    scene_tell(&scene, "alice", "!table");
    assert_said(&scene, "@alice: On top ");
    assert_int_equal(scene_count(&scene, "#table"), 0);
    scene_tell(&scene, "carol", "!table");
    assert_said(&scene, "@carol: There is no table");
    assert_not_said(&scene, "On top");
}

/* -- lobby -- */

static void uno_opens_a_table(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!uno");
    assert_said(&scene, "#table: alice opens a table (classic)");
    assert_said(&scene, " Shuffles are bound by s0=");
    assert_int_equal(scene_table(&scene)->seat_count, 1);
    assert_refused(&scene, "bob", "!uno", "There is a table here already");
    assert_refused(&scene, "bob", "!new hyper", "There is a table here already");
}

static void every_set_opens(void **state)
{
    (void)state;
    assert_refused(&scene, "alice", "!new poker", "do not know these rules");
    for (unsigned i = 0; ruleset_at(i) != NULL; i++) {
        char who[24];
        snprintf(who, sizeof(who), "opener%u", i);
        scene_do(&scene, who, "!nouveau %s", ruleset_name(ruleset_at(i)));
        assert_ptr_equal(scene_table(&scene)->set, ruleset_at(i));
        scene_do(&scene, who, "!start");
        assert_said(&scene, "It takes two to play");
        scene_do(&scene, who, "!stop");
        assert_null(scene_table(&scene));
    }
    scene_do(&scene, "oper", "!set rules Web");
    scene_do(&scene, "bob", "!rules");
    assert_said(&scene, "@bob: web: ");
    scene_do(&scene, "bob", "!rules FLEX");
    assert_said(&scene, "@bob: flex: ");
    scene_do(&scene, "bob", "!new Hyper");
    assert_ptr_equal(scene_table(&scene)->set, ruleset_find("hyper"));
}

/* What the table has changed is told as it is played; of the sheet what still holds. */
static void rules_are_those_of_the_table(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!new skull");
    scene_mark(&scene);
    scene_do(&scene, "bob", "!rules");
    assert_said(&scene, "For that you speak the words of power, which are Mattel's. Without them: "
                        "!set skull_proclamation off. ");
    assert_said(&scene, "Points to 500. Sets of rules: classic hyper skull web flex minion. More: "
                        "!help play");
    scene_do(&scene, "alice", "!set target 200");
    scene_do(&scene, "alice", "!set skull_proclamation off");
    for (unsigned named = 0; named < 2; named++) {
        scene_mark(&scene);
        scene_do(&scene, "bob", named == 0 ? "!rules" : "!rules Skull");
        assert_said(&scene, "@bob: skull: classic with purple");
        assert_said(&scene, "An action card turned up first counts.");
        assert_said(&scene, "At this table: the match ends at 200 points; the Power of Grayskull "
                            "needs no words. Sets of rules: ");
        assert_not_said(&scene, "Points to 500");
        assert_not_said(&scene, "speak the words");
    }
    scene_do(&scene, "alice", "!set score lowest"); /* too much for one paragraph */
    scene_mark(&scene);
    scene_do(&scene, "bob", "!rules");
    assert_said(&scene, "This table has rules of its own: !set lists them. Sets of rules: ");
    assert_not_said(&scene, "At this table");
    scene_mark(&scene);
    scene_do(&scene, "bob", "!rules minion"); /* which is not played here */
    assert_said(&scene, "Points to 500.");
    assert_not_said(&scene, "At this table");
}

/* W-7, F-2: what a sheet's short form must not leave out. */
static void rules_have_no_gaps(void **state)
{
    (void)state;
    scene_do(&scene, "bob", "!rules web");
    assert_said(&scene, "If nobody holds the colour, nobody loses a turn.");
    scene_do(&scene, "bob", "!rules flex");
    assert_said(&scene, "By its normal side a W+2 only names the colour.");
}

/* Before who sits at a table every prefix would be answered. */
static void signs_alone_are_talk(void **state)
{
    static const char *const talk[] = {"!", "!!", "!?", "!!! no", "! ", "!..."};
    (void)state;
    pair_seat(true);
    for (unsigned i = 0; i < ARRAY_SIZE(talk); i++) {
        scene_do(&scene, "alice", "%s", talk[i]);
        assert_int_equal(scene_count(&scene, ""), 0);
    }
    scene_do(&scene, "bob", "!what?"); /* of another bot */
    assert_int_equal(scene_count(&scene, ""), 0);
    scene_do(&scene, "bob", "!hand!!");
    assert_said(&scene, "@bob: ");
    assert_said(&scene, "Your hand: ");
}

static void tables_have_a_limit(void **state)
{
    (void)state;
    script_entered(scene.adapter, "#other");
    scene.host.options.tables_max = 1;
    scene_do(&scene, "alice", "!new");
    script_type(scene.adapter, "#other", "bob", "!new");
    scene_mark(&scene);
    scene_settle(&scene);
    assert_said(&scene, "@bob: All my tables are taken");
    assert_int_equal(tables_count(scene.host.tables), 1);
}

static void seats_are_taken_and_given_back(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!new");
    assert_refused(&scene, "alice", "!join", "You have a seat already");
    scene_do(&scene, "bob", "!rejoindre");
    assert_said(&scene, "#table: bob takes a seat.");
    scene_do(&scene, "bob", "!partir");
    assert_said(&scene, "#table: bob leaves the table.");
    assert_refused(&scene, "bob", "!leave", "You have no seat");
    assert_refused(&scene, "alice", "!leave bob", "It takes no words, so I did nothing.");
    assert_refused(&scene, "alice", "!stop it", "It takes no words, so I did nothing.");
    assert_int_equal(scene_table(&scene)->seat_count, 1);
    for (unsigned i = 0; i < 9; i++) {
        char who[24];
        snprintf(who, sizeof(who), "guest%u", i);
        scene_do(&scene, who, "!join");
    }
    assert_refused(&scene, "bob", "!join", "One deck has no more seats");
    assert_refused(&scene, "alice", "!bots 1", "One deck has no more seats");
}

static void computer_players_are_seated(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "alice", "!bots 3 random");
    assert_said(&scene, "#table: At the table: alice, Ada (computer, random), Blaise (computer, "
                        "random), Grace");
    assert_int_equal(scene_table(&scene)->seat_count, 4);
    assert_string_equal(scene_table(&scene)->seats[3].player->name, "random");
    scene_do(&scene, "alice", "!robots 1");
    assert_int_equal(scene_table(&scene)->seat_count, 2);
    assert_string_equal(scene_table(&scene)->seats[1].player->name, "random"); /* as it was */
    assert_refused(&scene, "alice", "!bots", "How many computer players");
    assert_refused(&scene, "alice", "!bots many", "How many computer players");
    assert_refused(&scene, "alice", "!bots -1", "How many computer players");
    assert_refused(&scene, "alice", "!bots 21", "How many computer players");
    assert_refused(&scene, "alice", "!bots 10", "One deck has no more seats");
    assert_refused(&scene, "alice", "!bots 2 genius", "do not know that level");
    assert_refused(&scene, "alice", "!bots 2x", "How many computer players");
}

/* Kicked computer players keep their names until the round ends: the new ones still get names. */
static void many_computer_players_all_have_names(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "alice", "!bots 9");
    scene.host.options.bot_delay = 100000;
    scene_do(&scene, "alice", "!start");
    struct table *table = scene_table(&scene);
    for (unsigned i = 1; i < 9; i++)
        scene_do(&scene, "oper", "!kick %s", seat_name(table, i));
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "bob", "!bots 8");
    for (unsigned i = 0; i < table->seat_count; i++)
        assert_non_null(seat_name(table, i));
    scene_do(&scene, "carol", "!order");
    assert_int_equal(scene_count(&scene, "#table"), 1);
}

/* "!r5": what nobody means otherwise. */
static void a_card_alone_is_played(void **state)
{
    (void)state;
    pair_seat(true);
    scene_do(&scene, "carol", "!r5");
    assert_int_equal(scene_count(&scene, ""), 0);
    scene_do(&scene, pair_other(), "r5"); /* talk */
    assert_int_equal(scene_count(&scene, ""), 0);
    scene_do(&scene, pair_other(), "!hand");
    bool held = scene_said(&scene, "[R\u00A05]") != NULL;
    const char *why = held ? "It is not your turn" : "You do not hold that card";
    assert_refused(&scene, pair_other(), "!r5", why);
    assert_refused(&scene, pair_other(), "!red 5 uno", why);
    scene_do(&scene, pair_other(), "!purple 5"); /* no card of this deck, nor a command of ours */
    assert_int_equal(scene_count(&scene, ""), 0);
    scene_mark(&scene);
    scene_whisper(&scene, pair_other(), "r5");
    scene_settle(&scene);
    assert_said(&scene, why);
    scene_do(&scene, pair_of_turn(), "!hand");
    const char *star = strstr(scene_said(&scene, "Your hand: "), "]*");
    assert_non_null(star);
    const char *card = star;
    while (*card != '[')
        card--;
    scene_do(&scene, pair_of_turn(), "!%.*s%s", (int)(star - card) - 1, card + 1,
             card[1] == 'W' ? " red" : "");
    assert_said(&scene, " plays [");
}

static void switches_are_set_before_the_deal(void **state)
{
    (void)state;
    pair_seat(false);
    scene_do(&scene, "alice", "!set");
    assert_said(&scene, "@alice: Rules: classic, as on its sheet");
    scene_do(&scene, "alice", "!set score points_500");
    assert_said(&scene,
                "#table: alice sets: the winner of a round gets the points of all other hands.");
    scene_do(&scene, "oper", "!set stack = any");
    assert_said(&scene, "oper sets: draw cards add up: any of them on any other.");
    scene_do(&scene, "bob", "!options");
    assert_said(&scene, "@bob: Rules: classic, but the winner of a round gets the points of all "
                        "other hands; draw cards add up: any of them on any other.");
    assert_refused(&scene, "alice", "!set nonsense", "There is no such switch");
    assert_refused(&scene, "alice", "!set stack",
                   "stack is any. Values: off (draw cards do not add up), same (draw cards add up: "
                   "a +2 on a +2, a wild +4 on a wild +4), up (");
    assert_refused(&scene, "alice", "!set stack perhaps",
                   "stack cannot be perhaps. It stays as it is: draw cards add up: any of them on "
                   "any other. Values: off (draw cards do not add up), same (");
    assert_refused(&scene, "alice", "!set score 100",
                   "score cannot be 100. It stays as it is: the winner of a round gets the points "
                   "of all other hands. Values: single_round (one round is the whole match), ");
    assert_said(&scene, "A match to 100 points: !set target 100.");
    assert_refused(
        &scene, "oper", "!set hand_size 5000",
        "hand_size cannot be 5000. It stays as it is: everybody is dealt 7 cards. Values: "
        "3-15.");
    assert_refused(&scene, "alice", "!set mercy 7", "!set mercy must be above !set hand_size");
    assert_refused(&scene, "alice", "!set uno_penalty ?", "Values: 0-50, progressive S,D.");
    scene_do(&scene, "oper", "!set Salon");
    assert_said(&scene, "@oper: Rules: classic, but ");
    scene_do(&scene, "oper", "!set Auto_UNO Oui");
    assert_said(&scene, "oper sets: UNO is said for all.");
    scene_do(&scene, "oper", "!set auto_uno Défaut");
    assert_said(&scene, "oper sets: everybody says UNO themselves.");
    assert_refused(&scene, "oper", "!set play_to_last on", "!set score single_round first");
    scene_do(&scene, "bob", "!start");
    assert_refused(&scene, "alice", "!set stack off", "Not while a match runs");
}

static void start_wants_two(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!new");
    assert_refused(&scene, "alice", "!start", "It takes two to play");
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "bob", "!commencer");
    assert_said(&scene, " deals 7 cards each; ");
    assert_int_equal(scene_table(&scene)->state, TABLE_ROUND);
    assert_int_equal(scene_count(&scene, "@alice"), 1);
    assert_int_equal(scene_count(&scene, "@bob"), 1);
    assert_refused(&scene, "alice", "!start", "Not while a match runs");
}

/* HR-17: rules that do not fit those who sit there are refused when they are set. */
static void rules_must_fit_the_players(void **state)
{
    (void)state;
    pair_seat(false);
    scene_do(&scene, "alice", "!bots 8");
    assert_refused(&scene, "alice", "!set hand_size 15", "The deck is too small");
    scene_do(&scene, "alice", "!bots 1");
    scene_do(&scene, "alice", "!set hand_size 15");
    assert_said(&scene, "alice sets: everybody is dealt 15 cards");
    scene_do(&scene, "bob", "!start");
    assert_true(scene_table(&scene)->match_on);
}

/* HR-17: no more seats than the table's own rules can deal to, in the lobby or in a match. */
static void seats_must_fit_the_rules(void **state)
{
    (void)state;
    pair_seat(false);
    scene_do(&scene, "alice", "!set hand_size 12");
    assert_refused(&scene, "alice", "!bots 8", "There are no more seats");
    unsigned most = 0;
    while (scene_table(&scene)->seat_count == 2 + most) {
        scene_do(&scene, most % 2 == 0 ? "alice" : "bob", "!bots %u", most + 1);
        most++;
    }
    scene_do(&scene, "oper", "!start");
    scene_do(&scene, "alice", "!start");
    assert_true(scene_table(&scene)->match_on);
    assert_refused(&scene, "carol", "!join", "There are no more seats");
}

/* A computer player takes no name that a person bears; of two that bear one, none is meant. */
static void names_are_not_mixed_up(void **state)
{
    (void)state;
    pair_seat(false);
    scene_join(&scene, "ada");
    scene_do(&scene, "ada", "!join");
    scene_do(&scene, "alice", "!bots 1");
    assert_said(&scene, "ada, Blaise (computer, normal)");
    scene_join(&scene, "Blaise");
    scene_do(&scene, "Blaise", "!join");
    assert_refused(&scene, "alice", "!kick zoe", "Nobody of that name sits here");
    assert_refused(&scene, "alice", "!kick blaise",
                   "Whom do you mean: #4 (Blaise), #5 (Blaise (2))?");
    assert_refused(&scene, "alice", "!kick a", "Whom do you mean: alice, ada?");
    scene_do(&scene, "alice", "!kick ada");
    assert_said(&scene, "ada leaves the table.");
}

/* -- looks -- */

static void languages_are_kept(void **state)
{
    (void)state;
    pair_seat(true);
    scene_do(&scene, "bob", "!lang");
    assert_said(&scene, "@bob: Languages: en (English) de (Deutsch) es (");
    scene_do(&scene, "bob", "!langue fr");
    assert_int_equal(scene_count(&scene, "@bob"), 1);
    assert_ptr_equal(scene_table(&scene)->seats[1].person->preferences.language,
                     language_find("fr"));
    assert_ptr_equal(scene_table(&scene)->home.language, language_find("en"));
    scene_do(&scene, "oper", "!lang channel fr");
    assert_int_equal(scene_count(&scene, "#table"), 1);
    assert_ptr_equal(scene_table(&scene)->home.language, language_find("fr"));
    scene_do(&scene, "oper", "!theme mono channel");
    assert_true(scene_table(&scene)->home.mono);
    scene_do(&scene, "oper", "!lang en");
    assert_refused(&scene, "oper", "!theme pink", "Themes: colours, mono");
    scene_restart(&scene);
    assert_ptr_equal(scene_table(&scene)->home.language, language_find("fr"));
    assert_ptr_equal(scene_table(&scene)->seats[1].person->preferences.language,
                     language_find("fr"));
    assert_true(scene_table(&scene)->home.mono);
}

/* Who has no seat is spoken to in their language as well. */
static void onlookers_choose_a_language(void **state)
{
    (void)state;
    assert_true(language_setup());
    scene_do(&scene, "carol", "!lang fr");
    scene_do(&scene, "carol", "!help");
    assert_said(&scene, "@carol: !nouveau ouvre une table");
    scene_do(&scene, "oper", "!help");
    assert_said(&scene, "@oper: !uno opens a table");
}

/* Of an account the language is kept, of a nick that anybody can take it is not. */
static void a_nick_is_forgotten(void **state)
{
    (void)state;
    assert_true(language_setup());
    pair_seat(true);
    script_join(scene.adapter, "#table", "dora", "dora_account", false);
    scene_do(&scene, "carol", "!lang fr");
    scene_do(&scene, "dora", "!lang fr");
    scene_do(&scene, "carol", "!lang");
    assert_said(&scene, "@carol: Langues");
    scene_do(&scene, "dora", "!lang");
    assert_said(&scene, "@dora: Langues");
    scene_down(&scene);
    scene_up(&scene);
    script_join(scene.adapter, "#table", "dora", "dora_account", false);
    scene_do(&scene, "carol", "!lang");
    assert_said(&scene, "@carol: Languages");
    scene_do(&scene, "dora", "!lang");
    assert_said(&scene, "@dora: Langues");
    char name[16];
    struct chat_user user = {.id = name, .name = name};
    for (unsigned i = 0; i < 1001; i++) {
        snprintf(name, sizeof(name), "nick%u", i);
        struct person *person = people_restore(scene.host.people, scene.network, name, name, false);
        assert_non_null(person);
        preferences_choose(person, "language", "fr");
        people_sweep(scene.host.people, person);
    }
    assert_ptr_equal(preferences_of(scene.network, &user).language, language_find("fr"));
    snprintf(name, sizeof(name), "nick0"); /* the oldest made room */
    assert_null(preferences_of(scene.network, &user).language);
}

static void the_prefix_is_a_setting(void **state)
{
    (void)state;
    scene_down(&scene);
    scene.options.prefix = "uno:";
    scene_up(&scene);
    scene_settle(&scene);
    scene_do(&scene, "alice", "!new");
    assert_int_equal(scene_count(&scene, ""), 0);
    scene_do(&scene, "alice", "uno:new");
    assert_said(&scene, "uno:join takes a seat");
    scene_do(&scene, "alice", "uno:start");
    assert_said(&scene, "@alice: It takes two to play: uno:join, or uno:bots 1.");
}

/* A flood is ignored after one word, and moves of the game are none. */
static void floods_are_ignored(void **state)
{
    (void)state;
    scene_do(&scene, "carol", "!new");
    for (unsigned i = 0; i < 60; i++)
        scene_type(&scene, "bob", "!help");
    scene_mark(&scene);
    scene_settle(&scene);
    assert_in_range(scene_count(&scene, "@bob"), 2, 40);
    assert_said(&scene, "please wait");
    scene_do(&scene, "bob", "!join");
    assert_int_equal(scene_count(&scene, ""), 0);
    scene_do(&scene, "alice", "!join");
    assert_said(&scene, "alice takes a seat");
}

/* Text of strangers is cleaned on its way through (DESIGN "Text"). */
static void names_are_cleaned(void **state)
{
    (void)state;
    scene_do(&scene, "ev\x03il\xE2\x80\xAEname", "!new");
    assert_said(&scene, "#table: evilname opens a table");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, pair_set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(aliases_are_unique_and_found),
        TEST(the_columns_agree),
        TEST(help_explains_every_row),
        TEST(commands_need_their_table),
        TEST(rights_are_checked),
        TEST(private_words_find_the_table),
        TEST(uno_opens_a_table),
        TEST(every_set_opens),
        TEST(signs_alone_are_talk),
        TEST(tables_have_a_limit),
        TEST(seats_are_taken_and_given_back),
        TEST(computer_players_are_seated),
        TEST(many_computer_players_all_have_names),
        TEST(a_card_alone_is_played),
        TEST(switches_are_set_before_the_deal),
        TEST(start_wants_two),
        TEST(rules_are_those_of_the_table),
        TEST(rules_have_no_gaps),
        TEST(rules_must_fit_the_players),
        TEST(languages_are_kept),
        TEST(onlookers_choose_a_language),
        TEST(seats_must_fit_the_rules),
        TEST(names_are_not_mixed_up),
        TEST(a_nick_is_forgotten),
        TEST(the_prefix_is_a_setting),
        TEST(floods_are_ignored),
        TEST(names_are_cleaned),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
