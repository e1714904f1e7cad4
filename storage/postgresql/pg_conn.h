/* pg_conn.h: a connection of PostgreSQL as sql.h wants it.
 *
 * Nothing waits longer than `patience`: the socket is non-blocking, and waiting is poll()'s, as
 * neither libpq nor the system gives up on a server that stands still. What has taken longer ends
 * the connection.
 *
 * Statements go out one behind the other (pipeline mode): sql_run() only sends, sql_step() and
 * sql_changes() wait for what was sent until then, so that a transaction of which nothing is read
 * costs one round trip, and one more for each time that something is read which was not asked for
 * ahead (pg_pipeline.h). After an error all else fails until sql_execute("ROLLBACK"), which ends a
 * transaction however it stands, and the connection where that is of no more use (pg_outcome.h). A
 * statement is prepared when it is used again: the server keeps none that is used but once.
 *
 * Once per conn: connect, then sql.h. After an error that ends the connection `pq` is NULL;
 * sql_execute() of what begins with BEGIN connects again, and what else is called fails. One thread
 * at a time, but for pg_conn_interrupt(). */
#ifndef TALON_STORAGE_POSTGRESQL_PG_CONN_H
#define TALON_STORAGE_POSTGRESQL_PG_CONN_H

#include <libpq-fe.h>

#include "pg_outcome.h"
#include "storage/sql/sql.h"

enum {
    PG_PATIENCE_MS = 5000,
    PG_IDLE_MS = 5000,
    PG_PENDING_MAX = 1024, /* answers that may be out: what they hold is bounded */
    PG_PIPELINE_MAX = 256, /* and those that were asked for ahead, or lie there */
    PG_PARAMS_MAX = 20,
    PG_WHY_MAX = 256
};

struct pg_stmt;
struct pg_answer;

enum pg_kind {
    PG_PREPARES,
    PG_RUNS, /* for its effect */
    PG_ROWS,
    PG_PIPELINED, /* rows for later */
    PG_SYNCS
};

/* What was sent and is not answered. */
struct pg_pending {
    struct pg_stmt *stmt;     /* NULL: nobody asks for its rows */
    struct pg_answer *answer; /* of PG_PIPELINED */
    enum pg_kind kind;
};

struct pg_conn {
    struct sql sql; /* first */
    PGconn *pq;
    const char *address;  /* outlives it; may hold a password */
    const char *password; /* NULL: none of its own; outlives it, too */
    char *name;           /* without one */
    unsigned patience;    /* milliseconds ... */
    unsigned hurry;       /* ... likewise, once it is connected; 0: as many */
    unsigned idle;        /* milliseconds that it may stand still in a transaction */
    unsigned session;     /* counts connections */
    unsigned statements;  /* names given ... */
    uint32_t own;         /* ... which a pooler takes for those of others, but for this: random */
    unsigned timeouts;    /* connections that were given up: another host is first then */
    unsigned hosts;       /* that the address names */
    uint64_t flights;     /* how often it has waited for answers */
    int wake[2];
    bool failed; /* nothing more is sent until ROLLBACK */
    enum pg_outcome outcome;
    char state[6]; /* SQLSTATE */
    char why[PG_WHY_MAX];
    unsigned first, count; /* of: */
    struct pg_pending pending[PG_PENDING_MAX];
    struct pg_answer *answers; /* of this transaction */
    unsigned answer_count;
};

/* False: memory or files are out, or that is no address (`why`). Nothing is connected yet. */
bool pg_conn_init(struct pg_conn *conn, const char *address, struct fault *why);
void pg_conn_finish(struct pg_conn *conn);
/* Connects, unless it is: to the hosts of the address in turn, as libpq does. One that takes the
 * connection and says nothing is the last of them at the next try, and there is one for each. */
bool pg_conn_connect(struct pg_conn *conn);
/* Ends the connection. */
void pg_conn_drop(struct pg_conn *conn);
/* Sends a statement, of which nobody asks for more than that it succeeds. */
bool pg_conn_send(struct pg_conn *conn, const char *text);
/* Sends a statement that COMMITs, and waits until that is done. */
bool pg_conn_commit(struct pg_conn *conn);
/* Waits for all that was sent. */
bool pg_conn_wait(struct pg_conn *conn);
/* Runs statements that are separated by ';', each in a transaction of its own unless they begin
 * one. Not within a transaction of sql_execute(). */
bool pg_conn_script(struct pg_conn *conn, const char *text);
/* Makes whatever waits fail now, and later: once and for all. Any thread. */
void pg_conn_interrupt(struct pg_conn *conn);

#endif
