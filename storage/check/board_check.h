/* board_check.h: compares the sums on the boards with the results that they come from.
 *
 * A sum may rightly be more than the results that are left, because results that store_prune()
 * deleted stay in the sums of all time and in the number of an identity's rounds. The setting
 * "results_before" of the scope "store" says until when results were deleted:
 *
 *     never           every sum and count must be exactly what the results give
 *     until a time    periods that began after it must be exact; other sums, those of all time
 *                     above all, must not be less than the results
 *
 * A link, and its end, moves scores on the boards of all time and of the periods that are open at
 * that moment. Boards of past periods stay as they were, and nothing says who was linked then. So
 * of days, weeks, months and seasons only those open now are compared. That needs the time zone of
 * the boards, which says when they begin.
 *
 * Ratings are computed again from the first round on (sqlite_ratings.h) and must agree except for
 * the last few bits. Records, streaks and head to head (record.h) must agree exactly. If results
 * were deleted, neither is compared. */
#ifndef TALON_STORAGE_CHECK_BOARD_CHECK_H
#define TALON_STORAGE_CHECK_BOARD_CHECK_H

#include "storage/store.h"

struct store_board_check {
    bool repair;                                  /* also correct what differs; this takes the
                                                   * lock */
    bool periods;                                 /* compare the open periods, too ... */
    int timezone_minutes;                         /* ... in this zone, minutes east of UTC ... */
    int64_t now;                                  /* ... at this time (clock_now()) */
    void (*differs)(void *arg, const char *line); /* called for each difference; NULL: not wanted */
    void *arg;
};

struct store_board_result {
    int64_t compared; /* sums, counts and ratings */
    int64_t differ;   /* how many of these differ, plus rows that belong to nothing */
    int64_t left;     /* differences that the repair could not correct */
    bool pruned;      /* results were deleted, so less can be compared */
};

/* Compares, and repairs if asked: all of it or, after an error, nothing. A row whose round, person
 * or identity does not exist stays, because nothing says whose it was. */
enum store_error store_check_boards(const char *path, const struct store_board_check *asked,
                                    struct store_board_result *sums, struct fault *why);

#endif
