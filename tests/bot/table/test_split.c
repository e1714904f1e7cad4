/* Netsplits: the table waits for whom they took (bot/table/seats/split.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bot/text/language.h"
#include "tests/bot/pair.h"

enum { LONG = 1000000, SOON = 30 };

static const char told[] = "#table: A netsplit: the table waits for those it took, 17 min at most.";
static const char back[] = "#table: Nobody is missing any more: play goes on.";

/* Alice, bob and carol play; a minute of silence is due soon. */
static int set_up(void **state)
{
    assert_true(language_setup());
    pair_set_up(state);
    scene.options.split_wait = LONG;
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

static void split(const char *who)
{
    script_gone(scene.adapter, who, true);
    scene_settle(&scene);
}

static bool clock_runs(void)
{
    return timer_active(&scene_table(&scene)->timer);
}

/* One line however many it takes; the clock stands until the last one is back. */
static void the_table_waits(void **state)
{
    (void)state;
    assert_true(clock_runs());
    split("bob");
    assert_said(&scene, told);
    assert_false(clock_runs());
    split("carol");
    assert_int_equal(scene_count(&scene, "#table: A netsplit"), 1);
    scene_mark(&scene);
    scene_join(&scene, "carol");
    scene_settle(&scene);
    assert_said(&scene, "@carol: ");
    assert_int_equal(scene_count(&scene, "#table"), 0);
    assert_false(clock_runs());
    scene_join(&scene, "bob");
    scene_settle(&scene);
    assert_said(&scene, back);
    assert_true(clock_runs());
    assert_int_equal(scene_count(&scene, "#table"), 1);
}

/* Whoever just leaves is nobody to wait for. */
static void who_quits_stops_nothing(void **state)
{
    (void)state;
    script_gone(scene.adapter, "bob", false);
    scene_settle(&scene);
    assert_int_equal(scene_count(&scene, ""), 0);
    assert_true(clock_runs());
    split("oper"); /* nor somebody without a seat */
    assert_int_equal(scene_count(&scene, ""), 0);
    assert_true(clock_runs());
}

/* A seat is given back by the word as well, and by an account. */
static void any_proof_ends_the_wait(void **state)
{
    (void)state;
    script_identify(scene.adapter, "bob", "bo");
    scene_settle(&scene);
    split("bob");
    script_join_from(scene.adapter, "#table", "bob", "elsewhere");
    scene_settle(&scene);
    assert_not_said(&scene, back);
    script_identify(scene.adapter, "bob", "bo");
    scene_settle(&scene);
    assert_said(&scene, back);
    assert_true(clock_runs());
    scene_mark(&scene);
    split("carol");
    scene_type(&scene, "carol", "hello"); /* seen by talk, from the host we know */
    scene_settle(&scene);
    assert_said(&scene, back);
}

static void the_wait_has_an_end(void **state)
{
    (void)state;
    scene.host.options.split_wait = SOON;
    split("bob");
    scene_wait(&scene, "#table: Not everybody is back, but play goes on.");
    assert_true(clock_runs());
    assert_false(scene_table(&scene)->seats[1].split);
    scene_mark(&scene);
    scene_join(&scene, "bob");
    scene_settle(&scene);
    assert_int_equal(scene_count(&scene, "#table"), 0);
    scene.host.options.split_wait = LONG;
    split("bob"); /* the next one is waited for as well */
    assert_said(&scene, told);
}

static void waits_are_each_tables_own(void **state)
{
    (void)state;
    script_entered(scene.adapter, "#other");
    script_join(scene.adapter, "#other", "dora", NULL, false);
    script_join(scene.adapter, "#other", "emil", NULL, false);
    script_type(scene.adapter, "#other", "dora", "!new");
    script_type(scene.adapter, "#other", "emil", "!join");
    script_type(scene.adapter, "#other", "dora", "!start");
    scene_settle(&scene);
    split("bob");
    scene.host.options.split_wait = SOON;
    split("emil");
    assert_said(&scene, "#other: A netsplit: the table waits for those it took, 1 min at most.");
    /* The timer was set for the first table's wait: it must not swallow the shorter one. */
    scene_wait(&scene, "#other: Not everybody is back, but play goes on.");
    assert_not_said(&scene, "#table: Not everybody");
    assert_false(clock_runs());
}

/* Nobody is missing whose seat is gone, or who has nobody to play with. */
static void seats_that_go_end_the_wait(void **state)
{
    (void)state;
    split("bob");
    scene_do(&scene, "oper", "!kick bob");
    assert_said(&scene, back);
    assert_true(clock_runs());
    scene_mark(&scene);
    split("carol");
    scene_stop(&scene);
    assert_said(&scene, "#table: oper ends the match.");
    assert_not_said(&scene, "play goes on");
    assert_int_equal(scene_table(&scene)->split_until, 0);
}

/* Those who are there may play on; a computer player waits with the table. */
static void who_is_there_may_play(void **state)
{
    (void)state;
    split(strcmp(pair_of_turn(), "bob") == 0 ? "carol" : "bob");
    scene_do(&scene, pair_of_turn(), "!draw");
    assert_said(&scene, " draws");
    assert_false(clock_runs());
}

static void a_lobby_does_not_wait(void **state)
{
    (void)state;
    scene_stop(&scene);
    scene_mark(&scene);
    split("bob");
    assert_int_equal(scene_count(&scene, "#table"), 0);
    scene.host.options.split_wait = 0; /* nor does anybody when it is switched off */
    scene_do(&scene, "alice", "!start");
    scene_mark(&scene);
    split("carol");
    assert_int_equal(scene_count(&scene, "#table"), 0);
    assert_true(clock_runs());
}

/* We lose the server meanwhile: nothing is told twice, the wait goes on. */
static void a_disconnect_in_between(void **state)
{
    (void)state;
    split("bob");
    scene_mark(&scene);
    script_disconnect(scene.adapter, 0);
    scene_settle(&scene);
    assert_said(&scene, "#table: The table goes on where it was.");
    assert_int_equal(scene_count(&scene, "#table: A netsplit"), 0);
    assert_false(clock_runs());
    scene_join(&scene, "bob");
    scene_settle(&scene);
    assert_said(&scene, back);
    assert_true(clock_runs());
}

/* After a restart the table waits anew for those who are missing. */
static void a_restart_in_between(void **state)
{
    (void)state;
    split("bob");
    split("carol");
    scene_restart(&scene);
    assert_said(&scene, "#table: The table goes on where it was.");
    assert_said(&scene, told);
    assert_false(clock_runs());
    scene_join(&scene, "alice");
    scene_join(&scene, "bob");
    scene_settle(&scene);
    assert_not_said(&scene, back);
    scene_join(&scene, "carol");
    scene_settle(&scene);
    assert_said(&scene, back);
    assert_true(clock_runs());
}

static void it_is_told_in_french(void **state)
{
    (void)state;
    scene_do(&scene, "oper", "!lang fr channel");
    scene_mark(&scene);
    split("bob");
    assert_said(&scene, "#table: Rupture du réseau");
    scene_join(&scene, "bob");
    scene_settle(&scene);
    assert_said(&scene, "la partie reprend.");
    scene.host.options.split_wait = SOON;
    split("bob");
    scene_wait(&scene, "Il manque encore du monde");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, pair_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_table_waits),           TEST(who_quits_stops_nothing),
        TEST(any_proof_ends_the_wait),   TEST(the_wait_has_an_end),
        TEST(waits_are_each_tables_own), TEST(seats_that_go_end_the_wait),
        TEST(who_is_there_may_play),     TEST(a_lobby_does_not_wait),
        TEST(a_disconnect_in_between),   TEST(a_restart_in_between),
        TEST(it_is_told_in_french),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
