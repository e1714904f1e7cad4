#include "pair.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bot/table/round/round.h"
#include "engine/move/check.h"

struct scene scene;

void pair_come(void)
{
    scene_join(&scene, "alice");
    scene_join(&scene, "bob");
    scene_join(&scene, "carol");
    script_join(scene.adapter, "#table", "oper", NULL, true);
    scene_settle(&scene);
}

int pair_set_up(void **state)
{
    (void)state;
    scene_init(&scene, SCENE_MEMORY);
    scene_begin(&scene);
    pair_come();
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

static unsigned top_card(const struct game *game)
{
    return game->discard[game->discard_count - 1];
}

/* The two change places, wherever they are. */
static void exchange(struct round *round, unsigned a, unsigned b)
{
    struct game *game = &round->game;
    struct cards *const sets[] = {&game->hand[0], &game->hand[1], &game->hand[2], &game->discarded};
    uint8_t *const rows[] = {game->pile, game->discard};
    const unsigned counts[] = {game->pile_count, game->discard_count};
    for (unsigned i = 0; i < 4; i++) {
        bool has_a = cards_has(*sets[i], a);
        bool has_b = cards_has(*sets[i], b);
        if (has_a == has_b)
            continue;
        cards_remove(sets[i], has_a ? a : b);
        cards_add(sets[i], has_a ? b : a);
    }
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned n = 0; n < counts[i]; n++)
            rows[i][n] = (uint8_t)(rows[i][n] == a ? b : rows[i][n] == b ? a : rows[i][n]);
    }
    game->top_face = round->rules->deck.face_of[top_card(game)];
}

void pair_give(unsigned seat, unsigned card)
{
    struct table *table = scene_table(&scene);
    struct game *game = &table->round->game;
    if (!cards_has(game->hand[seat], card))
        exchange(table->round, cards_first(game->hand[seat]), card);
    assert_null(game_broken(table->round->rules, game));
}

void pair_twin_to(unsigned seat, unsigned number)
{
    struct table *table = scene_table(&scene);
    struct game *game = &table->round->game;
    const struct rules *rules = table->round->rules;
    const struct deck *deck = &rules->deck;
    unsigned card = 0;
    while (deck->face[deck->face_of[card]].kind != KIND_NUMBER ||
           deck->face[deck->face_of[card]].value != number ||
           deck->face_of[card] != deck->face_of[card + 1])
        card++;
    exchange(table->round, top_card(game), card);
    for (unsigned i = 0; i < 3; i++) { /* nobody else holds it */
        if (cards_has(game->hand[i], card + 1))
            exchange(table->round, card + 1, game->pile[0]);
    }
    exchange(table->round, cards_first(game->hand[seat]), card + 1);
    game->colour = deck->face[deck->face_of[card]].colour;
    table->turn_at = loop_now(scene.loop);
    scene_mark(&scene);
    assert_null(game_broken(rules, game));
}
