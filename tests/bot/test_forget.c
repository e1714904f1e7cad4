/* talon forget: somebody taken out of a database that was really played. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "bot/cli/cli.h"
#include "bot/text/language.h"
#include "trio.h"

static char said[4000];

/* What follows the program's name on a line for the shell. */
static int run(const char *before, const char *subcommand, const char *rest)
{
    char command[600];
    const char *program = getenv("TALON_PROGRAM");
    assert_non_null(program);
    snprintf(command, sizeof(command), "%s '%s' %s --db '%s' %s 2>&1", before, program, subcommand,
             scene.path, rest);
    FILE *pipe = popen(command, "r");
    assert_non_null(pipe);
    said[fread(said, 1, sizeof(said) - 1, pipe)] = '\0';
    int status = pclose(pipe);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static int forget(const char *who)
{
    return run("", "forget", who);
}

/* Bob, by his account, plays a match with the others, and has chosen things. */
static void play_a_match(void)
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

static void close_the_table(void)
{
    for (unsigned i = 0; i < 3 && scene_table(&scene) != NULL; i++)
        scene_do(&scene, "alice", "!stop");
    assert_null(scene_table(&scene));
}

/* How many texts of a kind have it, but for the names that the channel saw. */
static void expect_traces(const char *word, bool any)
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

static void nothing_of_them_is_left(void **state)
{
    (void)state;
    play_a_match();
    close_the_table();
    scene_down(&scene);
    expect_traces("bob_account", true);
    expect_traces("robert", true);
    int64_t points = trio_number("SELECT sum(points) FROM score");
    char who[80];
    snprintf(who, sizeof(who), "%s bob_account", scene.name);
    assert_int_equal(forget(who), 0);
    assert_non_null(strstr(said, "forgotten: 1 identities, "));
    assert_non_null(strstr(said, "; 0 replays were dropped"));
    expect_traces("bob", false);
    expect_traces("robert", false);
    expect_traces("alice", true);
    assert_int_equal(trio_number("SELECT sum(points) FROM score"), points);
    assert_int_equal(run("", "verify", "--all"), 0);
    assert_non_null(strstr(said, " rounds are proven"));
    assert_int_equal(run("", "verify", "1"), 0);
    assert_null(strstr(said, "was dealt to"));
    assert_int_equal(run("", "check-db", ""), 0);
    assert_int_equal(forget(who), 1);
    assert_non_null(strstr(said, "nothing is kept of bob_account on "));

    /* The boards go on without the name, and bob is as new. */
    scene_up(&scene);
    trio_come();
    scene_do(&scene, "alice", "!top");
    scene_wait(&scene, "former player");
    scene_do(&scene, "bob", "!stats");
    scene_wait(&scene, "has not finished a round");
}

/* The last of the people takes the salt along; others keep theirs. */
static void all_of_them_can_be_forgotten(void **state)
{
    (void)state;
    static const char *const accounts[] = {"bob_account", "alice", "carol"};
    play_a_match();
    close_the_table();
    scene_down(&scene);
    for (unsigned i = 0; i < 3; i++) {
        char who[80];
        assert_true(trio_number("SELECT count(*) FROM round WHERE setup LIKE"
                                " '%salt 00000000000000000000000000000000%'") == 0);
        snprintf(who, sizeof(who), "%s %s", scene.name, accounts[i]);
        assert_int_equal(forget(who), 0);
        assert_int_equal(run("", "verify", "--all"), 0);
    }
    assert_true(trio_number("SELECT count(*) FROM round WHERE setup LIKE"
                            " '%salt 00000000000000000000000000000000%'") > 0);
    assert_int_equal(trio_number("SELECT count(*) FROM round WHERE setup LIKE '%seat nick%'"
                                 " OR setup LIKE '%seat account%'"),
                     0);
    scene_up(&scene);
}

/* Who forges a seat that was forgotten is found all the same. */
static void a_forgotten_seat_is_no_free_one(void **state)
{
    (void)state;
    char who[80];
    play_a_match();
    close_the_table();
    scene_down(&scene);
    snprintf(who, sizeof(who), "%s bob_account", scene.name);
    assert_int_equal(forget(who), 0);
    trio_sql("UPDATE round SET setup = replace(setup, 'person.bob', 'person.rob') WHERE id = 1");
    assert_int_equal(run("", "verify", "1"), 1);
    trio_sql("UPDATE round SET setup = replace(setup, 'person.rob', 'person.bob') WHERE id = 1");
    assert_int_equal(run("", "verify", "1"), 0);
    trio_sql("UPDATE round SET setup = replace(setup, 'nick net', 'nick nut') WHERE id = 1");
    assert_int_equal(run("", "verify", "1"), 1);
    scene_up(&scene);
}

static void who_sits_at_a_table_leaves_it_first(void **state)
{
    (void)state;
    char who[80];
    play_a_match();
    snprintf(who, sizeof(who), "%s bob_account", scene.name);
    assert_int_equal(forget(who), CLI_LATER);
    assert_non_null(strstr(said, "systemctl stop talon"));
    scene_down(&scene);
    assert_int_equal(forget(who), 1);
    assert_non_null(strstr(said, "they are at the open table of #table on "));
    assert_non_null(strstr(said, "nothing was changed"));
    expect_traces("bob_account", true);
    assert_int_equal(forget("nowhere nobody"), 1);
    assert_non_null(strstr(said, "nothing is kept of nobody on nowhere"));
    assert_int_equal(forget("nowhere"), CLI_USAGE);
    scene_up(&scene);
}

/* Killed at any moment, it has forgotten all or nothing. */
static void a_killed_one_forgot_all_or_nothing(void **state)
{
    (void)state;
    char who[80];
    bool forgot = false;
    play_a_match();
    close_the_table();
    scene_down(&scene);
    snprintf(who, sizeof(who), "%s bob_account", scene.name);
    for (unsigned i = 1; i <= 12 && !forgot; i++) {
        char before[60];
        snprintf(before, sizeof(before), "timeout -s KILL 0.%03u", 8 * i);
        run(before, "forget", who);
        forgot = trio_number("SELECT count(*) FROM identity WHERE account = 'bob_account'") == 0;
        expect_traces("bob_account", !forgot);
        expect_traces("robert", !forgot);
    }
    if (!forgot)
        assert_int_equal(forget(who), 0);
    assert_int_equal(run("", "verify", "--all"), 0);
    scene_up(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(nothing_of_them_is_left, trio_tear_down),
        cmocka_unit_test_teardown(all_of_them_can_be_forgotten, trio_tear_down),
        cmocka_unit_test_teardown(a_forgotten_seat_is_no_free_one, trio_tear_down),
        cmocka_unit_test_teardown(who_sits_at_a_table_leaves_it_first, trio_tear_down),
        cmocka_unit_test_teardown(a_killed_one_forgot_all_or_nothing, trio_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
