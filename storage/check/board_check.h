/* board_check.h: the sums that the boards show, held against the results that they come from.
 *
 * A sum may rightly be more than the results that are left: those that store_prune() deleted stay
 * in the sums of all time, and in the count of an identity's rounds. So what is asked depends on
 * whether results were ever deleted (the setting "results_before" of the scope "store" says until
 * when):
 *
 *     never           every sum and count is exactly what the results give
 *     until a time    periods that began after it are exact; of all others, the sums of all time
 *                     above all, no more is known than that they are not less
 *
 * A link and its end move what was earned on the boards of all time and of the periods that are
 * open at that moment; periods that were over by then stay with whom they were, and nothing says
 * whose results those were. So of days, weeks, months and seasons the open ones are compared, and
 * only where the time zone of the boards is said, by which they begin.
 *
 * Ratings are made anew from the first round on (sqlite_ratings.h), as they were rated, and are to
 * be the same but for the last few bits; where results were deleted they are not compared. So it is
 * with records, streaks and head to head (record.h), which are to be exactly the same. */
#ifndef TALON_STORAGE_CHECK_BOARD_CHECK_H
#define TALON_STORAGE_CHECK_BOARD_CHECK_H

#include "storage/store.h"

struct store_board_check {
    bool repair;          /* what differs is written anew: the lock is taken for it */
    bool periods;         /* compares the periods that are open ... */
    int timezone_minutes; /* ... in this zone, east of UTC ... */
    int64_t now;          /* ... at this time (clock_now()) */
    void (*differs)(void *arg, const char *line); /* told of each difference; NULL: nobody is */
    void *arg;
};

struct store_board_result {
    int64_t compared; /* sums, counts and ratings */
    int64_t differ;   /* of them; and rows that belong to nothing */
    int64_t left;     /* still do, after the repair */
    bool pruned;      /* results were deleted: less is known */
};

/* Compares, and repairs if that is asked: all of it or, on an error, nothing. A row whose round,
 * person or identity is not there stays, for nothing says whose it was. */
enum store_error store_check_boards(const char *path, const struct store_board_check *asked,
                                    struct store_board_result *sums, struct fault *why);

#endif
