#include "pair.h"

#include <string.h>

struct scene scene;

int pair_set_up(void **state)
{
    (void)state;
    scene_init(&scene, SCENE_MEMORY);
    scene_begin(&scene);
    scene_join(&scene, "alice");
    scene_join(&scene, "bob");
    scene_join(&scene, "carol");
    script_join(scene.adapter, "#table", "oper", NULL, true);
    scene_settle(&scene);
    return 0;
}

int pair_tear_down(void **state)
{
    (void)state;
    scene_finish(&scene);
    return 0;
}

void pair_seat(bool deal)
{
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "bob", "!join");
    if (deal)
        scene_do(&scene, "alice", "!start");
}

const char *pair_of_turn(void)
{
    return seat_name(scene_table(&scene), scene_table(&scene)->round->game.turn);
}

const char *pair_other(void)
{
    return strcmp(pair_of_turn(), "alice") == 0 ? "bob" : "alice";
}
