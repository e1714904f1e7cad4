/* sql_ratings.h: ratings (rating.h) in a database.
 *
 * A round changes the ratings of its people in the transaction of its end, and gets a row in the
 * table `rated`; links and their ends do, too. The order of rounds matters, because a rating is
 * measured against the ratings that the others had at that time. When two persons become one, the
 * better known of their ratings stays. When a link ends, both persons go on with the rating that
 * they had as one. Replaying `rated` from its beginning gives the same ratings again, except for
 * the last few bits. */
#ifndef TALON_STORAGE_SQL_SQL_RATINGS_H
#define TALON_STORAGE_SQL_SQL_RATINGS_H

#include "sql.h"

/* Which tables the ratings are in: those of the database, or temporary ones to compare with. */
enum ratings_table {
    RATINGS_KEPT, /* rating */
    RATINGS_DUE   /* temp.due_rating and due_point, made by sqlite_ratings_replay() */
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
/* Also for a zeroed rater, or one that could not be opened. */
void rater_close(struct rater *rater);
/* After a failed statement: ends the reads that were going on. */
void rater_reset(struct rater *rater);

/* Rates a round that counts and has ended. Its results are in the database. */
struct rater_round {
    int64_t round;
    const char *rule_set;
    int season;
};
bool rater_round(struct rater *rater, const struct rater_round *round);
/* Sends the queries of rater_round() early (sql_pipeline()): those about the round, and those about
 * each person whom it may rate. */
bool rater_expect_round(struct rater *rater, const struct rater_round *round);
bool rater_expect_person(struct rater *rater, const struct rater_round *round, int64_t person);
/* For a link: the person `into` gets the better known rating of the two. `from` is deleted. */
bool rater_join(struct rater *rater, int64_t from, int64_t into);
/* For the end of a link: gives the new person `own` the ratings of `person`, a part of whom it was
 * until now. */
bool rater_part(struct rater *rater, int64_t person, int64_t own);

/* Like the three functions above, but without a new row in `rated`: for a replay of `rated`. */
bool rater_rate(struct rater *rater, const struct rater_round *round);
bool rater_merge(struct rater *rater, int64_t from, int64_t into);
bool rater_copy(struct rater *rater, int64_t person, int64_t own);

#endif
