/* Computer players that search: off the loop, dropped when overtaken, stopped at the end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bot/language.h"
#include "bot/think.h"
#include "pair.h"

/* A player that thinks until somebody stops it. */
static atomic_bool began;

static void ponder(const struct rules *rules, const struct view *view, struct chance *chance,
                   const struct player_budget *budget, struct action *action)
{
    atomic_store(&began, true);
    while (!atomic_load(budget->stop))
        ;
    player_find("normal")->choose(rules, view, chance, NULL, action);
}

static const struct player_impl ponderer = {
    .name = "normal", .searches = true, .choose = ponder, .notices = 100};

static void hard_seats_play_a_match(void **state)
{
    (void)state;
    scene.host.options.search_nodes = 300; /* a build without optimisation takes its time */
    scene_do(&scene, "alice", "!uno");
    scene_do(&scene, "alice", "!bots 3 hard");
    assert_said(&scene, "At the table: ");
    scene_type(&scene, "alice", "!start");
    struct actor alice = {.name = "alice"};
    scene_mark(&scene);
    scene_play(&scene, &alice, 1, "wins the round", 500);
}

static void unknown_levels_are_named(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!uno");
    assert_refused(&scene, "alice", "!bots 2 genius", "easy, normal, hard and random");
}

static const char *level_of(unsigned seat)
{
    return scene_table(&scene)->seats[seat].player->name;
}

/* A level is for those who come; where nobody comes, for all that are there. */
static void levels_are_mixed(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!uno");
    scene_do(&scene, "alice", "!bots 1");
    scene_do(&scene, "alice", "!bots 2 hard");
    assert_said(&scene, "alice, Ada (computer, normal), Blaise (computer, hard)");
    scene_do(&scene, "alice", "!bots 3 Débutant");
    assert_said(&scene, "(computer, normal), Blaise (computer, hard), Grace (computer, easy)");
    scene_do(&scene, "alice", "!bots 4");
    assert_string_equal(level_of(4), "normal");
    scene_do(&scene, "alice", "!bots 3");
    assert_string_equal(level_of(2), "hard");
    assert_string_equal(level_of(3), "easy");
    scene_do(&scene, "alice", "!bots 3 random");
    for (unsigned seat = 1; seat <= 3; seat++)
        assert_string_equal(level_of(seat), "random");
    scene_do(&scene, "alice", "!bots 2 easy"); /* one goes, the others are to be so */
    assert_string_equal(level_of(1), "easy");
    assert_string_equal(level_of(2), "easy");
    scene_do(&scene, "alice", "!order");
    assert_said(&scene, "Blaise (computer, easy)");
}

static void a_match_keeps_its_levels(void **state)
{
    (void)state;
    scene.host.options.bot_delay = 100000;
    scene_do(&scene, "alice", "!uno");
    scene_do(&scene, "alice", "!bots 1 easy");
    scene_do(&scene, "alice", "!bots 2 hard");
    scene_do(&scene, "alice", "!start");
    assert_refused(&scene, "alice", "!bots 2 normal", "Not while a match runs");
    assert_refused(&scene, "alice", "!bots 1 normal", "Not while a match runs");
    scene_do(&scene, "alice", "!bots 3 random"); /* for the next round */
    assert_said(&scene, "At the table: ");
    scene_down(&scene);
    scene_up(&scene);
    scene_settle(&scene);
    static const char *const levels[] = {"easy", "hard", "random"};
    for (unsigned i = 0; i < 3; i++)
        assert_string_equal(level_of(i + 1), levels[i]);
    assert_int_equal(scene_table(&scene)->round->game.players, 3);
}

static void levels_have_french_names(void **state)
{
    (void)state;
    assert_true(language_setup());
    scene_do(&scene, "alice", "!uno");
    scene_do(&scene, "alice", "!lang fr channel");
    scene_do(&scene, "alice", "!ordis 1 difficile");
    assert_said(&scene, "Ada (ordinateur, difficile)");
    scene_do(&scene, "alice", "!ordis 2 facile");
    assert_said(&scene, "Ada (ordinateur, difficile), Blaise (ordinateur, facile)");
    assert_refused(&scene, "alice", "!ordis 3 génial", "facile, normal, difficile et hasard");
}

/* Seats bob's place with the ponderer, and lets it begin. */
static void begin_to_ponder(void)
{
    scene_do(&scene, "alice", "!uno");
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "alice", "!bots 1 hard");
    struct table *table = scene_table(&scene);
    table->seats[2].player = &ponderer;
    atomic_store(&began, false);
    scene_type(&scene, "alice", "!start");
    for (unsigned i = 0; i < 100000 && !atomic_load(&began); i++) {
        scene_turn(&scene);
        if (table->state == TABLE_ROUND && table->round->game.turn != 2)
            scene_type(&scene, seat_name(table, table->round->game.turn), "!draw"), /* */
                scene_turn(&scene),
                scene_type(&scene, seat_name(table, table->round->game.turn), "!keep");
    }
    assert_true(atomic_load(&began));
    assert_non_null(table->thought);
}

static void others_are_answered_meanwhile(void **state)
{
    (void)state;
    begin_to_ponder();
    scene_mark(&scene);
    scene_type(&scene, "alice", "!help");
    scene_wait(&scene, "@alice");
    assert_non_null(scene_table(&scene)->thought);
    scene_type(&scene, "alice", "!stop"); /* overtakes it */
    for (unsigned i = 0;
         i < 100000 && scene_table(&scene) != NULL && scene_table(&scene)->thought != NULL; i++)
        scene_turn(&scene);
    assert_true(scene_table(&scene) == NULL || scene_table(&scene)->thought == NULL);
}

static void the_end_waits_for_nobody(void **state)
{
    (void)state;
    begin_to_ponder(); /* and the scene is finished */
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, pair_set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(hard_seats_play_a_match),  TEST(unknown_levels_are_named),
        TEST(levels_are_mixed),         TEST(a_match_keeps_its_levels),
        TEST(levels_have_french_names), TEST(others_are_answered_meanwhile),
        TEST(the_end_waits_for_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
