/* board_period.h: where the days, weeks and seasons of the boards begin. */
#ifndef TALON_STORAGE_BOARD_PERIOD_H
#define TALON_STORAGE_BOARD_PERIOD_H

#include <stdint.h>

#include "query.h"

/* The first day, counted from 1970-01-01, of the period that holds `at` (milliseconds, UTC) in a
 * zone `timezone_minutes` east of UTC. Weeks begin on Monday, seasons are calendar quarters; 0 for
 * all. */
int64_t board_period_start(enum store_period period, int64_t at, int timezone_minutes);
/* The first instant (milliseconds, UTC) of the period that starts with that day there, and of the
 * one behind it. For all: INT64_MIN and INT64_MAX. */
void board_period_bounds(enum store_period period, int64_t start, int timezone_minutes,
                         int64_t *begin, int64_t *end);
/* The season that holds `at`, as a number that goes up by one each quarter: 4 * year + 0..3. */
int board_period_quarter(int64_t at, int timezone_minutes);

#endif
