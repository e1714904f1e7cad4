/* pg_pipeline.h: queries that were sent early (sql_pipeline()). Each answer waits here until its
 * reader steps through the statement.
 *
 * All are forgotten when the transaction ends. For pg_conn.c and pg_stmt.c only. */
#ifndef TALON_STORAGE_POSTGRESQL_PG_PIPELINE_H
#define TALON_STORAGE_POSTGRESQL_PG_PIPELINE_H

#include "pg_conn.h"

struct pg_answer {
    struct pg_answer *next;
    const struct pg_stmt *stmt;
    char *key; /* its values */
    size_t size;
    PGresult *result; /* NULL: not yet there */
};

/* Adds an answer to wait for; takes over `key`, also on failure. NULL: the same query was sent
 * already, PG_PIPELINE_MAX answers wait, or memory is out. */
struct pg_answer *pg_pipeline_add(struct pg_conn *conn, const struct pg_stmt *stmt, char *key,
                                  size_t size);
/* NULL: that query was not sent early. */
struct pg_answer *pg_pipeline_find(const struct pg_conn *conn, const struct pg_stmt *stmt,
                                   const char *key, size_t size);
/* Removes the answer, and returns its rows, which the caller frees (PQclear()). */
PGresult *pg_pipeline_take(struct pg_conn *conn, struct pg_answer *answer);
/* Forgets the answers of one statement, or of all (NULL); nobody waits for them any more. */
void pg_pipeline_forget(struct pg_conn *conn, const struct pg_stmt *stmt);

#endif
