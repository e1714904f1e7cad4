/* sql_records.h: records, streaks and head to head (record.h) kept in a database.
 *
 * A round adds to those of its people in the transaction of its end: per seat a row of its rule set
 * and one of all, and two for each pair. */
#ifndef TALON_STORAGE_SQL_SQL_RECORDS_H
#define TALON_STORAGE_SQL_SQL_RECORDS_H

#include "sql.h"
#include "storage/record.h"

/* The tables that they are in: those of the database, or such as are made to compare with them. */
enum records_table {
    RECORDS_KEPT, /* feat, versus */
    RECORDS_DUE   /* temp.due_feat, temp.due_versus, which sqlite_records_replay() makes */
};

/* The columns of a row, behind whose it is and of which set. */
#define RECORD_COLUMNS                                                                             \
    "rounds, won, duels_won, duels_lost, bluffs, streak, plays, lasted, fast_round, cards,"        \
    " cards_round, longest"

enum recorder_stmt {
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

struct recorder {
    struct sql_stmt *stmts[FEATER_STMTS];
};

/* All functions: false: `sql` has the error. The connection outlives the recorder. */
bool recorder_open(struct recorder *recorder, struct sql *sql, enum records_table table);
/* Of one that is zeroed or could not be opened, too. */
void recorder_close(struct recorder *recorder);
/* After a statement has failed: ends what was being read. */
void recorder_reset(struct recorder *recorder);

/* A round that counts has ended; its results are there, and it stands in `rated`. */
struct recorder_round {
    int64_t round, lasted; /* milliseconds */
    const char *rule_set;
};
bool recorder_round(struct recorder *recorder, const struct recorder_round *round);
/* Asks ahead for what that will ask: of the round, and of each person who may have a seat. */
bool recorder_expect_round(struct recorder *recorder, const struct recorder_round *round);
bool recorder_expect_person(struct recorder *recorder, const struct recorder_round *round,
                            int64_t person);
/* Before two persons become one, and after it: the one that stays gets what both have. */
struct recorder_join {
    int64_t from, into;
    bool pruned; /* set by the first */
};
bool recorder_join_begin(struct recorder *recorder, struct recorder_join *join);
bool recorder_join_end(struct recorder *recorder, const struct recorder_join *join);
/* The new person `own` was `person` till now, and has its results already. */
bool recorder_part(struct recorder *recorder, int64_t person, int64_t own);

#endif
