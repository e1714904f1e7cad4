/* sql_records.h: records, streaks and head to head (record.h) in a database.
 *
 * The transaction that ends a round adds it to the records. It changes two rows for each seat, of
 * the rule set and of all sets, and two rows for each pair of people. */
#ifndef TALON_STORAGE_SQL_SQL_RECORDS_H
#define TALON_STORAGE_SQL_SQL_RECORDS_H

#include "sql.h"
#include "storage/record.h"

/* Which tables the records are in: those of the database, or temporary ones to compare with. */
enum records_table {
    RECORDS_KEPT, /* feat, versus */
    RECORDS_DUE   /* temp.due_feat, temp.due_versus, which sqlite_records_replay() makes */
};

/* The columns of a row, after the person and the rule set. */
#define RECORD_COLUMNS_OF(of)                                                                      \
    of "rounds, " of "won, " of "duels_won, " of "duels_lost, " of "bluffs, " of "streak, " of     \
       "plays, " of "lasted, " of "fast_round, " of "cards, " of "cards_round, " of "longest"
#define RECORD_COLUMNS RECORD_COLUMNS_OF("")
enum { RECORD_COLUMN_COUNT = 12 };

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
/* Also for a zeroed recorder, or one that could not be opened. */
void recorder_close(struct recorder *recorder);
/* After a failed statement: ends the reads that were going on. */
void recorder_reset(struct recorder *recorder);

/* Adds a round that counts and has ended. Its results and its row in `rated` are in the
 * database. */
struct recorder_round {
    int64_t round, lasted; /* milliseconds */
    const char *rule_set;
};
bool recorder_round(struct recorder *recorder, const struct recorder_round *round);
/* The same in two steps, if the caller has read the records: adds what the round gave one person to
 * the records of one set, and writes them; then notes who met whom. */
bool recorder_end(struct recorder *recorder, int64_t person, const struct record_round *did,
                  struct store_records *records);
bool recorder_end_met(struct recorder *recorder, const struct recorder_round *round);
/* A person of a round, and the place in which they finished. */
struct recorder_met {
    int64_t person, place;
};
/* Notes that `one` met `other` in a round. Call it for each two people, in both orders, in place of
 * recorder_end_met(), which reads the seats again. Only for a local database: a remote one would
 * need a round trip for each call. */
bool recorder_meet(struct recorder *recorder, const struct recorder_met *one,
                   const struct recorder_met *other);
/* Reads the numbers of records from the columns from `at` on. */
void recorder_read(struct sql_stmt *row, int at, struct store_records *records);
/* For a link: call begin before two persons become one, and end after it. The person who stays gets
 * the records of both. */
struct recorder_join {
    int64_t from, into;
    bool pruned; /* set by recorder_join_begin(): results were deleted */
};
bool recorder_join_begin(struct recorder *recorder, struct recorder_join *join);
bool recorder_join_end(struct recorder *recorder, const struct recorder_join *join);
/* For the end of a link: computes the records of both. The new person `own` was part of `person`
 * until now, and has its results already. */
bool recorder_part(struct recorder *recorder, int64_t person, int64_t own);

#endif
