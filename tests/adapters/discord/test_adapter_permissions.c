/* Channels where we are not heard for want of a permission: who plays is told, nothing is asked of
 * Discord in vain, and the table comes back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "discord_loop.h"

static const char *const posts = "POST /api/v10/channels/10/messages";
static const char *const may_not_send = "1024"; /* but see */
static const char *const may_all = "8";         /* Administrator */

/* Time that has passed without anybody waiting for it (the linker puts this in between). */
static uint64_t passed;
uint64_t __real_loop_now(const struct loop *loop);
uint64_t __wrap_loop_now(const struct loop *loop);

uint64_t __wrap_loop_now(const struct loop *loop)
{
    return __real_loop_now(loop) + passed;
}

static void press(struct discord_loop *scene, unsigned id, const char *rights)
{
    char text[16];
    snprintf(text, sizeof(text), "%u", id);
    scene->rights = rights;
    discord_loop_slash(scene, text, "guild 10", "{\"name\":\"none\"}");
}

static void refuse(struct discord_loop *scene, int times, unsigned code)
{
    static char body[64]; /* lent to the server */
    snprintf(body, sizeof(body), "{\"code\":%u,\"message\":\"Missing\"}", code);
    web_tell(scene->web,
             &(struct web_rule){.on = posts, .times = times, .status = 403, .body = body});
    discord_loop_numbers(scene);
}

static void change(struct discord_loop *scene, const char *guild)
{
    discord_loop_tellf(scene, "GUILD_ROLE_UPDATE", "{\"guild_id\":\"%s\",\"role\":{}}", guild);
}

/* Nothing else is asked for in channel 10 than so many new messages. */
static void assert_posts(struct discord_loop *scene, unsigned count)
{
    char line[16];
    static unsigned end;
    snprintf(line, sizeof(line), "end %u", ++end);
    discord_loop_say(scene, discord_loop_line("11", NULL, line));
    discord_loop_request(scene, "POST */channels/11/messages", "*end*");
    assert_int_equal(discord_loop_requests(scene, posts, "*"), count);
}

static void test_told_by_interactions(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_numbers(scene);
    discord_loop_say(scene, discord_loop_table("10", NULL, "One.", 1));
    discord_loop_board_after(scene, NULL);
    press(scene, 100, may_not_send);
    assert_string_equal(discord_loop_event(scene, "*"), "MUTED 10 - - - lacks Send Messages");
    assert_non_null(strstr(discord_loop_event(scene, "*"), " silent lacks Send Messages"));
    press(scene, 101, may_not_send); /* the host knows */
    assert_non_null(strstr(discord_loop_event(scene, "*"), " silent lacks Send Messages"));
    discord_loop_say(scene, discord_loop_line("10", NULL, "lost"));
    discord_loop_say(scene, discord_loop_call("Two.", "8", 2));
    assert_posts(scene, 1);
    press(scene, 102, may_all);
    assert_string_equal(discord_loop_event(scene, "*"), "ENTERED 10 - - -");
    assert_null(strstr(discord_loop_event(scene, "MESSAGE 10 7 *"), "silent"));
    discord_loop_request(scene, posts, "*Two.*");
    assert_int_equal(discord_loop_requests(scene, posts, "*lost*"), 0);
}

/* One refusal is enough; what changes in the server is a reason to try, with what the host says. */
static void refused(struct discord_loop *scene, unsigned code, const char *muted)
{
    refuse(scene, 2, code);
    discord_loop_say(scene, discord_loop_line("10", NULL, "Ann plays."));
    discord_loop_say(scene, discord_loop_table("10", NULL, "One.", 1));
    assert_string_equal(discord_loop_event(scene, "*"), muted);
    discord_loop_say(scene, discord_loop_table("10", NULL, "Two.", 2));
    discord_loop_say(scene, discord_loop_line("10", NULL, "lost"));
    change(scene, "51"); /* another's */
    assert_posts(scene, 1);
    change(scene, "50");
    assert_string_equal(discord_loop_event(scene, "*"), "TRY 10 - - -");
    discord_loop_say(scene, discord_loop_line("10", NULL, "It stands so."));
    discord_loop_request(scene, posts, "*It stands so.*"); /* in vain, and nobody is told again */
    change(scene, "50");
    assert_string_equal(discord_loop_event(scene, "*"), "TRY 10 - - -");
    discord_loop_say(scene, discord_loop_line("10", NULL, "It stands thus."));
    discord_loop_request(scene, posts, "*Two.*It stands thus.*");
    assert_string_equal(discord_loop_event(scene, "*"), "ENTERED 10 - - - tried");
    discord_loop_say(scene, discord_loop_call("Three.", "8", 3));
    discord_loop_request(scene, posts, "*Three.*");
    assert_int_equal(discord_loop_requests(scene, posts, "*lost*"), 0);
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
    struct discord_loop *scene = *state;
    refuse(scene, -1, 50013);
    discord_loop_say(scene, discord_loop_table("10", NULL, "One.", 1));
    discord_loop_event(scene, "MUTED 10 *");
    for (unsigned i = 0; i < 20; i++) {
        press(scene, 100 + i, may_all);
        assert_non_null(
            strstr(discord_loop_event(scene, "MESSAGE 10 7 *"), "silent lacks Send Messages"));
        discord_loop_say(scene, discord_loop_table("10", NULL, "Again.", i + 2));
    }
    assert_posts(scene, 1);
}

/* Without a table nothing need be tried: it is believed when something changed. */
static void test_no_table(void **state)
{
    struct discord_loop *scene = *state;
    press(scene, 100, may_not_send);
    discord_loop_event(scene, "MUTED 10 *");
    discord_loop_event(scene, "MESSAGE 10 *");
    change(scene, "50");
    assert_string_equal(discord_loop_event(scene, "*"), "ENTERED 10 - - -");
}

/* So many ms pass, and somebody else is told something. */
static void wait_for(struct discord_loop *scene, uint64_t ms)
{
    char line[16];
    static unsigned count;
    passed += ms;
    snprintf(line, sizeof(line), "later %u", ++count);
    discord_loop_say(scene, discord_loop_line("11", NULL, line));
    discord_loop_request(scene, "POST */channels/11/messages", "*later*");
}

/* Where no table is it is the same: who asks again and again causes no refusals. */
static void test_lines_alone(void **state)
{
    struct discord_loop *scene = *state;
    refuse(scene, 1, 50013);
    for (unsigned i = 0; i < 20; i++) {
        discord_loop_say(scene, discord_loop_line("10", NULL, "There is no table here."));
        if (i == 0)
            discord_loop_event(scene, "MUTED 10 *");
        press(scene, 100 + i, may_all);
        discord_loop_event(scene, "MESSAGE 10 7 *");
    }
    assert_posts(scene, 1);
    passed += 10000;
    press(scene, 200, may_all);
    discord_loop_event(scene, "ENTERED 10 *");
    discord_loop_say(scene, discord_loop_table("10", NULL, "One.", 1));
    discord_loop_request(scene, posts, "*One.*");
}

/* Nobody presses and nothing changes: it is tried all the same, later each time. */
static void test_a_mute_table_is_tried(void **state)
{
    struct discord_loop *scene = *state;
    refuse(scene, 3, 50013);
    discord_loop_say(scene, discord_loop_table("10", NULL, "One.", 1));
    discord_loop_event(scene, "MUTED 10 *");
    static const unsigned waits[] = {10000, 20000, 40000};
    for (unsigned i = 0; i < 3; i++) {
        wait_for(scene, waits[i] - 5000);
        assert_posts(scene, i + 1);
        wait_for(scene, 5000);
        discord_loop_event(scene, "TRY 10 *");
        discord_loop_say(scene, discord_loop_line("10", NULL, "It stands so."));
        SCENE_UNTIL(scene, discord_loop_requests(scene, posts, "*") == i + 2);
    }
    assert_string_equal(discord_loop_event(scene, "*"), "ENTERED 10 - - - tried");
}

/* A server that makes Discord refuse more and more is muted as a whole, however many channels it
 * has; another one is not. */
static void test_a_server_is_muted(void **state)
{
    enum { CHANNELS = 50, MOST = 30 };
    struct discord_loop *scene = *state;
    char id[16];
    web_tell(scene->web, &(struct web_rule){.on = "POST /api/v10/channels/2",
                                            .times = -1,
                                            .status = 403,
                                            .body = "{\"code\":50013}"});
    discord_loop_numbers(scene);
    for (unsigned i = 0; i < CHANNELS; i++) {
        snprintf(id, sizeof(id), "%u", 200 + i);
        discord_loop_tellf(scene, "CHANNEL_CREATE", "{\"id\":\"%s\",\"guild_id\":\"51\"}", id);
        discord_loop_event(scene, "ENTERED 2[0-9][0-9] *");
        discord_loop_say(scene, discord_loop_line(id, NULL, "Is this heard?"));
        discord_loop_event(scene, "MUTED 2[0-9][0-9] *");
        change(scene, "51"); /* is no reason to go on, by then */
    }
    discord_loop_say(scene, discord_loop_line("10", NULL, "the other"));
    discord_loop_request(scene, posts, "*the other*");
    unsigned asked =
        discord_loop_requests(scene, "POST */channels/2[0-9][0-9]/messages", "*heard*");
    assert_in_range(asked, MOST, MOST + 2); /* some of them are paid back meanwhile */
}

/* A channel that Discord does not know is gone; where somebody is seen all the same it is asked for
 * later. */
static void test_channel_is_gone(void **state)
{
    struct discord_loop *scene = *state;
    web_tell(scene->web, &(struct web_rule){.on = posts,
                                            .status = 404,
                                            .body = "{\"code\":10003,\"message\":\"Unknown\"}"});
    discord_loop_numbers(scene);
    discord_loop_say(scene, discord_loop_table("10", NULL, "One.", 1));
    assert_string_equal(discord_loop_event(scene, "REMOVED *"), "REMOVED 10 - - -");
    press(scene, 100, may_all);
    assert_string_equal(discord_loop_event(scene, "*"), "ENTERED 10 - - -"); /* it is there again */
    discord_loop_event(scene, "MESSAGE 10 *");
    discord_loop_say(scene, discord_loop_table("10", NULL, "Two.", 1));
    discord_loop_event(scene, "MUTED 10 *");
    assert_posts(scene, 1);
    wait_for(scene, 10000);
    discord_loop_event(scene, "TRY 10 *");
    discord_loop_say(scene, discord_loop_line("10", NULL, "It stands so."));
    discord_loop_request(scene, posts, "*Two.*");
}

/* A user who closed the talk is not written to again and again. */
static void test_a_closed_talk(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_talks(scene);
    web_tell(scene->web, &(struct web_rule){.on = "POST /api/v10/channels/20/messages",
                                            .times = -1,
                                            .status = 403,
                                            .body = "{\"code\":50007}"});
    for (unsigned i = 0; i < 20; i++) {
        discord_loop_write(scene, 300 + i, "10", "<@99> help");
        discord_loop_event(scene, "MESSAGE 10 7 *");
        discord_loop_answer(scene, discord_loop_line("10", "7", "For you."));
        discord_loop_event(scene, "FAILED - 7 *");
    }
    assert_int_equal(discord_loop_requests(scene, "POST */channels/20/messages", "*"), 1);
}

/* Left alone it is not left for longer by what is not sent, and who presses there is tried at once:
 * they may have opened it. */
static void test_a_talk_opens_again(void **state)
{
    struct discord_loop *scene = *state;
    struct message *talk = NULL;
    discord_loop_talks(scene);
    web_tell(scene->web, &(struct web_rule){.on = "POST /api/v10/channels/20/messages",
                                            .times = 1,
                                            .status = 403,
                                            .body = "{\"code\":50007}"});
    for (unsigned i = 0; i < 20; i++) {
        talk = discord_loop_line("10", "7", "For you.");
        talk->way = WAY_TALK;
        discord_loop_say(scene, talk);
        discord_loop_event(scene, "FAILED - 7 *");
    }
    passed += 11000;
    talk = discord_loop_line("10", "7", "It is your turn.");
    talk->way = WAY_TALK;
    discord_loop_say(scene, talk);
    discord_loop_request(scene, "POST */channels/20/messages", "*It is your turn.*");

    web_tell(scene->web, &(struct web_rule){.on = "POST /api/v10/channels/20/messages",
                                            .times = 1,
                                            .status = 403,
                                            .body = "{\"code\":50007}"});
    talk = discord_loop_line("10", "7", "For you.");
    talk->way = WAY_TALK;
    discord_loop_say(scene, talk);
    discord_loop_event(scene, "FAILED - 7 *");
    discord_loop_slash(scene, "400", "talk 20", "{\"name\":\"none\"}");
    discord_loop_event(scene, "MESSAGE - 7 *");
    talk = discord_loop_line("10", "7", "And now?");
    talk->way = WAY_TALK;
    discord_loop_say(scene, talk);
    discord_loop_request(scene, "POST */channels/20/messages", "*And now?*");
}

/* Who does something in the talk while a refusal is on its way may have opened it since: what was
 * refused is said once more. */
static void test_a_talk_opens_meanwhile(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_talks(scene);
    web_tell(scene->web, &(struct web_rule){.on = "POST /api/v10/channels/20/messages",
                                            .times = 1,
                                            .how = WEB_HOLD,
                                            .status = 403,
                                            .body = "{\"code\":50007}"});
    struct message *talk = discord_loop_line("10", "7", "For you.");
    talk->way = WAY_TALK;
    discord_loop_say(scene, talk);
    discord_loop_request(scene, "POST */channels/20/messages", "*For you.*");
    discord_loop_slash(scene, "400", "talk 20", "{\"name\":\"none\"}");
    discord_loop_event(scene, "MESSAGE - 7 *");
    web_release(scene->web);
    discord_loop_request(scene, "POST */channels/20/messages", "*For you.*");
    talk = discord_loop_line("10", "7", "And now?");
    talk->way = WAY_TALK;
    discord_loop_say(scene, talk);
    discord_loop_request(scene, "POST */channels/20/messages", "*And now?*");
}

static int begin_with_threads(void **state)
{
    return discord_loop_set_up_with(state, (const char *const[]){"threads", "on", NULL});
}

/* Where no thread may be begun the channel has the table, without a request in vain; who opens it
 * hears why, once. */
static void test_no_threads(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_numbers(scene);
    press(scene, 100, "3072");
    assert_non_null(strstr(discord_loop_event(scene, "MESSAGE 10 7 *"), " lacks threads ("));
    press(scene, 101, "3072");
    assert_null(strstr(discord_loop_event(scene, "MESSAGE 10 7 *"), "lacks"));
    discord_loop_say(scene, discord_loop_table("10", NULL, "One.", 1));
    discord_loop_request(scene, posts, "*One.*");
    assert_int_equal(discord_loop_requests(scene, "POST */threads", "*"), 0);
}

#define WITH(test)                                                                                 \
    cmocka_unit_test_setup_teardown(test, discord_loop_set_up, discord_loop_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH(test_told_by_interactions),
        WITH(test_no_right_to_write),
        WITH(test_no_access),
        WITH(test_a_refusal_is_believed),
        WITH(test_no_table),
        WITH(test_lines_alone),
        WITH(test_a_mute_table_is_tried),
        WITH(test_a_server_is_muted),
        WITH(test_channel_is_gone),
        WITH(test_a_closed_talk),
        WITH(test_a_talk_opens_again),
        WITH(test_a_talk_opens_meanwhile),
        cmocka_unit_test_setup_teardown(test_no_threads, begin_with_threads,
                                        discord_loop_tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
