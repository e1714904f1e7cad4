#include "discord_loop.h"

#include <fcntl.h>
#include <fnmatch.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/chat_kinds.h"
#include "tests/leak/leak.h"

enum { PATIENCE = 30000 }; /* ms */

uint64_t discord_loop_now(void)
{
    return uv_hrtime() / 1000000;
}

static const char *or_dash(const char *text)
{
    return text ? text : "-";
}

/* -- the host -- */

static void answer_now(struct discord_loop *scene, struct adapter *adapter, uint32_t number)
{
    for (unsigned i = 0; i < scene->will_count; i++) {
        scene->will[i]->answers = number;
        adapter->impl->send(adapter, scene->will[i]);
    }
    scene->will_count = 0;
}

static void on_raise(void *host, struct adapter *adapter, const struct chat_event *event)
{
    struct discord_loop *scene = host;
    char stamp[24] = "";
    char line[1024];
    assert_ptr_equal(adapter, scene->adapter);
    assert_true(scene->count < SCENE_EVENTS);
    if (event->stamp)
        snprintf(stamp, sizeof(stamp), " %llx", (unsigned long long)event->stamp);
    const char *lacks = event->missing_permissions;
    int length = snprintf(
        line, sizeof(line), "%s %s %s %s %s%s%s%s%s%s%s%s%s%s%s", chat_kinds[event->kind],
        or_dash(event->channel), or_dash(event->user.id), or_dash(event->user.name),
        or_dash(event->text), stamp, event->late ? " late" : "", event->command ? " command" : "",
        event->user.is_operator ? " operator" : "", event->user.locale ? " " : "",
        event->user.locale ? event->user.locale : "", event->muted ? " silent" : "",
        event->tried || event->told ? event->told ? " told" : " tried" : "", lacks ? " lacks " : "",
        lacks ? lacks : "");
    assert_in_range(length, 1, sizeof(line) - 1);
    if (event->user.id)
        assert_string_equal(event->user.id, event->user.account);
    scene->events[scene->count++] = strdup(line);
    if (event->answers) {
        scene->answers = event->answers;
        scene->stamp = event->stamp;
        answer_now(scene, adapter, event->answers);
    }
    if (scene->watch)
        scene->watch(scene->arg, event);
}

static void on_keep(void *host, struct adapter *adapter, const char *key, const char *value)
{
    struct discord_loop *scene = host;
    struct discord_loop_kept *slot = NULL;
    assert_ptr_equal(adapter, scene->adapter);
    for (unsigned i = SCENE_KEPT; i > 0; i--) {
        struct discord_loop_kept *at = &scene->kept[i - 1];
        bool same = at->key && strcmp(at->key, key) == 0;
        bool held = slot && slot->key; /* the same one goes before a free one */
        slot = same || (!at->key && !held) ? at : slot;
    }
    assert_non_null(slot);
    free(slot->key);
    free(slot->value);
    *slot = (struct discord_loop_kept){.key = value ? strdup(key) : NULL,
                                       .value = value ? strdup(value) : NULL};
}

const char *discord_loop_kept(const struct discord_loop *scene, const char *key)
{
    for (unsigned i = 0; i < SCENE_KEPT; i++) {
        if (scene->kept[i].key && strcmp(scene->kept[i].key, key) == 0)
            return scene->kept[i].value;
    }
    return NULL;
}

static const char *on_kept(void *host, struct adapter *adapter, const char *key)
{
    (void)adapter;
    return discord_loop_kept(host, key);
}

/* -- life -- */

static void put(struct discord_loop *scene, const char *key, const char *value)
{
    int index = settings_find(&scene->settings, key);
    assert_true(index >= 0);
    assert_null(settings_put(&scene->settings, index, value));
}

static void write_token(struct discord_loop *scene)
{
    snprintf(scene->folder, sizeof(scene->folder), "/tmp/talon-scene-XXXXXX");
    assert_non_null(mkdtemp(scene->folder));
    snprintf(scene->token, sizeof(scene->token), "%s/token", scene->folder);
    int fd = open(scene->token, O_WRONLY | O_CREAT | O_EXCL, 0600);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, "bot-secret\n", 11), 11);
    close(fd);
}

static void note_record(void *arg, enum log_level level, const char *line)
{
    (void)arg;
    (void)level;
    leak_note(line);
}

/* Whatever is logged meanwhile is searched for the bot's token and those of interactions. */
static void watch_log(const struct discord_loop *scene)
{
    leak_keep_file(scene->token);
    leak_keep("token-");
    log_set_level(LOG_DEBUG);
    log_set_sink(note_record, NULL);
}

static void check_log(void)
{
    log_set_sink(NULL, NULL);
    if (leak_logged())
        fail_msg("the log holds a token: %s", leak_logged());
    leak_forget();
}

void discord_loop_open(struct discord_loop *scene, const char *const *values)
{
    memset(scene, 0, sizeof(*scene));
    setenv("SSL_CERT_FILE", "/dev/null", 1); /* the system's take a while to read */
    scene->loop = loop_create();
    assert_non_null(scene->loop);
    gate_open(&scene->gate, 0, NULL);
    scene->web = web_open(scene->loop, 0);
    write_token(scene);
    watch_log(scene);
    assert_true(settings_init(&scene->settings, discord_adapter.keys));
    put(scene, "token_file", scene->token);
    put(scene, "api_base", web_base(scene->web));
    put(scene, "emoji", "off"); /* many requests; tests/judge/test_emoji.mjs looks at them */
    for (; values && *values; values += 2)
        put(scene, values[0], values[1]);
    snprintf(scene->bot, sizeof(scene->bot),
             "{\"url\":\"ws://127.0.0.1:%d\",\"shards\":1,\"session_start_limit\":{\"total\":1000,"
             "\"remaining\":999,\"reset_after\":0,\"max_concurrency\":1}}",
             scene->gate.port);
}

void discord_loop_start(struct discord_loop *scene)
{
    static const struct log log = {.name = "test"};
    struct fault why = {0};
    const struct adapter_setup setup = {.name = "scene",
                                        .settings = &scene->settings,
                                        .loop = scene->loop,
                                        .log = &log,
                                        .raise = on_raise,
                                        .keep = on_keep,
                                        .kept = on_kept,
                                        .host = scene,
                                        .parts = scene->parts,
                                        .commands = scene->commands,
                                        .languages = scene->languages,
                                        .command_count = scene->command_count};
    scene->adapter = discord_adapter.create(&setup, &why);
    if (!scene->adapter)
        fail_msg("refused: %s", why.text);
    discord_adapter.start(scene->adapter);
}

static void hear(struct discord_loop *scene, unsigned visit, const char *pattern)
{
    struct gate_visit *at = &scene->gate.visits[visit];
    uint64_t end = discord_loop_now() + PATIENCE;
    for (;;) {
        while (at->next < at->count) {
            if (fnmatch(pattern, at->heard[at->next++], 0) == 0)
                return;
        }
        if (discord_loop_now() > end)
            fail_msg("%s is not heard", pattern);
        discord_loop_turn(scene);
    }
}

static void say(struct discord_loop *scene, const char *text)
{
    gate_say(&scene->gate, scene->gate.count - 1, text, strlen(text));
}

void discord_loop_let_in(struct discord_loop *scene, unsigned visit)
{
    SCENE_UNTIL(scene, scene->gate.count > visit);
    say(scene, "{\"op\":10,\"d\":{\"heartbeat_interval\":40000}}");
    hear(scene, visit, "{\"op\":2,*\"intents\":4609,*"); /* none of the privileged */
    discord_loop_tellf(scene, "READY",
                       "{\"session_id\":\"s1\",\"resume_gateway_url\":\"ws://127.0.0.1:%d/again\","
                       "\"application\":{\"id\":\"5\"},\"user\":{\"id\":\"6\"}}",
                       scene->gate.port);
    discord_loop_event(scene, "CONNECTED *");
}

void discord_loop_welcome(struct discord_loop *scene)
{
    web_tell(scene->web,
             &(struct web_rule){.on = "GET /api/v10/gateway/bot", .times = -1, .body = scene->bot});
    web_tell(scene->web,
             &(struct web_rule){.on = "GET /api/v10/applications", .times = -1, .body = "[]"});
}

void discord_loop_begin(struct discord_loop *scene, const char *const *values)
{
    discord_loop_open(scene, values);
    discord_loop_welcome(scene);
    discord_loop_start(scene);
    discord_loop_let_in(scene, 0);
    discord_loop_tell(scene, "GUILD_CREATE",
                      "{\"id\":\"50\",\"channels\":[{\"id\":\"10\"},{\"id\":\"11\"}]}");
    discord_loop_event(scene, "ENTERED 11 *");
    discord_loop_request(scene, "GET */commands*", "*");
}

bool discord_loop_stop(struct discord_loop *scene)
{
    uint64_t begin = discord_loop_now();
    discord_adapter.stop(scene->adapter, "bye");
    bool told = strstr(discord_loop_event(scene, "STOPPED *"), " told") != NULL;
    assert_true(discord_loop_now() - begin < 10000); /* two seconds, on a machine that is busy */
    discord_adapter.destroy(scene->adapter);
    scene->adapter = NULL;
    return told;
}

void discord_loop_close(struct discord_loop *scene)
{
    if (scene->adapter)
        discord_loop_stop(scene);
    web_close(scene->web);
    loop_destroy(scene->loop);
    gate_shut(&scene->gate);
    settings_finish(&scene->settings);
    unlink(scene->token);
    rmdir(scene->folder);
    for (unsigned i = 0; i < scene->count; i++)
        free(scene->events[i]);
    for (unsigned i = 0; i < SCENE_KEPT; i++) {
        free(scene->kept[i].key);
        free(scene->kept[i].value);
    }
    for (unsigned i = 0; i < scene->will_count; i++)
        message_destroy(scene->will[i]);
    check_log();
}

/* Answers what beats came: minutes may pass at once. */
static void answer_beats(struct discord_loop *scene)
{
    for (unsigned visit = 0; visit < scene->gate.count; visit++) {
        const struct gate_visit *seen = &scene->gate.visits[visit];
        for (; scene->beats[visit] < seen->count; scene->beats[visit]++) {
            if (strncmp(seen->heard[scene->beats[visit]], "{\"op\":1,", 8) == 0 && !seen->gone)
                gate_say(&scene->gate, visit, "{\"op\":11}", 100);
        }
    }
}

int discord_loop_set_up_with(void **state, const char *const *values)
{
    struct discord_loop *scene = malloc(sizeof(*scene));
    assert_non_null(scene);
    discord_loop_begin(scene, values);
    *state = scene;
    return 0;
}

int discord_loop_set_up(void **state)
{
    return discord_loop_set_up_with(state, NULL);
}

const char discord_loop_play_r5[] =
    "{\"name\":\"play\",\"options\":[{\"name\":\"card\",\"value\":\"r5\"}]}";
const char discord_loop_draw[] = "{\"custom_id\":\"1.0.ab.!draw\"}";

int discord_loop_set_up_command(void **state)
{
    static const struct chat_option options[] = {
        {.name = "card", .help = "Which", .kind = CHAT_TEXT, .suggest = true},
        {.name = "uno", .help = "Call", .kind = CHAT_FLAG, .says = "uno"},
    };
    static const struct chat_command play = {
        .says = "play", .name = "play", .help = "Play", .option_count = 2, .options = options};
    discord_loop_set_up(state);
    struct discord_loop *scene = *state;
    scene->adapter->setup.commands = &play;
    scene->adapter->setup.command_count = 1;
    return 0;
}

int discord_loop_tear_down(void **state)
{
    discord_loop_close(*state);
    free(*state);
    return 0;
}

void discord_loop_turn(struct discord_loop *scene)
{
    static const struct timespec pause = {.tv_nsec = 300000};
    for (unsigned i = 0; i < 4; i++) {
        uv_run(loop_uv(scene->loop), UV_RUN_NOWAIT);
        gate_turn(&scene->gate);
        answer_beats(scene);
    }
    nanosleep(&pause, NULL);
}

/* -- what is told and seen -- */

void discord_loop_tell(struct discord_loop *scene, const char *name, const char *json)
{
    size_t size = strlen(name) + strlen(json) + 64;
    char *text = malloc(size);
    assert_non_null(text);
    snprintf(text, size, "{\"op\":0,\"t\":\"%s\",\"s\":%u,\"d\":%s}", name, ++scene->sequence,
             json);
    say(scene, text);
    free(text);
}

void discord_loop_tellf(struct discord_loop *scene, const char *name, const char *format, ...)
{
    char json[4096];
    va_list list;
    va_start(list, format);
    int length = vsnprintf(json, sizeof(json), format, list);
    va_end(list);
    assert_in_range(length, 0, sizeof(json) - 1);
    discord_loop_tell(scene, name, json);
}

const char *discord_loop_event(struct discord_loop *scene, const char *pattern)
{
    uint64_t end = discord_loop_now() + PATIENCE;
    for (;;) {
        while (scene->next < scene->count) {
            const char *event = scene->events[scene->next++];
            if (fnmatch(pattern, event, 0) == 0)
                return event;
        }
        if (discord_loop_now() > end) {
            fail_msg("no event %s; the last: %s", pattern,
                     scene->count > 0 ? scene->events[scene->count - 1] : "none");
        }
        discord_loop_turn(scene);
    }
}

static bool fits(const struct web_request *request, const char *line, const char *body)
{
    return fnmatch(line, request->line, 0) == 0 && fnmatch(body, request->body, 0) == 0;
}

const struct web_request *discord_loop_request(struct discord_loop *scene, const char *line,
                                               const char *body)
{
    uint64_t end = discord_loop_now() + PATIENCE;
    unsigned first = scene->next_request;
    for (;;) {
        while (scene->next_request < web_count(scene->web)) {
            const struct web_request *request = web_request(scene->web, scene->next_request++);
            if (fits(request, line, body))
                return request;
        }
        if (discord_loop_now() > end) {
            for (unsigned i = first; i < web_count(scene->web); i++) {
                print_message("  %s %s\n", web_request(scene->web, i)->line,
                              web_request(scene->web, i)->body);
            }
            fail_msg("no request %s %s", line, body);
        }
        discord_loop_turn(scene);
    }
}

unsigned discord_loop_requests(const struct discord_loop *scene, const char *line, const char *body)
{
    unsigned found = 0;
    for (unsigned i = 0; i < web_count(scene->web); i++)
        found += fits(web_request(scene->web, i), line, body);
    return found;
}

/* -- what is said -- */

const char *discord_loop_board_after(struct discord_loop *scene, const char *before)
{
    char old[64];
    snprintf(old, sizeof(old), "%s", before ? before : "");
    SCENE_UNTIL(scene, discord_loop_kept(scene, "board 10") &&
                           strcmp(discord_loop_kept(scene, "board 10"), old) != 0);
    return discord_loop_kept(scene, "board 10");
}

struct message *discord_loop_line(const char *channel, const char *user, const char *text)
{
    struct message *message = message_create(channel, user, user ? URGENCY_HAND : URGENCY_TABLE);
    assert_non_null(message);
    message_text(message, text);
    return message;
}

struct message *discord_loop_table(const char *channel, const char *user, const char *text,
                                   uint64_t stamp)
{
    struct message *message = discord_loop_line(channel, user, text);
    message->purpose = user ? PURPOSE_HAND : PURPOSE_BOARD;
    message->stamp = stamp;
    assert_true(message_control(
        message, &(struct control){.kind = CONTROL_BUTTON, .label = "Draw", .words = "draw"}));
    return message;
}

struct message *discord_loop_call(const char *text, const char *user, uint64_t stamp)
{
    struct message *board = discord_loop_table("10", NULL, text, stamp);
    message_add(board, STYLE_MENTION, TINT_WILD, "somebody", 8);
    message_call(board, user);
    return board;
}

void discord_loop_say(struct discord_loop *scene, struct message *message)
{
    discord_adapter.send(scene->adapter, message);
}

void discord_loop_answer(struct discord_loop *scene, struct message *message)
{
    message->answers = scene->answers;
    discord_loop_say(scene, message);
}

void discord_loop_will(struct discord_loop *scene, struct message *message)
{
    assert_true(scene->will_count < SCENE_WILL);
    scene->will[scene->will_count++] = message;
}

/* -- people -- */

void discord_loop_numbers(struct discord_loop *scene)
{
    web_tell(scene->web, &(struct web_rule){.on = "POST /api/v10/channels/",
                                            .times = -1,
                                            .body = "{\"id\":\"#\"}",
                                            .numbered = true});
}

void discord_loop_talks(struct discord_loop *scene)
{
    web_tell(scene->web, &(struct web_rule){.on = "POST /api/v10/users/@me/channels",
                                            .times = -1,
                                            .body = "{\"id\":\"20\"}"});
}

void discord_loop_write(struct discord_loop *scene, unsigned id, const char *channel,
                        const char *words)
{
    bool talk = strcmp(channel, "20") == 0;
    discord_loop_tellf(scene, "MESSAGE_CREATE",
                       "{\"id\":\"%u\",\"channel_id\":\"%s\",%s\"content\":\"%s%s\",\"author\":{"
                       "\"id\":\"7\",\"username\":\"bob\"}}",
                       id, channel, talk ? "" : "\"guild_id\":\"50\",", talk ? "" : "<@6> ", words);
}

static void interact(struct discord_loop *scene, const char *id, const char *where,
                     const char *rest)
{
    bool guild = strncmp(where, "guild ", 6) == 0;
    char rights[64] = "";
    if (scene->rights)
        snprintf(rights, sizeof(rights), "\"app_permissions\":\"%s\",", scene->rights);
    const char *user = "\"user\":{\"id\":\"7\",\"username\":\"bob\",\"global_name\":\"Bob\"}";
    discord_loop_tellf(
        scene, "INTERACTION_CREATE",
        "{\"id\":\"%s\",\"token\":\"token-%s\",\"application_id\":\"5\",\"channel_id\":"
        "\"%s\",\"locale\":\"fr\",%s%s%s%s%s}",
        id, id, where + strcspn(where, " ") + 1, rights,
        guild ? "\"guild_id\":\"50\",\"member\":{\"permissions\":\"16\"," : "", user,
        guild ? "}," : ",", rest);
}

void discord_loop_slash(struct discord_loop *scene, const char *id, const char *where,
                        const char *data)
{
    char rest[1024];
    snprintf(rest, sizeof(rest), "\"type\":2,\"data\":%s", data);
    interact(scene, id, where, rest);
}

void discord_loop_click(struct discord_loop *scene, const char *id, const char *where,
                        unsigned flags, const char *data)
{
    char rest[1024];
    snprintf(rest, sizeof(rest), "\"type\":3,\"message\":{\"id\":\"%s\",\"flags\":%u},\"data\":%s",
             scene->pressed ? scene->pressed : "900", flags, data);
    interact(scene, id, where, rest);
}
