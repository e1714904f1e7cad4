/* When shards may IDENTIFY. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "adapters/discord/gateway/identify_limit.h"

static const uint64_t day = UINT64_C(86400000);

/* One window for all shards, until more is known; then one for each key. */
static void test_windows(void **state)
{
    (void)state;
    struct identify_limit limit;
    identify_limit_init(&limit);
    assert_true(identify_limit_due(&limit, 0) == 0);
    identify_limit_take(&limit, 0, 1000);
    assert_int_equal(identify_limit_due(&limit, 0), 1000 + IDENTIFY_LIMIT_WINDOW_MS);
    assert_int_equal(identify_limit_due(&limit, 5), 1000 + IDENTIFY_LIMIT_WINDOW_MS);
    identify_limit_learn(&limit, &(struct session_start_limit){1000, 999, day, 4}, 2000);
    for (unsigned shard = 0; shard < 8; shard++)
        assert_int_equal(identify_limit_due(&limit, shard), 1000 + IDENTIFY_LIMIT_WINDOW_MS);
    identify_limit_take(&limit, 1, 7000);
    assert_int_equal(identify_limit_due(&limit, 5), 7000 + IDENTIFY_LIMIT_WINDOW_MS);
    assert_int_equal(identify_limit_due(&limit, 4), 1000 + IDENTIFY_LIMIT_WINDOW_MS);
    /* learnt again: nothing is forgotten */
    identify_limit_learn(&limit, &(struct session_start_limit){1000, 998, day, 4}, 7100);
    assert_int_equal(identify_limit_due(&limit, 5), 7000 + IDENTIFY_LIMIT_WINDOW_MS);
}

/* The day's number is never gone beyond, and the last of it is spread over the day. */
static void test_day(void **state)
{
    (void)state;
    struct identify_limit limit;
    identify_limit_init(&limit);
    identify_limit_learn(&limit, &(struct session_start_limit){1000, 200, day, 1}, 0);
    unsigned taken = 0;
    uint64_t now = 0, half = 0;
    while ((now = identify_limit_due(&limit, 0)) < day) {
        identify_limit_take(&limit, 0, now);
        taken++;
        half = taken == 200 - IDENTIFY_LIMIT_RESERVE ? now : half;
    }
    assert_int_equal(taken, 200);
    assert_true(half < day / 2);
    assert_int_equal(now, day);
    identify_limit_take(&limit, 0, now);
    assert_int_equal(limit.left, 999);
    assert_int_equal(identify_limit_due(&limit, 0), day + IDENTIFY_LIMIT_WINDOW_MS);
}

/* None left: not before the reset. Nonsense is brought into bounds. */
static void test_bounds(void **state)
{
    (void)state;
    struct identify_limit limit;
    identify_limit_init(&limit);
    identify_limit_learn(&limit, &(struct session_start_limit){1000, 0, 5000, 16}, 100);
    assert_int_equal(identify_limit_due(&limit, 3), 5100);
    identify_limit_learn(&limit, &(struct session_start_limit){0, 9, UINT64_MAX, 0}, 100);
    assert_int_equal(limit.total, 1);
    assert_int_equal(limit.left, 1);
    assert_int_equal(limit.max_concurrency, 1);
    assert_int_equal(limit.reset, 100 + day);
    identify_limit_learn(&limit,
                         &(struct session_start_limit){UINT32_MAX, UINT32_MAX, 0, UINT32_MAX}, 100);
    assert_int_equal(limit.max_concurrency, IDENTIFY_LIMIT_KEYS);
    identify_limit_take(&limit, UINT32_MAX, 100);
    assert_int_equal(identify_limit_due(&limit, UINT32_MAX), 100 + IDENTIFY_LIMIT_WINDOW_MS);
}

/* Where other processes have shards of the bot, too. */
static void test_turns(void **state)
{
    struct identify_limit limit;
    unsigned key = 9;
    uint64_t again = 0;
    (void)state;
    identify_limit_init(&limit);
    assert_false(identify_limit_wants(&limit, 3, 100, &key, &again)); /* it needs none */
    identify_limit_share(&limit);
    assert_true(identify_limit_due(&limit, 3) == UINT64_MAX);
    assert_true(identify_limit_wants(&limit, 3, 100, &key, &again));
    assert_int_equal(key, 0);
    assert_false(identify_limit_wants(&limit, 4, 100, &key, &again)); /* it was asked for */
    assert_true(again == UINT64_MAX);

    identify_limit_turn(&limit, 0, 700, 200); /* another has it */
    assert_true(identify_limit_due(&limit, 3) == UINT64_MAX);
    assert_false(identify_limit_wants(&limit, 3, 300, &key, &again));
    assert_int_equal(again, 900);
    assert_true(identify_limit_wants(&limit, 3, 900, &key, &again));
    identify_limit_turn(&limit, 0, 0, 1000);
    assert_true(identify_limit_due(&limit, 3) <= 1000);
    identify_limit_take(&limit, 3, 1100);
    assert_true(identify_limit_due(&limit, 4) == UINT64_MAX);
    assert_false(identify_limit_wants(&limit, 4, 1200, &key, &again));
    assert_int_equal(again, 1100 + IDENTIFY_LIMIT_WINDOW_MS);

    assert_true(identify_limit_wants(&limit, 4, again, &key, &again));
    identify_limit_turn(&limit, 0, 0, 10000); /* and it is not used */
    assert_false(identify_limit_wants(&limit, 4, 10100, &key, &again));
    assert_int_equal(again, 10000 + IDENTIFY_LIMIT_TURN_MS);
    identify_limit_expire(&limit, again);
    assert_true(identify_limit_due(&limit, 4) == UINT64_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_windows),
        cmocka_unit_test(test_day),
        cmocka_unit_test(test_bounds),
        cmocka_unit_test(test_turns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
