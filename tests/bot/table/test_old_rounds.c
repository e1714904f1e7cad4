/* What a daemon kept before the shuffles of a match came from one chain (fixture/rounds-1.sql):
 * its rounds are still proven, the one that runs goes on, and its promise is kept. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "tests/bot/program.h"
#include "tests/bot/trio.h"

enum { ROUNDS = 5 };

static void run_sql(sqlite3 *db, const char *sql)
{
    char *why = NULL;
    if (sqlite3_exec(db, sql, NULL, NULL, &why) != SQLITE_OK)
        fail_msg("%s", why);
}

/* The daemon ends, and what it finds when it starts again is the fixture. */
static int set_up(void **state)
{
    (void)state;
    static char sql[100000];
    char rename[300];
    sqlite3 *db = NULL;
    FILE *file = fopen(TALON_FIXTURES "/rounds-1.sql", "r");
    assert_non_null(file);
    size_t size = fread(sql, 1, sizeof(sql) - 1, file);
    assert_in_range(size, 1, sizeof(sql) - 2);
    sql[size] = '\0';
    fclose(file);
    scene_init(&scene, SCENE_SQLITE);
    scene_begin(&scene);
    scene_down(&scene);
    unlink(scene.path);
    assert_int_equal(sqlite3_open(scene.path, &db), SQLITE_OK);
    run_sql(db, sql);
    snprintf(rename, sizeof(rename),
             "UPDATE game_table SET network = '%s'; UPDATE round SET network = '%s'; UPDATE "
             "identity SET network = '%s'",
             scene.name, scene.name, scene.name);
    run_sql(db, rename);
    sqlite3_close(db);
    return 0;
}

static int verify(unsigned round)
{
    return program_run("verify --db '%s' %u", scene.path, round);
}

static void come(void)
{
    for (unsigned i = 0; i < 3; i++)
        scene_join(&scene, trio[i]);
    scene_settle(&scene);
}

static void old_rounds_are_proven(void **state)
{
    (void)state;
    scene_up(&scene); /* which brings the database up to date */
    scene_down(&scene);
    for (unsigned round = 1; round <= ROUNDS; round++)
        assert_int_equal(verify(round), 0);
    trio_sql("UPDATE round SET setup = replace(setup, 'seat 0 1 ', 'seat 0 9 ') WHERE id = 2");
    assert_int_equal(verify(2), 1);
    scene_up(&scene);
}

/* Its secret was promised by a commitment of its own; what comes next has a chain. */
static void a_running_round_goes_on(void **state)
{
    (void)state;
    struct actor actors[3];
    scene_up(&scene);
    come();
    struct table *table = scene_table(&scene);
    assert_non_null(table);
    assert_non_null(table->round);
    assert_int_equal(table->round->id, ROUNDS);
    scene_do(&scene, "carol", "!cut early");
    assert_said(&scene, "@carol: The next shuffle is bound when this round is over: cut then.");
    scene.host.options.round_pause = 1000000;
    for (unsigned i = 0; i < 3; i++)
        actors[i] = (struct actor){.name = trio[i]};
    scene_mark(&scene);
    for (unsigned i = 0; i < 3; i++)
        scene_type(&scene, trio[i], "!hand");
    scene_play(&scene, actors, 3, "wins the round", 5000);
    scene_settle(&scene);
    assert_not_said(&scene, "secret s");
    assert_said(&scene, "; the next shuffles are bound by s0=");
    assert_int_equal(table->chain.length, FAIR_CHAIN);
    assert_int_equal(verify(ROUNDS), 0);
}

/* A commitment that was told is kept also when no round ran: a chain of one. */
static void a_promise_is_kept(void **state)
{
    (void)state;
    trio_sql("UPDATE game_table SET state = replace(state, '\"state\":\"round\"', "
             "'\"state\":\"between\"')");
    trio_sql("UPDATE round SET ended_at = 1, outcome = 'stopped', archive = x'' WHERE id = 5");
    scene.options.round_pause = 1000000;
    scene_up(&scene);
    come();
    uint8_t secret[FAIR_SIZE];
    struct table *table = scene_table(&scene);
    assert_non_null(table);
    assert_int_equal(table->chain.length, 1);
    assert_int_equal(table->chain.used, 0);
    assert_true(fair_chain_secret(&table->chain, 1, secret));
    assert_int_equal(secret[0], 0xe1); /* "secret" of the fixture's table */
    scene_do(&scene, "carol", "!fair");
    scene_wait(&scene, "@carol: The bot's admins can replay that round: talon verify 4.");
    assert_said(&scene, "@carol: Next shuffle: bound by s0=");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, trio_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(old_rounds_are_proven),
        TEST(a_running_round_goes_on),
        TEST(a_promise_is_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
