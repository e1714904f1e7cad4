/* Networks with controls: who sees the answer to a question, and when a board rings and for whom
 * (bot/show/table_message.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "bot/people/setting_store.h"
#include "bot/show/table_message.h"
#include "tests/bot/controls.h"

static int set_up(void **state)
{
    (void)state;
    controls_begin(SCENE_MEMORY, false);
    return 0;
}

static const char *turn(void)
{
    return seat_name(scene_table(&scene), controls_game()->turn);
}

static const char *other(void)
{
    return strcmp(turn(), "alice") == 0 ? "bob" : "alice";
}

/* Asks, and nobody else hears of it. */
static void asks(const char *who, const char *words)
{
    char start[80];
    uint32_t number = scene_command(&scene, who, "%s", words);
    snprintf(start, sizeof(start), "@%s: %u|", who, (unsigned)number);
    scene_wait(&scene, start); /* the score book takes its time */
    const struct message *hand = script_newest(scene.adapter, "#table", who, PURPOSE_HAND);
    if (hand != NULL && number != 0)
        assert_int_not_equal(hand->answers, number); /* no answer repeats it */
    for (size_t i = scene.mark; script_line(scene.adapter, i) != NULL; i++) {
        if (strncmp(script_line(scene.adapter, i), "#table", 6) == 0)
            fail_msg("%s: all are told \"%s\"", words, script_line(scene.adapter, i));
    }
}

static void questions_are_answered_alone(void **state)
{
    static const char *const questions[] = {"table", "order",     "rules", "rules web", "score",
                                            "top",   "top week",  "stats", "stats bob", "set",
                                            "help",  "help play", "pings"};
    (void)state;
    scene_command(&scene, "alice", "new");
    scene_command(&scene, "bob", "join");
    for (unsigned pass = 0; pass < 2; pass++) {
        for (unsigned i = 0; i < ARRAY_SIZE(questions); i++) {
            char name[16];
            snprintf(name, sizeof(name), "guest%u", i); /* nobody alone may ask so much */
            asks(i < 3 ? "alice" : name, questions[i]);
            asks(i < 3 ? "bob" : name, questions[i]);
        }
        if (pass == 0)
            scene_press(&scene, "alice", "start");
    }
}

/* Words in the channel cannot be answered to one alone. */
static void words_are_answered_where_they_were_written(void **state)
{
    (void)state;
    scene_command(&scene, "alice", "new");
    scene_mark(&scene);
    script_type(scene.adapter, "#table", "bob", "!table");
    scene_settle(&scene);
    assert_true(scene_count(&scene, "#table: No round is running.") == 1);
}

static void a_deal_rings_unless_they_dealt(void **state)
{
    (void)state;
    unsigned rang = 0;
    unsigned still = 0;
    controls_deal("classic");
    for (unsigned i = 0; i < 30 && (rang == 0 || still == 0); i++) {
        bool dealt = strcmp(turn(), "alice") == 0; /* it is alice who starts */
        assert_int_equal(controls_board()->below, !dealt);
        assert_int_equal(controls_board()->rings, !dealt);
        assert_string_equal(controls_board()->calls, turn());
        *(dealt ? &still : &rang) += 1;
        scene_stop(&scene);
        scene_command(&scene, "alice", "start");
    }
    assert_true(rang > 0 && still > 0);
}

/* Of the table's present turn the other player is told; whoever is to act draws a card that fits.
 */
static void draw_what_fits(void)
{
    struct game *game = NULL;
    const struct rules *rules = scene_table(&scene)->round->rules;
    controls_lay("R5", "B1 G2 Y3");
    game = controls_game();
    for (unsigned i = 0; i < game->pile_count; i++) {
        unsigned card = game->pile[i];
        const struct card *face = &rules->deck.face[rules->deck.face_of[card]];
        if (face->kind != KIND_NUMBER || face->colour != COLOUR_RED)
            continue;
        game->pile[i] = game->pile[game->pile_count - 1];
        game->pile[game->pile_count - 1] = (uint8_t)card;
    }
}

static void only_the_next_persons_turn_rings(void **state)
{
    char first[16];
    (void)state;
    controls_deal("classic");
    draw_what_fits();
    snprintf(first, sizeof(first), "%s", turn());
    scene_press(&scene, first, "draw"); /* play or keep: still theirs */
    assert_string_equal(controls_board()->calls, first);
    assert_false(controls_board()->rings);
    assert_false(controls_board()->below);
    scene_command(&scene, "carol", "join");
    assert_false(controls_board()->rings);
    assert_false(controls_board()->below);
    scene_command(&scene, other(), "uno");
    assert_false(controls_board()->below);
    scene_press(&scene, first, "keep");
    assert_string_equal(controls_board()->calls, turn());
    assert_string_not_equal(turn(), first);
    assert_true(controls_board()->rings);
    assert_true(controls_board()->below);
    scene_command(&scene, "dave", "join");
    assert_string_equal(controls_board()->calls, turn());
    assert_false(controls_board()->rings);
    assert_false(controls_board()->below);
}

/* With two players a skip gives the turn back to who played it. */
static void who_has_just_pressed_is_not_rung_for(void **state)
{
    char first[16];
    (void)state;
    controls_deal("classic");
    controls_lay("R5", "Rskip R7 B1 G2");
    snprintf(first, sizeof(first), "%s", turn());
    scene_command(&scene, first, "play Rskip");
    assert_string_equal(turn(), first);
    assert_string_equal(controls_board()->calls, first);
    assert_false(controls_board()->rings);
    assert_false(controls_board()->below);
}

/* Their last turn was a moment ago. */
static void computers_between_are_no_reason_to_ring(void **state)
{
    (void)state;
    scene_command(&scene, "alice", "new");
    scene_command(&scene, "alice", "bots 2");
    scene_press(&scene, "alice", "start");
    for (unsigned i = 0; i < 12 && scene_table(&scene)->round != NULL; i++) {
        const struct message *hand = controls_hand("alice");
        const struct control *move = NULL;
        for (unsigned n = 0; n < hand->control_count && move == NULL; n++) {
            if (hand->controls[n].kind != CONTROL_MENU)
                move = &hand->controls[n];
        }
        assert_non_null(move);
        unsigned before = controls_game()->turn_actions; /* a wild asks for its colour first */
        scene_press(&scene, "alice", move->words);
        if (scene_table(&scene)->round != NULL && controls_game()->turn_actions != before) {
            assert_false(controls_board()->rings);
            assert_false(controls_board()->below);
        }
    }
}

/* With "edit" the table's message stays where it is, also if another player is next. "new" and
 * "default" undo that. */
static void a_channel_keeps_its_table_in_one_place(void **state)
{
    static const struct {
        const char *words;
        enum board_way way;
    } rows[] = {{"set channel board edit", BOARD_STAYS},
                {"set channel board fixe", BOARD_STAYS},
                {"set channel board new", BOARD_MOVES},
                {"set channel board default", BOARD_AS_SET}};
    (void)state;
    controls_deal("classic");
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        scene_command(&scene, "alice", "%s", rows[i].words);
        controls_lay("R5", "R7 B1 G2 Y3");
        const char *waits = other();
        scene_command(&scene, turn(), "play R7");
        assert_string_equal(turn(), waits);
        assert_int_equal(controls_board()->board, rows[i].way);
        assert_string_equal(controls_board()->calls, waits);
        assert_int_equal(controls_board()->rings, rows[i].way != BOARD_STAYS);
        assert_int_equal(controls_board()->below, rows[i].way != BOARD_STAYS);
    }
    scene_command(&scene, "alice", "set channel board");
    assert_said(&scene, "board in this channel: the table moves as the bot is set up. Values: new, "
                        "edit, default.");
    scene_command(&scene, "alice", "set channel board often");
    assert_said(&scene, "board cannot be often.");
    scene_command(&scene, "alice", "set channel board edit");
    assert_said(&scene, "alice sets for this channel: the table stays in one place and calls "
                        "nobody.");
    assert_string_equal(setting_channel(scene.network, "#table", "board"), "edit");
}

static void who_wants_no_calls_gets_none(void **state)
{
    (void)state;
    controls_deal("classic");
    const char *waits = other();
    scene_command(&scene, waits, "pings off");
    assert_said(&scene, "I no longer call you when it is your turn.");
    scene_command(&scene, waits, "pings");
    assert_said(&scene, "/uno me pings on changes that");
    controls_lay("R5", "R7 B1 G2 Y3");
    scene_command(&scene, turn(), "play R7");
    assert_string_equal(turn(), waits);
    assert_false(controls_board()->rings);
    assert_false(controls_board()->below); /* nobody has to be called */
    scene_down(&scene);
    scene_up(&scene);
    scene_settle(&scene);
    assert_false(controls_board()->rings);
    scene_command(&scene, waits, "pings on");
    assert_said(&scene, "I call you when it is your turn.");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(questions_are_answered_alone),
        TEST(words_are_answered_where_they_were_written),
        TEST(a_deal_rings_unless_they_dealt),
        TEST(only_the_next_persons_turn_rings),
        TEST(who_has_just_pressed_is_not_rung_for),
        TEST(computers_between_are_no_reason_to_ring),
        TEST(a_channel_keeps_its_table_in_one_place),
        TEST(who_wants_no_calls_gets_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
