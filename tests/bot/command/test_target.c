/* A person at two tables: which one a private word is about, and whence a whisper comes
 * (bot/command/target.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "bot/text/language.h"
#include "tests/bot/pair.h"

static struct table *other; /* in #other */

static void type_there(const char *who, const char *text)
{
    script_type(scene.adapter, "#other", who, text);
    scene_settle(&scene);
}

/* Whose turn it is there. */
static void turn_to(struct table *table, const char *who)
{
    struct game *game = &table->round->game;
    for (unsigned i = 0; i < game->players; i++) {
        if (strcmp(seat_name(table, i), who) == 0)
            game->turn = (uint8_t)i;
    }
    game->phase = PHASE_TURN;
    scene_mark(&scene);
}

/* alice and bob play at two tables. */
static int set_up(void **state)
{
    static const char *const both[] = {"alice", "bob"};
    assert_true(language_setup());
    pair_set_up(state);
    script_entered(scene.adapter, "#other");
    for (unsigned i = 0; i < 2; i++)
        script_join(scene.adapter, "#other", both[i], NULL, false);
    scene_settle(&scene);
    pair_seat(true);
    type_there("alice", "!new");
    type_there("bob", "!join");
    type_there("alice", "!start");
    other = table_at(scene.host.tables, scene.network, "#other");
    assert_non_null(other->round);
    return 0;
}

static bool moved(const struct table *table, uint32_t before)
{
    return table->round->seq > before;
}

/* "commands in private go to the table they name" */
static void a_table_is_named(void **state)
{
    static const char *const ways[] = {"draw #other", "#other draw", "!draw #other", "#other dr"};
    (void)state;
    for (unsigned i = 0; i < ARRAY_SIZE(ways); i++) {
        turn_to(other, "alice");
        turn_to(scene_table(&scene), "alice");
        uint32_t before = other->round->seq;
        uint32_t here = scene_table(&scene)->round->seq;
        scene_tell(&scene, "alice", "%s", ways[i]);
        assert_true(moved(other, before));
        assert_false(moved(scene_table(&scene), here));
        assert_said(&scene, "#other: alice draws 1 card");
    }
    scene_tell(&scene, "alice", "help play");
    assert_said(&scene, " In private name the table, too: !play #table");
    scene_tell(&scene, "alice", "order #table");
    assert_said(&scene, "@alice: [#table] ");
    scene_tell(&scene, "alice", "#other xyzzy");
    assert_not_said(&scene, "alice draws");
}

/* "or the one where it is their turn" */
static void the_turn_tells(void **state)
{
    (void)state;
    turn_to(scene_table(&scene), "bob");
    turn_to(other, "alice");
    scene_tell(&scene, "alice", "draw");
    assert_said(&scene, "#other: alice draws 1 card");
    turn_to(scene_table(&scene), "alice");
    turn_to(other, "bob");
    scene_tell(&scene, "alice", "dr");
    assert_said(&scene, "#table: alice draws 1 card");
}

/* A colour whose +2 alice does not hold there. */
static const char *missing_colour(void)
{
    static const char *const words[] = {
        [COLOUR_RED] = "red", [COLOUR_GREEN] = "green", [COLOUR_BLUE] = "blue"};
    const struct rules *rules = other->round->rules;
    struct cards held =
        cards_and(rules->of_kind[KIND_DRAW2], other->round->game.hand[other->round->game.turn]);
    unsigned colour = COLOUR_RED;
    while (!cards_empty(cards_and(held, rules->of_colour[colour])))
        colour++;
    assert_true(colour <= COLOUR_BLUE);
    return words[colour];
}

/* A command that names a card is a play of it (line_take_card()), at the table that is named, or
 * where it is their turn. */
static void a_card_in_a_command_goes_there(void **state)
{
    static const char *const ways[] = {"draw 2", "!draw #other 2", "#other draw two"};
    (void)state;
    for (unsigned i = 0; i < ARRAY_SIZE(ways); i++) {
        turn_to(scene_table(&scene), i == 0 ? "bob" : "alice");
        turn_to(other, "alice");
        uint32_t before = other->round->seq;
        scene_tell(&scene, "alice", "%s %s", ways[i], missing_colour());
        assert_said(&scene, "You do not hold that card");
        assert_false(moved(other, before));
    }
}

/* "else a question": nothing is done. */
static void what_is_not_clear_is_asked(void **state)
{
    static const char *const words[] = {"draw", "play r5", "hand", "uno", "r5", "away"};
    (void)state;
    turn_to(scene_table(&scene), "alice");
    turn_to(other, "alice");
    uint32_t here = scene_table(&scene)->round->seq;
    uint32_t there = other->round->seq;
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        scene_tell(&scene, "alice", "%s", words[i]);
        assert_int_equal(scene_count(&scene, ""), 1);
        assert_said(&scene, "@alice: You sit at several tables (#");
        assert_said(&scene, "say which one you mean, for example !");
    }
    assert_false(moved(scene_table(&scene), here) || moved(other, there));
}

/* What cannot be taken back is asked also when the turn would tell. */
static void leaving_is_asked(void **state)
{
    static const char *const words[] = {"leave", "stop", "kick bob", "set turn_limit 60", "pause"};
    (void)state;
    turn_to(scene_table(&scene), "bob");
    turn_to(other, "alice");
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        scene_tell(&scene, "alice", "%s", words[i]);
        assert_said(&scene, "@alice: You sit at several tables");
    }
    scene_tell(&scene, "alice", "leave #other");
    assert_said(&scene, "#other: alice leaves the table");
    scene_tell(&scene, "alice", "draw"); /* one table is left: no more questions */
    assert_not_said(&scene, "several tables");
}

/* In the channel it is the channel's. */
static void a_channel_is_clear(void **state)
{
    (void)state;
    turn_to(scene_table(&scene), "alice");
    turn_to(other, "alice");
    scene_do(&scene, "alice", "!draw");
    assert_said(&scene, "#table: alice draws 1 card");
    assert_not_said(&scene, "#other: ");
}

/* "whispers name their channel when there is more than one" */
static void whispers_name_their_channel(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!hand");
    assert_said(&scene, "@alice: [#table] ");
    assert_said(&scene, "Your hand: ");
    scene_tell(&scene, "bob", "hand #other");
    assert_said(&scene, "@bob: [#other] ");
    turn_to(other, "bob");
    scene_tell(&scene, "alice", "draw #other");
    assert_said(&scene, "@alice: [#other] It is not your turn.");
    scene_tell(&scene, "bob", "leave #other");
    scene_do(&scene, "bob", "!hand");
    assert_said(&scene, "@bob: ");
    assert_not_said(&scene, "@bob: [#table] ");
}

/* A table in the private talk itself is meant by what is said there, but for a move that is due
 * elsewhere. */
static void the_private_talk_has_a_table(void **state)
{
    (void)state;
    scene_tell(&scene, "carol", "new");
    assert_said(&scene, "@carol: A table for you alone");
    scene_do(&scene, "carol", "!join");
    scene_tell(&scene, "carol", "leave");
    assert_said(&scene, "@carol: carol leaves the table.");
    scene_do(&scene, "carol", "!leave");
    type_there("alice", "!leave");
    scene_do(&scene, "alice", "!leave");
    scene_do(&scene, "oper", "!stop");
    scene_tell(&scene, "alice", "new");
    assert_said(&scene, "@alice: A table for you alone");
    pair_seat(true);
    scene_tell(&scene, "alice", "bots 1");
    assert_said(&scene, "At the table: alice, ");
    turn_to(scene_table(&scene), "alice");
    scene_tell(&scene, "alice", "draw");
    assert_said(&scene, "#table: alice draws 1 card");
    scene_tell(&scene, "alice", "stop");
    assert_said(&scene, "The table is closed");
    assert_non_null(scene_table(&scene)->round);
}

static void questions_are_french_too(void **state)
{
    (void)state;
    scene_tell(&scene, "alice", "lang fr");
    turn_to(scene_table(&scene), "alice");
    turn_to(other, "alice");
    scene_tell(&scene, "alice", "piger");
    assert_said(&scene, "@alice: Vous jouez à plusieurs tables (#");
    assert_said(&scene, "!piger #");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_table_is_named),
        TEST(the_turn_tells),
        TEST(a_card_in_a_command_goes_there),
        TEST(what_is_not_clear_is_asked),
        TEST(leaving_is_asked),
        TEST(a_channel_is_clear),
        TEST(whispers_name_their_channel),
        TEST(the_private_talk_has_a_table),
        TEST(questions_are_french_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
