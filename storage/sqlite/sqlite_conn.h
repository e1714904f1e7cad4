/* sqlite_conn.h: a connection to SQLite, as sql.h wants it. */
#ifndef TALON_STORAGE_SQLITE_SQLITE_CONN_H
#define TALON_STORAGE_SQLITE_SQLITE_CONN_H

#include <sqlite3.h>

#include "storage/sql/sql.h"

struct sqlite_conn {
    struct sql sql; /* first */
    sqlite3 *db;
};

/* Wraps `db`, which outlives it and has its errors (sqlite_base.h). */
struct sql *sqlite_conn(struct sqlite_conn *conn, sqlite3 *db);

#endif
