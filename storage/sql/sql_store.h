/* sql_store.h: an open store that speaks SQL (sql.h), for whichever database.
 *
 * One connection writes, in the writer thread. One connection reads, used by one thread at a time.
 * sql_*.c has the statements; a table of functions has what each database does in its own way. */
#ifndef TALON_STORAGE_SQL_SQL_STORE_H
#define TALON_STORAGE_SQL_SQL_STORE_H

#include "sql.h"
#include "sql_known.h"
#include "sql_packs.h"
#include "sql_ratings.h"
#include "sql_records.h"
#include "sql_text.h"
#include "sql_web_query_text.h"
#include "storage/archive.h"
#include "storage/store_base.h"

/* How far the deletion of past periods has come. Days are counted as board_period_start() does. */
struct fold {
    int64_t done;  /* sums of all periods that were over on that day are deleted */
    int64_t day;   /* the day whose periods are being deleted ... */
    int64_t scope; /* ... done up to this scope */
};

struct sql_store;

/* The actions of running rounds while they are read. Each database has its own struct, with this
 * one first. */
struct sql_actions {
    const struct sql_store *sq;
};

/* People whom this transaction has changed so far. Answers about them to queries that were sent
 * before are out of date. */
struct changed_people {
    unsigned count, room;
    int64_t *persons;
    bool made;    /* identities were made, so one that an early query did not find may exist now */
    bool unknown; /* memory was out */
};

/* Each function: false: sq->writer has the error. */
struct sql_kind {
    /* Statements to use in place of those in sql_text.h; NULL: none. */
    const char *const *write_sql;
    const char *begin_read;              /* begins a transaction that sees one moment */
    const char *last_table, *last_round; /* select the last id ever given; 0: none */
    /* Begins the transaction of `count` batches, the last of which is `batch`. */
    bool (*begin)(struct sql_store *sq, uint64_t batch, unsigned count);
    bool (*commit)(struct sql_store *sq);
    /* After begin(): locks the persons in these batches against other processes. NULL: there are no
     * other processes. */
    bool (*lock)(struct sql_store *sq, const struct batch *first, unsigned count);

    /* Rounds have packs (sql_packs.h). False: the functions below keep the actions themselves. */
    bool packs;
    /* Adds an action of a running round. If the round has an action with that number already, sets
     * sq->contradicts. */
    bool (*append)(struct sql_store *sq, const struct store_action *action);
    /* Whether a round has an action. */
    bool (*has)(struct sql_store *sq, int64_t round, bool *has);
    /* Sends the queries of pack(), and if `idle` those of has(), early. Called only if
     * sql_is_remote(). */
    bool (*expect)(struct sql_store *sq, int64_t round, bool idle);
    /* Packs the actions of a round. The bytes are valid until the next call of these functions. */
    bool (*pack)(struct sql_store *sq, int64_t round, const uint8_t **bytes, size_t *size);
    /* After the end of a round: deletes rows of its actions that are no longer needed. */
    bool (*drop)(struct sql_store *sq, int64_t round);

    /* Reads the actions of running rounds, with sq->reader and within its transaction; `network`
     * NULL: of all. NULL: the reader has the error. */
    struct sql_actions *(*actions_open)(struct sql_store *sq, const char *network);
    /* The actions of one round; rounds must be asked in the order of their ids. NULL: none. `hurt`:
     * some may be missing at the end. */
    const struct archive *(*actions_of)(struct sql_actions *actions, int64_t round, bool *hurt);
    /* False: the reader has the error. */
    bool (*actions_close)(struct sql_actions *actions);

    /* Frees a lease in this transaction. NULL: this store has no leases. */
    bool (*give)(struct sql_store *sq, const struct give_op *give);
    /* Adds a letter (OP_LETTER), or deletes one that was read (OP_LETTER_READ). NULL: this store
     * has no letters. */
    bool (*letter)(struct sql_store *sq, const struct op *op);

    /* Called before and after a person is forgotten: deleted data must not stay readable in free
     * pages. */
    bool (*forget_begin)(struct sql_store *sq);
    void (*forget_end)(struct sql_store *sq, bool good);
};

struct sql_store {
    struct store base; /* first */
    const struct sql_kind *kind;
    const struct log *log;
    char *path;              /* its name in logs */
    atomic_bool interrupted; /* set: questions end as soon as they can */
    struct sql *writer, *reader;
    struct sql_stmt *write[WRITE_STMTS], *read[READ_STMTS], *web[WEB_STMTS];
    struct rater rater;            /* the writer's */
    struct recorder recorder;      /* the writer's */
    struct archive archive;        /* a round that the writer reads back */
    struct packs packs;            /* the writer's */
    struct known known;            /* the writer's */
    struct fold fold;              /* the writer's */
    bool unreadable;               /* set by the reader: the last question failed, and the log says
                                    * why */
    bool contradicts;              /* the rows to be written are there already */
    struct changed_people changed; /* the writer's */
    bool empties_log;              /* writer: empty the log after this transaction */
    uint64_t
        written; /* the last committed batch, announced or not, so that no retry applies it twice */
};

/* Prepare all statements. False: that connection has the error. */
bool sql_prepare_writer(struct sql_store *sq);
bool sql_prepare_reader(struct sql_store *sq);
/* Frees all statements. Call it also if not all of them could be prepared. */
void sql_finalize_all(struct sql_store *sq);
/* After a failed statement: ends open reads, and drops what this struct remembers from the
 * transaction, because it is rolled back. */
void sql_reset_all(struct sql_store *sq);

#endif
