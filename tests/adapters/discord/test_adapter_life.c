/* How the adapter comes, goes, and comes back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "adapters/discord/discord_state.h"
#include "base/array.h"
#include "discord_loop.h"

enum { SILENCE = 15000 /* ms, that a connection may be gone before the host hears of it */ };

/* The linker puts this in between. */
static bool hurries;
static uint64_t passed;
uint64_t __real_loop_now(const struct loop *loop);
uint64_t __wrap_loop_now(const struct loop *loop);
void __real_timer_set(struct timer *timer, uint64_t milliseconds);
void __wrap_timer_set(struct timer *timer, uint64_t milliseconds);

uint64_t __wrap_loop_now(const struct loop *loop)
{
    return __real_loop_now(loop) + passed;
}

void __wrap_timer_set(struct timer *timer, uint64_t milliseconds)
{
    bool skips = hurries && milliseconds == SILENCE;
    passed += skips ? milliseconds : 0;
    __real_timer_set(timer, skips ? 1 : milliseconds);
}

/* Memory is out for the part with that number, from 1; 0: for none. */
static unsigned missing;
#define PART(number, name)                                                                         \
    void *__real_##name(const void *setup);                                                        \
    void *__wrap_##name(const void *setup);                                                        \
    void *__wrap_##name(const void *setup)                                                         \
    {                                                                                              \
        return missing == (number) ? NULL : __real_##name(setup);                                  \
    }
PART(1, rest_create)
PART(2, channel_messages_create)
PART(3, hands_create)
PART(4, responder_create)

static const struct chat_command commands[] = {
    {.says = "join", .name = "join", .help = "Join"},
};

static const char *clients_of(unsigned n)
{
    return n == 0 ? "fr" : NULL;
}

static const char *text_in(unsigned n, const char *text)
{
    (void)n;
    return strcmp(text, "join") == 0 ? "rejoindre" : strcmp(text, "Join") == 0 ? "Rejoindre" : text;
}

static const struct chat_languages languages = {.clients = clients_of, .text = text_in};

static const char *const registered =
    "[{\"id\":\"77\",\"application_id\":\"5\",\"version\":\"1\",\"type\":1,\"name\":\"join\","
    "\"name_localizations\":{\"fr\":\"rejoindre\"},\"description\":\"Join\","
    "\"description_localizations\":{\"fr\":\"Rejoindre\"},\"contexts\":[0,1],"
    "\"integration_types\":[0],\"nsfw\":false}]";

static void open_scene(struct discord_loop *scene, const char *const *values)
{
    discord_loop_open(scene, values);
    scene->commands = commands;
    scene->command_count = 1;
    scene->languages = &languages;
    web_tell(scene->web,
             &(struct web_rule){.on = "GET /api/v10/gateway/bot", .times = -1, .body = scene->bot});
}

static void test_comes(void **state)
{
    (void)state;
    struct discord_loop scene;
    char header[64];
    open_scene(&scene, NULL);
    discord_loop_start(&scene);
    const struct web_request *request =
        discord_loop_request(&scene, "GET /api/v10/gateway/bot", "*");
    assert_string_equal(web_header(request, "Authorization", header, sizeof(header)),
                        "Bot bot-secret");
    discord_loop_let_in(&scene, 0);
    assert_non_null(strstr(scene.gate.visits[0].heard[0], "\"token\":\"bot-secret\""));
    discord_loop_tell(
        &scene, "GUILD_CREATE",
        "{\"id\":\"50\",\"channels\":[{\"id\":\"10\"}],\"threads\":[{\"id\":\"12\"}]}");
    assert_string_equal(discord_loop_event(&scene, "*"), "ENTERED 10 - - -");
    assert_string_equal(discord_loop_event(&scene, "*"), "ENTERED 12 - - -");
    discord_loop_tell(&scene, "THREAD_CREATE", "{\"id\":\"13\",\"guild_id\":\"50\"}");
    assert_string_equal(discord_loop_event(&scene, "*"), "ENTERED 13 - - -");
    discord_loop_tell(&scene, "GUILD_DELETE", "{\"id\":\"50\",\"unavailable\":true}");
    discord_loop_event(&scene, "REMOVED 13 *");
    discord_loop_close(&scene);
}

/* Says in channel 10 how one sits down, and expects it in these words. */
static void expect_advice(struct discord_loop *scene, const char *pattern)
{
    struct message *message = message_create("10", NULL, URGENCY_TABLE);
    message_add(message, STYLE_COMMAND, TINT_WILD, "/join", strlen("/join"));
    message_text(message, " takes a seat.");
    discord_loop_say(scene, message);
    discord_loop_request(scene, "POST */channels/10/messages", pattern);
}

static bool knows_ids(const struct discord_loop *scene)
{
    return ((const struct discord *)scene->adapter)->mentions.count > 0;
}

static void enter(struct discord_loop *scene)
{
    discord_loop_tell(scene, "GUILD_CREATE", "{\"id\":\"50\",\"channels\":[{\"id\":\"10\"}]}");
    discord_loop_event(scene, "ENTERED 10 *");
}

static void test_commands_are_new(void **state)
{
    (void)state;
    struct discord_loop scene;
    open_scene(&scene, NULL);
    web_tell(scene.web, &(struct web_rule){.on = "PUT /api/v10/applications", .body = registered});
    discord_loop_start(&scene);
    discord_loop_let_in(&scene, 0);
    discord_loop_request(&scene, "GET /api/v10/applications/5/commands?with_localizations=true",
                         "*");
    const struct web_request *request =
        discord_loop_request(&scene, "PUT /api/v10/applications/5/commands", "[[]*");
    assert_non_null(strstr(request->body, "\"name\":\"join\""));
    assert_non_null(strstr(request->body, "\"fr\":\"rejoindre\""));
    enter(&scene);
    SCENE_UNTIL(&scene, knows_ids(&scene));
    expect_advice(&scene, "*\"</join:77> takes a seat.\"*");
    discord_loop_close(&scene);
}

static void test_commands_are_there(void **state)
{
    (void)state;
    struct discord_loop scene;
    open_scene(&scene, NULL);
    web_tell(scene.web, &(struct web_rule){.on = "GET /api/v10/applications", .body = registered});
    discord_loop_start(&scene);
    discord_loop_let_in(&scene, 0);
    discord_loop_request(&scene, "GET */commands*", "*");
    enter(&scene);
    SCENE_UNTIL(&scene, knows_ids(&scene));
    expect_advice(&scene, "*\"</join:77> takes a seat.\"*");
    assert_int_equal(discord_loop_requests(&scene, "PUT *", "*"), 0);
    discord_loop_close(&scene);
}

static void test_commands_of_guilds(void **state)
{
    (void)state;
    struct discord_loop scene;
    open_scene(&scene, (const char *const[]){"guild_ids", "50, 51", NULL});
    web_tell(scene.web, &(struct web_rule){.on = "GET /api/v10/applications/5/guilds/50/",
                                           .body = registered});
    discord_loop_start(&scene);
    discord_loop_let_in(&scene, 0);
    discord_loop_request(&scene, "PUT /api/v10/applications/5/guilds/51/commands", "*join*");
    assert_int_equal(discord_loop_requests(&scene, "PUT *", "*"), 1);
    enter(&scene);
    expect_advice(&scene, "*\"/join takes a seat.\"*"); /* each server has ids of its own */
    discord_loop_close(&scene);
}

static void test_commands_when_discord_is_in_trouble(void **state)
{
    static const char *const lines[] = {"GET /api/v10/app", "PUT /api/v10/app"};
    (void)state;
    struct discord_loop scene;
    open_scene(&scene, NULL);
    for (unsigned i = 0; i < 2; i++)
        web_tell(scene.web, &(struct web_rule){.on = lines[i], .status = 524});
    discord_loop_start(&scene);
    discord_loop_let_in(&scene, 0);
    SCENE_UNTIL(&scene, discord_loop_requests(&scene, "PUT */commands", "*join*") == 2);
    assert_int_equal(discord_loop_requests(&scene, "GET */commands*", "*"), 3);
    discord_loop_close(&scene);
}

/* Who sees a command may use it: each of our shards must hear of that. */
static void test_commands_wait_for_all_shards(void **state)
{
    (void)state;
    struct discord_loop scene;
    open_scene(&scene, (const char *const[]){"shards", "2", NULL});
    *strstr(scene.bot, "1}}") = '2'; /* max_concurrency: both at once */
    discord_loop_start(&scene);
    SCENE_UNTIL(&scene, scene.gate.count == 2);
    for (unsigned visit = 0; visit < 2; visit++)
        gate_say(&scene.gate, visit, "{\"op\":10,\"d\":{\"heartbeat_interval\":40000}}", 100);
    for (unsigned visit = 0; visit < 2; visit++) {
        char ready[256];
        SCENE_UNTIL(&scene, scene.gate.visits[visit].count > 0);
        snprintf(ready, sizeof(ready),
                 "{\"op\":0,\"s\":1,\"t\":\"READY\",\"d\":{\"session_id\":\"s%u\","
                 "\"resume_gateway_url\":\"ws://127.0.0.1:%d/\",\"application\":{\"id\":\"5\"},"
                 "\"user\":{\"id\":\"6\"}}}",
                 visit, scene.gate.port);
        assert_int_equal(discord_loop_requests(&scene, "GET */commands*", "*"), 0);
        gate_say(&scene.gate, visit, ready, sizeof(ready));
        if (visit == 0) {
            discord_loop_event(&scene, "CONNECTED *");
            discord_loop_say(&scene, discord_loop_line("10", NULL, "Hello."));
            discord_loop_request(&scene, "POST */channels/10/*", "*");
        }
    }
    discord_loop_request(&scene, "GET */commands*", "*");
    discord_loop_close(&scene);
}

static void test_token_is_refused(void **state)
{
    (void)state;
    struct discord_loop scene;
    discord_loop_open(&scene, NULL);
    web_tell(scene.web, &(struct web_rule){.on = "GET /api/v10/gateway/bot",
                                           .status = 401,
                                           .body = "{\"code\":0,\"message\":\"401\"}"});
    discord_loop_start(&scene);
    const char *event = discord_loop_event(&scene, "STOPPED *");
    assert_non_null(strstr(event, "401"));
    assert_null(strstr(event, "secret"));
    discord_adapter.destroy(scene.adapter);
    scene.adapter = NULL;
    discord_loop_close(&scene);
}

static void test_gateway_refuses(void **state)
{
    (void)state;
    struct discord_loop scene;
    open_scene(&scene, NULL);
    discord_loop_start(&scene);
    SCENE_UNTIL(&scene, scene.gate.count > 0);
    gate_close(&scene.gate, 0, 4004);
    const char *event = discord_loop_event(&scene, "STOPPED *");
    assert_non_null(strstr(event, "shard 0"));
    discord_adapter.destroy(scene.adapter);
    scene.adapter = NULL;
    discord_loop_close(&scene);
}

static void test_gateway_is_not_told(void **state)
{
    (void)state;
    struct discord_loop scene;
    discord_loop_open(&scene, NULL);
    web_tell(scene.web, &(struct web_rule){.on = "GET /api/v10/gateway/bot",
                                           .status = 403,
                                           .body = "{\"message\":\"not now\"}"});
    web_tell(scene.web, &(struct web_rule){.on = "GET /api/v10/gateway/bot", .body = scene.bot});
    discord_loop_start(&scene);
    discord_loop_let_in(&scene, 0);
    discord_loop_close(&scene);
}

static void test_stopped_before_it_came(void **state)
{
    (void)state;
    struct discord_loop scene;
    discord_loop_open(&scene, NULL);
    web_tell(scene.web, &(struct web_rule){.on = "GET /api/v10/gateway/bot", .how = WEB_HOLD});
    discord_loop_start(&scene);
    discord_loop_request(&scene, "GET *", "*");
    discord_loop_close(&scene);
}

static void test_memory_is_out(void **state)
{
    (void)state;
    for (unsigned part = 1; part <= 4; part++) {
        struct discord_loop scene;
        discord_loop_open(&scene, NULL);
        missing = part;
        discord_loop_start(&scene);
        missing = 0;
        assert_int_equal(scene.count, 0); /* not from inside start() */
        discord_loop_say(&scene, discord_loop_line("10", NULL, "Is anybody there?"));
        assert_string_equal(discord_loop_event(&scene, "*"), "STOPPED - - - out of memory");
        discord_adapter.destroy(scene.adapter);
        scene.adapter = NULL;
        assert_int_equal(web_count(scene.web), 0);
        discord_loop_close(&scene);
    }
}

static void resumed(struct discord_loop *scene, unsigned visit)
{
    SCENE_UNTIL(scene, scene->gate.count > visit);
    gate_say(&scene->gate, visit, "{\"op\":10,\"d\":{\"heartbeat_interval\":40000}}", 100);
    SCENE_UNTIL(scene, scene->gate.visits[visit].count > 0);
    assert_int_equal(strncmp(scene->gate.visits[visit].heard[0], "{\"op\":6,", 8), 0);
    assert_non_null(strstr(scene->gate.visits[visit].path, "/again"));
}

static void test_lost_for_a_moment(void **state)
{
    (void)state;
    struct discord_loop scene;
    discord_loop_begin(&scene, NULL);
    gate_drop(&scene.gate, 0);
    resumed(&scene, 1);
    discord_loop_tell(&scene, "RESUMED", "{}");
    discord_loop_tell(&scene, "CHANNEL_CREATE", "{\"id\":\"12\",\"guild_id\":\"50\"}");
    assert_string_equal(discord_loop_event(&scene, "*"),
                        "ENTERED 12 - - -"); /* nothing before it */
    discord_loop_close(&scene);
}

static void test_lost_for_long(void **state)
{
    (void)state;
    struct discord_loop scene;
    discord_loop_begin(&scene, NULL);
    hurries = true;
    gate_drop(&scene.gate, 0);
    discord_loop_event(&scene, "DISCONNECTED *");
    hurries = false;
    resumed(&scene, 1);
    discord_loop_tell(&scene, "RESUMED", "{}");
    assert_string_equal(discord_loop_event(&scene, "*"), "CONNECTED - - - -");
    assert_string_equal(discord_loop_event(&scene, "*"), "ENTERED 10 - - -");
    assert_string_equal(discord_loop_event(&scene, "*"), "ENTERED 11 - - -");
    discord_loop_close(&scene);
}

/* After a restart: Discord tells of no channel again, but those with a table are known. */
static void test_goes_on_after_a_restart(void **state)
{
    (void)state;
    struct discord_loop scene;
    discord_loop_begin(&scene, NULL);
    discord_loop_numbers(&scene);
    discord_loop_say(&scene, discord_loop_table("11", NULL, "The table.", 1));
    SCENE_UNTIL(&scene, discord_loop_kept(&scene, "board 11"));
    discord_loop_stop(&scene);
    assert_non_null(discord_loop_kept(&scene, "shard 0"));
    assert_null(strstr(discord_loop_kept(&scene, "shard 0"), "secret"));
    discord_loop_start(&scene);
    resumed(&scene, 1);
    assert_non_null(strstr(scene.gate.visits[1].heard[0], "\"session_id\":\"s1\""));
    discord_loop_tell(&scene, "RESUMED", "{}");
    assert_string_equal(discord_loop_event(&scene, "*"), "CONNECTED - - - -");
    assert_string_equal(discord_loop_event(&scene, "*"), "ENTERED 11 - - -");
    discord_loop_slash(&scene, "100", "guild 11", "{\"name\":\"none\"}");
    discord_loop_event(&scene, "MESSAGE 11 *");
    discord_loop_tell(&scene, "GUILD_DELETE", "{\"id\":\"50\"}");
    discord_loop_event(&scene, "REMOVED 11 *");
    discord_loop_stop(&scene);
    discord_loop_start(&scene); /* there is no table any more */
    resumed(&scene, 2);
    discord_loop_tell(&scene, "RESUMED", "{}");
    discord_loop_event(&scene, "CONNECTED *");
    discord_loop_tell(&scene, "CHANNEL_CREATE", "{\"id\":\"12\",\"guild_id\":\"50\"}");
    assert_string_equal(discord_loop_event(&scene, "*"), "ENTERED 12 - - -");
    discord_loop_close(&scene);
}

/* A process that was refused too often is not forgiven because another one follows. */
static void test_refusals_are_remembered(void **state)
{
    (void)state;
    for (unsigned minutes = 1; minutes <= 11; minutes += 10) {
        struct discord_loop scene;
        char text[64];
        open_scene(&scene, NULL);
        snprintf(text, sizeof(text), "5000 %lld", (long long)(clock_now() - minutes * 60000));
        scene.kept[0] = (struct discord_loop_kept){.key = strdup("refused"), .value = strdup(text)};
        discord_loop_start(&scene);
        if (minutes > 10)
            discord_loop_request(&scene, "GET *", "*");
        for (unsigned i = 0; i < 50; i++)
            discord_loop_turn(&scene);
        assert_int_equal(web_count(scene.web), minutes > 10);
        discord_loop_close(&scene);
    }
}

/* What was pressed meanwhile comes before the session goes on: the table must be there by then. */
static void test_pressed_meanwhile(void **state)
{
    (void)state;
    struct discord_loop scene;
    discord_loop_begin(&scene, NULL);
    web_tell(scene.web,
             &(struct web_rule){.on = "POST /api/v10/channels/", .body = "{\"id\":\"900\"}"});
    discord_loop_say(&scene, discord_loop_table("11", NULL, "The table.", 1));
    SCENE_UNTIL(&scene, discord_loop_kept(&scene, "places"));
    assert_string_equal(discord_loop_kept(&scene, "places"), "11/50");
    discord_loop_stop(&scene);
    discord_loop_start(&scene);
    resumed(&scene, 1);
    discord_loop_click(&scene, "100", "guild 11", 0, "{\"custom_id\":\"1.0.1.!draw\"}");
    discord_loop_tell(&scene, "RESUMED", "{}");
    assert_string_equal(discord_loop_event(&scene, "*"), "ENTERED 11 - - -");
    discord_loop_event(&scene, "MESSAGE 11 *");
    discord_loop_event(&scene, "CONNECTED *");
    discord_loop_close(&scene);
}

/* -- keys -- */

static void on_raise(void *host, struct adapter *adapter, const struct chat_event *event)
{
    (void)host;
    (void)adapter;
    fail_msg("an adapter that was not started has raised %d", event->kind);
}

static struct adapter_setup setup_of(const struct discord_loop *scene)
{
    return (struct adapter_setup){
        .name = "scene", .settings = &scene->settings, .loop = scene->loop, .raise = on_raise};
}

static void test_keys(void **state)
{
    (void)state;
    static const char no_homepage[] = "homepage: must be the address of a page (https://...)";
    static const struct {
        const char *values[5];
        const char *why; /* NULL: taken */
    } rows[] = {
        {{NULL}, NULL},
        {{"api_base", "ftp://example.org"}, "api_base: must be an https address"},
        {{"shards", "4"}, NULL},
        {{"shard_ids", "0-3"}, "shard_ids: needs shards = N, the same number in every process"},
        {{"shards", "4", "shard_ids", "0-3"}, NULL},
        {{"shards", "4", "shard_ids", "3"}, NULL},
        {{"shards", "4", "shard_ids", "4"}, "shard_ids: must be a range such as 0-3, below shards"},
        {{"shards", "4", "shard_ids", "3-2"},
         "shard_ids: must be a range such as 0-3, below shards"},
        {{"shards", "4", "shard_ids", "1-"},
         "shard_ids: must be a range such as 0-3, below shards"},
        {{"shards", "9999", "shard_ids", "0-1024"},
         "shard_ids: must be a range such as 0-3, below shards"},
        {{"shards", "9999", "shard_ids", "0-1023"}, NULL},
        {{"guild_ids", "12 34"}, NULL},
        {{"guild_ids", "12 x4"}, "guild_ids: must be ids of servers (only digits)"},
        {{"guild_ids", "123456789012345678901234"},
         "guild_ids: must be ids of servers (only digits)"},
        {{"guild_ids", "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 "
                       "28 29 30 31 32 33"},
         "guild_ids: must be at most 32"},
        {{"board", "edit"}, NULL},
        {{"homepage", "https://bots.example.org/a?b=c"}, NULL},
        {{"homepage", "bots.example.org"}, no_homepage},
        {{"homepage", "https://bots.example.org/, 1.0) x"}, no_homepage},
    };
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        struct discord_loop scene;
        struct fault why = {0};
        discord_loop_open(&scene, rows[i].values);
        const struct adapter_setup setup = setup_of(&scene);
        struct adapter *adapter = discord_adapter.create(&setup, &why);
        assert_string_equal(why.text, rows[i].why ? rows[i].why : "");
        assert_int_equal(adapter != NULL, rows[i].why == NULL);
        discord_adapter.destroy(adapter);
        discord_loop_close(&scene);
    }
}

static void test_token_for_all_to_read(void **state)
{
    (void)state;
    struct discord_loop scene;
    struct fault why = {0};
    discord_loop_open(&scene, NULL);
    assert_int_equal(chmod(scene.token, 0644), 0);
    const struct adapter_setup setup = setup_of(&scene);
    assert_null(discord_adapter.create(&setup, &why));
    assert_string_not_equal(why.text, "");
    discord_loop_close(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_comes),
        cmocka_unit_test(test_commands_are_new),
        cmocka_unit_test(test_commands_are_there),
        cmocka_unit_test(test_commands_of_guilds),
        cmocka_unit_test(test_commands_wait_for_all_shards),
        cmocka_unit_test(test_commands_when_discord_is_in_trouble),
        cmocka_unit_test(test_token_is_refused),
        cmocka_unit_test(test_gateway_refuses),
        cmocka_unit_test(test_gateway_is_not_told),
        cmocka_unit_test(test_stopped_before_it_came),
        cmocka_unit_test(test_memory_is_out),
        cmocka_unit_test(test_lost_for_a_moment),
        cmocka_unit_test(test_lost_for_long),
        cmocka_unit_test(test_goes_on_after_a_restart),
        cmocka_unit_test(test_refusals_are_remembered),
        cmocka_unit_test(test_pressed_meanwhile),
        cmocka_unit_test(test_keys),
        cmocka_unit_test(test_token_for_all_to_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
