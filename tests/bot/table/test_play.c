/* Whole matches of people who play by their whispered hands. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "engine/move/check.h"
#include "tests/bot/scene.h"

static struct scene scene;

static int tear_down(void **state)
{
    (void)state;
    scene_finish(&scene);
    return 0;
}

static const char *const names[] = {"alice", "bob", "carol", "dave"};

static void begin(enum scene_store kind)
{
    scene_init(&scene, kind);
    scene_begin(&scene);
}

static void seat(unsigned people, const char *set)
{
    for (unsigned i = 0; i < people; i++)
        scene_join(&scene, names[i]);
    scene_do(&scene, names[0], "!new %s", set);
    for (unsigned i = 1; i < people; i++)
        scene_do(&scene, names[i], "!join");
    scene_do(&scene, names[0], "!set score points_500");
}

/* Independent of the daemon's own totals: every "NAME wins the round and N points!". */
static long sum_of(const char *name)
{
    char pattern[80];
    long sum = 0;
    snprintf(pattern, sizeof(pattern), "%s wins the round and ", name);
    for (size_t i = scene.mark; i < script_lines(scene.adapter); i++) {
        const char *at = strstr(script_line(scene.adapter, i), pattern);
        if (at != NULL)
            sum += strtol(at + strlen(pattern), NULL, 10);
    }
    return sum;
}

static void check_totals(unsigned people)
{
    const char *line = scene_said(&scene, " wins the match!");
    assert_non_null(line);
    long best = 0;
    for (unsigned i = 0; i < people; i++) {
        char total[80];
        char wins[80];
        long sum = sum_of(names[i]);
        snprintf(total, sizeof(total), "%s %ld%s", names[i], sum, i + 1 < people ? "," : ".");
        snprintf(wins, sizeof(wins), " %s wins the match!", names[i]);
        assert_non_null(strstr(line, total));
        assert_int_equal(strstr(line, wins) != NULL, sum >= 500); /* */
        best = sum > best ? sum : best;
    }
    assert_true(best >= 500);
}

static void play_match(unsigned people)
{
    struct actor actors[4];
    size_t lines = script_lines(scene.adapter);
    for (unsigned i = 0; i < people; i++)
        actors[i] = (struct actor){.name = names[i], .read = lines, .forgets = 20};
    scene_settle(&scene);
    scene_mark(&scene);
    scene_type(&scene, names[0], "!start");
    scene_play(&scene, actors, people, " wins the match!", 20000);
    check_totals(people);
    for (unsigned i = 0; i < people; i++)
        assert_true(actors[i].moves > 0);
}

/* to 500, totals are the sums of the rounds; a rematch starts from the lobby. */
static void two_people_and_a_rematch(void **state)
{
    (void)state;
    begin(SCENE_MEMORY);
    seat(2, "classic");
    play_match(2);
    assert_int_equal(scene_table(&scene)->state, TABLE_LOBBY);
    assert_int_equal(scene_table(&scene)->seat_count, 2);
    play_match(2);
    scene_do(&scene, "alice", "!score");
    assert_said(&scene, " wins the match!");
    assert_true(scene.tokens > 1000);
}

/* The boards hold what was said. */
static void four_people_on_a_disk(void **state)
{
    (void)state;
    char sum[40];
    begin(SCENE_SQLITE);
    seat(4, "classic");
    play_match(4);
    snprintf(sum, sizeof(sum), "carol~: points %ld;", sum_of("carol"));
    scene_do(&scene, "dave", "!stats carol");
    scene_wait(&scene, sum);
    scene_do(&scene, "dave", "!top");
    scene_wait(&scene, "Best of all time, this channel");
}

static void people_and_computer_players(void **state)
{
    (void)state;
    begin(SCENE_MEMORY);
    seat(2, "classic");
    scene_do(&scene, "alice", "!bots 2");
    struct actor actors[] = {{.name = "alice", .read = script_lines(scene.adapter), .forgets = 50},
                             {.name = "bob", .read = script_lines(scene.adapter), .forgets = 50}};
    scene_mark(&scene);
    scene_type(&scene, "alice", "!start");
    scene_play(&scene, actors, 2, " wins the match!", 20000);
    assert_said(&scene, " without UNO"); /* computer players catch */
}

/* Two people and a computer player, by every other set's rules, to 500 points. */
static void play_set(const char *set)
{
    begin(SCENE_MEMORY);
    seat(2, set);
    scene_do(&scene, "alice", "!bots 1");
    struct actor actors[] = {{.name = "alice", .read = script_lines(scene.adapter)},
                             {.name = "bob", .read = script_lines(scene.adapter)}};
    scene_mark(&scene);
    scene_type(&scene, "alice", "!start");
    scene_play(&scene, actors, 2, " wins the match!", 20000);
    assert_true(actors[0].moves > 20);
}

static void hyper_is_played(void **state)
{
    (void)state;
    play_set("hyper");
    assert_said(&scene, "Hyperspeed on ");
}

static void skull_is_played(void **state)
{
    (void)state;
    play_set("skull");
    assert_said(&scene, "speaks the words of power");
}

static void web_is_played(void **state)
{
    (void)state;
    play_set("web");
    assert_said(&scene, " shows [");
}

static void flex_is_played(void **state)
{
    (void)state;
    play_set("flex");
    assert_said(&scene, "'s power ");
}

static void minion_is_played(void **state)
{
    (void)state;
    play_set("minion");
    assert_said(&scene, "[W\u00A0minion]");
}

static uint64_t deal_hash(void)
{
    seat(3, "classic");
    scene_do(&scene, "bob", "!start");
    const struct round *round = scene_table(&scene)->round;
    return game_hash(round->rules, &round->game);
}

/* --seed: the same seed deals the same cards, whatever the hour. */
static void a_seed_repeats_the_deal(void **state)
{
    (void)state;
    static const char *const seeds[] = {"ab", "ab", "cd"};
    uint64_t hash[3];
    for (unsigned i = 0; i < 3; i++) {
        scene_init(&scene, SCENE_SQLITE);
        snprintf(scene.name, sizeof(scene.name), "seeded");
        scene.options.seed = seeds[i];
        scene_begin(&scene);
        hash[i] = deal_hash();
        if (i < 2)
            scene_finish(&scene);
    }
    assert_true(hash[0] == hash[1]);
    assert_true(hash[0] != hash[2]);
}

/* A process that begins again without tables deals the same cards. If a table is left,
 * it deals others, because no secret may come twice. */
static void a_seed_begins_again(void **state)
{
    (void)state;
    scene_init(&scene, SCENE_SQLITE);
    scene_begin(&scene);
    uint64_t first = deal_hash();
    tables_begin_secrets(scene.host.tables);
    for (unsigned i = 0; i < 3; i++) {
        uint64_t secrets = scene.host.tables->secrets;
        table_stop(scene_table(&scene));
        table_close(scene_table(&scene));
        scene_settle(&scene);
        assert_int_equal(scene.host.tables->secrets, secrets);
        if (i == 1)
            tables_begin_secrets(scene.host.tables);
        uint64_t hash = deal_hash();
        assert_true((hash == first) == (i == 1));
    }
}

#define TEST(name) cmocka_unit_test_teardown(name, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(two_people_and_a_rematch),
        TEST(four_people_on_a_disk),
        TEST(people_and_computer_players),
        TEST(a_seed_repeats_the_deal),
        TEST(a_seed_begins_again),
        TEST(hyper_is_played),
        TEST(skull_is_played),
        TEST(web_is_played),
        TEST(flex_is_played),
        TEST(minion_is_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
