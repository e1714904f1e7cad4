/* The best and what one has reached, as text and as facts (base/message.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/pages.h"
#include "base/array.h"
#include "storage/query.h"
#include "tests/bot/controls.h"

/* Who is to act has won a round by points of the other's cards. */
static const char *win(void)
{
    static char winner[8];
    controls_deal("classic");
    const struct person *person = scene_table(&scene)->seats[controls_game()->turn].person;
    snprintf(winner, sizeof(winner), "%s", person->id);
    controls_lay("R5", "R7");
    scene_press(&scene, winner, "hand");
    scene_press(&scene, winner, "play R7");
    assert_said(&scene, "wins the round");
    return winner;
}

/* What `who` was told alone, with its facts. */
static const struct message *told(const char *who)
{
    const struct message *message = script_newest(scene.adapter, "#table", who, PURPOSE_LINE);
    assert_non_null(message);
    return message;
}

/* The fact of that name; there must be one. */
static const char *cell_of(const struct facts *facts, const char *name, unsigned cell)
{
    for (unsigned i = 0; i < facts->count; i++) {
        if (strcmp(facts->at[i].name, name) == 0)
            return facts->at[i].cells[cell];
    }
    fail_msg("no fact is called %s", name);
    return "";
}

/* Each number of the facts is told by the text, too. */
static void the_best_are_a_list(void **state)
{
    (void)state;
    scene_command(&scene, "carol", "top");
    scene_wait(&scene, "nobody yet");
    assert_null(told("carol")->facts);
    const char *winner = win();
    scene_command(&scene, "carol", "top week");
    scene_wait(&scene, "Best this week");
    const struct message *message = told("carol");
    const struct facts *facts = message->facts;
    assert_non_null(facts);
    assert_string_equal(facts->title, "Best this week, this channel");
    assert_string_equal(facts->head, "Rank, points, rounds won, matches won");
    assert_string_equal(facts->note, "Rounds with at least two people count.");
    assert_int_equal(facts->count, 2);
    assert_string_equal(facts->at[0].name, winner);
    assert_string_equal(facts->at[0].cells[0], "1");
    assert_string_equal(facts->at[0].cells[2], "1/1");
    assert_string_equal(facts->at[0].cells[3], "1");
    assert_string_equal(facts->at[1].name, strcmp(winner, "bob") == 0 ? "alice" : "bob");
    assert_string_equal(facts->at[1].cells[2], "0/1");
    for (unsigned i = 0; i < facts->count; i++) {
        char row[200];
        const struct fact *fact = &facts->at[i];
        snprintf(row, sizeof(row), " %s. %s %s (%s)", fact->cells[0], fact->name, fact->cells[1],
                 fact->cells[2]);
        assert_non_null(strstr(message->text, row));
    }
    assert_non_null(strstr(message->text, ").\nRounds with at least two people count."));
}

/* Issue 32, section 7: one number, and none until ten rounds. */
static const char *const won_one = "still new";
static const char *const lost_one = "still new";
static const char *const uncertain = "A rating is new until ten rounds.";

static void the_best_by_rating(void **state)
{
    (void)state;
    scene_command(&scene, "carol", "top rating");
    scene_wait(&scene, "Best by rating, this channel (rating; rounds): "
                       "nobody yet.");
    assert_null(told("carol")->facts);
    const char *winner = win();
    scene_command(&scene, "carol", "top rating");
    scene_wait(&scene, "Best by rating, this channel (");
    const struct message *message = told("carol");
    const struct facts *facts = message->facts;
    assert_non_null(facts);
    assert_string_equal(facts->title, "Best by rating, this channel");
    assert_string_equal(facts->head, "Rank, rating, rounds");
    assert_string_equal(facts->note, uncertain);
    assert_int_equal(facts->count, 2);
    assert_string_equal(facts->at[0].name, winner);
    assert_string_equal(facts->at[0].cells[0], "–"); /* no rank, either */
    assert_string_equal(facts->at[0].cells[1], won_one);
    assert_string_equal(facts->at[1].cells[1], lost_one);
    assert_string_equal(facts->at[1].cells[2], "1");
    char row[80];
    snprintf(row, sizeof(row), " %s %s (1), ", winner, won_one);
    assert_non_null(strstr(message->text, row));
    assert_non_null(strstr(message->text, uncertain));
    scene_command(&scene, "carol", "top classic overall"); /* as the menu of a slash command says */
    scene_wait(&scene, "Best by rating in classic, everywhere (");
    assert_int_equal(told("carol")->facts->count, 2);
    scene_command(&scene, "carol", "top rating hyper");
    scene_wait(&scene, "Best by rating in hyper, this channel (rating; "
                       "rounds): nobody yet.");
    scene_command(&scene, "carol", "top rating week"); /* there are none of a week */
    assert_said(&scene, "For example: ");
}

static void one_person_has_ratings(void **state)
{
    (void)state;
    char part[200];
    const char *winner = win();
    scene_command(&scene, "carol", "stats %s", winner);
    scene_wait(&scene, ": points ");
    const struct message *message = told("carol");
    assert_string_equal(cell_of(message->facts, "Rating", 0), won_one);
    assert_string_equal(message->facts->note, uncertain);
    snprintf(part, sizeof(part), "\nRating %s. ", won_one);
    assert_non_null(strstr(message->text, part));
    assert_non_null(strstr(message->text, uncertain));
}

static void one_person_is_a_table(void **state)
{
    (void)state;
    const char *winner = win();
    scene_command(&scene, "carol", "stats %s", winner);
    scene_wait(&scene, ": points ");
    const struct message *message = told("carol");
    const struct facts *facts = message->facts;
    assert_non_null(facts);
    assert_string_equal(facts->title, winner);
    assert_string_equal(facts->head, "");
    assert_int_equal(facts->count, 3 + 1 + 1 + 3 + 1);
    assert_string_equal(cell_of(facts, "Achievements", 0), "2/20");
    assert_string_equal(cell_of(facts, "Longest streak (now)", 0), "1 (1)");
    assert_memory_equal(cell_of(facts, "Fastest win (turns, time)", 0), "1, 0:", 5);
    assert_string_equal(cell_of(facts, "Largest hand that still won", 0), "7");
    assert_string_equal(cell_of(facts, "Rank here", 0), "1");
    assert_string_equal(cell_of(facts, "Rounds won", 0), "1/1 (100 %)");
    assert_string_equal(cell_of(facts, "Matches won", 0), "1/1");
    assert_string_not_equal(cell_of(facts, "Points in all", 0), "0"); /* those of every window */
    static const char *const windows[] = {"Points today", "Points this week", "Points this month",
                                          "Points this season"};
    for (unsigned i = 0; i < ARRAY_SIZE(windows); i++) {
        for (unsigned n = 0; n < facts->count; n++)
            assert_string_not_equal(facts->at[n].name, windows[i]);
        assert_null(strstr(message->text, windows[i]));
    }
    scene_command(&scene, "carol", "stats");
    scene_wait(&scene, "has not finished");
    assert_null(told("carol")->facts);
}

/* As a network with a picker of its people tells whom one picked (CHAT_PERSON): by their account,
 * whatever they are called. */
static void a_picked_person_has_results(void **state)
{
    (void)state;
    script_call(scene.adapter, "alice", "Max", NULL);
    script_call(scene.adapter, "bob", "Max", NULL);
    win();
    const char *const both[] = {"alice", "bob"};
    unsigned won = 0;
    for (unsigned i = 0; i < 2; i++) {
        scene_command(&scene, "carol", "stats <@%s>", both[i]);
        scene_wait(&scene, "Max: points ");
        const struct facts *facts = told("carol")->facts;
        assert_string_equal(facts->title, "Max");
        won += strcmp(cell_of(facts, "Rounds won", 0), "1/1 (100 %)") == 0;
    }
    assert_int_equal(won, 1); /* they are two */
}

static void in_french(void **state)
{
    (void)state;
    script_call(scene.adapter, "carol", NULL, "fr");
    const char *winner = win();
    scene_command(&scene, "carol", "top");
    scene_wait(&scene, "Palmar");
    const struct facts *facts = told("carol")->facts;
    assert_string_equal(facts->title, "Palmarès de tous les temps, dans ce salon");
    assert_string_equal(facts->head, "Rang, points, manches gagnées, parties gagnées");
    scene_command(&scene, "carol", "top cote");
    scene_wait(&scene, "Meilleures cotes, dans ce salon (cote ; manches");
    assert_string_equal(told("carol")->facts->head, "Rang, cote, manches");
    scene_command(&scene, "carol", "stats %s", winner);
    scene_wait(&scene, "points");
    facts = told("carol")->facts;
    assert_string_equal(cell_of(facts, "Manches gagnées", 0), "1/1 (100 %)");
    assert_string_not_equal(cell_of(facts, "Points en tout", 0), "0");
}

static const char *address(const struct adapter *adapter)
{
    (void)adapter;
    return "https://cards.example";
}

/* Says a command to a network whose lines have that room, and which serves pages. */
static const char *told_within(unsigned room, const char *command, const char *part)
{
    const struct adapter_impl *const usual = scene.adapter->impl;
    struct adapter_impl narrow = *usual;
    struct page_server server = *usual->pages;
    server.address = address;
    narrow.pages = &server;
    narrow.caps.line_limit = room;
    scene.adapter->impl = &narrow;
    scene_command(&scene, "carol", "%s", command);
    scene_wait(&scene, part);
    scene.adapter->impl = usual;
    return told("carol")->text;
}

/* Two lines, and no more than fits. The page has the rest. */
static void answers_fit_two_lines(void **state)
{
    (void)state;
    win();
    const char *second = "\nRounds with at least two people count. https://cards.example/boards";
    const char *text = told_within(300, "top network", "Best of");
    assert_non_null(strstr(text, ", 2. "));
    assert_non_null(strstr(text, second));
    text = told_within(80, "top network", "Best of");
    assert_non_null(strstr(text, " 1. "));
    assert_null(strstr(text, " 2. "));
    assert_true(strcspn(text, "\n") <= 80);
    assert_non_null(strstr(text, second));
    text = told_within(300, "stats alice", "alice: points ");
    assert_non_null(strstr(text, "here.\nRating "));
    assert_non_null(strstr(text, " Largest hand that still won: "));
    assert_null(strchr(strchr(text, '\n') + 1, '\n'));
    assert_null(strstr(text, "  "));
    text = told_within(100, "stats alice", "alice: points ");
    const char *link = strstr(text, " https://cards.example/players/");
    assert_non_null(link);
    assert_null(strstr(text, "Largest hand"));
    const char *line = strchr(text, '\n') + 1;
    assert_true(link - line <= 100);
    assert_null(strchr(line, '\n'));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, controls_set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_best_are_a_list),         TEST(the_best_by_rating),
        TEST(one_person_has_ratings),      TEST(one_person_is_a_table),
        TEST(a_picked_person_has_results), TEST(in_french),
        TEST(answers_fit_two_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
