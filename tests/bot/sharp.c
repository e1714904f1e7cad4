#include "sharp.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

#include "bot/clock.h"

const struct player_impl sharp = {.name = "normal", .notices = 100, .forgets = 0};
const struct player_impl dreamy = {.name = "normal", .notices = 0, .forgets = 100};

struct table *table;
struct game *game;

int sharp_set_up(void **state)
{
    pair_set_up(state);
    pair_seat(false);
    scene_do(&scene, "alice", "!bots 1");
    scene_do(&scene, "alice", "!set jump_in exact");
    scene.host.options.bot_delay = DELAY;
    scene_do(&scene, "alice", "!start");
    table = scene_table(&scene);
    game = &table->round->game;
    game->turn = 0;
    game->phase = PHASE_TURN;
    game->direction = 1;
    game->pending = 0;
    table->seats[BOT].player = &sharp;
    return 0;
}

const struct player_impl *sharp_level(const char *name)
{
    const struct player_impl *player = player_find(name);
    assert_non_null(player);
    return player;
}

void sharp_expose(unsigned seat)
{
    game->exposed = (uint16_t)(1U << seat);
    table->exposed_at = loop_now(scene.loop);
    scene_mark(&scene);
    clock_arm(table);
}

bool sharp_ticking(void)
{
    return timer_active(&table->timer);
}

uint64_t sharp_due_in(void)
{
    assert_true(sharp_ticking());
    return uv_timer_get_due_in(&table->timer.uv);
}

void sharp_hurry(uint64_t delay)
{
    scene.host.options.bot_delay = delay;
    clock_arm(table);
}
