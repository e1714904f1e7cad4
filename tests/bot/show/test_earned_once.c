/* SIGKILL at each write while a round ends: what it earned is stored once and told once at most. */
#include "tests/bot/forgotten.h"
#include "tests/bot/mortal.h"

static const char earned[] = " has earned: First win";

/* The last moves of a round, which is the first that anybody wins. */
static void end_the_round(unsigned changes)
{
    struct actor actors[3] = {{.name = trio[0]}, {.name = trio[1]}, {.name = trio[2]}};
    scene.loop = loop_create(); /* the other one is the parent's, too */
    scene_up(&scene);
    trio_come();
    mortal_arm(changes);
    scene_play(&scene, actors, 3, earned, 2000);
    mortal_answer();
    scene_down(&scene);
    mortal_arm(0);
}

/* Everybody who has won has it once, by a round that they won. On a busy machine the next round may
 * be over before the first one is told. */
static void expect_once(void)
{
    int64_t winners = trio_number("SELECT count(DISTINCT identity) FROM result WHERE won = 1");
    assert_true(winners >= 1);
    assert_int_equal(trio_number("SELECT count(*) FROM achievement WHERE what = 0"), winners);
    assert_int_equal(trio_number("SELECT count(*) FROM achievement e JOIN result r"
                                 " ON r.round = e.round AND r.identity = e.identity AND r.won = 1"
                                 " JOIN round o ON o.id = e.round AND o.ended_at = e.at"
                                 " WHERE e.what = 0"),
                     winners);
}

/* Goes on where the daemon was killed, until the round is over. True: that told it. */
static bool go_on(void)
{
    struct actor actors[3] = {{.name = trio[0]}, {.name = trio[1]}, {.name = trio[2]}};
    scene_up(&scene);
    scene_mark(&scene);
    trio_come();
    bool again = trio_number("SELECT count(*) FROM round WHERE ended_at IS NOT NULL") == 0;
    if (again)
        scene_play(&scene, actors, 3, earned, 2000);
    scene_settle(&scene);
    bool told = scene_said(&scene, earned) != NULL;
    assert_true(told == again);
    scene_down(&scene);
    return told;
}

static void a_killed_daemon_tells_once_at_most(void **state)
{
    (void)state;
    struct actor actors[3];
    unsigned changes = 1;
    unsigned before = 0;
    unsigned behind = 0;
    bool answered = false;
    assert_true(language_setup());
    trio_begin(SCENE_SQLITE);
    trio_play(actors, 4);
    scene_down(&scene);
    copy_database(true);
    while (!mortal_run(end_the_round, changes, &answered)) {
        bool again = go_on();
        assert_true(!(again && answered));
        expect_once();
        (*(again ? &before : &behind))++;
        copy_database(false);
        changes += 1 + changes / 16;
    }
    assert_true(answered);
    expect_once();
    assert_in_range(before, 10, 1000); /* it was killed before the end was durable, */
    assert_in_range(behind, 1, 1000);  /* and behind that */
    scene_up(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_killed_daemon_tells_once_at_most, trio_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
