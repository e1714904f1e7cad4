#include "pg_raw.h"

#include <libpq-fe.h>
#include <stdint.h>
#include <stdio.h>

const char pg_raw_table[] =
    "CREATE TABLE IF NOT EXISTS raw (round BIGINT NOT NULL, seq BIGINT NOT NULL, at BIGINT NOT"
    " NULL, action TEXT COLLATE \"C\" NOT NULL, hash BIGINT NOT NULL, PRIMARY KEY (round, seq))";

static bool send_row(PGconn *conn, unsigned number, unsigned long row)
{
    char text[4][24];
    unsigned long round = row % 64 + row / (64UL * 58) * 64;
    const char *const values[] = {text[0], text[1], text[2], "P3 play R5", text[3]};
    snprintf(text[0], sizeof(text[0]), "%lu", number * 10000000UL + round);
    snprintf(text[1], sizeof(text[1]), "%lu", row / 64 % 58);
    snprintf(text[2], sizeof(text[2]), "%lu", 1700000000000UL + row);
    uint64_t hash = row * UINT64_C(0x9e3779b97f4a7c15);
    snprintf(text[3], sizeof(text[3]), "%lld", (long long)hash);
    return PQsendQueryPrepared(conn, "row", 5, values, NULL, NULL, 0) != 0;
}

/* Takes all that a pipeline answers. */
static bool take_all(PGconn *conn)
{
    bool good = true;
    for (;;) {
        PGresult *result = PQgetResult(conn);
        ExecStatusType status = result != NULL ? PQresultStatus(result) : PGRES_COMMAND_OK;
        if (status != PGRES_COMMAND_OK && status != PGRES_PIPELINE_SYNC)
            good = false;
        PQclear(result);
        if (status == PGRES_PIPELINE_SYNC || PQstatus(conn) != CONNECTION_OK)
            return good && PQstatus(conn) == CONNECTION_OK;
    }
}

static bool commit_group(PGconn *conn, unsigned number, unsigned long from, unsigned group)
{
    bool good = PQsendQueryPrepared(conn, "begin", 0, NULL, NULL, NULL, 0) != 0;
    for (unsigned i = 0; good && i < group; i++)
        good = send_row(conn, number, from + i);
    return good && PQsendQueryPrepared(conn, "commit", 0, NULL, NULL, NULL, 0) != 0 &&
           PQpipelineSync(conn) != 0 && take_all(conn);
}

static bool prepare(PGconn *conn, const char *name, const char *text)
{
    PGresult *result = PQprepare(conn, name, text, 0, NULL);
    bool good = PQresultStatus(result) == PGRES_COMMAND_OK;
    if (!good)
        fprintf(stderr, "pg_raw: %s", PQerrorMessage(conn));
    PQclear(result);
    return good;
}

double pg_raw_insert(const char *address, unsigned number, unsigned long rows, unsigned group,
                     struct samples *commits)
{
    PGconn *conn = PQconnectdb(address);
    bool good = prepare(conn, "begin", "BEGIN") && prepare(conn, "commit", "COMMIT") &&
                prepare(conn, "row",
                        "INSERT INTO raw (round, seq, at, action, hash)"
                        " VALUES ($1, $2, $3, $4, $5)") &&
                PQenterPipelineMode(conn) != 0;
    double start = measure_now();
    for (unsigned long row = 0; good && row < rows; row += group) {
        double before = measure_now();
        good = commit_group(conn, number, row, group);
        if (commits != NULL)
            samples_add(commits, measure_now() - before);
    }
    double took = good ? measure_now() - start : 0;
    PQfinish(conn);
    return took;
}
