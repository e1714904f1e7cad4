/* What a player is shown alone, and how it is kept up to date. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "discord_loop.h"

static const char *const first_hand = "/api/v10/webhooks/5/token-100/messages/@original";
static const char *const second_hand = "/api/v10/webhooks/5/token-101/messages/@original";
static const char *const third_hand = "/api/v10/webhooks/5/token-1002/messages/@original";

/* Time that has passed without anybody waiting for it (the linker puts this in between). */
static uint64_t passed;
uint64_t __real_loop_now(const struct loop *loop);
uint64_t __wrap_loop_now(const struct loop *loop);

uint64_t __wrap_loop_now(const struct loop *loop)
{
    return __real_loop_now(loop) + passed;
}

static void slash(struct discord_loop *scene, const char *id)
{
    discord_loop_slash(scene, id, "guild 10", "{\"name\":\"none\"}"); /* means: show me my hand */
}

static void click(struct discord_loop *scene, const char *id)
{
    discord_loop_click(scene, id, "guild 10", 64, "{\"custom_id\":\"1.0.1.!draw\"}");
}

static struct message *hand(const char *text)
{
    static uint64_t stamp;
    return discord_loop_table("10", "7", text, ++stamp);
}

static void patched(struct discord_loop *scene, const char *path, const char *body)
{
    char line[128];
    snprintf(line, sizeof(line), "PATCH %s", path);
    discord_loop_request(scene, line, body);
}

static unsigned edits(const struct discord_loop *scene)
{
    return discord_loop_requests(scene, "PATCH *", "*");
}

/* All that was asked for until now is done when something that comes after it is. */
static void settle(struct discord_loop *scene)
{
    static unsigned number;
    char text[32];
    char pattern[40];
    for (unsigned i = 0; i < 8; i++)
        discord_loop_turn(scene);
    snprintf(text, sizeof(text), "settled %u.", ++number);
    snprintf(pattern, sizeof(pattern), "*%s*", text);
    discord_loop_say(scene, discord_loop_line("11", NULL, text));
    discord_loop_request(scene, "POST /api/v10/channels/11/messages", pattern);
}

/* The newest hand is pushed into the message of `path`. */
static void push(struct discord_loop *scene, const char *path, const char *text)
{
    char body[64];
    snprintf(body, sizeof(body), "*\"%s\"*", text);
    discord_loop_say(scene, hand(text));
    patched(scene, path, body);
}

/* An answer of that type, by a hand that says so. */
static void answered(struct discord_loop *scene, const char *id, const char *type, const char *text)
{
    char line[64], body[64];
    snprintf(line, sizeof(line), "POST */interactions/%s/*", id);
    snprintf(body, sizeof(body), "{\"type\":%s*%s*", type, text);
    discord_loop_request(scene, line, body);
}

/* Bob clicks in his hand, and it changes; or asks for one, and it is new. */
static void click_for(struct discord_loop *scene, const char *id, const char *text)
{
    discord_loop_will(scene, hand(text));
    click(scene, id);
    answered(scene, id, "7", text);
}

static void slash_for(struct discord_loop *scene, const char *id, const char *text)
{
    discord_loop_will(scene, hand(text));
    slash(scene, id);
    answered(scene, id, "4", text);
}

/* Bob has a hand, by interaction 100. */
static int begin(void **state)
{
    passed = 0;
    discord_loop_set_up(state);
    slash_for(*state, "100", "Hand one.");
    return 0;
}

/* The server answers the first of those once it is released; nothing else waits. */
static void hold(struct discord_loop *scene, const char *line)
{
    web_tell(scene->web, &(struct web_rule){.on = line, .how = WEB_HOLD});
    settle(scene);
}

static void test_pushed(void **state)
{
    struct discord_loop *scene = *state;
    settle(scene);
    discord_loop_say(scene, discord_loop_line("10", "7", "Ann asks for a 7."));
    discord_loop_say(scene, hand("Hand two."));
    patched(scene, first_hand, "*Ann asks for a 7.*Hand two.*");
    discord_loop_say(scene, hand("Hand three."));
    patched(scene, first_hand, "*\"Hand three.\"*"); /* words are shown once */
    assert_int_equal(edits(scene), 2);
}

static void test_gathered_while_one_is_under_way(void **state)
{
    struct discord_loop *scene = *state;
    char text[32];
    hold(scene, "PATCH ");
    push(scene, first_hand, "Hand two.");
    for (unsigned i = 0; i < 9; i++) {
        snprintf(text, sizeof(text), "Hand three %u.", i);
        discord_loop_say(scene, hand(text));
        discord_loop_turn(scene);
    }
    web_release(scene->web);
    patched(scene, first_hand, "*Hand three 8.*");
    settle(scene);
    assert_int_equal(edits(scene), 2);
}

/* What was under way when a click was answered may have landed behind the answer. */
static void test_click_while_it_is_edited(void **state)
{
    struct discord_loop *scene = *state;
    hold(scene, "PATCH ");
    push(scene, first_hand, "Hand two.");
    click_for(scene, "101", "Hand three.");
    settle(scene);
    assert_int_equal(edits(scene), 1);
    web_release(scene->web);
    patched(scene, second_hand, "*Hand three.*");
    settle(scene);
    assert_int_equal(edits(scene), 2);
}

static void test_edit_waits_for_an_answer(void **state)
{
    struct discord_loop *scene = *state;
    hold(scene, "POST /api/v10/interactions/");
    click_for(scene, "101", "Hand two.");
    discord_loop_say(scene, hand("Hand three."));
    settle(scene);
    assert_int_equal(edits(scene), 0);
    web_release(scene->web);
    patched(scene, second_hand, "*Hand three.*");
    settle(scene);
    assert_int_equal(edits(scene), 1);
}

static void test_answer_that_fails_lets_the_edit_go(void **state)
{
    struct discord_loop *scene = *state;
    web_tell(scene->web, &(struct web_rule){.on = "POST /api/v10/interactions/",
                                            .how = WEB_HOLD,
                                            .status = 404,
                                            .body = "{\"code\":10062,\"message\":\"Unknown\"}"});
    settle(scene);
    click_for(scene, "101", "Hand two.");
    discord_loop_say(scene, hand("Hand three."));
    settle(scene);
    assert_int_equal(edits(scene), 0);
    web_release(scene->web);
    patched(scene, first_hand, "*Hand three.*");
}

/* A double click: either answer may be the one that stays. */
static void test_two_answers_cross(void **state)
{
    struct discord_loop *scene = *state;
    web_tell(scene->web,
             &(struct web_rule){.on = "POST /api/v10/interactions/", .times = 2, .how = WEB_HOLD});
    settle(scene);
    click_for(scene, "101", "Hand two.");
    click_for(scene, "102", "Hand three.");
    settle(scene);
    assert_int_equal(edits(scene), 0);
    web_release(scene->web);
    discord_loop_request(scene, "PATCH *", "*Hand three.*");
    settle(scene);
    assert_int_equal(edits(scene), 1);
}

/* Pressed on the table and in the hand at once: the new message stays, wherever the answer to the
 * other lands. */
static void test_new_one_crosses_a_click(void **state)
{
    struct discord_loop *scene = *state;
    hold(scene, "POST /api/v10/interactions/1001");
    click_for(scene, "1001", "Hand two.");
    slash_for(scene, "1002", "Hand three.");
    SCENE_UNTIL(scene, discord_loop_requests(scene, "DELETE *token-100/*", "*"));
    web_release(scene->web);
    patched(scene, third_hand, "*Hand three.*");
    settle(scene);
    assert_int_equal(edits(scene), 1);
    assert_int_equal(discord_loop_requests(scene, "DELETE *", "*"), 1);
}

/* What was pressed in a message that is gone when its answer comes is shown in the newer one. */
static void test_new_one_before_the_answer(void **state)
{
    struct discord_loop *scene = *state;
    settle(scene);
    click(scene, "1001"); /* its answer takes a while */
    discord_loop_event(scene, "MESSAGE 10 *draw*");
    uint32_t first = scene->answers;
    slash_for(scene, "1002", "Hand two.");
    SCENE_UNTIL(scene, discord_loop_requests(scene, "DELETE *token-100/*", "*"));
    settle(scene);
    struct message *late = hand("Hand three.");
    late->answers = first;
    discord_loop_say(scene, late);
    SCENE_UNTIL(scene, discord_loop_requests(scene, "POST */interactions/1001/*", "{\"type\":6}"));
    patched(scene, third_hand, "*Hand three.*");
    settle(scene);
    assert_int_equal(edits(scene), 1);
}

/* An edit that is still to be sent again has nothing to add to a newer answer. */
static void test_answer_takes_the_place_of_an_edit(void **state)
{
    struct discord_loop *scene = *state;
    web_tell(scene->web, &(struct web_rule){.on = "PATCH ",
                                            .status = 429,
                                            .headers = "Retry-After: 1\r\n",
                                            .body = "{\"retry_after\":1.0,\"global\":false}"});
    settle(scene);
    push(scene, first_hand, "Hand two.");
    settle(scene);
    click_for(scene, "101", "Hand three.");
    settle(scene);
    push(scene, second_hand, "Hand four.");
    assert_int_equal(edits(scene), 2);
}

/* Nothing reaches it any more; words wait until its owner asks. */
static void closes(struct discord_loop *scene, unsigned status, const char *body)
{
    web_tell(scene->web, &(struct web_rule){.on = "PATCH ", .status = status, .body = body});
    settle(scene);
    push(scene, first_hand, "Hand two.");
    settle(scene);
    discord_loop_say(scene, discord_loop_line("10", "7", "Ann asks for a 7."));
    discord_loop_say(scene, hand("Hand three."));
    settle(scene);
    assert_int_equal(edits(scene), 1);
    discord_loop_will(scene, hand("Hand four."));
    slash(scene, "101");
    discord_loop_request(scene, "POST */interactions/101/*", "*Ann asks for a 7.*Hand four.*");
    settle(scene);
    push(scene, second_hand, "Hand five.");
}

static void test_message_is_gone(void **state)
{
    closes(*state, 404, "{\"code\":10008,\"message\":\"Unknown Message\"}");
}

static void test_token_is_refused(void **state)
{
    closes(*state, 401, "{\"code\":50027,\"message\":\"Invalid Webhook Token\"}");
    assert_null(
        strstr(((struct discord_loop *)*state)->events[0], "STOPPED")); /* not our own token */
}

static void test_token_is_old(void **state)
{
    struct discord_loop *scene = *state;
    settle(scene);
    passed = 13 * 60000;
    push(scene, first_hand, "Hand two.");
    settle(scene);
    passed = 14 * 60000 + 1000;
    discord_loop_say(scene, hand("Hand three."));
    settle(scene);
    assert_int_equal(edits(scene), 1);
    discord_loop_will(scene, hand("Hand four."));
    click(scene, "101"); /* an old hand still takes clicks */
    discord_loop_request(scene, "POST */interactions/101/*", "{\"type\":7*Hand four.*");
    settle(scene);
    push(scene, second_hand, "Hand five.");
    assert_int_equal(discord_loop_requests(scene, "DELETE *", "*"), 0);
}

static void test_click_renews(void **state)
{
    struct discord_loop *scene = *state;
    settle(scene);
    click_for(scene, "101", "Hand two.");
    settle(scene);
    push(scene, second_hand, "Hand three.");
    assert_int_equal(discord_loop_requests(scene, "DELETE *", "*"), 0); /* it is the same message */
}

static void test_new_one_replaces(void **state)
{
    struct discord_loop *scene = *state;
    char line[128];
    settle(scene);
    discord_loop_will(scene, hand("Hand two."));
    slash(scene, "101");
    discord_loop_request(scene, "POST */interactions/101/*", "{\"type\":4*Hand two.*\"flags\":64*");
    snprintf(line, sizeof(line), "DELETE %s", first_hand);
    discord_loop_request(scene, line, "*");
    push(scene, second_hand, "Hand three.");
}

static void test_not_taken_away_while_it_is_edited(void **state)
{
    struct discord_loop *scene = *state;
    hold(scene, "PATCH ");
    push(scene, first_hand, "Hand two.");
    slash_for(scene, "101", "Hand three.");
    settle(scene);
    assert_int_equal(discord_loop_requests(scene, "DELETE *", "*"), 0);
    web_release(scene->web);
    SCENE_UNTIL(scene, discord_loop_requests(scene, "DELETE *token-100/*", "*"));
    push(scene, second_hand, "Hand four.");
}

static void test_asked_for_twice_while_it_is_edited(void **state)
{
    struct discord_loop *scene = *state;
    hold(scene, "PATCH ");
    push(scene, first_hand, "Hand two.");
    slash_for(scene, "101", "Hand three.");
    settle(scene);
    slash_for(scene, "102", "Hand four.");
    SCENE_UNTIL(scene, discord_loop_requests(scene, "DELETE *token-101/*", "*"));
    assert_int_equal(discord_loop_requests(scene, "DELETE *token-100/*", "*"), 0);
    web_release(scene->web);
    SCENE_UNTIL(scene, discord_loop_requests(scene, "DELETE *token-100/*", "*"));
    settle(scene);
    assert_int_equal(discord_loop_requests(scene, "DELETE *", "*"), 2);
}

/* The hand that is open shows it then. */
static void test_answer_does_not_arrive(void **state)
{
    struct discord_loop *scene = *state;
    web_tell(scene->web, &(struct web_rule){.on = "POST /api/v10/interactions/101/",
                                            .status = 404,
                                            .body = "{\"code\":10062,\"message\":\"Unknown\"}"});
    settle(scene);
    discord_loop_will(scene, discord_loop_line("10", "7", "Not your turn."));
    slash(scene, "101");
    discord_loop_request(scene, "POST */interactions/101/*", "*Not your turn.*");
    discord_loop_request(scene, "PATCH */webhooks/5/token-100/*", "*Not your turn.*");
    settle(scene);
    discord_loop_will(scene, hand("Hand two."));
    slash(scene, "102");
    discord_loop_request(scene, "POST */interactions/102/*", "*Hand two.*");
}

static void test_server_fails_for_a_while(void **state)
{
    struct discord_loop *scene = *state;
    web_tell(scene->web, &(struct web_rule){.on = "PATCH ", .status = 502, .body = "later"});
    settle(scene);
    push(scene, first_hand, "Hand two.");
    patched(scene, first_hand, "*Hand two.*");
}

/* A message that was announced while nothing came does not load for ever. */
static void test_nothing_comes(void **state)
{
    struct discord_loop *scene = *state;
    slash(scene, "101");
    discord_loop_request(scene, "POST */interactions/101/*", "{\"type\":5,*\"flags\":64*");
    settle(scene);
    passed = 40 * 1000;
    slash(scene, "102");
    discord_loop_request(scene, "POST */interactions/102/*", "*");
    settle(scene);
    assert_int_equal(discord_loop_requests(scene, "DELETE *", "*"), 0);
    passed = 61 * 1000;
    slash(scene, "103");
    discord_loop_request(scene, "DELETE /api/v10/webhooks/5/token-101/messages/@original", "*");
    assert_int_equal(discord_loop_requests(scene, "DELETE *", "*"), 1);
}

static void test_two_players(void **state)
{
    struct discord_loop *scene = *state;
    settle(scene);
    discord_loop_say(scene, discord_loop_table("10", "8", "Ann's hand.", 9)); /* who never asked */
    discord_loop_say(scene, discord_loop_table("11", "7", "Bob's hand elsewhere.", 9));
    settle(scene);
    assert_int_equal(edits(scene), 0);
    assert_int_equal(discord_loop_requests(scene, "*", "*Ann's hand.*"), 0);
    discord_loop_slash(scene, "101", "guild 11", "{\"name\":\"none\"}");
    discord_loop_event(scene, "MESSAGE 11 *");
    discord_loop_answer(scene, discord_loop_line("11", "7", "Look."));
    SCENE_UNTIL(scene, discord_loop_requests(scene, "*101*", "*Look.*Bob's hand elsewhere.*"));
}

static void test_channel_is_gone(void **state)
{
    struct discord_loop *scene = *state;
    settle(scene);
    discord_loop_tell(scene, "CHANNEL_DELETE", "{\"id\":\"10\",\"guild_id\":\"50\"}");
    discord_loop_event(scene, "REMOVED 10 *");
    discord_loop_say(scene, hand("Hand two."));
    settle(scene);
    assert_int_equal(edits(scene), 0);
}

static void tell_over(void *arg, const struct chat_event *event)
{
    if (event->answers != 0)
        discord_loop_say(arg, hand("It is over."));
}

/* What was said to whoever pressed is older than what the table said before the answer went. */
static void test_an_answer_tells_no_older_hand(void **state)
{
    struct discord_loop *scene = *state;
    scene->watch = tell_over;
    scene->arg = scene;
    discord_loop_will(scene, hand("It runs."));
    slash(scene, "101");
    answered(scene, "101", "4", "It is over.");
    settle(scene);
    assert_int_equal(discord_loop_requests(scene, "*", "*It runs.*"), 0);
}

/* What was asked to be read is there until its reader does something else. */
static void test_what_is_read_stays(void **state)
{
    struct discord_loop *scene = *state;
    struct message *line = discord_loop_line("10", "7", "The rules.");
    line->stays = true;
    discord_loop_will(scene, line);
    discord_loop_will(scene, discord_loop_line("10", "7", "Not now."));
    click(scene, "101");
    answered(scene, "101", "7", "The rules.");
    settle(scene);
    discord_loop_say(scene, hand("Hand two."));
    patched(scene, second_hand, "*\"The rules.??Hand two.\"*"); /* a line end */
    click_for(scene, "102", "Hand three.");
    assert_int_equal(discord_loop_requests(scene, "*", "*The rules.*Hand three.*"), 0);
}

/* Who sees their hand gets an answer beside it, which the next one replaces. */
static void test_an_answer_does_not_repeat_the_hand(void **state)
{
    struct discord_loop *scene = *state;
    settle(scene);
    discord_loop_will(scene, discord_loop_line("10", "7", "The best."));
    slash(scene, "101");
    const struct web_request *request =
        discord_loop_request(scene, "POST */interactions/101/*", "*\"type\":4*The best.*");
    assert_null(strstr(request->body, "Hand one."));
    settle(scene);
    discord_loop_will(scene, discord_loop_line("10", "7", "The totals."));
    slash(scene, "102");
    request = discord_loop_request(scene, "POST */interactions/102/*", "*The totals.*");
    assert_null(strstr(request->body, "The best."));
    discord_loop_request(scene, "DELETE */webhooks/5/token-101/*", "*");
    push(scene, first_hand, "Hand two."); /* where it was */
}

#define WITH(test) cmocka_unit_test_setup_teardown(test, begin, discord_loop_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH(test_an_answer_tells_no_older_hand),
        WITH(test_what_is_read_stays),
        WITH(test_an_answer_does_not_repeat_the_hand),
        WITH(test_pushed),
        WITH(test_gathered_while_one_is_under_way),
        WITH(test_click_while_it_is_edited),
        WITH(test_edit_waits_for_an_answer),
        WITH(test_answer_that_fails_lets_the_edit_go),
        WITH(test_two_answers_cross),
        WITH(test_new_one_crosses_a_click),
        WITH(test_new_one_before_the_answer),
        WITH(test_answer_takes_the_place_of_an_edit),
        WITH(test_message_is_gone),
        WITH(test_token_is_refused),
        WITH(test_token_is_old),
        WITH(test_click_renews),
        WITH(test_new_one_replaces),
        WITH(test_not_taken_away_while_it_is_edited),
        WITH(test_asked_for_twice_while_it_is_edited),
        WITH(test_answer_does_not_arrive),
        WITH(test_server_fails_for_a_while),
        WITH(test_nothing_comes),
        WITH(test_two_players),
        WITH(test_channel_is_gone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
