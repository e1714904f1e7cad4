#include "pg_keeper.h"

#include <string.h>

#include "bot/base/log.h"
#include "writer.h"

#define MS             UINT64_C(1000000)
#define POLL_NS        (1000 * MS)
#define OVERLAP_MS     INT64_C(5000)    /* a transaction that changes a setting takes no longer */
#define CHANGE_KEPT_MS INT64_C(3600000) /* nobody who lives asks for what is older */

#define SERVER_MS "CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)"
/* Of nobody, or of one who is dead: their process never comes back. */
#define IS_FREE                                                                                    \
    "(holder IS NULL OR NOT EXISTS (SELECT 1 FROM member WHERE member.process = lease.holder))"
/* Held, of the same network, and in another number of parts. */
#define OTHERWISE                                                                                  \
    " FROM lease AS other JOIN member ON member.process = other.holder"                            \
    " WHERE split_part(other.name, '/', 1) = split_part(lease.name, '/', 1)"                       \
    " AND split_part(other.name, '/', 3) <> split_part(lease.name, '/', 3)"

static const char *const texts[KEEPER_STMTS] = {
    [KEEPER_RENEW] =
        "UPDATE member SET expires = clock_timestamp() + ?2 * INTERVAL '1 millisecond',"
        " wants = ?3 WHERE process = ?1",
    [KEEPER_BURY] = "DELETE FROM member WHERE process IN (SELECT process FROM member WHERE expires"
                    " < clock_timestamp() AND process <> ?1 FOR UPDATE SKIP LOCKED)"
                    " AND EXISTS (SELECT 1 FROM member WHERE process = ?1 AND"
                    " expires > clock_timestamp() + ?2 * INTERVAL '1 millisecond')",
    [KEEPER_OFFER] = "INSERT INTO lease (name, epoch) VALUES (?1, 0) ON CONFLICT (name) DO NOTHING",
    [KEEPER_FREE] =
        "SELECT name, epoch, CASE WHEN holder = ?1 THEN 1 ELSE 0 END,"
        " CASE WHEN holder IS NULL AND taken IS NOT NULL THEN"
        " CAST(extract(epoch FROM clock_timestamp() - taken) * 1000 AS BIGINT) ELSE -1 END"
        " FROM lease WHERE"
        " (holder = ?1 OR " IS_FREE ") AND NOT EXISTS (SELECT 1" OTHERWISE ") ORDER BY name",
    [KEEPER_SHARE] = "SELECT count(*) FROM member WHERE wants > 0",
    [KEEPER_NEXT_END] = "SELECT CAST(coalesce(min(extract(epoch FROM expires - clock_timestamp())),"
                        " 3600) * 1000 AS BIGINT) FROM member WHERE process <> ?1",
    [KEEPER_TAKE] = "UPDATE lease SET epoch = epoch + 1, holder = ?1, taken = clock_timestamp()"
                    " WHERE name = ?2 AND epoch = ?3 RETURNING epoch",
    [KEEPER_GIVE] = "UPDATE lease SET holder = NULL, taken = NULL WHERE name = ?2 AND holder = ?1",
    [KEEPER_DIVIDED] =
        "SELECT count(*) FROM lease WHERE name = ?1 AND EXISTS (SELECT 1" OTHERWISE ")",
    [KEEPER_BLOCK] = "UPDATE counter SET last = last + ?2 WHERE name = ?1 RETURNING last",
    [KEEPER_NOW] = "SELECT " SERVER_MS,
    [KEEPER_CHANGES] = "SELECT scope, key, value FROM setting_change WHERE at >= ?1"
                       " AND process <> ?2 ORDER BY at",
    [KEEPER_TIDY] = "DELETE FROM setting_change WHERE at < ?1",
};

/* -- on its thread -- */

static bool begin(struct keeper *keeper)
{
    keeper->asked = lease_clock();
    return sql_execute(&keeper->link.sql, "BEGIN");
}

/* A server that takes too long may not have heard the others either. */
static bool end(struct keeper *keeper, bool good)
{
    good = good && pg_link_commit(&keeper->link);
    if (!good)
        sql_execute(&keeper->link.sql, "ROLLBACK");
    if (lease_clock() - keeper->asked > keeper->renew * MS)
        keeper->heard = lease_clock();
    return good;
}

/* Of all that is wanted or had, how many. */
static unsigned count(struct keeper *keeper, enum lease_state state)
{
    const struct leases *leases = &keeper->store->leases;
    unsigned many = 0;
    uv_mutex_lock(&keeper->store->mutex);
    for (unsigned i = 0; i < leases->count; i++)
        many += leases->at[i].state == state;
    uv_mutex_unlock(&keeper->store->mutex);
    return many;
}

/* Nothing that this process writes is kept any more. */
static void lose(struct keeper *keeper)
{
    struct store *store = keeper->store;
    keeper->lost = true;
    if (keeper->alone || count(keeper, LEASE_HAD) + count(keeper, LEASE_WANTED) == 0)
        log_fatal(store->log, "%s: another talon has taken the place of this one: ending",
                  keeper->link.name);
    atomic_store(&store->leases.deadline, 1);
    uv_mutex_lock(&store->mutex);
    for (unsigned i = 0; i < store->leases.count; i++)
        store->leases.at[i].state = LEASE_LOST;
    store_wake(store);
    uv_mutex_unlock(&store->mutex);
}

/* What is told beyond the end of its life another may tell as well. */
static void set_deadline(struct keeper *keeper)
{
    struct store *store = keeper->store;
    unsigned margin = keeper->life / 4 < LEASE_MARGIN_MS ? keeper->life / 4 : LEASE_MARGIN_MS;
    bool held = store_lease_holds(store);
    atomic_store(&store->leases.deadline, keeper->renewed + (keeper->life - margin) * MS);
    if (held)
        return;
    uv_mutex_lock(&store->mutex); /* what waited is told */
    store_wake(store);
    uv_mutex_unlock(&store->mutex);
}

static bool renew(struct keeper *keeper)
{
    struct sql_stmt *stmt = keeper->stmts[KEEPER_RENEW];
    int64_t moved = -1;
    if (!begin(keeper))
        return false;
    keeper->renewed = lease_clock();
    sql_bind_text(stmt, 1, keeper->process);
    sql_bind_int(stmt, 2, keeper->life);
    sql_bind_int(stmt, 3, count(keeper, LEASE_WANTED) + count(keeper, LEASE_HAD));
    if (sql_run(stmt))
        moved = sql_changes(stmt);
    if (!end(keeper, moved >= 0))
        return false;
    if (moved == 0)
        lose(keeper);
    else
        set_deadline(keeper);
    return moved > 0;
}

/* -- numbers -- */

static bool is_low(struct keeper *keeper, const struct numbers *numbers)
{
    uv_mutex_lock(&keeper->store->mutex);
    bool low = numbers->end_after == 0 && keeper->store->leases.count > 0;
    uv_mutex_unlock(&keeper->store->mutex);
    return low;
}

static bool fetch(struct keeper *keeper, struct numbers *numbers, const char *name, int64_t size)
{
    struct sql_stmt *stmt = keeper->stmts[KEEPER_BLOCK];
    int64_t last = 0;
    if (!is_low(keeper, numbers))
        return true;
    if (!begin(keeper))
        return false;
    sql_bind_text(stmt, 1, name);
    sql_bind_int(stmt, 2, size);
    bool good = sql_run_row(stmt, &last, NULL) == FOUND;
    if (!end(keeper, good))
        return false; /* what was taken then is never given */
    uv_mutex_lock(&keeper->store->mutex);
    numbers->next_after = last - size + 1;
    numbers->end_after = last + 1;
    uv_mutex_unlock(&keeper->store->mutex);
    return true;
}

/* -- taking -- */

/* Within a transaction: since when this connection is known. */
static void note_session(struct keeper *keeper)
{
    if (keeper->session == keeper->link.session)
        return;
    keeper->session = keeper->link.session;
    keeper->heard = lease_clock();
}

/* The server may stand still in the middle of this: then our own renewal is old, too. */
static bool bury(struct keeper *keeper)
{
    struct sql_stmt *stmt = keeper->stmts[KEEPER_BURY];
    unsigned fresh = keeper->life - 2 * keeper->renew;
    note_session(keeper);
    if (lease_clock() - keeper->heard < keeper->life * MS)
        return true;
    sql_bind_text(stmt, 1, keeper->process);
    sql_bind_int(stmt, 2, fresh);
    return sql_run(stmt);
}

/* New ones are in the table from then on. */
static bool offer(struct keeper *keeper)
{
    struct store *store = keeper->store;
    char name[STORE_LEASE_NAME_MAX];
    bool good = true;
    for (bool more = true; good && more;) {
        more = false;
        uv_mutex_lock(&store->mutex);
        for (unsigned i = 0; i < store->leases.count && !more; i++) {
            struct lease *lease = &store->leases.at[i];
            more = lease->state == LEASE_WANTED && !lease->offered;
            lease->offered = lease->offered || more;
            if (more)
                memcpy(name, lease->name, sizeof(name));
        }
        uv_mutex_unlock(&store->mutex);
        good = !more || (sql_bind_text(keeper->stmts[KEEPER_OFFER], 1, name) &&
                         sql_run(keeper->stmts[KEEPER_OFFER]) && pg_link_wait(&keeper->link));
    }
    return good;
}

/* 0: `milliseconds` is -1. */
static uint64_t ago(uint64_t now, int64_t milliseconds)
{
    return milliseconds < 0 ? 0 : now - (uint64_t)milliseconds * MS;
}

/* Notes of what is wanted whether it is free. */
static bool look_for_free(struct keeper *keeper)
{
    struct store *store = keeper->store;
    struct sql_stmt *stmt = keeper->stmts[KEEPER_FREE];
    uint64_t now = lease_clock();
    enum sql_step code;
    uv_mutex_lock(&store->mutex);
    for (unsigned i = 0; i < store->leases.count; i++)
        store->leases.at[i].free = false;
    uv_mutex_unlock(&store->mutex);
    sql_bind_text(stmt, 1, keeper->process);
    while ((code = sql_step(stmt)) == SQL_ROW) {
        uv_mutex_lock(&store->mutex);
        struct lease *lease = lease_find(store, sql_text(stmt, 0));
        bool ours = sql_int64(stmt, 2) != 0; /* or it is being given back */
        if (lease != NULL && lease->state == LEASE_WANTED && (!ours || lease->doubt)) {
            lease->free = true;
            lease->epoch = sql_int64(stmt, 1);
            lease->given = ago(now, sql_int64(stmt, 3));
            lease->free_since = lease->free_since != 0 ? lease->free_since : now;
        }
        uv_mutex_unlock(&store->mutex);
    }
    uv_mutex_lock(&store->mutex);
    for (unsigned i = 0; i < store->leases.count; i++)
        if (!store->leases.at[i].free)
            store->leases.at[i].free_since = 0;
    uv_mutex_unlock(&store->mutex);
    return sql_reset(stmt) && code == SQL_DONE;
}

/* How many may be had now by the rules of the header, and not only because they were free long. */
static bool room_for(struct keeper *keeper, unsigned *room)
{
    unsigned had = count(keeper, LEASE_HAD), all = had + count(keeper, LEASE_WANTED);
    uint64_t now = lease_clock();
    int64_t members = 1;
    if (sql_run_row(keeper->stmts[KEEPER_SHARE], &members, NULL) != FOUND)
        return false;
    unsigned share = members > 1 ? (unsigned)((all + members - 1) / members) : all;
    *room = share > had ? share - had : 0;
    if (now - keeper->began < keeper->life * MS && !keeper->alone && *room > 0)
        *room = now - keeper->took >= keeper->renew * MS;
    return true;
}

/* The next that is to be taken. */
static bool choose(struct keeper *keeper, unsigned room, struct lease *chosen)
{
    struct leases *leases = &keeper->store->leases;
    uint64_t now = lease_clock();
    bool found = false;
    uv_mutex_lock(&keeper->store->mutex);
    for (unsigned i = 0; i < leases->count && !found; i++) {
        struct lease *lease = &leases->at[i];
        found = lease->state == LEASE_WANTED && lease->free &&
                (room > 0 || now - lease->free_since > 2 * keeper->life * MS);
        if (!found)
            continue;
        lease->free = false; /* whoever gets it */
        *chosen = *lease;
    }
    uv_mutex_unlock(&keeper->store->mutex);
    return found;
}

/* False: it is wanted no more. */
static bool note_had(struct keeper *keeper, const char *name, int64_t epoch)
{
    struct store *store = keeper->store;
    uv_mutex_lock(&store->mutex);
    struct lease *lease = lease_find(store, name);
    if (lease != NULL) {
        lease->state = LEASE_HAD;
        lease->epoch = epoch;
        lease->since = lease_clock();
        store_wake(store);
    }
    uv_mutex_unlock(&store->mutex);
    return lease != NULL;
}

static void note_doubt(struct keeper *keeper, const char *name, bool doubt)
{
    uv_mutex_lock(&keeper->store->mutex);
    struct lease *lease = lease_find(keeper->store, name);
    if (lease != NULL)
        lease->doubt = doubt;
    uv_mutex_unlock(&keeper->store->mutex);
}

static bool give(struct keeper *keeper, const char *name)
{
    struct sql_stmt *stmt = keeper->stmts[KEEPER_GIVE];
    sql_bind_text(stmt, 1, keeper->process);
    sql_bind_text(stmt, 2, name);
    return begin(keeper) && end(keeper, sql_run(stmt));
}

/* Whether another has taken a part of another division at the same moment. */
static bool look_divided(struct keeper *keeper, const char *name, int64_t *divided)
{
    struct sql_stmt *stmt = keeper->stmts[KEEPER_DIVIDED];
    sql_bind_text(stmt, 1, name);
    return begin(keeper) && end(keeper, sql_run_row(stmt, divided, NULL) == FOUND);
}

/* Whoever took it since it was seen has moved its epoch on. */
static bool take(struct keeper *keeper, const struct lease *chosen, bool *taken)
{
    const char *name = chosen->name;
    struct sql_stmt *stmt = keeper->stmts[KEEPER_TAKE];
    int64_t epoch = 0;
    int64_t divided = 0;
    *taken = false;
    note_doubt(keeper, name, true); /* until all of this has succeeded */
    if (!begin(keeper))
        return false;
    sql_bind_text(stmt, 1, keeper->process);
    sql_bind_text(stmt, 2, name);
    sql_bind_int(stmt, 3, chosen->epoch);
    enum found found = sql_run_row(stmt, &epoch, NULL);
    if (!end(keeper, found != ERROR) || (found == FOUND && !look_divided(keeper, name, &divided)))
        return false;
    *taken = found == FOUND && divided == 0 && note_had(keeper, name, epoch);
    if (found == FOUND && !*taken && !give(keeper, name))
        return false;
    note_doubt(keeper, name, false);
    return true;
}

static bool take_wanted(struct keeper *keeper)
{
    struct lease chosen;
    unsigned room = 0;
    bool taken = false;
    if (count(keeper, LEASE_WANTED) == 0)
        return true;
    if (!begin(keeper) || !end(keeper, bury(keeper) && offer(keeper) && look_for_free(keeper) &&
                                           room_for(keeper, &room)))
        return false;
    while (choose(keeper, room, &chosen)) {
        if (!take(keeper, &chosen, &taken))
            return false;
        room -= taken && room > 0;
        keeper->took = taken ? lease_clock() : keeper->took;
    }
    return true;
}

/* Whoever ends first: what they held is to be had at that moment. */
static bool look_ahead(struct keeper *keeper)
{
    struct sql_stmt *stmt = keeper->stmts[KEEPER_NEXT_END];
    int64_t left = 0;
    keeper->next = keeper->renewed + keeper->renew * MS;
    if (count(keeper, LEASE_WANTED) == 0 || keeper->alone)
        return true;
    sql_bind_text(stmt, 1, keeper->process);
    if (!begin(keeper) || !end(keeper, sql_run_row(stmt, &left, NULL) == FOUND))
        return false;
    uint64_t then = lease_clock() + (left > 10 ? (uint64_t)left + 2 : 10) * MS;
    keeper->next = then < keeper->next ? then : keeper->next;
    return true;
}

/* -- settings of others -- */

static struct batch *read_changes(struct keeper *keeper, int64_t since, bool *good)
{
    struct sql_stmt *stmt = keeper->stmts[KEEPER_CHANGES];
    struct batch *changes = batch_create(keeper->store->log);
    enum sql_step code;
    sql_bind_int(stmt, 1, since);
    sql_bind_text(stmt, 2, keeper->process);
    while ((code = sql_step(stmt)) == SQL_ROW) {
        struct op *op = batch_add(changes, OP_SETTING);
        op->as.setting.scope = batch_copy(changes, sql_text(stmt, 0));
        op->as.setting.key = batch_copy(changes, sql_text(stmt, 1));
        op->as.setting.value = sql_is_null(stmt, 2) ? NULL : batch_copy(changes, sql_text(stmt, 2));
    }
    *good = sql_reset(stmt) && code == SQL_DONE;
    return changes;
}

/* Those that were not told yet are told with these, which are later. */
static void pass_on(struct keeper *keeper, struct batch *changes)
{
    struct store *store = keeper->store;
    struct batch *old = NULL;
    uv_mutex_lock(&store->mutex);
    if (store->leases.changes == NULL && changes->first != NULL) {
        store->leases.changes = changes;
        store_wake(store);
    } else {
        old = changes; /* the loop is behind: they are asked for again */
        keeper->polled_at = old->first != NULL ? keeper->polled_before : keeper->polled_at;
    }
    uv_mutex_unlock(&store->mutex);
    batch_destroy(old);
}

static bool poll_changes(struct keeper *keeper)
{
    int64_t now = 0;
    bool good = false, first = keeper->polled_at == 0;
    if (keeper->alone || (!first && lease_clock() - keeper->polled < POLL_NS))
        return true;
    if (!begin(keeper))
        return false;
    struct batch *changes = NULL;
    if (sql_run_row(keeper->stmts[KEEPER_NOW], &now, NULL) == FOUND) {
        sql_bind_int(keeper->stmts[KEEPER_TIDY], 1, now - CHANGE_KEPT_MS);
        changes = read_changes(keeper, (first ? now : keeper->polled_at) - OVERLAP_MS, &good);
        good = good && sql_run(keeper->stmts[KEEPER_TIDY]);
    }
    if (!end(keeper, good)) {
        batch_destroy(changes);
        return false;
    }
    keeper->polled = lease_clock();
    keeper->polled_before = keeper->polled_at;
    keeper->polled_at = now;
    pass_on(keeper, changes);
    return true;
}

/* -- life -- */

static void look(struct keeper *keeper)
{
    struct leases *leases = &keeper->store->leases;
    uint64_t now = lease_clock();
    bool good = now - keeper->renewed < keeper->renew * MS || renew(keeper);
    good = good && !keeper->lost && fetch(keeper, &leases->tables, "game_table", TABLES_BLOCK) &&
           fetch(keeper, &leases->rounds, "round", ROUNDS_BLOCK) && take_wanted(keeper) &&
           poll_changes(keeper) && look_ahead(keeper);
    if (!good) /* as often as that it is tried to connect again, too */
        keeper->next = lease_clock() + keeper->renew * MS / 4;
}

static void run(void *arg)
{
    struct keeper *keeper = arg;
    uv_mutex_lock(&keeper->mutex);
    while (!keeper->closing && !keeper->lost) {
        keeper->woken = false;
        uv_mutex_unlock(&keeper->mutex);
        look(keeper);
        uint64_t now = lease_clock();
        uv_mutex_lock(&keeper->mutex);
        if (!keeper->closing && !keeper->woken && now < keeper->next)
            uv_cond_timedwait(&keeper->cond, &keeper->mutex, keeper->next - now);
    }
    uv_mutex_unlock(&keeper->mutex);
}

void keeper_look(struct keeper *keeper)
{
    uv_mutex_lock(&keeper->mutex);
    keeper->woken = true;
    uv_cond_signal(&keeper->cond);
    uv_mutex_unlock(&keeper->mutex);
}

bool keeper_init(struct keeper *keeper, const char *address, unsigned patience, char *why,
                 size_t why_size)
{
    if (!pg_link_init(&keeper->link, address, why, why_size))
        return false;
    keeper->link.patience = patience;
    if (!keeper->alone)
        keeper->link.idle = keeper->life / 3;
    for (unsigned i = 0; i < KEEPER_STMTS; i++)
        if ((keeper->stmts[i] = sql_prepare(&keeper->link.sql, texts[i])) == NULL)
            return false;
    return true;
}

bool keeper_start(struct keeper *keeper, struct store *store)
{
    keeper->store = store;
    keeper->began = keeper->renewed = lease_clock();
    if (uv_mutex_init(&keeper->mutex) != 0)
        return false;
    if (uv_cond_init(&keeper->cond) != 0)
        goto fail_cond;
    set_deadline(keeper);
    if (uv_thread_create(&keeper->thread, run, keeper) != 0)
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
    uv_mutex_lock(&keeper->mutex);
    keeper->closing = true;
    uv_cond_signal(&keeper->cond);
    uv_mutex_unlock(&keeper->mutex);
    pg_link_interrupt(&keeper->link);
    uv_thread_join(&keeper->thread);
    uv_cond_destroy(&keeper->cond);
    uv_mutex_destroy(&keeper->mutex);
    keeper->runs = false;
}

void keeper_finish(struct keeper *keeper)
{
    for (unsigned i = 0; i < KEEPER_STMTS; i++)
        sql_finalize(keeper->stmts[i]);
    pg_link_finish(&keeper->link);
}
