/* The daemon ends in mid-play and starts again on the same store (bot/table/round/replay.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "bot/text/language.h"
#include "tests/bot/trio.h"

static void goes_on(enum scene_store kind)
{
    struct actor actors[3];
    trio_begin(kind);
    trio_play(actors, 12);
    uint64_t hash = trio_hash();
    uint32_t seq = scene_table(&scene)->round->seq;
    trio_restart();
    struct table *table = scene_table(&scene);
    assert_non_null(table);
    assert_non_null(table->round);
    assert_true(trio_hash() == hash);
    assert_int_equal(table->round->seq, seq);
    assert_said(&scene, "#table: The table goes on where it was. Last move: ");
    assert_not_said(&scene, "void");
    for (unsigned i = 0; i < 3; i++) {
        char start[24];
        snprintf(start, sizeof(start), "@%s: ", trio[i]);
        assert_int_equal(scene_count(&scene, start), 1);
        actors[i].read = 0;
    }
    scene.mark = 0;
    scene_play(&scene, actors, 3, " wins the match!", 20000);
}

/* An UNO that had no effect was told to nobody else; start-up does not tell it either. */
static void an_idle_uno_stays_untold(void **state)
{
    (void)state;
    struct actor actors[3];
    trio_begin(SCENE_SQLITE);
    trio_play(actors, 3);
    uint32_t seq = scene_table(&scene)->round->seq;
    for (unsigned i = 0; i < 3; i++)
        scene_do(&scene, trio[i], "!uno");
    assert_true(scene_table(&scene)->round->seq > seq); /* it is journaled */
    trio_restart();
    assert_said(&scene, "#table: The table goes on where it was. Last move: ");
    assert_not_said(&scene, "says UNO");
}

/* HR-21: with two decks as well. Before and after, no line is longer than IRC carries. */
static void twenty_players_go_on(void **state)
{
    (void)state;
    struct actor actors[3];
    trio_begin(SCENE_SQLITE);
    scene_do(&scene, "alice", "!set two_decks on");
    scene_do(&scene, "alice", "!bots 17");
    trio_play(actors, 30);
    assert_int_equal(scene_table(&scene)->round->game.players, 20);
    assert_int_equal(scene_table(&scene)->round->rules->deck.size, 216);
    uint64_t hash = trio_hash();
    trio_restart();
    assert_non_null(scene_table(&scene)->round);
    assert_true(trio_hash() == hash);
    assert_int_equal(scene_table(&scene)->round->rules->decks, 2);
    assert_said(&scene, "#table: The table goes on where it was. Last move: ");
    assert_not_said(&scene, "void");
    scene_do(&scene, "alice", "!order");
    scene_do(&scene, "alice", "!table");
    for (unsigned i = 0; i < 3; i++)
        actors[i].read = 0;
    scene.mark = 0;
    scene_play(&scene, actors, 3, " wins the round", 20000);
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
    trio_begin(SCENE_SQLITE);
    trio_play(actors, 3);
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
            uint64_t hash = table->round != NULL ? trio_hash() : 0;
            int32_t totals = table->match.total[0] + table->match.total[1] + table->match.total[2];
            bool between = table->state == TABLE_BETWEEN;
            scene_down(&scene);
            scene_up(&scene);
            table = scene_table(&scene);
            if (!between && !over) {
                assert_non_null(table->round);
                assert_true(trio_hash() == hash);
            }
            if (!over) {
                assert_int_equal(
                    table->match.total[0] + table->match.total[1] + table->match.total[2], totals);
            }
            trio_come();
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
    trio_begin(SCENE_SQLITE);
    trio_play(actors, 2);
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
        trio_sql("VACUUM INTO '%s'", copy);
        struct scene play = scene;
        scene = (struct scene){0};
        scene_init(&scene, SCENE_SQLITE);
        rmdir(scene.folder);
        snprintf(scene.folder, sizeof(scene.folder), "%s", "");
        snprintf(scene.path, sizeof(scene.path), "%.90s", copy);
        snprintf(scene.name, sizeof(scene.name), "%s", play.name);
        scene_up(&scene);
        trio_come();
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
    trio_begin(SCENE_SQLITE);
    for (unsigned i = 0; who == NULL; i++) {
        assert_true(i < 200);
        scene_do(&scene, trio[i % 3], "!start");
        const char *hand = scene_said(&scene, "Your turn on ");
        if (hand != NULL && strstr(strstr(hand, "Your hand: "), "[W]*") != NULL) {
            who = seat_name(scene_table(&scene), scene_table(&scene)->round->game.turn);
        } else {
            table_stop(scene_table(&scene));
            scene_settle(&scene);
            scene_down(&scene); /* fresh flood buckets */
            scene_up(&scene);
            trio_come();
        }
    }
    char name[24];
    snprintf(name, sizeof(name), "%s", who);
    unsigned seat = scene_table(&scene)->round->game.turn;
    scene_do(&scene, name, "pl w");
    assert_said(&scene, "Which colour?");
    assert_non_null(scene_table(&scene)->seats[seat].ask);
    trio_restart();
    assert_non_null(scene_table(&scene)->seats[seat].ask);
    scene_do(&scene, name, "blue");
    assert_said(&scene, " plays [W] and names blue");
    assert_null(scene_table(&scene)->seats[seat].ask);
}

static void restart_with(const char *from, const char *to)
{
    scene_down(&scene);
    trio_sql("UPDATE game_table SET state = replace(state, '%s', '%s')", from, to);
    scene_up(&scene);
    trio_come();
}

static unsigned window_now(void)
{
    return scene_table(&scene)->switches.value[SWITCH_UNO_WINDOW];
}

/* A match goes on by the defaults with which it began, a lobby by those of the day. */
static void a_match_keeps_its_defaults(void **state)
{
    (void)state;
    struct actor actors[3];
    struct switches defaults;
    scene_init(&scene, SCENE_SQLITE);
    scene_begin(&scene);
    trio_come();
    scene_do(&scene, "alice", "!new skull");
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "carol", "!join");
    ruleset_defaults(scene_table(&scene)->set, &defaults);
    assert_int_not_equal(defaults.value[SWITCH_UNO_WINDOW], WINDOW_BEGINS); /* of version 1 */
    char *lobby = save_state(scene_table(&scene));
    assert_null(strstr(lobby, "\"rules\""));
    assert_null(strstr(lobby, "\"jump_in\""));
    assert_non_null(strstr(lobby, "\"set\":\"skull\""));
    free(lobby);
    trio_play(actors, 1);
    trio_restart();
    assert_int_equal(window_now(), defaults.value[SWITCH_UNO_WINDOW]);
    restart_with("\"rules\":2,", "\"rules\":1,");
    assert_int_equal(window_now(), WINDOW_BEGINS);
    /* an older text has all switches, and no version */
    restart_with("\"rules\":2,\"switches\":{\"uno_window\":\"begins\"",
                 "\"switches\":{\"jump_in\":\"exact\"");
    assert_int_equal(window_now(), defaults.value[SWITCH_UNO_WINDOW]);
    assert_int_equal(scene_table(&scene)->switches.value[SWITCH_JUMP_IN], JUMP_IN_EXACT);
    /* a later version of Talon wrote it */
    restart_with("\"rules\":2,", "\"rules\":99,");
    assert_null(scene_table(&scene));
}

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
    trio_restart();
    const struct table *table = table_at(scene.host.tables, scene.network, "#uno[fr]");
    assert_non_null(table);
    assert_true(table->clock_runs);
    assert_ptr_equal(table->home.language, language_find("fr"));
}

/* A table of a network that is not configured waits in the store. */
static void an_unknown_network_waits(void **state)
{
    (void)state;
    struct actor actors[3];
    char name[24];
    trio_begin(SCENE_SQLITE);
    trio_play(actors, 5);
    uint64_t hash = trio_hash();
    snprintf(name, sizeof(name), "%s", scene.name);
    scene_down(&scene);
    snprintf(scene.name, sizeof(scene.name), "elsewhere");
    scene_up(&scene);
    scene_settle(&scene);
    assert_int_equal(tables_count(scene.host.tables), 0);
    assert_int_equal(scene_count(&scene, ""), 0);
    script_type(scene.adapter, "#table", "dave", "!new");
    scene_settle(&scene);
    assert_said(&scene, "dave opens a table");
    scene_down(&scene);
    snprintf(scene.name, sizeof(scene.name), "%s", name);
    scene_up(&scene);
    trio_come();
    assert_true(trio_hash() == hash);
    assert_int_equal(tables_count(scene.host.tables), 1);
}

/* How a round ended, as it is told again: "#table: carol plays [G 5]; carol wins ..." */
static void write_end(const char *told, char *words, size_t size)
{
    const char *from = strchr(told, ' ') + 1;
    const char *points = strstr(told, " points!");
    assert_non_null(points);
    snprintf(words, size, "The last round: %.*s points!", (int)(points - from), from);
}

/* The move that ended a round is not lost for the deal that came with it, before that is told. */
static void the_end_of_a_round_comes_back_behind_a_deal(void **state)
{
    (void)state;
    struct actor actors[3];
    char words[200];
    trio_begin(SCENE_SQLITE);
    trio_play(actors, 0);
    scene.mark = 0;
    scene_play(&scene, actors, 3, " wins the round and ", 5000);
    assert_non_null(scene_table(&scene)->round);
    assert_int_equal(scene_table(&scene)->round->seq, 0);
    write_end(scene_said(&scene, " wins the round and "), words, sizeof(words));
    trio_restart();
    assert_said(&scene, words);
    assert_said(&scene, "Totals: ");
    assert_not_said(&scene, ": secret "); /* that is told to those who ask */
    assert_said(&scene, "draw pile");
    assert_not_said(&scene, "Last move: ");
    const struct table *table = scene_table(&scene);
    scene_do(&scene, seat_name(table, table->round->game.turn), "!draw");
    trio_restart();
    assert_not_said(&scene, "The last round: ");
    assert_said(&scene, "Last move: ");
}

/* A lobby and a pause between rounds are told again, with what may not have been heard. */
static void a_lobby_and_a_pause_come_back(void **state)
{
    (void)state;
    struct actor actors[3];
    trio_begin(SCENE_SQLITE);
    trio_restart();
    assert_said(&scene,
                "#table: The table goes on where it was. No round is running. Seats: alice, "
                "bob, carol");
    assert_int_equal(scene_table(&scene)->switches.value[SWITCH_SCORE], SCORE_POINTS);
    scene.options.round_pause = 1000000;
    trio_restart();
    trio_play(actors, 0);
    scene.mark = 0;
    scene_play(&scene, actors, 3, "wins the round", 5000);
    const char *won = scene_said(&scene, " wins the round and ");
    assert_non_null(won);
    char words[200];
    write_end(won, words, sizeof(words));
    trio_restart();
    assert_int_equal(scene_table(&scene)->state, TABLE_BETWEEN);
    assert_said(&scene, words);
    assert_said(&scene, "Totals: ");
}

/* The end of a match whose telling a crash may have cost: totals and winner come again. */
static void the_end_of_a_match_comes_back(void **state)
{
    (void)state;
    struct actor actors[3];
    trio_begin(SCENE_SQLITE);
    trio_play(actors, 0);
    scene.mark = 0;
    scene_play(&scene, actors, 3, "!start deals a rematch.", 20000);
    int32_t total = scene_table(&scene)->match.total[1];
    trio_restart();
    struct table *table = scene_table(&scene);
    assert_int_equal(table->state, TABLE_LOBBY);
    assert_false(table->match_on);
    assert_true(table->match.over);
    assert_int_equal(table->match.total[1], total);
    assert_said(&scene, "The last round: ");
    assert_said(&scene, " wins the match!");
    assert_said(&scene, "!start deals a rematch.");
    scene_do(&scene, "carol", "!score");
    assert_said(&scene, " wins the match!");
    scene_do(&scene, "bob", "!start");
    assert_said(&scene, " deals 7 cards each");
    assert_false(table->match.over);
    trio_restart();
    assert_not_said(&scene, "The last round: ");
    assert_non_null(scene_table(&scene)->round);
}

#define TEST(name) cmocka_unit_test_teardown(name, trio_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_round_goes_on_from_the_disk),
        TEST(twenty_players_go_on),
        TEST(an_idle_uno_stays_untold),
        TEST(a_round_goes_on_from_memory),
        TEST(many_restarts),
        TEST(copies_have_all_that_was_told),
        TEST(a_wild_waits_for_its_colour),
        TEST(a_match_keeps_its_defaults),
        TEST(an_unknown_network_waits),
        TEST(a_channel_is_found_by_the_late_fold),
        TEST(a_lobby_and_a_pause_come_back),
        TEST(the_end_of_a_round_comes_back_behind_a_deal),
        TEST(the_end_of_a_match_comes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
