#include "pg_take.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/log.h"
#include "storage/writer.h"

#define MS UINT64_C(1000000)

/* -- before -- */

static bool is_heard(const struct keeper *keeper)
{
    return lease_clock() - keeper->heard >= keeper->life * MS;
}

/* If a member that ran out cannot be buried, it may have stopped in the middle of sending a batch,
 * and its connection holds locks. Ends that connection, in a transaction of its own, because not
 * every server can do this. */
static void end_stuck(struct keeper *keeper)
{
    struct sql_stmt *stmt = keeper->stmts[KEEPER_STUCK];
    sql_bind_int(stmt, 1, keeper->life);
    if (keeper->overdue && is_heard(keeper) && keeper_begin(keeper))
        keeper_end(keeper, sql_run(stmt));
    keeper->overdue = false;
}

/* Buries members that ran out. The server may have hung: then our own renewal is too old as well
 * (`fresh`), and the statement buries nobody. */
static bool bury_members(struct keeper *keeper)
{
    struct sql_stmt *stmt = keeper->stmts[KEEPER_BURY];
    unsigned fresh = keeper->life - 2 * keeper->renew;
    if (!is_heard(keeper))
        return true;
    sql_bind_text(stmt, 1, keeper->process);
    sql_bind_int(stmt, 2, fresh);
    return sql_run(stmt);
}

/* -- what the table says -- */

/* Puts all wanted leases into the table, unless they are there already. `asked` gets the count of
 * wanted leases (leases.asked) up to which this holds. */
static bool offer_leases(struct keeper *keeper, uint64_t *asked)
{
    struct store *store = keeper->store;
    struct sql_stmt *stmt = keeper->stmts[KEEPER_OFFER];
    bool good = true;
    pg_array_clear(&keeper->names);
    uv_mutex_lock(&store->mutex);
    *asked = store->leases.asked;
    for (unsigned i = 0; i < store->leases.count && good; i++) {
        if (store->leases.at[i].state == LEASE_WANTED)
            good = pg_array_add(&keeper->names, store->leases.at[i].name);
    }
    uv_mutex_unlock(&store->mutex);
    if (*asked == keeper->offered && keeper->session == keeper->offered_in)
        return true;
    return good && pg_array_close(&keeper->names) && sql_bind_text(stmt, 1, keeper->names.text) &&
           sql_run(stmt) && pg_conn_wait(&keeper->conn);
}

/* `gave` gets the number of the newest batch that gives a lease back. False: it is not durable yet,
 * so a lease that the table calls ours may be free in a moment. */
static bool all_given(struct keeper *keeper, uint64_t *gave)
{
    struct store *store = keeper->store;
    uv_mutex_lock(&store->mutex);
    *gave = store->leases.gave;
    uv_mutex_unlock(&store->mutex);
    return *gave <= atomic_load(&store->durable);
}

/* 0: `milliseconds` is -1 */
static uint64_t ago(uint64_t now, int64_t milliseconds)
{
    return milliseconds < 0 ? 0 : now - (uint64_t)milliseconds * MS;
}

/* Notes whether each wanted lease is free. A lease that the table calls ours counts as free, too,
 * if we neither have it nor are giving it back: we took it once, but got no answer. */
static bool look_for_free(struct keeper *keeper)
{
    struct store *store = keeper->store;
    struct sql_stmt *stmt = keeper->stmts[KEEPER_FREE];
    uint64_t now = lease_clock(), gave;
    bool given = all_given(keeper, &gave);
    enum sql_step code;
    uv_mutex_lock(&store->mutex);
    for (unsigned i = 0; i < store->leases.count; i++)
        store->leases.at[i].free = false;
    uv_mutex_unlock(&store->mutex);
    sql_bind_text(stmt, 1, keeper->process);
    while ((code = sql_step(stmt)) == SQL_ROW) {
        uv_mutex_lock(&store->mutex);
        struct lease *lease = lease_find(store, sql_text(stmt, 0));
        bool ours = sql_int64(stmt, 2) != 0;
        if (lease != NULL && lease->state == LEASE_WANTED &&
            (!ours || (given && gave == store->leases.gave))) {
            lease->free = true;
            lease->epoch = sql_int64(stmt, 1);
            lease->given = ago(lease_clock(), sql_int64(stmt, 3));
            lease->claim = LEASE_ANYBODYS;
            snprintf(lease->heir, sizeof(lease->heir), "%s", sql_text(stmt, 4));
            lease->free_since = lease->free_since != 0 ? lease->free_since : now;
        }
        uv_mutex_unlock(&store->mutex);
    }
    uv_mutex_lock(&store->mutex);
    for (unsigned i = 0; i < store->leases.count; i++) {
        if (!store->leases.at[i].free)
            store->leases.at[i].free_since = 0;
    }
    uv_mutex_unlock(&store->mutex);
    return sql_reset(stmt) && code == SQL_DONE;
}

/* Notes which free leases are meant for that member: those handed to it, and those whose home it
 * is. */
static void note_claims(struct keeper *keeper, const char *process, const char *name,
                        const char *welcomes)
{
    struct store *store = keeper->store;
    bool us = strcmp(process, keeper->process) == 0;
    uv_mutex_lock(&store->mutex);
    for (unsigned i = 0; i < store->leases.count; i++) {
        struct lease *lease = &store->leases.at[i];
        bool meant = lease->heir[0] != '\0'
                         ? strcmp(lease->heir, process) == 0
                         : lease->home[0] != '\0' && strcmp(lease->home, name) == 0 &&
                               lease_is_welcome(welcomes, lease->name);
        if (lease->free && meant && lease->claim != LEASE_FOR_US)
            lease->claim = us ? LEASE_FOR_US : LEASE_FOR_OTHERS;
    }
    uv_mutex_unlock(&store->mutex);
}

/* Counts the members that want leases, and notes which of them the free leases are meant for. */
static bool read_members(struct keeper *keeper, unsigned *members)
{
    struct sql_stmt *stmt = keeper->stmts[KEEPER_MEMBERS];
    enum sql_step code;
    *members = 0;
    while ((code = sql_step(stmt)) == SQL_ROW) {
        note_claims(keeper, sql_text(stmt, 0), sql_text(stmt, 1), sql_text(stmt, 2));
        ++*members;
    }
    return sql_reset(stmt) && code == SQL_DONE;
}

/* How many leases may be taken now by the rules of pg_keeper.h. */
struct left_room {
    unsigned share; /* leases that are meant for nobody and have not been free for two lives */
    unsigned all;   /* leases of any kind */
};

static bool find_room(struct keeper *keeper, struct left_room *room)
{
    struct store *store = keeper->store;
    unsigned had = keeper_count(keeper, LEASE_HAD);
    unsigned all = had + keeper_count(keeper, LEASE_WANTED), members = 1;
    uint64_t now = lease_clock();
    if (!read_members(keeper, &members))
        return false;
    unsigned share = members > 1 ? (all + members - 1) / members : all;
    room->share = share > had ? share - had : 0;
    if (now - keeper->began < keeper->life * MS && !keeper->alone && room->share > 0)
        room->share = now - keeper->took >= keeper->renew * MS;
    uv_mutex_lock(&store->mutex);
    unsigned most = store->leases.room > 0 ? store->leases.room : UINT_MAX;
    uv_mutex_unlock(&store->mutex);
    room->all = most > had ? most - had : 0;
    return true;
}

/* -- taking -- */

/* Fills the arrays `names` and `epochs` with the leases to be taken next by one statement. False:
 * there are none. */
static bool choose_leases(struct keeper *keeper, struct left_room room)
{
    struct leases *leases = &keeper->store->leases;
    uint64_t now = lease_clock();
    bool good = true;
    pg_array_clear(&keeper->names);
    pg_array_clear(&keeper->epochs);
    uv_mutex_lock(&keeper->store->mutex);
    for (unsigned i = 0; i < leases->count && good; i++) {
        struct lease *lease = &leases->at[i];
        lease->taken = false;
        bool may = lease->claim == LEASE_FOR_US ||
                   (lease->claim == LEASE_ANYBODYS && room.share > 0) ||
                   now - lease->free_since > 2 * keeper->life * MS;
        if (lease->state != LEASE_WANTED || !lease->free || !may || room.all == 0)
            continue;
        lease->free = false; /* do not try this lease again, even if we do not get it now */
        room.share -= room.share > 0;
        room.all--;
        good = pg_array_add(&keeper->names, lease->name) &&
               pg_array_add_int(&keeper->epochs, lease->epoch);
    }
    uv_mutex_unlock(&keeper->store->mutex);
    return good && keeper->names.size > 0 && pg_array_close(&keeper->names) &&
           pg_array_close(&keeper->epochs);
}

static void note_taken(struct keeper *keeper, const char *name, bool taken, int64_t epoch)
{
    uv_mutex_lock(&keeper->store->mutex);
    struct lease *lease = lease_find(keeper->store, name);
    if (lease != NULL) {
        lease->taken = taken;
        lease->epoch = epoch;
    }
    uv_mutex_unlock(&keeper->store->mutex);
}

/* Gives back parts if another process took a part of another division at the same moment. */
static bool give_divided(struct keeper *keeper)
{
    struct sql_stmt *stmt = keeper->stmts[KEEPER_DIVIDED];
    enum sql_step code;
    if (!keeper_begin(keeper))
        return false;
    sql_bind_text(stmt, 1, keeper->process);
    sql_bind_text(stmt, 2, keeper->names.text);
    while ((code = sql_step(stmt)) == SQL_ROW)
        note_taken(keeper, sql_text(stmt, 0), false, 0);
    return keeper_end(keeper, sql_reset(stmt) && code == SQL_DONE);
}

static unsigned note_had(struct keeper *keeper)
{
    struct store *store = keeper->store;
    unsigned had = 0;
    uv_mutex_lock(&store->mutex);
    for (unsigned i = 0; i < store->leases.count; i++) {
        struct lease *lease = &store->leases.at[i];
        if (!lease->taken || lease->state != LEASE_WANTED)
            continue;
        lease->state = LEASE_HAD;
        lease->since = lease_clock();
        had++;
    }
    if (had > 0)
        store_wake(store);
    uv_mutex_unlock(&store->mutex);
    return had;
}

static bool take_chosen(struct keeper *keeper, unsigned *had)
{
    struct sql_stmt *stmt = keeper->stmts[KEEPER_TAKE];
    enum sql_step code;
    unsigned taken = 0;
    *had = 0;
    if (!keeper_begin(keeper))
        return false;
    sql_bind_text(stmt, 1, keeper->process);
    sql_bind_text(stmt, 2, keeper->names.text);
    sql_bind_text(stmt, 3, keeper->epochs.text);
    for (; (code = sql_step(stmt)) == SQL_ROW; taken++)
        note_taken(keeper, sql_text(stmt, 0), true, sql_int64(stmt, 1));
    if (!keeper_end(keeper, sql_reset(stmt) && code == SQL_DONE) ||
        (taken > 0 && !give_divided(keeper)))
        return false;
    *had = note_had(keeper);
    if (*had < taken) /* some leases are no longer wanted: the next keeper_check(), now due, gives
                       * them back */
        keeper->checked = 0;
    return true;
}

bool keeper_take(struct keeper *keeper)
{
    struct left_room room = {0};
    unsigned had = 0;
    uint64_t asked = 0;
    if (keeper_count(keeper, LEASE_WANTED) == 0 ||
        (keeper->changed != 0 && !keeper->alone &&
         lease_clock() - keeper->changed < keeper->life * MS))
        return true;
    end_stuck(keeper);
    if (!keeper_begin(keeper) ||
        !keeper_end(keeper, bury_members(keeper) && offer_leases(keeper, &asked) &&
                                look_for_free(keeper) && find_room(keeper, &room)))
        return false;
    keeper->offered = asked;
    keeper->offered_in = keeper->session;
    while (!keeper_due(keeper) && choose_leases(keeper, room)) {
        if (!take_chosen(keeper, &had))
            return false;
        room.share -= had < room.share ? had : room.share;
        room.all -= had < room.all ? had : room.all;
        keeper->took = had > 0 ? lease_clock() : keeper->took;
    }
    return true;
}

/* -- checking -- */

static bool is_loose(struct lease *lease)
{
    if (lease == NULL || lease->state == LEASE_WANTED)
        return true;
    lease->ours = true;
    return false;
}

/* Puts into `names` the leases that only the table calls ours. `all` becomes false if we have a
 * lease that the table does not call ours. */
static bool compare_leases(struct keeper *keeper, bool *all)
{
    struct store *store = keeper->store;
    struct sql_stmt *stmt = keeper->stmts[KEEPER_OURS];
    uint64_t gave;
    bool given = all_given(keeper, &gave), good = true;
    enum sql_step code;
    pg_array_clear(&keeper->names);
    uv_mutex_lock(&store->mutex);
    for (unsigned i = 0; i < store->leases.count; i++)
        store->leases.at[i].ours = false;
    uv_mutex_unlock(&store->mutex);
    sql_bind_text(stmt, 1, keeper->process);
    while ((code = sql_step(stmt)) == SQL_ROW) {
        uv_mutex_lock(&store->mutex);
        if (is_loose(lease_find(store, sql_text(stmt, 0))) && given && gave == store->leases.gave)
            good = good && pg_array_add(&keeper->names, sql_text(stmt, 0));
        uv_mutex_unlock(&store->mutex);
    }
    uv_mutex_lock(&store->mutex);
    for (unsigned i = 0; i < store->leases.count; i++)
        *all = *all && (store->leases.at[i].state != LEASE_HAD || store->leases.at[i].ours);
    uv_mutex_unlock(&store->mutex);
    return sql_reset(stmt) && code == SQL_DONE && good && pg_array_close(&keeper->names);
}

static bool give_loose(struct keeper *keeper)
{
    struct sql_stmt *stmt = keeper->stmts[KEEPER_GIVE];
    sql_bind_text(stmt, 1, keeper->process);
    sql_bind_text(stmt, 2, keeper->names.text);
    return sql_run(stmt);
}

bool keeper_check(struct keeper *keeper)
{
    uint64_t now = lease_clock();
    bool all = true;
    if (now - keeper->checked < 2 * keeper->life * MS)
        return true;
    if (!keeper_begin(keeper) ||
        !keeper_end(keeper, compare_leases(keeper, &all) &&
                                (strcmp(keeper->names.text, "{}") == 0 || give_loose(keeper))))
        return false;
    keeper->checked = now;
    if (!all) {
        log_warn(keeper->store->log,
                 "%s: the database has lost the lease of a network of this process",
                 keeper->conn.name);
        keeper_lose(keeper);
    }
    return all;
}
