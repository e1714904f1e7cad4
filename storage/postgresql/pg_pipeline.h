/* pg_pipeline.h: what was asked for ahead of its time (sql_pipeline()), until somebody steps
 * through it.
 *
 * Of one transaction of a conn: all is forgotten when that ends. Between pg_conn.h and pg_stmt.h
 * alone. */
#ifndef TALON_STORAGE_POSTGRESQL_PG_PIPELINE_H
#define TALON_STORAGE_POSTGRESQL_PG_PIPELINE_H

#include "pg_conn.h"

struct pg_answer {
    struct pg_answer *next;
    const struct pg_stmt *stmt;
    char *key; /* its values */
    size_t size;
    PGresult *result; /* NULL: it is not there yet */
};

/* A new one, which owns `key` from now on. NULL: the same is asked for already, there are as many
 * as may be, or memory is out. */
struct pg_answer *pg_pipeline_add(struct pg_conn *conn, const struct pg_stmt *stmt, char *key,
                                  size_t size);
/* NULL: that was not asked for. */
struct pg_answer *pg_pipeline_find(const struct pg_conn *conn, const struct pg_stmt *stmt,
                                   const char *key, size_t size);
/* Its rows, which are the caller's; it is no more. */
PGresult *pg_pipeline_take(struct pg_conn *conn, struct pg_answer *answer);
/* Those of one statement, or of all (NULL). None is waited for any more. */
void pg_pipeline_forget(struct pg_conn *conn, const struct pg_stmt *stmt);

#endif
