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
#include "bot/people/setting_store.h"
#include "bot/table/seats/forget.h"
#include "tests/bot/forgotten.h"
#include "tests/bot/mortal.h"
#ifdef TALON_POSTGRESQL
#include "tests/storage/postgresql/pg_server.h"
#endif

static void nothing_of_them_is_left(void **state)
{
    (void)state;
    play_a_match();
    close_the_table();
    scene_down(&scene);
    expect_known();
    int64_t points = trio_number("SELECT sum(points) FROM score");
    char who[80];
    snprintf(who, sizeof(who), "%s bob_account", scene.name);
    assert_int_equal(forget(who), 0);
    assert_non_null(strstr(program_said, "deleted: 1 identities, "));
    assert_non_null(strstr(program_said, ", 0 replays"));
    expect_forgotten(points);
    assert_int_equal(verify("1"), 0);
    assert_null(strstr(program_said, ": dealt to"));
    assert_int_equal(forget(who), 1);
    assert_non_null(strstr(program_said, "nothing is stored about bob_account on "));
    scene_up(&scene);
    trio_come();
    expect_as_new();
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
        snprintf(who, sizeof(who), "%s %s", scene.name, accounts[i]);
        assert_int_equal(forget(who), 0);
        assert_int_equal(verify("--all"), 0);
    }
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
    assert_int_equal(verify("1"), 1);
    trio_sql("UPDATE round SET setup = replace(setup, 'person.rob', 'person.bob') WHERE id = 1");
    assert_int_equal(verify("1"), 0);
    scene_up(&scene);
}

static void who_sits_at_a_table_leaves_it_first(void **state)
{
    (void)state;
    char who[80];
    play_a_match();
    snprintf(who, sizeof(who), "%s bob_account", scene.name);
    assert_int_equal(forget(who), CLI_LATER);
    assert_non_null(strstr(program_said, "systemctl stop talon"));
    scene_down(&scene);
    assert_int_equal(forget(who), 1);
    assert_non_null(strstr(program_said, "they sit at the open table of #table on "));
    assert_non_null(strstr(program_said, "nothing was changed"));
    expect_traces("bob_account", true);
    assert_int_equal(forget("nowhere nobody"), 1);
    assert_non_null(strstr(program_said, "nothing is stored about nobody on nowhere"));
    assert_int_equal(forget("nowhere"), CLI_USAGE);
    scene_up(&scene);
}

#ifdef TALON_POSTGRESQL
static char *exported_of(const char *database)
{
    assert_int_equal(program_run("export --db '%s'", database), 0);
    char *text = strdup(program_said);
    assert_non_null(text);
    return text;
}

/* All that is left is the same. */
static void a_server_forgets_what_a_file_does(void **state)
{
    (void)state;
    char who[80], address[160];
    if (!pg_server_there())
        skip();
    snprintf(address, sizeof(address), "postgresql://postgres@/postgres?host=%s",
             pg_server_folder());
    play_a_match();
    snprintf(who, sizeof(who), "%s bob_account", scene.name);
    scene_down(&scene);
    assert_int_equal(program_run("export --db '%s' >'%s.copy'", scene.path, scene.path), 0);
    assert_int_equal(program_run("import --db '%s' <'%s.copy'", address, scene.path), 0);
    assert_int_equal(program_run("forget --db '%s' %s", address, who), 1);
    assert_non_null(strstr(program_said, "they sit at the open table of #table on "));
    assert_non_null(strstr(program_said, "nothing was changed"));
    pg_server_run(address, "DROP SCHEMA public CASCADE");
    pg_server_run(address, "CREATE SCHEMA public");

    scene_up(&scene);
    close_the_table();
    scene_down(&scene);
    assert_int_equal(program_run("export --db '%s' >'%s.copy'", scene.path, scene.path), 0);
    assert_int_equal(program_run("import --db '%s' <'%s.copy'", address, scene.path), 0);
    assert_int_equal(forget(who), 0);
    char *said = strdup(program_said);
    assert_int_equal(program_run("forget --db '%s' %s", address, who), 0);
    assert_string_equal(program_said, said);
    char *left = exported_of(scene.path), *there = exported_of(address);
    assert_string_equal(left, there);
    assert_null(strstr(there, "bob_account"));
    assert_int_equal(program_run("forget --db '%s' %s", address, who), 1);
    assert_non_null(strstr(program_said, "nothing is stored about bob_account on "));
    free(said);
    free(left);
    free(there);
    scene_up(&scene);
}
#endif

/* -- killed -- */

static void forget_bob(unsigned changes)
{
    struct fault why = {0};
    struct store_forget forget = {
        .network = scene.name, .account = "bob_account", .texts = &forget_texts};
    mortal_arm(changes);
    if (store_forget(scene.path, &forget, &why) != STORE_OK)
        _exit(2);
}

/* Killed before a write that it makes, from the first to the last, it has forgotten all or nothing.
 */
static void a_killed_one_forgot_all_or_nothing(void **state)
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
        (*(forgot_all_or_nothing() ? &forgotten : &kept))++;
        copy_database(false);
        changes += 1 + changes / 8;
    }
    assert_in_range(kept, 10, 1000);     /* it was killed before it was durable, */
    assert_in_range(forgotten, 1, 1000); /* and behind that */
    expect_traces("bob_account", false);
    expect_traces("robert", false);
    assert_int_equal(verify("--all"), 0);
    scene_up(&scene);
}

/* Who was forgotten has no name on the boards, in either language. */
static void the_boards_say_it_in_both_languages(void **state)
{
    (void)state;
    char who[80];
    play_a_match();
    close_the_table();
    scene_down(&scene);
    snprintf(who, sizeof(who), "%s bob_account", scene.name);
    assert_int_equal(forget(who), 0);
    scene_up(&scene);
    trio_come();
    scene_do(&scene, "alice", "!top all");
    assert_non_null(strstr(scene_wait(&scene, "Best of all time"), "former player"));
    setting_set_channel(scene.network, "#table", "language", "fr");
    scene_do(&scene, "alice", "!top all");
    const char *line = scene_wait(&scene, "personne d'autrefois");
    assert_null(strstr(line, "bob"));
    assert_null(strstr(line, "former player"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(nothing_of_them_is_left, trio_tear_down),
        cmocka_unit_test_teardown(all_of_them_can_be_forgotten, trio_tear_down),
        cmocka_unit_test_teardown(a_forgotten_seat_is_no_free_one, trio_tear_down),
        cmocka_unit_test_teardown(who_sits_at_a_table_leaves_it_first, trio_tear_down),
#ifdef TALON_POSTGRESQL
        cmocka_unit_test_teardown(a_server_forgets_what_a_file_does, trio_tear_down),
#endif
        cmocka_unit_test_teardown(a_killed_one_forgot_all_or_nothing, trio_tear_down),
        cmocka_unit_test_teardown(the_boards_say_it_in_both_languages, trio_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
