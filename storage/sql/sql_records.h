/* sql_records.h: records, streaks and head to head (record.h) kept in a database.
 *
 * A round adds to those of its people in the transaction of its end: per seat a row of its rule set
 * and one of all, and two for each pair. */
#ifndef TALON_STORAGE_SQL_SQL_RECORDS_H
#define TALON_STORAGE_SQL_SQL_RECORDS_H

#include "sql.h"
#include "storage/record.h"

/* The tables that they are in: those of the database, or such as are made to compare with them. */
enum feats_table {
    FEATS_KEPT, /* feat, versus */
    FEATS_DUE   /* temp.due_feat, temp.due_versus, which sqlite_feats_replay() makes */
};

/* The columns of a row, behind whose it is and of which set. */
#define FEAT_COLUMNS                                                                               \
    "rounds, won, duels_won, duels_lost, bluffs, streak, plays, lasted, fast_round, cards,"        \
    " cards_round, longest"

enum feater_stmt {
    FEATER_SEATS,
    FEATER_GET,
    FEATER_PUT,
    FEATER_LONGEST,
    FEATER_MET,
    FEATER_MET_ALL,
    FEATER_ROUNDS,
    FEATER_SETS,
    FEATER_DROP,
    FEATER_DROP_MET,
    FEATER_DROP_MET_BY,
    FEATER_JOIN_MET,
    FEATER_JOIN_MET_BY,
    FEATER_PRUNED,
    FEATER_STMTS
};

struct feater {
    struct sql_stmt *stmts[FEATER_STMTS];
};

/* All functions: false: `sql` has the error. The connection outlives the feater. */
bool feater_open(struct feater *feater, struct sql *sql, enum feats_table table);
/* Of one that is zeroed or could not be opened, too. */
void feater_close(struct feater *feater);
/* After a statement has failed: ends what was being read. */
void feater_reset(struct feater *feater);

/* A round that counts has ended; its results are there, and it stands in `rated`. */
struct feater_round {
    int64_t round, lasted; /* milliseconds */
    const char *rule_set;
};
bool feater_round(struct feater *feater, const struct feater_round *round);
/* Asks ahead for what that will ask: of the round, and of each person who may have a seat. */
bool feater_expect_round(struct feater *feater, const struct feater_round *round);
bool feater_expect_person(struct feater *feater, const struct feater_round *round, int64_t person);
/* Before two persons become one, and after it: the one that stays gets what both have. */
struct feater_join {
    int64_t from, into;
    bool pruned; /* set by the first */
};
bool feater_join_begin(struct feater *feater, struct feater_join *join);
bool feater_join_end(struct feater *feater, const struct feater_join *join);
/* The new person `own` was `person` till now, and has its results already. */
bool feater_part(struct feater *feater, int64_t person, int64_t own);

#endif
