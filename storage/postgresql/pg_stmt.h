/* pg_stmt.h: a statement on a pg_conn. For pg_conn.c and pg_stmt.c only. */
#ifndef TALON_STORAGE_POSTGRESQL_PG_STMT_H
#define TALON_STORAGE_POSTGRESQL_PG_STMT_H

#include "pg_conn.h"

extern const struct sql_impl pg_sql;

/* -- for pg_conn.c -- */

/* Gives the statement its rows, or notes how many rows it changed. */
void pg_stmt_take(struct pg_stmt *stmt, PGresult *result);
void pg_stmt_note(struct pg_stmt *stmt, PGresult *result);
/* Notes that the statement could not be prepared. */
void pg_stmt_unprepared(struct pg_stmt *stmt);

/* -- for pg_stmt.c -- */

/* Notes that a message was sent. If PG_PENDING_MAX are unanswered, waits for all answers. */
bool pg_conn_expect(struct pg_conn *conn, struct pg_pending pending);
bool pg_conn_execute(struct sql *sql, const char *text);
void pg_conn_pipeline_forget(struct sql *sql);
const char *pg_conn_trouble(struct sql *sql);

#endif
