/* lease_base.h: what a store remembers of leases (lease.h), of whatever kind it is. */
#ifndef TALON_STORAGE_LEASE_BASE_H
#define TALON_STORAGE_LEASE_BASE_H

#include <stdatomic.h>

#include "lease.h"

struct batch;
struct loading;

enum lease_state { LEASE_WANTED, LEASE_HAD, LEASE_LOST };

struct lease {
    char name[STORE_LEASE_NAME_MAX];
    enum lease_state state, told; /* as the owner knows it: LEASE_WANTED: nothing */
    int64_t epoch;
    uint64_t since; /* lease_clock(), in which it was had */
    uint64_t given; /* lease_clock(), in which another gave it and had told all; 0: nobody did */
    /* For who takes them: */
    bool free, taken, ours; /* by the table, as it was just read */
    uint64_t free_since;    /* 0: it is not */
};

/* Numbers that may be given: from `next` on, below `end`; then those of the second block. */
struct numbers {
    int64_t next, end, next_after, end_after;
    int64_t last; /* of all that ever could be given */
};

struct leases {
    struct store_lease_owner owner;
    struct loading *loadings; /* the loop's: networks whose rows are being given */

    /* Under the store's mutex. */
    struct lease *at;
    unsigned count, room;
    uint64_t asked;        /* how often another one was wanted */
    bool leaves;           /* store_lease_leave() */
    uint64_t gave;         /* the last batch that gives one back; 0: none does */
    struct batch *changes; /* settings that others changed, to be told; NULL: none */
    struct numbers tables, rounds;

    atomic_uint_fast64_t deadline; /* lease_clock(); 0: none */
    atomic_uint_fast64_t renewed;  /* likewise: what was sent then has renewed all */
};

/* Nanoseconds of the boot-time clock, which goes on while the machine sleeps. */
uint64_t lease_clock(void);
/* Under the mutex; NULL: it is not wanted. */
struct lease *lease_find(struct store *store, const char *name);
/* On the loop: tells the owner what is new. */
void lease_deliver(struct store *store);
/* Questions are stopped: rows are given no more. */
void lease_stop_loading(struct store *store);
void lease_finish(struct store *store);

#endif
