/* sqlite_base.h: calls of SQLite, and their errors in words. */
#ifndef TALON_STORAGE_SQLITE_SQLITE_BASE_H
#define TALON_STORAGE_SQLITE_SQLITE_BASE_H

#include <sqlite3.h>

#include "storage/sql/sql.h"

/* Returns the error of the last call of `db` (NULL: there was no memory for a connection). The
 * fault gets one line that begins with `path`. */
enum store_error sqlite_fault(sqlite3 *db, const char *path, struct fault *why);
/* Runs a check whose first row is "ok", or the damage that it found; then returns STORE_DAMAGED. */
enum store_error sqlite_check(sqlite3 *db, const char *sql, const char *path, struct fault *why);
/* Returns the error of a system call that failed, by errno. The fault gets one line that begins
 * with `name`. */
enum store_error sqlite_system_fault(const char *name, struct fault *why);
/* Reads the number in the one row of a statement. False: `db` has the error. */
bool sqlite_number(sqlite3 *db, const char *sql, int64_t *number);
/* Writes the caller's line into the fault, and returns `error`. */
__attribute__((format(printf, 3, 4))) enum store_error
sqlite_refuse(enum store_error error, struct fault *why, const char *format, ...);

static inline bool bind_text(sqlite3_stmt *stmt, int at, const char *text)
{
    return sqlite3_bind_text(stmt, at, text, -1, SQLITE_STATIC) == SQLITE_OK;
}

static inline bool bind_int(sqlite3_stmt *stmt, int at, int64_t value)
{
    return sqlite3_bind_int64(stmt, at, value) == SQLITE_OK;
}

static inline const char *column_text(sqlite3_stmt *stmt, int at)
{
    const char *text = (const char *)sqlite3_column_text(stmt, at);
    return text != NULL ? text : "";
}

/* Runs a statement for its effect. */
bool sqlite_run(sqlite3_stmt *stmt);
/* Runs a statement that gives at most one row, and reads up to two numbers of it (`second` may be
 * NULL). */
enum found sqlite_run_row(sqlite3_stmt *stmt, int64_t *first, int64_t *second);

#endif
