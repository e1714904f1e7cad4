/* Networks with controls: what answers what, commands without prefix, accounts that last, and what
 * an adapter keeps (adapters/adapter.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bot/text/language.h"
#include "tests/bot/controls.h"

static int set_up(void **state)
{
    (void)state;
    controls_begin(SCENE_SQLITE, false);
    return 0;
}

/* Whether a line since the mark begins so. */
static bool began(const char *format, ...) __attribute__((format(printf, 1, 2)));
static bool began(const char *format, ...)
{
    char start[200];
    va_list args;
    va_start(args, format);
    vsnprintf(start, sizeof(start), format, args);
    va_end(args);
    return scene_count(&scene, start) > 0;
}

static void messages_carry_what_they_answer(void **state)
{
    (void)state;
    uint32_t first = scene_command(&scene, "alice", "uno");
    assert_true(began("#table: %u|alice opens a table", (unsigned)first));
    uint32_t second = scene_command(&scene, "bob", "leave");
    assert_true(began("@bob: %u|You have no seat", (unsigned)second));
    scene_do(&scene, "bob", "!leave");
    assert_true(began("@bob: You have no seat")); /* nobody waits */
}

/* A word from a private talk about a channel's table: there nobody waits. */
static void other_places_get_no_answer(void **state)
{
    (void)state;
    scene_command(&scene, "alice", "uno");
    scene_command(&scene, "bob", "join");
    scene_mark(&scene);
    script_command(scene.adapter, NULL, "alice", "start", 99);
    scene_settle(&scene);
    assert_true(scene_said(&scene, "deals 7 cards each") != NULL);
    assert_int_equal(scene_count(&scene, "#table: 99|"), 0);
    assert_int_equal(scene_count(&scene, "@bob: hand 99|"), 0);
    assert_true(scene_count(&scene, "@bob: hand|") > 0);
    scene_mark(&scene);
    script_command(scene.adapter, NULL, "alice", "hand", 100);
    scene_settle(&scene);
    assert_true(scene_count(&scene, "@alice: hand 100|") > 0);
}

/* A part of what was said may mean something else. */
static void what_is_too_long_is_told_so(void **state)
{
    (void)state;
    char text[800] = "uno ";
    memset(text + 4, 'x', sizeof(text) - 5);
    script_command(scene.adapter, "#table", "alice", text, 73);
    scene_settle(&scene);
    assert_said(&scene, "@alice: 73|That is too long for me.");
    scene_mark(&scene);
    text[0] = '!';
    scene_type(&scene, "bob", "%s", text);
    script_type(scene.adapter, "#table", "carol", text + 4);
    scene_settle(&scene);
    assert_said(&scene, "@bob: That is too long for me.");
    assert_int_equal(scene_count(&scene, ""), 1);
    assert_null(scene_table(&scene));
}

/* Two that come in one turn of the loop are told apart. */
static void answers_are_told_apart(void **state)
{
    (void)state;
    scene_mark(&scene);
    script_command(scene.adapter, "#table", "alice", "hand", 71);
    script_command(scene.adapter, "#table", "bob", "hand", 72);
    script_type(scene.adapter, "#table", "carol", "!hand");
    scene_settle(&scene);
    assert_said(&scene, "@alice: 71|There is no table here");
    assert_said(&scene, "@bob: 72|There is no table here");
    assert_said(&scene, "@carol: There is no table here");
}

/* A hand cannot be shown to one alone in answer to words that all can read: the table comes anew,
 * with its button. */
static void words_are_told_how_a_hand_is_opened(void **state)
{
    (void)state;
    static const char *const how = "alice: the button My hand opens your hand, and so does /hand.";
    scene_command(&scene, "alice", "uno");
    scene_command(&scene, "bob", "join");
    scene_command(&scene, "alice", "start");
    scene_do(&scene, "alice", "!hand");
    assert_said(&scene, how);
    assert_int_equal(scene_count(&scene, "#table: board|{button"), 1);
    scene_command(&scene, "alice", "hand");
    assert_not_said(&scene, how);
    scene_command(&scene, "alice", "whisper pm"); /* it comes as a message of its own */
    scene_do(&scene, "alice", "!hand");
    assert_not_said(&scene, how);
}

static void commands_need_no_prefix(void **state)
{
    (void)state;
    scene_command(&scene, "alice", "uno");
    assert_said(&scene, "opens a table");
    scene_command(&scene, "bob", "!join"); /* and may have one */
    assert_said(&scene, "bob takes a seat");
    scene_command(&scene, "carol", "jo"); /* of old IRC bots */
    assert_said(&scene, "carol takes a seat");
    scene_command(&scene, "dave", "dance");
    assert_said(&scene, "|I do not know that command");
    scene_do(&scene, "alice", "start"); /* what is merely typed needs it */
    assert_int_equal(scene_count(&scene, ""), 0);
}

static void a_full_bucket_answers_still(void **state)
{
    (void)state;
    for (unsigned i = 0; i < 4; i++) /* ten seconds each: none of them is paid back meanwhile */
        scene_command(&scene, "alice", "link nonsense");
    assert_true(began("@alice: %u|You type faster", (unsigned)scene.answers));
    scene_do(&scene, "alice", "!top");
    assert_int_equal(scene_count(&scene, ""), 0);
}

/* -- languages -- */

static void who_chose_nothing_reads_the_language_of_their_client(void **state)
{
    (void)state;
    script_call(scene.adapter, "bob", NULL, "fr-FR");
    script_call(scene.adapter, "carol", NULL, "sv");
    scene_command(&scene, "alice", "leave");
    assert_said(&scene, "@alice: 1|There is no table here");
    scene_command(&scene, "bob", "leave");
    assert_said(&scene, "@bob: 2|Il n'y a pas de table ici");
    scene_command(&scene, "bob", "lang en");
    scene_command(&scene, "bob", "leave");
    assert_said(&scene, "There is no table here"); /* what they choose wins */
    script_call(scene.adapter, "bob", NULL, "fr");
    script_join(scene.adapter, "#table", "oper", NULL, true);
    scene_command(&scene, "oper", "lang fr channel");
    scene_command(&scene, "carol", "leave");
    assert_said(&scene, "There is no table here"); /* "sv" is not spoken: English */
    scene_command(&scene, "alice", "leave");
    assert_said(&scene, "Il n'y a pas de table ici"); /* nothing known: the channel's */
}

/* -- accounts that last -- */

static void deal(void)
{
    scene_command(&scene, "alice", "new");
    scene_command(&scene, "bob", "join");
    scene_command(&scene, "alice", "start");
    assert_said(&scene, "deals 7 cards each");
}

static void nobody_has_to_come_first(void **state)
{
    (void)state;
    deal();
    scene_restart(&scene);
    assert_said(&scene, "The table goes on where it was");
    assert_true(began("@alice: "));
    assert_true(began("@bob: "));
}

static void a_lost_network_unbinds_nobody(void **state)
{
    (void)state;
    deal();
    const struct table *table = scene_table(&scene);
    script_gone(scene.adapter, "bob", true);
    scene_settle(&scene);
    assert_true(table->clock_runs); /* no split is waited for */
    script_disconnect(scene.adapter, 60000);
    while (table->clock_runs)
        scene_turn(&scene);
    assert_true(seat_is_present(table, 0) && seat_is_present(table, 1));
}

/* -- what an adapter keeps -- */

static const char *kept(const char *key)
{
    return scene.adapter->setup.kept(scene.adapter->setup.host, scene.adapter, key);
}

static void keep(const char *key, const char *value)
{
    scene.adapter->setup.keep(scene.adapter->setup.host, scene.adapter, key, value);
}

static void words_are_kept(void **state)
{
    (void)state;
    assert_null(kept("session"));
    keep("session", "abc 17");
    keep("board", "one");
    keep("board", "two");
    keep("gone", "for ever");
    keep("gone", NULL);
    assert_string_equal(kept("session"), "abc 17");
    scene_settle(&scene);
    scene_down(&scene);
    scene_up(&scene);
    assert_string_equal(kept("session"), "abc 17");
    assert_string_equal(kept("board"), "two");
    assert_null(kept("gone"));
    struct fault why = {0};
    assert_true(host_add_network(&scene.host, &script_controls_adapter, "elsewhere",
                                 &scene.settings, &why));
    struct adapter *other = network_at(scene.host.people, 1)->adapter;
    assert_null(other->setup.kept(other->setup.host, other, "session"));
}

/* They go with what the same turn of the loop journals: both are there after a crash, or neither.
 */
static void words_are_of_one_batch_with_the_rest(void **state)
{
    (void)state;
    scene_settle(&scene);
    uint64_t before = store_batch(scene.store);
    keep("session", "one");
    uint64_t batch = store_batch(scene.store);
    assert_int_equal(batch, before + 1);
    script_command(scene.adapter, "#table", "alice", "uno", 0);
    keep("more", "two");
    assert_int_equal(store_batch(scene.store), batch);
    assert_int_equal(store_durable(scene.store), before);
    scene_settle(&scene);
    assert_true(store_durable(scene.store) >= batch);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(messages_carry_what_they_answer),
        TEST(other_places_get_no_answer),
        TEST(what_is_too_long_is_told_so),
        TEST(answers_are_told_apart),
        TEST(words_are_told_how_a_hand_is_opened),
        TEST(commands_need_no_prefix),
        TEST(a_full_bucket_answers_still),
        TEST(who_chose_nothing_reads_the_language_of_their_client),
        TEST(nobody_has_to_come_first),
        TEST(a_lost_network_unbinds_nobody),
        TEST(words_are_kept),
        TEST(words_are_of_one_batch_with_the_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
