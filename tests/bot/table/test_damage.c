/* What a daemon that starts again finds damaged in its store: it is void or closed, aloud
 * (bot/table/round/replay.h). */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "storage/sqlite/sqlite.h"
#include "storage/sqlite/sqlite_store.h"
#include "tests/bot/trio.h"

/* A round that is not what it was is void, aloud; the scores stand and the match goes on. */
static void voided(const char *change, const char *where)
{
    struct actor actors[3];
    trio_begin(SCENE_SQLITE);
    trio_play(actors, 8);
    int64_t id = scene_table(&scene)->round->id;
    unsigned used = scene_table(&scene)->chain.used;
    unsigned dealer = scene_table(&scene)->round->game.dealer;
    scene_table(&scene)->match.total[1] = 123;
    scene_table(&scene)->match.rounds = 1;
    save_table(scene_table(&scene));
    scene.options.round_pause = 1000000;
    scene_down(&scene);
    struct stat st;
    assert_int_equal(stat(scene.path, &st), 0);
    trio_sql("%s = %lld %s", change, (long long)id, where);
    /* Damage that the store does not look for at the start. */
    const struct timespec times[2] = {st.st_atim, st.st_mtim};
    assert_int_equal(utimensat(AT_FDCWD, scene.path, times, 0), 0);
    log_set_level(LOG_ERROR);
    scene_up(&scene);
    trio_come();
    assert_said(&scene,
                "#table: The table goes on where it was. The running round could not be "
                "rebuilt and is void; the scores stand. Totals: alice 0, bob 123, carol 0.");
    struct table *table = scene_table(&scene);
    assert_int_equal(table->state, TABLE_BETWEEN);
    assert_int_equal(table->match.dealer, (dealer + 1) % 3); /* */
    assert_int_equal(table->chain.used, used); /* what is voided has used up its shuffle */
    assert_int_equal(table->match.total[1], 123);
    trio_sql("UPDATE round SET ended_at = ended_at WHERE id = %lld AND outcome = 'damaged'",
             (long long)id);
    scene.host.options.round_pause = 0;
    for (unsigned i = 0; i < 3; i++)
        actors[i].read = script_lines(scene.adapter);
    timer_set(&table->timer, 0);
    scene_mark(&scene);
    scene_play(&scene, actors, 3, "wins the round", 5000);
}

static void a_changed_hash_voids_the_round(void **state)
{
    (void)state;
    voided("UPDATE journal SET hash = hash + 1 WHERE round",
           "AND seq = (SELECT max(seq) FROM journal)");
}

static void a_missing_action_voids_the_round(void **state)
{
    (void)state;
    voided("DELETE FROM journal WHERE round", "AND seq = 2");
}

static void a_changed_action_voids_the_round(void **state)
{
    (void)state;
    voided("UPDATE journal SET action = 'P1 nonsense' WHERE round", "AND seq = 1");
}

static void a_changed_deal_voids_the_round(void **state)
{
    (void)state;
    voided("UPDATE round SET deal_hash = deal_hash + 1 WHERE id", "");
}

static void a_damaged_row_voids_the_round(void **state)
{
    (void)state;
    voided("PRAGMA ignore_check_constraints = ON; UPDATE round SET secret = x'00' WHERE id", "");
}

static void die_at(int64_t table, unsigned times)
{
    char path[128];
    snprintf(path, sizeof(path), "%s-lock", scene.path);
    FILE *lock = fopen(path, "w");
    assert_non_null(lock);
    fprintf(lock, "at %lld %u %u\n", (long long)table, times, times);
    assert_int_equal(fclose(lock), 0);
}

/* "A table whose replay crashes the process twice is set aside aloud": nothing of it is read, once
 * is forgiven, and its round keeps its moves for who looks into it. */
static void a_table_that_killed_two_starts_is_set_aside(void **state)
{
    (void)state;
    struct actor actors[3];
    trio_begin(SCENE_SQLITE);
    trio_play(actors, 4);
    int64_t id = scene_table(&scene)->id;
    scene_down(&scene);
    die_at(id, 1);
    scene_up(&scene);
    assert_non_null(scene_table(&scene)->round);
    scene_down(&scene);
    die_at(id + 1, 2); /* another one's */
    scene_up(&scene);
    assert_non_null(scene_table(&scene)->round);
    scene_down(&scene);
    die_at(id, 2);
    scene_up(&scene);
    assert_null(scene_table(&scene)->round);
    assert_int_equal(trio_number("SELECT count(*) FROM game_table WHERE state = '{}'"), 1);
    trio_come();
    assert_said(&scene, "#table: The table that was here could not be read and is closed; the "
                        "scores stand. !uno opens a new one.");
    assert_null(scene_table(&scene));
    assert_int_equal(trio_number("SELECT count(*) FROM round WHERE outcome = 'damaged'"), 1);
    scene_down(&scene);
    scene_up(&scene);
    assert_null(scene_table(&scene));
}

/* Whoever is at the table may be heard; what its clock does next ends the process. */
static void crash_at_the_clock(void)
{
    pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        signal(SIGSEGV, SIG_DFL); /* the tests' own would go on */
        alarm(60);
        scene_up(&scene);
        trio_come();
        struct table *table = scene_table(&scene);
        if (table == NULL)
            _exit(1);
        table->seats = NULL;
        timer_set(&table->timer, 0);
        for (;;)
            scene_turn(&scene);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) != SIGALRM);
}

/* In truth: a process that dies by what a table's clock does, and a second one; the third lives. */
static void a_clock_that_kills_is_stopped(void **state)
{
    (void)state;
    struct actor actors[3];
    trio_begin(SCENE_SQLITE);
    trio_play(actors, 4);
    scene_down(&scene);
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    skip(); /* a crash is a finding there */
#endif
    crash_at_the_clock();
    crash_at_the_clock();
    scene_up(&scene);
    assert_int_equal(store_last_crashes(scene.store)->of_table, 2);
    trio_come();
    assert_said(&scene, "The table that was here could not be read and is closed");
    assert_null(scene_table(&scene));
}

/* A table that cannot be read is closed, aloud, and its round is void; another can be opened. */
static void an_unreadable_table_is_closed_aloud(void **state)
{
    (void)state;
    struct actor actors[3];
    trio_begin(SCENE_SQLITE);
    trio_play(actors, 4);
    scene_down(&scene);
    trio_sql(
        "UPDATE game_table SET state = replace(state, '\"set\":\"classic\"', '\"set\":\"x\"')");
    scene_up(&scene);
    assert_int_equal(trio_number("SELECT count(*) FROM game_table"), 1); /* until it is told */
    trio_come();
    assert_said(&scene, "#table: The table that was here could not be read and is closed; the "
                        "scores stand. !uno opens a new one.");
    assert_not_said(&scene, "goes on");
    assert_null(scene_table(&scene));
    assert_int_equal(trio_number("SELECT count(*) FROM game_table"), 0);
    assert_int_equal(trio_number("SELECT count(*) FROM round WHERE outcome = 'damaged'"), 1);
    assert_int_equal(trio_number("SELECT count(*) FROM journal"), 0);
    scene_do(&scene, "alice", "!new");
    assert_said(&scene, "alice opens a table");
    trio_restart();
    assert_said(&scene, "The table goes on where it was. ");
}

/* Of two tables of one channel the first one is played, and nothing of the other is lost. */
static void a_second_table_of_a_channel_waits(void **state)
{
    (void)state;
    struct actor actors[3];
    trio_begin(SCENE_SQLITE);
    trio_play(actors, 4);
    uint64_t hash = trio_hash();
    scene_down(&scene);
    trio_sql("INSERT INTO game_table (network, channel, state)"
             " SELECT network, channel, state FROM game_table");
    scene_up(&scene);
    trio_come();
    assert_int_equal(tables_count(scene.host.tables), 1);
    assert_true(trio_hash() == hash);
    assert_int_equal(trio_number("SELECT count(*) FROM game_table"), 2);
}

/* A round whose table is gone is void; it stops nothing. */
static void a_round_without_its_table_is_void(void **state)
{
    (void)state;
    struct actor actors[3];
    trio_begin(SCENE_SQLITE);
    trio_play(actors, 4);
    scene_down(&scene);
    trio_sql("DELETE FROM game_table");
    scene_up(&scene);
    trio_come();
    assert_int_equal(tables_count(scene.host.tables), 0);
    assert_int_equal(trio_number("SELECT count(*) FROM round WHERE outcome = 'damaged'"), 1);
    assert_int_equal(trio_number("SELECT count(*) FROM journal"), 0);
}

/* A void round of people who have left but one is no match any more. */
static void a_void_round_without_players_ends_the_match(void **state)
{
    (void)state;
    struct actor actors[3];
    trio_begin(SCENE_SQLITE);
    trio_play(actors, 3);
    int64_t id = scene_table(&scene)->round->id;
    scene_table(&scene)->seats[1].leaving = scene_table(&scene)->seats[2].leaving = true;
    save_table(scene_table(&scene));
    scene.options.round_pause = 1000000;
    scene_down(&scene);
    trio_sql("UPDATE round SET deal_hash = deal_hash + 1 WHERE id = %lld", (long long)id);
    log_set_level(LOG_ERROR);
    scene_up(&scene);
    trio_come();
    assert_said(&scene, "could not be rebuilt and is void");
    assert_int_equal(scene_table(&scene)->seat_count, 1);
    assert_false(scene_table(&scene)->match_on);
    assert_int_equal(scene_table(&scene)->state, TABLE_LOBBY);
}

static int stop_reading(void *arg)
{
    (void)arg;
    return 1;
}

/* Ids that cannot be read would be given twice; nothing is left of what was made. */
static void a_store_that_cannot_be_read_makes_no_host(void **state)
{
    (void)state;
    static const struct log quiet = {NULL, ""};
    struct host host;
    struct fault why = {0};
    scene_init(&scene, SCENE_SQLITE);
    log_set_level((enum log_level)0);
    assert_int_equal(
        store_open_sqlite(
            &scene.store,
            &(struct sqlite_setup){.path = scene.path, .loop = scene.loop, .log = &quiet}, &why),
        STORE_OK);
    struct sqlite_store *sq = (struct sqlite_store *)scene.store;
    sqlite3_progress_handler(sq->reader, 1, stop_reading, NULL);
    assert_false(host_init(&host, scene.loop, scene.store, &quiet, &scene.options));
    sqlite3_progress_handler(sq->reader, 0, NULL, NULL);
    assert_true(host_init(&host, scene.loop, scene.store, &quiet, &scene.options));
    host_finish(&host);
}

#define TEST(name) cmocka_unit_test_teardown(name, trio_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_changed_hash_voids_the_round),
        TEST(a_missing_action_voids_the_round),
        TEST(a_changed_action_voids_the_round),
        TEST(a_changed_deal_voids_the_round),
        TEST(a_damaged_row_voids_the_round),
        TEST(a_clock_that_kills_is_stopped), /* forks: first */
        TEST(a_table_that_killed_two_starts_is_set_aside),
        TEST(an_unreadable_table_is_closed_aloud),
        TEST(a_second_table_of_a_channel_waits),
        TEST(a_round_without_its_table_is_void),
        TEST(a_void_round_without_players_ends_the_match),
        TEST(a_store_that_cannot_be_read_makes_no_host),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
