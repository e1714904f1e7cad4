/* The screens of the table, compared with golden ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "table_scene.h"

static const char eight[] = "R3 Rskip G6 G9 B4 Y2* Y8* W*";

static void a_turn(void)
{
    table_scene_board(5, 0, true);
    table_scene_hand(eight);
    table_scene_move("Grace", " plays [Y +2]; Emmy draws 2 cards");
}

static void my_turn_at_two_sizes(void **state)
{
    (void)state;
    a_turn();
    table_scene_golden("turn-80x24", 80, 24);
    table_scene_golden("turn-120x40", 120, 40);
}

/* The last three moves are visible on the smallest screen, and with ten players. A wide one has
 * them in its log. An answer to the person alone is none of them. */
static void the_moves_before_the_last(void **state)
{
    (void)state;
    table_scene_board(5, 0, true);
    table_scene_hand(eight);
    table_scene_move("Boris_the_Great", " draws 1 card");
    table_scene_move("Noor", " plays [G 7]");
    table_scene_tell("It does not fit.");
    table_scene_press("<right>");
    table_scene_move("Emmy", " keeps it");
    table_scene_move("Grace", " plays [Y +2]; Emmy draws 2 cards");
    table_scene_golden("three-80x24", 80, 24);
    assert_false(table_scene_shows("Boris_the_Great draws", 80, 24));
    assert_true(table_scene_shows("Noor plays [G 7]", 80, 25));
    assert_true(table_scene_shows("Emmy keeps it", 120, 40)); /* in the log */
}

static void a_terminal_without_unicode(void **state)
{
    (void)state;
    a_turn();
    setenv("TALON_TEST_ASCII", "1", 1);
    table_scene_golden("ascii-80x24", 80, 24);
    unsetenv("TALON_TEST_ASCII");
}

static void ten_players_and_a_long_hand(void **state)
{
    (void)state;
    table_scene_board(10, 3, false);
    table_scene_hand("R1 R2 R3 R4 R5 R6 R7 R8 G1 G2 G3 G4 G5 G6 G7 B1 B2 B3 B4 Y1 Y2 Y3 Y4 W W");
    table_scene_move("Emmy", " plays [W+4] and names red; Grace draws 4 cards and loses the turn");
    table_scene_move("Noor", " plays [R skip]; Boris_the_Great loses the turn");
    table_scene_move("Boris_the_Great", " draws 1 card");
    ui.card = 20;
    table_scene_golden("ten-80x24", 80, 24);
    table_scene_golden("ten-120x40", 120, 40);
}

/* HR-21: nobody of twenty is left out, and each hand is counted. */
static void twenty_players(void **state)
{
    (void)state;
    table_scene_due(20, 3, 4);
    table_scene_hand("R1 R2 R3 R4 R5 G1 G2");
    table_scene_move("Boris_the_Great", " draws 1 card");
    table_scene_golden("twenty-80x24", 80, 24);
    table_scene_golden("twenty-120x40", 120, 40);
    table_scene_golden("twenty-200x50", 200, 50);
}

static void two_sided_cards(void **state)
{
    (void)state;
    table_scene_board(2, 0, true);
    table_scene_hand("R3/G B4/Y* G7");
    table_scene_golden("flex-80x24", 80, 24);
}

static void a_question_for_the_colour(void **state)
{
    (void)state;
    a_turn();
    table_scene_colours();
    table_scene_golden("colour-80x24", 80, 24);
}

/* The seats show the same number as the list. */
static void a_question_for_a_player(void **state)
{
    (void)state;
    a_turn();
    table_scene_targets();
    table_scene_golden("target-80x24", 80, 24);
}

static void the_lobby(void **state)
{
    (void)state;
    table_scene_lobby();
    table_scene_golden("lobby-80x24", 80, 24);
}

static void the_log_and_the_help(void **state)
{
    (void)state;
    a_turn();
    table_scene_move("Noor", " draws 1 card");
    table_scene_press("l");
    table_scene_golden("log-80x24", 80, 24);
    table_scene_press("<esc>?");
    table_scene_golden("help-80x24", 80, 24);
}

static void a_small_window_says_what_it_needs(void **state)
{
    (void)state;
    a_turn();
    assert_true(table_scene_shows("The table needs a window of 80x24.", 79, 24));
    assert_true(table_scene_shows("The table needs a window of 80x24.", 80, 23));
    assert_true(table_scene_shows("T", 2, 1));
    assert_true(table_scene_shows("YOUR TURN", 80, 24));
}

/* Cards that somebody may have to draw stand at the pile and at that player. */
static void cards_to_draw(void **state)
{
    (void)state;
    table_scene_due(5, 1, 4);
    table_scene_hand(eight);
    table_scene_move("alice", " plays [W+4] and names yellow");
    table_scene_golden("due-80x24", 80, 24);
    table_scene_due(5, 0, 12);
    table_scene_hand_with(eight, "draw");
    assert_true(table_scene_shows("│ +12 ", 80, 24));                 /* at the pile */
    assert_true(table_scene_shows(" YOUR TURN  +12 D Draw", 80, 24)); /* at one's own place */
    table_scene_due(10, 5, 999);
    assert_true(table_scene_shows("▮▮▮ 6 +999", 80, 24)); /* instead of "computer" */
    table_scene_board(5, 1, true);
    assert_false(table_scene_shows("▮▮ 2 +", 80, 24));
}

/* No size, hand or number of players writes outside of the grid (run with the sanitizers), and each
 * shows the pile, the hand and the last move. */
static void every_size_shows_the_table(void **state)
{
    static char cards[1000];
    (void)state;
    for (unsigned held = 1; held < 100; held += 7) {
        *cards = '\0';
        for (unsigned i = 0; i < held; i++)
            strcat(cards, i > 0 ? " G6" : "G6*");
        for (unsigned columns = 80; columns < 200; columns += 23) {
            table_scene_board(2 + held % 9, 0, held % 2 != 0);
            table_scene_hand(cards);
            table_scene_move("Grace", " moves");
            ui.card = held / 2;
            assert_true(table_scene_shows("Grace moves", columns, 24 + held % 30));
            assert_true(table_scene_shows("+2", columns, 24 + held % 30));
            assert_true(table_scene_shows("G╱", columns, 24 + held % 30));
            assert_true(table_scene_shows("YELLOW", columns, 24 + held % 30));
        }
    }
}

static void an_answer_stays_until_the_next_key(void **state)
{
    (void)state;
    a_turn();
    table_scene_tell("It does not fit.");
    assert_true(table_scene_shows("━ It does not fit. ━", 80, 24));
    table_scene_press("<right>");
    assert_true(table_scene_shows("━ Your turn on [Y +2]. ━", 80, 24));
}

/* More lines than the line above the bar takes open a text to read. */
static void a_long_answer_is_read(void **state)
{
    (void)state;
    a_turn();
    table_scene_tell("one\ntwo\nthree\nfour\nfive\nsix");
    assert_true(table_scene_shows("Answer", 80, 24));
    assert_true(table_scene_shows("six", 80, 24));
    table_scene_press("<esc>");
    assert_true(table_scene_shows("YOUR TURN", 80, 24));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(my_turn_at_two_sizes),
        SCENE_TEST(the_moves_before_the_last),
        SCENE_TEST(a_terminal_without_unicode),
        SCENE_TEST(ten_players_and_a_long_hand),
        SCENE_TEST(twenty_players),
        SCENE_TEST(two_sided_cards),
        SCENE_TEST(a_question_for_the_colour),
        SCENE_TEST(a_question_for_a_player),
        SCENE_TEST(the_lobby),
        SCENE_TEST(the_log_and_the_help),
        SCENE_TEST(a_small_window_says_what_it_needs),
        SCENE_TEST(cards_to_draw),
        SCENE_TEST(every_size_shows_the_table),
        SCENE_TEST(an_answer_stays_until_the_next_key),
        SCENE_TEST(a_long_answer_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
