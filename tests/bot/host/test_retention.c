/* What rounds leave in the database, and for how long (bot/host/retention.h). */
#define _DEFAULT_SOURCE /* syscall */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/bot/trio.h"

static time_t ahead; /* seconds that our clock of the day is */

/* Stands before that of libc, for this whole program. */
int clock_gettime(clockid_t id, struct timespec *now) /* NOLINT(readability-*): its names */
{
    int result = (int)syscall(SYS_clock_gettime, id, now);
    if (id == CLOCK_REALTIME)
        now->tv_sec += ahead;
    return result;
}

/* "Rounds without a move leave nothing in the database": started and stopped. */
static void a_round_without_a_move_leaves_nothing(void **state)
{
    (void)state;
    trio_begin(SCENE_SQLITE);
    scene_do(&scene, "alice", "!start");
    assert_non_null(scene_table(&scene)->round);
    scene_stop(&scene);
    assert_false(scene_table(&scene)->match_on);
    scene_do(&scene, "alice", "!stop");
    assert_null(scene_table(&scene));
    scene_down(&scene);
    assert_int_equal(trio_number("SELECT count(*) FROM round"), 0);
    assert_int_equal(trio_number("SELECT count(*) FROM result"), 0);
    assert_int_equal(trio_number("SELECT count(*) FROM person"), 0);
    assert_int_equal(trio_number("SELECT count(*) FROM game_table"), 0);
    assert_int_equal(trio_number("SELECT count(*) FROM journal"), 0);
    scene_up(&scene);
}

/* A minute passes, and what has happened is older than a millisecond. */
static void pass_minute(void)
{
    for (int64_t now = clock_now(); clock_now() < now + 3;)
        scene_turn(&scene);
    timer_set((struct timer *)scene.host.daemon->retention, 0); /* its first member */
    for (unsigned i = 0; i < 3; i++)
        scene_turn(&scene);
    scene_settle(&scene);
}

static void finish_a_round(void)
{
    struct actor actors[3];
    trio_begin(SCENE_SQLITE);
    scene.host.options.round_pause = 100000000;
    trio_play(actors, 4);
    scene_mark(&scene);
    scene_play(&scene, actors, 3, "wins the round", 5000);
    scene_settle(&scene);
}

/* "Default: keep results for ever, replays" for so long. */
static void replays_go_when_they_are_old(void **state)
{
    (void)state;
    finish_a_round();
    pass_minute(); /* as the scene is: for ever */
    assert_int_equal(trio_number("SELECT count(*) FROM round WHERE archive <> x''"), 1);
    scene.host.options.keep_replays = 3600000;
    pass_minute();
    assert_int_equal(trio_number("SELECT count(*) FROM round WHERE archive <> x''"), 1);
    scene.host.options.keep_replays = 1;
    pass_minute();
    assert_int_equal(trio_number("SELECT count(*) FROM round WHERE archive <> x''"), 0);
    assert_int_equal(trio_number("SELECT count(*) FROM result"), 3);
}

static void results_go_when_they_are_old(void **state)
{
    (void)state;
    finish_a_round();
    scene.host.options.keep_results = 1;
    pass_minute();
    assert_int_equal(trio_number("SELECT count(*) FROM round"), 0);
    assert_int_equal(trio_number("SELECT count(*) FROM result"), 0);
    assert_true(trio_number("SELECT count(*) FROM score WHERE span = 4") > 0);
    scene_do(&scene, "alice", "!top");
    scene_wait(&scene, "Best of all time");
}

/* Where nothing is left, the next look is a minute away. */
static void a_new_database_has_nothing_that_is_over(void **state)
{
    (void)state;
    trio_begin(SCENE_SQLITE);
    assert_true(store_folds(scene.store));
    pass_minute();
    assert_false(store_folds(scene.store));
}

/* A database of before, with 300 players of a day long ago on one board: they go by themselves, and
 * the boards of all time and of today stay. */
static void boards_that_are_over_go(void **state)
{
    (void)state;
    finish_a_round();
    int64_t open = trio_number("SELECT count(*) FROM score");
    assert_int_equal(trio_number("WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n"
                                 " WHERE i < 300) INSERT INTO person (id, name, name_key, verified,"
                                 " named) SELECT 1000 + i, 'x', 'x', 1,"
                                 " 0 FROM n RETURNING 0"),
                     0);
    assert_int_equal(trio_number("INSERT INTO score SELECT 1, 0, 5, id, 1, 0, 0, 0, 0 FROM person"
                                 " WHERE id > 1000 RETURNING 0"),
                     0);
    assert_int_equal(trio_number("SELECT count(*) FROM score"), open + 300);
    pass_minute();
    assert_in_range(trio_number("SELECT count(*) FROM score"), open, open + 299);
    while (trio_number("SELECT count(*) FROM score") > open) /* each second */
        scene_turn(&scene);
    assert_int_equal(trio_number("SELECT count(*) FROM score WHERE start = 5"), 0);
}

/* What is over by a clock that somebody set forward is not over: not even when rounds end by it. */
static void a_clock_that_is_set_forward_deletes_nothing(void **state)
{
    enum { DAY_S = 24 * 60 * 60 };
    (void)state;
    struct actor actors[3];
    ahead = DAY_S / 2 - clock_now() / 1000 % DAY_S; /* noon */
    const time_t noon = ahead;
    finish_a_round();
    for (unsigned i = 0; i < 3; i++)
        actors[i] = (struct actor){.name = trio[i], .read = script_lines(scene.adapter)};
    int64_t open = trio_number("SELECT count(*) FROM score");
    scene.host.options.keep_results = scene.host.options.keep_replays = UINT64_C(30) * DAY_S * 1000;
    ahead = noon + (time_t)45 * DAY_S;
    timer_set(&scene_table(&scene)->timer, 0); /* the next deal is due */
    scene_mark(&scene);
    scene_play(&scene, actors, 3, "wins the round", 5000);
    scene_settle(&scene);
    assert_int_equal(trio_number("SELECT count(DISTINCT ended_at / 86400000) FROM round"), 2);
    int64_t more = trio_number("SELECT count(*) FROM score");
    assert_true(more > open);
    pass_minute();
    ahead = 0;
    assert_int_equal(trio_number("SELECT count(*) FROM score"), more);
    assert_int_equal(trio_number("SELECT count(*) FROM round WHERE archive <> x''"), 2);
    assert_int_equal(trio_number("SELECT count(*) FROM result"), 6);
}

/* While the disk is full nothing more is asked of it. */
static void nothing_goes_while_there_is_trouble(void **state)
{
    (void)state;
    finish_a_round();
    scene.host.options.keep_replays = 1;
    scene.host.trouble = true;
    timer_set((struct timer *)scene.host.daemon->retention, 0);
    for (unsigned i = 0; i < 3; i++)
        scene_turn(&scene);
    scene.host.trouble = false;
    scene_settle(&scene);
    assert_int_equal(trio_number("SELECT count(*) FROM round WHERE archive <> x''"), 1);
}

#define TEST(name) cmocka_unit_test_teardown(name, trio_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_round_without_a_move_leaves_nothing),
        TEST(replays_go_when_they_are_old),
        TEST(results_go_when_they_are_old),
        TEST(a_new_database_has_nothing_that_is_over),
        TEST(boards_that_are_over_go),
        TEST(a_clock_that_is_set_forward_deletes_nothing),
        TEST(nothing_goes_while_there_is_trouble),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
