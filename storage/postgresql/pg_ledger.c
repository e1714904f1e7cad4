#include "pg_ledger.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/loop.h"
#include "storage/batch.h"
#include "storage/lease_base.h"

/* The fence refuses a batch by a division by zero: only an error makes the server ignore the
 * statements sent behind it, without a round trip to ask. */
static const char *const texts[LEDGER_STMTS] = {
    [LEDGER_FENCE] = "WITH w AS (UPDATE writer SET batch = ?2, seen = clock_timestamp()"
                     " WHERE process = ?1 AND batch = ?2 - ?3 RETURNING 1),"
                     " m AS (SELECT 1 FROM member WHERE process = ?1 FOR KEY SHARE)"
                     " SELECT 1 / CASE WHEN (SELECT count(*) FROM w) = 1"
                     " AND (SELECT count(*) FROM m) = 1 THEN 1 ELSE 0 END",
    [LEDGER_READ] = "SELECT batch FROM writer WHERE process = ?1 FOR UPDATE",
    [LEDGER_ENTER] = "INSERT INTO writer (process, batch, seen) VALUES (?1, 0, clock_timestamp())"
                     " ON CONFLICT (process) DO NOTHING",
    [LEDGER_FORGET] = "DELETE FROM writer WHERE seen < clock_timestamp() - INTERVAL '30 days'"
                      " AND process <> ?1 AND NOT EXISTS"
                      " (SELECT 1 FROM member WHERE member.process = writer.process)",
    /* Processes enter one after the other. */
    [LEDGER_LOCK] = "SELECT version FROM talon WHERE id = 1 FOR UPDATE",
    /* Buries members that ran out and keep this process from entering, because it or they must be
     * alone. Other members that ran out may only have been unheard while the server hung:
     * pg_keeper.c decides about those. */
    [LEDGER_BURY] = "DELETE FROM member WHERE process IN (SELECT process FROM member WHERE expires"
                    " < clock_timestamp() AND process <> ?1"
                    " AND (alone = 1 OR CAST(?2 AS BIGINT) = 1) FOR UPDATE SKIP LOCKED)",
    [LEDGER_OTHERS] = "SELECT count(*) FROM member WHERE process <> ?1"
                      " AND (alone = 1 OR CAST(?2 AS BIGINT) = 1)",
    [LEDGER_JOIN] = "INSERT INTO member (process, name, alone, wants, entered, expires)"
                    " VALUES (?1, ?2, ?3, 0, clock_timestamp(),"
                    " clock_timestamp() + ?4 * INTERVAL '1 millisecond')"
                    " ON CONFLICT (process) DO UPDATE SET expires = excluded.expires",
    [LEDGER_GIVE] = "UPDATE lease SET holder = NULL, taken = CASE WHEN CAST(?3 AS BIGINT) = 1"
                    " THEN clock_timestamp() END, heir = ?4, by_hand = ?5"
                    " WHERE name = ?2 AND holder = ?1",
    [LEDGER_STUCK] = LEDGER_STUCK_SQL,
};

static bool name_process(char process[PROCESS_MAX])
{
    static const char hex[] = "0123456789abcdef";
    uint8_t random[(PROCESS_MAX - 1) / 2];
    if (uv_random(NULL, NULL, random, sizeof(random), 0, NULL) != 0)
        return false;
    for (size_t i = 0; i < sizeof(random); i++) {
        process[2 * i] = hex[random[i] >> 4];
        process[2 * i + 1] = hex[random[i] & 15];
    }
    return true;
}

bool ledger_init(struct ledger *ledger)
{
    if (!name_process(ledger->process))
        return false;
    for (unsigned i = 0; i < LEDGER_STMTS; i++) {
        ledger->stmts[i] = sql_prepare(&ledger->conn->sql, texts[i]);
        if (ledger->stmts[i] == NULL)
            return false;
        if (sql_params(ledger->stmts[i]) > 0)
            sql_bind_text(ledger->stmts[i], 1, ledger->process);
    }
    return true;
}

void ledger_finish(struct ledger *ledger)
{
    for (unsigned i = 0; i < LEDGER_STMTS; i++)
        sql_finalize(ledger->stmts[i]);
    *ledger = (struct ledger){.conn = NULL};
}

/* -- in transactions of their own -- */

static bool begin_transaction(struct ledger *ledger)
{
    return sql_execute(&ledger->conn->sql, "BEGIN");
}

/* Commits if `good`, otherwise rolls back. */
static bool end_transaction(struct ledger *ledger, bool good)
{
    if (good && pg_conn_commit(ledger->conn))
        return true;
    sql_execute(&ledger->conn->sql, "ROLLBACK");
    return false;
}

static bool join_members(struct ledger *ledger)
{
    struct sql_stmt *stmt = ledger->stmts[LEDGER_JOIN];
    return sql_bind_text(stmt, 2, ledger->name) && sql_bind_int(stmt, 3, ledger->alone) &&
           sql_bind_int(stmt, 4, ledger->life) && sql_run(stmt);
}

/* FOUND: there is room for this process; NONE: there is not. */
static enum found find_room(struct ledger *ledger)
{
    int64_t version, others = 0;
    struct sql_stmt *bury = ledger->stmts[LEDGER_BURY], *stmt = ledger->stmts[LEDGER_OTHERS];
    sql_bind_int(bury, 2, ledger->alone);
    sql_bind_int(stmt, 2, ledger->alone);
    if (sql_run_row(ledger->stmts[LEDGER_LOCK], &version, NULL) != FOUND || !sql_run(bury) ||
        sql_run_row(stmt, &others, NULL) != FOUND)
        return ERROR;
    return others == 0 ? FOUND : NONE;
}

enum found ledger_enter(struct ledger *ledger)
{
    uint64_t now = lease_clock();
    if (!begin_transaction(ledger))
        return ERROR;
    enum found found = find_room(ledger);
    if (found == FOUND && !(sql_run(ledger->stmts[LEDGER_ENTER]) &&
                            sql_run(ledger->stmts[LEDGER_FORGET]) && join_members(ledger)))
        found = ERROR;
    if (!end_transaction(ledger, found != ERROR))
        return ERROR;
    ledger->session = ledger->conn->session;
    ledger->entered = found == FOUND ? now : 0;
    return found;
}

void ledger_unstick(struct ledger *ledger)
{
    struct sql_stmt *stmt = ledger->stmts[LEDGER_STUCK];
    sql_bind_int(stmt, 1, ledger->life);
    if (begin_transaction(ledger))
        end_transaction(ledger, sql_run(stmt));
}

/* Adds a statement that sets the counter back to the last number used, unless another process has
 * fetched more. */
static void put_numbers(struct buf *text, const char *name, const struct numbers *numbers)
{
    bool second = numbers->end_after > numbers->next_after;
    bool both = second && numbers->next < numbers->end && numbers->end == numbers->next_after;
    int64_t end = second ? numbers->end_after : numbers->end;
    int64_t next = second && !both ? numbers->next_after : numbers->next;
    if (next < end) {
        buf_printf(text,
                   ";UPDATE counter SET last = %" PRId64 " WHERE name = '%s' AND last = %" PRId64,
                   next - 1, name, end - 1);
    }
}

void ledger_leave(struct ledger *ledger, const struct leases *leases)
{
    char text[768];
    struct buf buf;
    if (ledger->conn == NULL || ledger->entered == 0)
        return;
    buf_init(&buf, text, sizeof(text));
    buf_printf(&buf,
               "UPDATE lease SET holder = NULL, taken = NULL WHERE holder = '%s';"
               "DELETE FROM member WHERE process = '%s';"
               "DELETE FROM writer WHERE process = '%s'",
               ledger->process, ledger->process, ledger->process);
    if (leases != NULL) {
        put_numbers(&buf, "game_table", &leases->tables);
        put_numbers(&buf, "round", &leases->rounds);
    }
    pg_conn_script(ledger->conn, text);
}

enum found ledger_settle(struct ledger *ledger, uint64_t *batch)
{
    int64_t known = 0;
    if (ledger->conn->pq != NULL && ledger->session == ledger->conn->session)
        return FOUND;
    if (!begin_transaction(ledger))
        return ERROR;
    enum found found = sql_run_row(ledger->stmts[LEDGER_READ], &known, NULL);
    if (!end_transaction(ledger, found != ERROR) || found != FOUND)
        return found == NONE ? NONE : ERROR;
    *batch = (uint64_t)known;
    ledger->session = ledger->conn->session;
    return FOUND;
}

bool ledger_fence(struct ledger *ledger, uint64_t batch, unsigned count)
{
    struct sql_stmt *stmt = ledger->stmts[LEDGER_FENCE];
    return sql_bind_int(stmt, 2, (int64_t)batch) && sql_bind_int(stmt, 3, count) && sql_run(stmt);
}

bool ledger_give(struct ledger *ledger, const struct give_op *give)
{
    struct sql_stmt *stmt = ledger->stmts[LEDGER_GIVE];
    return sql_bind_text(stmt, 2, give->name) && sql_bind_int(stmt, 3, give->told) &&
           sql_bind_text(stmt, 4, give->heir) && sql_bind_int(stmt, 5, give->by_hand) &&
           sql_run(stmt);
}

bool ledger_refused(const struct ledger *ledger)
{
    return strcmp(ledger->conn->state, "22012") == 0;
}
