/* A table in a channel that does not hear us (CHAT_MUTED). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "bot/text/language.h"
#include "tests/bot/pair.h"

static int set_up(void **state)
{
    assert_true(language_setup());
    return pair_set_up(state);
}

/* A channel that hears us no more: who plays is told so alone, nothing is played unseen, and the
 * state comes when it hears us. */
static void a_moderated_channel_waits(void **state)
{
    (void)state;
    pair_seat(true);
    const struct table *table = scene_table(&scene);
    uint8_t cards = table->round->game.hand_count[table->round->game.turn];
    scene_mark(&scene);
    script_muted(scene.adapter, "#table");
    script_muted(scene.adapter, "#table");
    scene_settle(&scene);
    assert_false(table->clock_runs);
    assert_said(&scene, "@bob: I am not heard in the channel just now");
    assert_int_equal(scene_count(&scene, "@alice: "), 1);
    assert_int_equal(scene_count(&scene, "@bob: "), 1);
    assert_int_equal(scene_count(&scene, "#"), 0);
    scene_do(&scene, "bob", "!draw");
    assert_said(&scene, "@bob: I am not heard in the channel just now");
    scene_mark(&scene);
    scene_whisper(&scene, pair_of_turn(), "!draw");
    scene_do(&scene, pair_of_turn(), "dr");
    assert_int_equal(table->round->game.hand_count[table->round->game.turn], cards);
    scene_do(&scene, "bob", "!help draw");
    assert_said(&scene, "@bob: !draw: ");
    script_entered(scene.adapter, "#table");
    scene_settle(&scene);
    assert_true(table->clock_runs);
    assert_said(&scene, "#table: The table goes on where it was. On top ");
    assert_said(&scene, "Your turn on "); /* what said so may have been lost */
    scene_do(&scene, pair_of_turn(), "!draw");
    assert_int_not_equal(table->round->game.hand_count[table->round->game.turn], 0);
}

/* Lines that found no room: how the table stands is told once more, hands too. */
static void lost_lines_are_made_good(void **state)
{
    (void)state;
    pair_seat(true);
    scene_mark(&scene);
    script_dropped(scene.adapter, "#table");
    script_dropped(scene.adapter, "#nowhere");
    scene_settle(&scene);
    assert_said(&scene, "#table: The table goes on where it was. On top ");
    assert_said(&scene, "Your turn on ");
    assert_int_equal(scene_count(&scene, "#"), 1);
    assert_int_equal(scene_count(&scene, "@alice: "), 1);
    assert_int_equal(scene_count(&scene, "@bob: "), 1);
}

/* A table that is opened where we are not heard: who opened it is told, and everybody when we are,
 * with what binds its shuffles. */
static void an_unheard_lobby_is_announced(void **state)
{
    (void)state;
    pair_come();
    scene_do(&scene, "alice", "!uno");
    script_muted(scene.adapter, "#table"); /* its refusal: that line was not heard */
    scene_settle(&scene);
    assert_said(&scene, "@alice: I am not heard in the channel just now");
    scene_mark(&scene);
    script_entered(scene.adapter, "#table");
    scene_settle(&scene);
    assert_said(&scene, "#table: A table is open here (classic). !join takes a seat, !bots N adds "
                        "computer players, !start deals. Seats: alice");
    assert_said(&scene, "s0=");
    scene_do(&scene, "bob", "!join");
    assert_said(&scene, "#table: bob takes a seat.");
    scene_mark(&scene);
    script_removed(scene.adapter, "#table"); /* told once */
    script_entered(scene.adapter, "#table");
    scene_settle(&scene);
    assert_said(&scene, "#table: The table goes on where it was. ");
}

static void relay(const char *text)
{
    const struct chat_event event = {
        .kind = CHAT_MESSAGE,
        .channel = "#table",
        .text = text,
        .user = {.id = "dan/discord", .name = "dan/discord", .relayed = true, .unseen = true}};
    scene_mark(&scene);
    adapter_raise(scene.adapter, &event);
    scene_settle(&scene);
}

/* Cards could not be whispered to them: they get no seat, are told why where they are, and nothing
 * else that is for them alone. */
static void who_is_relayed_gets_no_seat(void **state)
{
    (void)state;
    pair_come();
    relay("!uno");
    assert_null(scene_table(&scene));
    assert_said(&scene, "#table: dan/discord, I cannot whisper cards to you through a relay: come "
                        "into the channel to play.");
    pair_seat(false);
    relay("!join");
    assert_said(&scene, "#table: dan/discord, I cannot whisper");
    assert_int_equal(scene_table(&scene)->seat_count, 2);
    relay("!order");
    assert_said(&scene, "#table: alice");
    relay("!draw");
    assert_int_equal(scene_count(&scene, ""), 0);
    relay("!link");
    assert_int_equal(scene_count(&scene, "@"), 0);
}

/* Who plays hears it in their language; a lobby waits as well, and where there is no table nobody
 * is told. */
static void everybody_is_told_in_their_language(void **state)
{
    (void)state;
    script_muted(scene.adapter, "#table");
    scene_settle(&scene);
    assert_int_equal(scene_count(&scene, "@"), 0);
    script_entered(scene.adapter, "#table");
    scene_do(&scene, "bob", "!lang fr");
    pair_seat(false);
    scene_mark(&scene);
    script_muted(scene.adapter, "#table");
    scene_settle(&scene);
    assert_said(&scene, "@alice: I am not heard in the channel just now");
    assert_said(&scene, "@bob: Je ne peux pas parler dans le salon");
    scene_do(&scene, "carol", "!join");
    assert_said(&scene, "@carol: I am not heard in the channel just now");
    assert_int_equal(seats_people(scene_table(&scene)), 2);
}

/* Where a permission is missing who plays and who presses hear which, in their language, and no
 * table is opened that nobody would see. What is missing beside that is told once. */
static void what_is_missing_is_named(void **state)
{
    struct chat_event event = {.kind = CHAT_MUTED,
                               .channel = "#table",
                               .missing_permissions = "View Channel, Send Messages"};
    (void)state;
    scene_do(&scene, "bob", "!lang fr");
    pair_seat(false);
    scene_mark(&scene);
    adapter_raise(scene.adapter, &event);
    scene_settle(&scene);
    assert_said(
        &scene,
        "@alice: I cannot speak in this channel, so its table waits. Server admins can "
        "allow it in the channel's settings, under Permissions: View Channel, Send Messages.");
    assert_said(&scene, "@bob: Je ne peux pas parler dans ce salon");
    assert_said(&scene, "Permissions » : Voir le salon, Envoyer des messages.");
    event.kind = CHAT_MESSAGE;
    event.text = "!join";
    event.muted = true;
    event.user = (struct chat_user){.id = "carol", .name = "carol"};
    adapter_raise(scene.adapter, &event);
    scene_settle(&scene);
    assert_said(&scene, "@carol: I cannot speak in this channel");
    assert_int_equal(seats_people(scene_table(&scene)), 2);
    event.channel = "#other";
    event.text = "!uno";
    unsigned tables = tables_count(scene.host.tables);
    adapter_raise(scene.adapter, &event);
    scene_settle(&scene);
    assert_int_equal(tables_count(scene.host.tables), tables);
    event.muted = false;
    event.missing_permissions = "pictures (Attach Files)";
    adapter_raise(scene.adapter, &event);
    scene_settle(&scene);
    assert_int_equal(tables_count(scene.host.tables), tables + 1);
    assert_said(&scene, "@carol: I lack a permission here: pictures (Attach Files).");
}

/* Whether a mute channel hears us again is tried with the line that says how its table stands; the
 * table waits on until that was heard, and then only the hands are told. */
static void a_try_is_how_the_table_stands(void **state)
{
    (void)state;
    script_try(scene.adapter, "#table"); /* nothing to say there */
    scene_settle(&scene);
    assert_int_equal(scene_count(&scene, ""), 0);
    pair_seat(true);
    const struct table *table = scene_table(&scene);
    scene_mark(&scene);
    script_try(scene.adapter, "#table"); /* nor where it is heard */
    scene_settle(&scene);
    assert_int_equal(scene_count(&scene, ""), 0);
    script_muted(scene.adapter, "#table");
    scene_settle(&scene);
    scene_mark(&scene);
    scene_table(&scene)->damaged = true; /* nor where none can be told */
    script_try(scene.adapter, "#table");
    scene_settle(&scene);
    assert_int_equal(scene_count(&scene, ""), 0);
    scene_table(&scene)->damaged = false;
    for (unsigned i = 0; i < 2; i++) {
        scene_mark(&scene);
        script_try(scene.adapter, "#table");
        script_muted(scene.adapter, "#table"); /* in vain */
        scene_settle(&scene);
        assert_said(&scene, "#table: The table goes on where it was. On top ");
        assert_int_equal(scene_count(&scene, ""), 1);
        assert_false(table->clock_runs);
        scene_do(&scene, pair_of_turn(), "!draw");
        assert_said(&scene, "I am not heard in the channel just now");
    }
    scene_mark(&scene);
    script_try(scene.adapter, "#table");
    script_tried(scene.adapter, "#table");
    scene_settle(&scene);
    assert_true(table->clock_runs);
    assert_int_equal(scene_count(&scene, "#table: "), 1);
    assert_int_equal(scene_count(&scene, "@alice: "), 1);
    assert_int_equal(scene_count(&scene, "@bob: "), 1);
    assert_said(&scene, "Your hand: ");
}

/* The network took no answer: the channel is told whose, without what it was; in private, and where
 * the channel does not hear us, they alone. */
static void an_answer_that_got_lost_is_told(void **state)
{
    struct chat_event event = {.kind = CHAT_UNANSWERED, .channel = "#table", .text = "carol, dave"};
    (void)state;
    scene_mark(&scene);
    adapter_raise(scene.adapter, &event); /* no table is there */
    scene_settle(&scene);
    assert_said(&scene, "#table: carol, dave: the answer to what you did got lost. It may have "
                        "worked, so look at the table and at your hand before you try again.");
    pair_seat(false);
    scene_do(&scene, "alice", "!lang fr");
    event.channel = NULL;
    event.text = NULL;
    event.user = (struct chat_user){.id = "alice", .name = "alice"};
    scene_mark(&scene);
    adapter_raise(scene.adapter, &event);
    scene_settle(&scene);
    assert_said(&scene, "la réponse à ce que vous avez fait s'est perdue.");
    assert_int_equal(scene_count(&scene, "@alice: "), 1);
    assert_int_equal(scene_count(&scene, ""), 1);
}

/* After a gap: only where a person is to move. */
static void a_gap_is_told_where_one_is_waited_for(void **state)
{
    const struct chat_event event = {.kind = CHAT_GAP, .channel = "#table"};
    (void)state;
    adapter_raise(scene.adapter, &event);
    scene_settle(&scene);
    assert_int_equal(scene_count(&scene, ""), 0);
    pair_seat(true);
    scene_mark(&scene);
    adapter_raise(scene.adapter, &event);
    scene_settle(&scene);
    assert_said(&scene, "#table: I was cut off for a moment. What you pressed meanwhile did not "
                        "reach me: please press it again.");
    assert_int_equal(scene_count(&scene, ""), 1);
    scene_do(&scene, "bob", "!pause");
    scene_do(&scene, "alice", "!pause");
    assert_true(scene_table(&scene)->paused_until != 0);
    scene_mark(&scene);
    adapter_raise(scene.adapter, &event);
    scene_settle(&scene);
    assert_int_equal(scene_count(&scene, ""), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(lost_lines_are_made_good, set_up, pair_tear_down),
        cmocka_unit_test_setup_teardown(who_is_relayed_gets_no_seat, set_up, pair_tear_down),
        cmocka_unit_test_setup_teardown(an_unheard_lobby_is_announced, set_up, pair_tear_down),
        cmocka_unit_test_setup_teardown(a_moderated_channel_waits, set_up, pair_tear_down),
        cmocka_unit_test_setup_teardown(an_answer_that_got_lost_is_told, set_up, pair_tear_down),
        cmocka_unit_test_setup_teardown(a_gap_is_told_where_one_is_waited_for, set_up,
                                        pair_tear_down),
        cmocka_unit_test_setup_teardown(what_is_missing_is_named, set_up, pair_tear_down),
        cmocka_unit_test_setup_teardown(a_try_is_how_the_table_stands, set_up, pair_tear_down),
        cmocka_unit_test_setup_teardown(everybody_is_told_in_their_language, set_up,
                                        pair_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
