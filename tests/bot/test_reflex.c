/* What computer players do out of turn, and how long they take (bot/reflex.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#include "bot/clock.h"
#include "bot/reflex.h"
#include "bot/round.h"
#include "pair.h"

enum { DELAY = 300000, SOON = 9, WINDOWS = 4000, BOT = 2 };

static const struct player_impl sharp = {.name = "normal", .notices = 100, .forgets = 0};
static const struct player_impl dreamy = {.name = "normal", .notices = 0, .forgets = 100};

static struct table *table;
static struct game *game;

/* alice, bob and a computer player; it is alice's turn, and the clock is far off. */
static int set_up(void **state)
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

static const struct player_impl *level(const char *name)
{
    const struct player_impl *player = player_find(name);
    assert_non_null(player);
    return player;
}

/* As after a play without the word. */
static void expose(unsigned seat)
{
    game->exposed = (uint16_t)(1U << seat);
    table->exposed_at = loop_now(scene.loop);
    scene_mark(&scene);
    clock_arm(table);
}

static bool ticking(void)
{
    return timer_active(&table->timer);
}

static uint64_t due_in(void)
{
    assert_true(ticking());
    return uv_timer_get_due_in(&table->timer.uv);
}

/* The computer player is as quick as that from now on. */
static void hurry(uint64_t delay)
{
    scene.host.options.bot_delay = delay;
    clock_arm(table);
}

/* -- how often, how soon -- */

static void levels_notice_as_often_as_they_do(void **state)
{
    (void)state;
    expose(1);
    for (unsigned n = 0; player_at(n) != NULL; n++) {
        struct reflex next = {0};
        uint64_t least = UINT64_MAX;
        uint64_t most = 0;
        unsigned caught = 0;
        table->seats[BOT].player = player_at(n);
        for (game->turn_actions = 0; game->turn_actions < WINDOWS; game->turn_actions++) {
            if (!reflex_next(table, &next))
                continue;
            uint64_t delay = next.at - table->exposed_at;
            assert_int_equal(next.action.kind, ACTION_CATCH);
            assert_int_equal(next.action.seat, BOT);
            assert_int_equal(next.action.target, 1);
            least = delay < least ? delay : least;
            most = delay > most ? delay : most;
            caught++;
        }
        unsigned wanted = player_at(n)->notices * WINDOWS / 100;
        assert_in_range(caught, wanted - wanted / 10, wanted + wanted / 10);
        if (wanted == 0)
            continue;
        assert_in_range(least, DELAY * 2 / 3, DELAY * 3 / 4);
        assert_in_range(most, DELAY * 5 / 2, DELAY * 8 / 3);
    }
}

static void turns_take_about_the_delay(void **state)
{
    (void)state;
    uint64_t least = UINT64_MAX;
    uint64_t most = 0;
    for (game->turn_actions = 0; game->turn_actions < WINDOWS; game->turn_actions++) {
        uint64_t delay = reflex_turn_delay(table);
        least = delay < least ? delay : least;
        most = delay > most ? delay : most;
    }
    assert_in_range(least, DELAY * 2 / 3, DELAY * 7 / 10);
    assert_in_range(most, DELAY * 13 / 10, DELAY * 4 / 3);
    game->turn = BOT;
    game->turn_actions = 1;
    scene.host.options.bot_delay = 0;
    assert_int_equal(reflex_turn_delay(table), 0);
}

/* Nothing is kept: the same window gives the same answer, another one another. */
static void a_window_has_one_answer(void **state)
{
    (void)state;
    struct reflex first = {0};
    struct reflex again = {0};
    struct reflex other = {0};
    expose(1);
    assert_true(reflex_next(table, &first));
    assert_true(reflex_next(table, &again));
    assert_true(first.at == again.at);
    game->turn_actions++;
    assert_true(reflex_next(table, &other));
    assert_true(first.at != other.at);
}

/* -- catches (R-27, R-28) -- */

static void a_catch_comes_between_turns(void **state)
{
    (void)state;
    uint32_t seq = table->round->seq;
    unsigned held = game->hand_count[1];
    expose(1);
    assert_in_range(due_in(), DELAY * 2 / 3, DELAY * 8 / 3);
    assert_int_equal(scene_count(&scene, ""), 0);
    hurry(SOON);
    scene_wait(&scene, "catches bob without UNO");
    assert_int_equal(table->round->seq, seq + 1);
    assert_int_equal(game->hand_count[1], held + 2);
    assert_int_equal(game->turn, 0);
    assert_false(ticking());
}

static void who_dreams_catches_nobody(void **state)
{
    (void)state;
    table->seats[BOT].player = &dreamy;
    expose(1);
    assert_false(ticking());
}

static void nobody_catches_themselves(void **state)
{
    (void)state;
    expose(BOT);
    assert_false(ticking());
}

static void people_are_faster(void **state)
{
    (void)state;
    unsigned held = game->hand_count[1];
    expose(1);
    scene_do(&scene, "alice", "!catch");
    assert_said(&scene, "alice catches bob without UNO");
    assert_false(ticking());
    hurry(0);
    scene_settle(&scene);
    assert_int_equal(game->hand_count[1], held + 2);
    expose(1);
    scene.host.options.bot_delay = DELAY;
    clock_arm(table);
    scene_do(&scene, "bob", "!uno"); /* late, but before anybody */
    assert_int_equal(game->exposed, 0);
    assert_false(ticking());
}

static void the_next_move_closes_the_window(void **state)
{
    (void)state;
    unsigned held = game->hand_count[1];
    expose(1);
    scene_do(&scene, "alice", "dr");
    assert_int_equal(game->exposed, 0);
    assert_false(ticking());
    hurry(0);
    scene_settle(&scene);
    assert_int_equal(game->hand_count[1], held);
}

static void who_left_is_not_caught(void **state)
{
    (void)state;
    expose(1);
    assert_true(ticking());
    scene_do(&scene, "bob", "!leave");
    assert_int_equal(table->state, TABLE_ROUND);
    assert_false(ticking());
}

/* Who keeps a seat for somebody catches with that seat, until they are back. */
static void a_kept_seat_catches(void **state)
{
    (void)state;
    struct reflex next = {0};
    table->seats[BOT].player = &dreamy;
    scene_join(&scene, "carol");
    scene_do(&scene, "bob", "!away");
    expose(0);
    while (!reflex_next(table, &next)) /* normal overlooks some */
        game->turn_actions++;
    assert_int_equal(next.action.seat, 1);
    clock_arm(table);
    assert_true(ticking());
    scene_do(&scene, "bob", "!back");
    assert_false(ticking());
    scene_do(&scene, "bob", "!away");
    hurry(SOON);
    scene_wait(&scene, "bob catches alice without UNO");
}

/* While the network is away nobody is caught, and then nobody sooner than they would have been. */
static void an_outage_stops_those_who_catch(void **state)
{
    (void)state;
    expose(1);
    uint64_t at = table->exposed_at;
    script_removed(scene.adapter, "#table");
    scene_settle(&scene);
    assert_false(ticking());
    while (loop_now(scene.loop) == at)
        scene_turn(&scene);
    script_entered(scene.adapter, "#table");
    scene_settle(&scene);
    assert_true(table->exposed_at > at);
    assert_in_range(due_in(), DELAY * 2 / 3 - SOON * 1000, DELAY * 8 / 3);
}

/* a move that waits gives them their time, too; after the catch it is carried out. */
static void a_held_move_waits_for_them(void **state)
{
    (void)state;
    scene.host.options.uno_grace = 10 * DELAY;
    expose(1);
    scene_do(&scene, "alice", "dr");
    assert_non_null(table->held);
    assert_in_range(due_in(), 1, DELAY * 8 / 3);
    hurry(SOON);
    scene_wait(&scene, "catches bob without UNO");
    scene_wait(&scene, "alice draws 1 card");
    assert_null(table->held);
}

/* Its own move would close the window: who has noticed catches first, however slow. */
static void who_has_noticed_catches_before_playing(void **state)
{
    (void)state;
    struct reflex next = {0};
    uint32_t seq = table->round->seq;
    table->seats[BOT].player = level("hard");
    scene.host.options.search_nodes = 50;
    game->turn = BOT;
    expose(1);
    while (!reflex_next(table, &next) || next.at - table->exposed_at < DELAY * 2)
        game->turn_actions++;
    clock_restart(table);
    assert_in_range(due_in(), DELAY * 2 / 3, DELAY * 4 / 3);
    timer_set(&table->timer, 0);
    scene_wait(&scene, "catches bob without UNO");
    assert_int_equal(table->round->seq, seq + 1);
    assert_in_range(due_in(), DELAY * 2 / 3 - SOON * 1000, DELAY * 4 / 3); /* and then plays */
}

/* hands that went round may expose several; each is caught for itself. */
static void several_are_caught(void **state)
{
    (void)state;
    expose(1);
    game->exposed |= 1U;
    hurry(0);
    scene_wait(&scene, "catches alice without UNO");
    scene_wait(&scene, "catches bob without UNO");
    assert_int_equal(game->exposed, 0);
}

/* -- jumping in (HR-3) -- */

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
    assert_in_range(due_in(), DELAY * 2 / 3 - SOON * 1000, DELAY * 8 / 3);
    unsigned top = top_card();
    hurry(0);
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
        struct reflex next = {0};
        unsigned jumps = 0;
        unsigned said = 0;
        table->seats[BOT].player = level(names[i]);
        for (game->turn_actions = 0; game->turn_actions < WINDOWS; game->turn_actions++) {
            if (!reflex_next(table, &next))
                continue;
            assert_int_equal(next.action.kind, ACTION_PLAY);
            jumps++;
            said += next.action.uno;
        }
        unsigned wanted = level(names[i])->notices * WINDOWS / 100;
        assert_in_range(jumps, wanted - wanted / 10, wanted + wanted / 10);
        assert_int_equal(said, 0); /* seven cards in hand */
    }
}

static void nobody_jumps_in_without_the_rule(void **state)
{
    (void)state;
    struct rules rules = *table->round->rules;
    struct rules *const shared = (struct rules *)(uintptr_t)table->round->rules;
    struct reflex next = {0};
    pair_twin_to(BOT, 1);
    assert_true(reflex_next(table, &next));
    rules.switches.value[SWITCH_JUMP_IN] = JUMP_IN_OFF;
    table->round->rules = &rules;
    assert_false(reflex_next(table, &next));
    table->round->rules = shared;
}

/* HR-4: with a 7 it names who holds fewest. */
static void a_jump_with_a_seven_names_a_target(void **state)
{
    (void)state;
    struct reflex next = {0};
    scene.host.options.round_pause = DELAY;
    scene_do(&scene, "alice", "!stop");
    scene_do(&scene, "alice", "!set seven_zero on");
    scene_do(&scene, "alice", "!start");
    game = &table->round->game;
    game->turn = 0;
    game->phase = PHASE_TURN;
    pair_twin_to(BOT, 7);
    to_pile(1, 3);
    assert_true(reflex_next(table, &next));
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
    struct reflex next = {0};
    pair_twin_to(BOT, 1);
    assert_true(reflex_next(table, &next));
    uint64_t at = next.at - table->turn_at;
    scene.host.options.uno_grace = 10 * DELAY;
    game->exposed = 1U << BOT; /* which it does not catch itself */
    table->exposed_at = table->turn_at;
    assert_true(reflex_next(table, &next));
    assert_true(next.at == table->exposed_at + 10 * DELAY + at);
    table->held = calloc(1, sizeof(*table->held));
    assert_false(reflex_next(table, &next));
    free(table->held);
    table->held = NULL;
}

/* With the last card but one it says UNO as at its turn; for a person always. */
static void a_jump_to_one_card_says_uno(void **state)
{
    (void)state;
    struct reflex next = {0};
    pair_twin_to(BOT, 1);
    to_pile(BOT, 5);
    assert_true(reflex_next(table, &next));
    assert_true(next.action.uno);
    static const struct player_impl forgetful = {.name = "easy", .notices = 100, .forgets = 100};
    table->seats[BOT].player = &forgetful;
    assert_true(reflex_next(table, &next));
    assert_false(next.action.uno);
    table->seats[BOT].player = level("normal");
}

/* -- all of it -- */

/* Lets the daemon run, alice answering what she is asked, until the round is over. */
static void play_round(struct actor *alice, unsigned *chance, const char *set)
{
    for (unsigned i = 0; i < 400000 && scene_said(&scene, "; next commitment ") == NULL; i++) {
        scene_turn(&scene);
        actor_step(&scene, alice, chance);
    }
    if (scene_said(&scene, "; next commitment ") == NULL)
        fail_msg("%s: the table stands still", set);
}

/* Catches, jumps and moves that wait, at delays that let them get in each other's way: every round
 * comes to its end, and people are caught. */
static void rounds_with_everything_end(void **state)
{
    static const char *const sets[] = {"classic", "hyper", "skull", "web", "flex", "minion"};
    static const char *const levels[] = {"easy", "normal", "random"};
    unsigned chance = 3;
    unsigned caught = 0;
    for (unsigned i = 0; i < 6; i++) {
        pair_tear_down(state); /* flood buckets are the scene's */
        pair_set_up(state);
        scene.host.options.round_pause = DELAY;
        scene_do(&scene, "alice", "!new %s", sets[i]);
        for (unsigned n = 0; n < 3; n++)
            scene_do(&scene, "alice", "!bots 1 %s", levels[n]);
        scene_do(&scene, "alice", "!set jump_in exact");
        scene_do(&scene, "alice", "!set score points_500");
        scene_do(&scene, "alice", "!set seven_zero %s", i % 2 == 0 ? "on" : "off");
        scene.host.options.bot_delay = 3;
        scene.host.options.uno_grace = 4;
        struct actor alice = {.name = "alice", .forgets = 100, .read = script_lines(scene.adapter)};
        scene_mark(&scene);
        scene_type(&scene, "alice", "!start");
        play_round(&alice, &chance, sets[i]);
        caught += scene_said(&scene, "without UNO") != NULL;
    }
    assert_true(caught > 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(levels_notice_as_often_as_they_do),
        TEST(turns_take_about_the_delay),
        TEST(a_window_has_one_answer),
        TEST(a_catch_comes_between_turns),
        TEST(who_dreams_catches_nobody),
        TEST(nobody_catches_themselves),
        TEST(people_are_faster),
        TEST(the_next_move_closes_the_window),
        TEST(who_left_is_not_caught),
        TEST(a_kept_seat_catches),
        TEST(an_outage_stops_those_who_catch),
        TEST(a_held_move_waits_for_them),
        TEST(who_has_noticed_catches_before_playing),
        TEST(several_are_caught),
        TEST(a_computer_jumps_in),
        TEST(jumps_are_noticed_by_level),
        TEST(nobody_jumps_in_without_the_rule),
        TEST(a_jump_with_a_seven_names_a_target),
        TEST(a_jump_waits_for_the_grace),
        TEST(a_jump_to_one_card_says_uno),
        TEST(rounds_with_everything_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
