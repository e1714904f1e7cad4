/* Discord's REST transport when it is limited or refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/array.h"
#include "rest_rig.h"

#define MESSAGES "POST /api/v10/channels/"
#define BUCKET(left)                                                                               \
    "X-RateLimit-Bucket: abc\r\nX-RateLimit-Limit: 5\r\nX-RateLimit-Remaining: " left              \
    "\r\nX-RateLimit-Reset-After: 0.050\r\n"

static struct gateway_loop_call *callback(const char *id)
{
    char path[64];
    snprintf(path, sizeof(path), "/interactions/%s/secret-of-it/callback", id);
    return gateway_loop_send(
        &(struct rest_request){.method = "POST",
                               .path = path,
                               .route = "POST /interactions/{}/{}/callback",
                               .major = id,
                               .class = LIMITS_CALLBACK,
                               .token_only = true,
                               .deadline = loop_now(rig.loop) + LIMITS_CALLBACK_MS,
                               .body = gateway_loop_content("c")});
}

/* -- limits -- */

static void test_remaining(void **state)
{
    (void)state;
    web_tell(rig.web, &(struct web_rule){.on = MESSAGES "1001", .headers = BUCKET("0")});
    gateway_loop_post(1001, "a");
    struct gateway_loop_call *held = gateway_loop_post(1001, "b");
    struct gateway_loop_call *other = gateway_loop_post(1002, "c");
    RIG_UNTIL(held->order);
    assert_int_equal(held->order, 3); /* behind the other channel's */
    assert_int_equal(other->order, 2);
}

/* It goes again, as the first of its bucket; another channel goes on meanwhile. */
static void test_429(void **state)
{
    (void)state;
    web_tell(rig.web, &(struct web_rule){.on = MESSAGES "1001",
                                         .times = 2,
                                         .status = 429,
                                         .headers = BUCKET("0") "Retry-After: 1\r\n",
                                         .body = "{\"retry_after\": 0.15, \"global\": false}"});
    struct gateway_loop_call *first = gateway_loop_post(1001, "a");
    struct gateway_loop_call *second = gateway_loop_post(1001, "b");
    RIG_UNTIL(web_count(rig.web) == 1 && rest_waiting(rig.rest) == 2);
    assert_true(rest_is_waiting(rig.rest, first->id)); /* nothing was carried out */
    assert_true(rest_replace(rig.rest, first->id, gateway_loop_content("a2"), NULL));
    struct gateway_loop_call *other = gateway_loop_post(1002, "c");
    RIG_UNTIL(second->order);
    assert_int_equal(other->order, 1);
    assert_int_equal(first->order, 2);
    assert_int_equal(first->status, 200);
    assert_int_equal(second->status, 200);
    assert_int_equal(web_count(rig.web), 5);
    assert_string_equal(web_request(rig.web, 3)->body, "{\"content\":\"a2\"}");
    assert_string_equal(web_request(rig.web, 4)->body, "{\"content\":\"b\"}");
}

static void test_429_always(void **state)
{
    (void)state;
    web_tell(rig.web,
             &(struct web_rule){.times = -1, .status = 429, .body = "{\"retry_after\": 0.001}"});
    struct gateway_loop_call *call = gateway_loop_done(gateway_loop_post(1001, "a"));
    assert_int_equal(call->end, REST_ANSWERED);
    assert_int_equal(call->status, 429);
    assert_int_equal(web_count(rig.web), LIMITS_TRIES);
}

/* Holds up all but what needs the token of an interaction alone. */
static void test_429_global(void **state)
{
    (void)state;
    web_tell(rig.web, &(struct web_rule){.status = 429,
                                         .headers = "X-RateLimit-Global: true\r\n",
                                         .body = "{\"retry_after\": 0.2, \"global\": true}"});
    struct gateway_loop_call *first = gateway_loop_post(1001, "a");
    RIG_UNTIL(web_count(rig.web) == 1 && rest_waiting(rig.rest) == 1);
    struct gateway_loop_call *other = gateway_loop_post(1002, "b");
    struct gateway_loop_call *token = callback("1005");
    RIG_UNTIL(first->order && other->order);
    assert_int_equal(token->order, 1);
    assert_int_equal(first->status, 200);
}

/* What stands before Discord blocks all, in HTML. */
static void test_429_edge(void **state)
{
    (void)state;
    web_tell(rig.web, &(struct web_rule){.status = 429,
                                         .headers = "Retry-After: 0.2\r\n",
                                         .body = "<html>error 1015</html>"});
    struct gateway_loop_call *first = gateway_loop_post(1001, "a");
    RIG_UNTIL(web_count(rig.web) == 1 && rest_waiting(rig.rest) == 1);
    assert_non_null(strstr(rest_trouble(rig.rest), "edge"));
    struct gateway_loop_call *token = callback("1005");
    RIG_UNTIL(web_count(rig.web) >= 2);
    assert_null(rest_trouble(rig.rest)); /* both waited for its end */
    RIG_UNTIL(first->order && token->order);
    assert_int_equal(first->status, 200);
    assert_int_equal(token->status, 200);
    assert_non_null(strstr(rig.log, "edge blocks us"));
    assert_int_equal(rig.troubles, 0);
}

/* -- refused -- */

static void test_401(void **state)
{
    static const char body[] = "{\"message\": \"401: Unauthorized\", \"code\": 0}";
    (void)state;
    web_tell(rig.web, &(struct web_rule){.times = 2, .how = WEB_HOLD, .status = 401, .body = body});
    struct gateway_loop_call *first = gateway_loop_post(1001, "a");
    struct gateway_loop_call *second = gateway_loop_post(1002, "b");
    struct gateway_loop_call *third = gateway_loop_post(1001, "c");
    RIG_UNTIL(web_held(rig.web) == 2);
    web_release(rig.web);
    RIG_UNTIL(first->order && second->order && third->order);
    assert_int_equal(first->end, REST_ANSWERED);
    assert_int_equal(first->status, 401);
    assert_int_equal(third->end, REST_REFUSED);
    assert_int_equal(third->status, 0);
    assert_int_equal(rig.troubles, 1);
    assert_int_equal(gateway_loop_post(1003, "d")->id, 0);
    assert_int_equal(web_count(rig.web), 2);
}

/* A token of an interaction that is too old is no trouble. */
static void test_401_token(void **state)
{
    (void)state;
    web_tell(rig.web,
             &(struct web_rule){.status = 401, .body = "{\"code\": 50027, \"message\": \"old\"}"});
    struct gateway_loop_call *old = gateway_loop_done(callback("1005"));
    assert_int_equal(old->status, 401);
    assert_int_equal(old->code, 50027);
    struct gateway_loop_call *next = gateway_loop_done(gateway_loop_post(1001, "a"));
    assert_int_equal(next->status, 200);
    assert_int_equal(rig.troubles, 0);
}

/* It stops before Discord bans, and says so. */
static void test_ban_guard(void **state)
{
    (void)state;
    gateway_loop_start(&(struct rest_setup){.invalid_max = 4});
    web_tell(rig.web, &(struct web_rule){.times = -1, .status = 403});
    for (unsigned i = 0; i < 2; i++) {
        gateway_loop_done(gateway_loop_post(1001, "a"));
    }
    assert_non_null(strstr(rest_trouble(rig.rest), "too many"));
    struct gateway_loop_call *late = gateway_loop_done(gateway_loop_send(&(struct rest_request){
        .method = "GET", .path = "/gateway/bot", .deadline = loop_now(rig.loop) + 30}));
    assert_int_equal(late->end, REST_LATE);
    assert_int_equal(web_count(rig.web), 2);
    assert_non_null(strstr(rig.log, "too many requests were refused"));
}

static uint32_t counted[4];
static unsigned counts;

static void on_count(void *arg, const uint32_t invalid[AUTHS])
{
    (void)arg;
    assert_in_range(counts, 0, 3);
    assert_int_equal(invalid[AUTH_INTERACTION], 7);
    counted[counts++] = invalid[AUTH_BOT];
}

/* What an earlier process was refused is part of it, and a later one is told. */
static void test_ban_guard_over_a_restart(void **state)
{
    (void)state;
    gateway_loop_start(&(struct rest_setup){.invalid_max = 334, .count = on_count});
    rest_recall(rig.rest, (const uint32_t[AUTHS]){198, 7});
    web_tell(rig.web, &(struct web_rule){.times = -1, .status = 403});
    for (unsigned i = 0; i < 2; i++) {
        struct gateway_loop_call *call = gateway_loop_post(1001, "a");
        assert_null(rest_trouble(rig.rest));
        RIG_UNTIL(call->order);
    }
    assert_non_null(strstr(rest_trouble(rig.rest), "too many"));
    assert_int_equal(counts, 1);
    assert_int_equal(counted[0], 200);
}

static char blamed[256];

static void on_refused(void *arg, const char *address, enum rest_auth way)
{
    (void)arg;
    size_t length = strlen(blamed);
    snprintf(blamed + length, sizeof(blamed) - length, "%s%s ", address,
             way == AUTH_INTERACTION ? " (answer)" : "");
}

/* What is refused is told with whom it was for; what is not there, too, but for a message that was
 * taken away. */
static void test_refused_is_told(void **state)
{
    static const struct {
        unsigned status;
        const char *body;
    } rows[] = {{403, "{\"code\":50013}"},
                {404, "{\"code\":10003}"},
                {404, "{\"code\":10008}"},
                {400, "{\"code\":50006}"},
                {200, "{}"}};
    (void)state;
    gateway_loop_start(&(struct rest_setup){.refused = on_refused});
    blamed[0] = '\0';
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        char address[8];
        snprintf(address, sizeof(address), "%u", i);
        web_tell(rig.web,
                 &(struct web_rule){.times = 2, .status = rows[i].status, .body = rows[i].body});
        for (unsigned token = 0; token < 2; token++) {
            gateway_loop_done(
                gateway_loop_send(&(struct rest_request){.method = "POST",
                                                         .path = "/channels/1/messages",
                                                         .address = address,
                                                         .token_only = token == 1,
                                                         .deadline = UINT64_MAX}));
        }
    }
    assert_string_equal(blamed, "0 0 (answer) 1 1 (answer) ");
}

/* -- while nothing may be sent -- */

static bool allowed;
static unsigned still;   /* so often it is, though not `allowed` */
static unsigned in_vain; /* how often it was asked, and was not */

static bool may_send(void *arg)
{
    (void)arg;
    if (allowed || still > 0) {
        still -= still > 0;
        return true;
    }
    in_vain++;
    return false;
}

static void test_nothing_may_be_sent(void **state)
{
    (void)state;
    allowed = false;
    gateway_loop_start(&(struct rest_setup){.may_send = may_send});
    struct gateway_loop_call *late =
        gateway_loop_send(&(struct rest_request){.method = "POST",
                                                 .path = "/interactions/7/s/callback",
                                                 .route = "POST /interactions/{}/{}/callback",
                                                 .major = "7",
                                                 .class = LIMITS_CALLBACK,
                                                 .token_only = true,
                                                 .deadline = loop_now(rig.loop) + 100,
                                                 .body = gateway_loop_content("c")});
    struct gateway_loop_call *post = gateway_loop_post(1001, "a");
    RIG_UNTIL(late->order);
    assert_int_equal(late->end, REST_LATE);
    assert_int_equal(web_count(rig.web), 0);
    assert_true(rest_is_waiting(rig.rest, post->id));
    allowed = true;
    RIG_UNTIL(post->order);
    assert_int_equal(post->end, REST_ANSWERED);
}

/* Nor what had begun by then, and has its connection only now. */
static void test_nothing_goes_out_that_has_begun(void **state)
{
    enum { TAKEN_AND_BEGUN = 2, OFTEN = 20 };
    (void)state;
    allowed = false;
    still = TAKEN_AND_BEGUN;
    in_vain = 0;
    gateway_loop_start(&(struct rest_setup){.may_send = may_send, .again_ms = 1});
    struct gateway_loop_call *post = gateway_loop_post(1001, "a"); /* which is never sent twice */
    RIG_UNTIL(in_vain > OFTEN || web_count(rig.web) > 0);
    assert_int_equal(web_count(rig.web), 0);
    assert_int_equal(still, 0);
    assert_null(strstr(rig.log, "cannot be reached"));
    allowed = true;
    RIG_UNTIL(post->order);
    assert_int_equal(post->end, REST_ANSWERED);
    assert_int_equal(web_count(rig.web), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(test_nothing_may_be_sent),
        RIG_TEST(test_nothing_goes_out_that_has_begun),
        RIG_TEST(test_remaining),
        RIG_TEST(test_429),
        RIG_TEST(test_429_always),
        RIG_TEST(test_429_global),
        RIG_TEST(test_429_edge),
        RIG_TEST(test_401),
        RIG_TEST(test_401_token),
        RIG_TEST(test_ban_guard),
        RIG_TEST(test_ban_guard_over_a_restart),
        RIG_TEST(test_refused_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
