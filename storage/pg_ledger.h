/* pg_ledger.h: which batches are durable, and whose turn it is to write.
 *
 * The table `writer` has a row for each process with the number of its last batch: each transaction
 * moves it on, from the one before, and so does nothing twice. A connection that breaks at a COMMIT
 * tells nobody what became of it, and the old backend may still be at it: reading the row FOR
 * UPDATE waits for that, and says it. A server that has lost batches it acknowledged (a standby
 * that took over and was behind) shows as a row that is behind, or gone.
 *
 * The table `lease` says who may write: one lease for all there is, until there are more. Its epoch
 * goes up whenever it changes hands, and each transaction reads it with the lock that keeps it from
 * doing so before the transaction ends. Who does not renew it in time may be replaced; nothing else
 * depends on clocks, and on none but the server's. */
#ifndef TALON_STORAGE_PG_LEDGER_H
#define TALON_STORAGE_PG_LEDGER_H

#include "pg_link.h"

enum { LEASE_LIFE_MS = 10000, LEASE_RENEW_MS = 2000, PROCESS_MAX = 33 };

enum ledger_stmt {
    LEDGER_FENCE,
    LEDGER_READ,
    LEDGER_ENTER,
    LEDGER_SWEEP,
    LEDGER_OFFER,
    LEDGER_TAKE,
    LEDGER_RENEW,
    LEDGER_STMTS
};

struct ledger {
    struct pg_link *link;
    unsigned life;             /* milliseconds */
    char process[PROCESS_MAX]; /* random in each start: a name that comes again is no identity */
    int64_t epoch;
    unsigned session; /* of the link, in which it is known what is durable */
    uint64_t renewed; /* when that was last sent; uv_hrtime() */
    struct sql_stmt *stmts[LEDGER_STMTS];
};

/* False: memory is out. */
bool ledger_init(struct ledger *ledger, struct pg_link *link, unsigned life);
void ledger_finish(struct ledger *ledger); /* accepts one that is zeroed */
/* Enters the process and takes the lease. NONE: another has it. */
enum found ledger_enter(struct ledger *ledger);
/* Gives the lease back, and takes the process out. */
void ledger_leave(struct ledger *ledger);
/* What is durable, if it is not known of this connection: `*batch`. NONE: it knows nothing of this
 * process any more. */
enum found ledger_settle(struct ledger *ledger, uint64_t *batch);
/* First in a transaction of `count` batches whose last is `batch`. */
bool ledger_fence(struct ledger *ledger, uint64_t batch, unsigned count);
/* Whether what has failed is the fence. */
bool ledger_refused(const struct ledger *ledger);
/* If it is time. NONE: another has it. */
enum found ledger_renew(struct ledger *ledger);

#endif
