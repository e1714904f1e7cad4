/* The daemon ends in mid-play and starts again on the same store (bot/replay.h). */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "bot/language.h"
#include "scene.h"
#include "storage/sqlite.h"

enum { PATIENCE = 60000 }; /* milliseconds, for who else writes */

static struct scene scene;
static const char *const names[] = {"alice", "bob", "carol"};

static int tear_down(void **state)
{
    (void)state;
    scene_finish(&scene);
    return 0;
}

static void people_come(void)
{
    script_join(scene.adapter, "#table", "alice", NULL, false);
    script_join(scene.adapter, "#table", "bob", "bob_account", false);
    script_join(scene.adapter, "#table", "carol", NULL, false);
    scene_settle(&scene);
}

static void begin(enum scene_store kind)
{
    scene_init(&scene, kind);
    scene_begin(&scene);
    people_come();
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "carol", "!join");
    scene_do(&scene, "alice", "!set score points_500");
}

static void restart(void)
{
    scene_down(&scene);
    scene_up(&scene);
    people_come();
}

static uint64_t hash_now(void)
{
    const struct round *round = scene_table(&scene)->round;
    return game_hash(round->rules, &round->game);
}

static void sql(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void sql(const char *format, ...)
{
    sqlite3 *db = NULL;
    char text[400];
    char *why = NULL;
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof(text), format, args);
    va_end(args);
    assert_int_equal(sqlite3_open(scene.path, &db), SQLITE_OK);
    sqlite3_busy_timeout(db, PATIENCE);
    if (sqlite3_exec(db, text, NULL, NULL, &why) != SQLITE_OK)
        fail_msg("%s: %s", text, why);
    assert_true(sqlite3_changes(db) > 0 || strncmp(text, "VACUUM", 6) == 0);
    sqlite3_close(db);
}

static int64_t sql_number(const char *query)
{
    sqlite3 *db = NULL;
    int64_t number = -1;
    assert_int_equal(sqlite3_open(scene.path, &db), SQLITE_OK);
    sqlite3_busy_timeout(db, PATIENCE);
    assert_true(sqlite_number(db, query, &number));
    sqlite3_close(db);
    return number;
}

/* Plays `moves` moves of a round that runs then; returns the actors as they stand. */
static void play_some(struct actor actors[3], unsigned moves)
{
    unsigned chance = 9;
    for (unsigned i = 0; i < 3; i++)
        actors[i] = (struct actor){.name = names[i], .read = script_lines(scene.adapter)};
    scene_do(&scene, "alice", "!start");
    for (unsigned i = 0; i < moves; i++) {
        for (unsigned n = 0; n < 3; n++)
            actor_step(&scene, &actors[n], &chance);
        scene_settle(&scene);
    }
    assert_non_null(scene_table(&scene)->round);
}

static void goes_on(enum scene_store kind)
{
    struct actor actors[3];
    begin(kind);
    play_some(actors, 12);
    uint64_t hash = hash_now();
    uint32_t seq = scene_table(&scene)->round->seq;
    restart();
    struct table *table = scene_table(&scene);
    assert_non_null(table);
    assert_non_null(table->round);
    assert_true(hash_now() == hash);
    assert_int_equal(table->round->seq, seq);
    assert_said(&scene, "#table: The table goes on where it was. On top ");
    assert_not_said(&scene, "void");
    for (unsigned i = 0; i < 3; i++) {
        char start[24];
        snprintf(start, sizeof(start), "@%s: ", names[i]);
        assert_int_equal(scene_count(&scene, start), 1);
        actors[i].read = 0;
    }
    scene.mark = 0;
    scene_play(&scene, actors, 3, " wins the match!", 20000);
}

static void a_round_goes_on_from_the_disk(void **state)
{
    (void)state;
    goes_on(SCENE_SQLITE);
}

static void a_round_goes_on_from_memory(void **state)
{
    (void)state;
    goes_on(SCENE_MEMORY);
}

/* Restarted again and again at random points, a match loses nothing and ends. */
static void many_restarts(void **state)
{
    (void)state;
    struct actor actors[3];
    unsigned chance = 4;
    begin(SCENE_SQLITE);
    play_some(actors, 3);
    scene_do(&scene, "alice", "!set"); /* anything */
    bool over = false;
    for (unsigned i = 0; !over; i++) {
        assert_true(i < 3000);
        for (unsigned n = 0; n < 3; n++)
            actor_step(&scene, &actors[n], &chance);
        if (i % 13 == 7) {
            for (unsigned turns = 0; turns < i % 5; turns++)
                scene_turn(&scene);
            over = !scene_table(&scene)->match_on;
            struct table *table = scene_table(&scene);
            uint64_t hash = table->round != NULL ? hash_now() : 0;
            int32_t totals = table->match.total[0] + table->match.total[1] + table->match.total[2];
            bool between = table->state == TABLE_BETWEEN;
            scene_down(&scene);
            scene_up(&scene);
            table = scene_table(&scene);
            if (!between && !over) {
                assert_non_null(table->round);
                assert_true(hash_now() == hash);
            }
            if (!over)
                assert_int_equal(
                    table->match.total[0] + table->match.total[1] + table->match.total[2], totals);
            people_come();
            for (unsigned n = 0; n < 3; n++)
                actors[n].read = 0;
        }
        scene_settle(&scene);
        over = over || !scene_table(&scene)->match_on;
    }
}

/* A copy of the database at any moment has all that was told by then. */
static void copies_have_all_that_was_told(void **state)
{
    (void)state;
    struct actor actors[3];
    unsigned chance = 5;
    char copy[120];
    char original[96];
    begin(SCENE_SQLITE);
    play_some(actors, 2);
    snprintf(original, sizeof(original), "%s", scene.path);
    snprintf(copy, sizeof(copy), "%s.copy", scene.path);
    for (unsigned i = 0; i < 12 && scene_table(&scene)->round != NULL; i++) {
        scene_settle(&scene);
        int64_t id = scene_table(&scene)->round->id;
        uint32_t told = scene_table(&scene)->round->seq;
        for (unsigned n = 0; n < 3; n++)
            actor_step(&scene, &actors[n], &chance);
        for (unsigned turns = 0; turns < i % 4; turns++)
            scene_turn(&scene);
        unlink(copy);
        sql("VACUUM INTO '%s'", copy);
        struct scene play = scene;
        scene = (struct scene){0};
        scene_init(&scene, SCENE_SQLITE);
        rmdir(scene.folder);
        snprintf(scene.folder, sizeof(scene.folder), "%s", "");
        snprintf(scene.path, sizeof(scene.path), "%.90s", copy);
        snprintf(scene.name, sizeof(scene.name), "%s", play.name);
        scene_up(&scene);
        people_come();
        struct table *table = scene_table(&scene);
        assert_non_null(table);
        assert_int_equal(table->state, TABLE_ROUND);
        assert_true(table->round->id == id);
        assert_in_range(table->round->seq, told, told + 1);
        assert_not_said(&scene, "void");
        scene_finish(&scene);
        scene = play;
        scene_watch(&scene);
        scene_settle(&scene);
    }
    char lock[140];
    snprintf(lock, sizeof(lock), "%s-lock", copy);
    unlink(lock);
}

/* What a wild waits for is kept: the colour is the next word. */
static void a_wild_waits_for_its_colour(void **state)
{
    (void)state;
    const char *who = NULL;
    begin(SCENE_SQLITE);
    for (unsigned i = 0; who == NULL; i++) {
        assert_true(i < 200);
        scene_do(&scene, names[i % 3], "!start");
        const char *hand = scene_said(&scene, "Your turn on ");
        if (hand != NULL && strstr(strstr(hand, "Your hand: "), "[W]*") != NULL) {
            who = seat_name(scene_table(&scene), scene_table(&scene)->round->game.turn);
        } else {
            table_stop(scene_table(&scene));
            scene_settle(&scene);
            scene_down(&scene); /* fresh flood buckets */
            scene_up(&scene);
            people_come();
        }
    }
    char name[24];
    snprintf(name, sizeof(name), "%s", who);
    unsigned seat = scene_table(&scene)->round->game.turn;
    scene_do(&scene, name, "pl w");
    assert_said(&scene, "Which colour?");
    assert_non_null(scene_table(&scene)->seats[seat].ask);
    restart();
    assert_non_null(scene_table(&scene)->seats[seat].ask);
    scene_do(&scene, name, "blue");
    assert_said(&scene, " plays [W] and names blue");
    assert_null(scene_table(&scene)->seats[seat].ask);
}

/* A round that is not what it was is void, aloud; the scores stand and the match goes on. */
static void voided(const char *change, const char *where)
{
    struct actor actors[3];
    begin(SCENE_SQLITE);
    play_some(actors, 8);
    int64_t id = scene_table(&scene)->round->id;
    uint8_t secret[FAIR_SIZE];
    memcpy(secret, scene_table(&scene)->secret, sizeof(secret));
    scene_table(&scene)->match.total[1] = 123;
    scene_table(&scene)->match.rounds = 1;
    save_table(scene_table(&scene));
    scene.options.round_pause = 1000000;
    scene_down(&scene);
    struct stat st;
    assert_int_equal(stat(scene.path, &st), 0);
    sql("%s = %lld %s", change, (long long)id, where);
    /* Damage that the store does not look for at the start. */
    const struct timespec times[2] = {st.st_atim, st.st_mtim};
    assert_int_equal(utimensat(AT_FDCWD, scene.path, times, 0), 0);
    log_set_level(LOG_ERROR);
    scene_up(&scene);
    people_come();
    assert_said(&scene,
                "#table: The table goes on where it was. The running round could not be "
                "rebuilt and is void; the scores stand. Totals: alice 0, bob 123, carol 0.");
    assert_said(&scene, "Commitment of the next shuffle: ");
    struct table *table = scene_table(&scene);
    assert_int_equal(table->state, TABLE_BETWEEN);
    assert_memory_not_equal(table->secret, secret, sizeof(secret));
    assert_int_equal(table->match.total[1], 123);
    sql("UPDATE round SET ended_at = ended_at WHERE id = %lld AND outcome = 'damaged'",
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
    voided("UPDATE journal SET hash = hash + 1 WHERE round", "AND seq = 3");
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

/* A table that cannot be read is closed, aloud, and its round is void; another can be opened. */
static void an_unreadable_table_is_closed_aloud(void **state)
{
    (void)state;
    struct actor actors[3];
    begin(SCENE_SQLITE);
    play_some(actors, 4);
    scene_down(&scene);
    sql("UPDATE game_table SET state = replace(state, '\"set\":\"classic\"', '\"set\":\"x\"')");
    scene_up(&scene);
    assert_int_equal(sql_number("SELECT count(*) FROM game_table"), 1); /* until it is told */
    people_come();
    assert_said(&scene, "#table: The table that was here could not be read and is closed; the "
                        "scores stand. !uno opens a new one.");
    assert_not_said(&scene, "goes on");
    assert_null(scene_table(&scene));
    assert_int_equal(sql_number("SELECT count(*) FROM game_table"), 0);
    assert_int_equal(sql_number("SELECT count(*) FROM round WHERE outcome = 'damaged'"), 1);
    assert_int_equal(sql_number("SELECT count(*) FROM journal"), 0);
    scene_do(&scene, "alice", "!new");
    assert_said(&scene, "alice opens a table");
    restart();
    assert_said(&scene, "The table goes on where it was. ");
}

/* Of two tables of one channel the first one stays. */
static void a_second_table_of_a_channel_is_closed(void **state)
{
    (void)state;
    struct actor actors[3];
    begin(SCENE_SQLITE);
    play_some(actors, 4);
    uint64_t hash = hash_now();
    scene_down(&scene);
    sql("INSERT INTO game_table (network, channel, state)"
        " SELECT network, channel, state FROM game_table");
    scene_up(&scene);
    people_come();
    assert_int_equal(scene.host.table_count, 1);
    assert_true(hash_now() == hash);
    assert_int_equal(sql_number("SELECT count(*) FROM game_table"), 1);
}

/* A round whose table is gone is void; it stops nothing. */
static void a_round_without_its_table_is_void(void **state)
{
    (void)state;
    struct actor actors[3];
    begin(SCENE_SQLITE);
    play_some(actors, 4);
    scene_down(&scene);
    sql("DELETE FROM game_table");
    scene_up(&scene);
    people_come();
    assert_int_equal(scene.host.table_count, 0);
    assert_int_equal(sql_number("SELECT count(*) FROM round WHERE outcome = 'damaged'"), 1);
    assert_int_equal(sql_number("SELECT count(*) FROM journal"), 0);
}

/* A match goes on by the switches with which it began, a lobby by the defaults of the day. */
static void a_match_keeps_all_its_switches(void **state)
{
    (void)state;
    struct actor actors[3];
    begin(SCENE_MEMORY);
    char *lobby = save_state(scene_table(&scene));
    assert_null(strstr(lobby, "\"jump_in\""));
    assert_non_null(strstr(lobby, "\"score\":\"points_500\""));
    free(lobby);
    play_some(actors, 1);
    char *match = save_state(scene_table(&scene));
    assert_non_null(strstr(match, "\"jump_in\":\"off\""));
    free(match);
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
    char why[256];
    scene_init(&scene, SCENE_SQLITE);
    log_set_level((enum log_level)0);
    assert_int_equal(
        store_open_sqlite(&scene.store, scene.path, 0, scene.loop, &quiet, why, sizeof(why)),
        STORE_OK);
    struct sqlite_store *sq = (struct sqlite_store *)scene.store;
    sqlite3_progress_handler(sq->reader, 1, stop_reading, NULL);
    assert_false(host_init(&host, scene.loop, scene.store, &quiet, &scene.options, 1));
    sqlite3_progress_handler(sq->reader, 0, NULL, NULL);
    assert_true(host_init(&host, scene.loop, scene.store, &quiet, &scene.options, 1));
    host_finish(&host);
}

/* A table of a network that is not configured waits in the store. */
/* How the network compares names is told when it is there, after the tables are rebuilt. */
static void a_channel_is_found_by_the_late_fold(void **state)
{
    (void)state;
    scene_init(&scene, SCENE_MEMORY);
    settings_put(&scene.settings, SCRIPT_LATE_FOLD, "on");
    settings_put(&scene.settings, SCRIPT_CHANNELS, "#uno[fr]");
    scene_begin(&scene);
    script_join(scene.adapter, "#uno[fr]", "alice", NULL, true);
    script_type(scene.adapter, "#uno[fr]", "alice", "!lang channel fr");
    script_type(scene.adapter, "#uno[fr]", "alice", "!new");
    scene_settle(&scene);
    restart();
    const struct table *table = table_at(&scene.host, scene.network, "#uno[fr]");
    assert_non_null(table);
    assert_true(table->here);
    assert_ptr_equal(table->language, language_find("fr"));
}

static void an_unknown_network_waits(void **state)
{
    (void)state;
    struct actor actors[3];
    char name[24];
    begin(SCENE_SQLITE);
    play_some(actors, 5);
    uint64_t hash = hash_now();
    snprintf(name, sizeof(name), "%s", scene.name);
    scene_down(&scene);
    snprintf(scene.name, sizeof(scene.name), "elsewhere");
    scene_up(&scene);
    scene_settle(&scene);
    assert_int_equal(scene.host.table_count, 0);
    assert_int_equal(scene_count(&scene, ""), 0);
    script_type(scene.adapter, "#table", "dave", "!new");
    scene_settle(&scene);
    assert_said(&scene, "dave opens a table");
    scene_down(&scene);
    snprintf(scene.name, sizeof(scene.name), "%s", name);
    scene_up(&scene);
    people_come();
    assert_true(hash_now() == hash);
    assert_int_equal(scene.host.table_count, 1);
}

/* A lobby and a pause between rounds are told again, with what may not have been heard. */
static void a_lobby_and_a_pause_come_back(void **state)
{
    (void)state;
    struct actor actors[3];
    begin(SCENE_SQLITE);
    restart();
    assert_said(&scene,
                "#table: The table goes on where it was. No round is running. Seats: alice, "
                "bob, carol");
    assert_int_equal(scene_table(&scene)->switches.value[SWITCH_SCORE], SCORE_POINTS);
    scene.options.round_pause = 1000000;
    restart();
    play_some(actors, 0);
    scene.mark = 0;
    scene_play(&scene, actors, 3, "; next commitment ", 5000);
    const char *won = scene_said(&scene, " wins the round and ");
    assert_non_null(won);
    char words[200];
    const char *name = won;
    for (const char *at = strstr(won, " wins the round"); at > won && *name != '\0'; at--)
        if (strncmp(at - 2, "; ", 2) == 0) {
            name = at;
            break;
        }
    snprintf(words, sizeof(words), "The last round: %.*s", (int)strcspn(name, "!"), name);
    restart();
    assert_int_equal(scene_table(&scene)->state, TABLE_BETWEEN);
    assert_said(&scene, words);
    assert_said(&scene, "Totals: ");
}

/* The end of a match whose telling a crash may have cost: totals, winner and secret come again. */
static void the_end_of_a_match_comes_back(void **state)
{
    (void)state;
    struct actor actors[3];
    char secret[200];
    begin(SCENE_SQLITE);
    play_some(actors, 0);
    scene.mark = 0;
    scene_play(&scene, actors, 3, ". !start deals a rematch.", 20000);
    const char *told = scene_said(&scene, ". !start deals a rematch.");
    snprintf(secret, sizeof(secret), "%s", told);
    int32_t total = scene_table(&scene)->match.total[1];
    restart();
    struct table *table = scene_table(&scene);
    assert_int_equal(table->state, TABLE_LOBBY);
    assert_false(table->match_on);
    assert_true(table->match.over);
    assert_int_equal(table->match.total[1], total);
    assert_said(&scene, "The last round: ");
    assert_said(&scene, " wins the match!");
    assert_said(&scene, secret);
    scene_do(&scene, "carol", "!score");
    assert_said(&scene, " wins the match!");
    scene_do(&scene, "bob", "!start");
    assert_said(&scene, " deals 7 cards each");
    assert_false(table->match.over);
    restart();
    assert_not_said(&scene, "The last round: ");
    assert_non_null(scene_table(&scene)->round);
}

/* A void round of people who have left but one is no match any more. */
static void a_void_round_without_players_ends_the_match(void **state)
{
    (void)state;
    struct actor actors[3];
    begin(SCENE_SQLITE);
    play_some(actors, 3);
    int64_t id = scene_table(&scene)->round->id;
    scene_table(&scene)->seats[1].leaving = scene_table(&scene)->seats[2].leaving = true;
    save_table(scene_table(&scene));
    scene.options.round_pause = 1000000;
    scene_down(&scene);
    sql("UPDATE round SET deal_hash = deal_hash + 1 WHERE id = %lld", (long long)id);
    log_set_level(LOG_ERROR);
    scene_up(&scene);
    people_come();
    assert_said(&scene, "could not be rebuilt and is void");
    assert_int_equal(scene_table(&scene)->seat_count, 1);
    assert_false(scene_table(&scene)->match_on);
    assert_int_equal(scene_table(&scene)->state, TABLE_LOBBY);
}

#define TEST(name) cmocka_unit_test_teardown(name, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_round_goes_on_from_the_disk),
        TEST(a_round_goes_on_from_memory),
        TEST(many_restarts),
        TEST(copies_have_all_that_was_told),
        TEST(a_wild_waits_for_its_colour),
        TEST(a_changed_hash_voids_the_round),
        TEST(a_missing_action_voids_the_round),
        TEST(a_changed_action_voids_the_round),
        TEST(a_changed_deal_voids_the_round),
        TEST(a_damaged_row_voids_the_round),
        TEST(an_unreadable_table_is_closed_aloud),
        TEST(a_second_table_of_a_channel_is_closed),
        TEST(a_round_without_its_table_is_void),
        TEST(a_match_keeps_all_its_switches),
        TEST(a_store_that_cannot_be_read_makes_no_host),
        TEST(an_unknown_network_waits),
        TEST(a_channel_is_found_by_the_late_fold),
        TEST(a_lobby_and_a_pause_come_back),
        TEST(the_end_of_a_match_comes_back),
        TEST(a_void_round_without_players_ends_the_match),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
