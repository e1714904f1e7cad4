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

#include "adapters/discord/answer.h"

struct header {
    const char *name, *value;
};

static const char *value_of(const void *arg, const char *name)
{
    const struct header *header = arg;
    return strcasecmp(header->name, name) == 0 ? header->value : NULL;
}

static struct answer with(const char *name, const char *value)
{
    const struct header header = {name, value};
    struct answer answer;
    answer_init(&answer, 429);
    answer_headers(&answer, value_of, &header);
    return answer;
}

static struct answer body(const char *text)
{
    struct answer answer;
    answer_init(&answer, 429);
    answer_body(&answer, text, strlen(text));
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
    assert_int_equal(with("X-RateLimit", "7").limit, ANSWER_NONE);
    assert_int_equal(with("", "").limit, ANSWER_NONE);
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
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(with("X-RateLimit-Limit", wrong[i]).limit, ANSWER_NONE);
        assert_int_equal(with("X-RateLimit-Reset-After", wrong[i]).reset_after, ANSWER_NONE);
        assert_int_equal(with("Retry-After", wrong[i]).retry_after, ANSWER_NONE);
    }
    char longest[ANSWER_BUCKET + 1];
    memset(longest, 'x', ANSWER_BUCKET);
    longest[ANSWER_BUCKET] = '\0';
    assert_string_equal(with("X-RateLimit-Bucket", longest).bucket, "");
    longest[ANSWER_BUCKET - 1] = '\0';
    assert_string_equal(with("X-RateLimit-Bucket", longest).bucket, longest);
    assert_string_equal(with("X-RateLimit-Bucket", "a b").bucket, "");
    assert_string_equal(with("X-RateLimit-Bucket", "a\nb").bucket, "");
}

static void test_bodies(void **state)
{
    (void)state;
    assert_int_equal(body("{\"retry_after\":0.0301}").retry_after, 31);
    assert_int_equal(body("{\"retry_after\":1e300}").retry_after, 86400000);
    assert_int_equal(body("{\"retry_after\":-1}").retry_after, ANSWER_NONE);
    assert_int_equal(body("{\"retry_after\":\"1\"}").retry_after, ANSWER_NONE);
    assert_int_equal(body("{\"global\":true}").scope, SCOPE_GLOBAL);
    assert_int_equal(body("{\"code\":50027}").code, 50027);
    assert_int_equal(body("{\"code\":-7}").code, 0);
    assert_int_equal(body("{\"code\":1e99}").code, 0);
    assert_int_equal(body("{\"code\":[]}").code, 0);
    assert_true(answer_is_edge(&(struct answer){.status = 429}));
    struct answer answer = body("{}");
    assert_false(answer_is_edge(&answer));
    answer = body("<html>");
    assert_true(answer_is_edge(&answer));
    answer = body("[1]");
    assert_true(answer_is_edge(&answer));
    answer = with("X-RateLimit-Bucket", "x");
    assert_false(answer_is_edge(&answer));
    /* the body is more exact than the header */
    answer = with("Retry-After", "1");
    answer_body(&answer, "{\"retry_after\":0.5}", 19);
    assert_int_equal(answer.retry_after, 500);
    /* too long to be looked at */
    char *large = malloc(ANSWER_BODY + 1);
    assert_non_null(large);
    memset(large, ' ', ANSWER_BODY + 1);
    memcpy(large, "{\"code\":1}", 10);
    answer_init(&answer, 400);
    answer_body(&answer, large, ANSWER_BODY + 1);
    assert_int_equal(answer.code, 0);
    answer_body(&answer, large, ANSWER_BODY);
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
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct answer answer = with("X-RateLimit-Scope", rows[i].scope);
        answer.status = rows[i].status;
        assert_int_equal(answer_is_invalid(&answer), rows[i].invalid);
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
