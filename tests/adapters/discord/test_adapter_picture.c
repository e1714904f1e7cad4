/* Hands and tables that come with a picture: what goes to Discord. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "discord_loop.h"

static void add(struct message *message, const char *label)
{
    message_card(message, TINT_RED, &(struct shown_card){.face = 3, .face_length = 1}, label,
                 strlen(label));
}

static struct message *hand(const char *text, const char *label)
{
    static uint64_t stamp;
    struct message *message = discord_loop_table("10", "7", text, ++stamp);
    if (label) {
        message_text(message, "\n");
        add(message, label);
    }
    return message;
}

/* A build that draws does so unless it is told not to. */
static int begin(void **state)
{
    return discord_loop_set_up(state);
}

static int begin_without(void **state)
{
    return discord_loop_set_up_with(state, (const char *const[]){"images", "off", NULL});
}

/* The request's file, whole: from its head to the boundary. */
static void check_file(const struct web_request *request, const char *name, const char *description)
{
    char type[128], text[256], head[128];
    snprintf(head, sizeof(head),
             "Content-Disposition: form-data; name=\"files[0]\"; filename=\"%s\"\r\n"
             "Content-Type: image/png\r\n\r\n\x89PNG",
             name);
    web_header(request, "Content-Type", type, sizeof(type));
    assert_ptr_equal(strstr(type, "multipart/form-data; boundary="), type);
    assert_non_null(strstr(request->body, "name=\"payload_json\""));
    snprintf(text, sizeof(text),
             "\"attachments\":[{\"id\":0,\"filename\":\"%s\",\"description\":\"%s\"}]", name,
             description);
    assert_non_null(strstr(request->body, text));
    assert_non_null(strstr(request->body, head));
    assert_true(request->length > 1000);
}

static void check_form(const struct web_request *request, const char *description)
{
    check_file(request, "hand.png", description);
}

static void answer_with(struct discord_loop *scene, struct message *message, const char *id)
{
    discord_loop_will(scene, message);
    discord_loop_slash(scene, id, "guild 10", "{\"name\":\"none\"}");
}

static void test_answer(void **state)
{
    struct discord_loop *scene = *state;
    answer_with(scene, hand("One.", "[R 5]*"), "100");
    check_form(discord_loop_request(scene, "POST */interactions/100/*", "*\"type\":4*"), "One.");
}

/* An edit brings the new picture in place of the one before, or takes it away. */
static void test_edit(void **state)
{
    struct discord_loop *scene = *state;
    answer_with(scene, hand("One.", "[R 5]*"), "100");
    discord_loop_request(scene, "POST */interactions/100/*", "*");
    discord_loop_say(scene, hand("Two.", "[R 6]"));
    check_form(discord_loop_request(scene, "PATCH */token-100/messages/@original", "*Two.*"),
               "Two.");
    discord_loop_say(scene, hand("It is over.", NULL));
    const struct web_request *request =
        discord_loop_request(scene, "PATCH */token-100/messages/@original", "*It is over.*");
    assert_non_null(strstr(request->body, "\"attachments\":[]"));
    assert_null(strstr(request->body, "files[0]"));
}

/* A click in the hand changes that hand. */
static void test_click(void **state)
{
    struct discord_loop *scene = *state;
    answer_with(scene, hand("One.", "[R 5]*"), "100");
    discord_loop_request(scene, "POST */interactions/100/*", "*");
    discord_loop_will(scene, hand("Two.", "[R 6]"));
    discord_loop_click(scene, "101", "guild 10", 64, "{\"custom_id\":\"1.0.1.!draw\"}");
    check_form(discord_loop_request(scene, "POST */interactions/101/*", "*\"type\":7*"), "Two.");
}

/* Several moves in a row: the last picture is that of the last text. */
static void test_moves_in_a_row(void **state)
{
    struct discord_loop *scene = *state;
    answer_with(scene, hand("One.", "[R 5]*"), "100");
    discord_loop_request(scene, "POST */interactions/100/*", "*");
    for (unsigned i = 0; i < 5; i++) {
        char text[16], label[16];
        snprintf(text, sizeof(text), "Move %u.", i);
        snprintf(label, sizeof(label), "[R %u]", i);
        discord_loop_say(scene, hand(text, label));
        discord_loop_turn(scene);
    }
    check_form(discord_loop_request(scene, "PATCH */token-100/messages/@original", "*Move 4.*"),
               "Move 4.");
}

/* What is not a hand has none. */
static void test_channel(void **state)
{
    struct discord_loop *scene = *state;
    struct message *line = discord_loop_line("10", NULL, "alice plays ");
    add(line, "[R 5]");
    discord_loop_say(scene, line);
    const struct web_request *request =
        discord_loop_request(scene, "POST /api/v10/channels/10/messages", "*alice plays*");
    assert_null(strstr(request->body, "files[0]"));
}

static struct message *board(const char *text, uint64_t stamp)
{
    struct message *message = discord_loop_table("10", NULL, text, stamp);
    struct snapshot *snapshot = message_snapshot(message);
    assert_non_null(snapshot);
    snprintf(snapshot->top, sizeof(snapshot->top), "[R 5]");
    snapshot->card = (struct shown_card){.face = 3, .face_length = 1};
    return message;
}

/* A new message has the picture of the newest board; an edit brings another in its place, and one
 * of which nothing is to be drawn takes it away. */
static void test_board(void **state)
{
    static const char *const posts = "POST /api/v10/channels/10/messages";
    struct discord_loop *scene = *state;
    web_tell(scene->web, &(struct web_rule){.on = posts, .times = -1, .body = "{\"id\":\"77\"}"});
    discord_loop_say(scene, board("One.", 1));
    discord_loop_say(scene, board("Two.", 2));
    check_file(discord_loop_request(scene, posts, "*Two.*"), "table.png", "Two.");
    SCENE_UNTIL(scene, discord_loop_kept(scene, "board 10"));
    discord_loop_say(scene, board("Three.", 3));
    check_file(discord_loop_request(scene, "PATCH */channels/10/messages/77", "*Three.*"),
               "table.png", "Three.");
    discord_loop_say(scene, discord_loop_table("10", NULL, "Over.", 4));
    const struct web_request *request =
        discord_loop_request(scene, "PATCH */channels/10/messages/77", "*Over.*");
    assert_non_null(strstr(request->body, "\"attachments\":[]"));
    assert_null(strstr(request->body, "files[0]"));
}

/* What may not have arrived is said again word by word, with its picture, as often as it takes. */
static void test_board_again(void **state)
{
    static const char *const posts = "POST /api/v10/channels/10/messages";
    struct discord_loop *scene = *state;
    web_tell(scene->web, &(struct web_rule){.on = posts, .times = 2, .status = 524});
    discord_loop_say(scene, board("One.", 1));
    for (unsigned i = 0; i < 3; i++) {
        check_file(discord_loop_request(scene, posts, "*One.*"), "table.png", "One.");
    }
}

/* A new message is refused with its picture: it comes once more without, and the board before is
 * not edited instead, because then nobody would learn that no message may be sent there. */
static void test_board_refused(void **state)
{
    static const char *const posts = "POST /api/v10/channels/10/messages";
    struct discord_loop *scene = *state;
    web_tell(scene->web, &(struct web_rule){.on = posts, .times = 1, .body = "{\"id\":\"77\"}"});
    discord_loop_say(scene, board("One.", 1));
    check_file(discord_loop_request(scene, posts, "*One.*"), "table.png", "One.");
    SCENE_UNTIL(scene, discord_loop_kept(scene, "board 10"));
    web_tell(scene->web, &(struct web_rule){
                             .on = posts, .times = 1, .status = 403, .body = "{\"code\":50013}"});
    struct message *message = board("Two.", 2);
    message->below = true;
    discord_loop_say(scene, message);
    check_file(discord_loop_request(scene, posts, "*Two.*"), "table.png", "Two.");
    const struct web_request *request = discord_loop_request(scene, posts, "*Two.*");
    assert_null(strstr(request->body, "files[0]"));
}

/* A hand in the talk with its owner. */
static void test_talk(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_talks(scene);
    struct message *message = hand("Your turn.", "[R 5]*");
    message->way = WAY_TALK;
    discord_loop_say(scene, message);
    check_form(discord_loop_request(scene, "POST */channels/20/messages", "*Your turn.*"),
               "Your turn.");
}

static void test_off(void **state)
{
    struct discord_loop *scene = *state;
    answer_with(scene, hand("One.", "[R 5]*"), "100");
    const struct web_request *request =
        discord_loop_request(scene, "POST */interactions/100/*", "*One.*");
    assert_null(strstr(request->body, "files[0]"));
}

#define PICTURE_TEST(name) cmocka_unit_test_setup_teardown(name, begin, discord_loop_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        PICTURE_TEST(test_answer),
        PICTURE_TEST(test_edit),
        PICTURE_TEST(test_click),
        PICTURE_TEST(test_moves_in_a_row),
        PICTURE_TEST(test_channel),
        PICTURE_TEST(test_board),
        PICTURE_TEST(test_board_again),
        PICTURE_TEST(test_board_refused),
        PICTURE_TEST(test_talk),
        cmocka_unit_test_setup_teardown(test_off, begin_without, discord_loop_tear_down)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
