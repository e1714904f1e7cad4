/* Discord's REST transport: what goes out, what comes back, what waits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/array.h"
#include "rest_rig.h"
#include "tests/real/tls_files.h"

#define MESSAGES "POST /api/v10/channels/"

static void assert_header(const struct web_request *request, const char *name, const char *value)
{
    char text[256];
    assert_string_equal(web_header(request, name, text, sizeof(text)), value);
}

/* -- out and back -- */

/* The agent of that request names the page and our version. */
static void assert_agent(const struct web_request *request, const char *wanted)
{
    char agent[256], home[160], version[16];
    web_header(request, "User-Agent", agent, sizeof(agent));
    assert_int_equal(sscanf(agent, "DiscordBot (%159[^,], %15[0-9.])", home, version), 2);
    assert_string_equal(home, wanted);
}

/* Unless it is told where its page is, it claims none: the domain is reserved (RFC 2606). */
static void test_page_of_the_bot(void **state)
{
    char url[128];
    char top[64];
    (void)state;
    assert_int_equal(sscanf(REST_HOMEPAGE, "https://%63[a-z.]/", url), 1);
    snprintf(top, sizeof(top), "%s", strrchr(url, '.'));
    assert_string_equal(top, ".example");
    struct gateway_loop_call *call = gateway_loop_post(1001, "");
    RIG_UNTIL(call->order);
    assert_agent(web_request(rig.web, 0), REST_HOMEPAGE);
    gateway_loop_start(&(struct rest_setup){.homepage = "https://bots.example.org/talon"});
    call = gateway_loop_post(1001, "");
    RIG_UNTIL(call->order);
    assert_agent(web_request(rig.web, 1), "https://bots.example.org/talon");
}

static void test_post(void **state)
{
    (void)state;
    web_tell(rig.web, &(struct web_rule){.body = "{\"id\": \"77\", \"n\": [1, 2]}"});
    struct gateway_loop_call *call = gateway_loop_post(1001, "h\303\251 \"you\"");
    assert_int_not_equal(call->id, 0);
    assert_int_equal(call->order, 0); /* never from inside */
    RIG_UNTIL(call->order);
    assert_int_equal(call->end, REST_ANSWERED);
    assert_int_equal(call->status, 200);
    assert_int_equal(call->code, 0);
    assert_string_equal(call->body, "{\"id\":\"77\",\"n\":[1,2]}");
    const struct web_request *request = web_request(rig.web, 0);
    assert_string_equal(request->line, MESSAGES "1001/messages");
    assert_string_equal(request->body, "{\"content\":\"h\303\251 \\\"you\\\"\"}");
    assert_header(request, "Authorization", "Bot secret-token");
    assert_header(request, "Content-Type", "application/json");
    assert_header(request, "Expect", "");
    assert_agent(request, REST_HOMEPAGE);
    assert_false(rest_is_waiting(rig.rest, call->id));
}

/* Every method, with a body and without. */
static void test_methods(void **state)
{
    static const struct {
        const char *method, *body, *length;
        unsigned status;
    } rows[] = {{"GET", NULL, "", 200},    {"DELETE", NULL, "", 204}, {"PUT", NULL, "0", 204},
                {"POST", NULL, "0", 204},  {"PATCH", "a", "15", 200}, {"PUT", "a", "15", 200},
                {"DELETE", "a", "15", 200}};
    (void)state;
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        char line[64];
        web_tell(rig.web, &(struct web_rule){.status = rows[i].status});
        struct gateway_loop_call *call = gateway_loop_done(gateway_loop_send(&(struct rest_request){
            .method = rows[i].method,
            .path = "/channels/1001/pins",
            .body = rows[i].body ? gateway_loop_content(rows[i].body) : NULL}));
        assert_int_equal(call->status, rows[i].status);
        assert_string_equal(call->body, rows[i].status == 204 ? "" : "{}");
        const struct web_request *request = web_request(rig.web, i);
        snprintf(line, sizeof(line), "%s /api/v10/channels/1001/pins", rows[i].method);
        assert_string_equal(request->line, line);
        assert_string_equal(request->body, rows[i].body ? "{\"content\":\"a\"}" : "");
        assert_header(request, "Content-Length", rows[i].length);
        assert_header(request, "Content-Type", rows[i].body ? "application/json" : "");
    }
}

static void test_error(void **state)
{
    (void)state;
    web_tell(rig.web, &(struct web_rule){.status = 403,
                                         .body = "{\"message\": \"closed\", \"code\": 50007}"});
    web_tell(rig.web, &(struct web_rule){.status = 404, .body = "<html>no</html>"});
    struct gateway_loop_call *closed = gateway_loop_post(1001, "a");
    struct gateway_loop_call *html = gateway_loop_done(gateway_loop_post(1001, "b"));
    assert_int_equal(closed->end, REST_ANSWERED);
    assert_int_equal(closed->status, 403);
    assert_int_equal(closed->code, 50007);
    assert_int_equal(html->end, REST_ANSWERED);
    assert_int_equal(html->status, 404);
    assert_int_equal(html->code, 0);
    assert_string_equal(html->body, "");
}

/* Whoever has the token in the path needs no other. */
static void test_token_only(void **state)
{
    (void)state;
    struct gateway_loop_call *call = gateway_loop_done(gateway_loop_send(
        &(struct rest_request){.method = "POST",
                               .path = "/interactions/1005/secret-of-it/callback",
                               .class = LIMITS_CALLBACK,
                               .token_only = true,
                               .deadline = loop_now(rig.loop) + LIMITS_CALLBACK_MS,
                               .body = gateway_loop_content("a")}));
    assert_int_equal(call->status, 200);
    assert_header(web_request(rig.web, 0), "Authorization", "");
}

/* The connection is kept, also after an error. */
static void test_keep_alive(void **state)
{
    (void)state;
    web_tell(rig.web, &(struct web_rule){.status = 404});
    for (unsigned i = 0; i < 40; i++) {
        gateway_loop_done(gateway_loop_edit(1001 + i % 3, "a"));
    }
    assert_int_equal(web_count(rig.web), 40);
    assert_int_equal(web_connections(rig.web), 1);
}

/* Also when as many as may are under way at once. */
static void test_keep_alive_many(void **state)
{
    (void)state;
    for (unsigned round = 1; round <= 3; round++) {
        web_tell(rig.web, &(struct web_rule){.times = 2 * LIMITS_FLYING, .how = WEB_HOLD});
        for (unsigned i = 0; i < 2 * LIMITS_FLYING; i++) {
            char path[64], major[16];
            snprintf(path, sizeof(path), "/interactions/10%u/secret-of-it/callback", i);
            snprintf(major, sizeof(major), "%u", i);
            gateway_loop_send(&(struct rest_request){.method = "POST",
                                                     .path = path,
                                                     .major = major,
                                                     .class = LIMITS_CALLBACK,
                                                     .token_only = true,
                                                     .repeat = true,
                                                     .body = gateway_loop_content("a")});
        }
        RIG_UNTIL(web_held(rig.web) == 2 * LIMITS_FLYING);
        web_release(rig.web);
        RIG_UNTIL(rig.told == round * 2 * LIMITS_FLYING);
    }
    assert_int_equal(web_connections(rig.web), 2 * LIMITS_FLYING);
}

/* Its certificate is verified, and for the name that was asked. */
static void test_tls(void **state)
{
    char folder[] = "/tmp/talon-rest-XXXXXX", print[TLS_FINGERPRINT], print2[TLS_FINGERPRINT];
    char ca[64], certificate[64], key[64];
    (void)state;
    assert_non_null(mkdtemp(folder));
    assert_true(tls_files_make(folder, print, print2));
    snprintf(ca, sizeof(ca), "%s/ca.crt", folder);
    snprintf(certificate, sizeof(certificate), "%s/server.crt", folder);
    snprintf(key, sizeof(key), "%s/server.key", folder);
    web_secure(rig.web, certificate, key, "localhost");
    gateway_loop_start(&(struct rest_setup){.ca = ca});
    for (unsigned i = 0; i < 8; i++) {
        struct gateway_loop_call *call = gateway_loop_done(gateway_loop_edit(1001 + i, "a"));
        assert_int_equal(call->status, 200);
    }
    assert_int_equal(web_connections(rig.web), 1);
    gateway_loop_start(NULL); /* the system's do not know it */
    struct gateway_loop_call *strange = gateway_loop_done(gateway_loop_post(1001, "a"));
    assert_int_equal(strange->end, REST_LATE);
    assert_non_null(strstr(rig.log, "certificate"));
    web_secure(rig.web, certificate, key, "other.localhost");
    gateway_loop_start(&(struct rest_setup){.ca = ca}); /* it is another's */
    struct gateway_loop_call *other = gateway_loop_done(gateway_loop_post(1001, "a"));
    assert_int_equal(other->end, REST_LATE);
    assert_int_equal(web_count(rig.web), 8); /* nothing was said */
    assert_true(tls_files_remove(folder));
}

/* -- waiting -- */

/* What is said in a channel keeps its order; another channel does not wait for it. */
static void test_order(void **state)
{
    (void)state;
    web_tell(rig.web, &(struct web_rule){.on = MESSAGES "1001", .how = WEB_HOLD});
    struct gateway_loop_call *first = gateway_loop_post(1001, "a");
    struct gateway_loop_call *second = gateway_loop_post(1001, "b");
    struct gateway_loop_call *third = gateway_loop_post(1001, "c");
    struct gateway_loop_call *other = gateway_loop_post(1002, "d");
    RIG_UNTIL(other->order && web_held(rig.web) == 1);
    assert_int_equal(web_count(rig.web), 2);
    assert_false(rest_is_waiting(rig.rest, first->id));
    assert_true(rest_is_waiting(rig.rest, second->id));
    assert_int_equal(rest_waiting(rig.rest), 2);
    web_release(rig.web);
    RIG_UNTIL(third->order);
    assert_int_equal(first->order, 2);
    assert_int_equal(second->order, 3);
    assert_int_equal(third->order, 4);
    assert_string_equal(web_request(rig.web, 3)->body, "{\"content\":\"c\"}");
    assert_int_equal(rest_waiting(rig.rest), 0);
}

/* Coalescing: the body of a message that waits is exchanged, or it is taken back. */
static void test_replace_cancel(void **state)
{
    (void)state;
    web_tell(rig.web, &(struct web_rule){.how = WEB_HOLD});
    struct gateway_loop_call *first = gateway_loop_post(1001, "a");
    struct gateway_loop_call *second = gateway_loop_post(1001, "b");
    struct gateway_loop_call *third = gateway_loop_post(1001, "c");
    struct gateway_loop_call *fourth = gateway_loop_post(1001, "d");
    assert_true(
        rest_replace(rig.rest, first->id, gateway_loop_content("a2"), NULL)); /* waits still */
    RIG_UNTIL(web_held(rig.web) == 1);
    assert_false(
        rest_replace(rig.rest, first->id, gateway_loop_content("a3"), NULL)); /* is under way */
    assert_false(rest_cancel(rig.rest, first->id));
    assert_true(rest_replace(rig.rest, second->id, gateway_loop_content("b2"), NULL));
    assert_true(rest_replace(rig.rest, second->id, gateway_loop_content("b3"), NULL));
    assert_true(rest_cancel(rig.rest, third->id));
    assert_false(rest_cancel(rig.rest, third->id));
    assert_false(rest_replace(rig.rest, third->id, gateway_loop_content("c2"), NULL));
    assert_false(rest_replace(rig.rest, 0, gateway_loop_content("none"), NULL));
    web_release(rig.web);
    RIG_UNTIL(fourth->order);
    assert_int_equal(web_count(rig.web), 3);
    assert_string_equal(web_request(rig.web, 0)->body, "{\"content\":\"a2\"}");
    assert_string_equal(web_request(rig.web, 1)->body, "{\"content\":\"b3\"}");
    assert_int_equal(third->order, 0);
    assert_false(rest_cancel(rig.rest, second->id)); /* is over */
}

static void test_deadline(void **state)
{
    (void)state;
    web_tell(rig.web, &(struct web_rule){.how = WEB_HOLD});
    struct gateway_loop_call *first = gateway_loop_post(1001, "a");
    RIG_UNTIL(web_held(rig.web) == 1);
    struct gateway_loop_call *late = gateway_loop_done(
        gateway_loop_send(&(struct rest_request){.method = "POST",
                                                 .path = "/channels/1001/messages",
                                                 .route = "POST /channels/{}/messages",
                                                 .major = "1001",
                                                 .deadline = loop_now(rig.loop) + 20,
                                                 .body = gateway_loop_content("b")}));
    assert_int_equal(late->end, REST_LATE);
    assert_int_equal(late->status, 0);
    web_release(rig.web);
    RIG_UNTIL(first->order);
    assert_int_equal(web_count(rig.web), 1);
}

/* No more than LIMITS_WAITING_BUCKET wait for one channel. */
static void test_full(void **state)
{
    static struct rest_request request = {.method = "POST",
                                          .path = "/channels/1001/messages",
                                          .route = "POST /channels/{}/messages",
                                          .major = "1001",
                                          .deadline = UINT64_MAX};
    char path[REST_PATH + 1];
    (void)state;
    for (unsigned i = 0; i < LIMITS_WAITING_BUCKET; i++) {
        request.body = gateway_loop_content("a");
        assert_int_not_equal(rest_send(rig.rest, &request), 0);
    }
    request.body = gateway_loop_content("a");
    assert_int_equal(rest_send(rig.rest, &request), 0);
    memset(path, 'a', REST_PATH);
    path[REST_PATH] = '\0';
    struct gateway_loop_call *call = gateway_loop_send(
        &(struct rest_request){.method = "POST", .path = path, .body = gateway_loop_content("a")});
    assert_int_equal(call->id, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RIG_TEST(test_post),       RIG_TEST(test_methods),    RIG_TEST(test_error),
        RIG_TEST(test_token_only), RIG_TEST(test_keep_alive), RIG_TEST(test_keep_alive_many),
        RIG_TEST(test_order),      RIG_TEST(test_tls),        RIG_TEST(test_replace_cancel),
        RIG_TEST(test_deadline),   RIG_TEST(test_full),       RIG_TEST(test_page_of_the_bot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
