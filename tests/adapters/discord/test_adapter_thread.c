/* Tables that have a thread of their own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "discord_loop.h"

static const char *const opens = "POST /api/v10/channels/10/threads";
static const char *const in_channel = "POST /api/v10/channels/10/messages";
static const char *const in_first = "POST /api/v10/channels/30/messages";
static const char *const in_second = "POST /api/v10/channels/31/messages";

static int begin(void **state)
{
    return discord_loop_set_up_with(state, (const char *const[]){"threads", "on", NULL});
}

/* `rule` (NULL: none) comes first; messages get numbers, and two threads the ids 30 and 31. */
static void serve(struct discord_loop *scene, const struct web_rule *rule)
{
    if (rule)
        web_tell(scene->web, rule);
    web_tell(scene->web, &(struct web_rule){.on = opens, .status = 201, .body = "{\"id\":\"30\"}"});
    web_tell(scene->web, &(struct web_rule){.on = opens, .status = 201, .body = "{\"id\":\"31\"}"});
    discord_loop_numbers(scene);
}

static void show(struct discord_loop *scene, const char *text)
{
    static uint64_t stamp;
    discord_loop_say(scene, discord_loop_table("10", NULL, text, ++stamp));
}

/* The message that stands, once it is another. */
static void await_board(struct discord_loop *scene, char board[24])
{
    snprintf(board, 24, "%s", discord_loop_board_after(scene, board));
}

static void test_a_table_begins_one(void **state)
{
    struct discord_loop *scene = *state;
    char board[24] = "";
    char line[80];
    serve(scene, NULL);
    discord_loop_say(scene, discord_loop_line("10", NULL, "Ann opens a table."));
    show(scene, "Board one.");
    discord_loop_request(scene, opens, "*\"type\":11*");
    discord_loop_request(scene, in_first, "*Board one.*Ann opens a table.*");
    assert_string_equal(discord_loop_kept(scene, "thread 10"), "30");
    await_board(scene, board);
    discord_loop_say(scene, discord_loop_line("10", NULL, "Ann plays."));
    discord_loop_say(scene, discord_loop_call("Board two.", "8", 100));
    discord_loop_request(scene, in_first, "*Board two.*Ann plays.*");
    snprintf(line, sizeof(line), "DELETE /api/v10/channels/30/messages/%s", board);
    discord_loop_request(scene, line, "*");
    await_board(scene, board);
    snprintf(line, sizeof(line), "PATCH /api/v10/channels/30/messages/%s", board);
    show(scene, "Board three."); /* changed without a word */
    discord_loop_request(scene, line, "*Board three.*");
    assert_int_equal(discord_loop_requests(scene, opens, "*"), 1);
    assert_int_equal(discord_loop_requests(scene, in_channel, "*"), 1); /* the link to it */
    assert_int_equal(discord_loop_requests(scene, in_channel, "*\"parse\":[[]]*<#30>*"), 1);
}

/* Its name is the table's, and the answer that told of it in the channel links to it. */
static void test_is_named_and_linked_to(void **state)
{
    struct discord_loop *scene = *state;
    char long_title[160];
    serve(scene, NULL);
    discord_loop_will(scene, discord_loop_line("10", NULL, "Ann opens a table."));
    discord_loop_slash(scene, "100", "guild 10", "{\"name\":\"none\"}");
    discord_loop_request(scene, "POST */interactions/100/token-100/callback",
                         "*Ann opens a table.*");
    struct message *board = discord_loop_table("10", NULL, "Board one.", 1);
    message_title(board, "Ann \xc2\xb7 classic");
    discord_loop_say(scene, board);
    discord_loop_request(scene, opens, "*\"name\":\"Ann \xc2\xb7 classic\"*");
    discord_loop_request(scene, "PATCH */webhooks/5/token-100/messages/@original",
                         "*\"parse\":[[]]*Ann opens a table.\\\\n*<#30>*");
    assert_int_equal(discord_loop_requests(scene, in_channel, "*"), 0);
    memset(long_title, 'x', sizeof(long_title) - 1);
    long_title[sizeof(long_title) - 1] = '\0';
    board = discord_loop_table("11", NULL, "Board two.", 2);
    message_title(board, long_title);
    discord_loop_say(scene, board);
    const struct web_request *request =
        discord_loop_request(scene, "POST */channels/11/threads", "*\"name\":\"xxx*");
    assert_int_equal(strspn(strstr(request->body, "xxx"), "x"), 100);
}

static void test_lines_alone_begin_none(void **state)
{
    struct discord_loop *scene = *state;
    serve(scene, NULL);
    discord_loop_say(scene, discord_loop_line("10", NULL, "There is no table here."));
    discord_loop_request(scene, in_channel, "*no table*");
    assert_int_equal(discord_loop_requests(scene, opens, "*"), 0);
}

static void test_ends_with_its_table(void **state)
{
    struct discord_loop *scene = *state;
    char board[24] = "";
    serve(scene, NULL);
    show(scene, "Board one.");
    discord_loop_request(scene, in_first, "*Board one.*");
    await_board(scene, board);
    struct message *last = discord_loop_line("10", NULL, "The table is closed.");
    last->purpose = PURPOSE_BOARD;
    discord_loop_say(scene, last);
    SCENE_UNTIL(scene,
                discord_loop_requests(scene, "*channels/30/messages*", "*The table is closed.*"));
    SCENE_UNTIL(scene, !discord_loop_kept(scene, "thread 10"));
    discord_loop_request(scene, "PATCH /api/v10/channels/30", "{\"archived\":true}");
    show(scene, "Board of another table.");
    discord_loop_request(scene, in_second, "*Board of another table.*");
}

/* What people do there is about the channel's table. */
static void test_used_by_people(void **state)
{
    struct discord_loop *scene = *state;
    char board[24] = "";
    serve(scene, NULL);
    show(scene, "Board one.");
    await_board(scene, board);
    discord_loop_tell(
        scene, "INTERACTION_CREATE",
        "{\"id\":\"100\",\"token\":\"token-100\",\"application_id\":\"5\",\"channel_id\":"
        "\"30\",\"channel\":{\"id\":\"30\",\"type\":11,\"parent_id\":\"10\"},\"guild_id\":"
        "\"50\",\"member\":{\"permissions\":\"0\",\"user\":{\"id\":\"7\",\"username\":"
        "\"bob\"}},\"type\":3,\"message\":{\"id\":\"900\",\"flags\":0},\"data\":{"
        "\"custom_id\":\"1.0.1.!draw\"}}");
    assert_string_equal(discord_loop_event(scene, "*"), "MESSAGE 10 7 bob draw 1 command");
    discord_loop_write(scene, 101, "30", "draw");
    assert_string_equal(discord_loop_event(scene, "*"), "MESSAGE 10 7 bob draw command");
    discord_loop_answer(scene, discord_loop_line("10", NULL, "Bob draws."));
    discord_loop_request(scene, in_first, "*Bob draws.*");
    discord_loop_write(scene, 102, "39", "uno"); /* a thread of somebody's */
    assert_string_equal(discord_loop_event(scene, "*"), "MESSAGE 39 7 bob uno command");
}

/* The table goes on elsewhere with what was to be said. */
static void goes_on(struct discord_loop *scene, const struct web_rule *rule, const char *where)
{
    serve(scene, rule);
    discord_loop_say(scene, discord_loop_line("10", NULL, "Ann opens a table."));
    show(scene, "Board one.");
    discord_loop_request(scene, where, "*Board one.*Ann opens a table.*");
    discord_loop_tell(scene, "CHANNEL_CREATE", "{\"id\":\"12\",\"guild_id\":\"50\"}");
    assert_string_equal(discord_loop_event(scene, "*"), "ENTERED 12 - - -"); /* and none was lost */
    show(scene, "Board two.");
    SCENE_UNTIL(scene, discord_loop_requests(scene, "*", "*Board two.*"));
}

#define REFUSED(line, code, why)                                                                   \
    (&(struct web_rule){.on = (line), .times = -1, .status = (code), .body = (why)})
static const char *const forbidden = "{\"code\":50013,\"message\":\"Missing Permissions\"}";

static void test_may_not_be_begun(void **state)
{
    goes_on(*state, REFUSED(opens, 403, forbidden), in_channel);
    assert_int_equal(discord_loop_requests(*state, opens, "*"), 1);
}

static void test_may_not_be_written_in(void **state)
{
    goes_on(*state, REFUSED(in_first, 403, forbidden), in_channel);
    assert_int_equal(discord_loop_requests(*state, opens, "*"), 1);
}

static void test_is_deleted(void **state)
{
    goes_on(*state, REFUSED(in_first, 404, "{\"code\":10003,\"message\":\"Unknown Channel\"}"),
            in_second);
}

static void test_is_locked(void **state)
{
    goes_on(*state, REFUSED(in_first, 400, "{\"code\":50083,\"message\":\"Thread is archived\"}"),
            in_second);
}

/* Nobody can press there: the board comes to the channel before anybody says a word. */
static void test_is_locked_between_moves(void **state)
{
    struct discord_loop *scene = *state;
    char board[24] = "";
    serve(scene, NULL);
    show(scene, "Board one.");
    await_board(scene, board);
    discord_loop_tell(scene, "THREAD_UPDATE",
                      "{\"id\":\"30\",\"guild_id\":\"50\",\"thread_metadata\":{\"archived\":true,"
                      "\"locked\":true}}");
    discord_loop_request(scene, in_channel, "*Board one.*");
    SCENE_UNTIL(scene, !discord_loop_kept(scene, "thread 10"));
    show(scene, "Board two.");
    SCENE_UNTIL(scene, discord_loop_requests(scene, "*channels/10/messages*", "*Board two.*"));
    assert_int_equal(discord_loop_requests(scene, opens, "*"), 1);
}

static void test_is_deleted_between_moves(void **state)
{
    struct discord_loop *scene = *state;
    char board[24] = "";
    serve(scene, NULL);
    show(scene, "Board one.");
    await_board(scene, board);
    discord_loop_tell(scene, "THREAD_UPDATE", /* asleep, not closed: a press wakes it */
                      "{\"id\":\"30\",\"guild_id\":\"50\",\"thread_metadata\":{\"archived\":true,"
                      "\"locked\":false}}");
    discord_loop_tell(scene, "THREAD_DELETE", "{\"id\":\"30\",\"guild_id\":\"50\"}");
    discord_loop_request(scene, in_second, "*Board one.*");
    assert_int_equal(discord_loop_requests(scene, in_channel, "*Board one.*"), 0);
}

/* A message in an archived one cannot be edited; a new one wakes it. */
static void test_is_archived(void **state)
{
    struct discord_loop *scene = *state;
    char board[24] = "";
    serve(scene, &(struct web_rule){.on = "PATCH /api/v10/channels/30/",
                                    .status = 400,
                                    .body = "{\"code\":50083,\"message\":\"Thread is archived\"}"});
    show(scene, "Board one.");
    await_board(scene, board);
    show(scene, "Board two.");
    discord_loop_request(scene, "PATCH *", "*Board two.*");
    discord_loop_request(scene, in_first, "*Board two.*");
    assert_int_equal(discord_loop_requests(scene, opens, "*"), 1);
}

static void test_after_a_restart(void **state)
{
    struct discord_loop *scene = *state;
    char board[24] = "";
    serve(scene, NULL);
    show(scene, "Board one.");
    await_board(scene, board);
    discord_loop_stop(scene);
    discord_loop_start(scene);
    SCENE_UNTIL(scene, scene->gate.count > 1);
    discord_loop_say(scene, discord_loop_line("10", NULL, "We go on."));
    discord_loop_say(scene, discord_loop_call("Board two.", "8", 100));
    discord_loop_request(scene, in_first, "*Board two.*We go on.*");
    assert_int_equal(discord_loop_requests(scene, opens, "*"), 1);
}

#define WITH(test) cmocka_unit_test_setup_teardown(test, begin, discord_loop_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH(test_is_named_and_linked_to),
        WITH(test_a_table_begins_one),
        WITH(test_lines_alone_begin_none),
        WITH(test_ends_with_its_table),
        WITH(test_used_by_people),
        WITH(test_may_not_be_begun),
        WITH(test_may_not_be_written_in),
        WITH(test_is_deleted),
        WITH(test_is_locked),
        WITH(test_is_locked_between_moves),
        WITH(test_is_deleted_between_moves),
        WITH(test_is_archived),
        WITH(test_after_a_restart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
