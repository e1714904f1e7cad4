/* turn actions wait, so that a missing UNO can be caught (bot/table/round/round.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/table/clock.h"
#include "bot/table/round/round.h"
#include "engine/move/check.h"
#include "tests/bot/pair.h"

enum { NEVER = 1000000 };

static int set_up(void **state)
{
    pair_set_up(state);
    scene.host.options.bot_delay = NEVER;
    pair_seat(false);
    return 0;
}

static unsigned turn_seat(void)
{
    return scene_table(&scene)->round->game.turn;
}

/* People play until somebody has one card without having said UNO; gives that seat. */
static unsigned expose(const char *const names[], unsigned count)
{
    struct table *table = scene_table(&scene);
    struct actor actors[3];
    unsigned chance = 7;
    for (unsigned i = 0; i < count; i++)
        actors[i] = (struct actor){.name = names[i], .forgets = 100};
    scene.host.options.uno_grace = NEVER;
    for (unsigned i = 0; i < 3000 && table->round != NULL && table->round->game.exposed == 0; i++) {
        actor_step(&scene, &actors[i % count], &chance);
        scene_settle(&scene);
    }
    assert_non_null(table->round);
    return (unsigned)__builtin_ctz(table->round->game.exposed);
}

static const char *const two[] = {"alice", "bob"};
static const char *const three[] = {"alice", "bob", "carol"};

static uint64_t hash_now(void)
{
    const struct round *round = scene_table(&scene)->round;
    return game_hash(round->rules, &round->game);
}

/* the next turn action waits until slow readers had their chance to catch; when nobody can be
 * caught any more it waits no longer. */
static void grace_lets_slow_readers_catch(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!start");
    struct table *table = scene_table(&scene);
    unsigned exposed = expose(two, 2);
    unsigned mover = turn_seat();
    const char *next = seat_name(table, mover);
    uint64_t hash = hash_now();
    scene_do(&scene, next, "dr");
    assert_int_equal(scene_count(&scene, ""), 1);
    assert_said(&scene, ": The next move waits a moment");
    assert_non_null(table->held);
    scene_do(&scene, next, "dr");
    assert_said(&scene, ": The next move waits a moment");
    scene_do(&scene, seat_name(table, 1 - mover), "dr");
    assert_said(&scene, ": It is not your turn.");
    assert_true(hash_now() == hash);
    uint32_t seq = table->round->seq;
    scene_do(&scene, seat_name(table, 1 - exposed), "!catch");
    assert_said(&scene, " without UNO");
    assert_said(&scene, " draws 1 card");
    assert_int_equal(table->round->game.hand_count[exposed], mover == exposed ? 4 : 3);
    assert_int_equal(table->round->seq, seq + 2);
    assert_null(table->held);
}

/* nobody catches: the move is carried out when the grace is over. */
static void a_held_move_comes_after_the_grace(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!start");
    struct table *table = scene_table(&scene);
    expose(two, 2);
    scene_do(&scene, pair_of_turn(), "dr");
    assert_non_null(table->held);
    scene.host.options.uno_grace = 0;
    scene_mark(&scene);
    clock_arm(table);
    scene_wait(&scene, " draws 1 card");
    assert_null(table->held);
}

/* a move of a turn that is over is no move of the next one. */
static void a_held_move_ends_with_its_turn(void **state)
{
    (void)state;
    scene_do(&scene, "carol", "!join");
    scene_do(&scene, "alice", "!start");
    struct table *table = scene_table(&scene);
    expose(three, 3);
    unsigned seat = turn_seat();
    scene_do(&scene, pair_of_turn(), "dr");
    assert_non_null(table->held);
    scene_do(&scene, seat_name(table, seat), "!leave");
    assert_non_null(table->round);
    assert_int_not_equal(turn_seat(), seat);
    assert_null(table->held);
}

/* A held move that has become wrong does not stop the clock. */
static void an_overtaken_move_leaves_the_clock_running(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!start");
    struct table *table = scene_table(&scene);
    scene.host.options.turn_reminder = scene.host.options.turn_whisper = NEVER;
    scene.host.options.turn_limit = NEVER;
    table->held = calloc(1, sizeof(*table->held));
    assert_non_null(table->held);
    table->held->at[table->held->count++] = action_make(ACTION_DRAW, 1 - turn_seat());
    scene_mark(&scene);
    timer_set(&table->timer, 0);
    scene_settle(&scene);
    assert_null(table->held);
    assert_said(&scene, ": It is not your turn.");
    assert_true(timer_active(&table->timer));
}

/* to draw the sum is no turn action, and nothing waits for it. */
static void a_sum_is_drawn_in_the_grace(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!set stack any");
    scene_do(&scene, "alice", "!start");
    struct table *table = scene_table(&scene);
    scene.host.options.uno_grace = NEVER;
    unsigned seat = turn_seat();
    table->round->game.pending = 4;
    table->round->game.exposed = (uint16_t)(1U << (1 - seat));
    table->exposed_at = loop_now(scene.loop);
    scene_do(&scene, pair_of_turn(), "dr");
    assert_said(&scene, " draws 4 cards");
    assert_null(table->held);
    assert_int_equal(table->round->game.hand_count[seat], 11);
}

/* Three play, with jumps, and the third could be caught for a long time; it is alice's turn. */
static struct table *begin_grace(void)
{
    scene_do(&scene, "carol", "!join");
    scene_do(&scene, "alice", "!set jump_in exact");
    scene_do(&scene, "alice", "!start");
    struct table *table = scene_table(&scene);
    scene.host.options.uno_grace = NEVER;
    table->round->game.turn = 0;
    table->round->game.phase = PHASE_TURN;
    table->round->game.pending = 0;
    return table;
}

static void expose_third(struct table *table)
{
    table->round->game.exposed = 1U << 2;
    table->exposed_at = loop_now(scene.loop);
    scene_mark(&scene);
}

static void end_grace(struct table *table)
{
    scene.host.options.uno_grace = 0;
    scene_mark(&scene);
    clock_arm(table);
    scene_settle(&scene);
}

/* A move that waits is accepted by nobody yet: its player may think again. */
static void the_newest_wish_counts(void **state)
{
    (void)state;
    struct table *table = begin_grace();
    pair_twin_to(0, 4);
    expose_third(table);
    const struct round *round = table->round;
    struct action play = action_make(ACTION_PLAY, 0);
    play.face = round->game.top_face;
    scene_do(&scene, "alice", "!draw");
    assert_int_equal(round_act(table, &play), REFUSED_NOT);
    assert_int_equal(table->held->count, 1);
    end_grace(table);
    assert_said(&scene, "#table: alice plays [");
    assert_not_said(&scene, "alice draws");
    assert_null(table->held);
}

/* HR-3: the first message wins also when both wait, and who comes too late is told so. */
static void the_first_to_come_wins(void **state)
{
    (void)state;
    struct table *table = begin_grace();
    pair_twin_to(1, 4);
    expose_third(table);
    const struct round *round = table->round;
    struct action jump = action_make(ACTION_PLAY, 1);
    jump.face = round->game.top_face;
    assert_int_equal(round_act(table, &jump), REFUSED_NOT);
    scene_do(&scene, "alice", "!draw");
    assert_said(&scene, "@alice: The next move waits a moment");
    assert_int_equal(round_act(table, &jump), REFUSED_NOT); /* his place stays */
    assert_int_equal(table->held->count, 2);
    end_grace(table);
    assert_said(&scene, "#table: bob plays [");
    assert_said(&scene, "@alice: It is not your turn.");
    assert_not_said(&scene, "alice draws");
    assert_int_equal(turn_seat(), 2);
}

/* Whose move waited for a turn that ended otherwise hears of it. */
static void a_move_that_waited_in_vain_is_told(void **state)
{
    (void)state;
    struct table *table = begin_grace();
    pair_twin_to(1, 4);
    expose_third(table);
    struct action jump = action_make(ACTION_PLAY, 1);
    jump.face = table->round->game.top_face;
    assert_int_equal(round_act(table, &jump), REFUSED_NOT);
    scene_do(&scene, "alice", "!leave");
    assert_said(&scene, "@bob: That turn is over: your move does not count.");
    assert_null(table->held);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(grace_lets_slow_readers_catch),  TEST(a_held_move_comes_after_the_grace),
        TEST(a_held_move_ends_with_its_turn), TEST(an_overtaken_move_leaves_the_clock_running),
        TEST(a_sum_is_drawn_in_the_grace),    TEST(the_newest_wish_counts),
        TEST(the_first_to_come_wins),         TEST(a_move_that_waited_in_vain_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
