/* Who quits in a match: a short grace, then a computer player keeps the seat
 * (bot/table/seats/presence.h).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bot/table/round/round.h"
#include "bot/text/language.h"
#include "tests/bot/pair.h"

enum { LONG = 1000000, SOON = 20 };

static const char gone[] =
    "#table: bob is gone: a computer player keeps the seat until they are back.";

/* alice, bob and carol play, and nobody is timed out. */
static int set_up(void **state)
{
    assert_true(language_setup());
    pair_set_up(state);
    scene.options.split_wait = LONG;
    scene.options.quit_grace = SOON;
    scene.options.bot_delay = LONG;
    scene.options.turn_reminder = LONG;
    scene.options.turn_whisper = 2 * LONG;
    scene.options.turn_limit = 3 * LONG;
    scene.host.options = scene.options;
    pair_seat(false);
    scene_do(&scene, "carol", "!join");
    scene_do(&scene, "alice", "!start");
    scene_mark(&scene);
    return 0;
}

static struct seat *seat_at(unsigned seat)
{
    return &scene_table(&scene)->seats[seat];
}

static void come(const char *who)
{
    scene_join(&scene, who);
    scene_settle(&scene);
}

/* "the seat goes to its computer player after a short grace, not after the whole turn_limit"; told
 * once; and coming back takes it again by itself. */
static void the_seat_is_kept_after_the_grace(void **state)
{
    (void)state;
    script_gone(scene.adapter, "bob", false);
    scene_wait(&scene, gone);
    scene_settle(&scene);
    assert_true(seat_at(1)->away);
    assert_int_equal(scene_count(&scene, "#table: bob is gone"), 1);
    scene_mark(&scene);
    come("bob");
    assert_said(&scene, "#table: bob is back.");
    assert_int_equal(scene_count(&scene, "#table: bob is back"), 1);
    assert_said(&scene, "@bob: ");
    assert_false(seat_at(1)->away);
}

/* Within the grace nothing is said at all. */
static void who_is_back_in_time_was_never_gone(void **state)
{
    (void)state;
    scene.host.options.quit_grace = LONG;
    script_gone(scene.adapter, "bob", false);
    scene_settle(&scene);
    assert_int_not_equal(seat_at(1)->gone_at, 0);
    come("bob");
    assert_int_equal(seat_at(1)->gone_at, 0);
    assert_int_equal(scene_count(&scene, "#table"), 0);
}

/* "grace for part": who left the channel alone may play on in private. */
static void who_parts_is_waited_for_too(void **state)
{
    (void)state;
    script_leave(scene.adapter, "#table", "bob");
    scene_wait(&scene, gone);
    scene_tell(&scene, "bob", "hand");
    assert_said(&scene, "#table: bob is back.");
    assert_said(&scene, "@bob: ");
    script_leave(scene.adapter, "#table", "bob");
    scene_mark(&scene);
    scene_wait(&scene, gone);
    come("bob");
    assert_said(&scene, "#table: bob is back.");
}

/* Until it is bob's turn again. */
static void go_round(struct table *table)
{
    do {
        const struct action action = action_make(ACTION_TIMEOUT, table->round->game.turn);
        assert_int_equal(round_act(table, &action), REFUSED_NOT);
    } while (table->round->game.turn != 1);
    scene_settle(&scene);
}

/* Whoever is back knows what they hold: a computer player had it meanwhile, and at their turn no
 * other word tells them. */
static void who_is_back_has_their_hand(void **state)
{
    (void)state;
    struct table *table = scene_table(&scene);
    script_leave(scene.adapter, "#table", "bob");
    scene_wait(&scene, gone);
    go_round(table);
    scene_mark(&scene);
    come("bob");
    assert_said(&scene, "#table: bob is back.");
    assert_said(&scene, "@bob: Your turn on ");
    assert_int_equal(scene_count(&scene, "@bob: "), 1);
    /* Likewise who says so, and hears no contradiction. */
    script_leave(scene.adapter, "#table", "bob");
    scene_wait(&scene, gone);
    go_round(table);
    scene_tell(&scene, "bob", "back");
    assert_said(&scene, "#table: bob is back.");
    assert_said(&scene, "@bob: Your turn on ");
    assert_not_said(&scene, "You are not away");
}

/* "netsplits keep their own wait"; who is not back when that is over has the grace still. */
static void a_netsplit_has_its_own_wait(void **state)
{
    (void)state;
    script_gone(scene.adapter, "bob", true);
    scene_wait(&scene, "#table: A netsplit: the table waits");
    assert_int_equal(seat_at(1)->gone_at, 0);
    scene_join(&scene, "bob");
    scene_wait(&scene, "#table: Nobody is missing any more");
    scene.host.options.split_wait = SOON;
    script_gone(scene.adapter, "bob", true);
    scene_wait(&scene, "#table: Not everybody is back, but play goes on.");
    scene_wait(&scene, gone);
}

/* A restart forgets nobody who is kept a seat for. */
static void it_survives_a_restart(void **state)
{
    (void)state;
    script_gone(scene.adapter, "bob", false);
    scene_wait(&scene, gone);
    scene_restart(&scene);
    scene_join(&scene, "alice");
    come("bob");
    assert_said(&scene, "#table: bob is back.");
    assert_false(seat_at(1)->away);
}

/* Who said !away themselves comes back by word, as ever. */
static void who_is_away_by_word_stays_so(void **state)
{
    (void)state;
    scene_do(&scene, "bob", "!away");
    script_gone(scene.adapter, "bob", false);
    scene_settle(&scene);
    come("bob");
    assert_true(seat_at(1)->away);
    scene_do(&scene, "bob", "!back");
    assert_said(&scene, "#table: bob is back.");
}

/* Our own outages never count against a player. */
static void an_outage_takes_nobody(void **state)
{
    (void)state;
    scene.host.options.quit_grace = LONG;
    script_gone(scene.adapter, "bob", false);
    scene_settle(&scene);
    script_disconnect(scene.adapter, 1);
    scene_settle(&scene);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(seat_at(i)->gone_at, 0);
    assert_not_said(&scene, "is gone");
}

/* The last one who goes leaves a table that waits: one line says so. */
static void the_last_one_leaves_a_table_that_waits(void **state)
{
    (void)state;
    scene_do(&scene, "alice", "!away");
    scene_do(&scene, "carol", "!away");
    scene_mark(&scene);
    script_gone(scene.adapter, "bob", false);
    scene_wait(&scene, "#table: Everybody is away: the table waits until somebody is !back.");
    scene_settle(&scene);
    assert_int_equal(scene_count(&scene, "#table"), 1);
}

/* "an opener who quit for good hands over to the next seat with a person, aloud", in the lobby as
 * well. */
static void an_opener_who_quits_hands_over(void **state)
{
    (void)state;
    script_gone(scene.adapter, "alice", false);
    scene_wait(&scene, "#table: alice is gone");
    scene_wait(&scene, "#table: bob has charge of the table now.");
    scene_stop(&scene);
    assert_said(&scene, "#table: oper ends the match.");
    script_gone(scene.adapter, "bob", false);
    scene_wait(&scene, "#table: carol has charge of the table now.");
    assert_not_said(&scene, "bob is gone");
    scene_do(&scene, "carol", "!start"); /* nobody who is not there is dealt in (test_lobby.c) */
    assert_said(&scene, "#table: alice leaves the table. The seat is kept");
    assert_false(scene_table(&scene)->match_on);
}

/* 0: as before, the turn's time alone. */
static void it_can_be_switched_off(void **state)
{
    (void)state;
    scene.host.options.quit_grace = 0;
    script_gone(scene.adapter, "bob", false);
    scene_settle(&scene);
    assert_int_equal(seat_at(1)->gone_at, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_seat_is_kept_after_the_grace),
        TEST(who_is_back_in_time_was_never_gone),
        TEST(who_parts_is_waited_for_too),
        TEST(who_is_back_has_their_hand),
        TEST(a_netsplit_has_its_own_wait),
        TEST(it_survives_a_restart),
        TEST(who_is_away_by_word_stays_so),
        TEST(an_outage_takes_nobody),
        TEST(the_last_one_leaves_a_table_that_waits),
        TEST(an_opener_who_quits_hands_over),
        TEST(it_can_be_switched_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
