/* sqlite_store.h: an open SQLite store.
 *
 * One connection writes, in the writer thread, and only that one checkpoints. Another reads,
 * read-only, used by one thread at a time. After a disorderly end there is a third one
 * (sqlite_whole.h). (SQLite 3.7.0-3.51.2 can damage a WAL if two connections write or checkpoint at
 * the same moment.) A lock on a file beside the database keeps other daemons out, but not read-only
 * tools. mmap is off, because an I/O error in mapped memory is a signal that ends the process.
 *
 * To know that the database is undamaged, all of it must be read. A start leaves that out if
 * nothing was written since an orderly end. To know this, the orderly end of an undamaged store
 * writes the size and time of the database into the lock file. While the store is open, and after a
 * crash, the lock file has the notes of crash_count.h instead. */
#ifndef TALON_STORAGE_SQLITE_SQLITE_STORE_H
#define TALON_STORAGE_SQLITE_SQLITE_STORE_H

#include <sqlite3.h>

#include "file_identity.h"
#include "journal_rows.h"
#include "sqlite_conn.h"
#include "sqlite_whole.h"
#include "storage/sql/sql_store.h"

/* How long a batch waits for a tool that writes (sqlite3) before it is tried again later. */
enum { SQLITE_BUSY_MS = 2000 };

/* Statements that only SQLite has (sqlite_journal.c). */
enum sqlite_own {
    S_BEGIN,
    S_COMMIT,
    S_ROLLBACK,
    S_JOURNAL_ADD,
    S_JOURNAL_GROW,
    S_JOURNAL_ROWS,
    S_JOURNAL_RUNNING,
    S_JOURNAL_TRIM,
    SQLITE_STMTS
};
extern const char *const sqlite_own_sql[SQLITE_STMTS];

/* The journal, as the writer knows it (sqlite_journal.h). */
struct journal {
    bool known; /* `rows` was read */
    struct journal_rows rows;
    struct journal_row row; /* the row that is being written */
    bool grows;             /* `row` stands in the journal already, and gets more actions */
    bool changed;           /* `row` has actions that are not written */
    int64_t first;          /* rows before this one are deleted */
};

struct sqlite_store {
    struct sql_store sql; /* first */
    int lock_fd;
    bool fresh;     /* there was none */
    bool untouched; /* nothing was written to the database since the last orderly end */
    bool orderly;   /* the store is closing, and everything is durable */
    sqlite3 *writer, *reader;
    struct sqlite_conn writes, reads;
    sqlite3_stmt *own[SQLITE_STMTS];
    struct journal journal;
    unsigned version; /* of the data after the last commit (data_version()) */
    unsigned forgot;  /* 0: no forgotten person is in the log; otherwise counts commits until it is
                         truncated (sqlite_forget.h) */
    int64_t overwrites; /* whether SQLite overwrites deleted data anyway (secure_delete) */
    struct open_files files;
    struct whole whole;
};

#endif
