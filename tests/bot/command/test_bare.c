/* Words without a prefix in a channel: which of them are commands, and whose. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "tests/bot/pair.h"

/* R-13's turn order aside: bare words are for seated players of a running round. */
static void bare_words_are_for_players(void **state)
{
    (void)state;
    static const char *const words[] = {"jo", "pl r5", "dr", "pa", "co red", "ca",
                                        "cd", "tu",    "od", "ct", "uno"};
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        scene_do(&scene, "carol", "%s", words[i]);
        assert_int_equal(scene_count(&scene, ""), 0);
    }
    pair_seat(false);
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        scene_do(&scene, i % 2 == 0 ? "carol" : "alice", "%s", words[i]);
        assert_int_equal(scene_count(&scene, ""), 0);
    }
    scene_do(&scene, "alice", "!start");
    const char *who = pair_of_turn();
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        scene_do(&scene, "carol", "%s", words[i]);
        assert_int_equal(scene_count(&scene, ""), 0);
    }
    scene_do(&scene, who, "ca");
    assert_said(&scene, "Your turn on ");
    scene_do(&scene, who, "CD");
    assert_said(&scene, "#table: On top ");
    scene_do(&scene, who, "tu");
    assert_said(&scene, "#table: → ");
    scene_do(&scene, pair_other(), "od");
    assert_said(&scene, "#table: → ");
    scene_do(&scene, pair_other(), "ct");
    assert_said(&scene, "#table: → ");
    scene_do(&scene, pair_other(), "jo");
    assert_said(&scene, "You have a seat already");
    scene_do(&scene, who, "pl");
    assert_said(&scene, "Which card?");
    scene_do(&scene, who, "dr");
    assert_said(&scene, "draws 1 card");
}

/* "last card" is UNO, in both languages, with the prefix or without. Before a round, and from
 * anybody else, it is talk. */
static void last_card_says_uno(void **state)
{
    (void)state;
    static const char *const calls[] = {"!last card", "Last card!", "lastcard", "dernière carte",
                                        "!derniere-carte"};
    pair_seat(false);
    scene_do(&scene, "alice", "last card");
    assert_int_equal(scene_count(&scene, ""), 0);
    scene_do(&scene, "alice", "!start");
    for (unsigned i = 0; i < ARRAY_SIZE(calls); i++) {
        scene_do(&scene, "carol", "%s", calls[i]);
        assert_int_equal(scene_count(&scene, "alice"), 0);
        scene_do(&scene, "alice", "%s", calls[i]); /* nobody holds one card: R-26 refuses */
        assert_int_equal(scene_count(&scene, "@alice"), 1);
        assert_said(&scene, "UNO");
    }
    scene_do(&scene, "alice", "last card game was fun");
    assert_int_equal(scene_count(&scene, ""), 0);
}

/* The word of the prompt is the answer to it, and talk from anybody else. */
static void what_is_asked_is_answered_bare(void **state)
{
    (void)state;
    static const char *const keeps[] = {"keep", "Keep!", "garde", "ke"};
    pair_seat(true);
    const struct game *game = &scene_table(&scene)->round->game;
    for (unsigned n = 0; n < ARRAY_SIZE(keeps); n++) {
        for (unsigned i = 0; game->phase != PHASE_DRAWN && i < 60; i++) {
            scene_do(&scene, pair_of_turn(), n < 3 ? "keep" : "accept");
            assert_int_equal(scene_count(&scene, ""), 0);
            scene_do(&scene, pair_of_turn(), "!draw");
        }
        assert_int_equal(game->phase, PHASE_DRAWN);
        scene_do(&scene, pair_other(), "keep");
        scene_do(&scene, pair_of_turn(), "keep it real");
        assert_int_equal(scene_count(&scene, ""), 0);
        scene_do(&scene, pair_of_turn(), "%s", keeps[n]);
        assert_said(&scene, " keeps it");
    }
}

/* One may accept or challenge a wild +4 in the words of the question, and knows what it costs. */
static void a_wild_four_is_answered_bare(void **state)
{
    (void)state;
    static const char *const answers[] = {"accept", "challenge", "ac", "ch"};
    for (unsigned n = 0; n < ARRAY_SIZE(answers); n++) {
        pair_seat(true);
        struct table *table = scene_table(&scene);
        const struct deck *deck = &table->round->rules->deck;
        unsigned four = 0;
        while (deck->face[deck->face_of[four]].kind != KIND_WILD_DRAW4)
            four++;
        pair_give(table->round->game.turn, four);
        const char *who = pair_of_turn();
        scene_do(&scene, who, "!play w+4 red");
        assert_said(&scene, " — !accept (4 cards) or !challenge (6 cards if it was no bluff)");
        assert_refused(&scene, who, "!draw", "It is not your turn. ");
        scene_do(&scene, who, "%s", n < 2 ? answers[n] : "challenge");
        assert_int_equal(scene_count(&scene, ""), 0);
        scene_do(&scene, pair_of_turn(), "%s", answers[n]);
        assert_said(&scene, n % 2 == 0 ? " accepts" : " challenges ");
        scene_do(&scene, "oper", "!stop");
        scene_do(&scene, "oper", "!stop");
        scene_do(&scene, "oper", "!stop");
        assert_null(scene_table(&scene));
    }
}

/* Talk that begins with a bare word is talk. */
static void talk_is_no_command(void **state)
{
    (void)state;
    static const char *const talk[] = {
        "tu dors ?", "ca va bien ?",      "cd is a thing of the past",
        "dr who",    "pa is coming home", "od is what it is",
        "ct scan",   "jo said so",        "hello",
        "!!!"};
    pair_seat(true);
    for (unsigned i = 0; i < ARRAY_SIZE(talk); i++) {
        scene_do(&scene, i % 2 == 0 ? "alice" : "bob", "%s", talk[i]);
        assert_int_equal(scene_count(&scene, ""), 0);
    }
    scene_do(&scene, "alice", "!nonsense");
    assert_int_equal(scene_count(&scene, ""), 0);
    scene_do(&scene, "carol", "!nonsense");
    assert_int_equal(scene_count(&scene, ""), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, pair_set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(bare_words_are_for_players),
        TEST(last_card_says_uno),
        TEST(what_is_asked_is_answered_bare),
        TEST(a_wild_four_is_answered_bare),
        TEST(talk_is_no_command),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
