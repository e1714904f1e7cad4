/* forgotten.h: bob, who is to be forgotten, and what is left of him; for tests. */
#ifndef TALON_TESTS_BOT_FORGOTTEN_H
#define TALON_TESTS_BOT_FORGOTTEN_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/text/language.h"
#include "program.h"
#include "trio.h"

static inline int forget(const char *who)
{
    return program_run("forget --db '%s' %s", scene.path, who);
}

static inline int verify(const char *what)
{
    return program_run("verify --db '%s' %s", scene.path, what);
}

/* Bob, by his account, plays a match with the others, and has chosen things. */
static inline void play_a_match(void)
{
    struct actor actors[3];
    assert_true(language_setup());
    trio_begin(SCENE_SQLITE);
    scene_do(&scene, "bob", "!theme mono");
    scene_do(&scene, "bob", "!name Robert");
    scene_do(&scene, "bob", "!notify on");
    trio_play(actors, 4);
    scene_play(&scene, actors, 3, " wins the match!", 20000);
    scene_settle(&scene);
}

static inline void close_the_table(void)
{
    for (unsigned i = 0; i < 3 && scene_table(&scene) != NULL; i++)
        scene_do(&scene, "alice", "!stop");
    assert_null(scene_table(&scene));
}

/* How many texts of a kind have it, but for the names that the channel saw. */
static inline void expect_traces(const char *word, bool any)
{
    char query[900];
    snprintf(
        query, sizeof(query),
        "SELECT (SELECT count(*) FROM identity WHERE account || name || account_key || name_key"
        " LIKE '%%%s%%') + (SELECT count(*) FROM person WHERE name || name_key LIKE '%%%s%%')"
        " + (SELECT count(*) FROM setting WHERE scope || key || value LIKE '%%%s%%')"
        " + (SELECT count(*) FROM round WHERE replace(setup, 'person.bob', '') || channel"
        " LIKE '%%%s%%') + (SELECT count(*) FROM game_table WHERE state LIKE '%%%s%%')",
        word, word, word, word, word);
    assert_int_equal(trio_number(query) > 0, any);
}

static inline void expect_known(void)
{
    expect_traces("bob_account", true);
    expect_traces("robert", true);
}

/* Nothing is left of him, and all else is as it was: `points` is what all boards have together. */
static inline void expect_forgotten(int64_t points)
{
    expect_traces("bob", false);
    expect_traces("robert", false);
    expect_traces("alice", true);
    assert_int_equal(trio_number("SELECT sum(points) FROM score"), points);
    assert_int_equal(verify("--all"), 0);
    assert_non_null(strstr(program_said, "not proven: 0;"));
    assert_int_equal(program_run("check-db --db '%s'", scene.path), 0);
    assert_non_null(strstr(program_said, "the leaderboards match the results"));
}

/* The boards go on without the name, and bob is as new. */
static inline void expect_as_new(void)
{
    scene_do(&scene, "alice", "!top");
    scene_wait(&scene, "former player");
    scene_do(&scene, "bob", "!stats");
    scene_wait(&scene, "has not finished a round");
}

/* What a killed one left: he is known as before, or not at all. Gives which it is. */
static inline bool forgot_all_or_nothing(void)
{
    bool forgot = trio_number("SELECT count(*) FROM identity WHERE account = 'bob_account'") == 0;
    expect_traces("bob_account", !forgot);
    expect_traces("robert", !forgot);
    return forgot;
}

/* Keeps a copy of the database, which nobody uses, or takes it back. */
static inline void copy_database(bool keep)
{
    char command[400];
    snprintf(command, sizeof(command), keep ? "cp '%s' '%s.copy'" : "rm -f '%s-wal' '%s-shm'",
             scene.path, scene.path);
    assert_int_equal(system(command), 0);
    snprintf(command, sizeof(command), "cp '%s.copy' '%s'", scene.path, scene.path);
    assert_int_equal(keep ? 0 : system(command), 0);
}

#endif
