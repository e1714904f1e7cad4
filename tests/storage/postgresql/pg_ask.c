#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <libpq-fe.h>

#include "pg_server.h"

static void ignore(void *arg, const char *message)
{
    (void)arg, (void)message;
}

static PGconn *connect_to(const char *address)
{
    PGconn *conn = PQconnectdb(address);
    PQsetNoticeProcessor(conn, ignore, NULL);
    return conn;
}

static const char *ask(PGconn *conn, const char *sql)
{
    static char text[4096];
    PGresult *result = PQexec(conn, sql);
    ExecStatusType status = PQresultStatus(result);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
        fprintf(stderr, "%s: %s\n", sql, PQerrorMessage(conn));
        pg_server_die("a statement failed");
    }
    snprintf(text, sizeof(text), "%s",
             PQntuples(result) > 0 && PQgetisnull(result, 0, 0) == 0 ? PQgetvalue(result, 0, 0)
                                                                     : "");
    PQclear(result);
    return text;
}

const char *pg_server_run(const char *address, const char *sql)
{
    PGconn *conn = connect_to(address);
    const char *text = ask(conn, sql);
    PQfinish(conn);
    return text;
}

/* The connection of the last question. Tests ask again and again while they wait, and each new
 * connection is a process of the server. A child of the test leaves that of its parent alone. */
static struct {
    PGconn *conn;
    pid_t owner;
    char address[256];
} kept;

/* An idle connection has nothing to read unless the server ends it. */
static bool is_kept(const char *address)
{
    struct pollfd one = {.fd = -1, .events = POLLIN};
    if (kept.conn == NULL || kept.owner != getpid() || strcmp(kept.address, address) != 0)
        return false;
    one.fd = PQsocket(kept.conn);
    return PQstatus(kept.conn) == CONNECTION_OK && poll(&one, 1, 0) == 0;
}

long pg_server_number(const char *address, const char *sql)
{
    if (!is_kept(address)) {
        if (kept.owner == getpid())
            PQfinish(kept.conn);
        kept.conn = connect_to(address);
        kept.owner = getpid();
        snprintf(kept.address, sizeof(kept.address), "%s", address);
    }
    return strtol(ask(kept.conn, sql), NULL, 10);
}

pid_t pg_server_kept(void)
{
    return kept.conn != NULL && kept.owner == getpid() ? (pid_t)PQbackendPID(kept.conn) : 0;
}
