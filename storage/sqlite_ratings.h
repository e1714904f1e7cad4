/* sqlite_ratings.h: ratings (rating.h) kept in a SQLite database, and made anew from its results.
 *
 * A round changes the ratings of its people in the transaction of its end, and stands in the table
 * `rated` then; so do links and their ends. Ratings depend on the order of all that: what was
 * rated, was rated against who they were at that time, and a link changes nothing of it. Of two
 * persons who become one the rating that is known better stays, and who is parted goes on from what
 * both had together. Going through `rated` from its beginning gives the same ratings again, to the
 * last few bits. */
#ifndef TALON_STORAGE_SQLITE_RATINGS_H
#define TALON_STORAGE_SQLITE_RATINGS_H

#include "sqlite_base.h"

/* The table that the ratings are in: that of the database, or one that is made to compare with it.
 */
enum ratings_table {
    RATINGS_KEPT, /* rating */
    RATINGS_DUE   /* temp.due_rating and due_point, which sqlite_ratings_replay() makes */
};

enum rater_stmt {
    RATER_SEATS,
    RATER_GET,
    RATER_PUT,
    RATER_POINT,
    RATER_NEXT,
    RATER_COPY,
    RATER_DROP,
    RATER_LOG_ROUND,
    RATER_LOG_PERSON,
    RATER_STMTS
};

struct rater {
    sqlite3_stmt *stmts[RATER_STMTS];
};

/* All functions: false: `db` has the error. The connection outlives the rater. */
bool rater_open(struct rater *rater, sqlite3 *db, enum ratings_table table);
/* Of one that is zeroed or could not be opened, too. */
void rater_close(struct rater *rater);
/* After a statement has failed: ends what was being read. */
void rater_reset(struct rater *rater);

/* A round that counts has ended, and its results are there. */
struct rater_round {
    int64_t round;
    const char *rule_set;
    int season;
};
bool rater_round(struct rater *rater, const struct rater_round *round);
/* The person `into` gets what `from` has, who is no more. */
bool rater_join(struct rater *rater, int64_t from, int64_t into);
/* The new person `own` was `person` till now. */
bool rater_part(struct rater *rater, int64_t person, int64_t own);

/* Notes all rounds that were played before there were ratings, in the order in which they ended, as
 * those of who they are now; of their places only who won is known. */
bool sqlite_ratings_begin(sqlite3 *db);
/* Where that is not known yet: notes in which seasons (UTC) the rounds ended, and those that rated
 * nobody, and makes all ratings anew. Where results were deleted, which nobody can go through any
 * more, the ratings that there are stay, as those of the last season. */
bool sqlite_ratings_settle(sqlite3 *db);
/* Makes all ratings anew, in temp.due_rating and due_point ... */
bool sqlite_ratings_replay(sqlite3 *db);
/* ... and puts them in the place of those that are kept. */
bool sqlite_ratings_keep(sqlite3 *db);
/* Whether results were ever deleted; those of before `*before` (INT64_MAX: nobody knows). */
bool sqlite_results_pruned(sqlite3 *db, bool *pruned, int64_t *before);

#endif
