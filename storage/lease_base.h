/* lease_base.h: what every store remembers of leases (lease.h). */
#ifndef TALON_STORAGE_LEASE_BASE_H
#define TALON_STORAGE_LEASE_BASE_H

#include <stdatomic.h>

#include "lease.h"

struct batch;
struct loading;

enum lease_state { LEASE_WANTED, LEASE_HAD, LEASE_LOST };

enum { LEASE_PROCESS_MAX = 33 /* bytes of the id of a process, with its NUL */ };

/* For whom a free lease is meant. */
enum lease_claim { LEASE_ANYBODYS, LEASE_FOR_US, LEASE_FOR_OTHERS };

struct lease {
    char name[STORE_LEASE_NAME_MAX];
    enum lease_state state;
    enum lease_state
        told; /* the state that the owner was told; LEASE_WANTED: it was told nothing yet */
    int64_t epoch;
    uint64_t since; /* lease_clock() when we got the lease */
    uint64_t given; /* lease_clock() when a process gave the lease back with `told`
                     * (store_lease_give()); 0: none did */
    /* For who takes them: */
    bool free, taken, ours;       /* as the database's table `lease` said when it was last read */
    uint64_t free_since;          /* 0: it is not */
    char heir[LEASE_PROCESS_MAX]; /* the process to which it was given; "": to none */
    enum lease_claim claim;
    char home[STORE_PROCESS_MAX]; /* store_lease_prefer(); "": any */
};

/* Unused numbers: from `next` to before `end`, then from `next_after` to before `end_after`. */
struct numbers {
    int64_t next, end, next_after, end_after;
    int64_t last; /* the highest number that was ever fetched */
};

struct leases {
    struct store_lease_owner owner;
    struct loading *loadings; /* the loop's: networks whose rows are being given to the owner */

    /* Under the store's mutex. */
    struct lease *at;
    unsigned count;
    uint64_t asked; /* counts the leases that were wanted so far */
    bool leaves;    /* store_lease_leave() */
    bool shares;    /* store_lease_terms */
    unsigned room;
    char *welcomes;        /* owned; NULL: none */
    uint64_t gave;         /* the newest batch that gives a lease back; 0: there was none */
    struct batch *changes; /* settings that other processes changed, and that the owner must be told
                            * of; NULL: none ... */
    uint64_t changes_read; /* ... `sets` when they were read */
    uint64_t sets;         /* counts the settings that this process has set ... */
    uint64_t set_batch;    /* ... and the batch with the newest of them */
    bool read_again;       /* `changes` were dropped: they may be older than a setting of ours */
    struct batch *letters; /* letters that were read, and that the owner must be told of; NULL:
                            * none */
    uint64_t took_batch;   /* the newest batch that deletes letters: before it is durable, none are
                              read */
    uint64_t busy_until;   /* lease_clock() until which more letters are likely, because one was
                              sent or taken lately */
    struct numbers tables, rounds;

    atomic_uint_fast64_t deadline; /* lease_clock(); 0: none */
    atomic_uint_fast64_t renewed;  /* lease_clock() when the last renewal was sent */
};

/* Nanoseconds of the boot-time clock, which goes on while the machine sleeps. */
uint64_t lease_clock(void);
/* The caller holds the mutex. NULL: nobody wants it. */
struct lease *lease_find(struct store *store, const char *name);
/* Whether the network of that lease ("NAME" or "NAME/PART/PARTS") is among
 * store_lease_terms.welcomes.
 */
bool lease_is_welcome(const char *welcomes, const char *lease);
/* The caller holds the mutex. A letter was sent or taken: more are likely. */
void lease_busy(struct store *store);
/* On the loop: tells the owner of leases that came or went. */
void lease_deliver(struct store *store);
/* Stops loading: gives no more rows, and calls done() with ok = false. */
void lease_stop_loading(struct store *store);
void lease_finish(struct store *store);

#endif
