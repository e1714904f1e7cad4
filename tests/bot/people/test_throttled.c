/* Who types too much is ignored, and nobody else is (bot/people/flood.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bot/people/flood.h"
#include "bot/text/language.h"
#include "tests/bot/pair.h"

static int set_up(void **state)
{
    assert_true(language_setup());
    pair_set_up(state);
    script_entered(scene.adapter, "#c0");
    scene_settle(&scene);
    return 0;
}

/* Another nick of a flooding account is ignored as well, another account is not. */
static void a_flooding_account_is_ignored(void **state)
{
    (void)state;
    script_join(scene.adapter, "#table", "f1", "flood", false);
    script_join(scene.adapter, "#table", "f2", "flood", false);
    script_join(scene.adapter, "#table", "g", "good", false);
    for (unsigned i = 0; i < 30; i++)
        scene_type(&scene, "f1", "!help");
    scene_settle(&scene);
    assert_said(&scene, "@f1: You type faster than I listen");
    scene_do(&scene, "f2", "!help");
    assert_int_equal(scene_count(&scene, ""), 0);
    scene_do(&scene, "g", "!help");
    assert_int_equal(scene_count(&scene, "@g"), 1);
}

/* Who goes on as fast as they are listened to again is not told each time. */
static void a_flood_hears_one_word(void **state)
{
    (void)state;
    const struct chat_user user = {.id = "drip"};
    const struct flood flood = {.network = scene.name, .user = &user};
    while (!flood_charge(scene.loop, &flood, 1))
        assert_false(flood_full(scene.loop, &flood));
    for (unsigned i = 0; i < 2; i++) {
        while (flood_full(scene.loop, &flood))
            scene_turn(&scene);
        assert_false(flood_charge(scene.loop, &flood, 1));
    }
}

/* Ever new nicks of one host hear one word, then nothing. */
static void a_flooding_host_is_ignored(void **state)
{
    (void)state;
    unsigned words = 0;
    scene_mark(&scene);
    for (unsigned i = 0; i < 80; i++) {
        char who[16];
        char host[32];
        snprintf(who, sizeof(who), "clone%u", i);
        snprintf(host, sizeof(host), "u%u@clone.example", i);
        script_join_from(scene.adapter, "#table", who, host);
        scene_whisper(&scene, who, "!help");
        scene_whisper(&scene, who, "!help");
    }
    scene_settle(&scene);
    for (size_t i = scene.mark; i < script_lines(scene.adapter); i++)
        words += strstr(script_line(scene.adapter, i), "please wait") != NULL;
    assert_int_equal(words, 1);
    assert_in_range(scene_count(&scene, "@clone"), 25, 70);
    script_join_from(scene.adapter, "#table", "late", "u@clone.example");
    scene_do(&scene, "late", "!help");
    assert_int_equal(scene_count(&scene, ""), 0);
    scene_do(&scene, "bob", "!help");
    assert_int_equal(scene_count(&scene, "@bob"), 1);
}

/* The channel then stays full for longer than a test takes. */
static void crowd_floods(void)
{
    static const struct chat_user other = {.id = "other"};
    const struct flood flood = {.network = scene.name, .user = &other, .channel = "#table"};
    for (unsigned i = 0; i < 120; i++) {
        char who[16];
        snprintf(who, sizeof(who), "crowd%u", i);
        scene_join(&scene, who);
        scene_type(&scene, who, "!table");
    }
    scene_settle(&scene);
    flood_charge(scene.loop, &flood, 100);
}

/* A channel where many ask too much is not answered for a while; the round there goes on. */
static void a_flooded_channel_lets_moves_through(void **state)
{
    (void)state;
    pair_seat(true);
    crowd_floods();
    scene_do(&scene, "carol", "!table");
    assert_int_equal(scene_count(&scene, ""), 0);
    scene_do(&scene, pair_of_turn(), "!hand");
    assert_said(&scene, "Your hand: ");
    scene_do(&scene, pair_of_turn(), "!draw");
    assert_said(&scene, " draws");
    script_type(scene.adapter, "#c0", "carol", "!new"); /* other channels are answered */
    scene_settle(&scene);
    assert_said(&scene, "#c0: carol opens a table");
}

/* Those who look on cannot keep the table from beginning, or its people from ruling it: who sits
 * there owes for what they type themselves. */
static void a_flooded_channel_hears_who_sits_there(void **state)
{
    (void)state;
    pair_seat(false);
    crowd_floods();
    scene_do(&scene, "carol", "!join");
    assert_int_equal(scene_count(&scene, ""), 0);
    scene_do(&scene, "alice", "!set score points_500");
    assert_said(&scene, "alice sets: ");
    scene_do(&scene, "bob", "!start");
    assert_said(&scene, "cards each");
    for (unsigned i = 0; i < 40; i++)
        scene_type(&scene, "bob", "!help");
    scene_settle(&scene);
    scene_do(&scene, "bob", "!help");
    assert_int_equal(scene_count(&scene, ""), 0);
}

/* "A legal move is never eaten by the limit on commands": who typed too much plays on, and hears
 * nothing of what is no legal move. */
static void a_legal_move_is_never_eaten(void **state)
{
    (void)state;
    pair_seat(true);
    const char *who = pair_of_turn();
    const char *other = pair_other();
    scene_do(&scene, who, "!uno"); /* whatever it costs */
    for (unsigned i = 0; i < 40; i++)
        scene_type(&scene, who, "!help");
    scene_settle(&scene);
    scene_do(&scene, who, "!help");
    assert_int_equal(scene_count(&scene, ""), 0);
    scene_do(&scene, who, "!play xyzzy");
    scene_do(&scene, who, "!keep");
    scene_do(&scene, who, "!uno");
    scene_do(&scene, who, "!hand");
    assert_int_equal(scene_count(&scene, ""), 0);
    scene_do(&scene, who, "!draw");
    assert_said(&scene, " draws 1 card");
    if (scene_table(&scene)->round->game.phase == PHASE_DRAWN)
        scene_do(&scene, who, "!keep");
    assert_string_equal(pair_of_turn(), other);
    scene_do(&scene, who, "!draw"); /* not their turn */
    assert_int_equal(scene_count(&scene, ""), 0);
    scene_do(&scene, other, "!hand");
    assert_said(&scene, "Your hand: ");
}

/* Of a wild card that lacks its colour the question is asked once. */
static void a_question_is_asked_once_of_who_types_too_much(void **state)
{
    (void)state;
    pair_seat(true);
    const char *who = pair_of_turn();
    struct game *game = &scene_table(&scene)->round->game;
    const struct deck *deck = &scene_table(&scene)->round->rules->deck;
    unsigned card = 0;
    while (deck->face[deck->face_of[card]].kind != KIND_WILD)
        card++;
    pair_give(game->turn, card);
    for (unsigned i = 0; i < 40; i++)
        scene_type(&scene, who, "!help");
    scene_settle(&scene);
    scene_do(&scene, who, "!play w");
    assert_said(&scene, "Which colour?");
    scene_do(&scene, who, "!play w");
    assert_int_equal(scene_count(&scene, ""), 0);
    scene_do(&scene, who, "!colour red");
    assert_said(&scene, " plays [W] and names red");
}

/* Who closes a table by the command that is one too many hears that, there and in private. */
static void the_last_word_may_close_a_table(void **state)
{
    unsigned words = 0;
    (void)state;
    for (unsigned i = 0; i < 24; i++) {
        char who[16];
        snprintf(who, sizeof(who), "last%u", i);
        const struct chat_user user = {.id = who};
        const struct flood flood = {.network = scene.name, .user = &user};
        scene_join(&scene, who);
        scene_do(&scene, who, "!new");
        flood_charge(scene.loop, &flood, 18 + i / 2);
        script_type(scene.adapter, i % 2 == 0 ? "#table" : NULL, who, "!stop");
        scene_settle(&scene);
        words += scene_said(&scene, "closes the table") != NULL &&
                 scene_said(&scene, ": You type faster than I listen") != NULL;
        if (scene_table(&scene) != NULL) /* they were not listened to */
            table_close(scene_table(&scene));
    }
    assert_in_range(words, 2, 4);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_flooding_account_is_ignored),
        TEST(a_flood_hears_one_word),
        TEST(a_flooding_host_is_ignored),
        TEST(a_flooded_channel_lets_moves_through),
        TEST(a_flooded_channel_hears_who_sits_there),
        TEST(a_legal_move_is_never_eaten),
        TEST(a_question_is_asked_once_of_who_types_too_much),
        TEST(the_last_word_may_close_a_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
