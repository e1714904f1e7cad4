/* The document of a seat (bot/pages/seat/seat_json.h): what may be done there, in words that do it,
 * and nothing that who sits there may not know. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#include "bot/pages/json.h"
#include "bot/pages/seat/seat_json.h"
#include "bot/show/render/lines.h"
#include "bot/table/pause.h"
#include "bot/table/round/round.h"
#include "bot/text/language.h"
#include "engine/notation.h"
#include "json_read.h"
#include "tests/bot/controls.h"

static cJSON *shown; /* the last document; owned */

/* The document of a seat, as text; the caller's. */
static char *write_of(unsigned seat, const char *language)
{
    static char first[] = "alice plays";
    static char second[] = "bob draws";
    static char *const lines[] = {first, second};
    const struct seat_json_facts facts = {.seq = 41, .lines = lines, .line_count = 2};
    struct json json;
    json_init(&json);
    assert_true(seat_json_write(&json, scene_table(&scene), seat, language_find(language), &facts));
    cJSON_Delete(shown);
    shown = json_end(&json);
    assert_non_null(shown);
    return cJSON_PrintUnformatted(shown);
}

static unsigned seat_called(const char *who)
{
    return strcmp(seat_name(scene_table(&scene), 0), who) == 0 ? 0 : 1;
}

static void show_in(const char *who, const char *language)
{
    free(write_of(seat_called(who), language));
}

static void show(const char *who)
{
    show_in(who, "en");
}

/* The row of a list with that member; NULL: there is none. */
static const cJSON *row(const cJSON *list, const char *key, const char *value)
{
    const cJSON *at = NULL;
    cJSON_ArrayForEach(at, list)
    {
        if (strcmp(json_text_of(at, key), value) == 0)
            return at;
    }
    return NULL;
}

static const cJSON *control(const char *list, const char *words)
{
    return row(json_member(shown, list), "words", words);
}

static const cJSON *card(const char *code)
{
    return row(json_member(shown, "hand"), "card", code);
}

static const cJSON *way(const char *code, const char *words)
{
    const cJSON *held = card(code);
    assert_non_null(held);
    return row(json_member(held, "ways"), "words", words);
}

/* As they stand in the hand. */
static const char *codes(void)
{
    static char text[256];
    const cJSON *at = NULL;
    text[0] = '\0';
    cJSON_ArrayForEach(at, json_member(shown, "hand"))
    {
        size_t length = strlen(text);
        snprintf(text + length, sizeof(text) - length, "%s%s", length > 0 ? " " : "",
                 json_text_of(at, "card"));
    }
    return text;
}

/* -- the hand -- */

static void a_hand_at_its_turn(void **state)
{
    (void)state;
    char stamp[24];
    controls_deal("classic");
    const char *who = pair_of_turn();
    controls_lay("R5", "R7 R7 G2 W4 W B5");
    show(who);
    snprintf(stamp, sizeof(stamp), "%llu", (unsigned long long)table_stamp(scene_table(&scene)));
    assert_string_equal(json_text_of(shown, "type"), "seat");
    assert_int_equal(json_number_of(shown, "seq"), 41);
    assert_int_equal(json_number_of(shown, "turn"), seat_called(who));
    assert_int_equal(json_number_of(shown, "seat"), seat_called(who));
    assert_string_equal(json_text_of(shown, "you"), who);
    assert_string_equal(json_text_of(shown, "stamp"), stamp);
    assert_string_equal(codes(), "B5 G2 R7 R7 W W4");
    assert_string_equal(json_text_of(shown, "asked"), "");
    assert_non_null(way("R7", "play R7"));
    assert_true(cJSON_IsTrue(json_member(card("W"), "playable")));
    assert_true(cJSON_IsFalse(json_member(card("G2"), "playable")));
    assert_null(cJSON_GetObjectItem(card("G2"), "ways"));
    assert_non_null(control("actions", "draw"));
    assert_null(control("actions", "keep"));
    assert_null(control("actions", "uno"));
    assert_int_equal(cJSON_GetArraySize(json_member(shown, "choices")), 0);
    assert_non_null(control("beside", "leave"));
    assert_non_null(control("beside", "settings"));
    assert_null(control("beside", "start"));
    const cJSON *table = json_member(shown, "table");
    assert_string_equal(json_text_of(json_member(table, "play"), "top"), "R5");
    assert_int_equal(cJSON_GetArraySize(json_member(table, "lines")), 2);
    show(pair_other());
    assert_int_equal(cJSON_GetArraySize(json_member(shown, "hand")), 7);
    assert_int_equal(cJSON_GetArraySize(json_member(shown, "actions")), 0);
    assert_string_equal(json_text_of(shown, "asked"), "");
}

static void two_cards_offer_uno(void **state)
{
    (void)state;
    controls_deal("classic");
    const char *who = pair_of_turn();
    controls_lay("R5", "R7 G5");
    show(who);
    assert_true(cJSON_IsTrue(json_member(way("R7", "play R7 uno"), "uno")));
    assert_true(cJSON_IsFalse(json_member(way("R7", "play R7"), "uno")));
    assert_string_equal(json_text_of(way("R7", "play R7 uno"), "label"), "[R\u00A07] and UNO!");
    assert_non_null(control("actions", "uno"));
}

static void flex_sides_are_ways(void **state)
{
    (void)state;
    controls_deal("flex");
    const char *who = pair_of_turn();
    controls_lay("R6", "R2|B B7|R G8");
    show(who);
    assert_true(cJSON_IsTrue(json_member(way("B7|R", "play B7|R flex"), "flex")));
    assert_null(way("B7|R", "play B7|R"));
    assert_non_null(way("R2|B", "play R2|B"));
    assert_null(way("R2|B", "play R2|B flex"));
}

/* HR-14 */
static void several_numbers_are_ways(void **state)
{
    (void)state;
    scene_command(&scene, "alice", "new");
    scene_command(&scene, "bob", "join");
    scene_command(&scene, "alice", "set multi_play same_number");
    scene_press(&scene, "alice", "start");
    controls_lay("R5", "R7 G7 B2");
    show(pair_of_turn());
    assert_int_equal(json_number_of(way("R7", "play R7+G7 uno"), "more"), 1);
    assert_int_equal(json_number_of(way("R7", "play R7"), "more"), 0);
    assert_true(strstr(json_text_of(shown, "rules"), "Rules: classic, but ") != NULL);
}

/* -- what is asked -- */

static void a_wild_asks_for_its_colour(void **state)
{
    (void)state;
    controls_deal("classic");
    const char *who = pair_of_turn();
    controls_lay("R5", "W G2 G3");
    show(who);
    scene_command(&scene, who, "%s", json_text_of(way("W", "play W"), "words"));
    show(who);
    assert_string_equal(json_text_of(shown, "asked"), "[W]: which colour?");
    assert_string_equal(json_text_of(control("choices", "colour red"), "colour"), "red");
    assert_string_equal(json_text_of(control("choices", "colour red"), "label"), "red");
    assert_non_null(control("choices", "hand back"));
    assert_int_equal(cJSON_GetArraySize(json_member(shown, "actions")), 0);
    show_in(who, "fr");
    assert_string_equal(json_text_of(control("choices", "colour red"), "label"), "rouge");
    scene_command(&scene, who, "colour red");
    show(who);
    assert_int_equal(cJSON_GetArraySize(json_member(shown, "choices")), 0);
}

static void a_player_is_chosen(void **state)
{
    (void)state;
    char words[60];
    scene_command(&scene, "alice", "new classic");
    scene_command(&scene, "bob", "join");
    scene_command(&scene, "carol", "join");
    scene_command(&scene, "alice", "set seven_zero on");
    scene_press(&scene, "alice", "start");
    unsigned turn = controls_game()->turn;
    const char *who = seat_name(scene_table(&scene), turn);
    const char *other = seat_name(scene_table(&scene), (turn + 1) % 3);
    controls_lay("R5", "R7 G2 G3");
    scene_command(&scene, who, "play R7");
    free(write_of(turn, "en"));
    snprintf(words, sizeof(words), "target %s", other);
    assert_int_equal(json_number_of(control("choices", words), "target"), (turn + 1) % 3);
    assert_string_equal(json_text_of(control("choices", words), "label"), other);
    snprintf(words, sizeof(words), "target %s", who);
    assert_null(control("choices", words));
}

/* S-3 */
static void the_words_are_asked_for(void **state)
{
    (void)state;
    controls_deal("skull");
    const char *who = pair_of_turn();
    controls_lay("R5", "WS G2 G3");
    scene_command(&scene, who, "play WS red");
    show(who);
    const cJSON *words = row(json_member(shown, "choices"), "kind", "words");
    assert_non_null(words);
    scene_command(&scene, who, "%s", json_text_of(words, "words"));
    assert_said(&scene, "speaks the words of power");
}

static void a_wild_four_is_answered(void **state)
{
    (void)state;
    controls_deal("classic");
    const char *victim = pair_other();
    controls_lay("R5", "W4 G2 G3");
    scene_command(&scene, pair_of_turn(), "play w4 blue");
    show(victim);
    assert_non_null(strstr(json_text_of(shown, "asked"), "Do you accept the wild +4"));
    assert_non_null(control("actions", "challenge"));
    assert_non_null(control("actions", "accept"));
    assert_string_equal(json_text_of(json_member(json_member(shown, "table"), "play"), "phase"),
                        "challenge");
}

static void a_drawn_card_is_played_or_kept(void **state)
{
    (void)state;
    controls_deal("classic");
    const char *who = pair_of_turn();
    struct game *game = controls_game();
    const struct rules *rules = scene_table(&scene)->round->rules;
    controls_lay("R5", "B2 G3");
    struct cards reds =
        cards_without(rules->of_face[face_parse(&rules->deck, "R7", 2)], game->hand[game->turn]);
    game->pile[game->pile_count - 1] = (uint8_t)cards_first(reds);
    scene_command(&scene, who, "draw");
    show(who);
    assert_string_equal(codes(), "B2 G3 R7");
    assert_non_null(way("R7", "play R7"));
    assert_true(cJSON_IsFalse(json_member(card("B2"), "playable")));
    assert_non_null(control("actions", "keep"));
    assert_null(control("actions", "draw"));
}

static void who_has_not_said_uno_is_caught(void **state)
{
    (void)state;
    char words[60];
    controls_deal("classic");
    const char *who = pair_of_turn();
    const char *other = pair_other();
    controls_lay("R5", "R7 G5");
    scene_command(&scene, who, "play R7");
    snprintf(words, sizeof(words), "catch %s", who);
    show(other);
    assert_non_null(control("actions", words));
    show(who);
    assert_null(control("actions", words));
    assert_true(cJSON_IsTrue(json_member(control("actions", "uno"), "strong")));
    show(other);
    assert_true(cJSON_IsTrue(
        json_member(cJSON_GetArrayItem(json_member(json_member(shown, "table"), "seats"),
                                       (int)seat_called(who)),
                    "exposed")));
}

/* -- the table -- */

static void the_lobby_begins_the_match(void **state)
{
    (void)state;
    scene_command(&scene, "alice", "new");
    free(write_of(0, "fr"));
    assert_string_equal(json_text_of(json_member(shown, "table"), "state"), "lobby");
    assert_true(cJSON_IsTrue(json_member(control("beside", "start"), "off")));
    assert_string_equal(json_text_of(control("beside", "settings"), "label"), "Paramètres");
    assert_true(cJSON_IsNull(json_member(shown, "turn")));
    assert_true(cJSON_IsFalse(json_member(shown, "plays")));
    assert_string_equal(json_text_of(shown, "asked"), "");
    assert_string_equal(json_text_of(shown, "stamp"), "0");
    scene_command(&scene, "bob", "join");
    free(write_of(1, "en"));
    assert_true(cJSON_IsTrue(json_member(control("beside", "start"), "strong")));
    assert_string_equal(json_text_of(shown, "rules"), "Rules: classic, as on its sheet.");
    scene_command(&scene, "alice", "%s", json_text_of(control("beside", "start"), "words"));
    free(write_of(1, "en"));
    assert_string_equal(json_text_of(json_member(shown, "table"), "state"), "round");
}

/* Who sits down in mid-round sees what everybody sees, until the next deal. */
static void who_joins_in_mid_round_looks_on(void **state)
{
    (void)state;
    controls_deal("classic");
    scene_command(&scene, "carol", "join");
    free(write_of(2, "en"));
    assert_true(cJSON_IsFalse(json_member(shown, "plays")));
    assert_int_equal(cJSON_GetArraySize(json_member(shown, "hand")), 0);
    assert_int_equal(cJSON_GetArraySize(json_member(shown, "actions")), 0);
    assert_non_null(control("beside", "leave"));
}

static void a_round_that_is_over_counts_down(void **state)
{
    (void)state;
    scene_command(&scene, "alice", "new classic");
    scene_command(&scene, "bob", "join");
    scene_command(&scene, "alice", "set score points_500");
    scene_press(&scene, "alice", "start");
    const char *who = pair_of_turn();
    controls_lay("R5", "R7");
    scene_command(&scene, who, "play R7");
    show(who);
    assert_string_equal(json_text_of(json_member(shown, "table"), "state"), "between");
    assert_string_equal(json_text_of(json_member(json_member(shown, "table"), "clock"), "for"),
                        "deal");
    assert_true(json_number_of(json_member(json_member(shown, "table"), "clock"), "left") > 0);
    assert_int_equal(cJSON_GetArraySize(json_member(shown, "hand")), 0);
    assert_null(control("beside", "start"));
}

static void a_lobby_counts_down_to_its_own_deal(void **state)
{
    (void)state;
    script_join(scene.adapter, "#table", "oper", NULL, true);
    scene_command(&scene, "oper", "set channel autostart 60");
    scene_command(&scene, "alice", "new classic");
    show("alice");
    const cJSON *table = json_member(shown, "table");
    assert_int_equal(json_number_of(table, "autostart"), 60);
    assert_true(cJSON_IsNull(json_member(json_member(table, "clock"), "for")));
    scene_command(&scene, "bob", "join");
    show("alice");
    table = json_member(shown, "table");
    assert_string_equal(json_text_of(json_member(table, "clock"), "for"), "start");
    assert_true(json_number_of(json_member(table, "clock"), "left") > 50000);
    assert_int_equal(json_number_of(json_member(table, "clock"), "whole"), 60000);
    scene_command(&scene, "oper", "set channel autostart full");
    show("alice");
    table = json_member(shown, "table");
    assert_string_equal(json_text_of(table, "autostart"), "full");
    assert_true(cJSON_IsNull(json_member(json_member(table, "clock"), "for")));
    scene_press(&scene, "alice", "start");
    show("alice");
    assert_true(cJSON_IsNull(json_member(json_member(shown, "table"), "autostart")));
}

static void a_pause_is_ended_by_who_sits_there(void **state)
{
    (void)state;
    controls_deal("classic");
    pause_begin(scene_table(&scene));
    show("alice");
    assert_non_null(control("beside", "resume"));
    assert_true(
        cJSON_IsTrue(json_member(json_member(json_member(shown, "table"), "clock"), "paused")));
    pause_end(scene_table(&scene));
    show("alice");
    assert_null(control("beside", "resume"));
}

/* -- secrets -- */

/* The document without the time that is left. */
static char *write_timeless(unsigned seat)
{
    free(write_of(seat, "en"));
    cJSON_DeleteItemFromObject(cJSON_GetObjectItem(shown, "table"), "clock");
    return cJSON_PrintUnformatted(shown);
}

/* Of two rounds that differ only in what the seat does not know the documents are the same. */
static void expect_nothing_hidden(unsigned seat, unsigned *chance)
{
    struct table *table = scene_table(&scene);
    struct game before = table->round->game;
    char *one = write_timeless(seat);
    for (unsigned i = 0; i < 3; i++) {
        /* The card that was drawn is its player's alone: it stays where it is. */
        if (before.phase == PHASE_DRAWN && before.turn != seat)
            break;
        controls_shuffle_hidden(seat, chance);
        char *other = write_timeless(seat);
        table->round->game = before;
        assert_string_equal(one, other);
        free(other);
    }
    free(one);
}

static void no_byte_tells_what_is_hidden(void **state)
{
    (void)state;
    unsigned chance = 7;
    unsigned moves = 0;
    controls_deal("classic");
    for (; moves < 300 && scene_table(&scene)->round != NULL; moves++) {
        const char *who = pair_of_turn();
        const char *words = NULL;
        for (unsigned seat = 0; seat < 2; seat++)
            expect_nothing_hidden(seat, &chance);
        show(who);
        const cJSON *at = NULL;
        cJSON_ArrayForEach(at, json_member(shown, "hand"))
        {
            if (cJSON_IsTrue(json_member(at, "playable")))
                words = json_text_of(cJSON_GetArrayItem(json_member(at, "ways"), 0), "words");
        }
        const cJSON *first = cJSON_GetArrayItem(json_member(shown, "choices"), 0);
        if (first == NULL && words == NULL)
            first = cJSON_GetArrayItem(json_member(shown, "actions"), 0);
        scene_command(&scene, who, "%s", first != NULL ? json_text_of(first, "words") : words);
    }
    assert_true(moves > 10);
    assert_null(scene_table(&scene)->round); /* what the document offers plays a round to its end */
}

static int tear_down(void **state)
{
    cJSON_Delete(shown);
    shown = NULL;
    return pair_tear_down(state);
}

#define SEAT_TEST(name) cmocka_unit_test_setup_teardown(name, controls_set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        SEAT_TEST(a_hand_at_its_turn),
        SEAT_TEST(two_cards_offer_uno),
        SEAT_TEST(flex_sides_are_ways),
        SEAT_TEST(several_numbers_are_ways),
        SEAT_TEST(a_wild_asks_for_its_colour),
        SEAT_TEST(a_player_is_chosen),
        SEAT_TEST(the_words_are_asked_for),
        SEAT_TEST(a_wild_four_is_answered),
        SEAT_TEST(a_drawn_card_is_played_or_kept),
        SEAT_TEST(who_has_not_said_uno_is_caught),
        SEAT_TEST(the_lobby_begins_the_match),
        SEAT_TEST(who_joins_in_mid_round_looks_on),
        SEAT_TEST(a_round_that_is_over_counts_down),
        SEAT_TEST(a_lobby_counts_down_to_its_own_deal),
        SEAT_TEST(a_pause_is_ended_by_who_sits_there),
        SEAT_TEST(no_byte_tells_what_is_hidden),
    };
    language_setup();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
