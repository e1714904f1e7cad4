/* Networks that come and go while others are played on (bot/host/networks.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/settings.h"
#include "bot/host/daemon.h"
#include "bot/host/networks.h"
#include "bot/host/shutdown.h"
#include "bot/host/tables_away.h"
#include "bot/people/setting_store.h"
#include "bot/show/outbox.h"
#include "bot/table/place.h"
#include "bot/table/saved/save.h"
#include "bot/table/table.h"
#include "tests/bot/south.h"
#include "tests/doubles/memory/memory.h"

static struct settings own; /* of a south that comes later */
static char name[64];
static const char waits[] = "is on another network too, and waits for it";

static bool south_is_gone(void)
{
    return network_count(scene.host.people) == 1;
}

static bool first_is_gone(void)
{
    return south_gone == 1;
}

static bool runs(void)
{
    return south_runs(name);
}

static bool is_read_again(void)
{
    return !scene.network->read_again && scene.network->reading == NULL;
}

/* Both networks, alice's table in north; #south has one of its own at which a round runs, or
 * (`bridged`) is where bob plays at alice's. */
static void begin(enum scene_store store, bool bridged)
{
    south_begin(&script_adapter, store, "en");
    snprintf(name, sizeof(name), "%s", south->name);
    south->gone = south_on_gone;
    settings_finish(&own);
    assert_true(settings_init(&own, script_adapter.keys));
    assert_null(settings_put(&own, SCRIPT_CHANNELS, "#south"));
    if (!bridged) {
        south_do("bob", "!new");
        south_do("bob", "!bots 1");
        south_do("bob", "!start");
        return;
    }
    struct place *place = place_add(scene_table(&scene), south, "#south");
    assert_non_null(place);
    table_set_reachable(place, true);
    save_table(scene_table(&scene));
    south_do("bob", "!join");
    south_do("alice", "!start");
    south_move();
    south_move();
}

static struct table *south_table(void)
{
    struct network *network = network_named(scene.host.people, name);
    return network != NULL ? table_at(scene.host.tables, network, "#south") : NULL;
}

static bool is_there(void)
{
    return south_table() != NULL;
}

/* There is a table in #table, but none of south's. */
static bool is_other(void)
{
    return scene_table(&scene) != NULL && south_table() == NULL;
}

static struct network *make(void)
{
    struct fault why = {0};
    struct network *network = networks_make(
        &scene.host,
        &(struct network_setup){
            .impl = &script_adapter, .name = name, .settings = &own, .gone = south_on_gone},
        &why);
    assert_non_null(network);
    return network;
}

static void leave(void)
{
    networks_leave(south, networks_goodbye);
    south_turn_until(south_is_gone);
}

static void join(void)
{
    networks_join(make());
    south_turn_until(runs);
    south = network_named(scene.host.people, name);
    south_mark = 0;
    south_turn_until(is_read_again);
    south_settle();
}

static void assert_same_game(const struct game *one, const struct game *other)
{
    assert_memory_equal(one->hand, other->hand, sizeof(one->hand));
    assert_int_equal(one->turn, other->turn);
}

/* -- tests -- */

/* Its tables wait in the store and go on with their hands; who plays elsewhere notices nothing. */
static void a_network_goes_and_comes(enum scene_store store)
{
    begin(store, false);
    const struct round round = *south_table()->round;
    const struct game game = round.game;
    scene_do(&scene, "alice", "!bots 1");
    scene_do(&scene, "alice", "!start");
    int64_t north = scene_table(&scene)->round->id;
    scene_mark(&scene);
    leave();
    assert_int_equal(south_gone, 1);
    assert_null(south_table());
    assert_int_equal(tables_count(scene.host.tables), 1);
    assert_int_equal(scene_count(&scene, ""), 0);
    scene_do(&scene, "alice", "!table");
    assert_said(&scene, "On top");

    join();
    assert_non_null(south_said("#south: The table goes on where it was."));
    assert_int_equal(south_table()->round->id, round.id);
    assert_int_equal(south_table()->round->seq, round.seq);
    assert_same_game(&south_table()->round->game, &game);
    assert_int_equal(scene_table(&scene)->round->id, north);
    script_join(south->adapter, "#south", "bob", NULL, false);
    south_do("bob", "!draw");
    assert_non_null(south_said("bob"));
    leave();
    assert_int_equal(south_gone, 2);
}

static void a_network_goes_and_comes_in_memory(void **state)
{
    (void)state;
    a_network_goes_and_comes(SCENE_MEMORY);
}

static void a_network_goes_and_comes_on_a_disk(void **state)
{
    (void)state;
    a_network_goes_and_comes(SCENE_SQLITE);
}

/* A table that it shares is told where it still is, waits as a whole, and comes back as one. */
static void a_table_of_both_waits(void **state)
{
    (void)state;
    begin(SCENE_SQLITE, true);
    const struct round round = *scene_table(&scene)->round;
    const struct game game = round.game;
    const int64_t id = scene_table(&scene)->id;
    scene_mark(&scene);
    leave();
    assert_said(&scene, "#table: I am leaving another network that this table is played on");
    assert_null(scene_table(&scene));
    assert_true(network_waits(scene.network, id));
    assert_int_equal(scene.host.people->index[PEOPLE_BY_KEY].count, 0);
    scene_do(&scene, "alice", "!draw");
    assert_said(&scene, waits);

    scene_mark(&scene);
    join();
    assert_int_equal(scene.network->waiting_count, 0);
    assert_non_null(scene_table(&scene));
    assert_ptr_equal(scene_table(&scene), south_table());
    assert_int_equal(scene_table(&scene)->round->id, round.id);
    assert_int_equal(scene_table(&scene)->round->seq, round.seq);
    assert_same_game(&scene_table(&scene)->round->game, &game);
    for (const struct place *place = place_first(scene_table(&scene)); place != NULL;
         place = place->next)
        assert_true(place->reachable);
}

/* Nothing takes the place of a table that waits, but whoever rules the channel gives it up. */
static void a_table_that_waits_keeps_its_channel(void **state)
{
    (void)state;
    begin(SCENE_SQLITE, true);
    const int64_t id = scene_table(&scene)->id, round = scene_table(&scene)->round->id;
    leave();
    scene_do(&scene, "alice", "!uno");
    assert_said(&scene, waits);
    scene_do(&scene, "alice", "!new");
    assert_said(&scene, waits);
    scene_do(&scene, "alice", "!stop");
    assert_said(&scene, "channel operators");
    assert_null(scene_table(&scene));
    join();
    assert_int_equal(scene_table(&scene)->id, id);
    assert_int_equal(scene_table(&scene)->round->id, round);

    leave();
    script_join(scene.adapter, "#table", "oper", NULL, true);
    scene_do(&scene, "oper", "!stop");
    assert_said(&scene, "The table that waited is given up here");
    scene_do(&scene, "alice", "!uno");
    const int64_t other = scene_table(&scene)->id;
    assert_int_not_equal(other, id);
    join();
    assert_int_equal(scene_table(&scene)->id, other);
    assert_null(south_table());
    scene_restart(&scene);
    assert_int_equal(scene_table(&scene)->id, other);
}

/* Likewise where it is a guest; and a table that is there all the same when its home comes is
 * played to its end first. */
static void a_table_that_waits_keeps_its_place_elsewhere(void **state)
{
    (void)state;
    begin(SCENE_SQLITE, false);
    scene_do(&scene, "alice", "!stop");
    struct table *table = south_table();
    const int64_t id = table->id, round = table->round->id;
    table_set_reachable(place_add(table, scene.network, "#table"), true);
    save_table(table);
    leave();
    scene_do(&scene, "alice", "!uno");
    assert_said(&scene, waits);
    script_join(scene.adapter, "#table", "oper", NULL, true);
    scene_do(&scene, "oper", "!stop");
    scene_do(&scene, "alice", "!uno");
    const int64_t other = scene_table(&scene)->id;
    assert_int_not_equal(other, id);

    join();
    assert_null(south_table());
    assert_int_equal(scene_table(&scene)->id, other);
    script_join(south->adapter, "#south", "bob", NULL, false);
    south_do("bob", "!uno");
    assert_non_null(south_said(waits));
    scene_do(&scene, "alice", "!stop");
    south_turn_until(is_there);
    assert_int_equal(south_table()->id, id);
    assert_int_equal(south_table()->round->id, round);
    assert_ptr_equal(scene_table(&scene), south_table());
}

/* At a start, too: the first one is played, and then the other. */
static void tables_of_one_channel_follow_each_other(void **state)
{
    (void)state;
    begin(SCENE_SQLITE, false);
    scene_do(&scene, "alice", "!stop");
    const int64_t id = south_table()->id, round = south_table()->round->id;
    table_set_reachable(place_add(south_table(), scene.network, "#table"), true);
    save_table(south_table());
    leave();
    network_waits_no_more(scene.host.people,
                          id); /* as in a process that never had the other network */
    scene_do(&scene, "alice", "!uno");
    const int64_t other = scene_table(&scene)->id;
    assert_int_not_equal(other, id);
    join();
    assert_int_equal(scene_table(&scene)->id, other);

    scene_restart(&scene);
    south_settle();
    assert_int_equal(scene_table(&scene)->id, id);
    assert_int_equal(scene_table(&scene)->round->id, round);
    assert_ptr_equal(scene_table(&scene), south_table());
    script_join(scene.adapter, "#table", "oper", NULL, true);
    for (unsigned i = 0; i < 3; i++) /* is it meant; the match; the table */
        scene_do(&scene, "oper", "!stop");
    south_turn_until(is_other);
    assert_int_equal(scene_table(&scene)->id, other);
    assert_null(south_table());
}

/* Of the same name there is one at a time, and it sees what the one before has left. */
static void one_of_a_name_follows_the_other(void **state)
{
    (void)state;
    begin(SCENE_SQLITE, false);
    const int64_t round = south_table()->round->id;
    networks_leave(south, networks_goodbye);
    networks_join(make());
    assert_int_equal(network_count(scene.host.people), 2 + 1);
    south_turn_until(runs);
    south = network_named(scene.host.people, name);
    south_settle();
    assert_int_equal(south_gone, 1);
    assert_int_equal(network_count(scene.host.people), 2);
    assert_int_equal(south_table()->round->id, round);
}

/* It may be given up before it has begun, or while its tables are read. */
static void one_that_comes_may_be_given_up(void **state)
{
    (void)state;
    begin(SCENE_SQLITE, false);
    const int64_t table = south_table()->id;
    leave();
    networks_join(south = make());
    networks_leave(south, networks_goodbye);
    south_turn_until(south_is_gone);
    assert_int_equal(south_gone, 2);
    networks_join(south = make());
    while (south->stage == NETWORK_WAITS) /* or in the same turn they have been read */
        scene_turn(&scene);
    networks_leave(south, networks_goodbye);
    south_turn_until(south_is_gone);
    assert_int_equal(south_gone, 3);
    assert_int_equal(tables_count(scene.host.tables), 1);
    join();
    assert_int_equal(south_table()->id, table);
}

/* Whoever asked gets no answer there any more, and nobody trips over that. */
static void a_question_outlives_its_network(void **state)
{
    (void)state;
    begin(SCENE_SQLITE, false);
    while (scene.host.commands->questions == 0) { /* or it was answered in the same turn */
        script_type(south->adapter, "#south", "bob", "!top");
        for (unsigned turns = 0; turns < 10 && scene.host.commands->questions == 0; turns++)
            scene_turn(&scene);
    }
    networks_leave(south, networks_goodbye);
    south_turn_until(south_is_gone);
    assert_int_equal(scene.host.commands->questions, 0);
}

/* A disk that hangs holds up nobody who goes, but who comes after: that one would see less than was
 * decided. Nothing of it is lost. */
static void who_comes_waits_for_the_disk(void **state)
{
    (void)state;
    begin(SCENE_MEMORY, false);
    uint32_t seq = south_table()->round->seq;
    scene.host.daemon->patience = 1;
    store_memory_fail(scene.store, true);
    script_type(south->adapter, "#south", "bob", "!draw");
    while (south_table()->round->seq == seq)
        scene_turn(&scene);
    seq = south_table()->round->seq;
    networks_leave(south, networks_goodbye);
    networks_join(make());
    south_turn_until(first_is_gone);
    for (unsigned turns = 0; turns < 50; turns++)
        scene_turn(&scene);
    assert_int_equal(network_named(scene.host.people, name)->stage, NETWORK_WAITS);
    store_memory_fail(scene.store, false);
    south_turn_until(runs);
    south = network_named(scene.host.people, name);
    south_settle();
    assert_true(south_table()->round->seq >= seq);
}

static bool all_stopped;

static void on_stopped(void *arg)
{
    (void)arg;
    all_stopped = true;
}

/* The daemon ends while one goes: each is asked once, and the end is told once all have ended. */
static void the_daemon_ends_while_one_goes(void **state)
{
    (void)state;
    begin(SCENE_SQLITE, false);
    all_stopped = false;
    scene.host.daemon->hooks.stopped = on_stopped;
    networks_leave(south, networks_goodbye);
    networks_join(make());
    shutdown_begin(&scene.host, "bye");
    scene_await(&scene, &all_stopped, true);
    assert_true(networks_ended(&scene.host, true));
}

/* Without any network the end need not be waited for. */
static void the_daemon_ends_without_a_network(void **state)
{
    (void)state;
    begin(SCENE_SQLITE, false);
    all_stopped = false;
    scene.host.daemon->hooks.stopped = on_stopped;
    leave();
    networks_leave(scene.network, networks_goodbye);
    while (network_count(scene.host.people) > 0)
        scene_turn(&scene);
    assert_false(all_stopped);
    shutdown_begin(&scene.host, "bye");
    scene_await(&scene, &all_stopped, true);
}

/* However often it comes and goes, nothing is left of it. */
static void nothing_of_it_is_left(void **state)
{
    (void)state;
    begin(SCENE_MEMORY, true);
    for (unsigned i = 0; i < 20; i++) {
        leave();
        assert_int_equal(scene.network->waiting_count, 1);
        join();
        assert_int_equal(scene.network->waiting_count, 0);
        assert_int_equal(tables_count(scene.host.tables), 1);
        assert_int_equal(network_count(scene.host.people), 2);
        assert_int_equal(scene.host.people->index[PEOPLE_BY_KEY].count, 2);
    }
}

/* Networks that a table connects do not move apart by themselves (share.h). */
static void a_table_of_both_spans_them(void **state)
{
    (void)state;
    begin(SCENE_SQLITE, false);
    assert_false(tables_span(south, -1));
    assert_false(tables_span(scene.network, -1));
    south_finish(state);
    begin(SCENE_SQLITE, true);
    assert_true(tables_span(south, -1));
    assert_true(tables_span(scene.network, -1));
}

#define TEST(test) cmocka_unit_test_teardown(test, south_finish)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_network_goes_and_comes_in_memory),
        TEST(a_network_goes_and_comes_on_a_disk),
        TEST(a_table_of_both_waits),
        TEST(a_table_of_both_spans_them),
        TEST(a_table_that_waits_keeps_its_channel),
        TEST(a_table_that_waits_keeps_its_place_elsewhere),
        TEST(tables_of_one_channel_follow_each_other),
        TEST(one_of_a_name_follows_the_other),
        TEST(one_that_comes_may_be_given_up),
        TEST(a_question_outlives_its_network),
        TEST(who_comes_waits_for_the_disk),
        TEST(the_daemon_ends_while_one_goes),
        TEST(the_daemon_ends_without_a_network),
        TEST(nothing_of_it_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
