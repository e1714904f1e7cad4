#include "trio.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "bot/table/round/round.h"
#include "engine/move/check.h"
#include "storage/sqlite/sqlite.h"
#include "tests/storage/journal_sql.h"

enum { PATIENCE = 60000 }; /* milliseconds, for who else writes */

struct scene scene;
const char *const trio[3] = {"alice", "bob", "carol"};

int trio_tear_down(void **state)
{
    (void)state;
    scene_finish(&scene);
    return 0;
}

void trio_come(void)
{
    script_join(scene.adapter, "#table", "alice", NULL, false);
    script_join(scene.adapter, "#table", "bob", "bob_account", false);
    script_join(scene.adapter, "#table", "carol", NULL, false);
    scene_settle(&scene);
}

void trio_begin(enum scene_store kind)
{
    scene_init(&scene, kind);
    scene_begin(&scene);
    trio_come();
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "carol", "!join");
    scene_do(&scene, "alice", "!set score points_500");
}

void trio_restart(void)
{
    scene_down(&scene);
    scene_up(&scene);
    trio_come();
}

uint64_t trio_hash(void)
{
    const struct round *round = scene_table(&scene)->round;
    return game_hash(round->rules, &round->game);
}

void trio_sql(const char *format, ...)
{
    sqlite3 *db = NULL;
    char text[400];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    assert_int_equal(sqlite3_open(scene.path, &db), SQLITE_OK);
    sqlite3_busy_timeout(db, PATIENCE);
    assert_true(journal_sql_run(db, text) > 0 || strncmp(text, "VACUUM", 6) == 0);
    sqlite3_close(db);
}

int64_t trio_number(const char *query)
{
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(scene.path, &db), SQLITE_OK);
    sqlite3_busy_timeout(db, PATIENCE);
    int64_t number = journal_sql_number(db, query);
    sqlite3_close(db);
    return number;
}

void trio_play(struct actor actors[3], unsigned moves)
{
    unsigned chance = 9;
    for (unsigned i = 0; i < 3; i++)
        actors[i] = (struct actor){.name = trio[i], .read = script_lines(scene.adapter)};
    scene_do(&scene, "alice", "!start");
    for (unsigned i = 0; i < moves; i++) {
        for (unsigned n = 0; n < 3; n++)
            actor_step(&scene, &actors[n], &chance);
        scene_settle(&scene);
    }
    assert_non_null(scene_table(&scene)->round);
}
