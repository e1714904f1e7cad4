/* Borders of days, weeks from Monday, months and calendar quarters, against the C library. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>

#include <cmocka.h>

#include "base/array.h"
#include "storage/board_period.h"

static const int64_t day_ms = INT64_C(86400000);

static struct tm date_of(int64_t day)
{
    time_t seconds = (time_t)(day * 86400);
    struct tm date;
    assert_non_null(gmtime_r(&seconds, &date));
    return date;
}

static void every_day_of_three_centuries_has_its_periods(void **state)
{
    (void)state;
    for (int64_t day = -25600; day < 84000; day++) { /* 1899 to 2199 */
        struct tm date = date_of(day);
        int64_t at = day * day_ms + (day * 7919 % day_ms + day_ms) % day_ms;
        assert_int_equal(board_period_start(STORE_DAY, at, 0), day);
        assert_int_equal(board_period_start(STORE_WEEK, at, 0), day - (date.tm_wday + 6) % 7);
        assert_int_equal(board_period_start(STORE_MONTH, at, 0), day - (date.tm_mday - 1));
        int64_t season = board_period_start(STORE_SEASON, at, 0);
        struct tm first = date_of(season);
        assert_int_equal(first.tm_mday, 1);
        assert_int_equal(first.tm_mon, date.tm_mon / 3 * 3);
        assert_int_equal(first.tm_year, date.tm_year);
        assert_int_equal(board_period_start(STORE_ALL, at, 0), 0);
        int quarter = board_period_quarter(at, 0);
        assert_int_equal(store_season_year(quarter), date.tm_year + 1900);
        assert_int_equal(store_season_quarter(quarter), date.tm_mon / 3 + 1);
    }
}

struct border {
    int64_t day; /* the first of the later period */
    enum store_period period;
};

/* The last millisecond before a border and the first after it, in several zones. */
static void borders_move_with_the_zone(void **state)
{
    (void)state;
    static const struct border borders[] = {
        {20515, STORE_DAY},    /* 2026-03-03 */
        {20514, STORE_WEEK},   /* Monday 2026-03-02 */
        {20513, STORE_MONTH},  /* 2026-03-01 */
        {19782, STORE_DAY},    /* 2024-02-29 */
        {19783, STORE_MONTH},  /* 2024-03-01, after it */
        {20544, STORE_SEASON}, /* 2026-04-01 */
        {20454, STORE_SEASON}, /* 2026-01-01 */
    };
    static const int zones[] = {0, 60, -300, 330, 765, -720, 840};
    for (size_t i = 0; i < ARRAY_SIZE(borders); i++) {
        for (size_t z = 0; z < ARRAY_SIZE(zones); z++) {
            int64_t at = borders[i].day * day_ms - (int64_t)zones[z] * 60000;
            assert_int_equal(board_period_start(borders[i].period, at, zones[z]), borders[i].day);
            assert_true(board_period_start(borders[i].period, at - 1, zones[z]) < borders[i].day);
        }
    }
}

/* Each begins where the one before ends, and holds what starts there. */
static void periods_have_no_gaps(void **state)
{
    (void)state;
    static const int zones[] = {0, 330, -720, 840};
    for (int64_t turn = 0; turn < 4 * 40000; turn++) {
        enum store_period period = (enum store_period)(turn % STORE_ALL);
        int zone = zones[turn / 7 % 4];
        int64_t at = turn * 40 * 3600000 + turn * 1234567, begin, end, next, far;
        int64_t start = board_period_start(period, at, zone);
        board_period_bounds(period, start, zone, &begin, &end);
        assert_true(begin <= at && at < end);
        assert_int_equal(board_period_start(period, begin, zone), start);
        assert_int_equal(board_period_start(period, end - 1, zone), start);
        board_period_bounds(period, board_period_start(period, end, zone), zone, &next, &far);
        assert_int_equal(next, end);
    }
    int64_t begin, end;
    board_period_bounds(STORE_ALL, 0, 60, &begin, &end);
    assert_true(begin == INT64_MIN && end == INT64_MAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_day_of_three_centuries_has_its_periods),
        cmocka_unit_test(borders_move_with_the_zone),
        cmocka_unit_test(periods_have_no_gaps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
