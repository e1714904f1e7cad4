/* !forget me of somebody who is linked, and by buttons (bot/command/handlers/command_forget.c). */
#include "tests/bot/linked.h"

#include "bot/people/setting_store.h"
#include "tests/bot/controls.h"

/* alice's nick is desk's account, too, and has won or lost a round; the table is closed. */
static void play_and_link(void)
{
    deal_and_play();
    ask_code("desk");
    join_with("alice", "desk");
    scene_settle(&scene);
    scene_do(&scene, "alice", "!stop");
    if (scene_table(&scene) != NULL)
        scene_do(&scene, "alice", "!stop");
    assert_null(scene_table(&scene));
}

static const char *nick_kept(void)
{
    char scope[40];
    snprintf(scope, sizeof(scope), "nick:%s", scene.name);
    return setting_get(scene.host.people, scope, "alice");
}

/* All that is one player goes together, and each of them hears of it. */
static void a_linked_nick_goes_with_its_account(void **state)
{
    (void)state;
    play_and_link();
    ask_code("desk"); /* it dies with them */
    assert_non_null(nick_kept());
    assert_int_equal(scene.host.people->link_count, 1);
    scene_tell(&scene, "alice", "!forget me");
    scene_wait(&scene, "@alice: You need an account for this");
    scene_tell(&scene, "desk", "!forget me");
    const char *line = scene_wait(&scene, "@desk: This makes me forget all your identities (");
    assert_non_null(strstr(line, "alice~ ("));
    scene_tell(&scene, "desk", "!forget me yes");
    scene_wait(&scene, "@desk: Done: I have forgotten you");
    assert_null(nick_kept());
    assert_int_equal(scene.host.people->link_count, 0);
    line = board("overall");
    assert_non_null(strstr(line, "former player"));
    assert_non_null(strstr(line, "bob~"));
    assert_null(strstr(line, "alice"));
    scene_tell(&scene, "desk", "!links");
    scene_wait(&scene, "@desk: You are linked with nobody");
    deal_and_play(); /* and are other players from now on */
    line = board("overall");
    assert_non_null(strstr(line, "former player"));
    assert_non_null(strstr(line, "alice~"));
}

static void who_sits_as_their_nick_leaves_first(void **state)
{
    (void)state;
    play_and_link();
    scene_do(&scene, "alice", "!new");
    scene_tell(&scene, "desk", "!forget me");
    scene_wait(&scene, "@desk: You still play on ");
    scene_do(&scene, "alice", "!stop");
    assert_null(scene_table(&scene));
    script_gone(scene.adapter, "alice", false); /* another one takes the nick, from elsewhere */
    script_join_from(scene.adapter, "#table", "alice", "elsewhere");
    scene_settle(&scene);
    scene_do(&scene, "alice", "!new");
    assert_non_null(scene_table(&scene));
    scene_tell(&scene, "desk", "!forget me");
    scene_wait(&scene, "@desk: This makes me forget");
    scene_tell(&scene, "desk", "!forget me yes");
    scene_wait(&scene, "@desk: Done: I have forgotten you");
    assert_non_null(scene_table(&scene));
}

static void who_is_logged_in_at_a_seat_leaves_first(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!new");
    script_identify(scene.adapter, "alice", "al");
    scene_settle(&scene);
    scene_tell(&scene, "alice", "!forget me");
    scene_wait(&scene, "@alice: You still play on ");
}

/* Where there are buttons a press is enough, and the answer stands where the question was. */
static void buttons_ask_and_answer(void **state)
{
    (void)state;
    scene_command(&scene, "alice", "forget");
    scene_wait(&scene, "|This makes me forget");
    const struct message *panel = controls_panel("alice");
    assert_non_null(strstr(panel->text, "This makes me forget your account"));
    assert_string_equal(controls_find(panel, "forget me no")->label, "Keep everything");
    assert_string_equal(controls_find(panel, "forget me yes")->label, "Forget me for good");
    scene_press(&scene, "alice", "forget me no");
    assert_non_null(strstr(controls_panel("alice")->text, "Nothing was changed"));
    scene_command(&scene, "alice", "forget");
    scene_wait(&scene, "|This makes me forget");
    scene_press(&scene, "alice", "forget me yes");
    scene_wait(&scene, "I have forgotten you");
    assert_int_equal(scene_count(&scene, "#table"), 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_linked_nick_goes_with_its_account),
        TEST(who_sits_as_their_nick_leaves_first),
        TEST(who_is_logged_in_at_a_seat_leaves_first),
        cmocka_unit_test_setup_teardown(buttons_ask_and_answer, controls_set_up, pair_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
