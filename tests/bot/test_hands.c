/* Hands on a network with controls (bot/hand.h): what they say and let press, old states, and that
 * nobody else sees them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/hand.h"
#include "bot/language.h"
#include "engine/notation.h"
#include "scene.h"

static struct scene scene;

static int set_up(void **state)
{
    (void)state;
    assert_true(language_setup());
    scene_init(&scene, SCENE_MEMORY);
    scene.impl = &script_controls_adapter;
    scene.options.round_pause = 3600000;
    scene_begin(&scene);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    scene_finish(&scene);
    return 0;
}

static const struct message *hand_of(const char *who)
{
    const struct message *hand = script_newest(scene.adapter, "#table", who, PURPOSE_HAND);
    assert_non_null(hand);
    return hand;
}

static const struct control *control(const char *who, const char *words)
{
    const struct message *hand = hand_of(who);
    for (unsigned i = 0; i < hand->control_count; i++)
        if (strcmp(hand->controls[i].words, words) == 0)
            return &hand->controls[i];
    return NULL;
}

#define assert_shown(who, part) assert_non_null(strstr(hand_of(who)->text, part))

static struct table *table(void)
{
    return scene_table(&scene);
}

static struct game *game(void)
{
    return &table()->round->game;
}

static const char *of_turn(void)
{
    return seat_name(table(), game()->turn);
}

static const char *other(void)
{
    return seat_name(table(), !game()->turn);
}

/* alice and bob at a table of `set`; both have seen their hands. */
static void deal(const char *set)
{
    scene_command(&scene, "alice", "new %s", set);
    scene_command(&scene, "bob", "join");
    scene_press(&scene, "alice", "start");
}

/* Who is to act holds exactly these cards ("R5 G7 W"), and this lies on top. */
static void lay(const char *top, const char *codes)
{
    const struct rules *rules = table()->round->rules;
    struct game *at = game();
    struct cards hand = {{0, 0}};
    unsigned face = face_parse(&rules->deck, top, strlen(top));
    for (const char *code = codes; *code != '\0';) {
        size_t length = strcspn(code, " ");
        unsigned held = face_parse(&rules->deck, code, length);
        assert_int_not_equal(held, FACE_NONE);
        struct cards free = cards_without(rules->of_face[held], hand);
        cards_add(&hand, cards_first(free));
        code += length + strspn(code + length, " ");
    }
    assert_int_not_equal(face, FACE_NONE);
    at->phase = PHASE_TURN;
    at->hand[at->turn] = hand;
    at->hand_count[at->turn] = (uint8_t)cards_count(hand);
    at->top_face = (uint8_t)face;
    at->colour = rules->deck.face[face].colour;
    at->discard[at->discard_count - 1] =
        (uint8_t)cards_first(cards_without(rules->of_face[face], hand));
    at->discarded = (struct cards){{0, 0}};
    for (unsigned i = 0; i < at->discard_count; i++)
        cards_add(&at->discarded, at->discard[i]);
}

/* -- words and controls -- */

static void a_hand_at_its_turn(void **state)
{
    (void)state;
    deal("classic");
    const char *who = of_turn();
    lay("R5", "R7 R7 G2 W4 W B5");
    uint32_t answers = scene_press(&scene, who, "hand");
    char line[80];
    snprintf(line, sizeof(line), "@%s: hand %u|Your turn on [R 5].", who, (unsigned)answers);
    assert_said(&scene, line);
    assert_shown(who, "\n[B 5]*\n[G 2]\n[R 7]* [R 7]*\n[W]* [W+4]*\n");
    snprintf(line, sizeof(line), "The others: %s 7", other());
    assert_shown(who, line);
    assert_string_equal(hand_of(who)->controls[0].label, "Play a card");
    assert_string_equal(hand_of(who)->controls[1].label, "[B 5]");
    assert_string_equal(hand_of(who)->controls[2].label, "[R 7]");
    assert_int_equal(hand_of(who)->controls[2].tint, TINT_RED);
    assert_string_equal(hand_of(who)->controls[3].words, "play W"); /* equal cards once */
    assert_non_null(control(who, "play W"));
    assert_null(control(who, "play G2"));
    assert_non_null(control(who, "draw"));
    assert_null(control(who, "keep"));
    assert_null(control(who, "uno"));
    assert_int_equal(hand_of(other())->control_count, 0);
}

static void two_cards_offer_uno(void **state)
{
    (void)state;
    deal("classic");
    const char *who = of_turn();
    lay("R5", "R7 G5");
    scene_press(&scene, who, "hand");
    assert_true(control(who, "play R7 uno")->strong);
    assert_string_equal(control(who, "play R7 uno")->label, "[R 7] and UNO!");
    assert_false(control(who, "play R7")->strong);
    assert_non_null(control(who, "uno"));
    scene_press(&scene, who, "play R7 uno");
    assert_said(&scene, "says UNO!");
    assert_int_equal(game()->exposed, 0);
}

static void a_colour_may_be_said_again(void **state)
{
    (void)state;
    deal("classic");
    const char *who = of_turn();
    lay("R5", "R7 R8 G2 G3");
    scene_command(&scene, who, "play R7 blue");
    assert_said(&scene, "|Which card do you mean?");
    scene_command(&scene, who, "play R7 red");
    assert_said(&scene, "plays [R 7]");
}

static void a_wild_asks_for_its_colour(void **state)
{
    (void)state;
    deal("classic");
    const char *who = of_turn();
    lay("R5", "W G2 G3");
    scene_press(&scene, who, "hand");
    scene_press(&scene, who, "play W");
    assert_shown(who, "[W]: which colour?");
    assert_string_equal(hand_of(who)->controls[0].words, "colour blue");
    assert_int_equal(control(who, "colour blue")->tint, TINT_BLUE);
    scene_press(&scene, who, "colour blue");
    assert_said(&scene, "plays [W] and names blue");
    assert_null(control(who, "colour blue"));
}

static void flex_sides_are_choices(void **state)
{
    (void)state;
    deal("flex");
    const char *who = of_turn();
    lay("R6", "R2|B B7|R G8");
    scene_press(&scene, who, "hand");
    assert_non_null(control(who, "play R2|B"));
    assert_non_null(control(who, "play B7|R flex"));
    assert_null(control(who, "play B7|R"));
    assert_string_equal(control(who, "play B7|R flex")->label, "[B 7/R] by its flex side");
    scene_press(&scene, who, "play B7|R flex");
    assert_said(&scene, "plays [B 7/R] by its flex side");
}

static void a_player_is_chosen(void **state)
{
    (void)state;
    scene_command(&scene, "alice", "new web");
    scene_command(&scene, "bob", "join");
    scene_command(&scene, "carol", "join");
    scene_press(&scene, "alice", "start");
    const char *who = of_turn();
    const char *victim = seat_name(table(), (game()->turn + 2u) % 3);
    char words[60];
    lay("R5", "WW G2 G3 G4");
    scene_press(&scene, who, "hand");
    scene_press(&scene, who, "play WW");
    if (control(who, "colour red") != NULL)
        scene_press(&scene, who, "colour red");
    snprintf(words, sizeof(words), "target %s", victim);
    assert_string_equal(control(who, words)->label, victim);
    scene_press(&scene, who, words);
    snprintf(words, sizeof(words), "chooses %s", victim);
    assert_said(&scene, words);
}

/* S-3 */
static void the_words_are_asked_for(void **state)
{
    (void)state;
    deal("skull");
    const char *who = of_turn();
    lay("R5", "WS G2 G3");
    scene_press(&scene, who, "hand");
    scene_press(&scene, who, "play WS");
    if (control(who, "colour red") != NULL)
        scene_press(&scene, who, "colour red");
    const struct message *hand = hand_of(who);
    assert_int_equal(hand->controls[0].kind, CONTROL_WORDS);
    uint64_t stamp = hand->stamp;
    assert_shown(who, hand->controls[0].words);
    script_words(scene.adapter, "#table", who, "open sesame", stamp, 900);
    scene_settle(&scene);
    assert_said(&scene, "900|Speak the words first");
    script_words(scene.adapter, "#table", who, "by the power of grayskull i have the power",
                 stamp - 1, 901);
    scene_settle(&scene);
    assert_said(&scene, "901|That was an earlier state");
    script_words(scene.adapter, "#table", who, "by the power of grayskull i have the power", stamp,
                 902);
    scene_settle(&scene);
    assert_said(&scene, "speaks the words of power");
}

static void a_wild_four_is_answered(void **state)
{
    (void)state;
    deal("classic");
    const char *who = of_turn();
    const char *victim = other();
    lay("R5", "W4 G2 G3");
    scene_command(&scene, who, "play w4 blue");
    assert_shown(victim, "Do you accept the wild +4, or challenge it?");
    assert_non_null(control(victim, "challenge"));
    scene_press(&scene, victim, "accept");
    assert_said(&scene, "|You draw [");
    assert_true(strstr(scene_said(&scene, "You draw ["), "hand") == NULL);
}

/* HR-14 */
static void several_numbers_at_once(void **state)
{
    (void)state;
    scene_command(&scene, "alice", "new");
    scene_command(&scene, "bob", "join");
    scene_press(&scene, "alice", "set multi_play same_number");
    scene_press(&scene, "alice", "start");
    const char *who = of_turn();
    lay("R5", "R7 G7 B2");
    scene_press(&scene, who, "hand");
    assert_string_equal(control(who, "play R7+G7 uno")->label, "[R 7] [G 7] and UNO!");
    scene_press(&scene, who, "play R7+G7 uno");
    assert_int_equal(game()->hand_count[!game()->turn], 1);
    assert_int_equal(game()->exposed, 0);
}

/* HR-3 */
static void who_may_jump_in_sees_it(void **state)
{
    (void)state;
    scene_command(&scene, "alice", "new");
    scene_command(&scene, "bob", "join");
    scene_command(&scene, "carol", "join");
    scene_press(&scene, "alice", "set jump_in exact");
    scene_press(&scene, "alice", "start");
    const char *who = of_turn();
    const struct rules *rules = table()->round->rules;
    lay("R5", "R7 G2 G3");
    unsigned jumper = (game()->turn + 2u) % 3;
    struct cards others = cards_without(rules->of_face[face_parse(&rules->deck, "R7", 2)],
                                        game()->hand[game()->turn]);
    game()->hand[jumper] = (struct cards){{0, 0}};
    cards_add(&game()->hand[jumper], cards_first(others));
    cards_add(&game()->hand[jumper],
              cards_first(rules->of_face[face_parse(&rules->deck, "B1", 2)]));
    game()->hand_count[jumper] = 2;
    scene_command(&scene, who, "play r7");
    assert_shown(seat_name(table(), jumper), "You may jump in.");
    scene_press(&scene, seat_name(table(), jumper), "play R7 uno");
    assert_int_equal(game()->hand_count[jumper], 1);
}

/* -- when -- */

static unsigned hands_to(const char *who)
{
    char start[60];
    snprintf(start, sizeof(start), "@%s: hand", who);
    unsigned lines = scene_count(&scene, start);
    return lines;
}

/* Any command of a player in a round is answered by the hand, once. */
static void each_command_is_answered_by_the_hand(void **state)
{
    (void)state;
    static const char *const commands[] = {"hand", "table", "uno", "play q9", "help play", "dance"};
    deal("classic");
    for (size_t i = 0; i < sizeof(commands) / sizeof(commands[0]); i++) {
        uint32_t answers = scene_command(&scene, other(), "%s", commands[i]);
        char first[80];
        char once[80];
        snprintf(first, sizeof(first), "@%s: hand %u|On top", other(), (unsigned)answers);
        snprintf(once, sizeof(once), "@%s: hand", other());
        assert_int_equal(scene_count(&scene, first), 1);
    }
    scene_do(&scene, other(), "!table"); /* nobody waits */
    assert_int_equal(hands_to(other()), 0);
}

static void a_hand_moved_by_others_is_shown(void **state)
{
    (void)state;
    deal("classic");
    const char *who = of_turn();
    const char *victim = other();
    lay("R5", "R+2 G2 G3");
    scene_command(&scene, who, "play r+2");
    assert_true(hands_to(victim) > 0);
    assert_int_equal(
        scene_count(&scene, "@bob: You draw") + scene_count(&scene, "@alice: You draw"), 1);
    assert_shown(victim, "On top [R +2]");
}

static void a_round_that_is_over_leaves_no_controls(void **state)
{
    (void)state;
    deal("classic");
    const char *who = of_turn();
    lay("R5", "R7");
    scene_press(&scene, who, "hand");
    scene_press(&scene, who, "play R7");
    assert_said(&scene, "wins the round");
    assert_string_equal(hand_of("alice")->text, "The round is over.");
    assert_string_equal(hand_of("bob")->text, "The round is over.");
    assert_int_equal(hand_of("alice")->control_count, 0);
    assert_int_equal(hand_of("bob")->control_count, 0);
}

static void who_is_away_can_come_back(void **state)
{
    (void)state;
    deal("classic");
    scene_command(&scene, other(), "away");
    assert_shown(other(), "A computer player keeps your seat until you are back.");
    scene_press(&scene, other(), "back");
    assert_null(strstr(hand_of(other())->text, "keeps your seat"));
    assert_null(control(other(), "back"));
}

static void who_leaves_keeps_nothing(void **state)
{
    (void)state;
    deal("classic");
    scene_command(&scene, "carol", "join");
    scene_command(&scene, "alice", "leave");
    assert_string_equal(hand_of("alice")->text, "You have left the table.");
    assert_int_equal(hand_of("alice")->control_count, 0);
}

/* Two who catch at once: one of them is the first, and the other hears so. */
static void of_two_who_catch_one_is_first(void **state)
{
    (void)state;
    scene_command(&scene, "alice", "new");
    scene_command(&scene, "bob", "join");
    scene_command(&scene, "carol", "join");
    scene_press(&scene, "alice", "start");
    const char *who = of_turn();
    const char *first = seat_name(table(), (game()->turn + 1u) % 3);
    const char *second = seat_name(table(), (game()->turn + 2u) % 3);
    char words[80];
    char said[120];
    lay("R5", "R7 G2");
    scene_command(&scene, who, "play r7");
    snprintf(words, sizeof(words), "catch %s", who);
    scene_mark(&scene);
    assert_true(script_press(scene.adapter, "#table", first, words, 901));
    assert_true(script_press(scene.adapter, "#table", second, words, 902));
    scene_settle(&scene);
    snprintf(said, sizeof(said), "#table: 901|%s catches %s without UNO", first, who);
    assert_said(&scene, said);
    snprintf(said, sizeof(said), "@%s: 902|There is nobody to catch.", second);
    assert_said(&scene, said);
    snprintf(said, sizeof(said), "@%s: You draw", who); /* answers neither */
    assert_said(&scene, said);
    assert_int_equal(hand_of(who)->answers, 0);
    assert_null(control(who, words));
}

/* A second click comes too late, whatever it would do now. */
static void a_double_click_moves_once(void **state)
{
    (void)state;
    deal("classic");
    const char *who = of_turn();
    uint64_t stamp = hand_of(who)->stamp;
    scene_mark(&scene);
    script_press_old(scene.adapter, "#table", who, "draw", stamp, 911);
    script_press_old(scene.adapter, "#table", who, "draw", stamp, 912);
    scene_settle(&scene);
    assert_said(&scene, "911|You draw");
    assert_said(&scene, "912|That was an earlier state");
    assert_int_equal(game()->turn_actions, stamp % 65536 + 1);
}

/* -- old states -- */

static void an_old_hand_plays_nothing(void **state)
{
    (void)state;
    static const char *const moves[] = {"play R7", "draw",       "keep",      "challenge",
                                        "accept",  "colour red", "target bob"};
    deal("classic");
    const char *who = of_turn();
    uint64_t old = hand_of(who)->stamp;
    assert_int_equal(old, table_stamp(table()));
    scene_press(&scene, who, "draw");
    if (game()->phase == PHASE_DRAWN)
        scene_press(&scene, who, "keep");
    assert_string_not_equal(of_turn(), who);
    scene_command(&scene, of_turn(), "draw");
    if (game()->phase == PHASE_DRAWN)
        scene_command(&scene, of_turn(), "keep");
    uint64_t hash = game_hash(table()->round->rules, game());
    for (size_t i = 0; i < sizeof(moves) / sizeof(moves[0]); i++) {
        scene_mark(&scene);
        script_press_old(scene.adapter, "#table", who, moves[i], old, (uint32_t)(500 + i));
        scene_settle(&scene);
        assert_said(&scene, "|That was an earlier state of the table; here is your hand.");
        assert_int_equal(hands_to(who) > 0, true);
        assert_int_equal(game_hash(table()->round->rules, game()), hash);
        assert_int_equal(hand_of(who)->stamp, table_stamp(table()));
    }
    scene_mark(&scene);
    script_press_old(scene.adapter, "#table", who, "hand", old, 600); /* is no move */
    script_press_old(scene.adapter, "#table", who, "uno", old, 601);
    scene_settle(&scene);
    assert_not_said(&scene, "earlier state");
    scene_press(&scene, who, "draw");
    assert_said(&scene, "|You draw");
}

/* Who clicked was told that it failed: it counts only as long as nothing has moved since. */
static void a_late_click_finds_all_as_it_was(void **state)
{
    (void)state;
    deal("classic");
    const char *who = strcmp(of_turn(), "alice") == 0 ? "alice" : "bob";
    uint64_t old = hand_of(who)->stamp;
    scene_mark(&scene);
    script_press_late(scene.adapter, "#table", who, "draw", old);
    scene_settle(&scene);
    assert_said(&scene, "You draw");
    assert_int_not_equal(table_stamp(table()), old);
    static const char *const words[] = {"draw", "keep", "uno", "catch", "leave"};
    for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
        uint64_t hash = game_hash(table()->round->rules, game());
        scene_mark(&scene);
        script_press_late(scene.adapter, "#table", who, words[i], old);
        scene_settle(&scene);
        assert_said(&scene, "That was an earlier state of the table");
        assert_int_equal(game_hash(table()->round->rules, game()), hash);
        assert_int_equal(table_people(table()), 2);
    }
}

/* The same state has the same stamp before and after. */
static void a_restart_keeps_old_and_new_apart(void **state)
{
    (void)state;
    deal("classic");
    const char *who = strcmp(of_turn(), "alice") == 0 ? "alice" : "bob";
    uint64_t old = hand_of(who)->stamp;
    scene_press(&scene, who, "draw");
    uint64_t now = table_stamp(table());
    assert_true(now != old);
    scene_down(&scene);
    scene_up(&scene);
    scene_settle(&scene);
    assert_int_equal(hand_of("alice")->stamp, now);
    assert_int_equal(hand_of("bob")->stamp, now);
    scene_mark(&scene);
    script_press_old(scene.adapter, "#table", who, "draw", old, 700);
    scene_settle(&scene);
    assert_said(&scene, "700|That was an earlier state");
    const char *next = of_turn();
    scene_mark(&scene);
    script_press_old(scene.adapter, "#table", next, game()->phase == PHASE_DRAWN ? "keep" : "draw",
                     now, 701);
    scene_settle(&scene);
    assert_not_said(&scene, "earlier state");
    assert_true(scene_said(&scene, "draws 1 card") != NULL ||
                scene_said(&scene, "keeps the card") != NULL);
}

/* -- languages -- */

static void each_reads_their_own_language(void **state)
{
    (void)state;
    script_call(scene.adapter, "bob", NULL, "fr");
    deal("classic");
    const char *top = strchr(hand_of("alice")->text, '[');
    assert_non_null(top);
    assert_non_null(strstr(hand_of("bob")->text, "Les autres"));
    assert_non_null(strstr(hand_of("alice")->text, "The others"));
    const struct message *board = script_newest(scene.adapter, "#table", NULL, PURPOSE_BOARD);
    assert_non_null(strstr(board->text, "Turn: "));
    scene_command(&scene, "bob", "table");
    assert_said(&scene, "#table: ");
    assert_said(&scene, "clockwise");
    scene_down(&scene);
    scene_up(&scene); /* nobody has said anything yet */
    scene_settle(&scene);
    assert_non_null(strstr(hand_of("bob")->text, "Les autres"));
}

/* -- private tables -- */

static void a_private_hand_is_pressed_in_the_talk(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        static const char *const commands[] = {"new classic", "bots 1 easy", "start"};
        script_command(scene.adapter, NULL, "alice", commands[i], 800 + i);
        scene_settle(&scene);
    }
    const struct message *hand = script_newest(scene.adapter, NULL, "alice", PURPOSE_HAND);
    assert_non_null(hand);
    uint64_t old = hand->stamp;
    scene_mark(&scene);
    assert_true(script_press(scene.adapter, NULL, "alice", "draw", 810) ||
                script_press(scene.adapter, NULL, "alice", "uno", 810));
    scene_settle(&scene);
    assert_said(&scene, "@alice: hand 810|");
    script_command(scene.adapter, NULL, "alice", "keep", 811);
    scene_settle(&scene);
    scene_mark(&scene);
    script_press_old(scene.adapter, NULL, "alice", "draw", old, 812);
    scene_settle(&scene);
    assert_said(&scene, "@alice: 812|That was an earlier state");
    assert_int_equal(scene_count(&scene, "#"), 0);
    script_command(scene.adapter, NULL, "alice", "stop", 813);
    scene_settle(&scene);
    hand = script_newest(scene.adapter, NULL, "alice", PURPOSE_HAND);
    assert_string_equal(hand->text, "The round is over.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_hand_at_its_turn, set_up, tear_down),
        cmocka_unit_test_setup_teardown(two_cards_offer_uno, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_colour_may_be_said_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_wild_asks_for_its_colour, set_up, tear_down),
        cmocka_unit_test_setup_teardown(flex_sides_are_choices, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_player_is_chosen, set_up, tear_down),
        cmocka_unit_test_setup_teardown(the_words_are_asked_for, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_wild_four_is_answered, set_up, tear_down),
        cmocka_unit_test_setup_teardown(several_numbers_at_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(who_may_jump_in_sees_it, set_up, tear_down),
        cmocka_unit_test_setup_teardown(each_command_is_answered_by_the_hand, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_hand_moved_by_others_is_shown, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_round_that_is_over_leaves_no_controls, set_up, tear_down),
        cmocka_unit_test_setup_teardown(who_is_away_can_come_back, set_up, tear_down),
        cmocka_unit_test_setup_teardown(who_leaves_keeps_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(of_two_who_catch_one_is_first, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_double_click_moves_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(an_old_hand_plays_nothing, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_late_click_finds_all_as_it_was, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_restart_keeps_old_and_new_apart, set_up, tear_down),
        cmocka_unit_test_setup_teardown(each_reads_their_own_language, set_up, tear_down),
        cmocka_unit_test_setup_teardown(a_private_hand_is_pressed_in_the_talk, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
