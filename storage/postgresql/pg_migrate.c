#include "pg_migrate.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/array.h"
#include "base/loop.h"

/* How long to wait for others that make the same step or hold a table. */
#define TRYING_NS UINT64_C(30000000000)

static const char version_sql[] =
    "CREATE TABLE IF NOT EXISTS talon (id BIGINT PRIMARY KEY, version BIGINT NOT NULL,"
    " least BIGINT NOT NULL DEFAULT 0);"
    "INSERT INTO talon (id, version) VALUES (1, 0) ON CONFLICT (id) DO NOTHING";

__attribute__((format(printf, 3, 4))) static enum store_error
refuse(enum store_error error, struct fault *why, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fault_set_list(why, format, args);
    va_end(args);
    return error;
}

/* Whether the step failed only because another process made it at the same moment, or locks a table
 * for now. */
static bool in_the_way(const struct pg_conn *conn)
{
    static const char *const states[] = {"22012", "23505", "42P07", "42710", "55P03", "XX000"};
    for (size_t i = 0; i < ARRAY_SIZE(states); i++) {
        if (strcmp(conn->state, states[i]) == 0)
            return true;
    }
    return strncmp(conn->state, "40", 2) == 0;
}

static bool read_version(struct pg_conn *conn, int64_t *version)
{
    bool good = sql_execute(&conn->sql, "BEGIN") &&
                sql_number(&conn->sql, "SELECT version FROM talon WHERE id = 1", version);
    return sql_execute(&conn->sql, "ROLLBACK") && good;
}

/* Whether a program that knows the steps up to `known` may work on newer tables. */
static bool read_fits(struct pg_conn *conn, int known, bool *fits)
{
    int64_t least = 0;
    bool good = sql_execute(&conn->sql, "BEGIN") &&
                sql_number(&conn->sql, "SELECT least FROM talon WHERE id = 1", &least);
    *fits = good && least <= known;
    return sql_execute(&conn->sql, "ROLLBACK") && good;
}

/* If two processes run a step, the second finds no row with the old version: the division by zero
 * ends its transaction. */
static bool run_step(struct pg_conn *conn, const struct migration *step)
{
    static const char format[] =
        "BEGIN; SET LOCAL lock_timeout = '200ms';"
        "SELECT 1 / count(*) FROM (SELECT 1 FROM talon WHERE id = 1 AND version = %d FOR UPDATE) v;"
        "%s; UPDATE talon SET version = %d, least = greatest(least, %d) WHERE id = 1; COMMIT";
    size_t size = sizeof(format) + strlen(step->sql) + 64;
    char *text = malloc(size);
    if (text == NULL)
        return false;
    snprintf(text, size, format, step->version - 1, step->sql, step->version,
             step->beside > 0 ? step->beside : step->version);
    bool good = pg_conn_script(conn, text);
    free(text);
    return good;
}

static bool run_next(struct pg_conn *conn, const struct migration *list, unsigned count,
                     int64_t *version)
{
    if (!pg_conn_script(conn, version_sql) || !read_version(conn, version))
        return false;
    for (unsigned i = 0; i < count; i++) {
        if (list[i].version <= *version)
            continue;
        if (!run_step(conn, &list[i]))
            return false;
        *version = list[i].version;
    }
    return true;
}

enum store_error pg_migrate(struct pg_conn *conn, const struct migration *list, unsigned count,
                            struct fault *why)
{
    static const struct timespec pause = {.tv_nsec = 20000000};
    int64_t version = 0;
    uint64_t until = uv_hrtime() + TRYING_NS;
    while (!run_next(conn, list, count, &version)) {
        if (conn->pq == NULL || !in_the_way(conn) || uv_hrtime() > until)
            return refuse(STORE_FAILED, why, "%s: %s", conn->name, conn->why);
        sql_execute(&conn->sql, "ROLLBACK");
        nanosleep(&pause, NULL);
    }
    bool fits = false;
    const int known = list[count - 1].version;
    if (version > known && !read_fits(conn, known, &fits))
        return refuse(STORE_FAILED, why, "%s: %s", conn->name, conn->why);
    if (version > known && !fits) {
        return refuse(STORE_NEWER, why,
                      "%s: written by a newer version of Talon (format %lld, this one reads %d): "
                      "install that version, or restore an older backup",
                      conn->name, (long long)version, known);
    }
    return STORE_OK;
}
