/* A network that is taken again after another process may have had it (bot/host/fleet/leases.h):
 * what holds of it is what holds then, and not what this process knew before. The store is one
 * process's alone here; what another one does meanwhile is done beside the host. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "bot/cli/config/config.h"
#include "bot/cli/config/reload.h"
#include "bot/control/request.h"
#include "bot/host/fleet/leases.h"
#include "bot/host/fleet/reach.h"
#include "bot/host/fleet/settings_news.h"
#include "bot/people/admin.h"
#include "bot/people/setting_store.h"
#include "storage/lease.h"
#include "tests/bot/south.h"

/* All that a configuration can name here: the script's network with a key that is live. */
static struct adapter_impl living;
static struct setting_key living_keys[SCRIPT_STYLES + 2];
static unsigned reloads, rereads;

/* Whether the store says that other processes share it. */
static bool shared;
bool __wrap_store_shared(const struct store *store);
bool __wrap_store_shared(const struct store *store)
{
    (void)store;
    return shared;
}

const struct adapter_impl *adapter_at(unsigned n)
{
    return n == 0 ? &living : NULL;
}

const struct adapter_impl *adapter_find(const char *name)
{
    return strcmp(name, living.name) == 0 ? &living : NULL;
}

static struct adapter *create(const struct adapter_setup *setup, struct fault *why)
{
    struct adapter *adapter = script_adapter.create(setup, why);
    if (adapter != NULL)
        adapter->impl = &living;
    return adapter;
}

static void on_reload(struct adapter *adapter, const struct settings *settings)
{
    (void)adapter;
    assert_int_equal(settings_number(settings, SCRIPT_THROTTLE), 7);
    reloads++;
}

static void on_reread(struct adapter *adapter)
{
    (void)adapter;
    rereads++;
}

static void make_living(void)
{
    memcpy(living_keys, script_adapter.keys, sizeof(living_keys));
    living_keys[SCRIPT_THROTTLE].live = true;
    living = script_adapter;
    living.keys = living_keys;
    living.create = create;
    living.reload = on_reload;
    living.reread = on_reread;
}

static const char name[] = "leased";
static char path[] = "/tmp/talon-takeover-XXXXXX";
static struct config config;

static bool runs(void)
{
    return south_runs(name);
}

static bool is_left(void)
{
    return network_named(scene.host.people, name) == NULL && network_count(scene.host.people) == 2;
}

/* This process has the network, and nothing stands for it any more. */
static bool is_had(void)
{
    const struct network *network = network_named(scene.host.people, name);
    return network != NULL && !network->distant && runs();
}

static const char *more_lines = "";

static void write_config(const char *admins)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fprintf(file, "[talon]\ndatabase = %s.db\n[script %s]\nadmins = %s\n%s", path, name, admins,
            more_lines);
    assert_int_equal(fclose(file), 0);
}

static int begin(void **state)
{
    struct config_faults faults = {0};
    (void)state;
    shared = false;
    south_begin(&script_adapter, SCENE_SQLITE, "en");
    leases_begin(&scene.host);
    write_config("alice");
    assert_true(config_load(&config, path, &faults));
    struct config_network *section = config.networks[0];
    const struct network_setup setup = {.impl = section->impl,
                                        .name = section->name,
                                        .settings = &section->settings,
                                        .admins = settings_text(&section->ours, NETWORK_ADMINS)};
    assert_true(leases_want(&scene.host, &setup));
    south_turn_until(runs);
    south = network_named(scene.host.people, name);
    return 0;
}

static int end(void **state)
{
    south_finish(state);
    config_finish(&config);
    return 0;
}

static void give(void)
{
    leases_drain(&scene.host);
    south_turn_until(is_left);
    south = NULL;
}

static void take(void)
{
    leases_undrain(&scene.host);
    south_turn_until(runs);
    south = network_named(scene.host.people, name);
}

static void reload(void)
{
    const struct reload reload = {.config = &config, .path = path, .host = &scene.host};
    assert_true(reload_take(&reload, reload_read(path)));
}

/* -- tests -- */

static bool rules(const char *account)
{
    const struct chat_user user = {.id = "x", .name = "x", .account = account};
    return admin_is(south, &user);
}

/* Its administrators are those of the file as it was read last, whether it was here then or not. */
static void who_administers_it_is_as_was_read_last(void **state)
{
    (void)state;
    write_config("bob");
    reload();
    assert_true(rules("bob"));
    give();
    take();
    assert_true(rules("bob"));
    assert_false(rules("alice"));

    give();
    write_config("carol");
    reload();
    take();
    assert_true(rules("carol"));
    assert_false(rules("bob"));
}

static bool is_begun(void)
{
    return network_named(scene.host.people, name) != NULL;
}

static void reload_throttle(void)
{
    more_lines = "throttle = 7\n";
    write_config("alice");
    more_lines = "";
    reload();
}

static long throttle(void)
{
    return settings_number(&config.networks[0]->settings, SCRIPT_THROTTLE);
}

/* A live key holds for a network that is not connected yet, too. */
static void what_is_read_while_it_comes_holds(void **state)
{
    (void)state;
    give();
    reloads = 0;
    leases_undrain(&scene.host);
    south_turn_until(is_begun);
    assert_false(network_named(scene.host.people, name)->started);
    reload_throttle();
    assert_int_equal(reloads, 1);
    assert_int_equal(throttle(), 7);
    south_turn_until(runs);
    south = network_named(scene.host.people, name);
}

/* While another process has the network, what stands for it here is no adapter of its kind. The
 * new value holds when this process has the network again. */
static void what_is_read_while_another_has_it_is_kept(void **state)
{
    (void)state;
    give();
    shared = true;
    const struct network *distant =
        reach_network(&scene.host, network_at(scene.host.people, 0)->name, name);
    assert_non_null(distant);
    assert_true(distant->distant);
    reloads = rereads = 0;
    reload_throttle();
    shared = false;
    assert_int_equal(reloads, 0);
    assert_int_equal(rereads, 0);
    assert_int_equal(throttle(), 7);
    leases_undrain(&scene.host);
    south_turn_until(is_had);
    south = network_named(scene.host.people, name);
    assert_int_equal(settings_number(south->adapter->setup.settings, SCRIPT_THROTTLE), 7);
}

/* A network that is being given up keeps its values until its adapter has ended. What was read
 * last holds when it is taken again. */
static void what_is_read_while_it_goes_holds_when_it_comes_back(void **state)
{
    (void)state;
    const long before = throttle();
    leases_drain(&scene.host);
    assert_null(network_named(scene.host.people, name));
    assert_int_equal(network_count(scene.host.people), 3);
    reloads = 0;
    reload_throttle();
    reload_throttle();
    assert_int_equal(reloads, 0);
    assert_int_equal(throttle(), before);
    south_turn_until(is_left);
    assert_int_equal(throttle(), 7);
    take();
    assert_int_equal(settings_number(south->adapter->setup.settings, SCRIPT_THROTTLE), 7);
}

/* A value that is changed and changed back meanwhile is as before. */
static void what_is_read_last_while_it_goes_holds(void **state)
{
    (void)state;
    const long before = throttle();
    leases_drain(&scene.host);
    reload_throttle();
    write_config("alice");
    reload();
    south_turn_until(is_left);
    assert_int_equal(throttle(), before);
    take();
}

/* Nor is anything lost or used again if its section goes, too. */
static void what_was_read_goes_with_its_section(void **state)
{
    (void)state;
    leases_drain(&scene.host);
    reload_throttle();
    assert_true(leases_drop(&scene.host, name, config_network_free, config_take(&config, 0)));
    south_turn_until(is_left);
    south = NULL;
}

/* What its adapter keeps is what another process's left, and nothing that it removed. */
static void what_the_adapter_keeps_is_as_others_left_it(void **state)
{
    (void)state;
    setting_adapter_put(scene.host.people, south->adapter, "board #x", "1");
    setting_adapter_put(scene.host.people, south->adapter, "board #y", "1");
    setting_adapter_put(scene.host.people, scene.adapter, "board #x", "1");
    give();
    store_put_setting(scene.store, "network:leased", "board #x", NULL);
    store_put_setting(scene.store, "network:leased", "board #z", "2");
    take();
    assert_null(setting_adapter_get(scene.host.people, south->adapter, "board #x"));
    assert_string_equal(setting_adapter_get(scene.host.people, south->adapter, "board #y"), "1");
    assert_string_equal(setting_adapter_get(scene.host.people, south->adapter, "board #z"), "2");
    assert_string_equal(setting_adapter_get(scene.host.people, scene.adapter, "board #x"), "1");
}

/* -- bans -- */

static void ban(const char *kind, const char *whom)
{
    static struct control_setup setup;
    char line[128];
    setup = (struct control_setup){.host = &scene.host, .database = "none", .version = "1"};
    struct request request = {.setup = &setup};
    snprintf(line, sizeof(line), "{\"command\":\"ban\",\"arguments\":[\"%s\",\"%s\"]}", kind, whom);
    assert_true(request_run(&request, line));
    assert_string_equal(request.answer.refusal.text, "");
    answer_finish(&request.answer);
}

/* Whoever is banned meanwhile sits nowhere when it comes back; any process may ban them. */
static void who_is_banned_elsewhere_sits_no_more(void **state)
{
    (void)state;
    script_join(south->adapter, "#table", "bob", "bob", false);
    script_join(south->adapter, "#table", "carol", "carol", false);
    south_settle();
    script_type(south->adapter, "#table", "bob", "!new");
    script_type(south->adapter, "#table", "carol", "!join");
    south_settle();
    assert_int_equal(table_at(scene.host.tables, south, "#table")->seat_count, 2);
    give();
    ban("person", "leased/carol");
    take();
    const struct table *table = table_at(scene.host.tables, south, "#table");
    assert_int_equal(table->seat_count, 1);
    assert_string_equal(table->seats[0].person->name, "bob");

    settings_news(&scene.host, "ban", "person leased bob", "on");
    assert_int_equal(table_at(scene.host.tables, south, "#table")->seat_count, 0);
}

/* -- what cannot be played on -- */

static bool all_stopped;

static void on_stopped(void *arg)
{
    (void)arg;
    all_stopped = true;
}

static void end_by_itself(struct network *network)
{
    adapter_raise(network->adapter, &(struct chat_event){.kind = CHAT_STOPPED, .text = "refused"});
}

static unsigned had(void)
{
    unsigned wanted = 0;
    unsigned count = 0;
    leases_count(&scene.host, &wanted, &count);
    assert_int_equal(wanted, 1);
    return count;
}

/* Another process may do better: it is given back, and not asked for again at once. The daemon
 * waits for it, whatever else has ended. */
static void what_ends_by_itself_is_given_back(void **state)
{
    (void)state;
    all_stopped = false;
    scene.host.daemon->hooks.stopped = on_stopped;
    for (unsigned i = 0; i < 3; i++)
        end_by_itself(network_at(scene.host.people, i));
    south_turn_until(is_left);
    scene_turn(&scene);
    assert_int_equal(had(), 0);
    assert_int_equal(leases_epoch(&scene.host, name), 0);
    assert_null(network_named(scene.host.people, name));
    assert_false(all_stopped);

    leases_drain(&scene.host);
    take(); /* who asks for it has mended what was wrong */
    assert_int_equal(had(), 1);
}

static void what_ended_by_itself_is_asked_for_after_a_rest(void **state)
{
    (void)state;
    scene.host.daemon->lease_rest = 1;
    end_by_itself(south);
    south_turn_until(is_left);
    south_turn_until(runs);
    assert_int_equal(had(), 1);
}

static unsigned refusals;

static struct adapter *refuse(const struct adapter_setup *setup, struct fault *why)
{
    if (refusals == 0)
        return script_adapter.create(setup, why);
    refusals--;
    fault_set(why, "no such file");
    return NULL;
}

static bool is_tried(void)
{
    return refusals == 0;
}

static void what_cannot_be_begun_is_asked_for_after_a_rest(void **state)
{
    (void)state;
    give();
    leases_drop(&scene.host, name, south_on_gone, NULL);
    leases_undrain(&scene.host);
    static struct adapter_impl fragile;
    fragile = script_adapter;
    fragile.create = refuse;
    const struct network_setup setup = {
        .impl = &fragile, .name = name, .settings = &config.networks[0]->settings};
    refusals = 2;
    scene.host.daemon->lease_rest = 1;
    assert_true(leases_want(&scene.host, &setup));
    south_turn_until(is_tried);
    assert_int_equal(had(), 0);
    south_turn_until(runs);
    south = network_named(scene.host.people, name);
    assert_int_equal(had(), 1);
    give();
}

#define TEST(test) cmocka_unit_test_setup_teardown(test, begin, end)

int main(void)
{
    int fd = mkstemp(path);
    make_living();
    const struct CMUnitTest tests[] = {
        TEST(who_administers_it_is_as_was_read_last),
        TEST(what_is_read_while_it_comes_holds),
        TEST(what_is_read_while_another_has_it_is_kept),
        TEST(what_is_read_while_it_goes_holds_when_it_comes_back),
        TEST(what_is_read_last_while_it_goes_holds),
        TEST(what_was_read_goes_with_its_section),
        TEST(what_the_adapter_keeps_is_as_others_left_it),
        TEST(who_is_banned_elsewhere_sits_no_more),
        TEST(what_ends_by_itself_is_given_back),
        TEST(what_ended_by_itself_is_asked_for_after_a_rest),
        TEST(what_cannot_be_begun_is_asked_for_after_a_rest),
    };
    if (fd < 0)
        return 1;
    close(fd);
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(path);
    return failed;
}
