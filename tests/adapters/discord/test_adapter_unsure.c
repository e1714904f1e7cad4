/* What may have been carried out, or not: it is said again until that is known, and shown once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "discord_loop.h"

/* What is put off for seconds comes at once, as if they had passed (the linker puts this in
 * between). */
enum { AGAIN_MIN = 1900, AGAIN_MAX = 4000 };
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
    bool skips = milliseconds >= AGAIN_MIN && milliseconds <= AGAIN_MAX;
    passed += skips ? milliseconds : 0;
    __real_timer_set(timer, skips ? 0 : milliseconds);
}

static const char *const posts = "POST /api/v10/channels/10/messages";

/* How many requests of that line said just what `request` does. */
static unsigned alike(const struct discord_loop *scene, const struct web_request *request)
{
    unsigned count = 0;
    for (unsigned i = 0; i < web_count(scene->web); i++) {
        const struct web_request *at = web_request(scene->web, i);
        count += strcmp(at->line, request->line) == 0 && strcmp(at->body, request->body) == 0;
    }
    return count;
}

/* Discord may have shown the first one: with the same nonce and words it is surely shown once. */
static void test_not_known_whether_it_is_shown(void **state)
{
    struct discord_loop *scene = *state;
    web_tell(scene->web, &(struct web_rule){.on = posts, .status = 524, .body = "too late"});
    web_tell(scene->web, &(struct web_rule){.on = posts, .body = "{\"id\":\"900\"}"});
    discord_loop_numbers(scene);
    discord_loop_say(scene, discord_loop_line("10", NULL, "Ann plays."));
    discord_loop_say(scene, discord_loop_call("Board one.", "8", 1));
    const struct web_request *first = discord_loop_request(scene, posts, "*Board one.*Ann plays.*");
    discord_loop_say(scene, discord_loop_line("10", NULL, "Bob plays."));
    discord_loop_say(scene, discord_loop_call("Board two.", "9", 2));
    const struct web_request *next = discord_loop_request(scene, posts, "*Board two.*Bob plays.*");
    assert_null(strstr(next->body, "Board one."));
    assert_int_equal(alike(scene, first), 2);
    discord_loop_request(scene, "DELETE /api/v10/channels/10/messages/900", "*");
    assert_int_equal(discord_loop_requests(scene, posts, "*"), 3);
}

static void test_not_known_whether_lines_are_shown(void **state)
{
    struct discord_loop *scene = *state;
    web_tell(scene->web, &(struct web_rule){.on = posts, .status = 524});
    discord_loop_numbers(scene);
    discord_loop_say(scene, discord_loop_line("10", NULL, "line one"));
    const struct web_request *first = discord_loop_request(scene, posts, "*line one*");
    discord_loop_say(scene, discord_loop_line("10", NULL, "line two"));
    const struct web_request *next = discord_loop_request(scene, posts, "*line two*");
    assert_null(strstr(next->body, "line one"));
    assert_int_equal(alike(scene, first), 2);
    assert_int_equal(discord_loop_requests(scene, posts, "*"), 3);
}

static void test_not_known_whether_the_last_board_is_shown(void **state)
{
    struct discord_loop *scene = *state;
    struct message *last = discord_loop_line("10", NULL, "Ann has won.");
    last->purpose = PURPOSE_BOARD;
    web_tell(scene->web, &(struct web_rule){.on = posts, .status = 524});
    discord_loop_numbers(scene);
    discord_loop_say(scene, last);
    const struct web_request *first = discord_loop_request(scene, posts, "*Ann has won.*");
    SCENE_UNTIL(scene, alike(scene, first) == 2);
    discord_loop_say(scene, discord_loop_line("10", NULL, "Hello."));
    const struct web_request *next = discord_loop_request(scene, posts, "*Hello.*");
    assert_null(strstr(next->body, "won"));
    assert_int_equal(discord_loop_requests(scene, "P*", "*"), 3);
}

/* What is refused was not shown, though before that it might have been. */
static void test_not_known_then_refused(void **state)
{
    struct discord_loop *scene = *state;
    web_tell(scene->web, &(struct web_rule){.on = posts, .status = 524});
    web_tell(scene->web, &(struct web_rule){.on = posts,
                                            .status = 403,
                                            .body = "{\"code\":50013,\"message\":\"Missing\"}"});
    discord_loop_numbers(scene);
    discord_loop_say(scene, discord_loop_table("10", NULL, "One.", 1));
    discord_loop_event(scene, "MUTED 10 *");
    discord_loop_tell(scene, "CHANNEL_UPDATE", "{\"id\":\"10\",\"guild_id\":\"50\"}");
    discord_loop_event(scene, "TRY 10 *");
    discord_loop_say(scene, discord_loop_line("10", NULL, "Still here."));
    discord_loop_request(scene, posts, "*One.*Still here.*");
    assert_int_equal(discord_loop_requests(scene, posts, "*One.*"), 3);
}

static void test_old_one_is_removed_in_the_end(void **state)
{
    struct discord_loop *scene = *state;
    web_tell(scene->web, &(struct web_rule){.on = "DELETE", .times = 2, .status = 524});
    discord_loop_numbers(scene);
    discord_loop_say(scene, discord_loop_table("10", NULL, "One.", 1));
    SCENE_UNTIL(scene, discord_loop_kept(scene, "board 10"));
    discord_loop_say(scene, discord_loop_line("10", NULL, "Ann plays."));
    discord_loop_say(scene, discord_loop_call("Two.", "8", 2));
    const struct web_request *first = discord_loop_request(scene, "DELETE *", "*");
    SCENE_UNTIL(scene, alike(scene, first) == 3);
    discord_loop_say(scene, discord_loop_line("10", NULL, "Bob plays."));
    discord_loop_say(scene, discord_loop_call("Three.", "9", 3));
    SCENE_UNTIL(scene, discord_loop_requests(scene, "DELETE *", "*") == 4);
    assert_int_equal(alike(scene, first), 3);
}

static void test_old_one_is_removed_after_a_restart(void **state)
{
    struct discord_loop *scene = *state;
    web_tell(scene->web, &(struct web_rule){.on = posts, .body = "{\"id\":\"900\"}"});
    discord_loop_numbers(scene);
    discord_loop_say(scene, discord_loop_table("10", NULL, "One.", 1));
    SCENE_UNTIL(scene, discord_loop_kept(scene, "board 10"));
    web_tell(scene->web, &(struct web_rule){.on = "DELETE", .how = WEB_HOLD});
    discord_loop_say(scene, discord_loop_line("10", NULL, "Ann plays."));
    discord_loop_say(scene, discord_loop_call("Two.", "8", 2));
    SCENE_UNTIL(scene, web_held(scene->web) == 1);
    discord_loop_stop(scene);
    assert_string_equal(discord_loop_kept(scene, "old boards"), "10/900 ");
    discord_loop_start(scene);
    SCENE_UNTIL(scene, discord_loop_requests(scene, "DELETE */channels/10/messages/900", "*") == 2);
    discord_loop_stop(scene);
    assert_null(discord_loop_kept(scene, "old boards"));
}

/* The end comes before its answer: the next process finds it by its nonce, and goes on with it. */
static void test_not_answered_before_a_restart(void **state)
{
    struct discord_loop *scene = *state;
    char nonce[64];
    web_tell(scene->web, &(struct web_rule){.on = posts, .how = WEB_HOLD});
    web_tell(scene->web, &(struct web_rule){.on = posts, .body = "{\"id\":\"900\"}"});
    discord_loop_numbers(scene);
    discord_loop_say(scene, discord_loop_line("10", NULL, "Ann plays."));
    discord_loop_say(scene, discord_loop_call("Board one.", "8", 1));
    const struct web_request *sent = discord_loop_request(scene, posts, "*Board one.*Ann plays.*");
    const char *at = strstr(sent->body, "\"nonce\":");
    assert_non_null(at);
    snprintf(nonce, sizeof(nonce), "*%.*s,*", (int)strcspn(at, ","), at);
    discord_loop_stop(scene);
    discord_loop_start(scene);
    SCENE_UNTIL(scene, scene->gate.count > 1);
    discord_loop_say(scene, discord_loop_line("10", NULL, "We go on."));
    discord_loop_say(scene, discord_loop_call("Board two.", "9", 2));
    discord_loop_request(scene, posts, nonce);
    discord_loop_request(scene, posts, "*Board two.*We go on.*");
    discord_loop_request(scene, "DELETE /api/v10/channels/10/messages/900", "*");
    SCENE_UNTIL(scene, !discord_loop_kept(scene, "sent 10"));
    assert_int_equal(discord_loop_requests(scene, posts, nonce), 2);
    assert_int_equal(discord_loop_requests(scene, posts, "*We go on.*"), 1);
}

/* What is to go is known to a process that comes after one that was killed. */
static void test_old_one_is_known_at_any_time(void **state)
{
    struct discord_loop *scene = *state;
    discord_loop_numbers(scene);
    discord_loop_say(scene, discord_loop_table("10", NULL, "One.", 1));
    discord_loop_board_after(scene, NULL);
    web_tell(scene->web, &(struct web_rule){.on = "DELETE", .how = WEB_HOLD});
    discord_loop_say(scene, discord_loop_call("Two.", "8", 2));
    discord_loop_request(scene, "DELETE *", "*");
    assert_non_null(discord_loop_kept(scene, "old boards"));
    web_release(scene->web);
    SCENE_UNTIL(scene, !discord_loop_kept(scene, "old boards"));
}

#define WITH(test)                                                                                 \
    cmocka_unit_test_setup_teardown(test, discord_loop_set_up, discord_loop_tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        WITH(test_not_known_whether_it_is_shown),
        WITH(test_not_known_whether_lines_are_shown),
        WITH(test_not_known_whether_the_last_board_is_shown),
        WITH(test_not_known_then_refused),
        WITH(test_old_one_is_removed_in_the_end),
        WITH(test_old_one_is_removed_after_a_restart),
        WITH(test_not_answered_before_a_restart),
        WITH(test_old_one_is_known_at_any_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
