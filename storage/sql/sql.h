/* sql.h: prepared statements, the same for every database.
 *
 * The stores that speak SQL share sql_*.c, which uses this interface. Each database gives one const
 * table of functions (sqlite_conn.c, pg_stmt.c). All databases take the same text of a statement:
 * ?1, ?2, ... for values; CROSS JOIN is a JOIN whose order the database must keep (PostgreSQL
 * chooses its own).
 *
 * A statement is prepared once, then bound, stepped through row by row, and reset. Bound values are
 * not copied: they must live until the next binding or the last row. What a row gives is valid
 * until the next step or the reset. Other statements may run meanwhile.
 *
 * sql_run() is for statements without rows. With a remote database it may only send the statement;
 * then a later call reports the error, at the latest the end of the transaction.
 *
 * sql_gather() saves work: a remote database gets several rows of one statement together.
 *
 * sql_pipeline() saves round trips to a remote database. It sends a query early; the answer waits
 * until the statement is stepped through with the same values. */
#ifndef TALON_STORAGE_SQL_SQL_H
#define TALON_STORAGE_SQL_SQL_H

#include "storage/store.h"

enum found { FOUND, NONE, ERROR };
enum sql_step { SQL_ROW, SQL_DONE, SQL_ERROR };

/* A connection, and a statement on it. Each database has its own structs for them, with these as
 * first members. */
struct sql {
    const struct sql_impl *impl;
};
struct sql_stmt {
    const struct sql_impl *impl;
    unsigned params; /* the highest N of its ?N */
};

struct sql_impl {
    /* NULL: `sql` has the error. */
    struct sql_stmt *(*prepare)(struct sql *sql, const char *text);
    /* Runs statements without values and rows. */
    bool (*execute)(struct sql *sql, const char *text);
    /* The text of the last call's error, for a log. */
    const char *(*trouble)(struct sql *sql);
    bool (*finalize)(struct sql_stmt *stmt);
    bool (*bind_null)(struct sql_stmt *stmt, int at);
    bool (*bind_int)(struct sql_stmt *stmt, int at, int64_t value);
    bool (*bind_double)(struct sql_stmt *stmt, int at, double value);
    bool (*bind_text)(struct sql_stmt *stmt, int at, const char *text);
    bool (*bind_bytes)(struct sql_stmt *stmt, int at, const void *bytes, size_t size);
    enum sql_step (*step)(struct sql_stmt *stmt);
    bool (*run)(struct sql_stmt *stmt);
    bool (*gather)(struct sql_stmt *stmt);        /* NULL: runs it */
    bool (*send_gathered)(struct sql_stmt *stmt); /* NULL: nothing to do */
    bool (*pipeline)(struct sql_stmt *stmt);      /* NULL: the database is not remote */
    void (*pipeline_forget)(struct sql *sql);     /* NULL: as above */
    bool (*reset)(struct sql_stmt *stmt);
    int64_t (*changes)(struct sql_stmt *stmt);
    bool (*is_null)(struct sql_stmt *stmt, int at);
    int64_t (*integer)(struct sql_stmt *stmt, int at);
    double (*real)(struct sql_stmt *stmt, int at);
    const char *(*text)(struct sql_stmt *stmt, int at);
    const void *(*bytes)(struct sql_stmt *stmt, int at);
    size_t (*size)(struct sql_stmt *stmt, int at);
};

/* The highest N of the ?N in a statement. */
unsigned sql_params_of(const char *text);

static inline struct sql_stmt *sql_prepare(struct sql *sql, const char *text)
{
    return sql->impl->prepare(sql, text);
}
static inline bool sql_execute(struct sql *sql, const char *text)
{
    return sql->impl->execute(sql, text);
}
static inline const char *sql_trouble(struct sql *sql)
{
    return sql->impl->trouble(sql);
}
/* Accepts NULL. False: its last run failed. */
static inline bool sql_finalize(struct sql_stmt *stmt)
{
    return stmt == NULL || stmt->impl->finalize(stmt);
}
static inline unsigned sql_params(const struct sql_stmt *stmt)
{
    return stmt->params;
}

/* -- values; counted from 1 -- */

/* Of a number. */
static inline bool sql_bind_null(struct sql_stmt *stmt, int at)
{
    return stmt->impl->bind_null(stmt, at);
}
static inline bool sql_bind_int(struct sql_stmt *stmt, int at, int64_t value)
{
    return stmt->impl->bind_int(stmt, at, value);
}
static inline bool sql_bind_double(struct sql_stmt *stmt, int at, double value)
{
    return stmt->impl->bind_double(stmt, at, value);
}
/* NULL: none. */
static inline bool sql_bind_text(struct sql_stmt *stmt, int at, const char *text)
{
    return stmt->impl->bind_text(stmt, at, text);
}
static inline bool sql_bind_bytes(struct sql_stmt *stmt, int at, const void *bytes, size_t size)
{
    return stmt->impl->bind_bytes(stmt, at, bytes, size);
}

/* -- running -- */

static inline enum sql_step sql_step(struct sql_stmt *stmt)
{
    return stmt->impl->step(stmt);
}
static inline bool sql_run(struct sql_stmt *stmt)
{
    return stmt->impl->run(stmt);
}
/* Like sql_run(), but the statement may run only when sql_send_gathered() is called, once for all
 * rows gathered until then. In its text "VALUES (?1, ?2, ...)" has all its values, and no two
 * gathered rows may be the same row of the table. sql_reset() drops what is gathered. */
static inline bool sql_gather(struct sql_stmt *stmt)
{
    return stmt->impl->gather != NULL ? stmt->impl->gather(stmt) : stmt->impl->run(stmt);
}
static inline bool sql_send_gathered(struct sql_stmt *stmt)
{
    return stmt->impl->send_gathered == NULL || stmt->impl->send_gathered(stmt);
}
/* Whether the database is remote, so that sql_pipeline() saves time. */
static inline bool sql_is_remote(const struct sql_stmt *stmt)
{
    return stmt->impl->pipeline != NULL;
}
/* Only if sql_is_remote(): sends the query with the bound values early. Later in this transaction
 * it must be stepped through once with the same values, and what it reads must not change before
 * that. If the statement is in the middle of other rows, these stay. */
static inline bool sql_pipeline(struct sql_stmt *stmt)
{
    return stmt->impl->pipeline(stmt);
}
/* Forgets answers that nobody took. From now on the same query is sent again. */
static inline void sql_pipeline_forget(struct sql *sql)
{
    if (sql->impl->pipeline_forget != NULL)
        sql->impl->pipeline_forget(sql);
}
/* False: its last run failed. */
static inline bool sql_reset(struct sql_stmt *stmt)
{
    return stmt->impl->reset(stmt);
}
/* Runs a statement that gives at most one row, and reads up to two numbers of it (`second` may be
 * NULL). */
enum found sql_run_row(struct sql_stmt *stmt, int64_t *first, int64_t *second);
/* How many rows the last run changed; -1: an error. */
static inline int64_t sql_changes(struct sql_stmt *stmt)
{
    return stmt->impl->changes(stmt);
}
/* Prepares a statement, and reads the number that is its only row. */
bool sql_number(struct sql *sql, const char *text, int64_t *number);

/* -- columns of the current row, counted from 0; NULL reads as 0 or "" -- */

static inline bool sql_is_null(struct sql_stmt *stmt, int at)
{
    return stmt->impl->is_null(stmt, at);
}
static inline int64_t sql_int64(struct sql_stmt *stmt, int at)
{
    return stmt->impl->integer(stmt, at);
}
static inline int sql_int(struct sql_stmt *stmt, int at)
{
    return (int)stmt->impl->integer(stmt, at);
}
static inline double sql_double(struct sql_stmt *stmt, int at)
{
    return stmt->impl->real(stmt, at);
}
static inline const char *sql_text(struct sql_stmt *stmt, int at)
{
    const char *text = stmt->impl->text(stmt, at);
    return text != NULL ? text : "";
}
/* NULL: the column is NULL or empty. */
static inline const void *sql_bytes(struct sql_stmt *stmt, int at)
{
    return stmt->impl->bytes(stmt, at);
}
/* The length of this column's text or bytes. Call it after reading them. */
static inline size_t sql_size(struct sql_stmt *stmt, int at)
{
    return stmt->impl->size(stmt, at);
}

#endif
