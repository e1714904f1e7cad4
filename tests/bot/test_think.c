/* Computer players that search: off the loop, dropped when overtaken, stopped at the end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

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
        TEST(hard_seats_play_a_match),
        TEST(unknown_levels_are_named),
        TEST(others_are_answered_meanwhile),
        TEST(the_end_waits_for_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
