#include "pg_keeper.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "pg_letters.h"
#include "pg_take.h"
#include "storage/writer.h"

#define MS             UINT64_C(1000000)
#define POLL_NS        (400 * MS)
#define SETTLE_NS      (20 * MS)        /* pause while settings of ours are not on the disk */
#define OVERLAP_MS     INT64_C(60000)   /* a transaction that changes a setting ends sooner */
#define CHANGE_KEPT_MS INT64_C(3600000) /* no living process asks for changes older than this */
#define LAST_NS        (1000 * MS)      /* how long an orderly end waits for the open transaction */

#define SERVER_MS "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"
/* Nobody holds the lease, or its holder is no longer a member. (A process that was removed as a
 * member never becomes one again.) */
#define IS_FREE                                                                                    \
    "(holder IS NULL OR NOT EXISTS (SELECT 1 FROM member WHERE member.process = lease.holder))"
/* HELD: the networks that living processes hold, each with the number of parts into which it is
 * divided. IS_DIVIDED: somebody holds the network of this lease in another number of parts. */
#define HELD                                                                                       \
    "WITH held AS (SELECT DISTINCT split_part(lease.name, '/', 1) AS network,"                     \
    " split_part(lease.name, '/', 3) AS parts FROM lease"                                          \
    " JOIN member ON member.process = lease.holder) "
#define IS_DIVIDED                                                                                 \
    "EXISTS (SELECT 1 FROM held WHERE network = split_part(lease.name, '/', 1)"                    \
    " AND parts <> split_part(lease.name, '/', 3))"

static const char *const texts[KEEPER_STMTS] = {
    [KEEPER_RENEW] =
        "UPDATE member SET expires = clock_timestamp() + ?2 * INTERVAL '1 millisecond',"
        " wants = ?3, shares = ?4, room = ?5, welcomes = ?6 WHERE process = ?1",
    [KEEPER_STUCK] = LEDGER_STUCK_SQL,
    [KEEPER_BURY] = "DELETE FROM member WHERE process IN (SELECT process FROM member WHERE expires"
                    " < clock_timestamp() AND process <> ?1 FOR UPDATE SKIP LOCKED)"
                    " AND EXISTS (SELECT 1 FROM member WHERE process = ?1 AND"
                    " expires > clock_timestamp() + ?2 * INTERVAL '1 millisecond')",
    [KEEPER_OFFER] =
        "INSERT INTO lease (name, epoch) SELECT name, 0 FROM unnest(CAST(?1 AS TEXT[]))"
        " AS wanted (name) ORDER BY name ON CONFLICT (name) DO NOTHING",
    [KEEPER_FREE] =
        HELD "SELECT name, epoch, CASE WHEN holder = ?1 THEN 1 ELSE 0 END,"
             " CASE WHEN holder IS NULL AND taken IS NOT NULL THEN"
             " CAST(extract(epoch FROM clock_timestamp() - taken) * 1000 AS BIGINT)"
             " ELSE -1 END, coalesce(heir, '') FROM lease WHERE (holder = ?1 OR " IS_FREE
             ") AND NOT " IS_DIVIDED,
    [KEEPER_MEMBERS] = "SELECT process, name, welcomes FROM member WHERE wants > 0",
    [KEEPER_NEXT_END] = "SELECT CAST(coalesce(min(extract(epoch FROM expires - clock_timestamp())),"
                        " 3600) * 1000 AS BIGINT) FROM member WHERE process <> ?1",
    /* Skips a lease that another process has taken since it was read (its epoch has changed) or is
     * taking now (its row is locked). */
    [KEEPER_TAKE] = "WITH free AS (SELECT lease.name FROM lease JOIN unnest(CAST(?2 AS TEXT[]),"
                    " CAST(?3 AS BIGINT[])) AS seen (name, epoch) ON seen.name = lease.name"
                    " AND seen.epoch = lease.epoch FOR UPDATE OF lease SKIP LOCKED)"
                    " UPDATE lease SET epoch = epoch + 1, holder = ?1, taken = clock_timestamp(),"
                    " by_hand = CASE WHEN heir = ?1 THEN by_hand ELSE 0 END, heir = NULL"
                    " FROM free WHERE lease.name = free.name RETURNING lease.name, epoch",
    [KEEPER_DIVIDED] =
        HELD "UPDATE lease SET holder = NULL, taken = NULL WHERE holder = ?1"
             " AND name = ANY (CAST(?2 AS TEXT[])) AND " IS_DIVIDED " RETURNING name",
    [KEEPER_OURS] = "SELECT name FROM lease WHERE holder = ?1",
    [KEEPER_GIVE] = "UPDATE lease SET holder = NULL, taken = NULL, heir = NULL WHERE holder = ?1"
                    " AND name = ANY (CAST(?2 AS TEXT[]))",
    [KEEPER_BLOCK] =
        "UPDATE counter SET last = greatest(last, ?3) + ?2 WHERE name = ?1 RETURNING last",
    [KEEPER_NOW] = "SELECT " SERVER_MS,
    [KEEPER_CHANGES] = "SELECT scope, key, value, at FROM setting_change WHERE at >= ?1"
                       " AND process <> ?2 ORDER BY at, scope, key",
    [KEEPER_TIDY] = "DELETE FROM setting_change WHERE (scope, key) IN (SELECT scope, key"
                    " FROM setting_change WHERE at < ?1 FOR UPDATE SKIP LOCKED)",
    [KEEPER_LETTERS] = PG_LETTERS_SQL,
    [KEEPER_OLD_LETTERS] = PG_OLD_LETTERS_SQL,
};

/* -- on its thread -- */

/* False: there was an error, or the keeper is closing. Closing lets the open transaction end, but
 * none begin. */
static bool begin_renewal(struct keeper *keeper)
{
    uv_mutex_lock(&keeper->mutex);
    bool closing = keeper->closing;
    uv_mutex_unlock(&keeper->mutex);
    keeper->asked = lease_clock();
    return !closing && sql_execute(&keeper->conn.sql, "BEGIN");
}

bool keeper_begin(struct keeper *keeper)
{
    if (!begin_renewal(keeper))
        return false;
    if (keeper->conn.session == keeper->session)
        return true;
    sql_execute(&keeper->conn.sql, "ROLLBACK");
    return false;
}

/* If the server answered too late, it may not have heard other processes in time either. So the
 * time for which it has answered well (`heard`) begins again. */
bool keeper_end(struct keeper *keeper, bool good)
{
    good = good && pg_conn_commit(&keeper->conn);
    if (!good)
        sql_execute(&keeper->conn.sql, "ROLLBACK");
    if (lease_clock() - keeper->asked > keeper->renew * MS)
        keeper->heard = lease_clock();
    return good;
}

unsigned keeper_count(struct keeper *keeper, enum lease_state state)
{
    const struct leases *leases = &keeper->store->leases;
    unsigned many = 0;
    uv_mutex_lock(&keeper->store->mutex);
    for (unsigned i = 0; i < leases->count; i++)
        many += leases->at[i].state == state;
    uv_mutex_unlock(&keeper->store->mutex);
    return many;
}

void keeper_lose(struct keeper *keeper)
{
    struct store *store = keeper->store;
    keeper->lost = true;
    if (keeper->alone ||
        keeper_count(keeper, LEASE_HAD) + keeper_count(keeper, LEASE_WANTED) == 0) {
        log_replaced(store->log, "%s: another talon has taken the place of this one: ending",
                     keeper->conn.name);
    }
    atomic_store(&store->leases.deadline, 1);
    uv_mutex_lock(&store->mutex);
    for (unsigned i = 0; i < store->leases.count; i++)
        store->leases.at[i].state = LEASE_LOST;
    store_wake(store);
    uv_mutex_unlock(&store->mutex);
}

bool keeper_due(const struct keeper *keeper)
{
    return lease_clock() - keeper->renewed >= keeper->renew * MS;
}

/* Sets until when this process may speak (store_lease_holds()): a little less than a lease's life
 * after the last renewal. Then another process may take the leases and speak for them. */
static void set_deadline(struct keeper *keeper)
{
    struct store *store = keeper->store;
    unsigned margin = keeper->life / 4 < LEASE_MARGIN_MS ? keeper->life / 4 : LEASE_MARGIN_MS;
    if (!keeper->alone)
        atomic_store(&store->leases.renewed, keeper->renewed);
    uint64_t until = keeper->renewed + (keeper->life - margin) * MS;
    uint64_t before = atomic_exchange(&store->leases.deadline, until);
    if (before == 0 || lease_clock() < before)
        return;
    uv_mutex_lock(&store->mutex); /* batches that waited for this renewal can be told now */
    store_wake(store);
    uv_mutex_unlock(&store->mutex);
}

/* A new connection may lead to a standby server that took over, and that lacks the last commits. So
 * the keeper soon compares the leases with that server's table. It drops the numbers fetched
 * earlier, because that server may hand them out a second time. */
static void meet_server(struct keeper *keeper)
{
    struct leases *leases = &keeper->store->leases;
    keeper->heard = lease_clock();
    keeper->changed = keeper->session != 0 ? keeper->heard : 0;
    keeper->session = keeper->conn.session;
    if (keeper->changed == 0)
        return;
    keeper->checked = 0;
    uv_mutex_lock(&keeper->store->mutex);
    leases->tables = (struct numbers){.last = leases->tables.last};
    leases->rounds = (struct numbers){.last = leases->rounds.last};
    uv_mutex_unlock(&keeper->store->mutex);
}

static bool is_leaving(const struct keeper *keeper)
{
    uv_mutex_lock(&keeper->store->mutex);
    bool leaves = keeper->store->leases.leaves;
    uv_mutex_unlock(&keeper->store->mutex);
    return leaves;
}

/* Binds a copy of the networks, because the loop may change them before they are sent. */
static bool bind_terms(struct keeper *keeper, struct sql_stmt *stmt)
{
    const struct leases *leases = &keeper->store->leases;
    uv_mutex_lock(&keeper->store->mutex);
    char *welcomes = strdup(leases->welcomes != NULL ? leases->welcomes : "");
    sql_bind_int(stmt, 4, leases->shares);
    sql_bind_int(stmt, 5, leases->room);
    uv_mutex_unlock(&keeper->store->mutex);
    sql_bind_text(stmt, 6, welcomes);
    free(keeper->welcomes);
    keeper->welcomes = welcomes;
    return welcomes != NULL;
}

static bool renew_leases(struct keeper *keeper)
{
    struct sql_stmt *stmt = keeper->stmts[KEEPER_RENEW];
    int64_t moved = -1;
    bool leaves = is_leaving(keeper);
    if (!begin_renewal(keeper))
        return false;
    if (keeper->session != keeper->conn.session)
        meet_server(keeper);
    keeper->renewed = lease_clock();
    sql_bind_text(stmt, 1, keeper->process);
    sql_bind_int(stmt, 2, keeper->life);
    sql_bind_int(stmt, 3,
                 leaves ? 0 : keeper_count(keeper, LEASE_WANTED) + keeper_count(keeper, LEASE_HAD));
    if (bind_terms(keeper, stmt) && sql_run(stmt))
        moved = sql_changes(stmt);
    if (!keeper_end(keeper, moved >= 0))
        return false;
    keeper->leaves = leaves;
    if (moved == 0)
        keeper_lose(keeper);
    if (moved == 0 || !keeper_check(keeper))
        return false;
    set_deadline(keeper);
    return true;
}

/* -- numbers -- */

static bool is_low(struct keeper *keeper, const struct numbers *numbers)
{
    uv_mutex_lock(&keeper->store->mutex);
    bool low = numbers->end_after == 0 && keeper->store->leases.count > 0;
    uv_mutex_unlock(&keeper->store->mutex);
    return low;
}

static bool fetch_numbers(struct keeper *keeper, struct numbers *numbers, const char *name,
                          int64_t size)
{
    struct sql_stmt *stmt = keeper->stmts[KEEPER_BLOCK];
    int64_t last = 0;
    if (!is_low(keeper, numbers))
        return true;
    if (!keeper_begin(keeper))
        return false;
    sql_bind_text(stmt, 1, name);
    sql_bind_int(stmt, 2, size);
    sql_bind_int(stmt, 3, numbers->last);
    bool good = sql_run_row(stmt, &last, NULL) == FOUND;
    if (!keeper_end(keeper, good))
        return false; /* the numbers may have been taken from the counter; then nobody uses them */
    uv_mutex_lock(&keeper->store->mutex);
    numbers->next_after = last - size + 1;
    numbers->end_after = last + 1;
    numbers->last = last;
    uv_mutex_unlock(&keeper->store->mutex);
    return true;
}

/* Sets when the thread wakes up: to renew, or to ask for changed settings and letters. If leases
 * are wanted, it also wakes up when the first of the other members runs out, because its leases are
 * free then. */
static bool plan_next(struct keeper *keeper)
{
    struct sql_stmt *stmt = keeper->stmts[KEEPER_NEXT_END];
    int64_t left = 0;
    keeper->next = keeper->renewed + keeper->renew * MS;
    if (!keeper->alone && keeper->poll_at < keeper->next)
        keeper->next = keeper->poll_at;
    if (!keeper->alone && keeper->letters_at < keeper->next)
        keeper->next = keeper->letters_at;
    if (keeper_count(keeper, LEASE_WANTED) == 0 || keeper->alone)
        return true;
    sql_bind_text(stmt, 1, keeper->process);
    if (!keeper_begin(keeper) || !keeper_end(keeper, sql_run_row(stmt, &left, NULL) == FOUND))
        return false;
    keeper->overdue = left < -(int64_t)keeper->life;
    uint64_t then = lease_clock() + (left > 10 ? (uint64_t)left + 2 : 10) * MS;
    keeper->next = then < keeper->next ? then : keeper->next;
    return true;
}

/* -- settings of others -- */

/* Orders a change of the last reading (`seen`) and one that is being read, by time, scope and key.
 * In `seen` the field `value` has the time. */
static int compare_changes(const struct setting *seen, const struct setting *read, int64_t at)
{
    int64_t then = strtoll(seen->value, NULL, 10);
    if (then != at)
        return then < at ? -1 : 1;
    int by_scope = strcmp(seen->scope, read->scope);
    return by_scope != 0 ? by_scope : strcmp(seen->key, read->key);
}

/* Reads all changes since `since`, and notes them in `seen`. Returns those that the last reading
 * (keeper->seen) did not have. */
static struct batch *read_changes(struct keeper *keeper, int64_t since, struct batch *seen,
                                  bool *good)
{
    struct sql_stmt *stmt = keeper->stmts[KEEPER_CHANGES];
    struct batch *changes = batch_create(keeper->store->log);
    const struct op *last = keeper->seen != NULL ? keeper->seen->first : NULL;
    enum sql_step code;
    sql_bind_int(stmt, 1, since);
    sql_bind_text(stmt, 2, keeper->process);
    while ((code = sql_step(stmt)) == SQL_ROW) {
        const struct setting read = {.scope = sql_text(stmt, 0), .key = sql_text(stmt, 1)};
        int64_t at = sql_int64(stmt, 3);
        while (last != NULL && compare_changes(&last->as.setting, &read, at) < 0)
            last = last->next;
        if (last == NULL || compare_changes(&last->as.setting, &read, at) != 0) {
            batch_add_setting(changes,
                              &(struct setting){read.scope, read.key,
                                                sql_is_null(stmt, 2) ? NULL : sql_text(stmt, 2)});
        }
        batch_add_setting(seen, &(struct setting){read.scope, read.key, sql_text(stmt, 3)});
    }
    *good = sql_reset(stmt) && code == SQL_DONE;
    return changes;
}

/* Hands the changes to the loop. `read`: leases.sets as it was before the reading. False: the loop
 * has not yet taken earlier changes, so the caller must read these again later. */
static bool pass_on(struct keeper *keeper, struct batch *changes, uint64_t read)
{
    struct store *store = keeper->store;
    bool any = changes->first != NULL;
    uv_mutex_lock(&store->mutex);
    bool room = store->leases.changes == NULL;
    if (any && room) {
        store->leases.changes = changes;
        store->leases.changes_read = read;
        store_wake(store);
    }
    uv_mutex_unlock(&store->mutex);
    if (!any || !room)
        batch_destroy(changes);
    return !any || room;
}

/* Whether all settings that this process has set are durable. Before that, a change that is read
 * may be older than one of these. *sets: leases.sets of now. If the loop has dropped changes,
 * forgets that they were read. */
static bool is_settled(struct keeper *keeper, uint64_t *sets)
{
    struct leases *leases = &keeper->store->leases;
    uv_mutex_lock(&keeper->store->mutex);
    bool settled = leases->set_batch <= atomic_load(&keeper->store->durable);
    bool again = settled && leases->read_again;
    leases->read_again = leases->read_again && !settled;
    *sets = leases->sets;
    uv_mutex_unlock(&keeper->store->mutex);
    if (again) {
        batch_destroy(keeper->seen);
        keeper->seen = NULL;
    }
    return settled;
}

bool keeper_poll_changes(struct keeper *keeper)
{
    int64_t now = 0;
    uint64_t sets;
    bool good = false, first = keeper->polled_at == 0;
    if (keeper->alone || lease_clock() < keeper->poll_at)
        return true;
    if (!is_settled(keeper, &sets)) {
        keeper->poll_at = lease_clock() + SETTLE_NS;
        return true;
    }
    if (!keeper_begin(keeper))
        return false;
    struct batch *changes = NULL, *seen = batch_create(keeper->store->log);
    if (sql_run_row(keeper->stmts[KEEPER_NOW], &now, NULL) == FOUND) {
        sql_bind_int(keeper->stmts[KEEPER_TIDY], 1, now - CHANGE_KEPT_MS);
        changes = read_changes(keeper, (first ? now : keeper->polled_at) - OVERLAP_MS, seen, &good);
        good = good && sql_run(keeper->stmts[KEEPER_TIDY]);
    }
    good = keeper_end(keeper, good);
    if (good) {
        keeper->poll_at = lease_clock() + POLL_NS;
    } else {
        batch_destroy(changes);
    }
    if (!good || !pass_on(keeper, changes, sets)) {
        batch_destroy(seen);
        return good;
    }
    batch_destroy(keeper->seen);
    keeper->seen = seen;
    keeper->polled_at = now;
    return true;
}

/* -- life -- */

static void keep_once(struct keeper *keeper)
{
    struct leases *leases = &keeper->store->leases;
    bool known = keeper->session == keeper->conn.session && keeper->conn.pq != NULL;
    bool told = keeper->leaves == is_leaving(keeper);
    bool good = (known && told && !keeper_due(keeper)) || renew_leases(keeper);
    good = good && fetch_numbers(keeper, &leases->tables, "game_table", TABLES_BLOCK) &&
           fetch_numbers(keeper, &leases->rounds, "round", ROUNDS_BLOCK) &&
           (keeper->leaves || keeper_take(keeper)) && keeper_poll_changes(keeper) &&
           pg_letters_look(keeper) && plan_next(keeper);
    if (!good) /* without a server, it tries to connect again at these times, too */
        keeper->next = lease_clock() + keeper->renew * MS / 4;
}

static void run_keeper(void *arg)
{
    struct keeper *keeper = arg;
    uv_mutex_lock(&keeper->mutex);
    while (!keeper->closing && !keeper->lost) {
        keeper->woken = false;
        uv_mutex_unlock(&keeper->mutex);
        keep_once(keeper);
        uint64_t now = lease_clock();
        uv_mutex_lock(&keeper->mutex);
        if (!keeper->closing && !keeper->woken && now < keeper->next)
            uv_cond_timedwait(&keeper->cond, &keeper->mutex, keeper->next - now);
    }
    keeper->ended = true;
    uv_cond_signal(&keeper->cond);
    uv_mutex_unlock(&keeper->mutex);
}

void keeper_wake(struct keeper *keeper)
{
    uv_mutex_lock(&keeper->mutex);
    keeper->woken = true;
    uv_cond_signal(&keeper->cond);
    uv_mutex_unlock(&keeper->mutex);
}

bool keeper_init(struct keeper *keeper, const char *address, unsigned patience, struct fault *why)
{
    if (!pg_conn_init(&keeper->conn, address, why))
        return false;
    keeper->conn.patience = patience;
    if (!keeper->alone) {
        keeper->conn.idle = keeper->life / 3;
        /* a wait ends after half a life at most: if a connection hangs, there is time to renew on a
         * new one */
        keeper->conn.hurry = keeper->life / 2 < patience ? keeper->life / 2 : patience;
    }
    for (unsigned i = 0; i < KEEPER_STMTS; i++) {
        if ((keeper->stmts[i] = sql_prepare(&keeper->conn.sql, texts[i])) == NULL)
            return false;
    }
    return true;
}

bool keeper_start(struct keeper *keeper, struct store *store, uint64_t entered)
{
    keeper->store = store;
    keeper->began = keeper->checked = lease_clock();
    keeper->renewed = entered;
    if (uv_mutex_init(&keeper->mutex) != 0)
        return false;
    if (uv_cond_init(&keeper->cond) != 0)
        goto fail_cond;
    set_deadline(keeper);
    if (uv_thread_create(&keeper->thread, run_keeper, keeper) != 0)
        goto fail_thread;
    keeper->runs = true;
    return true;

fail_thread:
    uv_cond_destroy(&keeper->cond);
fail_cond:
    uv_mutex_destroy(&keeper->mutex);
    return false;
}

void keeper_stop(struct keeper *keeper)
{
    if (!keeper->runs)
        return;
    uint64_t until = lease_clock() + LAST_NS;
    uv_mutex_lock(&keeper->mutex);
    keeper->closing = true;
    uv_cond_signal(&keeper->cond);
    /* Waits for the open transaction: if it fetches a block of numbers, ledger_leave() can give
     * them back only once they are here. */
    for (uint64_t now; !keeper->ended && (now = lease_clock()) < until;)
        uv_cond_timedwait(&keeper->cond, &keeper->mutex, until - now);
    uv_mutex_unlock(&keeper->mutex);
    pg_conn_interrupt(&keeper->conn);
    uv_thread_join(&keeper->thread);
    uv_cond_destroy(&keeper->cond);
    uv_mutex_destroy(&keeper->mutex);
    keeper->runs = false;
}

void keeper_finish(struct keeper *keeper)
{
    for (unsigned i = 0; i < KEEPER_STMTS; i++)
        sql_finalize(keeper->stmts[i]);
    batch_destroy(keeper->seen);
    free(keeper->welcomes);
    pg_array_finish(&keeper->names);
    pg_array_finish(&keeper->epochs);
    pg_conn_finish(&keeper->conn);
}
