/* When shards may IDENTIFY. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "adapters/discord/starts.h"

static const uint64_t day = UINT64_C(86400000);

/* One window for all shards, until more is known; then one for each key. */
static void test_windows(void **state)
{
    (void)state;
    struct starts starts;
    starts_init(&starts);
    assert_true(starts_due(&starts, 0) == 0);
    starts_take(&starts, 0, 1000);
    assert_int_equal(starts_due(&starts, 0), 1000 + STARTS_WINDOW_MS);
    assert_int_equal(starts_due(&starts, 5), 1000 + STARTS_WINDOW_MS);
    starts_learn(&starts, 1000, 999, day, 4, 2000);
    for (unsigned shard = 0; shard < 8; shard++)
        assert_int_equal(starts_due(&starts, shard), 1000 + STARTS_WINDOW_MS);
    starts_take(&starts, 1, 7000);
    assert_int_equal(starts_due(&starts, 5), 7000 + STARTS_WINDOW_MS);
    assert_int_equal(starts_due(&starts, 4), 1000 + STARTS_WINDOW_MS);
    /* learnt again: nothing is forgotten */
    starts_learn(&starts, 1000, 998, day, 4, 7100);
    assert_int_equal(starts_due(&starts, 5), 7000 + STARTS_WINDOW_MS);
}

/* The day's number is never gone beyond, and the last of it is spread over the day. */
static void test_day(void **state)
{
    (void)state;
    struct starts starts;
    starts_init(&starts);
    starts_learn(&starts, 1000, 200, day, 1, 0);
    unsigned taken = 0;
    uint64_t now = 0, half = 0;
    while ((now = starts_due(&starts, 0)) < day) {
        starts_take(&starts, 0, now);
        taken++;
        half = taken == 200 - STARTS_RESERVE ? now : half;
    }
    assert_int_equal(taken, 200);
    assert_true(half < day / 2);
    assert_int_equal(now, day);
    starts_take(&starts, 0, now);
    assert_int_equal(starts.left, 999);
    assert_int_equal(starts_due(&starts, 0), day + STARTS_WINDOW_MS);
}

/* None left: not before the reset. Nonsense is brought into bounds. */
static void test_bounds(void **state)
{
    (void)state;
    struct starts starts;
    starts_init(&starts);
    starts_learn(&starts, 1000, 0, 5000, 16, 100);
    assert_int_equal(starts_due(&starts, 3), 5100);
    starts_learn(&starts, 0, 9, UINT64_MAX, 0, 100);
    assert_int_equal(starts.total, 1);
    assert_int_equal(starts.left, 1);
    assert_int_equal(starts.keys, 1);
    assert_int_equal(starts.reset, 100 + day);
    starts_learn(&starts, UINT32_MAX, UINT32_MAX, 0, UINT32_MAX, 100);
    assert_int_equal(starts.keys, STARTS_KEYS);
    starts_take(&starts, UINT32_MAX, 100);
    assert_int_equal(starts_due(&starts, UINT32_MAX), 100 + STARTS_WINDOW_MS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_windows),
        cmocka_unit_test(test_day),
        cmocka_unit_test(test_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
