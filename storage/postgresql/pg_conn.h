/* pg_conn.h: a connection to PostgreSQL, as sql.h wants it.
 *
 * Nothing waits longer than `patience`. The socket is non-blocking and every wait is a poll(),
 * because neither libpq nor the system gives up on a server that hangs. A wait that is too long
 * ends the connection.
 *
 * Statements go out in pipeline mode. sql_run() only sends; sql_step() and sql_changes() wait for
 * everything sent so far. So a transaction without reads costs one round trip, and each read that
 * was not sent early (pg_pipeline.h) costs one more. After an error everything fails until
 * sql_execute("ROLLBACK"), which ends the transaction, or the connection if that is broken
 * (pg_outcome.h). A statement is prepared on its second use, so the server keeps none that is used
 * once.
 *
 * To use it: connect, then sql.h. After an error that ends the connection, `pq` is NULL:
 * sql_execute() of a text that begins with BEGIN connects again, and all other calls fail. One
 * thread at a time, except pg_conn_interrupt(). */
#ifndef TALON_STORAGE_POSTGRESQL_PG_CONN_H
#define TALON_STORAGE_POSTGRESQL_PG_CONN_H

#include <libpq-fe.h>

#include "pg_outcome.h"
#include "storage/sql/sql.h"

enum {
    PG_PATIENCE_MS = 5000,
    PG_IDLE_MS = 5000,
    PG_PENDING_MAX =
        1024, /* messages that may be unanswered at a time; the limit keeps buffers bounded */
    PG_PIPELINE_MAX = 256, /* queries sent early whose answers nobody has taken */
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

/* Something that was sent and not yet answered. */
struct pg_pending {
    struct pg_stmt *stmt;     /* NULL: nobody wants its rows */
    struct pg_answer *answer; /* of PG_PIPELINED */
    enum pg_kind kind;
};

struct pg_conn {
    struct sql sql; /* first */
    PGconn *pq;
    const char *address;  /* outlives the connection; may hold a password */
    const char *password; /* NULL: use that of the address; outlives the connection */
    char *name;           /* without one */
    unsigned patience;    /* milliseconds ... */
    unsigned hurry;       /* ... the same while it is connected; 0: `patience` */
    unsigned idle;        /* milliseconds that a transaction may stand still on the server */
    bool generic;         /* plan each statement once for all values: each finds rows by a key */
    unsigned session;     /* counts connections */
    unsigned statements;  /* names given ... */
    uint32_t own; /* ... this random number is in each name, because other clients of a pooler may
                     name statements in the same session */
    unsigned
        timeouts; /* connections that timed out; each makes the next connect begin one host later */
    unsigned hosts;   /* that the address names */
    uint64_t flights; /* how often it has waited for answers, which is the number of round trips */
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

/* Prepares a connection, but does not connect. False, and a fault: memory or files are out, or the
 * address is wrong. */
bool pg_conn_init(struct pg_conn *conn, const char *address, struct fault *why);
void pg_conn_finish(struct pg_conn *conn);
/* Connects, unless it is connected: tries the hosts of the address in turn, as libpq does. If a
 * host accepts the connection and then says nothing, the next try puts it last. Tries as often as
 * there are hosts. */
bool pg_conn_connect(struct pg_conn *conn);
/* Ends the connection. */
void pg_conn_drop(struct pg_conn *conn);
/* Sends a statement, and does not wait: if it fails, pg_conn_wait() or a commit returns false
 * later. */
bool pg_conn_send(struct pg_conn *conn, const char *text);
/* Sends a statement that ends in COMMIT, and waits until it is done. */
bool pg_conn_commit(struct pg_conn *conn);
/* Waits for the answers to everything sent. */
bool pg_conn_wait(struct pg_conn *conn);
/* Runs statements separated by ';', each in a transaction of its own unless they begin one. Not
 * inside a transaction of sql_execute(). */
bool pg_conn_script(struct pg_conn *conn, const char *text);
/* Makes every wait fail, now and from now on. Any thread. */
void pg_conn_interrupt(struct pg_conn *conn);

#endif
