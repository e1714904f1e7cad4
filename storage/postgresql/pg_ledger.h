/* pg_ledger.h: which batches are durable, and whether this process may still write.
 *
 * The table `writer` has a row for each process, with the number of its last batch. Each
 * transaction moves that number on from the one before, so no batch is written twice. If a
 * connection breaks at a COMMIT, nobody knows whether it worked, and the old backend may still be
 * busy. Reading the row FOR UPDATE waits for that backend and shows the result. If acknowledged
 * batches are lost, because a standby without them took over, the row has an older number or is
 * gone.
 *
 * The table `member` has a row for each living process, renewed by pg_keeper.h. A member that ran
 * out is deleted, which frees all its leases. A process that enters deletes it if it is in the way;
 * otherwise the rule in pg_keeper.h holds. Each transaction locks its own row FOR KEY SHARE. That
 * lock allows renewals, but no deletion before the transaction ends. So once a process is deleted
 * as dead, all its later writes are refused; and its earlier ones are there when another takes
 * over. Only running out depends on a clock, the server's. */
#ifndef TALON_STORAGE_POSTGRESQL_PG_LEDGER_H
#define TALON_STORAGE_POSTGRESQL_PG_LEDGER_H

#include "pg_conn.h"
#include "storage/lease_base.h"

enum { PROCESS_MAX = LEASE_PROCESS_MAX };

/* Ends connections of this role whose server has waited for ?1 milliseconds for the rest of a
 * message. libpq starts to send a long message before it is complete. If the process is stopped in
 * the middle, its transaction keeps its locks, and no timeout of the server applies. */
#define LEDGER_STUCK_SQL                                                                           \
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = current_user"          \
    " AND datname = current_database() AND state = 'active' AND wait_event = 'ClientRead'"         \
    " AND xact_start IS NOT NULL AND state_change < clock_timestamp()"                             \
    " - ?1 * INTERVAL '1 millisecond'"

enum ledger_stmt {
    LEDGER_FENCE,
    LEDGER_READ,
    LEDGER_ENTER,
    LEDGER_FORGET,
    LEDGER_LOCK,
    LEDGER_BURY,
    LEDGER_OTHERS,
    LEDGER_JOIN,
    LEDGER_GIVE,
    LEDGER_STUCK,
    LEDGER_STMTS
};

struct ledger {
    struct pg_conn *conn;
    unsigned life;             /* milliseconds */
    bool alone;                /* no other process may be a member */
    uint64_t entered;          /* when its life began (lease_clock()); 0: it has not entered */
    char process[PROCESS_MAX]; /* random at each start, so that a restarted process is not taken for
                                  the one before */
    const char *name;          /* as it is shown */
    unsigned session;          /* session of `conn` for which the last durable batch is known */
    struct sql_stmt *stmts[LEDGER_STMTS];
};

/* The caller has set conn, life, alone and name. False: memory is out. */
bool ledger_init(struct ledger *ledger);
void ledger_finish(struct ledger *ledger); /* also for a ledger that is zeroed */
/* Makes the process a member. NONE: another member wants to be alone, or this one does and there
 * are others. */
enum found ledger_enter(struct ledger *ledger);
/* Call it before trying ledger_enter() again: ends connections that have stood still for a lease's
 * life in the middle of a batch. Does nothing if the server cannot do that. */
void ledger_unstick(struct ledger *ledger);
/* Gives back all leases and leaves. `leases` (may be NULL): numbers that this process fetched and
 * did not use go back to the counter, unless another process has fetched more since. */
void ledger_leave(struct ledger *ledger, const struct leases *leases);
/* Finds out which batch is durable, if that is not known for this connection. NONE: the server no
 * longer knows this process. */
enum found ledger_settle(struct ledger *ledger, uint64_t *batch);
/* Sends the first statement in a transaction of `count` batches, the last of which is `batch`: it
 * fails if this process may no longer write. */
bool ledger_fence(struct ledger *ledger, uint64_t batch, unsigned count);
/* Frees the lease, within the caller's transaction. With `told` (store_lease_give()) the column
 * `taken` gets the present time, otherwise NULL. */
struct give_op;
bool ledger_give(struct ledger *ledger, const struct give_op *give);
/* Whether the transaction failed at its fence. */
bool ledger_refused(const struct ledger *ledger);

#endif
