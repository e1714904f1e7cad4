/* pg_keeper.h: keeps a process and its leases alive, on a connection and a thread of its own, so
 * that no long transaction delays a renewal.
 *
 * A renewal updates one row, that of the member (pg_ledger.h), however many leases the process has.
 * A lease is free if nobody holds it or its holder is no member any more. A part of a divided
 * network ("NAME/PART/PARTS") is free only while nobody holds a part of another division, so that
 * processes with different configurations do not play on one network. After taking a part, a
 * process checks whether another has taken a part of another division at the same moment, and gives
 * its own back if so. The rules of taking:
 *
 * - In its first life a process takes one lease at each renewal: processes started together with it
 *   are there by then, and take theirs.
 * - After that it takes up to its share: all wanted leases divided by the members that want some.
 *   It also takes what has been free for two lives, because nobody else seems to want it. A process
 *   that gives up everything takes none.
 * - A lease that was handed to it, or whose home it is, it takes at once. A lease that is meant for
 *   another living process in that way it takes only when the lease has been free for two lives.
 * - It never takes more than its room (store_lease_terms).
 * - A member that did not renew in time has run out. Another process buries it: deletes its row.
 *   Only a process that the server has answered in time for a whole life may do that: after an
 *   outage of the server the others get a chance to renew first.
 * - After a new connection a process takes nothing for a life: the server may be a standby that
 *   took over, and that does not know who holds a lease. A process whose lease is missing there
 *   must end. */
#ifndef TALON_STORAGE_POSTGRESQL_PG_KEEPER_H
#define TALON_STORAGE_POSTGRESQL_PG_KEEPER_H

#include "pg_array.h"
#include "pg_ledger.h"
#include "storage/store_base.h"

enum {
    LEASE_MARGIN_MS = 300, /* a process falls silent this long before its life ends, a quarter of
                              the life at most */
    TABLES_BLOCK = 256,    /* numbers fetched at once */
    ROUNDS_BLOCK = 256
};

enum keeper_stmt {
    KEEPER_RENEW,
    KEEPER_STUCK,
    KEEPER_BURY,
    KEEPER_OFFER,
    KEEPER_FREE,
    KEEPER_MEMBERS,
    KEEPER_NEXT_END,
    KEEPER_TAKE,
    KEEPER_DIVIDED,
    KEEPER_OURS,
    KEEPER_GIVE,
    KEEPER_BLOCK,
    KEEPER_NOW,
    KEEPER_CHANGES,
    KEEPER_TIDY,
    KEEPER_LETTERS,
    KEEPER_OLD_LETTERS,
    KEEPER_STMTS
};

struct keeper {
    struct pg_conn conn;
    struct store *store;
    const char *process; /* its id */
    unsigned life, renew;
    bool alone, runs, lost;
    bool leaves;         /* what the table `member` says of store_lease_leave() */
    uint64_t began;      /* lease_clock() */
    unsigned session;    /* the session of `conn` in which it last renewed; 0: none ... */
    uint64_t heard;      /* ... and the time since which the server has always answered in time */
    uint64_t changed;    /* when this session began; 0: it is the first one */
    uint64_t asked;      /* when the current transaction began */
    uint64_t took;       /* when a lease was last taken */
    uint64_t offered;    /* value of leases.asked up to which the table `lease` has all wanted
                          * leases ... */
    unsigned offered_in; /* ... for the server of this session */
    uint64_t checked;    /* when it last compared its leases with the table */
    struct pg_array names, epochs; /* of leases */
    char *welcomes;                /* what the last renewal bound; owned; NULL: nothing yet */
    uint64_t renewed;              /* when the last renewal was sent */
    uint64_t poll_at;              /* when it asks for changed settings next */
    int64_t polled_at;   /* the server's time when it last asked, in milliseconds; 0: never ... */
    struct batch *seen;  /* ... and the changes that it saw then; NULL: none */
    uint64_t letters_at; /* when it looks for letters next ... */
    uint64_t tidy_at;    /* ... and when it deletes old ones */
    bool overdue;        /* a member ran out at least a life ago, and is still not buried */
    uint64_t next;       /* when the thread wakes up again, at the latest */
    struct sql_stmt *stmts[KEEPER_STMTS];

    uv_thread_t thread;
    uv_mutex_t mutex;
    uv_cond_t cond;
    bool woken, closing, ended;
};

/* Texts are not copied. False: the fault says why. */
bool keeper_init(struct keeper *keeper, const char *address, unsigned patience, struct fault *why);
/* Starts the thread that renews. `entered`: when the process became a member (lease_clock()).
 * False: there is no thread. */
bool keeper_start(struct keeper *keeper, struct store *store, uint64_t entered);
/* Ends the thread if it runs. An open transaction has 1 s to end. */
void keeper_stop(struct keeper *keeper);
void keeper_finish(struct keeper *keeper);
/* Wakes the thread up: a lease is wanted, or numbers run low. */
void keeper_wake(struct keeper *keeper);

#endif
