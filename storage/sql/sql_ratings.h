/* sql_ratings.h: ratings (rating.h) kept in a database.
 *
 * A round changes the ratings of its people in the transaction of its end, and stands in the table
 * `rated` then; so do links and their ends. Ratings depend on the order of all that: what was
 * rated, was rated against who they were at that time, and a link changes nothing of it. Of two
 * persons who become one the rating that is known better stays, and who is parted goes on from what
 * both had together. Going through `rated` from its beginning gives the same ratings again, to the
 * last few bits. */
#ifndef TALON_STORAGE_SQL_SQL_RATINGS_H
#define TALON_STORAGE_SQL_SQL_RATINGS_H

#include "sql.h"

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
    struct sql_stmt *stmts[RATER_STMTS];
};

/* All functions: false: `sql` has the error. The connection outlives the rater. */
bool rater_open(struct rater *rater, struct sql *sql, enum ratings_table table);
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
/* Asks ahead for what that will ask: of the round, and of each person who may be rated by it. */
bool rater_expect_round(struct rater *rater, const struct rater_round *round);
bool rater_expect_person(struct rater *rater, const struct rater_round *round, int64_t person);
/* The person `into` gets what `from` has, who is no more. */
bool rater_join(struct rater *rater, int64_t from, int64_t into);
/* The new person `own` was `person` till now. */
bool rater_part(struct rater *rater, int64_t person, int64_t own);

/* The parts of these that note nothing in `rated`, for who goes through it. */
bool rater_rate(struct rater *rater, const struct rater_round *round);
bool rater_merge(struct rater *rater, int64_t from, int64_t into);
bool rater_copy(struct rater *rater, int64_t person, int64_t own);

#endif
