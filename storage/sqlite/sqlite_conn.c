#include "sqlite_conn.h"

#include <stdlib.h>

struct statement {
    struct sql_stmt stmt; /* first */
    sqlite3_stmt *of;
};

static sqlite3_stmt *of(struct sql_stmt *stmt)
{
    return ((struct statement *)stmt)->of;
}

static struct sql_stmt *prepare(struct sql *sql, const char *text)
{
    struct statement *statement = calloc(1, sizeof(*statement));
    if (statement == NULL)
        return NULL;
    if (sqlite3_prepare_v3(((struct sqlite_conn *)sql)->db, text, -1, SQLITE_PREPARE_PERSISTENT,
                           &statement->of, NULL) != SQLITE_OK) {
        free(statement);
        return NULL;
    }
    statement->stmt.impl = sql->impl;
    statement->stmt.params = (unsigned)sqlite3_bind_parameter_count(statement->of);
    return &statement->stmt;
}

static bool execute(struct sql *sql, const char *text)
{
    return sqlite3_exec(((struct sqlite_conn *)sql)->db, text, NULL, NULL, NULL) == SQLITE_OK;
}

static const char *trouble(struct sql *sql)
{
    return sqlite3_errmsg(((struct sqlite_conn *)sql)->db);
}

static bool finalize(struct sql_stmt *stmt)
{
    bool good = sqlite3_finalize(of(stmt)) == SQLITE_OK;
    free(stmt);
    return good;
}

static bool bind_null(struct sql_stmt *stmt, int at)
{
    return sqlite3_bind_null(of(stmt), at) == SQLITE_OK;
}

static bool bind_int(struct sql_stmt *stmt, int at, int64_t value)
{
    return sqlite3_bind_int64(of(stmt), at, value) == SQLITE_OK;
}

static bool bind_double(struct sql_stmt *stmt, int at, double value)
{
    return sqlite3_bind_double(of(stmt), at, value) == SQLITE_OK;
}

static bool bind_text(struct sql_stmt *stmt, int at, const char *text)
{
    return sqlite3_bind_text(of(stmt), at, text, -1, SQLITE_STATIC) == SQLITE_OK;
}

static bool bind_bytes(struct sql_stmt *stmt, int at, const void *bytes, size_t size)
{
    return sqlite3_bind_blob64(of(stmt), at, bytes, size, SQLITE_STATIC) == SQLITE_OK;
}

static enum sql_step step(struct sql_stmt *stmt)
{
    int code = sqlite3_step(of(stmt));
    return code == SQLITE_ROW ? SQL_ROW : code == SQLITE_DONE ? SQL_DONE : SQL_ERROR;
}

static bool reset(struct sql_stmt *stmt)
{
    return sqlite3_reset(of(stmt)) == SQLITE_OK;
}

static bool run(struct sql_stmt *stmt)
{
    int code = sqlite3_step(of(stmt));
    return sqlite3_reset(of(stmt)) == SQLITE_OK && code == SQLITE_DONE;
}

static int64_t changes(struct sql_stmt *stmt)
{
    return sqlite3_changes(sqlite3_db_handle(of(stmt)));
}

static bool is_null(struct sql_stmt *stmt, int at)
{
    return sqlite3_column_type(of(stmt), at) == SQLITE_NULL;
}

static int64_t integer(struct sql_stmt *stmt, int at)
{
    return sqlite3_column_int64(of(stmt), at);
}

static double real(struct sql_stmt *stmt, int at)
{
    return sqlite3_column_double(of(stmt), at);
}

static const char *text(struct sql_stmt *stmt, int at)
{
    return (const char *)sqlite3_column_text(of(stmt), at);
}

static const void *bytes(struct sql_stmt *stmt, int at)
{
    return sqlite3_column_blob(of(stmt), at);
}

static size_t size(struct sql_stmt *stmt, int at)
{
    return (size_t)sqlite3_column_bytes(of(stmt), at);
}

static const struct sql_impl impl = {
    .prepare = prepare,
    .execute = execute,
    .trouble = trouble,
    .finalize = finalize,
    .bind_null = bind_null,
    .bind_int = bind_int,
    .bind_double = bind_double,
    .bind_text = bind_text,
    .bind_bytes = bind_bytes,
    .step = step,
    .run = run,
    .reset = reset,
    .changes = changes,
    .is_null = is_null,
    .integer = integer,
    .real = real,
    .text = text,
    .bytes = bytes,
    .size = size,
};

struct sql *sqlite_conn(struct sqlite_conn *conn, sqlite3 *db)
{
    *conn = (struct sqlite_conn){.sql = {&impl}, .db = db};
    return &conn->sql;
}
