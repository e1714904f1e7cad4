/* What an answer's headers and body say of limits; nonsense says nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <cmocka.h>

#include "adapters/discord/rest/api_response.h"
#include "base/array.h"

struct header {
    const char *name, *value;
};

static const char *value_of(const void *arg, const char *name)
{
    const struct header *header = arg;
    return strcasecmp(header->name, name) == 0 ? header->value : NULL;
}

static struct api_response with(const char *name, const char *value)
{
    const struct header header = {name, value};
    struct api_response answer;
    api_response_init(&answer, 429);
    api_response_headers(&answer, value_of, &header);
    return answer;
}

static struct api_response body(const char *text)
{
    struct api_response answer;
    api_response_init(&answer, 429);
    api_response_body(&answer, text, strlen(text));
    return answer;
}

static void test_headers(void **state)
{
    (void)state;
    assert_int_equal(with("x-ratelimit-limit", "5").limit, 5);
    assert_int_equal(with("X-RateLimit-Remaining", "0").remaining, 0);
    assert_int_equal(with("X-RateLimit-Reset-After", "1.2345").reset_after, 1235);
    assert_int_equal(with("Retry-After", "65").retry_after, 65000);
    assert_int_equal(with("Retry-After", "100000").retry_after, 86400000);
    assert_string_equal(with("X-RateLimit-Bucket", "abcd1234").bucket, "abcd1234");
    assert_int_equal(with("X-RateLimit-Scope", "shared").scope, SCOPE_SHARED);
    assert_int_equal(with("X-RateLimit-Scope", "user").scope, SCOPE_USER);
    assert_int_equal(with("X-RateLimit-Scope", "global").scope, SCOPE_GLOBAL);
    assert_int_equal(with("X-RateLimit-Global", "true").scope, SCOPE_GLOBAL);
    assert_int_equal(with("X-RateLimit-Global", "false").scope, SCOPE_USER);
    assert_int_equal(with("X-RateLimit", "7").limit, API_RESPONSE_NONE);
    assert_int_equal(with("", "").limit, API_RESPONSE_NONE);
}

static void test_headers_wrong(void **state)
{
    (void)state;
    static const char *const wrong[] = {"",
                                        "-1",
                                        "+1",
                                        "0x10",
                                        "1e9",
                                        "nan",
                                        "1 2",
                                        "1.2.3",
                                        ".5",
                                        "inf",
                                        "Wed, 21 Oct 2026",
                                        "1234567890123456789012345"};
    for (size_t i = 0; i < ARRAY_SIZE(wrong); i++) {
        assert_int_equal(with("X-RateLimit-Limit", wrong[i]).limit, API_RESPONSE_NONE);
        assert_int_equal(with("X-RateLimit-Reset-After", wrong[i]).reset_after, API_RESPONSE_NONE);
        assert_int_equal(with("Retry-After", wrong[i]).retry_after, API_RESPONSE_NONE);
    }
    char longest[API_RESPONSE_BUCKET + 1];
    memset(longest, 'x', API_RESPONSE_BUCKET);
    longest[API_RESPONSE_BUCKET] = '\0';
    assert_string_equal(with("X-RateLimit-Bucket", longest).bucket, "");
    longest[API_RESPONSE_BUCKET - 1] = '\0';
    assert_string_equal(with("X-RateLimit-Bucket", longest).bucket, longest);
    assert_string_equal(with("X-RateLimit-Bucket", "a b").bucket, "");
    assert_string_equal(with("X-RateLimit-Bucket", "a\nb").bucket, "");
}

static void test_bodies(void **state)
{
    (void)state;
    assert_int_equal(body("{\"retry_after\":0.0301}").retry_after, 31);
    assert_int_equal(body("{\"retry_after\":1e300}").retry_after, 86400000);
    assert_int_equal(body("{\"retry_after\":-1}").retry_after, API_RESPONSE_NONE);
    assert_int_equal(body("{\"retry_after\":\"1\"}").retry_after, API_RESPONSE_NONE);
    assert_int_equal(body("{\"global\":true}").scope, SCOPE_GLOBAL);
    assert_int_equal(body("{\"code\":50027}").code, 50027);
    assert_int_equal(body("{\"code\":-7}").code, 0);
    assert_int_equal(body("{\"code\":1e99}").code, 0);
    assert_int_equal(body("{\"code\":[]}").code, 0);
    assert_true(
        body("{\"code\":50035,\"errors\":{\"components\":{\"0\":{\"emoji\":{\"id\":{\"_errors\":["
             "{\"code\":\"BUTTON_COMPONENT_INVALID_EMOJI\"}]}}}}}}")
            .emoji);
    assert_true(
        body("{\"errors\":{\"_errors\":[{\"code\":\"BUTTON_COMPONENT_INVALID_EMOJI\"}]}}").emoji);
    assert_false(body("{\"code\":50035,\"errors\":{\"type\":{\"_errors\":[]}}}").emoji);
    assert_false(body("{\"code\":50035,\"emoji\":1}").emoji);
    assert_true(api_response_is_edge(&(struct api_response){.status = 429}));
    struct api_response answer = body("{}");
    assert_false(api_response_is_edge(&answer));
    answer = body("<html>");
    assert_true(api_response_is_edge(&answer));
    answer = body("[1]");
    assert_true(api_response_is_edge(&answer));
    answer = with("X-RateLimit-Bucket", "x");
    assert_false(api_response_is_edge(&answer));
    /* the body is more exact than the header */
    answer = with("Retry-After", "1");
    api_response_body(&answer, "{\"retry_after\":0.5}", 19);
    assert_int_equal(answer.retry_after, 500);
    /* too long to be looked at */
    char *large = malloc(API_RESPONSE_BODY + 1);
    assert_non_null(large);
    memset(large, ' ', API_RESPONSE_BODY + 1);
    memcpy(large, "{\"code\":1}", 10);
    api_response_init(&answer, 400);
    api_response_body(&answer, large, API_RESPONSE_BODY + 1);
    assert_int_equal(answer.code, 0);
    api_response_body(&answer, large, API_RESPONSE_BODY);
    assert_int_equal(answer.code, 1);
    free(large);
}

static void test_invalid(void **state)
{
    (void)state;
    static const struct {
        unsigned status;
        const char *scope;
        bool invalid;
    } rows[] = {{200, "", false},      {401, "", true},        {403, "", true},
                {404, "", false},      {429, "", true},        {429, "user", true},
                {429, "global", true}, {429, "shared", false}, {500, "", false}};
    for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
        struct api_response answer = with("X-RateLimit-Scope", rows[i].scope);
        answer.status = rows[i].status;
        assert_int_equal(api_response_is_invalid(&answer), rows[i].invalid);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_headers),
        cmocka_unit_test(test_headers_wrong),
        cmocka_unit_test(test_bodies),
        cmocka_unit_test(test_invalid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
