/* Discord fails while people press: each of them is answered, or told afterwards. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/discord/messages/unanswered.h"
#include "discord_loop.h"

/* Time that has passed without anybody waiting for it (the linker puts this in between). */
static uint64_t passed;
uint64_t __real_loop_now(const struct loop *loop);
uint64_t __wrap_loop_now(const struct loop *loop);

uint64_t __wrap_loop_now(const struct loop *loop)
{
    return __real_loop_now(loop) + passed;
}

#define CALLBACK "POST /api/v10/interactions/"

static struct web_rule fails(const char *on, int times)
{
    return (struct web_rule){.on = on, .times = times, .status = 503};
}

static unsigned events(const struct discord_loop *scene, const char *begin)
{
    unsigned found = 0;
    for (unsigned i = 0; i < scene->count; i++)
        found += strncmp(scene->events[i], begin, strlen(begin)) == 0;
    return found;
}

/* In how many lines to a channel. */
static unsigned times_named(const struct discord_loop *scene, const char *name)
{
    unsigned found = 0;
    for (unsigned i = 0; i < scene->count; i++)
        found += strncmp(scene->events[i], "UNANSWERED", 10) == 0 && strstr(scene->events[i], name);
    return found;
}

/* A limit for all, then five errors. Each press that succeeds is sent no more; so all were answered
 * when those that failed went once more each. */
static void test_many_presses(void **state)
{
    enum { PRESSES = 15, FAILED = 6, FIRST = 100 };
    struct discord_loop *scene = *state;
    web_tell(scene->web, &(struct web_rule){.on = CALLBACK,
                                            .status = 429,
                                            .headers = "X-RateLimit-Global: true\r\n"
                                                       "X-RateLimit-Scope: global\r\n",
                                            .body = "{\"retry_after\": 5.0, \"global\": true}"});
    const struct web_rule errors = fails(CALLBACK, FAILED - 1);
    web_tell(scene->web, &errors);
    for (unsigned i = 0; i < PRESSES; i++) {
        char id[16];
        snprintf(id, sizeof(id), "%u", FIRST + i);
        discord_loop_will(scene, discord_loop_line("10", "7", "Not your turn."));
        discord_loop_click(scene, id, "guild 10", 0, discord_loop_draw);
        discord_loop_event(scene, "MESSAGE *");
    }
    SCENE_UNTIL(scene,
                discord_loop_requests(scene, "POST */interactions/*", "*") == PRESSES + FAILED);
    for (unsigned i = 0; i < PRESSES; i++) {
        char line[80];
        snprintf(line, sizeof(line), CALLBACK "%u/*", FIRST + i);
        assert_true(discord_loop_requests(scene, line, "*Not your turn.*") > 0);
    }
    assert_int_equal(events(scene, "UNANSWERED"), 0);
}

/* The hand is open by an earlier press: it shows what the answer would have shown. */
static void test_an_open_hand_shows_it(void **state)
{
    struct discord_loop *scene = *state;
    const struct web_rule errors = fails(CALLBACK "101/", -1);
    web_tell(scene->web, &errors);
    discord_loop_will(scene, discord_loop_table("10", "7", "Hand one.", 1));
    discord_loop_slash(scene, "100", "guild 10", discord_loop_play_r5);
    discord_loop_request(scene, "POST */interactions/100/*", "*Hand one.*");
    discord_loop_will(scene, discord_loop_table("10", "7", "Hand two.", 2));
    discord_loop_click(scene, "101", "guild 10", 0, discord_loop_draw);
    discord_loop_request(scene, "PATCH /api/v10/webhooks/5/token-100/messages/@original",
                         "*Hand two.*");
    assert_int_equal(events(scene, "UNANSWERED"), 0);
}

/* The user has taken that message away: it is told after all. */
static void test_an_open_hand_is_gone(void **state)
{
    struct discord_loop *scene = *state;
    const struct web_rule errors = fails(CALLBACK "101/", -1);
    web_tell(scene->web, &errors);
    web_tell(scene->web, &(struct web_rule){.on = "PATCH /api/v10/webhooks/5/token-100/",
                                            .times = -1,
                                            .status = 404,
                                            .body = "{\"code\":10008}"});
    discord_loop_will(scene, discord_loop_table("10", "7", "Hand one.", 1));
    discord_loop_slash(scene, "100", "guild 10", discord_loop_play_r5);
    discord_loop_request(scene, "POST */interactions/100/*", "*Hand one.*");
    discord_loop_will(scene, discord_loop_table("10", "7", "Hand two.", 2));
    discord_loop_click(scene, "101", "guild 10", 0, discord_loop_draw);
    assert_string_equal(discord_loop_event(scene, "UNANSWERED *"), "UNANSWERED 10 - - Bob");
}

/* No hand is open: the channel is told whose answers were lost, once, and none of their words. */
static void test_the_channel_is_told(void **state)
{
    struct discord_loop *scene = *state;
    const struct web_rule errors = fails(CALLBACK, -1);
    web_tell(scene->web, &errors);
    discord_loop_will(scene, discord_loop_line("10", "7", "Your cards."));
    discord_loop_slash(scene, "100", "guild 10", discord_loop_play_r5);
    discord_loop_will(scene, discord_loop_line("10", "7", "Your cards."));
    discord_loop_click(scene, "101", "guild 10", 0, discord_loop_draw);
    discord_loop_will(scene, discord_loop_line("10", "8", "Her cards."));
    discord_loop_tell(scene, "INTERACTION_CREATE",
                      "{\"id\":\"102\",\"token\":\"token-102\",\"application_id\":\"5\","
                      "\"channel_id\":\"10\",\"guild_id\":\"50\",\"type\":2,\"member\":{\"user\":{"
                      "\"id\":\"8\",\"username\":\"ann\"}},\"data\":{\"name\":\"none\"}}");
    const char *told = discord_loop_event(scene, "UNANSWERED *");
    assert_true(strcmp(told, "UNANSWERED 10 - - Bob, ann") == 0 ||
                strcmp(told, "UNANSWERED 10 - - ann, Bob") == 0); /* as their tries ended */
    assert_int_equal(events(scene, "UNANSWERED"), 1);
    assert_int_equal(discord_loop_requests(scene, "POST */channels/*", "*cards.*"), 0);
    discord_loop_will(scene, discord_loop_line("10", "7", "More."));
    discord_loop_slash(scene, "103", "guild 10", "{\"name\":\"none\"}");
    assert_string_equal(discord_loop_event(scene, "UNANSWERED *"), "UNANSWERED 10 - - Bob");
}

/* More at once than may wait to be told: each is told all the same, once. */
static void test_more_than_wait_are_told(void **state)
{
    enum { USERS = UNANSWERED_MAX + 6, FIRST = 200 };
    struct discord_loop *scene = *state;
    web_tell(scene->web, &(struct web_rule){.on = CALLBACK, .times = -1, .status = 404});
    for (unsigned i = 0; i < USERS; i++) {
        char user[16];
        snprintf(user, sizeof(user), "%u", FIRST + i);
        discord_loop_will(scene, discord_loop_line("10", user, "Your cards."));
        discord_loop_tellf(
            scene, "INTERACTION_CREATE",
            "{\"id\":\"%s\",\"token\":\"token-%s\",\"application_id\":\"5\","
            "\"channel_id\":\"10\",\"guild_id\":\"50\",\"type\":2,\"member\":{\"user\":{"
            "\"id\":\"%s\",\"username\":\"<%s>\"}},\"data\":{\"name\":\"none\"}}",
            user, user, user, user);
        discord_loop_event(scene, "MESSAGE *");
    }
    SCENE_UNTIL(scene, discord_loop_requests(scene, "POST */interactions/*", "*") == USERS);
    for (unsigned i = 0; i < USERS; i++) {
        char name[16];
        snprintf(name, sizeof(name), "<%u>", FIRST + i);
        SCENE_UNTIL(scene, times_named(scene, name) > 0);
        assert_int_equal(times_named(scene, name), 1);
    }
}

/* In a talk, and where we are not heard in the channel: the user alone. */
static void test_the_user_is_told(void **state)
{
    struct discord_loop *scene = *state;
    const struct web_rule errors = fails(CALLBACK, -1);
    web_tell(scene->web, &errors);
    discord_loop_will(scene, discord_loop_line(NULL, "7", "Here is help."));
    discord_loop_slash(scene, "100", "talk 20", discord_loop_play_r5);
    assert_string_equal(discord_loop_event(scene, "UNANSWERED *"), "UNANSWERED - 7 Bob -");
    scene->rights = "0";
    discord_loop_will(scene, discord_loop_line("10", "7", "Your cards."));
    discord_loop_slash(scene, "101", "guild 10", discord_loop_play_r5);
    assert_string_equal(discord_loop_event(scene, "UNANSWERED *"), "UNANSWERED 10 7 Bob -");
}

/* Public words that answered are said in the channel, which is the answer then. */
static void test_public_words_are_said(void **state)
{
    struct discord_loop *scene = *state;
    const struct web_rule errors = fails(CALLBACK, -1);
    web_tell(scene->web, &errors);
    discord_loop_will(scene, discord_loop_line("10", NULL, "Bob plays."));
    discord_loop_will(scene, discord_loop_line("10", NULL, "Ann is next."));
    discord_loop_slash(scene, "100", "guild 10", discord_loop_play_r5);
    discord_loop_request(scene, "POST */channels/10/messages", "*Bob plays.\\\\nAnn is next.*");
    assert_int_equal(events(scene, "UNANSWERED"), 0);
}

static void test_a_lost_panel_is_told(void **state)
{
    struct discord_loop *scene = *state;
    const struct web_rule errors = fails(CALLBACK, -1);
    web_tell(scene->web, &errors);
    struct message *panel = discord_loop_table("10", "7", "Which card?", 1);
    panel->purpose = PURPOSE_PANEL;
    discord_loop_will(scene, panel);
    discord_loop_click(scene, "100", "guild 10", 0, discord_loop_draw);
    assert_string_equal(discord_loop_event(scene, "UNANSWERED *"), "UNANSWERED 10 - - Bob");
}

/* Discord knows that an answer comes, and then the answer fails for good. */
static void test_a_late_answer_is_told(void **state)
{
    struct discord_loop *scene = *state;
    web_tell(scene->web, &(struct web_rule){.on = "PATCH /api/v10/webhooks/",
                                            .times = -1,
                                            .status = 404,
                                            .body = "{\"code\":10008}"});
    discord_loop_slash(scene, "100", "guild 10", discord_loop_play_r5);
    discord_loop_request(scene, "POST */interactions/100/*", "*\"type\":5*");
    discord_loop_answer(scene, discord_loop_line("10", "7", "There you are."));
    assert_string_equal(discord_loop_event(scene, "UNANSWERED *"), "UNANSWERED 10 - - Bob");
}

/* Nobody is told of suggestions: they are asked for with every letter. */
static void test_suggestions_are_not_told(void **state)
{
    struct discord_loop *scene = *state;
    const struct web_rule errors = fails(CALLBACK, -1);
    web_tell(scene->web, &errors);
    struct message *choices = discord_loop_line("10", "7", "-");
    choices->purpose = PURPOSE_CHOICES;
    discord_loop_will(scene, choices);
    discord_loop_tell(
        scene, "INTERACTION_CREATE",
        "{\"id\":\"100\",\"token\":\"token-100\",\"application_id\":\"5\","
        "\"channel_id\":\"10\",\"guild_id\":\"50\",\"member\":{\"user\":{\"id\":\"7\","
        "\"username\":\"bob\"}},\"type\":4,\"data\":{\"name\":\"play\",\"options\":[{"
        "\"name\":\"card\",\"value\":\"r\",\"focused\":true}]}}");
    discord_loop_event(scene, "SUGGEST *");
    discord_loop_will(scene, discord_loop_line("10", "7", "Your cards."));
    discord_loop_slash(scene, "101", "guild 10", discord_loop_play_r5);
    discord_loop_event(scene,
                       "UNANSWERED 10 - - Bob"); /* later than that one would have been told */
    assert_int_equal(events(scene, "UNANSWERED"), 1);
}

/* What came before the gateway went away is answered without it. */
static void test_the_gateway_goes_before_the_answer(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_click(scene, "100", "guild 10", 0, discord_loop_draw);
    discord_loop_event(scene, "MESSAGE *");
    scene->gate.refuse = 503;
    gate_drop(&scene->gate, 0);
    discord_loop_answer(scene, discord_loop_line("10", "7", "Not your turn."));
    discord_loop_request(scene, "POST */interactions/100/*", "*Not your turn.*");
}

/* The connection breaks, and another one stands after that time; it asks for the session. */
static void come_again(struct discord_loop *scene, uint64_t ms)
{
    unsigned visit = scene->gate.count;
    gate_drop(&scene->gate, visit - 1);
    SCENE_UNTIL(scene, scene->gate.count > visit);
    passed += ms;
    gate_say(&scene->gate, visit, "{\"op\":10,\"d\":{\"heartbeat_interval\":40000}}", 100);
    SCENE_UNTIL(scene, scene->gate.visits[visit].count > 0);
    assert_int_equal(strncmp(scene->gate.visits[visit].heard[0], "{\"op\":6,", 8), 0);
}

/* Where a table is, and only when a session is lost with what was pressed meanwhile. */
static void test_a_gap(void **state)
{
    enum { GAP = 4000 };
    struct discord_loop *scene = *state;
    discord_loop_numbers(scene);
    discord_loop_say(scene, discord_loop_table("11", NULL, "The table.", 1));
    SCENE_UNTIL(scene, discord_loop_kept(scene, "places"));
    come_again(scene, GAP);
    discord_loop_tell(scene, "RESUMED", "{}");
    discord_loop_tell(scene, "CHANNEL_CREATE", "{\"id\":\"12\",\"guild_id\":\"50\"}");
    discord_loop_event(scene, "ENTERED 12 *");
    assert_int_equal(events(scene, "GAP"), 0);
    come_again(scene, GAP);
    gate_say(&scene->gate, 2, "{\"op\":9,\"d\":false}", 100);
    SCENE_UNTIL(scene, scene->gate.count > 3);
    gate_say(&scene->gate, 3, "{\"op\":10,\"d\":{\"heartbeat_interval\":40000}}", 100);
    SCENE_UNTIL(scene, scene->gate.visits[3].count > 0);
    assert_int_equal(strncmp(scene->gate.visits[3].heard[0], "{\"op\":2,", 8), 0);
    discord_loop_tellf(scene, "READY",
                       "{\"session_id\":\"s2\",\"resume_gateway_url\":\"ws://127.0.0.1:%d/again\","
                       "\"application\":{\"id\":\"5\"},\"user\":{\"id\":\"6\"}}",
                       scene->gate.port);
    assert_string_equal(discord_loop_event(scene, "GAP *"), "GAP 11 - - -");
    assert_int_equal(events(scene, "GAP"), 1);
}

#define TEST(name)                                                                                 \
    cmocka_unit_test_setup_teardown(name, discord_loop_set_up_command, discord_loop_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_many_presses),
        TEST(test_an_open_hand_shows_it),
        TEST(test_an_open_hand_is_gone),
        TEST(test_the_channel_is_told),
        TEST(test_more_than_wait_are_told),
        TEST(test_the_user_is_told),
        TEST(test_public_words_are_said),
        TEST(test_a_lost_panel_is_told),
        TEST(test_a_late_answer_is_told),
        TEST(test_suggestions_are_not_told),
        TEST(test_the_gateway_goes_before_the_answer),
        TEST(test_a_gap),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
