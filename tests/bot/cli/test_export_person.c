/* talon export --person: what is kept of bob, and nothing of anybody else. */
#include <cjson/cJSON.h>

#include "bot/cli/cli.h"
#include "tests/bot/forgotten.h"

/* The output for somebody, and the exit status. */
static int export(const char *who)
{
    return program_run("export --db '%s' --person %s %s", scene.path, scene.name, who);
}

/* How many lines there are of that kind; each line is JSON. */
static unsigned count(const char *kind)
{
    unsigned lines = 0;
    unsigned found = 0;
    for (const char *at = program_said; *at != '\0'; at += strcspn(at, "\n") + 1) {
        cJSON *json = cJSON_ParseWithLength(at, strcspn(at, "\n"));
        assert_non_null(json);
        found += strcmp(json->child->string, kind) == 0;
        if (strcmp(json->child->string, "end") == 0)
            assert_int_equal(json->child->valueint, lines);
        cJSON_Delete(json);
        lines++;
    }
    return found;
}

#define assert_has(part)     assert_non_null(strstr(program_said, part))
#define assert_has_not(part) assert_null(strstr(program_said, part))

static void all_of_one_and_nothing_of_others(void **state)
{
    (void)state;
    struct actor actors[3];
    play_a_match();
    scene_do(&scene, "alice", "!notify on");
    scene_do(&scene, "bob", "!cut bananas");
    trio_play(actors, 6); /* another match runs */
    assert_int_equal(export("bob_account"), 0);
    assert_int_equal(count("talon"), 1);
    assert_int_equal(count("person"), 1);
    assert_int_equal(count("identity"), 1);
    assert_int_equal(count("setting"), 2);
    assert_int_equal(count("round"), trio_number("SELECT count(*) FROM round"));
    assert_int_equal(count("score"), trio_number("SELECT count(*) FROM score s JOIN identity i ON"
                                                 " i.person = s.person WHERE i.account ="
                                                 " 'bob_account'"));
    assert_int_equal(count("rating"), 2);
    assert_has("{\"rating\":\"classic\",\"season\":");
    assert_int_equal(count("achievement"),
                     trio_number("SELECT count(*) FROM achievement a JOIN identity i ON i.id ="
                                 " a.identity WHERE i.account = 'bob_account'"));
    assert_has(",\"place\":");
    assert_int_equal(count("table"), 1);
    assert_int_equal(count("end"), 1);
    assert_has("{\"person\":\"Robert\",\"verified\":true,\"named\":true,\"hidden\":false}");
    assert_has("\"value\":\"mono\"");
    assert_has("\"value\":\"Vbob_account\"");
    assert_has("\"seen\":\"bob\"");
    assert_has(",\"P2 ");
    assert_has_not("alice");
    assert_has_not("carol");
    assert_has_not(",\"P1 ");
    assert_has_not(",\"P3 ");
    assert_has_not("secret");
    assert_has_not("salt");
}

/* An account of the same name on another network is somebody else, and so is their seat. */
static void a_seat_of_a_namesake_on_another_network_is_not_theirs(void **state)
{
    (void)state;
    play_a_match();
    close_the_table();
    scene_down(&scene);
    trio_sql("INSERT INTO game_table (id, network, channel, state) VALUES (999, 'elsewhere',"
             " '#south', '{\"seats\":[{\"account\":\"bob_account\",\"verified\":true}]}')");
    assert_int_equal(export("bob_account"), 0);
    assert_int_equal(count("table"), 0);
    scene_up(&scene);
}

/* A nick is not the account of that name, and somebody new has a seat all the same. */
static void a_nick_and_somebody_new(void **state)
{
    (void)state;
    assert_true(language_setup());
    trio_begin(SCENE_SQLITE);
    scene_tell(&scene, "bob", "!lang fr");
    scene_settle(&scene);
    assert_int_equal(export("bob_account"), 0);
    assert_int_equal(count("person"), 0);
    assert_int_equal(count("setting"), 1);
    assert_int_equal(count("table"), 1);
    assert_has_not("alice");
    assert_int_equal(export("alice"), 0);
    assert_int_equal(count("table"), 1);
    assert_has("\"word\":");
    assert_has_not("bob");
    script_join(scene.adapter, "#table", "thief", "alice", false);
    scene_tell(&scene, "thief", "!lang fr");
    scene_settle(&scene);
    assert_int_equal(export("nobody"), CLI_FAILED);
    assert_string_equal(strchr(program_said, ':'),
                        strrchr(program_said, ':')); /* one line, and no JSON */
    assert_has("nothing is stored about nobody on ");
}

static void who_was_forgotten_is_nobody(void **state)
{
    (void)state;
    char who[80];
    play_a_match();
    close_the_table();
    scene_down(&scene);
    snprintf(who, sizeof(who), "%s bob_account", scene.name);
    assert_int_equal(forget(who), 0);
    assert_int_equal(export("bob_account"), CLI_FAILED);
    assert_has("nothing is stored about bob_account on ");
    scene_up(&scene);
}

/* A name is compared as the network does, which the daemon has noted: of accounts letters alone. */
static void names_are_compared_as_the_network_does(void **state)
{
    (void)state;
    char who[80];
    play_a_match();
    close_the_table();
    scene_down(&scene);
    assert_int_equal(trio_number("SELECT count(*) FROM setting WHERE scope LIKE 'names:%' AND"
                                 " key = 'folds'"),
                     1);
    assert_int_equal(export("BOB_Account"), 0);
    assert_has("\"Robert\"");
    trio_sql("UPDATE identity SET account = 'car{l' WHERE account = 'carol'");
    assert_int_equal(export("'Car[L'"), CLI_FAILED);
    trio_sql("UPDATE setting SET value = 'abcdefghijklmnopqrstuvwxyz{|}~' WHERE key = 'folds'");
    assert_int_equal(export("'Car[L'"), 0);
    assert_has("car{l");
    assert_int_equal(export("'bob_account'"), 0);
    trio_sql("UPDATE setting SET value = 'no' WHERE key = 'folds'");
    assert_int_equal(export("BOB_account"), CLI_FAILED);
    trio_sql("DELETE FROM setting WHERE key = 'folds'"); /* of an older version */
    assert_int_equal(export("BOB_account"), 0);
    snprintf(who, sizeof(who), "%s Bob_Account", scene.name);
    assert_int_equal(forget(who), 0);
    expect_traces("robert", false);
    scene_up(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(all_of_one_and_nothing_of_others, trio_tear_down),
        cmocka_unit_test_teardown(a_seat_of_a_namesake_on_another_network_is_not_theirs,
                                  trio_tear_down),
        cmocka_unit_test_teardown(a_nick_and_somebody_new, trio_tear_down),
        cmocka_unit_test_teardown(names_are_compared_as_the_network_does, trio_tear_down),
        cmocka_unit_test_teardown(who_was_forgotten_is_nobody, trio_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
