/* What the control socket answers about many tables at once, and with what it was not asked for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bot/control/request.h"
#include "bot/people/ban.h"
#include "bot/people/seen.h"
#include "bot/table/table_open.h"
#include "engine/ruleset.h"
#include "tests/bot/scene.h"

enum { TABLES = 2 * REQUEST_ROWS_MAX + 50 };

static struct scene scene;
static struct request request;

static int begin(void **state)
{
    (void)state;
    scene_init(&scene, SCENE_MEMORY);
    scene_begin(&scene);
    return 0;
}

static int end(void **state)
{
    (void)state;
    answer_finish(&request.answer);
    scene_finish(&scene);
    return 0;
}

/* The result of a request that is answered at once. */
static const cJSON *ask(const char *format, ...) __attribute__((format(printf, 1, 2)));
static const cJSON *ask(const char *format, ...)
{
    static struct control_setup setup;
    char line[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof(line), format, arguments);
    va_end(arguments);
    setup = (struct control_setup){.host = &scene.host, .database = "none", .version = "1"};
    answer_finish(&request.answer);
    request = (struct request){.setup = &setup};
    assert_true(request_run(&request, line));
    return request.answer.result;
}

/* Each once, in their order, in answers of a bounded size. */
static void all_tables_come_in_parts(void **state)
{
    char channel[32];
    double last = 0;
    double after = 0;
    unsigned count = 0;
    unsigned parts = 0;
    (void)state;
    for (unsigned i = 0; i < TABLES; i++) {
        snprintf(channel, sizeof(channel), "#c%u", i);
        assert_non_null(
            table_open(scene.host.tables, scene.network, channel, ruleset_find("classic"), NULL));
    }
    do {
        const cJSON *row = NULL;
        const cJSON *result = ask("{\"command\":\"tables\",\"after\":%.0f}", after);
        const cJSON *list = cJSON_GetObjectItemCaseSensitive(result, "tables");
        assert_true(cJSON_GetArraySize(list) <= REQUEST_ROWS_MAX);
        cJSON_ArrayForEach(row, list)
        {
            double id = cJSON_GetObjectItemCaseSensitive(row, "id")->valuedouble;
            assert_true(id > last);
            last = id;
            count++;
        }
        const cJSON *next = cJSON_GetObjectItemCaseSensitive(result, "next");
        after = next != NULL ? next->valuedouble : 0;
        parts++;
    } while (after > 0);
    assert_int_equal(count, TABLES);
    assert_int_equal(parts, 3);
}

/* A process that takes over a network gets tables with lower numbers after its own. */
static void tables_taken_over_are_listed(void **state)
{
    enum { LOW = 1000, HIGH = 2000 };
    char channel[32];
    double after = 0;
    unsigned count = 0;
    (void)state;
    for (unsigned i = 0; i < TABLES; i++) {
        int64_t id = i < TABLES / 2 ? HIGH - i : LOW + i;
        snprintf(channel, sizeof(channel), "#c%u", i);
        assert_non_null(table_create(scene.host.tables, scene.network, channel, id));
    }
    do {
        const cJSON *result = ask("{\"command\":\"tables\",\"after\":%.0f}", after);
        const cJSON *next = cJSON_GetObjectItemCaseSensitive(result, "next");
        count += (unsigned)cJSON_GetArraySize(cJSON_GetObjectItemCaseSensitive(result, "tables"));
        after = next != NULL ? next->valuedouble : 0;
    } while (after > 0);
    assert_int_equal(count, TABLES);
}

/* While nothing can be written down nothing is ended. */
static void a_table_ends_only_when_that_can_be_kept(void **state)
{
    (void)state;
    scene_join(&scene, "alice");
    scene_do(&scene, "alice", "!new");
    scene.host.trouble = true;
    ask("{\"command\":\"end\",\"arguments\":[\"%lld\"]}", (long long)scene_table(&scene)->id);
    assert_non_null(strstr(request.answer.refusal.text, "cannot be written"));
    scene.host.trouble = false;
    ask("{\"command\":\"end\",\"arguments\":[\"%lld\"]}", (long long)scene_table(&scene)->id);
    assert_string_equal(request.answer.refusal.text, "");
    assert_int_equal(tables_count(scene.host.tables), 0);
    scene_settle(&scene);
    assert_said(&scene, "#table: The table is closed by whoever runs me.");
}

/* What is said is one line, without what could be taken for something else. */
static void what_is_said_is_cleaned(void **state)
{
    (void)state;
    scene_join(&scene, "alice");
    scene_do(&scene, "alice", "!new");
    scene_mark(&scene);
    ask("{\"command\":\"say\",\"arguments\":[\"#table\",\"  one\\ntwo\\u202e \\u0002three\"]}");
    assert_string_equal(request.answer.refusal.text, "");
    scene_settle(&scene);
    assert_said(&scene, "#table: one two three");
    ask("{\"command\":\"say\",\"arguments\":[\"#table\",\" \\u200b \"]}");
    assert_non_null(strstr(request.answer.refusal.text, "text is empty"));
    ask("{\"command\":\"say\",\"arguments\":[\"#nowhere\",\"hello\"]}");
    assert_non_null(strstr(request.answer.refusal.text, "the bot is not in #nowhere"));
    scene_do(&scene, "alice", "!stop");
    assert_null(scene_table(&scene));
    ask("{\"command\":\"say\",\"arguments\":[\"#table\",\"hello\"]}");
    assert_string_equal(request.answer.refusal.text, "");
    scene_settle(&scene);
    assert_said(&scene, "#table: hello");
}

/* -- bans -- */

/* Carried out, or refused for `why`. */
static void direct(const char *command, const char *kind, const char *whom, const char *why)
{
    ask("{\"command\":\"%s\",\"arguments\":[\"%s\",\"%s/%s\"]}", command, kind, scene.name, whom);
    if (why == NULL)
        assert_string_equal(request.answer.refusal.text, "");
    else
        assert_non_null(strstr(request.answer.refusal.text, why));
}

static void who_is_banned_has_no_seat_and_is_not_heard(void **state)
{
    (void)state;
    scene_join(&scene, "alice");
    scene_join(&scene, "bob");
    scene_do(&scene, "alice", "!new");
    scene_do(&scene, "bob", "!join");
    assert_int_equal(scene_table(&scene)->seat_count, 2);
    direct("ban", "mask", "al?ce!*@*", NULL);
    scene_settle(&scene);
    assert_int_equal(scene_table(&scene)->seat_count, 1);
    for (unsigned starts = 0; starts < 2; starts++) {
        scene_mark(&scene);
        scene_do(&scene, "alice", "!join");
        scene_tell(&scene, "alice", "help");
        assert_int_equal(scene_count(&scene, "@alice"), 0);
        assert_int_equal(scene_table(&scene)->seat_count, 1);
        scene_do(&scene, "bob", "!order");
        assert_said(&scene, "bob");
        scene_restart(&scene); /* it is kept */
        scene_join(&scene, "alice");
        scene_join(&scene, "bob");
    }
    direct("unban", "mask", "bob!*@*", "no such ban");
    direct("unban", "mask", "al?ce!*@*", NULL);
    scene_do(&scene, "alice", "!join");
    assert_int_equal(scene_table(&scene)->seat_count, 2);
}

static void a_banned_guild_has_no_tables(void **state)
{
    (void)state;
    scene_finish(&scene);
    scene_init(&scene, SCENE_MEMORY);
    scene.impl = &script_controls_adapter;
    scene_begin(&scene);
    scene_join(&scene, "alice");
    scene_command(&scene, "alice", "new");
    scene_settle(&scene);
    assert_int_equal(tables_count(scene.host.tables), 1);
    direct("ban", "guild", "elsewhere", NULL);
    assert_int_equal(tables_count(scene.host.tables), 1);
    direct("ban", "guild", "house", NULL);
    assert_int_equal(tables_count(scene.host.tables), 0);
    scene_command(&scene, "alice", "new");
    scene_settle(&scene);
    assert_int_equal(tables_count(scene.host.tables), 0);
}

/* How many answers a command in private gets. */
static unsigned answers_in_private(const char *who, const char *text)
{
    scene_settle(&scene);
    scene_mark(&scene);
    script_command(scene.adapter, NULL, who, text, ++scene.answers);
    scene_settle(&scene);
    return scene_count(&scene, "");
}

/* In private nobody says whence they come: who was seen last in the guild is not heard there. */
static void a_banned_guild_is_not_heard_in_private(void **state)
{
    (void)state;
    scene_finish(&scene);
    scene_init(&scene, SCENE_MEMORY);
    scene.impl = &script_controls_adapter;
    scene_begin(&scene);
    scene_command(&scene, "alice", "help");
    assert_true(answers_in_private("alice", "new") > 0);
    assert_true(answers_in_private("carol", "new") > 0);
    assert_int_equal(tables_count(scene.host.tables), 2);
    direct("ban", "guild", "house", NULL);
    assert_int_equal(tables_count(scene.host.tables), 1); /* carol was seen nowhere */
    assert_int_equal(answers_in_private("alice", "help"), 0);
    assert_true(answers_in_private("carol", "help") > 0);
    script_command(scene.adapter, "#other", "alice", "help", ++scene.answers);
    assert_true(answers_in_private("alice", "help") > 0); /* in a guild that is not banned */
    scene_command(&scene, "alice", "help");
    assert_int_equal(answers_in_private("alice", "help"), 0);
    direct("unban", "guild", "house", NULL);
    assert_true(answers_in_private("alice", "help") > 0);
}

static void only_so_many_are_remembered(void **state)
{
    (void)state;
    char name[16];
    scene_finish(&scene);
    scene_init(&scene, SCENE_MEMORY);
    scene.impl = &script_controls_adapter;
    scene_begin(&scene);
    direct("ban", "guild", "house", NULL);
    for (unsigned i = 0; i <= SEEN_MAX + 1; i++) {
        snprintf(name, sizeof(name), "n%u", i);
        const struct chat_event event = {.channel = "#table", .user = {.account = name}};
        seen_note(scene.network, &event);
        const struct chat_event again = {.channel = "#table", .user = {.account = "n1"}};
        seen_note(scene.network, &again);
    }
    assert_false(seen_in_banned(scene.network, "n0"));
    assert_true(seen_in_banned(scene.network, "n1")); /* seen since */
    assert_false(seen_in_banned(scene.network, "n2"));
    assert_true(seen_in_banned(scene.network, name));
}

static void so_many_are_banned(void **state)
{
    char mask[32];
    (void)state;
    for (unsigned i = 0; i < BANS_MAX; i++) {
        snprintf(mask, sizeof(mask), "n%u!*@*", i);
        direct("ban", "mask", mask, NULL);
    }
    direct("ban", "mask", "n0!*@*", NULL); /* it is banned already */
    direct("ban", "mask", "one!more@here", "the list of bans is full");
    direct("unban", "mask", "n7!*@*", NULL);
    direct("ban", "mask", "one!more@here", NULL);
}

static void what_bans_nobody_is_refused(void **state)
{
    (void)state;
    direct("ban", "mask", "alice", "a mask is nick!user@host");
    direct("ban", "person", "", "empty or too long");
    direct("ban", "guild", "1", "belong to nobody");
    direct("ban", "colour", "red", "not a kind of ban");
    ask("{\"command\":\"ban\",\"arguments\":[\"person\",\"nowhere/ana\"]}");
    assert_non_null(strstr(request.answer.refusal.text, "names no network"));
    ask("{\"command\":\"ban\",\"arguments\":[\"person\"]}");
    assert_non_null(strstr(request.answer.refusal.text, "write ban KIND NETWORK/WHOM"));
    ask("{\"command\":\"ban\"}");
    const cJSON *list = cJSON_GetObjectItemCaseSensitive(request.answer.result, "bans");
    assert_int_equal(cJSON_GetArraySize(list), 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(all_tables_come_in_parts),     TEST(a_table_ends_only_when_that_can_be_kept),
        TEST(what_is_said_is_cleaned),      TEST(who_is_banned_has_no_seat_and_is_not_heard),
        TEST(a_banned_guild_has_no_tables), TEST(a_banned_guild_is_not_heard_in_private),
        TEST(only_so_many_are_remembered),  TEST(so_many_are_banned),
        TEST(what_bans_nobody_is_refused),  TEST(tables_taken_over_are_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
