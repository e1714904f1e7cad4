/* What keys ask for: each is the words that a person could have typed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "table_scene.h"

static void says(const char *words)
{
    assert_int_equal(outcome.wish, WISH_SAY);
    assert_string_equal(outcome.words, words);
}

static void a_turn(void)
{
    table_scene_board(3, 0, true);
    table_scene_hand("R3 Y2* Y8* W*");
}

static void arrows_and_enter_play_a_card(void **state)
{
    (void)state;
    a_turn();
    assert_int_equal(ui.card, 1); /* the first that can be played */
    table_scene_press("<right><right><left><enter>");
    says("play Y8");
    assert_int_equal(outcome.stamp, 77);
    table_scene_press("<right><right><right><enter>");
    says("play Y2");
}

/* The host says why it cannot be played: no rule is known here. */
static void a_card_that_does_not_fit_is_asked_for(void **state)
{
    (void)state;
    a_turn();
    table_scene_press("<left><enter>");
    says("play [R\u00A03]");
}

static void letters_press_buttons(void **state)
{
    (void)state;
    a_turn();
    table_scene_press("d");
    says("draw");
    table_scene_press("D");
    says("draw");
    table_scene_press("x");
    says("catch Grace");
    table_scene_hand_with("R3 Y2*", "keep uno challenge accept");
    table_scene_press("k");
    says("keep");
    table_scene_press("u");
    says("uno");
    table_scene_press("c");
    says("challenge");
    table_scene_press("a");
    says("accept");
}

/* A slip must not cost the seat: Leave has no letter. Tab reaches it. */
static void leaving_takes_more_than_a_letter(void **state)
{
    (void)state;
    a_turn();
    for (unsigned i = 0; i < 26; i++) {
        const char key[] = {"ABCDEFGHIJKLMNOPQRSTUVWXYZ"[i], '\0'};
        table_scene_press(key);
        assert_string_not_equal(outcome.words, "leave");
        table_scene_press("<esc>");
    }
    table_scene_press("<tab><tab><tab><enter>");
    says("leave");
}

/* Letters that are keys no more get the host's answer, and begin no command. */
static void a_late_letter_begins_no_command(void **state)
{
    (void)state;
    a_turn();
    table_scene_hand_with("R3 Y2*", "keep");
    table_scene_hand_with("R3 Y2", "draw");
    table_scene_press("k");
    says("keep");
    assert_false(ui.typing);
}

static void other_letters_begin_a_command(void **state)
{
    (void)state;
    a_turn();
    table_scene_press("r5");
    assert_true(ui.typing);
    assert_string_equal(ui.prompt.text, "r5");
    table_scene_press("<enter>");
    says("r5");
    assert_int_equal(outcome.stamp, 0);
    assert_false(ui.typing);
    table_scene_press("/draw<enter>");
    says("draw");
    table_scene_press("/<up><enter>"); /* the history */
    says("draw");
    table_scene_press("/zz<esc>");
    assert_false(ui.typing);
    assert_int_equal(outcome.wish, WISH_NOTHING);
    table_scene_press("!quit<enter>");
    assert_int_equal(outcome.wish, WISH_QUIT);
}

static void a_colour_is_chosen_by_letter_or_arrows(void **state)
{
    (void)state;
    a_turn();
    table_scene_colours();
    table_scene_press("b");
    says("colour blue");
    table_scene_press("<down><enter>");
    says("colour green");
    table_scene_press("<esc>");
    says("hand back");
    table_scene_press("y");
    says("colour yellow");
}

/* When the colours are gone their letters begin commands again. */
static void letters_of_colours_are_not_kept(void **state)
{
    (void)state;
    a_turn();
    table_scene_colours();
    table_scene_hand("R3 Y2*");
    table_scene_press("r5<enter>");
    says("r5");
}

static void a_player_is_chosen_by_number(void **state)
{
    (void)state;
    a_turn();
    table_scene_targets();
    table_scene_press("2");
    says("target Grace");
    table_scene_press("<enter>");
    says("target Noor");
}

static void several_ways_are_asked_for(void **state)
{
    (void)state;
    struct message *hand = message_create("table", "alice", URGENCY_HAND);
    struct shown_card shown = {.face = 4, .face_length = 1, .playable = true};
    struct control ways[] = {{.kind = CONTROL_MENU, .label = "Play a card"},
                             {.kind = CONTROL_CHOICE,
                              .strong = true,
                              .label = "[R\u00A05] and UNO!",
                              .words = "play R5 uno"},
                             {.kind = CONTROL_CHOICE, .label = "[R\u00A05]", .words = "play R5"}};
    table_scene_board(3, 0, true);
    hand->purpose = PURPOSE_HAND;
    message_text(hand, "Your turn.\n");
    message_card(hand, TINT_RED, &shown, "[R\u00A05]*", strlen("[R\u00A05]*"));
    for (unsigned i = 0; i < 3; i++)
        assert_true(message_control(hand, &ways[i]));
    ui_take(&ui, hand);
    message_destroy(hand);
    table_scene_press("<enter>");
    assert_int_equal(outcome.wish, WISH_NOTHING);
    assert_int_equal(ui_question(&ui), QUESTION_WAYS);
    table_scene_press("<enter>");
    says("play R5 uno");
    table_scene_press("<enter>2");
    says("play R5");
    table_scene_press("<enter><esc>");
    assert_int_equal(ui_question(&ui), QUESTION_NONE);
}

static void the_lobby_offers_the_likely_button(void **state)
{
    (void)state;
    table_scene_lobby();
    table_scene_press("<enter>");
    says("start");
    table_scene_press("j");
    says("join");
}

static void the_mouse_presses_what_it_points_at(void **state)
{
    (void)state;
    a_turn();
    assert_true(table_scene_shows("YOUR TURN", 80, 24));
    for (unsigned i = 0; i < ui.hit_count; i++) {
        char click[40];
        const struct hit hit = ui.hits[i];
        snprintf(click, sizeof(click), "<click %u %u>", hit.box.row, hit.box.column);
        if (hit.kind == HIT_CARD && hit.index == 2) {
            table_scene_press(click);
            says("play Y8");
        }
        if (hit.kind == HIT_ACT && hit.index == 0) {
            table_scene_press(click);
            says("draw");
        }
    }
    assert_int_equal(ui.card, 2);
    table_scene_press("<click 0 0>");
    assert_int_equal(outcome.wish, WISH_NOTHING);
}

static void ctrl_c_asks_first(void **state)
{
    (void)state;
    a_turn();
    ui_interrupt(&ui, &outcome);
    assert_int_equal(outcome.wish, WISH_NOTHING);
    assert_true(table_scene_shows("Ctrl-C again", 80, 24));
    table_scene_press("<right>");
    ui_interrupt(&ui, &outcome);
    assert_int_equal(outcome.wish, WISH_NOTHING);
    ui_interrupt(&ui, &outcome);
    assert_int_equal(outcome.wish, WISH_QUIT);
}

static void suggest(const char *first, const char *second)
{
    struct message *message = message_create(NULL, "alice", URGENCY_HAND);
    const char *const words[] = {first, second};
    message->purpose = PURPOSE_CHOICES;
    for (unsigned i = 0; i < 2 && words[i] != NULL; i++) {
        struct control control = {.kind = CONTROL_CHOICE};
        snprintf(control.label, sizeof(control.label), "%s", words[i]);
        snprintf(control.words, sizeof(control.words), "%s", words[i]);
        assert_true(message_control(message, &control));
    }
    ui_take(&ui, message);
    message_destroy(message);
}

static void tab_completes_what_the_host_suggests(void **state)
{
    (void)state;
    a_turn();
    table_scene_press("/ru<tab>");
    assert_int_equal(outcome.wish, WISH_SUGGEST);
    assert_string_equal(outcome.words, "ru");
    suggest("rules", NULL);
    assert_string_equal(ui.prompt.text, "rules ");
    table_scene_press("<esc>/play y<tab>");
    suggest("Y2", "Y8");
    assert_true(table_scene_shows(" Y8 ", 80, 24));
    table_scene_press("<tab>");
    assert_string_equal(ui.prompt.text, "play Y2");
    table_scene_press("<tab>");
    assert_string_equal(ui.prompt.text, "play Y8");
    table_scene_press("<tab>");
    assert_string_equal(ui.prompt.text, "play Y2");
    table_scene_press("<enter>");
    says("play Y2");
}

/* A seat keeps its place on the screen when the direction or the turn changes. */
static void seats_keep_their_places(void **state)
{
    static const char *const order[] = {"Boris_the_Great", "Noor", "Grace"};
    (void)state;
    for (unsigned turn = 0; turn < 4; turn++) {
        for (unsigned clockwise = 0; clockwise < 2; clockwise++) {
            unsigned seats[SNAPSHOT_SEATS];
            table_scene_board(4, turn, clockwise != 0);
            assert_int_equal(model_others(&ui.model, seats), 3);
            for (unsigned i = 0; i < 3; i++)
                assert_string_equal(ui.model.table.seats[seats[i]].name, order[i]);
            assert_int_equal(model_my_turn(&ui.model), turn == 0);
        }
    }
}

static void a_long_game_keeps_its_last_lines(void **state)
{
    (void)state;
    table_scene_board(3, 1, true);
    for (unsigned i = 0; i < 3 * LOG_LINES; i++) {
        char words[32];
        snprintf(words, sizeof(words), " moves %u", i);
        table_scene_move("Noor", words);
        table_scene_tell(words);
    }
    assert_non_null(model_logged(&ui.model, LOG_LINES - 1));
    assert_null(model_logged(&ui.model, LOG_LINES));
    assert_string_equal(ui.model.moved, "Noor");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SCENE_TEST(arrows_and_enter_play_a_card),
        SCENE_TEST(a_card_that_does_not_fit_is_asked_for),
        SCENE_TEST(letters_press_buttons),
        SCENE_TEST(leaving_takes_more_than_a_letter),
        SCENE_TEST(a_late_letter_begins_no_command),
        SCENE_TEST(other_letters_begin_a_command),
        SCENE_TEST(a_colour_is_chosen_by_letter_or_arrows),
        SCENE_TEST(letters_of_colours_are_not_kept),
        SCENE_TEST(a_player_is_chosen_by_number),
        SCENE_TEST(several_ways_are_asked_for),
        SCENE_TEST(the_lobby_offers_the_likely_button),
        SCENE_TEST(the_mouse_presses_what_it_points_at),
        SCENE_TEST(ctrl_c_asks_first),
        SCENE_TEST(tab_completes_what_the_host_suggests),
        SCENE_TEST(seats_keep_their_places),
        SCENE_TEST(a_long_game_keeps_its_last_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
