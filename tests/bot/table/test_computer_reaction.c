/* What computer players do out of turn, and how long they take
 * (bot/table/round/computer_reaction.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "bot/table/clock.h"
#include "bot/table/round/computer_reaction.h"
#include "bot/table/round/round.h"
#include "tests/bot/sharp.h"

/* -- how often, how soon -- */

static void levels_notice_as_often_as_they_do(void **state)
{
    (void)state;
    sharp_expose(1);
    for (unsigned n = 0; player_at(n) != NULL; n++) {
        struct computer_reaction next = {0};
        uint64_t least = UINT64_MAX;
        uint64_t most = 0;
        unsigned caught = 0;
        table->seats[BOT].player = player_at(n);
        for (game->turn_actions = 0; game->turn_actions < WINDOWS; game->turn_actions++) {
            if (!computer_reaction_next(table, &next))
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
        uint64_t delay = computer_reaction_turn_delay(table);
        least = delay < least ? delay : least;
        most = delay > most ? delay : most;
    }
    assert_in_range(least, DELAY * 2 / 3, DELAY * 7 / 10);
    assert_in_range(most, DELAY * 13 / 10, DELAY * 4 / 3);
    game->turn = BOT;
    game->turn_actions = 1;
    scene.host.options.bot_delay = 0;
    assert_int_equal(computer_reaction_turn_delay(table), 0);
}

/* HR-21: the seventeenth seat does not do what the first one does, and neither with the one whom it
 * catches. */
static void twenty_decide_each_for_themselves(void **state)
{
    (void)state;
    struct computer_reaction seen[3] = {0};
    static const struct {
        unsigned seat, target;
    } who[] = {{1, 3}, {17, 3}, {1, 19}};
    scene_stop(&scene);
    scene_do(&scene, "alice", "!set two_decks on");
    scene_do(&scene, "alice", "!bots 18");
    scene_do(&scene, "alice", "!start");
    struct game *round = &table->round->game;
    assert_int_equal(round->players, 20);
    round->phase = PHASE_TURN;
    for (unsigned i = 0; i < ARRAY_SIZE(who); i++) {
        for (unsigned seat = 0; seat < 20; seat++)
            table->seats[seat].player = seat == who[i].seat ? &sharp : &dreamy;
        table->seats[1].away = true; /* a computer player keeps it */
        round->exposed = 1U << who[i].target;
        assert_true(computer_reaction_next(table, &seen[i]));
        assert_int_equal(seen[i].action.seat, who[i].seat);
        for (unsigned other = 0; other < i; other++)
            assert_true(seen[other].at != seen[i].at);
    }
}

/* Nothing is kept: the same window gives the same answer, another one another. */
static void a_window_has_one_answer(void **state)
{
    (void)state;
    struct computer_reaction first = {0};
    struct computer_reaction again = {0};
    struct computer_reaction other = {0};
    sharp_expose(1);
    assert_true(computer_reaction_next(table, &first));
    assert_true(computer_reaction_next(table, &again));
    assert_true(first.at == again.at);
    game->turn_actions++;
    assert_true(computer_reaction_next(table, &other));
    assert_true(first.at != other.at);
    game->phase =
        PHASE_DRAWN; /* R-28, uno_window played: it is still the window of the play before */
    assert_true(computer_reaction_next(table, &again));
    assert_true(first.at == again.at);
}

/* -- catches (R-27, R-28) -- */

static void a_catch_comes_between_turns(void **state)
{
    (void)state;
    uint32_t seq = table->round->seq;
    unsigned held = game->hand_count[1];
    sharp_expose(1);
    assert_in_range(sharp_due_in(), DELAY * 2 / 3, DELAY * 8 / 3);
    assert_int_equal(scene_count(&scene, ""), 0);
    sharp_hurry(SOON);
    scene_wait(&scene, "catches bob without UNO");
    assert_int_equal(table->round->seq, seq + 1);
    assert_int_equal(game->hand_count[1], held + 2);
    assert_int_equal(game->turn, 0);
    assert_false(sharp_ticking());
}

static void who_dreams_catches_nobody(void **state)
{
    (void)state;
    table->seats[BOT].player = &dreamy;
    sharp_expose(1);
    assert_false(sharp_ticking());
}

static void nobody_catches_themselves(void **state)
{
    (void)state;
    sharp_expose(BOT);
    assert_false(sharp_ticking());
}

static void people_are_faster(void **state)
{
    (void)state;
    unsigned held = game->hand_count[1];
    sharp_expose(1);
    scene_do(&scene, "alice", "!catch");
    assert_said(&scene, "alice catches bob without UNO");
    assert_false(sharp_ticking());
    sharp_hurry(0);
    scene_settle(&scene);
    assert_int_equal(game->hand_count[1], held + 2);
    sharp_expose(1);
    scene.host.options.bot_delay = DELAY;
    clock_arm(table);
    scene_do(&scene, "bob", "!uno"); /* late, but before anybody */
    assert_int_equal(game->exposed, 0);
    assert_false(sharp_ticking());
}

static void the_next_move_closes_the_window(void **state)
{
    (void)state;
    unsigned held = game->hand_count[1];
    sharp_expose(1);
    scene_do(&scene, "alice", "dr");
    assert_int_equal(game->exposed, 0);
    assert_false(sharp_ticking());
    sharp_hurry(0);
    scene_settle(&scene);
    assert_int_equal(game->hand_count[1], held);
}

static void who_left_is_not_caught(void **state)
{
    (void)state;
    sharp_expose(1);
    assert_true(sharp_ticking());
    scene_do(&scene, "bob", "!leave");
    assert_int_equal(table->state, TABLE_ROUND);
    assert_false(sharp_ticking());
}

/* Who keeps a seat for somebody catches with that seat, until they are back. */
static void a_kept_seat_catches(void **state)
{
    (void)state;
    struct computer_reaction next = {0};
    table->seats[BOT].player = &dreamy;
    scene_join(&scene, "carol");
    scene_do(&scene, "bob", "!away");
    sharp_expose(0);
    while (!computer_reaction_next(table, &next)) /* normal overlooks some */
        game->turn_actions++;
    assert_int_equal(next.action.seat, 1);
    clock_arm(table);
    assert_true(sharp_ticking());
    scene_do(&scene, "bob", "!back");
    assert_false(sharp_ticking());
    scene_do(&scene, "bob", "!away");
    sharp_hurry(SOON);
    scene_wait(&scene, "bob catches alice without UNO");
}

/* While the network is away nobody is caught, and then nobody sooner than they would have been. */
static void an_outage_stops_those_who_catch(void **state)
{
    (void)state;
    sharp_expose(1);
    uint64_t at = table->exposed_at;
    script_removed(scene.adapter, "#table");
    scene_settle(&scene);
    assert_false(sharp_ticking());
    while (loop_now(scene.loop) == at)
        scene_turn(&scene);
    script_entered(scene.adapter, "#table");
    scene_settle(&scene);
    assert_true(table->exposed_at > at);
    assert_in_range(sharp_due_in(), DELAY * 2 / 3 - SOON * 1000, DELAY * 8 / 3);
}

/* a move that waits gives them their time, too; after the catch it is carried out. */
static void a_held_move_waits_for_them(void **state)
{
    (void)state;
    scene.host.options.uno_grace = 10 * DELAY;
    sharp_expose(1);
    scene_do(&scene, "alice", "dr");
    assert_non_null(table->held);
    assert_in_range(sharp_due_in(), 1, DELAY * 8 / 3);
    sharp_hurry(SOON);
    scene_wait(&scene, "catches bob without UNO");
    scene_wait(&scene, "alice draws 1 card");
    assert_null(table->held);
}

/* Its own move would close the window: who has noticed catches first, however slow. */
static void who_has_noticed_catches_before_playing(void **state)
{
    (void)state;
    struct computer_reaction next = {0};
    uint32_t seq = table->round->seq;
    table->seats[BOT].player = sharp_level("hard");
    scene.host.options.search_nodes = 50;
    game->turn = BOT;
    sharp_expose(1);
    while (!computer_reaction_next(table, &next) || next.at - table->exposed_at < DELAY * 2)
        game->turn_actions++;
    clock_restart(table);
    assert_in_range(sharp_due_in(), DELAY * 2 / 3, DELAY * 4 / 3);
    timer_set(&table->timer, 0);
    scene_wait(&scene, "catches bob without UNO");
    assert_int_equal(table->round->seq, seq + 1);
    assert_in_range(sharp_due_in(), DELAY * 2 / 3 - SOON * 1000,
                    DELAY * 4 / 3); /* and then plays */
}

/* hands that went round may expose several; each is caught for itself. */
static void several_are_caught(void **state)
{
    (void)state;
    sharp_expose(1);
    game->exposed |= 1U;
    sharp_hurry(0);
    scene_wait(&scene, "catches alice without UNO");
    scene_wait(&scene, "catches bob without UNO");
    assert_int_equal(game->exposed, 0);
}

/* -- all of it -- */

/* Lets the daemon run, alice answering what she is asked, until the round is over. */
static void play_round(struct actor *alice, unsigned *chance, const char *set)
{
    unsigned idle = 0;
    const struct table *played = scene_table(&scene); /* with its first round */
    for (unsigned i = 0; i < 400000 && played->last.id == 0; i++) {
        scene_turn(&scene);
        idle = actor_step(&scene, alice, chance) ? 0 : idle + 1;
        if (idle % 4000 == 3999) /* jumps brought the turn back to the hand that she was told */
            scene_type(&scene, "alice", "ca");
    }
    if (played->last.id == 0)
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
    /* Whether anybody is caught depends on how the clock falls: as many rounds as that takes. */
    for (unsigned round = 0; round < 6 || (caught == 0 && round < 60); round++) {
        unsigned i = round % 6;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        SHARP_TEST(levels_notice_as_often_as_they_do),
        SHARP_TEST(turns_take_about_the_delay),
        SHARP_TEST(twenty_decide_each_for_themselves),
        SHARP_TEST(a_window_has_one_answer),
        SHARP_TEST(a_catch_comes_between_turns),
        SHARP_TEST(who_dreams_catches_nobody),
        SHARP_TEST(nobody_catches_themselves),
        SHARP_TEST(people_are_faster),
        SHARP_TEST(the_next_move_closes_the_window),
        SHARP_TEST(who_left_is_not_caught),
        SHARP_TEST(a_kept_seat_catches),
        SHARP_TEST(an_outage_stops_those_who_catch),
        SHARP_TEST(a_held_move_waits_for_them),
        SHARP_TEST(who_has_noticed_catches_before_playing),
        SHARP_TEST(several_are_caught),
        SHARP_TEST(rounds_with_everything_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
