/* pg_ledger.h: which batches are durable, and whether this process is one of those that write.
 *
 * The table `writer` has a row for each process with the number of its last batch: each transaction
 * moves it on, from the one before, and so does nothing twice. A connection that breaks at a COMMIT
 * tells nobody what became of it, and the old backend may still be at it: reading the row FOR
 * UPDATE waits for that, and says it. A server that has lost batches it acknowledged (a standby
 * that took over and was behind) shows as a row that is behind, or gone.
 *
 * The table `member` has a row for each process that lives, which pg_keeper.h renews. One that has
 * run out is deleted, by who comes if it is in the way and else by pg_keeper.h's rule, and with
 * that all its leases are free. Each transaction reads its own with a lock (FOR KEY SHARE) that
 * lets it be renewed and keeps it from being deleted before the transaction ends: what a process
 * writes that others think dead is refused whole, and what it wrote before is there when another
 * takes over. Nothing else depends on clocks, and on none but the server's. */
#ifndef TALON_STORAGE_POSTGRESQL_PG_LEDGER_H
#define TALON_STORAGE_POSTGRESQL_PG_LEDGER_H

#include "pg_conn.h"
#include "storage/lease_base.h"

enum { PROCESS_MAX = 33 };

/* Ends connections of this role whose server waits for the rest of what they send since ?1
 * milliseconds. libpq sends what is long before it is whole: whoever stands still then keeps their
 * locks, and no server counts that as a pause in a transaction. */
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
    bool alone;                /* no other process may be there */
    uint64_t entered;          /* when its life began (lease_clock()); 0: it has not */
    char process[PROCESS_MAX]; /* random in each start: a name that comes again is no identity */
    const char *name;          /* as it is shown */
    unsigned session;          /* of the conn, in which it is known what is durable */
    struct sql_stmt *stmts[LEDGER_STMTS];
};

/* False: memory is out. `ledger` has conn, life, alone and name. */
bool ledger_init(struct ledger *ledger);
void ledger_finish(struct ledger *ledger); /* accepts one that is zeroed */
/* Enters the process. NONE: another is there that is alone, or before which this one cannot be. */
enum found ledger_enter(struct ledger *ledger);
/* Before it is tried again: ends who has stood still for a life while they sent a batch. Where the
 * server knows no such thing they stay. */
void ledger_unstick(struct ledger *ledger);
/* Gives all leases back, and takes the process out. Numbers of `leases` (NULL: none) that were
 * fetched ahead and never given are the next ones for whoever comes, unless others have fetched
 * more. */
void ledger_leave(struct ledger *ledger, const struct leases *leases);
/* What is durable, if it is not known of this connection: `*batch`. NONE: it knows nothing of this
 * process any more. */
enum found ledger_settle(struct ledger *ledger, uint64_t *batch);
/* First in a transaction of `count` batches whose last is `batch`. */
bool ledger_fence(struct ledger *ledger, uint64_t batch, unsigned count);
/* In a transaction: the lease is nobody's from then on. `told` (store_lease_give()): the row keeps
 * when, in `taken`, which is empty otherwise: it goes when the lease is taken, by older versions,
 * too. */
bool ledger_give(struct ledger *ledger, const char *name, bool told);
/* Whether what has failed is the fence. */
bool ledger_refused(const struct ledger *ledger);

#endif
