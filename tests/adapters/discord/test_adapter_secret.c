/* What is for one player alone reaches nobody else, whatever happens in whatever order: random
 * walks, over all requests of which each word for one alone must have gone where only they see it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "discord_loop.h"

enum { STEPS = 70, FIRST_ID = 1000, EPHEMERAL = 64, WALKS = 4 };

/* An interaction, or somebody's words. */
struct asked {
    char user;
    bool in_hand;
    uint32_t answers;
};

struct walk {
    struct discord_loop scene;
    uint64_t seed;
    unsigned count;
    unsigned said; /* messages */
    struct asked asked[STEPS];
    /* where words for one alone went */
    unsigned shown, changed, filled, talked;
};

static unsigned pick(struct walk *walk, unsigned below)
{
    walk->seed = walk->seed * 6364136223846793005U + 1442695040888963407U;
    return (unsigned)(walk->seed >> 33) % below;
}

static struct message *random_message(struct walk *walk)
{
    static const char *const channels[] = {"10", "11", NULL};
    const char *channel = channels[pick(walk, 3)];
    char user[2] = {(char)('7' + pick(walk, 2)), '\0'};
    char text[64];
    bool whisper = !channel || pick(walk, 3) > 0;
    snprintf(text, sizeof(text), whisper ? "secret-%s-%u" : "public-%s-%u", user, ++walk->said);
    struct message *message =
        pick(walk, 2) ? discord_loop_table(channel, whisper ? user : NULL, text, walk->said)
                      : discord_loop_line(channel, whisper ? user : NULL, text);
    message->way = whisper && pick(walk, 5) == 0 ? WAY_TALK : WAY_ANY;
    return message;
}

/* The host answers from inside the event, or not. */
static void on_event(void *arg, const struct chat_event *event)
{
    struct walk *walk = arg;
    if (!event->answers)
        return;
    walk->asked[walk->count - 1].answers = event->answers;
    for (unsigned i = pick(walk, 3); i > 0; i--) {
        struct message *message = random_message(walk);
        message->answers = event->answers;
        discord_loop_say(&walk->scene, message);
    }
}

static void interact(struct walk *walk, char user, unsigned flags, bool click)
{
    static const char *const where[] = {"10", "11", "2"};
    unsigned place = pick(walk, 3);
    char kind[160] = "\"type\":2,\"data\":{\"name\":\"play\"}";
    if (click) {
        snprintf(kind, sizeof(kind),
                 "\"type\":3,\"message\":{\"id\":\"900\",\"flags\":%u},\"data\":{\"custom_id\":"
                 "\"1.0.1.!draw\"}",
                 flags);
    }
    discord_loop_tellf(
        &walk->scene, "INTERACTION_CREATE",
        "{\"id\":\"%u\",\"token\":\"token-%u\",\"application_id\":\"5\",\"channel_id\":"
        "\"%s%.*s\",%s\"user\":{\"id\":\"%c\",\"username\":\"bob\"}%s,%s}",
        FIRST_ID + walk->count, FIRST_ID + walk->count, where[place], place == 2 ? 1 : 0, &user,
        place == 2 ? "" : "\"guild_id\":\"50\",\"member\":{", user, place == 2 ? "" : "}", kind);
}

static void happen(struct walk *walk)
{
    char user = (char)('7' + pick(walk, 2));
    unsigned kind = pick(walk, 8);
    struct asked *asked = &walk->asked[walk->count];
    *asked = (struct asked){.user = user, .in_hand = kind < 3};
    if (kind < 7) {
        interact(walk, user, kind < 3 ? EPHEMERAL : 0, kind < 5);
    } else {
        discord_loop_tellf(&walk->scene, "MESSAGE_CREATE",
                           "{\"id\":\"%u\",\"channel_id\":\"2%c\",\"content\":\"draw\",\"author\":{"
                           "\"id\":\"%c\",\"username\":\"bob\"}}",
                           FIRST_ID + walk->count, user, user);
    }
    unsigned events = walk->scene.count;
    walk->count++;
    SCENE_UNTIL(&walk->scene, walk->scene.count > events);
}

/* Later than the event; also with the number of another's, which the host never does. */
static void say_later(struct walk *walk)
{
    struct message *message = random_message(walk);
    if (pick(walk, 2))
        message->answers = walk->asked[pick(walk, walk->count)].answers;
    discord_loop_say(&walk->scene, message);
}

static void pause_for(struct walk *walk, uint64_t ms)
{
    uint64_t end = discord_loop_now() + ms;
    while (discord_loop_now() < end)
        discord_loop_turn(&walk->scene);
}

/* -- judging -- */

static const struct asked *asked_of(const struct walk *walk, const char *id)
{
    unsigned long number = strtoul(id, NULL, 10);
    assert_in_range(number, FIRST_ID, FIRST_ID + walk->count - 1);
    return &walk->asked[number - FIRST_ID];
}

static int type_of(const char *body)
{
    const char *type = strstr(body, "\"type\":");
    assert_ptr_equal(type, body + 1);
    return atoi(type + 7);
}

static bool is_callback(const char *line, const char *id)
{
    char begin[64];
    snprintf(begin, sizeof(begin), "POST /api/v10/interactions/%.4s/", id);
    return strncmp(line, begin, strlen(begin)) == 0;
}

/* What the token of an interaction reaches, by the answer that it got before. */
static bool reaches_one_alone(const struct walk *walk, unsigned before, const char *id)
{
    for (unsigned i = 0; i < before; i++) {
        const struct web_request *request = web_request(walk->scene.web, i);
        if (!is_callback(request->line, id))
            continue;
        int type = type_of(request->body);
        bool new = type == 4 || type == 5;
        return new ? strstr(request->body, "\"flags\":64") != NULL : asked_of(walk, id)->in_hand;
    }
    return false;
}

static void judge_secret(struct walk *walk, unsigned index, char user)
{
    const struct web_request *request = web_request(walk->scene.web, index);
    const char *line = request->line;
    const char *callback = strstr(line, "/interactions/");
    const char *hook = strstr(line, "/token-");
    char talk[48];
    if (callback) {
        const struct asked *asked = asked_of(walk, callback + 14);
        int type = type_of(request->body);
        bool alone = strstr(request->body, "\"flags\":64") != NULL;
        assert_int_equal(asked->user, user);
        assert_true((type == 4 && alone) || (type == 7 && asked->in_hand));
        walk->shown += type == 4;
        walk->changed += type == 7;
    } else if (hook) {
        assert_int_equal(strncmp(line, "PATCH /api/v10/webhooks/5/", 26), 0);
        assert_non_null(strstr(hook, "/messages/@original"));
        assert_int_equal(asked_of(walk, hook + 7)->user, user);
        assert_true(reaches_one_alone(walk, index, hook + 7));
        walk->filled++;
    } else {
        snprintf(talk, sizeof(talk), "/api/v10/channels/2%c/messages", user);
        assert_non_null(strstr(line, talk));
        walk->talked++;
    }
}

static void judge(struct walk *walk)
{
    for (unsigned i = 0; i < web_count(walk->scene.web); i++) {
        const char *at = web_request(walk->scene.web, i)->body;
        while ((at = strstr(at, "secret-"))) {
            at += strlen("secret-");
            judge_secret(walk, i, *at);
        }
    }
}

/* -- the walks -- */

static void fail_some(struct walk *walk)
{
    static const struct web_rule rules[] = {
        {.on = "POST /api/v10/interactions/", .times = 2, .status = 500, .body = "oh"},
        {.on = "PATCH /api/v10/webhooks/", .status = 404, .body = "{\"code\":10015}"},
        {.on = "PATCH /api/v10/webhooks/", .status = 500, .body = "oh"},
        {.on = "POST /api/v10/interactions/", .how = WEB_HOLD, .status = 204},
        {.on = "PATCH /api/v10/webhooks/", .how = WEB_HOLD},
        {.on = "POST /api/v10/interactions/", .status = 404, .body = "{\"code\":10062}"},
    };
    web_tell(walk->scene.web, &rules[pick(walk, ARRAY_SIZE(rules))]);
}

static void meet(struct walk *walk)
{
    for (int user = '7'; user <= '8'; user++) {
        unsigned events = walk->scene.count;
        discord_loop_tellf(
            &walk->scene, "MESSAGE_CREATE",
            "{\"id\":\"1%c\",\"channel_id\":\"2%c\",\"content\":\"hello\",\"author\":{"
            "\"id\":\"%c\",\"username\":\"bob\"}}",
            user, user, user);
        SCENE_UNTIL(&walk->scene, walk->scene.count > events);
    }
    walk->scene.watch = on_event;
    walk->scene.arg = walk;
}

static void walk_once(struct walk *walk)
{
    static const struct chat_command play = {.says = "play", .name = "play", .help = "Play"};
    discord_loop_begin(&walk->scene, NULL);
    walk->scene.adapter->setup.commands = &play;
    walk->scene.adapter->setup.command_count = 1;
    meet(walk);
    for (unsigned step = 0; step < STEPS; step++) {
        happen(walk);
        for (unsigned i = pick(walk, 3); i > 0; i--)
            say_later(walk);
        for (unsigned i = pick(walk, 6); i > 0; i--)
            discord_loop_turn(&walk->scene);
        if (step % 8 == 0)
            fail_some(walk);
        if (step % 8 == 5)
            web_release(walk->scene.web);
        if (step % 12 == 3)
            pause_for(walk, 280); /* what nobody answered is deferred */
    }
    web_release(walk->scene.web);
    pause_for(walk, 300);
    judge(walk);
    discord_loop_close(&walk->scene);
}

static void test_no_secret_goes_astray(void **state)
{
    (void)state;
    unsigned shown = 0;
    unsigned changed = 0;
    unsigned filled = 0;
    unsigned talked = 0;
    for (unsigned i = 0; i < WALKS; i++) {
        struct walk *walk = calloc(1, sizeof(*walk));
        assert_non_null(walk);
        walk->seed = i + 1;
        walk_once(walk);
        shown += walk->shown;
        changed += walk->changed;
        filled += walk->filled;
        talked += walk->talked;
        free(walk);
    }
    assert_true(shown > 0 && changed > 0 && filled > 0 && talked > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_secret_goes_astray),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
