#include "sharp.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

#include "bot/table/clock.h"

const struct player_impl sharp = {.name = "normal", .notices = 100, .forgets = 0};
const struct player_impl dreamy = {.name = "normal", .notices = 0, .forgets = 100};

struct table *table;
struct game *game;

/* Whatever was dealt, the computer player may not jump in: cards like the one on top go back. */
static void hold_no_equal(void)
{
    const struct rules *rules = table->round->rules;
    struct cards equal = cards_and(game->hand[BOT], rules->of_face[game->top_face]);
    for (unsigned i = 0; !cards_empty(equal); i++) {
        unsigned card = cards_first(equal);
        if (rules->deck.face_of[game->pile[i]] == game->top_face)
            continue;
        cards_remove(&equal, card);
        cards_remove(&game->hand[BOT], card);
        cards_add(&game->hand[BOT], game->pile[i]);
        game->pile[i] = (uint8_t)card;
    }
}

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
    hold_no_equal();
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
