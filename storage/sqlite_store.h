/* sqlite_store.h: a SQLite store while it is open.
 *
 * One connection writes, in the writer's thread; it alone checkpoints. One reads, read-only, used
 * by one thread at a time; another one only after a disorderly end (sqlite_whole.h).
 * (SQLite 3.7.0-3.51.2 can damage a WAL when two connections write or checkpoint at the same
 * moment.) Another talon is kept out by a lock on a file beside the database, so that read-only
 * tools still get in. No mmap: an I/O error there is a signal.
 *
 * To see whether it is whole takes a reading of the whole database, which is left out when nothing
 * can have happened: an orderly end, if all was well, writes the size and the time that the
 * database then has into the lock's file. While
 * the store is open, and after any other end, that file holds what deaths.h keeps. */
#ifndef TALON_STORAGE_SQLITE_STORE_H
#define TALON_STORAGE_SQLITE_STORE_H

#include <sqlite3.h>

#include "archive.h"
#include "place.h"
#include "sqlite_feats.h"
#include "sqlite_look_sql.h"
#include "sqlite_ratings.h"
#include "sqlite_sql.h"
#include "sqlite_whole.h"
#include "store_base.h"

/* How far sums of windows that are over have gone: days as window_start() counts them. */
struct fold {
    int64_t done;  /* all of those that were over on that day */
    int64_t day;   /* those of this one are going ... */
    int64_t scope; /* ... and have gone below this one */
};

/* How long a batch waits for a tool that writes (sqlite3) before it is put off. */
enum { SQLITE_BUSY_MS = 2000 };

struct sqlite_store {
    struct store base; /* first */
    const struct log *log;
    char *path;
    int lock_fd;
    bool untouched;          /* nothing was written to the database since an orderly end */
    bool orderly;            /* the store is being closed with everything durable */
    atomic_bool interrupted; /* the questions are to end */
    sqlite3 *writer, *reader;
    sqlite3_stmt *write[WRITE_STMTS], *read[READ_STMTS], *look[LOOK_STMTS];
    struct rater rater;           /* the writer's */
    struct feater feater;         /* the writer's */
    struct archive archive;       /* the writer's */
    struct batch *rows;           /* the writer's, of a round: memory that sqlite_journal.c takes */
    struct journal_round *rounds; /* the writer's: sqlite_journal.h */
    bool rounds_known;
    unsigned forgot;  /* commits since somebody was, until the log is cut (sqlite_forget.h) */
    bool contradicts; /* what was to be written is there already */
    bool empties_log; /* likewise: after this transaction */
    struct fold fold; /* likewise */
    struct open_files place;
    struct whole whole;
    uint64_t written; /* the last batch that is committed, told or not: no try applies it twice */
};

#endif
