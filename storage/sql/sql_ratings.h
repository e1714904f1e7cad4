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
#include "storage/rating.h"

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

/* Rates a round that counts and has ended. */
struct rater_round {
    int64_t round;
    const char *rule_set;
    int season;
};
/* One seat more than can be rated, so that rating_round() sees that there are too many. */
enum { RATER_SEATS_READ = RATING_SEATS_MAX + 1 };
/* The people whom a round rates, each with the rating in all sets and the one in the round's
 * set. */
struct rater_seats {
    unsigned count;
    bool told; /* result: the round has rated them */
    struct rating_seat all[RATER_SEATS_READ], own[RATER_SEATS_READ];
};
/* Changes the ratings that the seats have, and writes them and a row of `rated`. The caller writes
 * the new ratings into the results. */
bool rater_end(struct rater *rater, const struct rater_round *round, struct rater_seats *seats);
/* For a link: the person `into` gets the better known rating of the two. `from` is deleted. */
bool rater_join(struct rater *rater, int64_t from, int64_t into);
/* For the end of a link: gives the new person `own` the ratings of `person`, a part of whom it was
 * until now. */
bool rater_part(struct rater *rater, int64_t person, int64_t own);

/* Like the three functions above, but without a new row in `rated`: for a replay of `rated`. The
 * seats of the round are read from its results. */
bool rater_rate(struct rater *rater, const struct rater_round *round);
bool rater_merge(struct rater *rater, int64_t from, int64_t into);
bool rater_copy(struct rater *rater, int64_t person, int64_t own);

#endif
