/* board_period.h: when the days, weeks, months and seasons of the boards begin. */
#ifndef TALON_STORAGE_BOARD_PERIOD_H
#define TALON_STORAGE_BOARD_PERIOD_H

#include <stdint.h>

#include "query.h"

/* The first day, counted from 1970-01-01, of the period around `at` (milliseconds, UTC). The zone
 * is `timezone_minutes` east of UTC. Weeks begin on Monday, seasons are calendar quarters.
 * STORE_ALL: 0. */
int64_t board_period_start(enum store_period period, int64_t at, int timezone_minutes);
/* Gives the times at which the period that starts on that day begins, and at which the next one
 * begins (milliseconds, UTC). STORE_ALL: INT64_MIN and INT64_MAX. */
void board_period_bounds(enum store_period period, int64_t start, int timezone_minutes,
                         int64_t *begin, int64_t *end);
/* The season around `at`, as a number that goes up by one each quarter: 4 * year + 0..3. */
int board_period_quarter(int64_t at, int timezone_minutes);

#endif
