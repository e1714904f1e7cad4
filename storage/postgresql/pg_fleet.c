#include "pg_fleet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pg_store.h"

/* -- who has what -- */

static const char leases_sql[] =
    "SELECT lease.name, coalesce(member.name, ''), coalesce(holder, ''), epoch,"
    " CAST(coalesce(extract(epoch FROM clock_timestamp() - taken), 0) * 1000 AS BIGINT),"
    " CAST(coalesce(extract(epoch FROM expires - clock_timestamp()), 0) * 1000 AS BIGINT),"
    " coalesce(heir, ''), by_hand"
    " FROM lease LEFT JOIN member ON member.process = lease.holder ORDER BY lease.name LIMIT ?1";

static const char members_sql[] =
    "SELECT process, name, shares, room, wants, welcomes FROM member ORDER BY entered, process"
    " LIMIT ?1";

static int find_listed(const struct store_fleet *fleet, const char *process)
{
    for (unsigned i = 0; i < fleet->member_count; i++) {
        if (strcmp(fleet->members[i].process, process) == 0)
            return (int)i;
    }
    return -1;
}

static bool list_members(struct pg_store *pg, struct store_fleet *fleet,
                         char *welcomes[STORE_MEMBERS_MAX])
{
    struct sql_stmt *stmt = sql_prepare(pg->sql.reader, members_sql);
    enum sql_step code = SQL_ERROR;
    if (stmt == NULL || !sql_bind_int(stmt, 1, STORE_MEMBERS_MAX))
        return false;
    while ((code = sql_step(stmt)) == SQL_ROW) {
        welcomes[fleet->member_count] = strdup(sql_text(stmt, 5));
        /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): pg_fleet_list() frees them */
        struct store_member_row *row = &fleet->members[fleet->member_count++];
        snprintf(row->process, sizeof(row->process), "%s", sql_text(stmt, 0));
        snprintf(row->name, sizeof(row->name), "%s", sql_text(stmt, 1));
        row->ours = strcmp(row->process, pg->ledger.process) == 0;
        row->shares = sql_int64(stmt, 2) != 0;
        row->room = (unsigned)sql_int64(stmt, 3);
        row->leaves = sql_int64(stmt, 4) == 0;
    }
    return sql_finalize(stmt) && code == SQL_DONE;
}

static void add_takers(struct store_fleet *fleet, struct store_lease_row *row,
                       char *const welcomes[STORE_MEMBERS_MAX])
{
    int last = row->member >= 0 ? row->member : row->heir;
    for (unsigned i = 0; i < fleet->member_count; i++) {
        if (welcomes[i] != NULL && lease_is_welcome(welcomes[i], row->name))
            row->takers |= UINT64_C(1) << i;
    }
    if (last >= 0)
        fleet->members[last].had++;
}

static bool list_rows(struct pg_store *pg, struct store_fleet *fleet,
                      char *const welcomes[STORE_MEMBERS_MAX])
{
    struct sql_stmt *stmt = sql_prepare(pg->sql.reader, leases_sql);
    enum sql_step code = SQL_ERROR;
    if (stmt == NULL || !sql_bind_int(stmt, 1, STORE_LEASES_MAX))
        return false;
    while ((code = sql_step(stmt)) == SQL_ROW) {
        struct store_lease_row *row = &fleet->leases[fleet->lease_count++];
        snprintf(row->name, sizeof(row->name), "%s", sql_text(stmt, 0));
        snprintf(row->holder, sizeof(row->holder), "%s", sql_text(stmt, 1));
        snprintf(row->process, sizeof(row->process), "%s", sql_text(stmt, 2));
        row->ours = strcmp(row->process, pg->ledger.process) == 0;
        row->epoch = sql_int64(stmt, 3);
        row->held = sql_int64(stmt, 4);
        row->left = sql_int64(stmt, 5);
        row->renewed = row->left < pg->ledger.life ? pg->ledger.life - row->left : 0;
        row->member = find_listed(fleet, row->process);
        row->heir = find_listed(fleet, sql_text(stmt, 6));
        row->by_hand = sql_int64(stmt, 7) != 0;
        add_takers(fleet, row, welcomes);
    }
    return sql_finalize(stmt) && code == SQL_DONE;
}

bool pg_fleet_list(struct store *store, struct store_fleet *fleet)
{
    struct pg_store *pg = (struct pg_store *)store;
    char *welcomes[STORE_MEMBERS_MAX] = {NULL};
    bool good = list_members(pg, fleet, welcomes) && list_rows(pg, fleet, welcomes);
    for (unsigned i = 0; i < STORE_MEMBERS_MAX; i++)
        free(welcomes[i]);
    return good;
}

/* -- turns -- */

/* Takes the turn if it is free. Each turn has a row of `counter` with the time until which it is
 * taken, by the server's clock. A time further ahead than the pause was written before that clock
 * was set back, so it does not count. */
#define NOW_MS "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"
static const char turn_sql[] =
    "INSERT INTO counter (name, last) VALUES ('turn ' || ?1, " NOW_MS " + ?2) ON CONFLICT (name)"
    " DO UPDATE SET last = excluded.last WHERE counter.last <= " NOW_MS " OR counter.last > " NOW_MS
    " + ?2 RETURNING last";
static const char turn_wait_sql[] =
    "SELECT last - " NOW_MS " FROM counter WHERE name = 'turn ' || ?1";

static enum found run_turn(struct sql *sql, const char *text, const char *name, int64_t pause,
                           int64_t *number)
{
    struct sql_stmt *stmt = sql_prepare(sql, text);
    if (stmt == NULL)
        return ERROR;
    sql_bind_text(stmt, 1, name);
    if (pause > 0)
        sql_bind_int(stmt, 2, pause);
    enum found found = sql_run_row(stmt, number, NULL);
    return sql_finalize(stmt) ? found : ERROR;
}

bool pg_fleet_turn(struct store *store, const char *name, uint64_t pause, uint64_t *wait)
{
    struct pg_conn *conn = &((struct pg_store *)store)->reads;
    int64_t number = 0;
    if (!sql_execute(&conn->sql, "BEGIN"))
        return false;
    enum found found = run_turn(&conn->sql, turn_sql, name, (int64_t)pause, &number);
    bool ours = found == FOUND;
    if (found == NONE)
        found = run_turn(&conn->sql, turn_wait_sql, name, 0, &number);
    if (found != FOUND || !pg_conn_commit(conn)) {
        sql_execute(&conn->sql, "ROLLBACK");
        return false;
    }
    *wait = ours ? 0 : number > 0 ? (uint64_t)number : 1;
    return true;
}
