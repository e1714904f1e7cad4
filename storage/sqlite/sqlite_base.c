#include "sqlite_base.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static const char full[] = "the disk is full";

static bool is_full(int error)
{
    return error == ENOSPC || error == EDQUOT;
}

enum store_error sqlite_system_fault(const char *name, struct fault *why)
{
    int error = errno;
    fault_set(why, "%s: %s", name, is_full(error) ? full : strerror(error));
    return is_full(error) ? STORE_FULL
           : error == EACCES || error == EROFS || error == ENOENT || error == EISDIR
               ? STORE_CANNOT_OPEN
               : STORE_FAILED;
}

enum store_error sqlite_fault(sqlite3 *db, const char *path, struct fault *why)
{
    int code = db != NULL ? sqlite3_errcode(db) : SQLITE_NOMEM;
    enum store_error error = STORE_FAILED;
    const char *text = db != NULL ? sqlite3_errmsg(db) : "out of memory";
    switch (code & 0xff) {
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_AUTH:
        error = STORE_CANNOT_OPEN;
        break;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        error = STORE_LOCKED;
        text = "locked by another program";
        break;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
        error = STORE_DAMAGED;
        break;
    case SQLITE_NOMEM:
        error = STORE_NO_MEMORY;
        break;
    case SQLITE_FULL:
        error = STORE_FULL;
        text = full;
        break;
    case SQLITE_IOERR: /* SQLite gives this error if a full disk has no room for the -shm */
        if (!is_full(sqlite3_system_errno(db)))
            break;
        error = STORE_FULL;
        text = full;
        break;
    case SQLITE_OK: /* the error was not SQLite's */
    case SQLITE_ROW:
    case SQLITE_DONE:
        error = STORE_NO_MEMORY;
        text = "out of memory";
        break;
    default:
        break;
    }
    fault_set(why, "%s: %s", path, text);
    return error;
}

enum store_error sqlite_refuse(enum store_error error, struct fault *why, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fault_set_list(why, format, args);
    va_end(args);
    return error;
}

bool sqlite_number(sqlite3 *db, const char *sql, int64_t *number)
{
    sqlite3_stmt *stmt;
    if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) != SQLITE_OK)
        return false;
    bool row = sqlite3_step(stmt) == SQLITE_ROW;
    if (row)
        *number = sqlite3_column_int64(stmt, 0);
    return sqlite3_finalize(stmt) == SQLITE_OK && row;
}

bool sqlite_run(sqlite3_stmt *stmt)
{
    int code = sqlite3_step(stmt);
    return sqlite3_reset(stmt) == SQLITE_OK && code == SQLITE_DONE;
}

enum found sqlite_run_row(sqlite3_stmt *stmt, int64_t *first, int64_t *second)
{
    int code = sqlite3_step(stmt);
    if (code == SQLITE_ROW) {
        *first = sqlite3_column_int64(stmt, 0);
        if (second != NULL)
            *second = sqlite3_column_int64(stmt, 1);
        code = sqlite3_step(stmt) == SQLITE_DONE ? SQLITE_ROW : SQLITE_ERROR;
    }
    if (sqlite3_reset(stmt) != SQLITE_OK)
        return ERROR;
    return code == SQLITE_ROW ? FOUND : code == SQLITE_DONE ? NONE : ERROR;
}

enum store_error sqlite_check(sqlite3 *db, const char *sql, const char *path, struct fault *why)
{
    sqlite3_stmt *stmt = NULL;
    enum store_error error = STORE_OK;
    if (sqlite3_prepare_v2(db, sql, -1, &stmt, NULL) != SQLITE_OK)
        return sqlite_fault(db, path, why);
    if (sqlite3_step(stmt) != SQLITE_ROW) {
        error = sqlite_fault(db, path, why);
    } else if (strcmp(column_text(stmt, 0), "ok") != 0) {
        const char *found = column_text(stmt, 0);
        error = sqlite_refuse(STORE_DAMAGED, why, "%s: damaged: %.*s", path,
                              (int)strcspn(found, "\r\n"), found);
    }
    sqlite3_finalize(stmt);
    return error;
}
