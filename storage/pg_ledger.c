#include "pg_ledger.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "bot/base/loop.h"

/* The division refuses: an error is the one thing that stops a pipeline without a round trip. */
static const char *const texts[LEDGER_STMTS] = {
    [LEDGER_FENCE] =
        "WITH w AS (UPDATE writer SET batch = ?2, seen = clock_timestamp()"
        " WHERE process = ?1 AND batch = ?2 - ?3 RETURNING 1),"
        " l AS (SELECT 1 FROM lease"
        " JOIN unnest(CAST(?4 AS TEXT[]), CAST(?5 AS BIGINT[])) AS x (n, e)"
        " ON lease.name = x.n AND lease.epoch = x.e WHERE lease.holder = ?1 FOR SHARE OF lease)"
        " SELECT 1 / CASE WHEN (SELECT count(*) FROM w) = 1"
        " AND (SELECT count(*) FROM l) = cardinality(CAST(?4 AS TEXT[])) THEN 1 ELSE 0 END",
    [LEDGER_READ] = "SELECT batch FROM writer WHERE process = ?1 FOR UPDATE",
    [LEDGER_ENTER] = "INSERT INTO writer (process, batch, seen) VALUES (?1, 0, clock_timestamp())"
                     " ON CONFLICT (process) DO NOTHING",
    [LEDGER_SWEEP] = "DELETE FROM writer WHERE seen < clock_timestamp() - INTERVAL '30 days'"
                     " AND process <> ?1 AND NOT EXISTS"
                     " (SELECT 1 FROM lease WHERE lease.holder = writer.process)",
    [LEDGER_OFFER] = "INSERT INTO lease (name, epoch) VALUES ('all', 0) ON CONFLICT (name)"
                     " DO NOTHING",
    [LEDGER_TAKE] = "UPDATE lease SET epoch = epoch + 1, holder = ?1,"
                    " expires = clock_timestamp() + ?2 * INTERVAL '1 millisecond' WHERE name ="
                    " (SELECT name FROM lease WHERE name = 'all' AND (holder IS NULL"
                    " OR expires < clock_timestamp()) FOR UPDATE SKIP LOCKED) RETURNING epoch",
    [LEDGER_RENEW] = "UPDATE lease SET expires = clock_timestamp()"
                     " + ?2 * INTERVAL '1 millisecond' WHERE holder = ?1 AND epoch = ?3",
};

bool ledger_init(struct ledger *ledger, struct pg_link *link, unsigned life)
{
    static const char hex[] = "0123456789abcdef";
    uint8_t random[(PROCESS_MAX - 1) / 2];
    *ledger = (struct ledger){.link = link, .life = life};
    if (uv_random(NULL, NULL, random, sizeof(random), 0, NULL) != 0)
        return false;
    for (size_t i = 0; i < sizeof(random); i++) {
        ledger->process[2 * i] = hex[random[i] >> 4];
        ledger->process[2 * i + 1] = hex[random[i] & 15];
    }
    for (unsigned i = 0; i < LEDGER_STMTS; i++) {
        ledger->stmts[i] = sql_prepare(&link->sql, texts[i]);
        if (ledger->stmts[i] == NULL)
            return false;
        sql_bind_text(ledger->stmts[i], 1, ledger->process);
    }
    return true;
}

void ledger_finish(struct ledger *ledger)
{
    for (unsigned i = 0; i < LEDGER_STMTS; i++)
        sql_finalize(ledger->stmts[i]);
    *ledger = (struct ledger){.link = NULL};
}

/* -- in transactions of their own -- */

static bool begin(struct ledger *ledger)
{
    return sql_execute(&ledger->link->sql, "BEGIN");
}

/* Ends it: committed if all was good. */
static bool end(struct ledger *ledger, bool good)
{
    if (good && pg_link_commit(ledger->link))
        return true;
    sql_execute(&ledger->link->sql, "ROLLBACK");
    return false;
}

static enum found take(struct ledger *ledger)
{
    struct sql_stmt *stmt = ledger->stmts[LEDGER_TAKE];
    sql_bind_int(stmt, 2, ledger->life);
    ledger->renewed = uv_hrtime();
    return sql_run_row(stmt, &ledger->epoch, NULL);
}

enum found ledger_enter(struct ledger *ledger)
{
    enum found found = ERROR;
    if (!begin(ledger))
        return ERROR;
    if (sql_run(ledger->stmts[LEDGER_ENTER]) && sql_run(ledger->stmts[LEDGER_SWEEP]) &&
        sql_run(ledger->stmts[LEDGER_OFFER]))
        found = take(ledger);
    if (!end(ledger, found != ERROR))
        return ERROR;
    ledger->session = ledger->link->session;
    return found;
}

void ledger_leave(struct ledger *ledger)
{
    char text[256];
    if (ledger->link == NULL || ledger->epoch == 0)
        return;
    snprintf(text, sizeof(text),
             "UPDATE lease SET holder = NULL, expires = NULL WHERE holder = '%s';"
             "DELETE FROM writer WHERE process = '%s'",
             ledger->process, ledger->process);
    pg_link_script(ledger->link, text);
}

enum found ledger_settle(struct ledger *ledger, uint64_t *batch)
{
    int64_t known = 0;
    if (ledger->link->conn != NULL && ledger->session == ledger->link->session)
        return FOUND;
    if (!begin(ledger))
        return ERROR;
    enum found found = sql_run_row(ledger->stmts[LEDGER_READ], &known, NULL);
    if (!end(ledger, found != ERROR) || found != FOUND)
        return found == NONE ? NONE : ERROR;
    *batch = (uint64_t)known;
    ledger->session = ledger->link->session;
    return FOUND;
}

static bool is_time(const struct ledger *ledger)
{
    uint64_t interval = ledger->life / (LEASE_LIFE_MS / LEASE_RENEW_MS);
    return uv_hrtime() - ledger->renewed >= interval * 1000000;
}

static bool send_renewal(struct ledger *ledger)
{
    struct sql_stmt *stmt = ledger->stmts[LEDGER_RENEW];
    sql_bind_int(stmt, 2, ledger->life);
    sql_bind_int(stmt, 3, ledger->epoch);
    ledger->renewed = uv_hrtime();
    return sql_run(stmt);
}

enum found ledger_renew(struct ledger *ledger)
{
    if (!is_time(ledger))
        return FOUND;
    if (!begin(ledger))
        return ERROR;
    int64_t renewed = send_renewal(ledger) ? sql_changes(ledger->stmts[LEDGER_RENEW]) : -1;
    if (!end(ledger, renewed >= 0))
        return ERROR;
    return renewed > 0 ? FOUND : NONE;
}

bool ledger_fence(struct ledger *ledger, uint64_t batch, unsigned count)
{
    struct sql_stmt *stmt = ledger->stmts[LEDGER_FENCE];
    char epoch[24];
    snprintf(epoch, sizeof(epoch), "{%lld}", (long long)ledger->epoch);
    sql_bind_int(stmt, 2, (int64_t)batch);
    sql_bind_int(stmt, 3, count);
    sql_bind_text(stmt, 4, "{all}");
    sql_bind_text(stmt, 5, epoch);
    return sql_run(stmt) && (!is_time(ledger) || send_renewal(ledger));
}

bool ledger_refused(const struct ledger *ledger)
{
    return strcmp(ledger->link->state, "22012") == 0;
}
