/* What a process passes on to the tables of others (bot/host/fleet/bridges.h), and a network that
 * stands for that of another process (bot/host/fleet/distant.h). The store says that it is shared;
 * letters are kept here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/settings.h"
#include "bot/host/fleet/bridges.h"
#include "bot/host/fleet/leases.h"
#include "bot/host/fleet/reach.h"
#include "bot/people/bridge_note.h"
#include "bot/people/letter.h"
#include "bot/people/setting_store.h"
#include "bot/table/table.h"
#include "storage/lease.h"
#include "tests/bot/south.h"

enum { LETTERS = 64, KNOWN_MAX = 10000 };

static struct settings own;
static struct network away = {.name = (char *)"away"};
static char letters[LETTERS][4096];
static unsigned letter_count;

bool __wrap_store_shared(const struct store *store);
bool __wrap_store_shared(const struct store *store)
{
    (void)store;
    return true;
}

void __wrap_store_send_letter(struct store *store, const char *to, const char *from,
                              const char *text);
void __wrap_store_send_letter(struct store *store, const char *to, const char *from,
                              const char *text)
{
    (void)store;
    snprintf(letters[letter_count++ % LETTERS], sizeof(letters[0]), "%s<%s %s", to, from, text);
}

static bool is_sent(const char *part, const char *other)
{
    for (unsigned i = 0; i < letter_count && i < LETTERS; i++) {
        if (strstr(letters[i], part) != NULL && strstr(letters[i], other) != NULL)
            return true;
    }
    return false;
}

static bool runs(void)
{
    return south_runs("here");
}

static int begin(void **state)
{
    const struct network_setup here = {
        .impl = &script_adapter, .name = "here", .settings = &own, .gone = south_on_gone};
    (void)state;
    letter_count = 0;
    south_begin(&script_adapter, SCENE_SQLITE, "en");
    settings_finish(&own);
    assert_true(settings_init(&own, script_adapter.keys));
    assert_null(settings_put(&own, SCRIPT_CHANNELS, "#south"));
    leases_begin(&scene.host);
    assert_true(leases_want(&scene.host, &here));
    south_turn_until(runs);
    south = network_named(scene.host.people, "here");
    away.adapter = south->adapter; /* whole, too */
    south_mark = 0;
    south_settle();
    return 0;
}

static int end(void **state)
{
    south_finish(state);
    settings_finish(&own);
    return 0;
}

/* -- here is the other channel of a table -- */

static void what_is_said_in_the_channel_is_passed_on(void **state)
{
    (void)state;
    script_join(south->adapter, "#south", "bob", NULL, false);
    bridge_note(south, "#south", &away);
    south_do("bob", "!new");
    assert_null(table_at(scene.host.tables, south, "#south"));
    assert_null(south_said("bob"));
    assert_true(is_sent("away<here", "\"text\":\"!new\""));
    bridge_note(south, "#south", NULL);
    letter_count = 0;
    south_do("bob", "!new");
    assert_non_null(table_at(scene.host.tables, south, "#south"));
    assert_int_equal(letter_count, 0); /* nor what else bob does */
}

/* The table of a network that this process has itself is no business of others. */
static void a_table_of_this_process_is_handled_here(void **state)
{
    (void)state;
    script_join(south->adapter, "#south", "bob", NULL, false);
    bridge_note(south, "#south", south);
    south_do("bob", "!new");
    assert_non_null(table_at(scene.host.tables, south, "#south"));
    assert_int_equal(letter_count, 0);
}

static struct chat_event by(enum chat_event_kind kind, const char *channel, const char *id)
{
    return (struct chat_event){
        .kind = kind, .channel = channel, .text = "!hand", .user = {.id = id, .name = id}};
}

static void people_of_the_channel_are_followed(void **state)
{
    (void)state;
    bridge_note(south, "#south", &away);
    const struct chat_event joins = by(CHAT_JOIN, "#south", "bob");
    const struct chat_event says = by(CHAT_MESSAGE, NULL, "bob");
    struct chat_event renames = by(CHAT_RENAME, NULL, "rob");
    const struct chat_event goes = by(CHAT_GONE, NULL, "rob");
    renames.old_id = "bob";
    assert_false(bridges_pass(&scene.host, south, &says));  /* nobody knows of bob yet */
    assert_false(bridges_pass(&scene.host, south, &joins)); /* is handled here, too */
    assert_true(bridges_pass(&scene.host, south, &says));
    assert_false(bridges_pass(&scene.host, south, &renames));
    assert_false(bridges_pass(&scene.host, south, &says));
    assert_false(bridges_pass(&scene.host, south, &goes));
    assert_int_equal(letter_count, 4);
    assert_true(is_sent("\"kind\":\"rename\"", "\"old_id\":\"bob\""));
    assert_true(is_sent("\"kind\":\"gone\"", "\"id\":\"rob\""));
    assert_false(bridges_pass(&scene.host, south, &goes));
}

static void so_many_users_are_known(void **state)
{
    char id[32];
    (void)state;
    bridge_note(south, "#south", &away);
    for (unsigned i = 0; i <= KNOWN_MAX; i++) {
        snprintf(id, sizeof(id), "user%u", i);
        const struct chat_event joins = by(CHAT_JOIN, "#south", id);
        assert_false(bridges_pass(&scene.host, south, &joins));
    }
    const struct chat_event last = by(CHAT_MESSAGE, NULL, id);
    const struct chat_event second = by(CHAT_MESSAGE, NULL, "user1");
    const struct chat_event first = by(CHAT_MESSAGE, NULL, "user0");
    assert_true(bridges_pass(&scene.host, south, &last));
    assert_true(bridges_pass(&scene.host, south, &second));
    assert_false(bridges_pass(&scene.host, south, &first));
}

static void what_others_say_is_said_here(void **state)
{
    (void)state;
    assert_true(bridges_letter(&scene.host, "here", "away",
                               "{\"message\":{\"channel\":\"#south\",\"spans\":[{\"text\":\"hello"
                               "\"}]}}"));
    assert_false(bridges_letter(&scene.host, "nowhere", "away", "{\"ask\":true}"));
    assert_true(bridges_letter(&scene.host, "here", "away", "nonsense"));
    south_settle();
    assert_non_null(south_said("#south: hello"));
}

/* While the bot is not there, its messages stay where they are. */
static void lines_wait_for_the_network(void **state)
{
    static const char line[] =
        "{\"message\":{\"channel\":\"#south\",\"spans\":[{\"text\":\"hello\"}]}}";
    (void)state;
    south->connected = false;
    assert_false(bridges_letter(&scene.host, "here", "away", line));
    south->connected = true;
    assert_true(bridges_letter(&scene.host, "here", "away", line));
}

/* -- here is the table -- */

static void give_away(void)
{
    const struct network_setup second = {
        .impl = &script_adapter, .name = "away", .settings = &own, .gone = south_on_gone};
    leases_drain(&scene.host); /* so that this process gets no lease of the second one */
    assert_true(leases_want(&scene.host, &second));
}

static void a_network_of_another_process_is_reached_by_letters(void **state)
{
    (void)state;
    give_away();
    assert_null(reach_network(&scene.host, "here", "unknown"));
    struct network *distant = reach_network(&scene.host, "here", "away");
    assert_non_null(distant);
    assert_true(distant->distant && distant->connected);
    assert_ptr_equal(reach_network(&scene.host, "here", "away"), distant);
    unsigned at = 0;
    for (const struct network *each = NULL; (each = network_next(scene.host.people, &at)) != NULL;)
        assert_false(each->distant); /* nobody counts it as ours */
    struct message *message = message_create("#there", "ana", URGENCY_HAND);
    message_text(message, "yours");
    distant->adapter->impl->post(distant->adapter, message);
    assert_true(is_sent("away<here", "\"user\":\"ana\""));
    assert_true(distant->adapter->impl->is_in(distant->adapter, "#there"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_is_said_in_the_channel_is_passed_on),
        TEST(a_table_of_this_process_is_handled_here),
        TEST(people_of_the_channel_are_followed),
        TEST(so_many_users_are_known),
        TEST(what_others_say_is_said_here),
        TEST(lines_wait_for_the_network),
        TEST(a_network_of_another_process_is_reached_by_letters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
