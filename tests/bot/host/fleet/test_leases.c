/* Networks that are played on while their lease is had (bot/host/fleet/leases.h), and settings that
 * another process has changed (bot/host/fleet/settings_news.h). The store gives what is wanted at
 * once.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/settings.h"
#include "bot/control/control.h"
#include "bot/control/metrics.h"
#include "bot/host/fleet/leases.h"
#include "bot/host/fleet/settings_news.h"
#include "bot/host/shutdown.h"
#include "bot/people/ban.h"
#include "bot/people/setting_store.h"
#include "bot/table/table.h"
#include "bot/text/language.h"
#include "tests/bot/south.h"

static struct settings own;
static const char name[] = "leased";

static bool runs(void)
{
    return south_runs(name);
}

static bool is_left(void)
{
    for (unsigned i = 0; i < network_count(scene.host.people); i++) {
        if (strcmp(network_at(scene.host.people, i)->name, name) == 0)
            return false;
    }
    return true;
}

static void want(void)
{
    const struct network_setup setup = {
        .impl = &script_adapter, .name = name, .settings = &own, .gone = south_on_gone};
    assert_true(leases_want(&scene.host, &setup));
    south_turn_until(runs);
    south = network_named(scene.host.people, name);
    south_mark = 0;
    south_settle();
}

static int begin(void **state)
{
    (void)state;
    south_begin(&script_adapter, SCENE_SQLITE, "en");
    settings_finish(&own);
    assert_true(settings_init(&own, script_adapter.keys));
    assert_null(settings_put(&own, SCRIPT_CHANNELS, "#south"));
    leases_begin(&scene.host);
    return 0;
}

static int end(void **state)
{
    south_finish(state);
    settings_finish(&own);
    return 0;
}

/* -- tests -- */

/* What was at its tables goes on, whoever had it meanwhile. */
static void what_is_had_is_played_on(void **state)
{
    unsigned wanted = 0;
    unsigned had = 0;
    (void)state;
    want();
    assert_true(leases_epoch(&scene.host, name) > 0);
    assert_true(south->leased);
    script_join(south->adapter, "#south", "bob", NULL, false);
    south_do("bob", "!new");
    south_do("bob", "!bots 1");
    south_do("bob", "!start");
    const struct table *table = table_at(scene.host.tables, south, "#south");
    const int64_t round = table->round->id;
    leases_count(&scene.host, &wanted, &had);
    assert_int_equal(wanted, 1);
    assert_int_equal(had, 1);

    assert_true(leases_drop(&scene.host, name, south_on_gone, NULL));
    assert_false(leases_drop(&scene.host, name, south_on_gone, NULL));
    assert_int_equal(leases_epoch(&scene.host, name), 0);
    south_turn_until(is_left);
    assert_int_equal(south_gone, 1);
    leases_count(&scene.host, &wanted, &had);
    assert_int_equal(wanted, 0);

    want();
    table = table_at(scene.host.tables, south, "#south");
    assert_int_equal(table->round->id, round);
    assert_non_null(south_said("#south: The table goes on where it was."));
}

static bool is_made(void)
{
    return network_named(scene.host.people, name) != NULL;
}

/* It comes from another process, which has told all there. */
static void want_moved(void)
{
    const struct network_setup setup = {
        .impl = &script_adapter, .name = name, .settings = &own, .gone = south_on_gone};
    assert_true(leases_want(&scene.host, &setup));
    south_turn_until(is_made); /* and its tables are not read yet */
    networks_moved(network_named(scene.host.people, name), 0, 0);
    south_turn_until(runs);
    south = network_named(scene.host.people, name);
    south_mark = 0;
    south_settle();
}

/* bill, whose host nobody vouches for, is at a table with a round when it is given away. */
static void give_away(void)
{
    want();
    script_join_from(south->adapter, "#south", "bill", "~bill@here");
    south_do("bill", "!new");
    south_do("bill", "!bots 1");
    south_do("bill", "!start");
    assert_true(leases_drop(&scene.host, name, south_on_gone, NULL));
    south_turn_until(is_left);
}

/* Nothing is told, and who is there still is known, though only a nick names them. */
static void what_has_moved_goes_on_without_a_word(void **state)
{
    (void)state;
    give_away();
    want_moved();
    script_join_from(south->adapter, "#south", "bill", "~bill@here");
    south_settle();
    assert_null(south_said(""));
    south_do("bill", "!hand");
    assert_non_null(south_said("@bill: "));
    assert_non_null(south_said("Your hand: "));
}

/* Another one under that nick is not: from elsewhere, or when the first has been seen to go. */
static void who_has_taken_a_nick_meanwhile_is_not_known(void **state)
{
    (void)state;
    give_away();
    want_moved();
    script_join_from(south->adapter, "#south", "bill", "~bill@elsewhere");
    south_do("bill", "!hand");
    assert_null(south_said("Your hand: "));
    assert_non_null(south_said("A seat is kept for this nick"));
}

/* And not in a network that nobody gave in order, or too long ago. */
static void who_was_not_watched_is_not_known(void **state)
{
    (void)state;
    give_away();
    want();
    assert_non_null(south_said("#south: The table goes on where it was."));
    script_join_from(south->adapter, "#south", "bill", "~bill@here");
    south_do("bill", "!hand");
    assert_null(south_said("Your hand: "));
    assert_non_null(south_said("A seat is kept for this nick"));
}

/* All are given, and none is taken until that is wanted. */
static void a_drain_gives_all(void **state)
{
    unsigned wanted = 0;
    unsigned had = 0;
    (void)state;
    want();
    assert_int_equal(leases_undrain(&scene.host), 0);
    assert_int_equal(leases_drain(&scene.host), 1);
    assert_int_equal(leases_drain(&scene.host), 0);
    south_turn_until(is_left);
    leases_count(&scene.host, &wanted, &had);
    assert_int_equal(wanted, 0);
    assert_int_equal(leases_undrain(&scene.host), 1);
    south_turn_until(runs);
    assert_int_equal(leases_drain(&scene.host), 1);
    assert_int_equal(leases_undrain(&scene.host), 1); /* before it has ended */
    assert_false(runs());
    south_turn_until(runs);
    assert_true(leases_drop(&scene.host, name, south_on_gone, NULL));
    south_turn_until(is_left);
    assert_int_equal(south_gone, 1);
    assert_null(scene.host.daemon->leases);
}

/* What is new in the configuration after a drain waits, too. */
static void a_drain_holds_for_what_comes_later(void **state)
{
    const struct network_setup setup = {
        .impl = &script_adapter, .name = name, .settings = &own, .gone = south_on_gone};
    unsigned wanted = 0;
    unsigned had = 0;
    (void)state;
    assert_int_equal(leases_drain(&scene.host), 0);
    assert_true(leases_want(&scene.host, &setup));
    scene_settle(&scene);
    assert_int_equal(leases_epoch(&scene.host, name), 0);
    leases_count(&scene.host, &wanted, &had);
    assert_int_equal(wanted, 0);
    assert_int_equal(leases_undrain(&scene.host), 1);
    south_turn_until(runs);
}

/* From the moment on in which it is given nothing of it is heard, and nothing of it is written. */
static void what_is_given_is_not_heard(void **state)
{
    (void)state;
    want();
    script_join(south->adapter, "#south", "bob", NULL, false);
    south_settle();
    script_type(south->adapter, "#south", "bob", "!new");
    assert_true(leases_drop(&scene.host, name, south_on_gone, NULL));
    south_turn_until(is_left);
    assert_int_equal(tables_count(scene.host.tables), 1); /* alice's */
}

/* Two are wanted by the same name: one follows the other. */
static void it_may_be_wanted_again_at_once(void **state)
{
    (void)state;
    want();
    assert_true(leases_drop(&scene.host, name, south_on_gone, NULL));
    want();
    assert_int_equal(south_gone, 1);
    assert_true(leases_epoch(&scene.host, name) > 0);
}

static bool all_stopped;

static void on_stopped(void *arg)
{
    (void)arg;
    all_stopped = true;
}

static void the_end_gives_it_back(void **state)
{
    (void)state;
    want();
    all_stopped = false;
    scene.host.daemon->hooks.stopped = on_stopped;
    shutdown_begin(&scene.host, "bye");
    scene_await(&scene, &all_stopped, true);
    assert_true(south->given);
}

/* -- parts -- */

/* A network like the script's, in three parts: a channel with a digit at its end lies in that. */
static struct adapter_impl divided;
static unsigned takes[8];
static unsigned take_count;

static unsigned own_parts; /* by its settings */

static unsigned parts(const struct settings *settings, const char **wrong)
{
    (void)settings;
    (void)wrong;
    return own_parts;
}

static const char *tenant(const struct adapter *adapter, const char *channel)
{
    (void)adapter;
    return channel[0] == '#' ? channel + strlen(channel) - 1 : NULL;
}

static unsigned part_of(const struct adapter *adapter, const char *channel, const char *owner)
{
    (void)adapter;
    assert_non_null(channel);
    return owner != NULL && *owner >= '0' && *owner <= '2' ? (unsigned)(*owner - '0') : 0;
}

static void take(struct adapter *adapter, unsigned part)
{
    (void)adapter;
    takes[take_count++ % 8] = part;
}

static struct adapter *create(const struct adapter_setup *setup, struct fault *why)
{
    struct adapter *adapter = script_adapter.create(setup, why);
    if (adapter != NULL)
        adapter->impl = &divided;
    return adapter;
}

static int begin_divided(void **state)
{
    begin(state);
    divided = script_adapter;
    divided.parts = parts;
    divided.part_of = part_of;
    divided.take = take;
    divided.tenant = tenant;
    divided.create = create;
    own_parts = 3;
    take_count = 0;
    return 0;
}

static bool all_taken(void)
{
    return runs() && take_count == 3;
}

static void parts_are_leases_of_one_network(void **state)
{
    const struct network_setup setup = {
        .impl = &divided, .name = name, .settings = &own, .gone = south_on_gone};
    unsigned wanted = 0;
    unsigned had = 0;
    (void)state;
    assert_true(leases_want(&scene.host, &setup));
    south_turn_until(all_taken);
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(takes[i], i);
    leases_count(&scene.host, &wanted, &had);
    assert_int_equal(wanted, 3);
    assert_int_equal(had, 3);
    assert_true(leases_epoch(&scene.host, "leased/1/3") > 0);
    assert_int_equal(leases_epoch(&scene.host, "leased/1/4"), 0);
    assert_int_equal(leases_epoch(&scene.host, name), 0);
    assert_int_equal(leases_drain(&scene.host), 3);
    south_turn_until(is_left);
    leases_count(&scene.host, &wanted, &had);
    assert_int_equal(had, 0);
}

/* Of one whose settings leave it open its adapter says in how many, once for all. */
static void an_open_one_is_divided_while_it_runs(void **state)
{
    const struct network_setup setup = {
        .impl = &divided, .name = name, .settings = &own, .gone = south_on_gone};
    unsigned wanted = 0;
    unsigned had = 0;
    (void)state;
    own_parts = 0;
    assert_true(leases_want(&scene.host, &setup));
    south_turn_until(runs);
    south = network_named(scene.host.people, name);
    assert_true(leases_epoch(&scene.host, name) > 0);
    assert_false(leases_divide(&scene.host, south->adapter, 1));
    assert_false(leases_divide(&scene.host, scene.network->adapter, 3)); /* nobody shares it */
    assert_true(leases_divide(&scene.host, south->adapter, 3));
    south_turn_until(all_taken);
    assert_int_equal(leases_epoch(&scene.host, name), 0);
    leases_count(&scene.host, &wanted, &had);
    assert_int_equal(wanted, 3);
    assert_int_equal(had, 3);
    south = network_named(scene.host.people, name);
    assert_false(leases_divide(&scene.host, south->adapter, 3));

    take_count = 0;
    assert_true(leases_drop(&scene.host, name, south_on_gone, NULL));
    south_turn_until(is_left);
    assert_true(leases_want(&scene.host, &setup));
    south_turn_until(all_taken);
    own_parts = 1; /* it is to be whole */
    assert_true(leases_drop(&scene.host, name, south_on_gone, NULL));
    south_turn_until(is_left);
    assert_true(leases_want(&scene.host, &setup));
    south_turn_until(runs);
    south = network_named(scene.host.people, name);
    assert_int_equal(south->parts, 0);
    assert_false(leases_divide(&scene.host, south->adapter, 3));
}

static bool is_shared; /* the store says so */

bool __real_store_shared(const struct store *store);
bool __wrap_store_shared(const struct store *store);

bool __wrap_store_shared(const struct store *store)
{
    return is_shared || __real_store_shared(store);
}

enum { MANY = 512 };

static bool many_are_taken(void)
{
    return runs() && take_count == MANY;
}

/* However many are had, each has its line. */
static void all_leases_are_measured(void **state)
{
    const struct network_setup setup = {
        .impl = &divided, .name = name, .settings = &own, .gone = south_on_gone};
    const struct control_setup control = {.host = &scene.host, .database = "none", .version = "1"};
    (void)state;
    own_parts = MANY;
    assert_true(leases_want(&scene.host, &setup));
    south_turn_until(many_are_taken);
    is_shared = true;
    char *text = metrics_print(&control);
    is_shared = false;
    assert_non_null(text);
    assert_non_null(strstr(text, "talon_network_lease{network=\"leased\",lease=\"leased/0/512\"}"));
    assert_non_null(
        strstr(text, "talon_network_lease{network=\"leased\",lease=\"leased/511/512\"}"));
    free(text);
}

static void make_part(unsigned part)
{
    struct fault why = {0};
    const struct network_setup setup = {
        .impl = &divided, .name = name, .settings = &own, .parts = 3};
    assert_null(settings_put(&own, SCRIPT_CHANNELS, "#part1"));
    south = networks_make(&scene.host, &setup, &why);
    assert_non_null(south);
    networks_take(south, part);
    networks_join(south);
    south_turn_until(runs);
    south_mark = 0;
    south_settle();
}

static bool has_table(void)
{
    return table_at(scene.host.tables, south, "#part1") != NULL;
}

/* Those of other parts are another process's, until their part comes. */
static void tables_come_with_their_part(void **state)
{
    (void)state;
    make_part(1);
    script_join(south->adapter, "#part1", "bob", NULL, false);
    script_type(south->adapter, "#part1", "bob", "!new");
    script_type(south->adapter, "#part1", "bob", "!bots 1");
    script_type(south->adapter, "#part1", "bob", "!start");
    south_settle();
    const int64_t round = table_at(scene.host.tables, south, "#part1")->round->id;
    networks_leave(south, networks_goodbye);
    south_turn_until(is_left);

    make_part(2);
    assert_false(has_table());
    networks_take(south, 1);
    south_turn_until(has_table);
    assert_int_equal(table_at(scene.host.tables, south, "#part1")->round->id, round);
    assert_int_equal(take_count, 3);
}

static unsigned tellings; /* of tables that settings may have changed */

void __real_table_settings_changed(struct table *table);
void __wrap_table_settings_changed(struct table *table);

void __wrap_table_settings_changed(struct table *table)
{
    tellings++;
    __real_table_settings_changed(table);
}

static bool is_read(void)
{
    return south->reading == NULL && !south->read_again;
}

/* However many settings come with a part, the tables that are there hear of it once, and not at all
 * where they were known. */
static void tables_hear_once_of_all_that_is_read(void **state)
{
    char scope[32];
    (void)state;
    make_part(1);
    south->leased = true; /* so that settings are read, too */
    script_join(south->adapter, "#part1", "bob", NULL, false);
    script_type(south->adapter, "#part1", "bob", "!new");
    south_settle();
    for (unsigned i = 0; i < 50; i++) {
        snprintf(scope, sizeof(scope), "channel:leased:#other%u", i);
        store_put_setting(scene.store, scope, "theme", "mono");
    }
    store_put_setting(scene.store, "channel:leased:#part1", "language", "fr");
    south_settle();
    tellings = 0;
    networks_take(south, 2);
    south_turn_until(is_read);
    assert_int_equal(tellings, 1);
    assert_ptr_equal(table_at(scene.host.tables, south, "#part1")->home.language,
                     language_find("fr"));
    assert_string_equal(setting_get(scene.host.people, "channel:leased:#other49", "theme"), "mono");
    networks_take(south, 0);
    south_turn_until(is_read);
    assert_int_equal(tellings, 1);
}

/* Another process had the part when its tenant was banned. */
static void tables_of_who_is_banned_meanwhile_close(void **state)
{
    (void)state;
    make_part(1);
    script_join(south->adapter, "#part1", "bob", NULL, false);
    script_type(south->adapter, "#part1", "bob", "!new");
    south_settle();
    assert_true(has_table());
    networks_leave(south, networks_goodbye);
    south_turn_until(is_left);
    settings_news(&scene.host, "ban", "guild leased 1", "on");
    make_part(1);
    assert_false(has_table());
}

/* What is set while the store is read is newer than what is read. */
static void what_is_set_meanwhile_is_noted(void **state)
{
    (void)state;
    setting_note(scene.host.people, true);
    assert_true(setting_set(scene.host.people, "channel:a:#b", "theme", "mono"));
    assert_true(setting_noted(scene.host.people, "channel:a:#b", "theme"));
    assert_false(setting_noted(scene.host.people, "channel:a:#b", "language"));
    setting_note(scene.host.people, false);
    assert_false(setting_noted(scene.host.people, "channel:a:#b", "theme"));
}

/* What another process sets holds at the tables here, and is not written back. */
static void news_of_settings_hold(void **state)
{
    char scope[64];
    (void)state;
    const uint64_t batch = store_batch(scene.store);
    snprintf(scope, sizeof(scope), "channel:%s:#table", scene.name);
    settings_news(&scene.host, scope, "language", "fr");
    assert_ptr_equal(scene_table(&scene)->home.language, language_find("fr"));
    settings_news(&scene.host, scope, "language", "fr");
    settings_news(&scene.host, scope, "language", NULL);
    assert_ptr_equal(scene_table(&scene)->home.language, language_find("en"));

    snprintf(scope, sizeof(scope), "person %s mallory", scene.name);
    const struct chat_user mallory = {.id = "mallory", .name = "mallory", .account = "mallory"};
    settings_news(&scene.host, "ban", scope, "on");
    settings_news(&scene.host, "ban", scope, "on");
    assert_true(ban_of_user(scene.network, &mallory));
    settings_news(&scene.host, "ban", scope, NULL);
    assert_false(ban_of_user(scene.network, &mallory));
    assert_int_equal(store_batch(scene.store), batch);
}

#define TEST(test)    cmocka_unit_test_setup_teardown(test, begin, end)
#define DIVIDED(test) cmocka_unit_test_setup_teardown(test, begin_divided, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_is_had_is_played_on),
        TEST(what_has_moved_goes_on_without_a_word),
        TEST(who_has_taken_a_nick_meanwhile_is_not_known),
        TEST(who_was_not_watched_is_not_known),
        TEST(a_drain_gives_all),
        TEST(a_drain_holds_for_what_comes_later),
        TEST(what_is_given_is_not_heard),
        TEST(it_may_be_wanted_again_at_once),
        TEST(the_end_gives_it_back),
        TEST(news_of_settings_hold),
        DIVIDED(parts_are_leases_of_one_network),
        DIVIDED(all_leases_are_measured),
        DIVIDED(an_open_one_is_divided_while_it_runs),
        DIVIDED(tables_come_with_their_part),
        DIVIDED(tables_hear_once_of_all_that_is_read),
        DIVIDED(tables_of_who_is_banned_meanwhile_close),
        TEST(what_is_set_meanwhile_is_noted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
