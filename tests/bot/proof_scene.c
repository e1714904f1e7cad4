#include "proof_scene.h"

#include "bot/table/clock.h"
#include "bot/table/round/round.h"

struct log_text proof_saw;

void proof_open(const char *set)
{
    scene_init(&scene, SCENE_MEMORY);
    scene.options.round_pause = 1000000;
    scene_begin(&scene);
    trio_come();
    scene_do(&scene, "alice", "!new %s", set);
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "carol", "!join");
    scene_do(&scene, "alice", "!bots 1");
    scene_do(&scene, "alice", "!set score points_500");
    scene_do(&scene, "alice", "!set stack any");
}

void proof_play_until(const char *end)
{
    struct actor actors[3];
    for (unsigned i = 0; i < 3; i++)
        actors[i] = (struct actor){.name = trio[i], .read = scene.mark};
    scene_play(&scene, actors, 3, end, 10000);
    scene_do(&scene, "carol", "!fair");
    scene_wait(&scene, "@carol: To check it, save ");
}

void proof_play_on(void)
{
    proof_play_until("wins the round");
}

void proof_play_first(void)
{
    scene_do(&scene, "alice", "!start surprise");
    proof_play_on();
}

void proof_play_next(void)
{
    scene_mark(&scene);
    timer_set(&scene_table(&scene)->timer, 0);
    scene_wait(&scene, " cards each");
    scene_settle(&scene);
    proof_play_on();
}

void proof_take(void)
{
    log_take(&scene, "carol", DRESS_PLAIN, &proof_saw);
}
