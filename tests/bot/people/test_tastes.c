/* How private lines come and look, for each reader, and quiet channels
 * (bot/command/handlers/command_self.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bot/table/clock.h"
#include "bot/text/language.h"
#include "tests/bot/pair.h"

/* With styles, so that colours and ways are seen. */
static int set_up(void **state)
{
    (void)state;
    assert_true(language_setup());
    scene_init(&scene, SCENE_MEMORY);
    assert_null(settings_put(&scene.settings, SCRIPT_STYLES, "on"));
    scene_begin(&scene);
    pair_come();
    return 0;
}

/* Without. */
static int set_up_plain(void **state)
{
    assert_true(language_setup());
    return pair_set_up(state);
}

static void restart(void)
{
    scene_down(&scene);
    scene_up(&scene);
    script_join(scene.adapter, "#table", "oper", NULL, true);
    scene_settle(&scene);
}

static bool said_to(const char *who, const char *part)
{
    char start[40];
    snprintf(start, sizeof(start), "@%s: ", who);
    for (size_t i = scene.mark; i < script_lines(scene.adapter); i++) {
        const char *line = script_line(scene.adapter, i);
        if (strncmp(line, start, strlen(start)) == 0 && strstr(line, part) != NULL)
            return true;
    }
    return false;
}

/* Whether the hand that was whispered has coloured cards: "{red|[R 5]}". */
static bool coloured(const char *who)
{
    return said_to(who, "{red|") || said_to(who, "{blue|") || said_to(who, "{green|") ||
           said_to(who, "{yellow|") || said_to(who, "{wild|");
}

static void hand(const char *who)
{
    scene_do(&scene, who, "!hand");
    assert_true(said_to(who, "Your hand"));
}

/* -- whispers -- */

static void whispers_come_as_one_likes(void **state)
{
    (void)state;
    pair_seat(true);
    hand("alice");
    assert_false(said_to("alice", "{notice}") || said_to("alice", "{talk}"));
    scene_do(&scene, "alice", "!whisper notice");
    assert_true(said_to("alice", "{notice}Private lines come as notices now."));
    hand("alice");
    assert_true(said_to("alice", "{notice}"));
    hand("bob");
    assert_false(said_to("bob", "{notice}"));
    scene_do(&scene, "bob", "!chuchoter mp");
    assert_true(said_to("bob", "{talk}Private lines come as messages now."));
    hand("bob");
    assert_true(said_to("bob", "{talk}"));
    restart(); /* nicks: with their seats */
    scene_join(&scene, "alice");
    scene_join(&scene, "bob");
    scene_settle(&scene);
    assert_true(said_to("alice", "{notice}"));
    assert_true(said_to("bob", "{talk}"));
    scene_do(&scene, "alice", "!whisper default");
    assert_true(said_to("alice", "@alice: Private lines come as is usual here."));
    assert_refused(&scene, "alice", "!whisper", "!whisper notice, !whisper pm");
    assert_refused(&scene, "alice", "!whisper loudly", "!whisper notice, !whisper pm");
}

/* What is asked in a talk is answered there, and not by a notice that clients show at the table;
 * who likes notices gets them. */
static void a_talk_is_answered_in_the_talk(void **state)
{
    (void)state;
    pair_seat(true);
    scene_tell(&scene, "alice", "hand");
    assert_true(said_to("alice", "{talk}"));
    assert_said(&scene, "Your hand");
    scene_tell(&scene, "alice", "rules");
    assert_true(said_to("alice", "{talk}classic"));
    scene_tell(&scene, "alice", "theme");
    assert_true(said_to("alice", "{talk}Themes"));
    hand("alice"); /* and in the channel as ever */
    assert_false(said_to("alice", "{talk}"));
    scene_do(&scene, "alice", "!whisper notice");
    scene_tell(&scene, "alice", "hand");
    assert_true(said_to("alice", "{notice}"));
    assert_false(said_to("alice", "{talk}"));
}

/* Of an account it is kept without a seat, on a disk too. */
static void accounts_keep_their_tastes(void **state)
{
    (void)state;
    scene_finish(&scene);
    scene_init(&scene, SCENE_SQLITE);
    assert_null(settings_put(&scene.settings, SCRIPT_STYLES, "on"));
    scene_begin(&scene);
    script_join(scene.adapter, "#table", "dora", "dora_acc", false);
    script_join(scene.adapter, "#table", "bob", "bob_acc", false);
    scene_do(&scene, "dora", "!whisper pm");
    scene_do(&scene, "dora", "!theme mono");
    scene_do(&scene, "dora", "!pings off");
    assert_true(said_to("dora", "I no longer call you when it is your turn."));
    restart();
    script_join(scene.adapter, "#table", "dora", "dora_acc", false);
    scene_do(&scene, "dora", "!pings");
    assert_true(said_to("dora", "I do not call you when it is your turn."));
    script_join(scene.adapter, "#table", "bob", "bob_acc", false);
    scene_do(&scene, "bob", "!new");
    scene_do(&scene, "dora", "!join");
    scene_do(&scene, "bob", "!start");
    hand("dora");
    assert_true(said_to("dora", "{talk}"));
    assert_false(coloured("dora"));
    hand("bob");
    assert_true(coloured("bob"));
    assert_false(said_to("bob", "{talk}"));
}

/* -- themes -- */

static void colours_are_a_readers_own(void **state)
{
    (void)state;
    pair_seat(true);
    scene_do(&scene, "alice", "!theme mono");
    assert_true(said_to("alice", "Cards are plain text now."));
    hand("alice");
    assert_false(coloured("alice"));
    hand("bob");
    assert_true(coloured("bob"));
    assert_false(scene_table(&scene)->home.mono);
    scene_do(&scene, "oper", "!theme mono channel");
    assert_true(scene_table(&scene)->home.mono);
    scene_do(&scene, "bob", "!theme couleurs");
    hand("bob");
    assert_true(coloured("bob")); /* though the channel is not */
    scene_do(&scene, "carol", "!table");
    assert_null(scene_said(&scene, "|["));
    assert_non_null(scene_said(&scene, "#table: On top ["));
    restart();
    scene_join(&scene, "alice");
    scene_join(&scene, "bob");
    scene_settle(&scene);
    assert_false(coloured("alice"));
    assert_true(coloured("bob"));
    scene_do(&scene, "oper", "!theme default channel");
    hand("alice");
    assert_false(coloured("alice"));
    scene_do(&scene, "alice", "!theme default");
    assert_true(said_to("alice", "Cards are coloured now."));
    hand("alice");
    assert_true(coloured("alice"));
}

static void themes_are_set_in_private_too(void **state)
{
    (void)state;
    scene_whisper(&scene, "carol", "!theme mono");
    scene_settle(&scene);
    assert_said(&scene, "@carol: {talk}Cards are plain text now.");
    scene_tell(&scene, "oper", "!theme mono channel");
    assert_said(&scene, "@oper: {talk}Say that in the channel");
}

static void tastes_are_told_in_french(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!lang fr");
    scene_do(&scene, "alice", "!chuchoter notice");
    assert_true(said_to("alice", "{notice}Les messages privés arrivent maintenant en notice."));
    scene_do(&scene, "alice", "!apparence mono");
    assert_true(said_to("alice", "Les cartes sont"));
    assert_refused(&scene, "alice", "!calme peut-être", "!calme oui, !calme non");
}

/* -- quiet channels -- */

/* Public lines from one mark to the next. */
static unsigned lines(void)
{
    return scene_count(&scene, "#table: ");
}

static void play_on(struct actor actors[2], unsigned *chance)
{
    scene_settle(&scene);
    scene_mark(&scene);
    for (unsigned i = 0; i < 2; i++) {
        if (actor_step(&scene, &actors[i], chance))
            break;
    }
    scene_settle(&scene);
}

/* A whole round: one line to the channel for each turn, whatever is done in it. */
static void a_quiet_channel_hears_a_line_a_turn(void **state)
{
    (void)state;
    struct actor actors[] = {{.name = "alice"}, {.name = "bob"}};
    unsigned chance = 3;
    unsigned merged = 0;
    scene_do(&scene, "oper", "!quiet on");
    assert_said(
        &scene,
        "#table: oper sets for this channel: a turn is one line, and answers come in private.");
    pair_seat(false);
    actors[0].read = actors[1].read = script_lines(scene.adapter);
    scene_do(&scene, "alice", "!start");
    assert_int_equal(lines(), 1);
    while (scene_table(&scene)->round != NULL) {
        const struct round *round = scene_table(&scene)->round;
        unsigned turn = round->game.turn;
        unsigned said = 0;
        /* Until somebody else is to act. */
        while (scene_table(&scene)->round != NULL && said == 0) {
            play_on(actors, &chance);
            round = scene_table(&scene)->round;
            said = lines();
            bool same = round != NULL && round->game.turn == turn;
            if (said == 0) {
                assert_true(same);
                assert_non_null(scene_table(&scene)->home.view.unsaid);
                merged++;
            }
        }
        if (scene_table(&scene)->round != NULL)
            assert_int_equal(said, 1);
        assert_null(scene_table(&scene)->home.view.unsaid);
    }
    assert_true(merged > 0);
    assert_said(&scene, "wins the round");
}

/* What is asked for is whispered, and who asks is not called. */
static void answers_are_whispered_there(void **state)
{
    (void)state;
    scene_do(&scene, "oper", "!set quiet on");
    pair_seat(true);
    scene_do(&scene, "carol", "!table");
    assert_int_equal(lines(), 0);
    assert_said(&scene, "@carol: On top ");
    scene_do(&scene, "carol", "!order");
    assert_said(&scene, "@carol: ");
    scene_do(&scene, "carol", "!top");
    scene_wait(&scene, "@carol: Best");
    scene_do(&scene, "carol", "!stats nobody");
    scene_wait(&scene, "@carol: Nobody of that name has finished");
    assert_int_equal(lines(), 0);
    restart();
    scene_do(&scene, "carol", "!table");
    assert_said(&scene, "@carol: On top ");
    scene_do(&scene, "oper", "!quiet off");
    scene_do(&scene, "carol", "!table");
    assert_said(&scene, "#table: On top ");
    assert_refused(&scene, "bob", "!quiet on", "Only the player who opened the table");
    assert_refused(&scene, "alice", "!quiet perhaps", "!quiet on, !quiet off");
}

/* Nobody is called in the channel where it is quiet: the whispered hand does that. */
static void nobody_is_called_there(void **state)
{
    (void)state;
    pair_seat(true);
    scene_do(&scene, pair_of_turn(), "!draw");
    if (scene_table(&scene)->round->game.phase == PHASE_DRAWN)
        scene_do(&scene, pair_of_turn(), "!keep");
    assert_non_null(scene_said(&scene, "→ {mention|"));
    scene_do(&scene, "alice", "!quiet on");
    char name[24];
    snprintf(name, sizeof(name), "%s", pair_of_turn());
    scene_do(&scene, name, "!draw");
    if (scene_table(&scene)->round->game.phase == PHASE_DRAWN)
        scene_do(&scene, name, "!keep");
    assert_null(scene_said(&scene, "{mention|"));
    assert_non_null(scene_said(&scene, "→ {name|"));
    assert_true(said_to(pair_of_turn(), "Your turn on "));
    scene_mark(&scene);
    scene.host.options.turn_reminder = 3;
    scene.host.options.turn_whisper = scene.host.options.turn_limit = 1000000;
    clock_arm(scene_table(&scene));
    scene_wait(&scene, "it is your turn.");
    assert_true(said_to(pair_of_turn(), "it is your turn."));
    assert_int_equal(scene_count(&scene, "#"), 0);
}

/* What is not told yet comes before whatever else is told. */
static void what_waits_comes_first(void **state)
{
    (void)state;
    scene_do(&scene, "oper", "!quiet on");
    pair_seat(true);
    for (unsigned i = 0; scene_table(&scene)->home.view.unsaid == NULL; i++) {
        assert_true(i < 100);
        scene_do(&scene, pair_of_turn(), i % 3 == 2 ? "!keep" : "!draw");
    }
    scene_stop(&scene);
    const char *first = scene_said(&scene, "#table: ");
    assert_non_null(strstr(first, " draws"));
    assert_said(&scene, "#table: oper ends the match.");
    assert_null(scene_table(&scene)->home.view.unsaid);
}

#define TEST(name)  cmocka_unit_test_setup_teardown(name, set_up, pair_tear_down)
#define PLAIN(name) cmocka_unit_test_setup_teardown(name, set_up_plain, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(whispers_come_as_one_likes),
        TEST(a_talk_is_answered_in_the_talk),
        TEST(accounts_keep_their_tastes),
        TEST(colours_are_a_readers_own),
        TEST(themes_are_set_in_private_too),
        TEST(tastes_are_told_in_french),
        PLAIN(a_quiet_channel_hears_a_line_a_turn),
        PLAIN(answers_are_whispered_there),
        TEST(nobody_is_called_there),
        PLAIN(what_waits_comes_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
