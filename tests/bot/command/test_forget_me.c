/* !forget me: bob takes himself out of the books while the daemon plays on
 * (bot/command/handlers/command_forget.c). */
#include <sqlite3.h>

#include "base/array.h"
#include "bot/people/ban.h"
#include "bot/people/setting_store.h"
#include "tests/bot/forgotten.h"
#include "tests/bot/mortal.h"

static const char done[] = "@bob: Done: I have forgotten you.";

static void ask_and_confirm(void)
{
    scene_tell(&scene, "bob", "!forget me");
    scene_wait(&scene, "@bob: This makes me forget your account");
    scene_tell(&scene, "bob", "!forget me yes");
}

/* The same as `talon forget` does, and more: memory has forgotten, too. */
static void nothing_of_them_is_left(void **state)
{
    (void)state;
    char scope[80];
    play_a_match();
    close_the_table();
    snprintf(scope, sizeof(scope), "person:%s:V:bob_account", scene.name);
    assert_string_equal(setting_get(scene.host.people, scope, "theme"), "mono");
    int64_t points = trio_number("SELECT sum(points) FROM score");
    scene_do(&scene, "bob", "!forget me"); /* in the channel: the answer is for him alone */
    scene_wait(&scene, "@bob: This makes me forget your account");
    assert_said(&scene, "!forget me yes within 5 minutes.");
    assert_int_equal(scene_count(&scene, "#table"), 0);
    expect_known();
    scene_do(&scene, "bob", "!forget me yes");
    scene_wait(&scene, done);
    assert_int_equal(scene_count(&scene, "#table"), 0);
    expect_forgotten(points); /* it is on the disk when he hears of it */
    assert_null(setting_get(scene.host.people, scope, "theme"));
    assert_null(setting_channel(scene.network, "#table", "notify"));
    for (unsigned i = 0; i < 2; i++) {
        expect_as_new();
        trio_restart();
    }
    expect_traces("bob", false);
}

/* Nothing of it stays in the file, nor in the log beside it. */
static void no_byte_of_them_is_left(void **state)
{
    (void)state;
    char command[300];
    play_a_match();
    close_the_table();
    snprintf(command, sizeof(command), "cat '%s' '%s-wal' | grep -aq bob_account", scene.path,
             scene.path);
    assert_int_equal(WEXITSTATUS(system(command)), 0);
    ask_and_confirm();
    scene_wait(&scene, done);
    assert_int_equal(WEXITSTATUS(system(command)), 1);
}

static void a_yes_alone_does_nothing(void **state)
{
    (void)state;
    char scope[40];
    play_a_match();
    close_the_table();
    scene_tell(&scene, "bob", "!forget me yes");
    scene_wait(&scene, "@bob: First say !forget me");
    scene_tell(&scene, "bob", "!forget me");
    scene_wait(&scene, "@bob: This makes me forget");
    scene_tell(&scene, "bob", "!forget me yes?");
    scene_wait(&scene, "@bob: This makes me forget");
    scene_tell(&scene, "bob", "!forget me no.");
    scene_wait(&scene, "@bob: Nothing was changed");
    scene_tell(&scene, "bob", "!forget me yes");
    scene_wait(&scene, "@bob: First say !forget me");
    scene_tell(&scene, "bob", "!forget me");
    scene_wait(&scene, "@bob: This makes me forget");
    snprintf(scope, sizeof(scope), "forget:%s", scene.name); /* its time is over */
    assert_non_null(setting_passing(scene.host.people, scope, "bob_account"));
    setting_set_passing(scene.host.people, scope, "bob_account", "0");
    scene_tell(&scene, "bob", "!forget me yes");
    scene_wait(&scene, "@bob: First say !forget me");
    scene_tell(&scene, "bob", "!forget alice");
    scene_wait(&scene, "@bob: Say !forget me, if");
    expect_known();
}

/* Whatever is played is played to its end first, and nothing of it is lost. */
static void who_sits_leaves_first(void **state)
{
    (void)state;
    struct actor actors[3];
    assert_true(language_setup());
    trio_begin(SCENE_SQLITE);
    trio_play(actors, 4);
    scene_tell(&scene, "bob", "!forget me");
    scene_wait(&scene, "@bob: You still play on ");
    scene_do(&scene, "bob", "!leave");
    scene_tell(&scene, "bob", "!forget me"); /* the round counts for him still */
    scene_wait(&scene, "@bob: You still play on ");
    scene_tell(&scene, "bob", "!forget me yes");
    scene_wait(&scene, "@bob: First say !forget me");
    struct actor left[] = {actors[0], actors[2]};
    scene_play(&scene, left, 2, " wins the round", 3000);
    scene_settle(&scene);
    scene_tell(&scene, "bob", "!forget me");
    scene_wait(&scene, "@bob: This makes me forget");
    if (scene_table(&scene) == NULL)
        scene_do(&scene, "alice", "!new");
    scene_do(&scene, "alice", "!stop");
    if (scene_table(&scene) == NULL)
        scene_do(&scene, "alice", "!new");
    scene_do(&scene, "bob", "!join"); /* between the two steps */
    scene_tell(&scene, "bob", "!forget me yes");
    scene_wait(&scene, "@bob: You still play on ");
    expect_traces("bob_account", true);
    scene_do(&scene, "bob", "!leave");
    ask_and_confirm();
    scene_wait(&scene, done);
    expect_traces("bob", false);
    assert_int_equal(verify("--all"), 0);
}

/* What another process, or a network that does not run, has at table 999. */
static void put_table_elsewhere(const char *network, const char *state)
{
    char sql[400];
    sqlite3 *db = NULL;
    snprintf(sql, sizeof(sql),
             "INSERT OR REPLACE INTO game_table (id, network, channel, state)"
             " VALUES (999, '%s', '#south', '{\"version\":1,\"state\":\"lobby\",%s}')",
             network, state);
    assert_int_equal(sqlite3_open(scene.path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

/* Otherwise the end of the round there would bring the name back. */
static void who_sits_at_a_table_elsewhere_leaves_first(void **state)
{
    static const char seat[] = "\"seats\":[{\"account\":\"bob_account\",\"verified\":true}]";
    char there[120];
    (void)state;
    play_a_match();
    close_the_table();
    const char *const states[] = {seat, "\"opener\":\"bob_account\",\"seats\":[]", there};
    snprintf(there, sizeof(there), "\"seats\":[{\"account\":\"bob_account\",\"network\":\"%s\"}]",
             scene.name);
    for (unsigned i = 0; i < ARRAY_SIZE(states); i++) {
        put_table_elsewhere(i < 2 ? scene.name : "elsewhere", states[i]);
        ask_and_confirm();
        scene_wait(&scene, "@bob: You still play on ");
        expect_known();
    }
    put_table_elsewhere("elsewhere", seat); /* another account of that name */
    ask_and_confirm();
    scene_wait(&scene, done);
    put_table_elsewhere("elsewhere", "\"seats\":[]");
    expect_traces("bob", false);
}

/* Nobody knows them yet, and the round there makes them known. */
static void who_plays_their_first_round_elsewhere_leaves_first(void **state)
{
    (void)state;
    assert_true(language_setup());
    trio_begin(SCENE_SQLITE);
    close_the_table();
    put_table_elsewhere(scene.name, "\"seats\":[{\"account\":\"bob_account\"}]");
    ask_and_confirm();
    scene_wait(&scene, "@bob: You still play on ");
}

/* What somebody has cut with goes with their seat. */
static void a_cut_goes_with_its_seat(void **state)
{
    (void)state;
    play_a_match();
    close_the_table();
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "carol", "!join");
    scene_do(&scene, "bob", "!join");
    scene_do(&scene, "bob", "!cut bananas");
    scene_do(&scene, "bob", "!leave");
    assert_int_equal(trio_number("SELECT count(*) FROM game_table WHERE state LIKE '%bananas%'"),
                     0); /* it left with its seat */
    ask_and_confirm();
    scene_wait(&scene, done);
    assert_int_equal(trio_number("SELECT count(*) FROM game_table WHERE state LIKE '%bob_acc%'"),
                     0);
    scene_do(&scene, "alice", "!start");
    assert_non_null(scene_table(&scene)->round);
}

/* Anybody can take a nick. */
static void a_nick_erases_nobody(void **state)
{
    (void)state;
    play_a_match();
    close_the_table();
    int64_t rows = trio_number("SELECT count(*) FROM identity WHERE account <> ''");
    scene_tell(&scene, "alice", "!forget me");
    scene_wait(&scene, "@alice: You need an account for this: anyone can take a nick");
    scene_tell(&scene, "alice", "!forget me yes");
    scene_wait(&scene, "@alice: You need an account for this");
    /* Who logs in to an account of that name is not that nick. */
    script_join(scene.adapter, "#table", "thief", "alice", false);
    scene_tell(&scene, "thief", "!forget me");
    scene_wait(&scene, "@thief: This makes me forget");
    scene_tell(&scene, "thief", "!forget me yes");
    scene_wait(&scene, "@thief: Done: I have forgotten you");
    assert_int_equal(trio_number("SELECT count(*) FROM identity WHERE account <> ''"), rows);
    assert_int_equal(trio_number("SELECT count(*) FROM identity WHERE account = 'alice'"), 1);
    assert_true(trio_number("SELECT count(*) FROM round WHERE setup LIKE '% alice%'") > 0);
    /* And who takes bob's nick is not his account. */
    script_gone(scene.adapter, "bob", false);
    scene_join(&scene, "bob");
    scene_tell(&scene, "bob", "!forget me");
    scene_wait(&scene, "@bob: You need an account for this");
    expect_known();
}

/* Who is banned is not heard, and who was forgotten is banned as before. */
static void a_ban_stays(void **state)
{
    (void)state;
    play_a_match();
    close_the_table();
    assert_null(ban_set(scene.host.people, BAN_PERSON, scene.name, scene.impl, "bob_account"));
    scene_tell(&scene, "bob", "!forget me");
    scene_tell(&scene, "bob", "!forget me yes");
    assert_int_equal(scene_count(&scene, ""), 0);
    expect_known();
    assert_null(ban_set(scene.host.people, BAN_PERSON, scene.name, scene.impl, "BOB_account"));
    assert_int_equal(trio_number("SELECT count(*) FROM setting WHERE scope = 'ban'"), 1);
    assert_false(ban_lift(scene.host.people, BAN_PERSON, scene.name, "bob"));
    assert_true(ban_lift(scene.host.people, BAN_PERSON, scene.name, "Bob_Account"));
    scene_tell(&scene, "bob", "!forget me");
    scene_wait(&scene, "@bob: This makes me forget");
    scene_whisper(&scene, "bob", "!forget me yes");
    assert_null(ban_set(scene.host.people, BAN_PERSON, scene.name, scene.impl, "bob_account"));
    scene_settle(&scene);
    assert_null(ban_set(scene.host.people, BAN_MASK, scene.name, scene.impl, "bob!*@*"));
    trio_restart();
    assert_int_equal(trio_number("SELECT count(*) FROM setting WHERE scope = 'ban'"), 2);
    scene_tell(&scene, "bob", "!help");
    assert_int_equal(scene_count(&scene, ""), 0);
}

/* The journal cannot be written: nobody is told of what is not done. */
static void nothing_is_said_before_it_is_written(void **state)
{
    (void)state;
    play_a_match();
    close_the_table();
    scene_tell(&scene, "bob", "!forget me");
    scene_wait(&scene, "@bob: This makes me forget");
    sqlite3 *db = NULL;
    assert_int_equal(sqlite3_open(scene.path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
    scene_mark(&scene);
    scene_whisper(&scene, "bob", "!forget me yes");
    while (store_batch(scene.store) == store_durable(scene.store))
        scene_turn(&scene);
    for (unsigned i = 0; i < 20; i++)
        scene_turn(&scene);
    assert_not_said(&scene, "I have forgotten you");
    expect_known();
    assert_int_equal(sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    scene_wait(&scene, done);
    expect_traces("bob", false);
}

/* -- killed -- */

static void forget_bob(unsigned changes)
{
    scene.loop = loop_create(); /* the other one is the parent's, too */
    scene_up(&scene);
    trio_come();
    scene_tell(&scene, "bob", "!forget me");
    scene_wait(&scene, "@bob: This makes me forget");
    mortal_arm(changes);
    scene_tell(&scene, "bob", "!forget me yes");
    scene_wait(&scene, done);
    mortal_answer();
    scene_down(
        &scene); /* what is written behind the answer can be died at, too, whoever is faster */
    mortal_arm(0);
}

/* Killed before any write from the yes on, the first to the last, the daemon knows him as before or
 * not at all, and not at all when he was told so. */
static void a_killed_daemon_forgot_all_or_nothing(void **state)
{
    (void)state;
    unsigned changes = 1;
    unsigned kept = 0;
    unsigned forgotten = 0;
    bool answered = false;
    play_a_match();
    close_the_table();
    scene_down(&scene);
    copy_database(true);
    while (!mortal_run(forget_bob, changes, &answered)) {
        bool forgot = forgot_all_or_nothing();
        assert_true(forgot || !answered);
        (*(forgot ? &forgotten : &kept))++;
        copy_database(false);
        changes += 1 + changes / 8;
    }
    assert_true(answered);
    assert_in_range(kept, 10, 1000);     /* it was killed before it was durable, */
    assert_in_range(forgotten, 1, 1000); /* and behind that */
    expect_traces("bob", false);
    assert_int_equal(verify("--all"), 0);
    scene_up(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(nothing_of_them_is_left, trio_tear_down),
        cmocka_unit_test_teardown(no_byte_of_them_is_left, trio_tear_down),
        cmocka_unit_test_teardown(a_yes_alone_does_nothing, trio_tear_down),
        cmocka_unit_test_teardown(who_sits_leaves_first, trio_tear_down),
        cmocka_unit_test_teardown(who_sits_at_a_table_elsewhere_leaves_first, trio_tear_down),
        cmocka_unit_test_teardown(who_plays_their_first_round_elsewhere_leaves_first,
                                  trio_tear_down),
        cmocka_unit_test_teardown(a_cut_goes_with_its_seat, trio_tear_down),
        cmocka_unit_test_teardown(a_nick_erases_nobody, trio_tear_down),
        cmocka_unit_test_teardown(a_ban_stays, trio_tear_down),
        cmocka_unit_test_teardown(nothing_is_said_before_it_is_written, trio_tear_down),
        cmocka_unit_test_teardown(a_killed_daemon_forgot_all_or_nothing, trio_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
