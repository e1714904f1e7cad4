/* How many lines a turn costs: four people play a match of classic, as quick as they are asked. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "bot/language.h"
#include "scene.h"

static struct scene scene;

/* All that was said since the mark, to the channel and in whispers. */
static void count(unsigned *channel, unsigned *whispers)
{
    *channel += scene_count(&scene, "#table: ");
    *whispers += scene_count(&scene, "@");
}

static void a_turn_costs_few_lines(void **state)
{
    (void)state;
    struct actor actors[] = {
        {.name = "alice"}, {.name = "bob"}, {.name = "carol"}, {.name = "dave"}};
    unsigned chance = 7, channel = 0, whispers = 0, turns = 0;
    scene_init(&scene, SCENE_MEMORY);
    scene_begin(&scene);
    for (unsigned i = 0; i < 4; i++)
        scene_join(&scene, actors[i].name);
    scene_do(&scene, "alice", "!new");
    for (unsigned i = 1; i < 4; i++)
        scene_do(&scene, actors[i].name, "!join");
    scene_do(&scene, "alice", "!set score points_500");
    for (unsigned i = 0; i < 4; i++)
        actors[i].read = script_lines(scene.adapter);
    scene_do(&scene, "alice", "!start");
    count(&channel, &whispers);
    unsigned turn = SEAT_NONE;
    for (unsigned moves = 0; scene_table(&scene)->match_on; moves++) {
        const struct round *round = scene_table(&scene)->round;
        bool typed = false;
        assert_true(moves < 20000);
        if (round != NULL && round->game.turn != turn)
            turns++;
        turn = round != NULL ? round->game.turn : SEAT_NONE;
        scene_mark(&scene);
        for (unsigned i = 0; !typed && i < 4; i++)
            typed = actor_step(&scene, &actors[i], &chance);
        assert_true(typed);
        scene_settle(&scene);
        count(&channel, &whispers);
    }
    print_message("%u turns: %u lines to the channel, %u whispers, %.2f a turn\n", turns, channel,
                  whispers, (double)(channel + whispers) / turns);
    scene_finish(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_turn_costs_few_lines)};
    if (!language_setup())
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
