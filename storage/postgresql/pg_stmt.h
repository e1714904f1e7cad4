/* pg_stmt.h: a statement on a pg_link. Between these two alone. */
#ifndef TALON_STORAGE_POSTGRESQL_PG_STMT_H
#define TALON_STORAGE_POSTGRESQL_PG_STMT_H

#include "pg_conn.h"

extern const struct sql_impl pg_sql;

/* -- by the link -- */

/* Takes over the rows that it gave; notes how many it has changed. */
void pg_stmt_take(struct pg_stmt *stmt, PGresult *result);
void pg_stmt_note(struct pg_stmt *stmt, PGresult *result);
/* It could not be prepared. */
void pg_stmt_unprepared(struct pg_stmt *stmt);

/* -- by the statement -- */

/* Notes that something was sent; takes answers where there are too many out. */
bool pg_link_expect(struct pg_link *link, struct pg_pending pending);
bool pg_link_execute(struct sql *sql, const char *text);
void pg_link_unasked(struct sql *sql);
const char *pg_link_trouble(struct sql *sql);

#endif
