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
 * the store is open, and after any other end, that file holds what crash_count.h keeps. */
#ifndef TALON_STORAGE_SQLITE_SQLITE_STORE_H
#define TALON_STORAGE_SQLITE_SQLITE_STORE_H

#include <sqlite3.h>

#include "file_identity.h"
#include "sqlite_conn.h"
#include "sqlite_whole.h"
#include "storage/sql/sql_store.h"

/* How long a batch waits for a tool that writes (sqlite3) before it is put off. */
enum { SQLITE_BUSY_MS = 2000 };

/* Statements that are SQLite's alone (sqlite_journal.c). */
enum sqlite_own {
    S_BEGIN,
    S_COMMIT,
    S_ROLLBACK,
    S_ACTION,
    S_JOURNAL,
    S_JOURNAL_ROUNDS,
    S_JOURNAL_END,
    S_JOURNAL_COPY,
    S_JOURNAL_CLEAR,
    S_JOURNAL_TRIM,
    SQLITE_STMTS
};
extern const char *const sqlite_own_sql[SQLITE_STMTS];

struct sqlite_store {
    struct sql_store sql; /* first */
    int lock_fd;
    bool fresh;     /* there was none */
    bool untouched; /* nothing was written to the database since an orderly end */
    bool orderly;   /* the store is being closed with everything durable */
    sqlite3 *writer, *reader;
    struct sqlite_conn writes, reads;
    sqlite3_stmt *own[SQLITE_STMTS];
    struct journal_round *rounds; /* the writer's: sqlite_journal.h */
    bool rounds_known;
    unsigned forgot;    /* commits since somebody was, until the log is cut (sqlite_forget.h) */
    int64_t overwrites; /* whether what is deleted is written over anyway */
    struct open_files files;
    struct whole whole;
};

#endif
