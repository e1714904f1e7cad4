/* talon export and import: a match goes on from what was carried to another machine as text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sysexits.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/bot/program.h"
#include "tests/bot/trio.h"

static char lines[120], again[120];

static void remove_lines(void)
{
    unlink(lines);
    unlink(again);
}

static void expect_same_files(void)
{
    char command[300];
    snprintf(command, sizeof(command), "cmp '%s' '%s'", lines, again);
    assert_int_equal(system(command), 0);
}

static void a_match_goes_on_from_what_was_imported(void **state)
{
    (void)state;
    struct actor actors[3];
    char aside[120];
    trio_begin(SCENE_SQLITE);
    snprintf(lines, sizeof(lines), "%s.lines", scene.path);
    snprintf(again, sizeof(again), "%s.again", scene.path);
    snprintf(aside, sizeof(aside), "%s.aside", scene.path);
    trio_play(actors, 12);
    scene_play(&scene, actors, 3, " wins the round", 3000);
    trio_play(actors, 12);
    uint64_t hash = trio_hash();
    uint32_t seq = scene_table(&scene)->round->seq;
    scene_down(&scene);
    assert_int_equal(program_run("export --db '%s' > '%s'", scene.path, lines), 0);
    assert_int_equal(program_run("import --db '%s' < '%s'", scene.path, lines), 1);
    assert_non_null(strstr(program_said, "it is not empty"));
    assert_int_equal(rename(scene.path, aside), 0);
    assert_int_equal(program_run("import --db '%s' < '%s'", scene.path, lines), 0);
    assert_int_equal(program_run("export --db '%s' > '%s'", scene.path, again), 0);
    expect_same_files();
    assert_int_equal(program_run("verify --db '%s' --all", scene.path), 0);
    assert_int_equal(program_run("check-db --db '%s'", scene.path), 0);
    assert_non_null(strstr(program_said, "the leaderboards match the results"));
    unlink(aside);

    scene_up(&scene);
    trio_come();
    scene_settle(&scene);
    assert_true(trio_hash() == hash);
    assert_int_equal(scene_table(&scene)->round->seq, seq);
    scene.mark = 0;
    for (unsigned i = 0; i < 3; i++)
        actors[i].read = 0;
    scene_play(&scene, actors, 3, " wins the match!", 20000);
    assert_int_equal(program_run("verify --db '%s' --all", scene.path), 0);
    assert_int_equal(program_run("export --db '%s' > '%s'", scene.path, again),
                     0); /* the daemon runs */
    remove_lines();
}

static void what_cannot_be_is_told(void **state)
{
    (void)state;
    trio_begin(SCENE_SQLITE);
    assert_int_equal(program_run("export --db '%s'", "/nonexistent/talon.db"), 1);
    assert_int_equal(program_run("import --db '%s' </dev/null", "/nonexistent/talon.db"), 1);
    assert_int_equal(program_run("import --db '%s.new' </dev/null", scene.path), 1);
    assert_non_null(
        strstr(program_said, "line 0: the end is missing after it; nothing was imported"));
    assert_int_equal(program_run("import --db '%s' </dev/null", scene.path), EX_TEMPFAIL);
    assert_non_null(strstr(program_said, "systemctl stop talon"));
    assert_int_equal(program_run("export --db '%s' more", scene.path), EX_USAGE);
    assert_int_equal(program_run("export --db '%s' > /dev/full", scene.path), 1);
    snprintf(lines, sizeof(lines), "%s.new-lock", scene.path);
    unlink(lines);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(a_match_goes_on_from_what_was_imported, trio_tear_down),
        cmocka_unit_test_teardown(what_cannot_be_is_told, trio_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
