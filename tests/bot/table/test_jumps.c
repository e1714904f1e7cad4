/* Computer players that jump in (HR-3; bot/table/round/computer_reaction.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "bot/table/clock.h"
#include "engine/move/check.h"
#include "tests/bot/sharp.h"

static unsigned top_card(void)
{
    return game->discard[game->discard_count - 1];
}

/* So many cards of the seat go under the draw pile, but not the twin of the top. */
static void to_pile(unsigned seat, unsigned count)
{
    const uint8_t *face_of = table->round->rules->deck.face_of;
    for (; count > 0; count--) {
        struct cards rest = game->hand[seat];
        while (face_of[cards_first(rest)] == game->top_face)
            cards_remove(&rest, cards_first(rest));
        cards_remove(&game->hand[seat], cards_first(rest));
        memmove(game->pile + 1, game->pile, game->pile_count++);
        game->pile[0] = (uint8_t)cards_first(rest);
        game->hand_count[seat]--;
    }
    assert_null(game_broken(table->round->rules, game));
}

static void a_computer_jumps_in(void **state)
{
    (void)state;
    unsigned held = game->hand_count[BOT];
    pair_twin_to(BOT, 1);
    unsigned face = game->top_face;
    clock_arm(table);
    assert_in_range(sharp_due_in(), DELAY * 2 / 3 - SOON * 1000, DELAY * 8 / 3);
    unsigned top = top_card();
    sharp_hurry(0);
    for (time_t end = time(NULL) + 60; top_card() == top; scene_turn(&scene))
        assert_true(time(NULL) < end);
    assert_int_equal(game->top_face, face);
    assert_int_equal(game->hand_count[BOT], held - 1);
    scene_settle(&scene);
    assert_said(&scene, "#table: ");
}

static void jumps_are_noticed_by_level(void **state)
{
    (void)state;
    static const char *const names[] = {"random", "easy", "normal", "hard"};
    pair_twin_to(BOT, 1);
    for (unsigned i = 0; i < 4; i++) {
        struct computer_reaction next = {0};
        unsigned jumps = 0;
        unsigned said = 0;
        table->seats[BOT].player = sharp_level(names[i]);
        for (game->turn_actions = 0; game->turn_actions < WINDOWS; game->turn_actions++) {
            if (!computer_reaction_next(table, &next))
                continue;
            assert_int_equal(next.action.kind, ACTION_PLAY);
            jumps++;
            said += next.action.uno;
        }
        unsigned wanted = sharp_level(names[i])->notices * WINDOWS / 100;
        assert_in_range(jumps, wanted - wanted / 10, wanted + wanted / 10);
        assert_int_equal(said, 0); /* seven cards in hand */
    }
}

static void nobody_jumps_in_without_the_rule(void **state)
{
    (void)state;
    struct rules rules = *table->round->rules;
    struct rules *const shared = (struct rules *)(uintptr_t)table->round->rules;
    struct computer_reaction next = {0};
    pair_twin_to(BOT, 1);
    assert_true(computer_reaction_next(table, &next));
    rules.switches.value[SWITCH_JUMP_IN] = JUMP_IN_OFF;
    table->round->rules = &rules;
    assert_false(computer_reaction_next(table, &next));
    table->round->rules = shared;
}

/* HR-4: with a 7 it names who holds fewest. */
static void a_jump_with_a_seven_names_a_target(void **state)
{
    (void)state;
    struct computer_reaction next = {0};
    scene.host.options.round_pause = DELAY;
    scene_stop(&scene);
    scene_do(&scene, "alice", "!set seven_zero on");
    scene_do(&scene, "alice", "!start");
    game = &table->round->game;
    game->turn = 0;
    game->phase = PHASE_TURN;
    pair_twin_to(BOT, 7);
    to_pile(1, 3);
    assert_true(computer_reaction_next(table, &next));
    assert_int_equal(next.action.kind, ACTION_PLAY);
    assert_int_equal(next.action.target, 1);
    assert_int_equal(round_act(table, &next.action), REFUSED_NOT);
    assert_int_equal(game->hand_count[1], 6);
    assert_int_equal(game->hand_count[BOT], 4);
}

/* who could be caught is not saved by a computer that jumps in. */
static void a_jump_waits_for_the_grace(void **state)
{
    (void)state;
    struct computer_reaction next = {0};
    pair_twin_to(BOT, 1);
    assert_true(computer_reaction_next(table, &next));
    uint64_t at = next.at - table->turn_at;
    scene.host.options.uno_grace = 10 * DELAY;
    game->exposed = 1U << BOT; /* which it does not catch itself */
    table->exposed_at = table->turn_at;
    assert_true(computer_reaction_next(table, &next));
    assert_true(next.at == table->exposed_at + 10 * DELAY + at);
    table->held = calloc(1, sizeof(*table->held));
    assert_false(computer_reaction_next(table, &next));
    free(table->held);
    table->held = NULL;
}

/* With the last card but one it says UNO as at its turn; for a person always. */
static void a_jump_to_one_card_says_uno(void **state)
{
    (void)state;
    struct computer_reaction next = {0};
    pair_twin_to(BOT, 1);
    to_pile(BOT, 5);
    assert_true(computer_reaction_next(table, &next));
    assert_true(next.action.uno);
    static const struct player_impl forgetful = {.name = "easy", .notices = 100, .forgets = 100};
    table->seats[BOT].player = &forgetful;
    assert_true(computer_reaction_next(table, &next));
    assert_false(next.action.uno);
    table->seats[BOT].player = sharp_level("normal");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SHARP_TEST(a_computer_jumps_in),
        SHARP_TEST(jumps_are_noticed_by_level),
        SHARP_TEST(nobody_jumps_in_without_the_rule),
        SHARP_TEST(a_jump_with_a_seven_names_a_target),
        SHARP_TEST(a_jump_waits_for_the_grace),
        SHARP_TEST(a_jump_to_one_card_says_uno),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
