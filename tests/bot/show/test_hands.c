/* Hands on a network with controls (bot/show/hand.h): what they say and let press, each in its
 * reader's language. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bot/table/round/round.h"
#include "engine/notation.h"
#include "tests/bot/controls.h"

static void a_hand_at_its_turn(void **state)
{
    (void)state;
    controls_deal("classic");
    const char *who = pair_of_turn();
    controls_lay("R5", "R7 R7 G2 W4 W B5");
    uint32_t answers = scene_press(&scene, who, "hand");
    char line[80];
    snprintf(line, sizeof(line), "@%s: hand %u|Your turn on [R\u00A05].", who, (unsigned)answers);
    assert_said(&scene, line);
    assert_shown(who, "\n[B\u00A05]*\n[G\u00A02]\n[R\u00A07]* [R\u00A07]*\n[W]* [W+4]*\n");
    snprintf(line, sizeof(line), "The others: %s 7 cards", pair_other());
    assert_shown(who, line);
    assert_shown(who, "What is marked * can be played.");
    assert_string_equal(controls_hand(who)->controls[0].label, "Play a card");
    assert_string_equal(controls_hand(who)->controls[1].label, "[B\u00A05]");
    assert_string_equal(controls_hand(who)->controls[2].label, "[R\u00A07]");
    assert_int_equal(controls_hand(who)->controls[2].tint, TINT_RED);
    assert_string_equal(controls_hand(who)->controls[3].words, "play W"); /* equal cards once */
    assert_non_null(controls_in_hand(who, "play W"));
    assert_null(controls_in_hand(who, "play G2"));
    assert_non_null(controls_in_hand(who, "draw"));
    assert_null(controls_in_hand(who, "keep"));
    assert_null(controls_in_hand(who, "uno"));
    assert_int_equal(controls_hand(pair_other())->control_count, 0);
}

static void two_cards_offer_uno(void **state)
{
    (void)state;
    controls_deal("classic");
    const char *who = pair_of_turn();
    controls_lay("R5", "R7 G5");
    scene_press(&scene, who, "hand");
    assert_true(controls_in_hand(who, "play R7 uno")->strong);
    assert_string_equal(controls_in_hand(who, "play R7 uno")->label, "[R\u00A07] and UNO!");
    assert_false(controls_in_hand(who, "play R7")->strong);
    assert_non_null(controls_in_hand(who, "uno"));
    scene_press(&scene, who, "play R7 uno");
    assert_said(&scene, "says UNO!");
    assert_int_equal(controls_game()->exposed, 0);
}

/* R-26, R-50: a word that cannot count is not told, with the play or before it. */
static void a_uno_without_effect_is_not_told(void **state)
{
    (void)state;
    controls_deal("classic");
    const char *who = pair_of_turn();
    controls_lay("R5", "R7 R8 G2 G3");
    scene_command(&scene, who, "play R7 uno");
    assert_said(&scene, "plays [R\u00A07]");
    assert_not_said(&scene, "says UNO!");
    controls_lay("R5", "Rskip R8");
    who = pair_of_turn();
    scene_command(&scene, who, "play Rskip uno");
    assert_said(&scene, "says UNO!");
    controls_lay("R5", "R8");
    scene_command(&scene, who, "play R8 uno"); /* the last card */
    assert_said(&scene, "plays [R\u00A08]");
    assert_not_said(&scene, "says UNO!");
}

/* R-43: nor does a word before a 7 count for the hand that comes. */
static void a_uno_before_a_swap_is_not_told(void **state)
{
    (void)state;
    scene_command(&scene, "alice", "new");
    scene_command(&scene, "alice", "set seven_zero on");
    controls_deal("classic");
    const char *who = pair_of_turn();
    controls_lay("R5", "R7 R8 G2 G3");
    scene_command(&scene, who, "uno");
    assert_said(&scene, "That UNO has no effect");
    assert_not_said(&scene, "says UNO!");
}

static void a_colour_may_be_said_again(void **state)
{
    (void)state;
    controls_deal("classic");
    const char *who = pair_of_turn();
    controls_lay("R5", "R7 R8 G2 G3");
    scene_command(&scene, who, "play R7 blue");
    assert_said(&scene, "|Which card? Say one colour");
    scene_command(&scene, who, "play R7 red");
    assert_said(&scene, "plays [R\u00A07]");
}

static void a_wild_asks_for_its_colour(void **state)
{
    (void)state;
    controls_deal("classic");
    const char *who = pair_of_turn();
    controls_lay("R5", "W G2 G3");
    scene_press(&scene, who, "hand");
    scene_press(&scene, who, "play W");
    assert_shown(who, "[W]: which colour?");
    assert_string_equal(controls_hand(who)->controls[0].words, "colour blue");
    assert_int_equal(controls_in_hand(who, "colour blue")->tint, TINT_BLUE);
    scene_press(&scene, who, "colour blue");
    assert_said(&scene, "plays [W] and names blue");
    assert_null(controls_in_hand(who, "colour blue"));
}

static void flex_sides_are_choices(void **state)
{
    (void)state;
    controls_deal("flex");
    const char *who = pair_of_turn();
    controls_lay("R6", "R2|B B7|R G8");
    scene_command(&scene, who, "play Y8");
    assert_said(&scene,
                "You can play: [R\u00A02/B]. By the flex side (add the word flex): [B\u00A07/R]");
    scene_press(&scene, who, "hand");
    assert_non_null(controls_in_hand(who, "play R2|B"));
    assert_non_null(controls_in_hand(who, "play B7|R flex"));
    assert_null(controls_in_hand(who, "play B7|R"));
    assert_string_equal(controls_in_hand(who, "play B7|R flex")->label,
                        "[B\u00A07/R] by its flex side");
    scene_press(&scene, who, "play B7|R flex");
    assert_said(&scene, "plays [B\u00A07/R] by its flex side");
}

/* So that each of the others can be hit (W-3), whatever they were dealt. */
static void give_all_red(void)
{
    struct game *game = controls_game();
    const struct rules *rules = scene_table(&scene)->round->rules;
    for (unsigned seat = 0, at = 0; seat < game->players; seat++) {
        while (!cards_has(rules->of_colour[COLOUR_RED], game->pile[at]))
            at++;
        unsigned card = cards_first(game->hand[seat]);
        cards_remove(&game->hand[seat], card);
        cards_add(&game->hand[seat], game->pile[at]);
        game->pile[at++] = (uint8_t)card;
    }
}

/* F-2: a card typed as it is shown is played by the only side that fits. */
static void a_side_is_played_as_shown(void **state)
{
    static const char *const typed[] = {"play [R\u00A08/G]*flex", "play [R\u00A08/G]", "play r8/g"};
    (void)state;
    controls_deal("flex");
    for (unsigned i = 0; i < 3; i++) {
        const char *who = pair_of_turn();
        controls_lay("G7", "R8|G B2 B3 B4");
        scene_command(&scene, who, "%s", typed[i]);
        assert_said(&scene, "by its flex side");
        controls_game()->power_red = 0;
    }
    const char *who = pair_of_turn();
    controls_lay("R7", "R8|G B2 B3 B4"); /* by its plain side it fits */
    scene_command(&scene, who, "play [R\u00A08/G]");
    assert_said(&scene, "plays [R\u00A08/G]");
    assert_not_said(&scene, "by its flex side");
    who = pair_of_turn();
    controls_lay("Y7", "R8|G B2 B3 B4"); /* by none */
    scene_command(&scene, who, "play [R\u00A08/G]");
    assert_said(&scene, "does not match");
}

/* F-13, W-1: who names a player where none can be named learns what to do. */
static void a_name_too_many(void **state)
{
    (void)state;
    controls_deal("flex");
    const char *who = pair_of_turn();
    controls_lay("G7", "WT2 R8|G B2 B3 B4");
    scene_command(&scene, who, "play wt2 red %s", pair_other());
    assert_said(&scene, "By its normal side that card takes no name");
    scene_command(&scene, who, "play wt2 red");
    assert_said(&scene, "plays [W+2\u00A0targeted]");
}

static void a_name_too_many_elsewhere(void **state)
{
    (void)state;
    controls_deal("web");
    const char *who = pair_of_turn();
    controls_lay("G5", "WW G8 B2 B3 B4");
    scene_command(&scene, who, "play g8 on %s", pair_other());
    assert_said(&scene, "That card takes no name");
    scene_command(&scene, who, "play ww red %s", pair_other());
    assert_said(&scene, "First the hands are shown");
    scene_command(&scene, who, "play ww red");
    assert_said(&scene, "plays [W\u00A0web]");
}

static void a_player_is_chosen(void **state)
{
    (void)state;
    scene_command(&scene, "alice", "new web");
    scene_command(&scene, "bob", "join");
    scene_command(&scene, "carol", "join");
    scene_press(&scene, "alice", "start");
    const char *who = pair_of_turn();
    const char *victim = seat_name(scene_table(&scene), (controls_game()->turn + 2u) % 3);
    char words[60];
    give_all_red();
    controls_lay("R5", "WW G2 G3 G4");
    scene_press(&scene, who, "hand");
    scene_press(&scene, who, "play WW");
    if (controls_in_hand(who, "colour red") != NULL)
        scene_press(&scene, who, "colour red");
    snprintf(words, sizeof(words), "target %s", victim);
    assert_string_equal(controls_in_hand(who, words)->label, victim);
    scene_press(&scene, who, words);
    snprintf(words, sizeof(words), "chooses %s", victim);
    assert_said(&scene, words);
}

/* S-3 */
static void the_words_are_asked_for(void **state)
{
    (void)state;
    controls_deal("skull");
    const char *who = pair_of_turn();
    controls_lay("R5", "WS G2 G3");
    scene_press(&scene, who, "hand");
    scene_press(&scene, who, "play WS");
    if (controls_in_hand(who, "colour red") != NULL)
        scene_press(&scene, who, "colour red");
    const struct message *hand = controls_hand(who);
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
    controls_deal("classic");
    const char *who = pair_of_turn();
    const char *victim = pair_other();
    controls_lay("R5", "W4 G2 G3");
    scene_command(&scene, who, "play w4 blue");
    assert_shown(
        victim,
        "Do you accept the wild +4 (4 cards), or challenge it (6 cards if it was no bluff)?");
    assert_non_null(controls_in_hand(victim, "challenge"));
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
    scene_command(&scene, "alice", "set multi_play same_number");
    scene_press(&scene, "alice", "start");
    const char *who = pair_of_turn();
    controls_lay("R5", "R7 G7 B2");
    scene_press(&scene, who, "hand");
    assert_string_equal(controls_in_hand(who, "play R7+G7 uno")->label,
                        "[R\u00A07] [G\u00A07] and UNO!");
    scene_press(&scene, who, "play R7+G7 uno");
    assert_int_equal(controls_game()->hand_count[!controls_game()->turn], 1);
    assert_int_equal(controls_game()->exposed, 0);
}

/* HR-3 */
static void who_may_jump_in_sees_it(void **state)
{
    (void)state;
    scene_command(&scene, "alice", "new");
    scene_command(&scene, "bob", "join");
    scene_command(&scene, "carol", "join");
    scene_command(&scene, "alice", "set jump_in exact");
    scene_press(&scene, "alice", "start");
    const char *who = pair_of_turn();
    const struct rules *rules = scene_table(&scene)->round->rules;
    controls_lay("R5", "R7 G2 G3");
    unsigned jumper = (controls_game()->turn + 2u) % 3;
    struct cards others = cards_without(rules->of_face[face_parse(&rules->deck, "R7", 2)],
                                        controls_game()->hand[controls_game()->turn]);
    controls_game()->hand[jumper] = cards_none();
    cards_add(&controls_game()->hand[jumper], cards_first(others));
    cards_add(&controls_game()->hand[jumper],
              cards_first(rules->of_face[face_parse(&rules->deck, "B1", 2)]));
    controls_game()->hand_count[jumper] = 2;
    scene_command(&scene, who, "play r7");
    assert_shown(seat_name(scene_table(&scene), jumper), "You may jump in.");
    scene_press(&scene, seat_name(scene_table(&scene), jumper), "play R7 uno");
    assert_int_equal(controls_game()->hand_count[jumper], 1);
}

/* X-1: the first who is named has the word, also if the next seat is out of the round. */
static void the_first_of_the_others_has_cards(void **state)
{
    (void)state;
    char line[80];
    scene_command(&scene, "alice", "new classic");
    scene_command(&scene, "bob", "join");
    scene_command(&scene, "carol", "join");
    scene_press(&scene, "alice", "start");
    const struct table *table = scene_table(&scene);
    const char *who = pair_of_turn();
    unsigned turn = controls_game()->turn;
    unsigned next = (turn + (controls_game()->direction > 0 ? 1u : 2u)) % 3;
    unsigned last = 3 - turn - next;
    snprintf(line, sizeof(line), "%s", seat_name(table, next));
    scene_do(&scene, line, "!leave");
    assert_said(&scene, " leaves the table");
    scene_press(&scene, who, "hand");
    snprintf(line, sizeof(line), "The others: %s 7 cards", seat_name(table, last));
    assert_shown(who, line);
}

/* The hand of who is to act, with the first of these cards just drawn. */
static void shown_with_drawn(const char *who, const char *codes)
{
    const struct rules *rules = scene_table(&scene)->round->rules;
    controls_lay("R5", codes);
    unsigned face = face_parse(&rules->deck, codes, strcspn(codes, " "));
    controls_game()->phase = PHASE_DRAWN;
    controls_game()->drawn = (uint8_t)cards_first(rules->of_face[face]);
    scene_press(&scene, who, "hand");
}

/* HR-6, R-19: the player alone learns whether the card may be kept. */
static void a_forced_card_is_not_offered_to_be_kept(void **state)
{
    (void)state;
    scene_command(&scene, "alice", "new classic");
    scene_command(&scene, "bob", "join");
    scene_command(&scene, "alice", "set force_play drawn");
    scene_press(&scene, "alice", "start");
    const char *who = pair_of_turn();
    shown_with_drawn(who, "R7 G2 G3");
    assert_shown(who, "Your turn on [R\u00A05]. The card must be played.");
    assert_null(controls_in_hand(who, "keep"));
    shown_with_drawn(who, "W4 G2 R9");
    assert_shown(who, "Your turn on [R\u00A05]. Do you play the card, or keep it?");
    assert_non_null(controls_in_hand(who, "keep"));
}

/* Who is to act holds these, and draws that card. */
static void draws(const char *who, const char *codes, const char *card)
{
    const struct rules *rules = scene_table(&scene)->round->rules;
    struct game *at = controls_game();
    unsigned face = face_parse(&rules->deck, card, strlen(card));
    controls_lay("R5", codes);
    struct cards free = cards_without(rules->of_face[face], at->hand[at->turn]);
    at->pile[at->pile_count - 1] = (uint8_t)cards_first(free);
    scene_press(&scene, who, "draw");
    assert_int_equal(at->phase, PHASE_DRAWN);
    assert_non_null(controls_find(controls_board(), "play drawn"));
}

/* On the table: the same buttons whatever was drawn, and nobody else has that card. */
static void the_drawn_card_is_played_from_the_table(void **state)
{
    (void)state;
    controls_deal("classic");
    const char *who = pair_of_turn();
    const char *other = pair_other();
    struct game *at = controls_game();
    draws(who, "B2 G3", "R7");
    assert_null(controls_find(controls_board(), "play drawn uno")); /* three are held */
    assert_non_null(controls_find(controls_board(), "keep"));
    assert_null(controls_find(controls_board(), "draw"));
    assert_null(controls_find(controls_board(), "play R7")); /* not told to all */
    scene_press(&scene, other, "play drawn");
    assert_int_equal(at->phase, PHASE_DRAWN);
    assert_said(&scene, "It is not your turn");
    scene_press(&scene, who, "play drawn");
    assert_said(&scene, "#table: ");
    assert_said(&scene, " plays [R\u00A07]");
    assert_null(controls_find(controls_board(), "play drawn"));
    assert_string_equal(pair_of_turn(), other);
    scene_command(&scene, other, "play drawn"); /* nothing was drawn */
    assert_not_said(&scene, " plays ");
}

static void the_drawn_card_is_played_with_uno(void **state)
{
    (void)state;
    controls_deal("classic");
    const char *who = pair_of_turn();
    unsigned seat = controls_game()->turn;
    draws(who, "B2", "R7");
    scene_press(&scene, who, "play drawn uno");
    assert_said(&scene, " plays [R\u00A07]");
    assert_said(&scene, "UNO");
    assert_int_equal(controls_game()->hand_count[seat], 1);
    assert_int_equal(controls_game()->exposed, 0);
}

/* A drawn wild asks for its colour, as one from the hand does. */
static void a_drawn_wild_asks_for_its_colour(void **state)
{
    (void)state;
    controls_deal("classic");
    const char *who = pair_of_turn();
    draws(who, "B2 G3", "W");
    scene_press(&scene, who, "play drawn");
    assert_shown(who, "[W]: which colour?");
    scene_press(&scene, who, "hand back"); /* it may be kept after all */
    assert_non_null(controls_in_hand(who, "keep"));
    assert_non_null(controls_in_hand(who, "play W"));
    scene_press(&scene, who, "play drawn");
    scene_press(&scene, who, "colour red");
    assert_said(&scene, " plays [W]");
}

/* "Another card": a wild that waits for its colour goes back into the hand, and nothing was played.
 */
static void another_card_takes_a_wild_back(void **state)
{
    (void)state;
    controls_deal("classic");
    const char *who = pair_of_turn();
    controls_lay("R5", "R7 W G2");
    scene_press(&scene, who, "hand");
    scene_press(&scene, who, "play W");
    assert_shown(who, "[W]: which colour?");
    assert_string_equal(controls_in_hand(who, "hand back")->label, "Another card");
    assert_null(controls_in_hand(who, "play R7"));
    scene_press(&scene, who, "hand back");
    assert_null(strstr(controls_hand(who)->text, "which colour?"));
    assert_null(controls_in_hand(who, "hand back"));
    assert_int_equal(controls_game()->hand_count[controls_game()->turn], 3);
    assert_not_said(&scene, " plays ");
    scene_command(&scene, who, "red"); /* nothing waits for it */
    assert_not_said(&scene, " plays ");
    scene_press(&scene, who, "play R7");
    assert_said(&scene, " plays [R\u00A07]");
}

static void each_reads_their_own_language(void **state)
{
    (void)state;
    script_call(scene.adapter, "bob", NULL, "fr");
    controls_deal("classic");
    bool bobs = strcmp(pair_of_turn(), "bob") == 0;
    assert_shown("bob", bobs ? "Les autres" : "Votre main");
    assert_shown("alice", bobs ? "Your hand" : "The others");
    const struct message *board = controls_board();
    assert_non_null(strstr(board->text, "Turn: "));
    scene_command(&scene, "bob", "table"); /* theirs alone, in their words */
    assert_said(&scene, "|Sur le talon");
    assert_not_said(&scene, "clockwise");
    scene_down(&scene);
    scene_up(&scene); /* nobody has said anything yet */
    scene_settle(&scene);
    assert_shown("bob", bobs ? "Les autres" : "Votre main");
}

/* Who waits is told nothing that another's move makes untrue: the board has that. */
static void a_waiting_hand_grows_no_older(void **state)
{
    (void)state;
    controls_deal("classic");
    const char *who = pair_of_turn();
    const char *other = pair_other();
    controls_lay("R5", "R7 G2 G3");
    scene_press(&scene, other, "hand");
    assert_shown(other, "Your hand; it is not your turn.\n");
    assert_null(strstr(controls_hand(other)->text, who));
    assert_null(strstr(controls_hand(other)->text, "On top"));
    assert_null(strstr(controls_hand(other)->text, "The others"));
}

/* R-24: [UNO!] is in the hand with the last card but one to be played, and until the next move for
 * who forgot it. */
static void uno_is_a_button_while_it_helps(void **state)
{
    (void)state;
    controls_deal("classic");
    const char *who = pair_of_turn();
    controls_lay("R5", "R7 G5 G9");
    scene_press(&scene, who, "hand");
    assert_null(controls_in_hand(who, "uno")); /* three are held */
    controls_lay("R5", "R7 G5");
    scene_press(&scene, who, "hand");
    assert_non_null(controls_in_hand(who, "uno"));
    assert_false(controls_in_hand(who, "uno")->strong);
    controls_lay("R5", "G7 B5");
    scene_press(&scene, who, "hand");
    assert_non_null(controls_in_hand(who, "uno"));
    controls_lay("R5", "G7 B6");
    scene_press(&scene, who, "hand");
    assert_null(controls_in_hand(who, "uno")); /* nothing fits */
    controls_lay("R5", "R7 G5");
    scene_press(&scene, who, "hand");
    scene_press(&scene, who, "play R7");
    assert_true(controls_in_hand(who, "uno")->strong); /* one is held, and it was not said */
    const char *next = pair_of_turn();
    assert_string_not_equal(next, who);
    scene_command(&scene, next, "draw"); /* the next player acts: nobody is caught any more */
    assert_int_equal(controls_game()->exposed, 0);
    assert_null(controls_in_hand(who, "uno"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, controls_set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_hand_at_its_turn),
        TEST(two_cards_offer_uno),
        TEST(a_waiting_hand_grows_no_older),
        TEST(uno_is_a_button_while_it_helps),
        TEST(a_uno_without_effect_is_not_told),
        TEST(a_uno_before_a_swap_is_not_told),
        TEST(a_colour_may_be_said_again),
        TEST(a_wild_asks_for_its_colour),
        TEST(flex_sides_are_choices),
        TEST(a_side_is_played_as_shown),
        TEST(a_name_too_many),
        TEST(a_name_too_many_elsewhere),
        TEST(a_player_is_chosen),
        TEST(the_words_are_asked_for),
        TEST(a_wild_four_is_answered),
        TEST(several_numbers_at_once),
        TEST(who_may_jump_in_sees_it),
        TEST(the_first_of_the_others_has_cards),
        TEST(a_forced_card_is_not_offered_to_be_kept),
        TEST(the_drawn_card_is_played_from_the_table),
        TEST(the_drawn_card_is_played_with_uno),
        TEST(a_drawn_wild_asks_for_its_colour),
        TEST(another_card_takes_a_wild_back),
        TEST(each_reads_their_own_language),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
