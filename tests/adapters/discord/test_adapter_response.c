/* Every interaction gets the answer that is right for where it came from, once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "discord_loop.h"

static void test_slash_command(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_will(scene, discord_loop_line("10", "7", "You are in."));
    discord_loop_slash(scene, "100", "guild 10",
                       "{\"name\":\"play\",\"options\":[{\"name\":\"uno\",\"value\":true},"
                       "{\"name\":\"card\",\"value\":\"r5\"}]}");
    assert_string_equal(discord_loop_event(scene, "MESSAGE *"),
                        "MESSAGE 10 7 Bob play r5 uno command operator fr");
    const struct web_request *request =
        discord_loop_request(scene, "POST /api/v10/interactions/100/token-100/callback", "*");
    assert_non_null(strstr(request->body, "\"type\":4"));
    assert_non_null(strstr(request->body, "\"flags\":64"));
    assert_non_null(strstr(request->body, "You are in."));
    char header[64];
    assert_string_equal(web_header(request, "Authorization", header, sizeof(header)), "");
}

/* Facts: as an embed in the answer and in an edit of it, and gone with the next one; as text where
 * it is not an answer. */
static struct message *facts_for(const char *user)
{
    struct message *message = discord_loop_line("10", user, "Bob: points 5.");
    struct facts *facts = message_facts(message);
    assert_non_null(facts);
    facts_words(facts->title, FACTS_WORDS, "Bob");
    facts_words(facts_add(facts, "Points")->cells[0], FACT_CELL, "5");
    return message;
}

static void test_facts(void **state)
{
    struct discord_loop *scene = *state;
    static const char *const embeds =
        "*\"embeds\":[[]{\"fields\":[[]{\"name\":\"Points\",\"value\":\"5\",\"inline\":true}]*";
    discord_loop_will(scene, facts_for("7"));
    discord_loop_slash(scene, "100", "guild 10", discord_loop_play_r5);
    const struct web_request *request =
        discord_loop_request(scene, "POST */interactions/100/*", embeds);
    assert_non_null(strstr(request->body, "\"flags\":64"));
    assert_non_null(strstr(request->body, "\"content\":\"\""));
    assert_null(strstr(request->body, "Bob: points"));
    discord_loop_say(scene, discord_loop_table("10", "7", "Your hand: [R 5]", 0xac));
    discord_loop_request(scene, "PATCH */webhooks/5/token-100/*", "*\"embeds\":[[]]*Your hand*");
    discord_loop_say(scene, facts_for("7"));
    discord_loop_request(scene, "PATCH */webhooks/5/token-100/*", embeds);
    discord_loop_say(scene, facts_for(NULL));
    request = discord_loop_request(scene, "POST */channels/10/messages", "*Bob: points 5.*");
    assert_null(strstr(request->body, "embeds"));
}

static void test_slash_command_in_a_talk(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_will(scene, discord_loop_line(NULL, "7", "Here is help."));
    discord_loop_slash(scene, "100", "talk 20", discord_loop_play_r5);
    assert_string_equal(discord_loop_event(scene, "MESSAGE *"),
                        "MESSAGE - 7 Bob play r5 command fr");
    discord_loop_request(scene, "POST */interactions/100/*",
                         "*\"type\":4*Here is help.*\"flags\":64*");
}

static void test_public_answer(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_will(scene, discord_loop_line("10", NULL, "Bob plays."));
    discord_loop_will(scene, discord_loop_line("10", NULL, "Ann is next."));
    discord_loop_slash(scene, "100", "guild 10", discord_loop_play_r5);
    const struct web_request *request =
        discord_loop_request(scene, "POST */interactions/100/*", "*Bob plays.\\\\nAnn is next.*");
    assert_non_null(strstr(request->body, "\"type\":4"));
    assert_null(strstr(request->body, "flags"));
    assert_int_equal(discord_loop_requests(scene, "POST */channels/*", "*"),
                     0); /* it was said there */
}

/* What is said to all goes its way when the answer is for one. */
static void test_both(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_will(scene, discord_loop_line("10", NULL, "Bob has joined."));
    discord_loop_will(scene, discord_loop_line("10", "7", "Your hand."));
    discord_loop_slash(scene, "100", "guild 10", discord_loop_play_r5);
    const struct web_request *request =
        discord_loop_request(scene, "POST */interactions/100/*", "*\"type\":4*");
    assert_non_null(strstr(request->body, "Your hand."));
    assert_non_null(strstr(request->body, "\"flags\":64"));
    assert_null(strstr(request->body, "joined"));
    SCENE_UNTIL(scene,
                discord_loop_requests(scene, "POST */channels/10/messages", "*Bob has joined.*"));
}

static void test_click_in_a_hand(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_will(scene, discord_loop_table("10", "7", "Your hand: [R 5]", 0xac));
    discord_loop_click(scene, "100", "guild 10", 64, discord_loop_draw);
    assert_string_equal(discord_loop_event(scene, "MESSAGE *"),
                        "MESSAGE 10 7 Bob draw ab command operator fr");
    const struct web_request *request =
        discord_loop_request(scene, "POST */interactions/100/*", "*\"type\":7*");
    assert_non_null(strstr(request->body, "1.0.ac.!draw"));
    assert_null(strstr(request->body, "\"flags\""));
}

static void test_menu(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_click(scene, "100", "guild 10", 64,
                       "{\"custom_id\":\"1.0.ab.=\",\"values\":[\"play r5\"]}");
    assert_string_equal(discord_loop_event(scene, "MESSAGE *"),
                        "MESSAGE 10 7 Bob play r5 ab command operator fr");
}

/* A click on the table's message never makes that one the answer. */
static void test_click_on_a_board(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_will(scene, discord_loop_table("10", "7", "Your hand: [R 5]", 0xac));
    discord_loop_click(scene, "100", "guild 10", 0, discord_loop_draw);
    discord_loop_request(scene, "POST */interactions/100/*", "*\"type\":4*[[]R 5]*\"flags\":64*");
    discord_loop_will(scene, discord_loop_line("10", NULL, "Bob draws."));
    discord_loop_click(scene, "101", "guild 10", 0, discord_loop_draw);
    const struct web_request *request =
        discord_loop_request(scene, "POST */interactions/101/*", "*");
    assert_string_equal(request->body, "{\"type\":6}");
    SCENE_UNTIL(scene, discord_loop_requests(scene, "POST */channels/10/messages", "*Bob draws.*"));
}

static void test_same_interaction_twice(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_slash(scene, "100", "guild 10", discord_loop_play_r5);
    discord_loop_slash(scene, "100", "guild 10", discord_loop_play_r5);
    discord_loop_slash(scene, "101", "guild 11", discord_loop_play_r5);
    discord_loop_event(scene, "MESSAGE 10 *");
    assert_string_equal(discord_loop_event(scene, "*"),
                        "MESSAGE 11 7 Bob play r5 command operator fr");
}

static void test_same_message_twice(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_write(scene, 800, "20", "draw");
    discord_loop_write(scene, 800, "20", "draw");
    discord_loop_write(scene, 801, "20", "hand");
    assert_non_null(strstr(discord_loop_event(scene, "MESSAGE *"), " draw"));
    assert_non_null(strstr(discord_loop_event(scene, "*"), " hand"));
}

static void test_nothing_said(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_slash(scene, "100", "guild 10", discord_loop_play_r5);
    discord_loop_request(scene, "POST */interactions/100/*", "*\"type\":5*\"flags\":64*");
    discord_loop_click(scene, "101", "guild 10", 64, discord_loop_draw);
    discord_loop_request(scene, "POST */interactions/101/*", "{\"type\":6}");
    discord_loop_click(scene, "102", "guild 10", 0, discord_loop_draw);
    discord_loop_request(scene, "POST */interactions/102/*", "*\"type\":5*\"flags\":64*");
}

/* Those that were answered long wait to be forgotten; that keeps no other one from its time. */
static void test_nothing_said_after_an_answer(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_will(scene, discord_loop_line("10", "7", "You are in."));
    discord_loop_slash(scene, "100", "guild 10", discord_loop_play_r5);
    discord_loop_request(scene, "POST */interactions/100/*", "*");
    discord_loop_event(scene, "MESSAGE *");
    discord_loop_write(scene, 800, "20", "hello");
    discord_loop_event(scene, "MESSAGE - *"); /* until when both are quiet */
    for (unsigned i = 0; i < 20; i++)
        discord_loop_turn(scene);
    uint64_t asked = discord_loop_now();
    discord_loop_slash(scene, "101", "guild 10", discord_loop_play_r5);
    discord_loop_request(scene, "POST */interactions/101/*", "*\"type\":5*");
    assert_true(discord_loop_now() - asked <
                20000); /* not when the first is forgotten, after a minute */
}

static void test_late_whisper(void **state)
{
    struct discord_loop *scene = *state;
    web_tell(scene->web, &(struct web_rule){.on = "POST /api/v10/interactions/100/",
                                            .how = WEB_HOLD,
                                            .status = 204});
    discord_loop_slash(scene, "100", "guild 10", discord_loop_play_r5);
    discord_loop_request(scene, "POST */interactions/100/*", "*\"type\":5*");
    discord_loop_answer(scene, discord_loop_line("10", "7", "There you are."));
    discord_loop_slash(scene, "101", "guild 10", discord_loop_play_r5);
    discord_loop_request(scene, "POST */interactions/101/*",
                         "*\"type\":5*"); /* a quarter of a second */
    assert_int_equal(discord_loop_requests(scene, "PATCH *", "*"), 0);
    web_release(scene->web);
    const struct web_request *request = discord_loop_request(scene, "PATCH *", "*There you are.*");
    assert_string_equal(request->line, "PATCH /api/v10/webhooks/5/token-100/messages/@original");
}

static void test_late_line(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_slash(scene, "100", "guild 10", discord_loop_play_r5);
    discord_loop_request(scene, "POST */interactions/100/*", "*\"type\":5*");
    discord_loop_answer(scene, discord_loop_line("10", NULL, "Bob plays."));
    SCENE_UNTIL(scene, discord_loop_requests(scene, "POST */channels/10/messages", "*Bob plays.*"));
    discord_loop_request(scene, "DELETE /api/v10/webhooks/5/token-100/messages/@original", "*");
    assert_int_equal(discord_loop_requests(scene, "PATCH *", "*"), 0);
}

/* There is no message that could be filled in, or taken away: the words wait. */
static void test_deferral_refused(void **state)
{
    struct discord_loop *scene = *state;
    web_tell(scene->web, &(struct web_rule){.on = "POST /api/v10/interactions/100/",
                                            .status = 404,
                                            .body = "{\"code\":10062,\"message\":\"Unknown\"}"});
    discord_loop_slash(scene, "100", "guild 10", discord_loop_play_r5);
    discord_loop_request(scene, "POST */interactions/100/*", "*\"type\":5*");
    discord_loop_answer(scene, discord_loop_line("10", NULL, "Bob plays."));
    discord_loop_answer(scene, discord_loop_line("10", "7", "There you are."));
    SCENE_UNTIL(scene, discord_loop_requests(scene, "POST */channels/10/messages", "*Bob plays.*"));
    discord_loop_will(scene, discord_loop_line("10", "7", "Here."));
    discord_loop_slash(scene, "101", "guild 10", discord_loop_play_r5);
    discord_loop_request(scene, "POST */interactions/101/*", "*There you are.*Here.*");
    assert_int_equal(discord_loop_requests(scene, "* /api/v10/webhooks/5/token-100/*", "*"), 0);
}

/* Discord takes an answer once: who is refused the second has given the first. */
static void test_hand_whose_answer_was_lost(void **state)
{
    static const char *const callback = "POST /api/v10/interactions/100/";
    struct discord_loop *scene = *state;
    web_tell(scene->web, &(struct web_rule){.on = callback, .how = WEB_DROP});
    web_tell(scene->web, &(struct web_rule){.on = callback,
                                            .status = 400,
                                            .body = "{\"code\":40060,\"message\":\"Again\"}"});
    discord_loop_will(scene, discord_loop_table("10", "7", "Hand one.", 1));
    discord_loop_slash(scene, "100", "guild 10", "{\"name\":\"none\"}");
    SCENE_UNTIL(scene,
                discord_loop_requests(scene, "POST */interactions/100/*", "*Hand one.*") == 2);
    discord_loop_say(scene, discord_loop_table("10", "7", "Hand two.", 2));
    discord_loop_request(scene, "PATCH /api/v10/webhooks/5/token-100/messages/@original",
                         "*Hand two.*");
}

static void test_suggestions(void **state)
{
    static const char *const typed = "\"type\":4,\"data\":{\"name\":\"play\",\"options\":[{"
                                     "\"name\":\"card\",\"value\":\"r\",\"focused\":true}]}}";
    struct discord_loop *scene = *state;
    struct message *choices = discord_loop_line("10", "7", "-");
    choices->purpose = PURPOSE_CHOICES;
    assert_true(message_control(
        choices, &(struct control){.kind = CONTROL_CHOICE, .label = "Red 5", .words = "r5"}));
    discord_loop_will(scene, choices);
    for (unsigned id = 100; id < 102; id++) {
        discord_loop_tellf(
            scene, "INTERACTION_CREATE",
            "{\"id\":\"%u\",\"token\":\"token-%u\",\"application_id\":\"5\","
            "\"channel_id\":\"10\",\"guild_id\":\"50\",\"member\":{\"user\":{\"id\":\"7\","
            "\"username\":\"bob\"}},%s",
            id, id, typed);
    }
    assert_string_equal(discord_loop_event(scene, "SUGGEST *"), "SUGGEST 10 7 bob play r command");
    discord_loop_request(
        scene, "POST */interactions/100/*",
        "{\"type\":8,\"data\":{\"choices\":[[]{\"name\":\"Red 5\",\"value\":\"r5\"}]}}");
    discord_loop_request(scene, "POST */interactions/101/*",
                         "{\"type\":8,\"data\":{\"choices\":[[]]}}");
}

static void test_modal(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_click(scene, "100", "guild 10", 64, "{\"custom_id\":\"1.0.ab.?Your name\"}");
    discord_loop_request(scene, "POST */interactions/100/*",
                         "{\"type\":9*\"title\":\"Your name\"*");
    discord_loop_tell(
        scene, "INTERACTION_CREATE",
        "{\"id\":\"101\",\"token\":\"token-101\",\"application_id\":\"5\",\"type\":5,"
        "\"channel_id\":\"10\",\"guild_id\":\"50\",\"member\":{\"user\":{\"id\":\"7\","
        "\"username\":\"bob\"}},\"message\":{\"id\":\"900\",\"flags\":64},\"data\":{"
        "\"custom_id\":\"1.0.ab.?\",\"components\":[{\"type\":1,\"components\":[{"
        "\"custom_id\":\"words\",\"value\":\"Robert the Bold\"}]}]}}");
    assert_string_equal(discord_loop_event(scene, "MESSAGE *"),
                        "MESSAGE 10 7 bob Robert the Bold ab");
    discord_loop_answer(scene, discord_loop_line("10", "7", "Good day, Robert."));
    SCENE_UNTIL(scene, discord_loop_requests(scene, "*", "*Good day, Robert.*"));
}

/* Discord refuses a form as the answer to a form. */
static void test_form_without_choices(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_tell(
        scene, "INTERACTION_CREATE",
        "{\"id\":\"101\",\"token\":\"token-101\",\"application_id\":\"5\",\"type\":5,"
        "\"channel_id\":\"10\",\"guild_id\":\"50\",\"member\":{\"user\":{\"id\":\"7\","
        "\"username\":\"bob\"}},\"message\":{\"id\":\"900\",\"flags\":64},\"data\":{"
        "\"custom_id\":\"1.0.ab.#settings house 1\",\"components\":[]}}");
    assert_non_null(discord_loop_event(scene, "* settings house 1*"));
    struct message *form = discord_loop_line("10", "7", "House rules");
    form->purpose = PURPOSE_FORM;
    assert_true(message_control(form, &(struct control){.words = "settings house 1"}));
    assert_true(message_control(form, &(struct control){.kind = CONTROL_MENU, .label = "Draws"}));
    assert_true(message_control(
        form, &(struct control){.kind = CONTROL_CHOICE, .label = "x", .words = "stack any"}));
    discord_loop_answer(scene, form);
    discord_loop_request(scene, "POST */interactions/101/*", "{\"type\":6*");
}

static void fill_menu(struct message *message)
{
    assert_true(message_control(message, &(struct control){.kind = CONTROL_MENU, .label = "Card"}));
    for (unsigned i = 0; i < 40; i++) {
        struct control choice = {.kind = CONTROL_CHOICE};
        snprintf(choice.label, sizeof(choice.label), "Card %u", i);
        snprintf(choice.words, sizeof(choice.words), "play %u", i);
        assert_true(message_control(message, &choice));
    }
}

static void test_pages_of_a_hand(void **state)
{
    static const char *const turn = "{\"custom_id\":\"1.1.ab.=\",\"values\":[\">1\"]}";
    struct discord_loop *scene = *state;
    discord_loop_click(scene, "100", "guild 10", 64, turn); /* there is none */
    assert_string_equal(discord_loop_event(scene, "MESSAGE *"),
                        "MESSAGE 10 7 Bob hand ab command operator fr");
    struct message *hand = discord_loop_table("10", "7", "Your hand", 0xab);
    fill_menu(hand);
    discord_loop_answer(scene, hand);
    discord_loop_request(scene, "*100*", "*\"play 0\"*");
    discord_loop_click(scene, "101", "guild 10", 64, turn);
    const struct web_request *request =
        discord_loop_request(scene, "POST */interactions/101/*", "{\"type\":7*");
    assert_non_null(strstr(request->body, "\"play 39\""));
    assert_null(strstr(request->body, "\"play 0\""));
    assert_int_equal(scene->next, scene->count); /* the host is not asked */
}

static void test_pages_of_a_board(void **state)
{
    struct discord_loop *scene = *state;
    web_tell(scene->web, &(struct web_rule){.on = "POST /api/v10/channels/10/messages",
                                            .body = "{\"id\":\"900\"}"});
    struct message *board = discord_loop_table("10", NULL, "The table", 0xab);
    fill_menu(board);
    discord_loop_say(scene, board);
    discord_loop_request(scene, "POST */channels/10/messages", "*\"play 0\"*");
    discord_loop_click(scene, "101", "guild 10", 0,
                       "{\"custom_id\":\"1.1.ab.=\",\"values\":[\">1\"]}");
    SCENE_UNTIL(scene, discord_loop_requests(scene, "POST */interactions/101/*", "{\"type\":6}"));
    discord_loop_request(scene, "PATCH */channels/10/messages/900", "*\"play 39\"*");
}

/* Buttons of another version of ours show how things stand. */
static void test_strange_control(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_will(scene, discord_loop_table("10", "7", "Your hand", 1));
    discord_loop_click(scene, "100", "guild 10", 64, "{\"custom_id\":\"0:what\"}");
    assert_string_equal(discord_loop_event(scene, "MESSAGE *"),
                        "MESSAGE 10 7 Bob hand command operator fr");
    discord_loop_request(scene, "POST */interactions/100/*", "{\"type\":7*Your hand*");
}

/* A whisper to another than who waits is no answer to them. */
static void test_whisper_to_another(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_will(scene, discord_loop_line("10", "8", "For Ann alone."));
    discord_loop_will(scene, discord_loop_line("10", "7", "For Bob."));
    discord_loop_slash(scene, "100", "guild 10", discord_loop_play_r5);
    discord_loop_request(scene, "POST */interactions/100/*", "*For Bob.*");
    discord_loop_slash(scene, "101", "guild 10", discord_loop_play_r5);
    discord_loop_request(scene, "POST */interactions/101/*", "*");
    assert_int_equal(discord_loop_requests(scene, "*", "*Ann alone*"), 0);
}

#define TEST(name)                                                                                 \
    cmocka_unit_test_setup_teardown(name, discord_loop_set_up_command, discord_loop_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(test_slash_command),
        TEST(test_facts),
        TEST(test_slash_command_in_a_talk),
        TEST(test_public_answer),
        TEST(test_both),
        TEST(test_click_in_a_hand),
        TEST(test_menu),
        TEST(test_click_on_a_board),
        TEST(test_same_interaction_twice),
        TEST(test_same_message_twice),
        TEST(test_nothing_said),
        TEST(test_nothing_said_after_an_answer),
        TEST(test_late_whisper),
        TEST(test_late_line),
        TEST(test_deferral_refused),
        TEST(test_hand_whose_answer_was_lost),
        TEST(test_suggestions),
        TEST(test_modal),
        TEST(test_form_without_choices),
        TEST(test_pages_of_a_hand),
        TEST(test_pages_of_a_board),
        TEST(test_strange_control),
        TEST(test_whisper_to_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
