/* Channels where we are not heard for want of a permission: who plays is told, nothing is asked of
 * Discord in vain, and the table comes back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "scene.h"

static const char *const posts = "POST /api/v10/channels/10/messages";
static const char *const may_not_send = "1024"; /* but see */
static const char *const may_all = "8";         /* Administrator */

static void press(struct scene *scene, unsigned id, const char *rights)
{
    char text[16];
    snprintf(text, sizeof text, "%u", id);
    scene->rights = rights;
    scene_slash(scene, text, "guild 10", "{\"name\":\"none\"}");
}

static void refuse(struct scene *scene, int times, unsigned code)
{
    static char body[64]; /* lent to the server */
    snprintf(body, sizeof body, "{\"code\":%u,\"message\":\"Missing\"}", code);
    web_tell(scene->web,
             &(struct web_rule){.on = posts, .times = times, .status = 403, .body = body});
    scene_numbers(scene);
}

static void change(struct scene *scene, const char *guild)
{
    scene_tellf(scene, "GUILD_ROLE_UPDATE", "{\"guild_id\":\"%s\",\"role\":{}}", guild);
}

/* Nothing else is asked for in channel 10 than so many new messages. */
static void assert_posts(struct scene *scene, unsigned count)
{
    char line[16];
    static unsigned end;
    snprintf(line, sizeof line, "end %u", ++end);
    scene_say(scene, scene_line("11", NULL, line));
    scene_request(scene, "POST */channels/11/messages", "*end*");
    assert_int_equal(scene_requests(scene, posts, "*"), count);
}

static void test_told_by_interactions(void **state)
{
    struct scene *scene = *state;
    scene_numbers(scene);
    scene_say(scene, scene_table("10", NULL, "One.", 1));
    scene_board_after(scene, NULL);
    press(scene, 100, may_not_send);
    assert_string_equal(scene_event(scene, "*"), "MUTED 10 - - - lacks Send Messages");
    assert_non_null(strstr(scene_event(scene, "*"), " silent lacks Send Messages"));
    press(scene, 101, may_not_send); /* the host knows */
    assert_non_null(strstr(scene_event(scene, "*"), " silent lacks Send Messages"));
    scene_say(scene, scene_line("10", NULL, "lost"));
    scene_say(scene, scene_call("Two.", "8", 2));
    assert_posts(scene, 1);
    press(scene, 102, may_all);
    assert_string_equal(scene_event(scene, "*"), "ENTERED 10 - - -");
    assert_null(strstr(scene_event(scene, "MESSAGE 10 7 *"), "silent"));
    scene_request(scene, posts, "*Two.*");
    assert_int_equal(scene_requests(scene, posts, "*lost*"), 0);
}

/* One refusal is enough; what changes in the server is a reason to try, with what the host says. */
static void refused(struct scene *scene, unsigned code, const char *muted)
{
    refuse(scene, 2, code);
    scene_say(scene, scene_line("10", NULL, "Ann plays."));
    scene_say(scene, scene_table("10", NULL, "One.", 1));
    assert_string_equal(scene_event(scene, "*"), muted);
    scene_say(scene, scene_table("10", NULL, "Two.", 2));
    scene_say(scene, scene_line("10", NULL, "lost"));
    change(scene, "51"); /* another's */
    assert_posts(scene, 1);
    change(scene, "50");
    assert_string_equal(scene_event(scene, "*"), "TRY 10 - - -");
    scene_say(scene, scene_line("10", NULL, "It stands so."));
    scene_request(scene, posts, "*It stands so.*"); /* in vain, and nobody is told again */
    change(scene, "50");
    assert_string_equal(scene_event(scene, "*"), "TRY 10 - - -");
    scene_say(scene, scene_line("10", NULL, "It stands thus."));
    scene_request(scene, posts, "*It stands thus.*Two.*");
    assert_string_equal(scene_event(scene, "*"), "ENTERED 10 - - - tried");
    scene_say(scene, scene_call("Three.", "8", 3));
    scene_request(scene, posts, "*Three.*");
    assert_int_equal(scene_requests(scene, posts, "*lost*"), 0);
}

static void test_no_right_to_write(void **state)
{
    refused(*state, 50013, "MUTED 10 - - - lacks Send Messages");
}

static void test_no_access(void **state)
{
    refused(*state, 50001, "MUTED 10 - - - lacks View Channel");
}

/* What Discord refused counts for a while, though an interaction tells that all is well: whoever
 * presses on causes no refusals. */
static void test_a_refusal_is_believed(void **state)
{
    struct scene *scene = *state;
    refuse(scene, -1, 50013);
    scene_say(scene, scene_table("10", NULL, "One.", 1));
    scene_event(scene, "MUTED 10 *");
    for (unsigned i = 0; i < 20; i++) {
        press(scene, 100 + i, may_all);
        assert_non_null(strstr(scene_event(scene, "MESSAGE 10 7 *"), "silent lacks Send Messages"));
        scene_say(scene, scene_table("10", NULL, "Again.", i + 2));
    }
    assert_posts(scene, 1);
}

/* Without a table nothing need be tried: it is believed when something changed. */
static void test_no_table(void **state)
{
    struct scene *scene = *state;
    press(scene, 100, may_not_send);
    scene_event(scene, "MUTED 10 *");
    scene_event(scene, "MESSAGE 10 *");
    change(scene, "50");
    assert_string_equal(scene_event(scene, "*"), "ENTERED 10 - - -");
}

/* Nothing waits there. */
static void test_lines_alone_mute_nobody(void **state)
{
    struct scene *scene = *state;
    refuse(scene, 1, 50013);
    scene_say(scene, scene_line("10", NULL, "There is no table here."));
    scene_request(scene, posts, "*no table*");
    scene_say(scene, scene_table("10", NULL, "One.", 1));
    scene_request(scene, posts, "*One.*");
}

static int begin_with_threads(void **state)
{
    return scene_set_up_with(state, (const char *const[]){"threads", "on", NULL});
}

/* Where no thread may be begun the channel has the table, without a request in vain; who opens it
 * hears why, once. */
static void test_no_threads(void **state)
{
    struct scene *scene = *state;
    scene_numbers(scene);
    press(scene, 100, "3072");
    assert_non_null(strstr(scene_event(scene, "MESSAGE 10 7 *"), " lacks threads ("));
    press(scene, 101, "3072");
    assert_null(strstr(scene_event(scene, "MESSAGE 10 7 *"), "lacks"));
    scene_say(scene, scene_table("10", NULL, "One.", 1));
    scene_request(scene, posts, "*One.*");
    assert_int_equal(scene_requests(scene, "POST */threads", "*"), 0);
}

#define WITH(test) cmocka_unit_test_setup_teardown(test, scene_set_up, scene_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH(test_told_by_interactions),
        WITH(test_no_right_to_write),
        WITH(test_no_access),
        WITH(test_a_refusal_is_believed),
        WITH(test_no_table),
        WITH(test_lines_alone_mute_nobody),
        cmocka_unit_test_setup_teardown(test_no_threads, begin_with_threads, scene_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
