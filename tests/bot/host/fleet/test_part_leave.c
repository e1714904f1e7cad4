/* One part of a divided network is handed over while the others stay (bot/host/fleet/part_leave.h).
 * The store gives what is wanted at once, so the part comes back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/settings.h"
#include "bot/host/fleet/leases.h"
#include "bot/table/table.h"
#include "bot/text/language.h"
#include "tests/bot/south.h"

static struct settings own;
static const char name[] = "leased";

/* -- an adapter with three parts: the last digit of a channel is its part -- */

static struct adapter_impl divided;
static unsigned takes[8];
static unsigned take_count;
static unsigned gives; /* how often it was asked for a part */
static bool sends;     /* something waits there */

static unsigned parts(const struct settings *settings, const char **wrong)
{
    (void)settings;
    (void)wrong;
    return 3;
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

static bool give_part(struct adapter *adapter, unsigned part, bool hurry, bool *told)
{
    (void)adapter;
    (void)hurry;
    assert_int_equal(part, 1);
    gives++;
    *told = !sends;
    return *told;
}

static struct adapter *create(const struct adapter_setup *setup, struct fault *why)
{
    struct adapter *adapter = script_adapter.create(setup, why);
    if (adapter != NULL)
        adapter->impl = &divided;
    return adapter;
}

static int begin(void **state)
{
    (void)state;
    south_begin(&script_adapter, SCENE_SQLITE, "en");
    settings_finish(&own);
    assert_true(settings_init(&own, script_adapter.keys));
    assert_null(settings_put(&own, SCRIPT_CHANNELS, "#part1"));
    leases_begin(&scene.host);
    divided = script_adapter;
    divided.parts = parts;
    divided.part_of = part_of;
    divided.take = take;
    divided.give = give_part;
    divided.tenant = tenant;
    divided.create = create;
    take_count = gives = 0;
    return 0;
}

static int end(void **state)
{
    south_finish(state);
    settings_finish(&own);
    return 0;
}

/* -- tests -- */

static bool runs(void)
{
    return south_runs(name);
}

static bool all_taken(void)
{
    return runs() && take_count == 3;
}

static bool is_left(void)
{
    return network_named(scene.host.people, name) == NULL;
}

static bool has_table(void)
{
    return table_at(scene.host.tables, south, "#part1") != NULL;
}

static bool was_asked(void)
{
    return gives > 0;
}

static bool is_taken_again(void)
{
    return take_count == 4 && has_table();
}

/* One part of three goes, and here comes back at once. The others stay. While it goes, its adapter
 * sends what waits, and its table is in the store. */
static void one_part_is_handed_over(void **state)
{
    const struct network_setup setup = {
        .impl = &divided, .name = name, .settings = &own, .gone = south_on_gone};
    uint64_t quiet = 0;
    (void)state;
    assert_true(leases_want(&scene.host, &setup));
    south_turn_until(all_taken);
    south = network_named(scene.host.people, name);
    south_mark = 0;
    south_settle();
    script_join(south->adapter, "#part1", "bob", NULL, false);
    script_type(south->adapter, "#part1", "bob", "!new");
    script_type(south->adapter, "#part1", "bob", "!bots 1");
    script_type(south->adapter, "#part1", "bob", "!start");
    south_settle();
    const int64_t round = table_at(scene.host.tables, south, "#part1")->round->id;
    sends = true;
    assert_non_null(leases_hand(&scene.host, "leased/1/4", "other", false)); /* none of these */
    assert_null(leases_hand(&scene.host, "leased/1/3", "other", false));
    assert_non_null(leases_hand(&scene.host, "leased/2/3", "other", false)); /* one at a time */
    assert_false(leases_are_calm(&scene.host, "leased/2/3", 0, &quiet));
    assert_false(has_table());
    assert_int_equal(network_part(south, "#part1", "1"), PART_LEAVES);
    assert_false(south->adapter->setup.hears_part(&scene.host, south->adapter, 1));
    assert_true(south->adapter->setup.hears_part(&scene.host, south->adapter, 2));
    south_turn_until(was_asked);
    assert_true(leases_epoch(&scene.host, "leased/1/3") > 0);
    sends = false;
    south_turn_until(is_taken_again);
    assert_int_equal(takes[3], 1);
    assert_int_equal(table_at(scene.host.tables, south, "#part1")->round->id, round);
    assert_true(runs());
    assert_int_equal(leases_drain(&scene.host), 3);
    south_turn_until(is_left);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(one_part_is_handed_over, begin, end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
