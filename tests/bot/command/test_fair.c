/* !fair: what was promised of a shuffle, and what was shown after it
 * (bot/command/handlers/command_fair.c).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/people/code.h"
#include "bot/table/clock.h"
#include "bot/table/table_open.h"
#include "bot/text/language.h"
#include "tests/bot/trio.h"

/* The digits behind `words` in what was said since the mark. */
static void read_hex(const char *words, char *hex, size_t digits)
{
    scene_assert_said(&scene, words, true, __FILE__, __LINE__);
    const char *at = scene_said(&scene, words);
    assert_non_null(at);
    at = strstr(at, words) + strlen(words);
    assert_int_equal(strspn(at, "0123456789abcdef"), digits);
    snprintf(hex, digits + 1, "%s", at);
}

/* The letters of an s0 behind `words`. */
static void read_bond(const char *words, char *bond)
{
    scene_assert_said(&scene, words, true, __FILE__, __LINE__);
    const char *at = scene_said(&scene, words);
    assert_non_null(at);
    at = strstr(at, words) + strlen(words);
    assert_int_equal(strspn(at, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"),
                     BOND_TEXT - 1);
    snprintf(bond, BOND_TEXT, "%s", at);
}

/* What binds the shuffles is told once, in the line that opens the table, with the command that
 * explains it; !fair tells it again, only to who asks. */
static void a_table_opens_with_its_commitment(void **state)
{
    (void)state;
    char whole[FAIR_HEX], told[FAIR_HEX];
    scene_init(&scene, SCENE_MEMORY);
    scene_begin(&scene);
    trio_come();
    scene_do(&scene, "alice", "!fair");
    assert_said(&scene, "@alice: There is no table here");
    scene_do(&scene, "alice", "!new");
    assert_not_said(&scene, "Commitment of");
    assert_said(&scene, "#table: alice opens a table (classic). !join takes a seat, ");
    read_bond(" Shuffles are bound by s0=", told);
    assert_said(&scene, " (!fair).");
    assert_int_equal(scene_count(&scene, "#"), 1);
    scene_do(&scene, "carol", "!équité");
    read_bond("@carol: Next shuffle: bound by s0=", whole);
    assert_string_equal(told, whole);
    assert_int_equal(scene_count(&scene, "#"), 0);
    assert_not_said(&scene, "kept as");
}

static void play_a_round(void)
{
    struct actor actors[3];
    trio_play(actors, 0);
    scene_play(&scene, actors, 3, "wins the round", 5000);
    scene_settle(&scene);
}

/* !fair tells the secret of the last round, and it keeps its promise. The channel is not told,
 * unless it wants to be. */
static void the_last_round_can_be_checked(void **state)
{
    (void)state;
    char shown[FAIR_HEX], secret[FAIR_HEX], told[FAIR_HEX], whole[FAIR_HEX], hex[FAIR_HEX];
    uint8_t bytes[FAIR_SIZE], end[FAIR_SIZE];
    trio_begin(SCENE_SQLITE);
    scene_do(&scene, "alice", "!set score single_round");
    scene_do(&scene, "carol", "!fair");
    read_bond("Next shuffle: bound by s0=", told);
    for (unsigned round = 1; round <= 2; round++) { /* each the first of its match */
        play_a_round();
        if (round == 2)
            read_hex("Round 1: secret s2=", shown, 64);
        else
            assert_not_said(&scene, "secret s");
        scene_do(&scene, "alice", "!set proofs on");
        scene_do(&scene, "carol", "!fair");
        scene_wait(&scene, "@carol: To check it, save ");
    }
    scene_restart(&scene);
    trio_come();
    scene_do(&scene, "carol", "!fair");
    scene_wait(&scene, "@carol: To check it, save ");
    assert_said(&scene, "@carol: t2.1/1=talon3,set.classic,rules.2,round.1,dealer.");
    assert_said(&scene, "@carol: m2.1/");
    read_hex("Round 1, kept as 2: secret s2=", secret, 64);
    read_hex("Next shuffle: bound by s2=", whole, 64);
    assert_string_equal(secret, whole); /* it commits the next */
    assert_string_equal(shown, secret);
    assert_said(&scene, "talon verify 2.");
    assert_true(hash_read_hex(secret, bytes));
    assert_true(fair_climb(bytes, 2, end));
    bond_write(end, hex);
    assert_string_equal(hex, told);
    /* While the next one is played both are told. */
    scene_do(&scene, "alice", "!start");
    scene_do(&scene, "carol", "!fair");
    read_hex("Round 1, kept as 3: bound by s2=", whole, 64);
    assert_string_equal(secret, whole);
    assert_said(&scene, "Round 1, kept as 2: secret ");
    assert_int_equal(scene_count(&scene, "#"), 0);
    assert_not_said(&scene, "m2.1/");
    scene_do(&scene, "carol", "!fair last");
    scene_wait(&scene, "@carol: To check it, save ");
    assert_said(&scene, "@carol: m2.1/");
}

/* Rounds are counted in their match, also when one is stopped, and after an older version's text.
 */
static void rounds_are_counted_in_their_match(void **state)
{
    (void)state;
    trio_begin(SCENE_MEMORY);
    scene.host.options.round_pause = 1000000;
    scene_do(&scene, "alice", "!set proofs on");
    play_a_round();
    assert_said(&scene, "Round 1: secret ");
    assert_int_equal(scene_table(&scene)->state, TABLE_BETWEEN);
    char *text = save_state(scene_table(&scene));
    char *at = strstr(text, "\"last_number\":1,");
    assert_non_null(at);
    memmove(at, at + 16, strlen(at + 16) + 1);
    struct table *table = table_create(scene.host.tables, scene.network, "#older", 77);
    assert_true(save_read(table, text));
    assert_int_equal(table->last.number, 1);
    table_destroy(table);
    free(text);
    scene.host.options.round_pause = 0;
    clock_restart(scene_table(&scene));
    scene_settle(&scene);
    scene_stop(&scene);
    assert_said(&scene, "Round 2: secret ");
}

/* R-57, R-71: a void round has the number of the round that is dealt in its place. */
static void a_void_round_has_its_number(void **state)
{
    (void)state;
    struct actor actors[3];
    trio_begin(SCENE_MEMORY);
    scene.host.options.round_pause = 1000000;
    scene_do(&scene, "alice", "!set proofs on");
    scene_do(&scene, "alice", "!set round_limit 500");
    trio_play(actors, 0);
    scene_table(&scene)->round->game.turn_actions = 499;
    scene_play(&scene, actors, 3, "too long and is void", 100);
    scene_settle(&scene);
    assert_said(&scene, "Round 1: secret ");
}

#define TEST(name) cmocka_unit_test_teardown(name, trio_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_table_opens_with_its_commitment),
        TEST(the_last_round_can_be_checked),
        TEST(rounds_are_counted_in_their_match),
        TEST(a_void_round_has_its_number),
    };
    if (!language_setup())
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
