/* Discord's REST transport when answers fail, are lost or are too large, and when it is stopped. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "adapters/curl/http.h"
#include "base/array.h"
#include "rest_rig.h"

#define MESSAGES "POST /api/v10/channels/"

/* One that may be carried out twice. */
static struct gateway_loop_call *repeated(const char *method)
{
    return gateway_loop_send(&(struct rest_request){.method = method,
                                                    .path = "/channels/1001/messages/1002",
                                                    .class = LIMITS_TABLE,
                                                    .repeat = true,
                                                    .body = gateway_loop_content("r")});
}

/* -- a server in trouble -- */

static void test_500(void **state)
{
    (void)state;
    web_tell(rig.web, &(struct web_rule){.on = MESSAGES, .status = 500});
    struct gateway_loop_call *once = gateway_loop_done(gateway_loop_post(1001, "a"));
    assert_int_equal(once->end, REST_ANSWERED);
    assert_int_equal(once->status, 500);
    assert_int_equal(web_count(rig.web), 1);
    static const unsigned failing[] = {500, 502, 503, 504};
    for (unsigned i = 0; i < 4; i++) {
        web_tell(rig.web, &(struct web_rule){.status = failing[i], .body = "<html>"});
    }
    struct gateway_loop_call *again = gateway_loop_done(repeated("PATCH"));
    assert_int_equal(again->status, 200);
    assert_int_equal(web_count(rig.web), 6);
    web_tell(rig.web, &(struct web_rule){.status = 501});
    struct gateway_loop_call *never = gateway_loop_done(repeated("PATCH"));
    assert_int_equal(never->status, 501);
    assert_int_equal(web_count(rig.web), 7);
}

static void test_500_always(void **state)
{
    (void)state;
    web_tell(rig.web, &(struct web_rule){.times = -1, .status = 503});
    struct gateway_loop_call *call = gateway_loop_done(repeated("PUT"));
    assert_int_equal(call->end, REST_ANSWERED);
    assert_int_equal(call->status, 503);
    assert_int_equal(web_count(rig.web), LIMITS_TRIES);
}

/* A POST whose answer is lost is never sent twice, not even where a connection was kept, on which
 * curl by itself would. */
static void test_lost(void **state)
{
    (void)state;
    for (unsigned kept = 0; kept < 2; kept++) {
        unsigned before = web_count(rig.web);
        web_tell(rig.web, &(struct web_rule){.on = MESSAGES "1009", .how = WEB_DROP});
        struct gateway_loop_call *call = gateway_loop_done(gateway_loop_post(1009, "a"));
        assert_int_equal(call->end, REST_LOST);
        assert_int_equal(call->status, 0);
        struct gateway_loop_call *next = gateway_loop_done(gateway_loop_edit(1001, "b"));
        assert_int_equal(next->status, 200);
        assert_int_equal(web_count(rig.web), before + 2);
    }
}

/* The same without a body. */
static void test_lost_empty(void **state)
{
    (void)state;
    gateway_loop_done(gateway_loop_edit(1001, "a"));
    web_tell(rig.web, &(struct web_rule){.on = MESSAGES "1001/typing", .how = WEB_DROP});
    struct gateway_loop_call *call = gateway_loop_done(gateway_loop_send(
        &(struct rest_request){.method = "POST", .path = "/channels/1001/typing"}));
    assert_int_equal(call->end, REST_LOST);
    assert_int_equal(web_count(rig.web), 2);
}

static void test_lost_repeated(void **state)
{
    static const enum web_how hows[] = {WEB_DROP, WEB_DROP_HEAD, WEB_CUT};
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        web_tell(rig.web, &(struct web_rule){.on = "PATCH", .how = hows[i]});
        struct gateway_loop_call *call = gateway_loop_done(repeated("PATCH"));
        assert_int_equal(call->end, REST_ANSWERED);
        assert_int_equal(call->status, 200);
        assert_int_equal(web_count(rig.web), 2 * (i + 1));
    }
    web_tell(rig.web, &(struct web_rule){.times = -1, .how = WEB_DROP});
    struct gateway_loop_call *call = gateway_loop_done(repeated("PATCH"));
    assert_int_equal(call->end, REST_LOST);
}

/* It was carried out, but what came of it is not known. */
static void test_cut(void **state)
{
    (void)state;
    web_tell(rig.web, &(struct web_rule){.how = WEB_CUT, .body = "{\"id\": \"1\"}"});
    struct gateway_loop_call *call = gateway_loop_done(gateway_loop_post(1001, "a"));
    assert_int_equal(call->end, REST_LOST);
    assert_int_equal(call->status, 200);
    assert_string_equal(call->body, "");
    assert_int_equal(web_count(rig.web), 1);
}

/* What may have been carried out is not taken back, and a POST keeps its words. */
static void test_open(void **state)
{
    (void)state;
    gateway_loop_start(&(struct rest_setup){.again_ms = 400});
    web_tell(rig.web, &(struct web_rule){.on = "POST", .how = WEB_DROP});
    web_tell(rig.web, &(struct web_rule){.on = "PATCH", .how = WEB_DROP});
    struct gateway_loop_call *post = repeated("POST");
    struct gateway_loop_call *patch = repeated("PATCH");
    RIG_UNTIL(web_count(rig.web) == 2 && rest_waiting(rig.rest) == 2);
    assert_false(rest_is_waiting(rig.rest, post->id));
    assert_false(rest_cancel(rig.rest, post->id));
    assert_false(rest_cancel(rig.rest, patch->id));
    assert_false(rest_replace(rig.rest, post->id, gateway_loop_content("new"), NULL));
    assert_true(rest_replace(rig.rest, patch->id, gateway_loop_content("new"), NULL));
    RIG_UNTIL(post->order && patch->order);
    unsigned posts = 0;
    for (unsigned i = 2; i < 4; i++) {
        const struct web_request *request = web_request(rig.web, i);
        bool is_post = strncmp(request->line, "POST", 4) == 0;
        assert_string_equal(request->body,
                            is_post ? "{\"content\":\"r\"}" : "{\"content\":\"new\"}");
        posts += is_post;
    }
    assert_int_equal(posts, 1);
}

/* The same where curl by itself sent it once more: the answer tells of the second alone. */
static void test_open_limited(void **state)
{
    (void)state;
    gateway_loop_done(gateway_loop_edit(1001, "a"));
    web_tell(rig.web, &(struct web_rule){.on = "POST", .how = WEB_DROP});
    web_tell(rig.web, &(struct web_rule){.on = "POST",
                                         .status = 429,
                                         .headers = "retry-after: 1\r\n"
                                                    "x-ratelimit-scope: user\r\n",
                                         .body = "{\"retry_after\": 0.3}"});
    struct gateway_loop_call *post = repeated("POST");
    RIG_UNTIL(web_count(rig.web) == 3 && rest_waiting(rig.rest) == 1);
    assert_false(rest_is_waiting(rig.rest, post->id));
    assert_false(rest_replace(rig.rest, post->id, gateway_loop_content("new"), NULL));
    gateway_loop_done(post);
    assert_int_equal(post->status, 200);
    assert_string_equal(web_request(rig.web, 3)->body, "{\"content\":\"r\"}");
}

/* Where no connection comes about, nothing was carried out, and all is tried again. */
static void test_no_server(void **state)
{
    (void)state;
    gateway_loop_start(&(struct rest_setup){.base = "http://127.0.0.1:1/api/"});
    struct gateway_loop_call *call = gateway_loop_done(gateway_loop_post(1001, "a"));
    assert_int_equal(call->end, REST_LATE);
    assert_int_equal(call->status, 0);
    unsigned tries = 0;
    for (const char *at = rig.log; (at = strstr(at, "/messages] no")); at++) {
        tries++;
    }
    assert_int_equal(tries, LIMITS_TRIES);
    const char *said = strstr(rig.log, "cannot be reached");
    assert_non_null(said);
    assert_null(strstr(said + 1, "cannot be reached")); /* once */
}

/* The server goes, and comes back. */
static void test_outage(void **state)
{
    (void)state;
    gateway_loop_start(&(struct rest_setup){.again_ms = 50});
    gateway_loop_done(gateway_loop_post(1001, "a"));
    unsigned port = web_port(rig.web);
    web_close(rig.web);
    rig.web = NULL;
    struct gateway_loop_call *call = gateway_loop_post(1001, "b");
    RIG_UNTIL(strstr(rig.log, "cannot be reached"));
    RIG_UNTIL(rest_is_waiting(rig.rest, call->id)); /* it may be on its way again by now */
    rig.web = web_open(rig.loop, port);
    RIG_UNTIL(call->order);
    assert_int_equal(call->status, 200);
    assert_non_null(strstr(rig.log, "can be reached again"));
    assert_int_equal(web_count(rig.web), 1);
}

/* An answer to an interaction is worth nothing a second after its deadline. */
static void test_silence(void **state)
{
    (void)state;
    web_tell(rig.web, &(struct web_rule){.how = WEB_HOLD});
    struct gateway_loop_call *call = gateway_loop_done(
        gateway_loop_send(&(struct rest_request){.method = "POST",
                                                 .path = "/interactions/1005/secret-of-it/callback",
                                                 .class = LIMITS_CALLBACK,
                                                 .token_only = true,
                                                 .deadline = loop_now(rig.loop) + 100,
                                                 .body = gateway_loop_content("a")}));
    assert_int_equal(call->end, REST_LOST);
    assert_int_equal(web_count(rig.web), 1);
}

/* -- bounds -- */

static void test_large(void **state)
{
    char *body = malloc(HTTP_BODY + 2);
    (void)state;
    assert_non_null(body);
    memset(body, 'a', HTTP_BODY + 1);
    memcpy(body, "[\"", 2);
    memcpy(body + HTTP_BODY - 2, "\"]", 3);
    web_tell(rig.web, &(struct web_rule){.body = body});
    struct gateway_loop_call *fits = gateway_loop_done(repeated("GET"));
    assert_int_equal(fits->end, REST_ANSWERED);
    assert_memory_equal(fits->body, "[\"aaaa", 6);
    memcpy(body + HTTP_BODY - 2, "a\"]", 4);
    web_tell(rig.web, &(struct web_rule){.body = body});
    struct gateway_loop_call *large = gateway_loop_done(repeated("GET"));
    assert_int_equal(large->end, REST_LOST);
    assert_int_equal(large->status, 200);
    assert_int_equal(web_count(rig.web), 2);
    free(body);
}

/* Answers in other shapes, and what is none. */
static void test_shapes(void **state)
{
    static char many[320000];
    const struct {
        const char *text, *body;
        enum rest_end end;
        unsigned status;
    } rows[] = {
        {"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nX-RateLimit-Bucket: x\r\n\r\n"
         "HTTP/1.1 201 Made\r\nContent-Length: 6\r\n\r\n{\"a\":1",
         "", REST_ANSWERED, 201},
        {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n[1,\r\n2\r\n2]\r\n0\r\nX: "
         "y\r\n\r\n",
         "[1,2]", REST_ANSWERED, 200},
        {"HTTP/1.1 200\r\n\r\n[3]", "[3]", REST_ANSWERED, 200}, /* ends with the connection */
        {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n[1,\r\n", "", REST_LOST, 200},
        {"HTTP/1.1 200 OK\r\nContent-Le", "", REST_LOST, 200},
        {"220 mail.example ESMTP\r\n\r\n", "", REST_LOST, 0},
        {many, "", REST_LOST, 200},
    };
    (void)state;
    int head = snprintf(many, sizeof(many), "HTTP/1.1 200 OK\r\nX: ");
    memset(many + head, 'a', sizeof(many) - 1 - (size_t)head);
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        web_tell(rig.web, &(struct web_rule){.how = WEB_RAW, .body = rows[i].text});
        struct gateway_loop_call *call = gateway_loop_done(gateway_loop_post(1001, "a"));
        assert_int_equal(call->end, rows[i].end);
        assert_int_equal(call->status, rows[i].status);
        assert_string_equal(call->body, rows[i].body);
        assert_int_equal(web_count(rig.web), i + 1);
    }
}

/* Neither a redirect nor a proxy of the environment leads the token elsewhere. */
static void test_elsewhere(void **state)
{
    (void)state;
    setenv("http_proxy", "http://127.0.0.1:1", 1);
    setenv("all_proxy", "http://127.0.0.1:1", 1);
    gateway_loop_start(NULL);
    web_tell(rig.web, &(struct web_rule){.status = 302, .headers = "Location: /elsewhere\r\n"});
    struct gateway_loop_call *call = gateway_loop_done(
        gateway_loop_send(&(struct rest_request){.method = "GET", .path = "/users/../users/@me"}));
    assert_int_equal(call->status, 302);
    assert_int_equal(web_count(rig.web), 1);
    assert_string_equal(web_request(rig.web, 0)->line, "GET /api/v10/users/../users/@me");
    unsetenv("http_proxy");
    unsetenv("all_proxy");
}

/* -- stopping -- */

static void test_stop(void **state)
{
    (void)state;
    web_tell(rig.web, &(struct web_rule){.times = 2, .how = WEB_HOLD});
    struct gateway_loop_call *flying = gateway_loop_post(1001, "a");
    struct gateway_loop_call *info = gateway_loop_send(
        &(struct rest_request){.method = "GET", .path = "/users/@me", .class = LIMITS_INFO});
    RIG_UNTIL(web_held(rig.web) == 2);
    struct gateway_loop_call *waiting = gateway_loop_post(1001, "b");
    struct gateway_loop_call *curious = gateway_loop_send(
        &(struct rest_request){.method = "GET", .path = "/users/@me", .class = LIMITS_INFO});
    rest_stop(rig.rest, 20000, gateway_loop_stopped, NULL);
    assert_int_equal(gateway_loop_post(1002, "c")->id, 0);
    assert_int_equal(curious->order, 0); /* never from inside */
    RIG_UNTIL(curious->order);
    assert_int_equal(curious->end, REST_STOPPED);
    assert_int_equal(rig.stops, 0);
    web_release(rig.web);
    RIG_UNTIL(rig.stops);
    assert_int_equal(flying->end, REST_ANSWERED);
    assert_int_equal(info->end, REST_ANSWERED);
    assert_int_equal(waiting->end, REST_ANSWERED);
    assert_int_equal(rig.told, 4);
}

static void stopped_destroys(void *arg)
{
    (void)arg;
    rest_destroy(rig.rest);
    rig.rest = NULL;
    rig.stops++;
}

/* Patience ends. */
static void test_stop_held(void **state)
{
    (void)state;
    web_tell(rig.web, &(struct web_rule){.how = WEB_HOLD});
    struct gateway_loop_call *flying = gateway_loop_post(1001, "a");
    struct gateway_loop_call *waiting = gateway_loop_post(1001, "b");
    RIG_UNTIL(web_held(rig.web) == 1);
    rest_stop(rig.rest, 20, stopped_destroys, NULL);
    RIG_UNTIL(rig.stops);
    assert_int_equal(flying->end, REST_STOPPED);
    assert_int_equal(waiting->end, REST_STOPPED);
    assert_int_equal(web_count(rig.web), 1);
}

static void test_stop_idle(void **state)
{
    (void)state;
    rest_stop(rig.rest, 20000, stopped_destroys, NULL);
    assert_int_equal(rig.stops, 0);
    RIG_UNTIL(rig.stops);
}

/* In the middle of all. */
static void test_destroy(void **state)
{
    (void)state;
    web_tell(rig.web, &(struct web_rule){.on = MESSAGES "1001", .how = WEB_HOLD});
    struct gateway_loop_call *first = gateway_loop_post(1002, "a");
    gateway_loop_post(1001, "a");
    gateway_loop_post(1001, "b");
    RIG_UNTIL(web_held(rig.web) == 1 && first->order);
    gateway_loop_post(1003, "c");
    rest_stop(rig.rest, 20000, gateway_loop_stopped, NULL);
    gateway_loop_close();
    assert_int_equal(rig.told, 1);
    assert_int_equal(rig.stops, 0);
}

/* -- what callbacks may -- */

static void then_more(void)
{
    gateway_loop_post(1002, "more");
    assert_true(rest_replace(rig.rest, rig.calls[1].id, gateway_loop_content("b2"), NULL));
    assert_true(rest_cancel(rig.rest, rig.calls[2].id));
}

static void then_stop(void)
{
    rest_stop(rig.rest, 20000, gateway_loop_stopped, NULL);
}

static void test_callbacks(void **state)
{
    (void)state;
    gateway_loop_post(1001, "a")->then = then_more;
    gateway_loop_post(1001, "b")->then = then_stop;
    gateway_loop_post(1001, "c");
    RIG_UNTIL(rig.stops);
    assert_int_equal(rig.told, 3);
    assert_int_equal(rig.calls[2].order, 0);
    assert_int_equal(rig.calls[3].status, 200);
    assert_int_equal(web_count(rig.web), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(test_500),        RIG_TEST(test_500_always),    RIG_TEST(test_lost),
        RIG_TEST(test_lost_empty), RIG_TEST(test_lost_repeated), RIG_TEST(test_cut),
        RIG_TEST(test_open),       RIG_TEST(test_open_limited),  RIG_TEST(test_no_server),
        RIG_TEST(test_outage),     RIG_TEST(test_silence),       RIG_TEST(test_large),
        RIG_TEST(test_shapes),     RIG_TEST(test_elsewhere),     RIG_TEST(test_stop),
        RIG_TEST(test_stop_held),  RIG_TEST(test_stop_idle),     RIG_TEST(test_destroy),
        RIG_TEST(test_callbacks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
