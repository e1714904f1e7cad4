/* The words that people put into a shuffle: one a seat, before the deal, and nothing else counts
 * (docs/fair.md). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "bot/table/round/cut.h"
#include "bot/table/round/round.h"
#include "bot/text/language.h"
#include "tests/bot/proof_scene.h"

static void a_cut_after_the_deal_is_for_the_next(void **state)
{
    (void)state;
    proof_open("classic");
    scene_do(&scene, "alice", "!start");
    uint64_t hash = trio_hash();
    scene_do(&scene, "bob", "!cut too late");
    assert_said(&scene, "#table: bob cuts for the next deal: c2.1=bob.too%20late");
    assert_true(trio_hash() == hash);
    scene_restart(&scene);
    trio_come();
    assert_true(trio_hash() == hash);
    assert_int_equal(scene_table(&scene)->cuts->count, 1); /* kept with the table */
    scene.host.options.round_pause = 1000000;
}

static void a_cut_is_one_word_of_who_sits(void **state)
{
    (void)state;
    proof_open("classic");
    scene_do(&scene, "dora", "!cut me");
    assert_said(&scene, "@dora: You have no seat at this table");
    assert_refused(&scene, "bob", "!cut", "Add a word that nobody can guess");
    assert_refused(&scene, "bob", "!cut 12345678901234567890123456789012345678901",
                   "That word is too long");
    scene_do(&scene, "bob", "!coupe 1234567890123456789012345678901234567890");
    assert_said(&scene, "c1.1=bob.1234567890123456789012345678901234567890");
    assert_refused(&scene, "bob", "!cut again", "your first word stands");
    scene_do(&scene, "carol",
             "!cut \x03"
             "04\xe2\x80\xae"
             "b\xff[R 5],%%.=|\\*_~`@everyone");
    assert_said(&scene, "#table: carol cuts for the next deal: c1.2=carol.");
    assert_not_said(&scene, "everyone [");
    scene_do(&scene, "alice", "!start 12345678901234567890123456789012345678901");
    assert_said(&scene, "@alice: That word is too long");
    assert_null(scene_table(&scene)->round);
    scene_do(&scene, "bob", "!start again"); /* the first word stands, and it is dealt */
    assert_non_null(scene_table(&scene)->round);
    proof_play_on();
    proof_take();
    assert_proven(&proof_saw);
    const struct setup *setup = &log_prove(&proof_saw)->setup;
    assert_int_equal(setup->cut_count, 2);
}

/* A host that hears a cut and does not tell it is seen by who typed it, and pointed at. */
static void a_cut_that_was_not_told_is_pointed_at(void **state)
{
    (void)state;
    proof_open("classic");
    scene_do(&scene, "carol", "!fair"); /* which advises to cut */
    scene_do(&scene, "carol", "!cut early");
    proof_play_first();
    proof_take();
    log_change(&proof_saw, "carol cuts for", "<carol> !cut early\ncarol cuts for", 1);
    assert_proven(&proof_saw);
    assert_int_equal(log_prove(&proof_saw)->untold_line, 0);
    log_change(&proof_saw, "carol cuts for", "[12:30] <bob> !coupe words of mine\ncarol cuts for",
               1);
    assert_proven(&proof_saw);
    assert_true(log_prove(&proof_saw)->untold_line > 0);
}

/* Who leaves takes the word along; one person has one word, however often they sit down. */
static void a_cut_goes_with_its_player(void **state)
{
    (void)state;
    proof_open("classic");
    scene_do(&scene, "bob", "!cut here");
    for (unsigned i = 0; i < 4; i++) {
        scene_do(&scene, "bob", "!leave");
        scene_do(&scene, "bob", "!join");
        scene_do(&scene, "bob", "!cut word %u", i);
    }
    assert_int_equal(scene_table(&scene)->cuts->count, 1);
    proof_play_first();
    proof_take();
    assert_proven(&proof_saw);
    const struct setup *setup = &log_prove(&proof_saw)->setup;
    assert_int_equal(setup->cut_count, 2);
    assert_string_equal(setup->cuts[0].word, "word 3");
    assert_string_equal(setup->cuts[1].word, "surprise");
}

/* !start WORD counts although its author has cut before. */
static void the_word_of_the_start_counts(void **state)
{
    (void)state;
    proof_open("classic");
    scene_do(&scene, "alice", "!cut first");
    scene_do(&scene, "bob", "!cut second");
    scene_do(&scene, "alice", "!start surprise");
    assert_said(&scene, "alice cuts for the next deal: c1.3=alice.surprise");
    proof_play_on();
    proof_take();
    assert_proven(&proof_saw);
    const struct setup *setup = &log_prove(&proof_saw)->setup;
    assert_int_equal(setup->cut_count, 2);
    assert_string_equal(setup->cuts[0].name, "bob");
    assert_string_equal(setup->cuts[1].word, "surprise");
}

/* Who left in a round and has cut for the next one takes that cut along. */
static void who_leaves_in_a_round_takes_the_cut_along(void **state)
{
    (void)state;
    proof_open("classic");
    scene_do(&scene, "alice", "!start");
    scene_do(&scene, "bob", "!cut mine");
    scene_do(&scene, "carol", "!cut yours");
    scene_do(&scene, "bob", "!leave");
    assert_int_equal(scene_table(&scene)->cuts->count, 1);
    assert_string_equal(scene_table(&scene)->cuts->at[0].said.name, "carol");
    scene_restart(&scene);
    trio_come();
    scene_do(&scene, "alice", "!cut ours");
    assert_said(&scene, "c2.3=alice.ours"); /* numbers go on across a restart */
    scene.host.options.round_pause = 1000000;
}

/* A name that looks like a token is written so that it is none, and spoils no round. */
static void a_name_is_no_token(void **state)
{
    (void)state;
    static const char *const names[] = {"d1=deadbeef", "s0=AAAAAAAAAAAAAAAAAAAAAA", "c1.1=bob.x"};
    proof_open("classic");
    for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
        script_join(scene.adapter, "#table", names[i], NULL, false);
        scene_do(&scene, names[i], "!join");
        scene_do(&scene, names[i], "!cut word %u", i);
    }
    assert_said(&scene, "#table: c1.1\xef\xbc\x9d"
                        "bob.x cuts for the next deal: c1.3=c1%2E1%EF%BC%9Dbob%2Ex.word%202");
    scene_do(&scene, "alice", "!start");
    scene_do(&scene, "alice", "!stop");
    scene_do(&scene, "alice", "!stop");
    scene_do(&scene, "carol", "!fair");
    scene_settle(&scene);
    proof_take();
    assert_null(strstr(proof_saw.text, " s0=AAAA"));
    assert_int_equal(log_prove(&proof_saw)->verdict, PROOF_NONE); /* nobody moved */
    assert_null(strstr(proof_saw.text, "d1=deadbeef"));
}

/* What people write into the channel makes nothing true. In a log that names who speaks it spoils
 * nothing either, but a whole s0, which must be taken out. */
static void forged_tokens_prove_nothing(void **state)
{
    (void)state;
    static const struct {
        const char *token;
        bool spoils;
    } forged[] = {
        {"c1.1=bob.mine", false},           {"bob cuts for the next deal: c1.1=bob.mine", false},
        {"bob plays [R 5]", false},         {"dora takes a seat.", false},
        {"bob leaves the table.", false},   {"carol deals 7 cards each", false},
        {"s0=AAAAAAAAAAAAAAAAAAAAAA", true}};
    proof_open("classic");
    proof_play_first();
    for (unsigned i = 0; i < ARRAY_SIZE(forged); i++) {
        char line[200];
        log_take(&scene, "carol", DRESS_IRC, &proof_saw);
        char *at = strstr(proof_saw.text, "alice cuts for");
        at = strchr(at, '\n') + 1;
        snprintf(line, sizeof(line), "[12:34:56] <mallory> %s\n", forged[i].token);
        memmove(at + strlen(line), at, strlen(at) + 1);
        memcpy(at, line, strlen(line));
        const struct proof *proof = log_prove(&proof_saw);
        if ((proof->verdict == PROOF_PROVEN) == forged[i].spoils)
            fail_msg("%s: %s", forged[i].token, forged[i].spoils ? "proven" : proof->why);
        log_drop(&proof_saw, "<mallory>");
        assert_proven(&proof_saw);
    }
}

#define TEST(name) cmocka_unit_test_teardown(name, trio_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_cut_after_the_deal_is_for_the_next),
        TEST(a_cut_is_one_word_of_who_sits),
        TEST(a_cut_that_was_not_told_is_pointed_at),
        TEST(a_cut_goes_with_its_player),
        TEST(the_word_of_the_start_counts),
        TEST(who_leaves_in_a_round_takes_the_cut_along),
        TEST(a_name_is_no_token),
        TEST(forged_tokens_prove_nothing),
    };
    if (!language_setup())
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
