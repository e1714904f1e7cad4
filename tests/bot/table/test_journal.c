/* Journal before you speak: what the store has not got is not told (DESIGN "One way through"), and
 * a bad network harms no match. */
#define _DEFAULT_SOURCE /* syscall */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/array.h"
#include "tests/bot/scene.h"
#include "tests/doubles/memory/memory.h"

#include "bot/show/outbox.h"

enum { LOOK = 50000 }; /* ns */

static struct scene scene;

/* In place of the C library's: the time of the loop passes as often as it looks, a fraction of a
 * millisecond each, so that on a slow machine nobody is late. */
int clock_gettime(clockid_t clock, struct timespec *now) /* NOLINT(readability-*): its names */
{
    static _Atomic uint64_t looks;
    if (clock == CLOCK_REALTIME)
        return (int)syscall(SYS_clock_gettime, clock, now);
    uint64_t passed = ++looks * LOOK;
    *now = (struct timespec){(time_t)(passed / 1000000000), (long)(passed % 1000000000)};
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    scene_finish(&scene);
    return 0;
}

static void begin(void)
{
    scene_init(&scene, SCENE_MEMORY);
    scene.options.bot_delay = 1000000;
    scene_begin(&scene);
    scene_join(&scene, "alice");
    scene_join(&scene, "bob");
    scene_settle(&scene);
}

/* The command is carried out while the disk fails: silence until it works again, then the words. */
static void silent_until_durable(const char *who, const char *text, const char *words)
{
    scene_settle(&scene);
    scene_mark(&scene);
    store_memory_fail(scene.store, true);
    scene_type(&scene, who, "%s", text);
    scene_await(&scene, &scene.host.trouble, true);
    for (unsigned turns = 0; turns < 20; turns++)
        scene_turn(&scene);
    if (scene_count(&scene, "") != 0) {
        fail_msg("%s: said before it was durable: %s", text,
                 script_line(scene.adapter, scene.mark));
    }
    store_memory_fail(scene.store, false);
    scene_await(&scene, &scene.host.trouble, false);
    scene_settle(&scene);
    assert_said(&scene, words);
}

static const char *of_turn(void)
{
    return seat_name(scene_table(&scene), scene_table(&scene)->round->game.turn);
}

static void nothing_is_told_before_it_is_durable(void **state)
{
    (void)state;
    begin();
    silent_until_durable("alice", "!new", "alice opens a table");
    silent_until_durable("bob", "!join", "bob takes a seat");
    silent_until_durable("alice", "!bots 1", "Ada");
    silent_until_durable("alice", "!set score points_500", "gets the points of all other hands");
    silent_until_durable("alice", "!start", " deals 7 cards each");
    silent_until_durable("alice", "!away", "alice is away");
    silent_until_durable("alice", "!back", "alice is back");
    silent_until_durable("carol", "!join", "carol takes a seat");
    silent_until_durable("bob", "!lang en", "@bob: ");
    if (scene_table(&scene)->seats[scene_table(&scene)->round->game.turn].person != NULL)
        silent_until_durable(of_turn(), "!draw", " draws 1 card");
    script_join(scene.adapter, "#table", "oper", NULL, true);
    silent_until_durable("oper", "!kick bob", "bob leaves the table");
    silent_until_durable("carol", "!leave", "carol leaves the table");
    scene_do(&scene, "alice", "!stop"); /* asks whether it is meant */
    silent_until_durable("alice", "!stop", "alice ends the match");
    silent_until_durable("alice", "!stop", "alice closes the table");
}

/* While the disk fails, people are told so and nothing new is begun; what was begun is not lost. */
static void trouble_is_told_and_play_goes_on(void **state)
{
    (void)state;
    begin();
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "alice", "!start");
    const char *who = of_turn();
    scene_mark(&scene);
    store_memory_fail(scene.store, true);
    scene_type(&scene, who, "!draw");
    scene_await(&scene, &scene.host.trouble, true);
    scene_type(&scene, "bob", "!leave");
    scene_wait(&scene, "@bob: I cannot save moves");
    assert_int_equal(scene_count(&scene, ""), 1);
    assert_int_equal(seats_people(scene_table(&scene)), 2);
    store_memory_fail(scene.store, false);
    scene_await(&scene, &scene.host.trouble, false);
    scene_settle(&scene);
    assert_said(&scene, " draws 1 card");
    struct actor actors[] = {{.name = "alice", .read = scene.mark},
                             {.name = "bob", .read = scene.mark}};
    scene_play(&scene, actors, 2, "wins the round", 5000);
}

/* alice has dealt to bob, and the disk does not take it. */
static void deal_unwritten(void)
{
    begin();
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "bob", "!join");
    scene_mark(&scene);
    store_memory_fail(scene.store, true);
    scene_type(&scene, "alice", "!start");
    scene_await(&scene, &scene.host.trouble, true);
}

/* A hand that waits for the disk is not for whoever takes its owner's nick meanwhile. */
static void a_waiting_hand_follows_its_owner(void **state)
{
    (void)state;
    deal_unwritten();
    script_rename(scene.adapter, "alice", "zoe");
    scene_join(&scene, "alice");
    script_gone(scene.adapter, "bob", false);
    scene_join(&scene, "mallory");
    script_rename(scene.adapter, "mallory", "bobby");
    store_memory_fail(scene.store, false);
    scene_await(&scene, &scene.host.trouble, false);
    scene_settle(&scene);
    assert_int_equal(scene_count(&scene, "@alice"), 0);
    assert_int_equal(scene_count(&scene, "@bob"), 0);
    assert_int_equal(scene_count(&scene, "@zoe: "), 1);
    assert_said(&scene, "Your hand: ");
}

/* What waits for the disk while we are thrown out is said anew, and to whom we see then. */
static void nothing_waits_for_a_channel_we_left(void **state)
{
    (void)state;
    deal_unwritten();
    assert_int_not_equal(outbox_count(scene.host.outbox), 0);
    script_removed(scene.adapter, "#table");
    store_memory_fail(scene.store, false);
    scene_await(&scene, &scene.host.trouble, false);
    scene_settle(&scene);
    assert_int_equal(scene_count(&scene, ""), 0);
    script_entered(scene.adapter, "#table");
    scene_settle(&scene);
    assert_int_equal(scene_count(&scene, "@alice: "), 1);
    assert_int_equal(scene_count(&scene, "@bob: "), 1);
}

/* A question to the boards that is under way when the daemon ends. */
static void the_end_comes_before_an_answer(void **state)
{
    (void)state;
    begin();
    scene_type(&scene, "alice", "!top");
    scene_type(&scene, "bob", "!stats alice");
    for (unsigned i = 0; i < 2; i++)
        uv_run(loop_uv(scene.loop), UV_RUN_NOWAIT);
    scene_restart(&scene);
}

/* What is heard and said is dropped, doubled and put in the wrong order; the connection tears. */
static void play_on_a_bad_network(const char *seed, enum scene_store kind)
{
    static const struct {
        enum script_key key;
        const char *value;
    } faults[] = {
        {SCRIPT_HEAR_DROP, "4"},  {SCRIPT_HEAR_DUPLICATE, "4"}, {SCRIPT_HEAR_REORDER, "10"},
        {SCRIPT_SAY_DROP, "4"},   {SCRIPT_SAY_DUPLICATE, "10"}, {SCRIPT_SAY_REORDER, "10"},
        {SCRIPT_DISCONNECT, "1"}, {SCRIPT_RECONNECT, "2"},      {SCRIPT_THROTTLE, "1"}};
    scene_init(&scene, kind);
    scene.options.turn_reminder = 20;
    scene.options.turn_whisper = 30;
    scene.options.turn_limit = 200;
    scene_begin(&scene);
    static const char *const names[] = {"alice", "bob", "carol"};
    struct actor actors[3];
    for (unsigned i = 0; i < 3; i++) {
        scene_join(&scene, names[i]);
        scene_do(&scene, names[i], i == 0 ? "!new" : "!join");
        actors[i] = (struct actor){.name = names[i], .forgets = 20};
    }
    scene_do(&scene, "alice", "!set score points_500");
    scene_do(&scene, "alice", "!set target 100");
    assert_null(settings_put(&scene.settings, SCRIPT_SEED, seed));
    for (unsigned i = 0; i < ARRAY_SIZE(faults); i++)
        assert_null(settings_put(&scene.settings, (int)faults[i].key, faults[i].value));
    struct table *table = scene_table(&scene);
    unsigned chance = 3;
    for (unsigned i = 0; !table->match_on && i < 20; i++) {
        scene_type(&scene, names[i % 3], "!start");
        scene_settle(&scene);
    }
    for (unsigned long i = 0; table->match_on; i++) {
        assert_true(i < 2000000);
        scene_turn(&scene);
        for (unsigned n = 0; n < 3; n++)
            actor_step(&scene, &actors[n], &chance);
        if (seats_deserted(table)) /* their lines may all be lost */
            scene_type(&scene, names[i % 3], "!back");
    }
    assert_true(table->match.over);
    assert_true(table->match.total[0] >= 100 || table->match.total[1] >= 100 ||
                table->match.total[2] >= 100);
    assert_int_equal(table->seat_count, 3);
    for (unsigned i = 0; i < 3; i++)
        assert_true(actors[i].moves > 0);
}

static void a_bad_network_harms_no_match(void **state)
{
    (void)state;
    play_on_a_bad_network("5", SCENE_MEMORY);
}

static void a_bad_network_and_a_disk(void **state)
{
    (void)state;
    play_on_a_bad_network("77", SCENE_SQLITE);
}

#define TEST(name) cmocka_unit_test_teardown(name, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(nothing_is_told_before_it_is_durable),
        TEST(trouble_is_told_and_play_goes_on),
        TEST(a_waiting_hand_follows_its_owner),
        TEST(nothing_waits_for_a_channel_we_left),
        TEST(the_end_comes_before_an_answer),
        TEST(a_bad_network_harms_no_match),
        TEST(a_bad_network_and_a_disk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
