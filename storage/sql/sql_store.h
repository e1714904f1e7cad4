/* sql_store.h: a store that speaks SQL while it is open, whatever database it is of (sql.h).
 *
 * One connection writes, in the writer's thread. One reads, used by one thread at a time. All that
 * is asked and written stands in sql_*.c; what databases do each in their way, in a table. */
#ifndef TALON_STORAGE_SQL_SQL_STORE_H
#define TALON_STORAGE_SQL_SQL_STORE_H

#include "sql.h"
#include "sql_ratings.h"
#include "sql_records.h"
#include "sql_text.h"
#include "sql_web_query_text.h"
#include "storage/archive.h"
#include "storage/store_base.h"

/* How far sums of periods that are over have gone: days as board_period_start() counts them. */
struct fold {
    int64_t done;  /* all of those that were over on that day */
    int64_t day;   /* those of this one are going ... */
    int64_t scope; /* ... and have gone below this one */
};

struct sql_store;

/* Each function: false: sq->writer has the error. */
struct sql_kind {
    /* Texts of some statements in the place of those of sql_text.h; NULL: none. */
    const char *const *write_sql;
    const char *begin_read;              /* a transaction that sees one moment */
    const char *last_table, *last_round; /* the last number ever given, 0: none */
    /* The transaction of `count` batches of which the last one is `batch`. */
    bool (*begin)(struct sql_store *sq, uint64_t batch, unsigned count);
    bool (*commit)(struct sql_store *sq);
    /* After begin(), of its batches: keeps other processes from the same persons; NULL: there are
     * no others. */
    bool (*lock)(struct sql_store *sq, const struct batch *first, unsigned count);

    /* The actions of running rounds. An action whose number the round has already contradicts what
     * is there (`contradicts`). */
    bool (*append)(struct sql_store *sq, const struct store_action *action);
    /* Whether a round has an action. */
    bool (*has)(struct sql_store *sq, int64_t round, bool *has);
    /* Asks ahead for what has() (if `idle`) and pack() will; only where it is far. */
    bool (*expect)(struct sql_store *sq, int64_t round, bool idle);
    /* Packs the actions of a round; `bytes` lie in sq->archive until the next one. */
    bool (*pack)(struct sql_store *sq, int64_t round, const uint8_t **bytes, size_t *size);
    /* The round is over: drops what need not be kept. */
    bool (*drop)(struct sql_store *sq, int64_t round);

    /* The lease is free from this transaction on; NULL: there are none. */
    bool (*give)(struct sql_store *sq, const struct give_op *give);

    /* Around forgetting somebody: what is deleted is not to be read in what is free. */
    bool (*forget_begin)(struct sql_store *sq);
    void (*forget_end)(struct sql_store *sq, bool good);
};

struct sql_store {
    struct store base; /* first */
    const struct sql_kind *kind;
    const struct log *log;
    char *path;              /* what it is called in logs */
    atomic_bool interrupted; /* the questions are to end */
    struct sql *writer, *reader;
    struct sql_stmt *write[WRITE_STMTS], *read[READ_STMTS], *web[WEB_STMTS];
    struct rater rater;       /* the writer's */
    struct recorder recorder; /* the writer's */
    struct archive archive;   /* the writer's */
    struct batch *rows;       /* the writer's, of a round: memory that who packs it takes */
    struct fold fold;         /* the writer's */
    bool contradicts;         /* what was to be written is there already */
    bool empties_log;         /* likewise: after this transaction */
    uint64_t written; /* the last batch that is committed, told or not: no try applies it twice */
};

/* Prepares all statements. False: that connection has the error. */
bool sql_prepare_writer(struct sql_store *sq);
bool sql_prepare_reader(struct sql_store *sq);
/* Of one whose statements could not all be prepared, too. */
void sql_finalize_all(struct sql_store *sq);
/* After a statement has failed: ends what was being read, and forgets what was kept in memory of a
 * transaction that is rolled back. */
void sql_reset_all(struct sql_store *sq);

#endif
