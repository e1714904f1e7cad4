#include "board_period.h"

enum { DAYS_PER_ERA = 146097, DAY_0_TO_1970 = 719468 }; /* 400 years; from 1 March of the year 0 */

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0 ? 1 : 0);
}

/* The Gregorian calendar with years that begin in March, so that the leap day comes last. */
static void civil_of(int64_t day, int64_t *year, int *month)
{
    int64_t shifted = day + DAY_0_TO_1970;
    int64_t era = floor_div(shifted, DAYS_PER_ERA);
    int64_t of_era = shifted - era * DAYS_PER_ERA;
    int64_t year_of_era = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    int64_t of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    int from_march = (int)((5 * of_year + 2) / 153);
    *month = from_march < 10 ? from_march + 3 : from_march - 9;
    *year = era * 400 + year_of_era + (*month <= 2 ? 1 : 0);
}

static int64_t first_of_month(int64_t year, int month)
{
    int64_t y = year - (month <= 2 ? 1 : 0);
    int64_t era = floor_div(y, 400);
    int64_t year_of_era = y - era * 400;
    int from_march = month > 2 ? month - 3 : month + 9;
    int64_t of_year = (153 * from_march + 2) / 5;
    return era * DAYS_PER_ERA + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + of_year -
           DAY_0_TO_1970;
}

int64_t board_period_start(enum store_period period, int64_t at, int timezone_minutes)
{
    int64_t day = floor_div(at + (int64_t)timezone_minutes * 60000, 86400000);
    int64_t year;
    int month;
    switch (period) {
    case STORE_DAY:
        return day;
    case STORE_WEEK: /* day 0 was a Thursday */
        return floor_div(day + 3, 7) * 7 - 3;
    case STORE_MONTH:
        civil_of(day, &year, &month);
        return first_of_month(year, month);
    case STORE_SEASON:
        civil_of(day, &year, &month);
        return first_of_month(year, (month - 1) / 3 * 3 + 1);
    case STORE_ALL:
    case STORE_PERIODS:
        break;
    }
    return 0;
}

void board_period_bounds(enum store_period period, int64_t start, int timezone_minutes,
                         int64_t *begin, int64_t *end)
{
    static const int64_t day = 24 * 60 * INT64_C(60000);
    static const int64_t longest[] = {
        [STORE_DAY] = 1, [STORE_WEEK] = 7, [STORE_MONTH] = 31, [STORE_SEASON] = 92};
    *begin = INT64_MIN;
    *end = INT64_MAX;
    if (period >= STORE_ALL)
        return;
    const int64_t zone = timezone_minutes * INT64_C(60000);
    *begin = start * day - zone;
    /* no period is longer, so this time lies in the next one */
    *end =
        board_period_start(period, *begin + longest[period] * day, timezone_minutes) * day - zone;
}

int board_period_quarter(int64_t at, int timezone_minutes)
{
    int64_t year = 0;
    int month = 0;
    civil_of(floor_div(at + (int64_t)timezone_minutes * 60000, 86400000), &year, &month);
    return (int)(4 * year) + (month - 1) / 3;
}
