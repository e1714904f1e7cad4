/* pg_keeper.h: what keeps a process and its leases alive, on a connection and a thread of its own:
 * a transaction that takes long delays no renewal.
 *
 * Each renewal moves one row on, however many leases there are (pg_ledger.h). A lease is free when
 * nobody holds it, or when its holder is no member any more; and of a network that is divided
 * ("NAME/PART/PARTS") only while no part of another division is held: processes whose
 * configurations differ do not play on it side by side. Whoever has taken one looks whether another
 * has done so at the same moment, and gives it back then. Who is wanted is taken so:
 *
 * - In its first life a process takes one lease at each renewal: others that are started together
 *   with it are there by then, and take theirs.
 * - Then it takes up to its share, all that are wanted divided by the members that want some; and
 *   what has been free for two lives, which nobody else seems to want. Who gives all up wants none.
 * - Members that have run out are buried only by who has been heard in time for a life: after the
 *   server was away, or stood still, they are heard first.
 * - After a connection broke nothing is taken for a life: a server that took over, and was behind,
 *   may not know whose it is. Who comes to it and had what it does not name is told nothing more.
 */
#ifndef TALON_STORAGE_POSTGRESQL_PG_KEEPER_H
#define TALON_STORAGE_POSTGRESQL_PG_KEEPER_H

#include "pg_array.h"
#include "pg_ledger.h"
#include "storage/store_base.h"

enum {
    LEASE_MARGIN_MS = 300, /* before the end of its life a process is silent */
    TABLES_BLOCK = 256,    /* numbers fetched at once */
    ROUNDS_BLOCK = 256
};

enum keeper_stmt {
    KEEPER_RENEW,
    KEEPER_STUCK,
    KEEPER_BURY,
    KEEPER_OFFER,
    KEEPER_FREE,
    KEEPER_SHARE,
    KEEPER_NEXT_END,
    KEEPER_TAKE,
    KEEPER_DIVIDED,
    KEEPER_OURS,
    KEEPER_GIVE,
    KEEPER_BLOCK,
    KEEPER_NOW,
    KEEPER_CHANGES,
    KEEPER_TIDY,
    KEEPER_STMTS
};

struct keeper {
    struct pg_conn conn;
    struct store *store;
    const char *process; /* its id */
    unsigned life, renew;
    bool alone, runs, lost;
    bool leaves;                   /* store_lease_leave(), as the others know it */
    uint64_t began;                /* lease_clock() */
    unsigned session;              /* of the conn, in which it has renewed; 0: none ... */
    uint64_t heard;                /* ... and since when the server has always answered in time */
    uint64_t changed;              /* when it came to another session than the first; 0: never */
    uint64_t asked;                /* when the transaction began that is under way */
    uint64_t took;                 /* when a lease was last taken */
    uint64_t offered;              /* what was asked for until then is in the table ... */
    unsigned offered_in;           /* ... of the server of this session */
    uint64_t checked;              /* when it was last seen which leases are held by the table */
    struct pg_array names, epochs; /* of leases */
    uint64_t renewed;              /* when that was last sent */
    uint64_t polled;               /* when changes of settings were last asked for */
    int64_t polled_at;             /* by the server's clock, milliseconds; 0: never ... */
    struct batch *seen;            /* ... and what was seen then, NULL: nothing */
    bool overdue;                  /* one has run out a life ago, and is not buried */
    uint64_t next;                 /* when to look again, at the latest */
    struct sql_stmt *stmts[KEEPER_STMTS];

    uv_thread_t thread;
    uv_mutex_t mutex;
    uv_cond_t cond;
    bool woken, closing, ended;
};

/* Texts are not copied. False: `why`. */
bool keeper_init(struct keeper *keeper, const char *address, unsigned patience, struct fault *why);
/* Begins to renew: the process entered at that time (lease_clock()). False: there is no thread. */
bool keeper_start(struct keeper *keeper, struct store *store, uint64_t entered);
/* Ends it, if it runs. A transaction that is open has 1 s to end. */
void keeper_stop(struct keeper *keeper);
void keeper_finish(struct keeper *keeper);
/* Has it look at once. */
void keeper_wake(struct keeper *keeper);

#endif
