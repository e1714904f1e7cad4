/* Tables in a private talk, against computer players (bot/table/seats/private_table.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "bot/text/language.h"
#include "tests/bot/scene.h"
#include "tests/doubles/memory/memory.h"

static struct scene scene;

static int set_up(void **state)
{
    (void)state;
    assert_true(language_setup());
    scene_init(&scene, SCENE_SQLITE);
    scene_begin(&scene);
    scene_join(&scene, "alice");
    scene_join(&scene, "bob");
    scene_settle(&scene);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    scene_finish(&scene);
    return 0;
}

/* Alice draws, keeps and accepts, as she is asked, until something is said. */
static void draw_until(const char *part)
{
    for (unsigned i = 0; i < 600 && scene_said(&scene, part) == NULL; i++) {
        scene_tell(&scene, "alice",
                   scene_said(&scene, "!keep") != NULL     ? "!keep"
                   : scene_said(&scene, "!accept") != NULL ? "!accept"
                                                           : "!draw");
    }
    assert_said(&scene, part);
}

static void open_and_deal(void)
{
    scene_tell(&scene, "alice", "!uno classic");
    assert_said(&scene, "@alice: A table for you alone (classic).");
    scene_tell(&scene, "alice", "!set score single_round");
    scene_tell(&scene, "alice", "!bots 2");
    scene_tell(&scene, "alice", "!start");
    assert_said(&scene, "deals 7 cards each");
}

/* Everything is said to her, nothing to the channel, and a table there is another one. */
static void a_match_in_private(void **state)
{
    (void)state;
    open_and_deal();
    draw_until("wins");
    assert_int_equal(scene_count(&scene, "#"), 0);
    assert_int_equal(scene_count(&scene, "@bob"), 0);
    scene_do(&scene, "bob", "!uno skull");
    assert_said(&scene, "#table: bob opens a table (skull)");
    scene_tell(&scene, "bob", "!table");
    assert_said(&scene, "Seats: bob");
    scene_tell(&scene, "alice", "!top"); /* a private game is on no board */
    scene_wait(&scene, "@alice: Best of all time, this network");
    scene_tell(&scene, "alice", "!top week channel");
    scene_wait(&scene, "@alice: Best this week, this network");
    scene_tell(&scene, "alice", "!stop");
    scene_tell(&scene, "alice", "!table");
    assert_said(&scene, "There is no table here");
}

/* Nobody else finds it, whatever they say to the bot. */
static void nobody_else_is_let_in(void **state)
{
    (void)state;
    open_and_deal();
    scene_tell(&scene, "bob", "!join");
    assert_said(&scene, "There is no table here");
    scene_tell(&scene, "bob", "!hand");
    assert_said(&scene, "There is no table here");
    scene_do(&scene, "bob", "!table");
    assert_said(&scene, "There is no table here");
}

/* What she types in the channel is about the channel's table. */
static void the_channel_stays_the_channel(void **state)
{
    (void)state;
    open_and_deal();
    scene_do(&scene, "alice", "!table");
    assert_said(&scene, "There is no table here");
    scene_do(&scene, "bob", "!uno");
    scene_do(&scene, "alice", "!join");
    assert_said(&scene, "#table: alice takes a seat.");
    scene_tell(&scene, "alice", "!hand"); /* of two, the private one */
    assert_said(&scene, "Your hand");
}

static void a_restart_changes_nothing(void **state)
{
    (void)state;
    open_and_deal();
    scene_tell(&scene, "alice", "!draw");
    scene_tell(&scene, "alice", "!hand");
    char hand[400];
    const char *line = scene_said(&scene, "Your hand");
    assert_non_null(line);
    snprintf(hand, sizeof(hand), "%s", strstr(line, "Your hand"));
    scene_down(&scene);
    scene_mark(&scene);
    scene_up(&scene);
    scene_join(&scene, "alice");
    scene_settle(&scene);
    assert_said(&scene, "@alice: ");
    scene_tell(&scene, "alice", "!hand");
    assert_said(&scene, hand);
    draw_until("wins");
    assert_int_equal(scene_count(&scene, "#"), 0);
}

/* Her table stands still while she is gone, and greets her when she is back. */
static void it_waits_for_its_player(void **state)
{
    (void)state;
    open_and_deal();
    scene_mark(&scene);
    script_gone(scene.adapter, "alice", false);
    scene_settle(&scene);
    assert_int_equal(scene_count(&scene, ""), 0);
    scene_join(&scene, "alice");
    scene_settle(&scene);
    scene_tell(&scene, "alice", "!hand");
    assert_said(&scene, "Your hand");
}

/* One turn of the loop after the other until no table is left. */
static void await_closing(void)
{
    for (unsigned turns = 0; tables_count(scene.host.tables) > 0; turns++) {
        assert_true(turns < 200000);
        scene_turn(&scene);
    }
}

/* Who opens a table and never comes back leaves none behind. */
static void a_deserted_one_is_closed(void **state)
{
    (void)state;
    open_and_deal();
    scene.host.options.away_close = 1;
    script_gone(scene.adapter, "alice", false);
    await_closing();
    scene.host.options.away_close = 0;
    open_and_deal();
    scene_down(&scene);
    scene.options.away_close = 1;
    scene_up(&scene); /* and she is not there */
    await_closing();
}

/* Whoever takes her nick, seen or unseen, does not take what is hers. */
static void a_nick_is_not_its_player(void **state)
{
    (void)state;
    scene_whisper(&scene, "zoe", "!uno"); /* she is in no channel */
    scene_settle(&scene);
    assert_int_equal(tables_count(scene.host.tables), 1);
    script_rename(scene.adapter, "bob", "zoe");
    scene_settle(&scene);
    scene_tell(&scene, "zoe", "!table");
    assert_said(&scene, "This nick plays alone with me from another address");
    assert_not_said(&scene, "Seats: ");
}

/* There is one person: nobody else is told of, asked for, or kept out by a word. */
static void the_words_fit_one_person(void **state)
{
    (void)state;
    scene_tell(&scene, "alice", "!uno");
    assert_said(&scene, "@alice: A table for you alone (classic).");
    assert_not_said(&scene, "seat word");
    scene_tell(&scene, "alice", "!order"); /* who plays alone finds others there */
    assert_said(&scene, "@alice: alice, Ada (computer, normal), Blaise (computer, normal), Grace");
    scene_tell(&scene, "alice", "!bots 0");
    scene_tell(&scene, "alice", "!start");
    assert_said(&scene, "@alice: Nobody plays against you yet: !bots 1 adds a computer player.");
    scene_tell(&scene, "alice", "!bots 1");
    scene_tell(&scene, "alice", "!start");
    scene_tell(&scene, "alice", "!away");
    assert_said(&scene, "@alice: The table waits until you are !back.");
    assert_int_equal(scene_count(&scene, ""), 1);
    scene_tell(&scene, "alice", "!back");
    assert_not_said(&scene, "is back");
    scene_tell(&scene, "alice", "!stop");
    assert_said(&scene, "@alice: That ends the match: say !stop again within ");
    scene_tell(&scene, "alice", "!stop");
    assert_said(&scene, "@alice: The match ends. !start deals a new one, !stop closes the table.");
    scene_tell(&scene, "alice", "!stop");
    assert_said(&scene, "@alice: The table is closed.");
    scene_do(&scene, "alice", "!uno"); /* where others play there is one */
    assert_said(&scene, "@alice: Your seat word is ");
}

/* What her table says while the disk is slow follows her. */
static void its_words_follow_a_rename(void **state)
{
    (void)state;
    scene_finish(&scene);
    scene_init(&scene, SCENE_MEMORY);
    scene_begin(&scene);
    scene_join(&scene, "alice");
    scene_tell(&scene, "alice", "!uno");
    scene_mark(&scene);
    store_memory_fail(scene.store, true);
    scene_whisper(&scene, "alice", "!bots 2");
    scene_await(&scene, &scene.host.trouble, true);
    script_rename(scene.adapter, "alice", "zoe");
    store_memory_fail(scene.store, false);
    scene_await(&scene, &scene.host.trouble, false);
    scene_settle(&scene);
    assert_int_equal(scene_count(&scene, "@alice"), 0);
    assert_said(&scene, "@zoe: At the table: ");
}

/* A lost account is a player who is gone, and who is back with it. */
static void it_waits_for_its_account(void **state)
{
    (void)state;
    script_join(scene.adapter, "#table", "carl", "carl", false);
    scene_settle(&scene);
    scene_tell(&scene, "carl", "!uno");
    scene_tell(&scene, "carl", "!bots 2");
    scene_tell(&scene, "carl", "!start");
    script_identify(scene.adapter, "carl", NULL);
    scene_settle(&scene);
    scene_mark(&scene);
    script_identify(scene.adapter, "carl", "carl");
    scene_settle(&scene);
    assert_said(&scene, "@carl: The table goes on where it was.");
}

/* A private talk keeps nothing of a channel: nicks come and go. */
static void nothing_is_kept_of_it(void **state)
{
    static const char *const lines[] = {"!set channel stack any",
                                        "!set rules skull",
                                        "!lang fr channel",
                                        "!theme mono channel",
                                        "!quiet on",
                                        "!set theme",
                                        "!set rules",
                                        "!set channel stack"};
    const uint64_t kept = scene.host.people->settings_kept;
    (void)state;
    scene_tell(&scene, "alice", "!uno");
    for (unsigned i = 0; i < ARRAY_SIZE(lines); i++) {
        scene_tell(&scene, "alice", "%s", lines[i]);
        assert_said(&scene, "@alice: Say that in the channel where you want to play.");
    }
    assert_int_equal(scene.host.people->settings_kept, kept);
    scene_tell(&scene, "alice", "!set stack any");
    assert_said(&scene, "alice sets: draw cards add up");
    scene_tell(&scene, "alice", "!set");
    assert_said(&scene, "@alice: Rules: classic, but draw cards add up: any of them on any other.");
    assert_said(
        &scene,
        "@alice: The deal: dealer (chance chooses the dealer), hand_size (everybody is dealt "
        "7 cards), ");
    assert_said(&scene, "!set NAME shows its values, !set NAME VALUE changes it.");
    scene_tell(&scene, "bob", "!set"); /* at no table */
    assert_said(&scene, "@bob: Say that in the channel where you want to play.");
}

/* Who sits in a channel and asks in private hears of that channel, not of "this" one. */
static void settings_are_of_the_tables_channel(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!new");
    scene_tell(&scene, "alice", "!set");
    assert_said(&scene, "@alice: Rules: classic, as on its sheet.");
    assert_said(&scene, "@alice: The deal: dealer (");
    assert_said(&scene, "The channel of your table: rules (tables open with classic), language "
                        "(I speak English here), ");
    assert_not_said(&scene, "This channel");
    scene_tell(&scene, "alice", "!set theme");
    assert_said(&scene, "@alice: theme in the channel of your table: cards are coloured. Values: ");
    scene_tell(&scene, "alice", "!lang fr");
    scene_tell(&scene, "alice", "!set");
    assert_said(&scene, "Le salon de votre table : rules (les tables s'ouvrent avec classic), ");
    scene_tell(&scene, "alice", "!set theme");
    assert_said(&scene,
                "theme dans le salon de votre table : les cartes sont en couleurs. Valeurs");
}

static void it_speaks_its_players_language(void **state)
{
    (void)state;
    scene_tell(&scene, "alice", "!lang fr");
    scene_tell(&scene, "alice", "!uno");
    assert_said(&scene, "@alice: Une table rien que pour vous");
    scene_tell(&scene, "alice", "!lang en");
    scene_tell(&scene, "alice", "!bots 1");
    scene_tell(&scene, "alice", "!start");
    assert_said(&scene, "deals 7 cards each");
}

static void tables_are_counted(void **state)
{
    (void)state;
    open_and_deal();
    assert_int_equal(tables_count(scene.host.tables), 1);
    scene_tell(&scene, "alice", "!uno");
    assert_int_equal(tables_count(scene.host.tables), 1);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_match_in_private),        TEST(nobody_else_is_let_in),
        TEST(a_restart_changes_nothing), TEST(the_channel_stays_the_channel),
        TEST(it_waits_for_its_player),   TEST(it_speaks_its_players_language),
        TEST(tables_are_counted),        TEST(a_deserted_one_is_closed),
        TEST(a_nick_is_not_its_player),  TEST(the_words_fit_one_person),
        TEST(its_words_follow_a_rename), TEST(it_waits_for_its_account),
        TEST(nothing_is_kept_of_it),     TEST(settings_are_of_the_tables_channel),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
