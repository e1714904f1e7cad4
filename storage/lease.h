/* lease.h: which networks this process plays on, where several share one store.
 *
 * A network is held by one process at a time, as a lease by its name. What one process writes is
 * kept only while it holds all that it was told it had (pg_ledger.h), so that two never play at one
 * table. A store that is one process's alone (SQLite, memory) gives what is asked for at once: the
 * host knows one way.
 *
 * Having. store_lease_want() asks until it is had; owner.had() is told in a later turn of the loop.
 * Then store_load_network() brings what is kept of that network. store_lease_give() stands in the
 * open batch, behind what was gathered: when that batch is durable, the lease is free.
 *
 * Holding. A lease lives as long as it is renewed. Who could not renew it in time may not tell
 * anybody anything until it is renewed (store_lease_holds()): another may have it by then. If so,
 * owner.lost() is told, nothing is written any more, and the process is to end; if not, all goes
 * on. Where nobody else waits, an outage of the database therefore costs no more than a pause.
 *
 * Numbers. Of tables and rounds, given at once from a block that is this process's, and fetched
 * ahead: two processes never give the same. Settings that another process changes are told, at most
 * STORE_SETTINGS_LAG later. */
#ifndef TALON_STORAGE_LEASE_H
#define TALON_STORAGE_LEASE_H

#include "store.h"

enum {
    STORE_LEASE_NAME_MAX = STORE_NAME_MAX, /* bytes with the end */
    STORE_LEASES_MAX = 4096,               /* that a process asks for, and that are told of */
    STORE_PROCESS_MAX = 64,                /* of a process's name, as it is shown */
    STORE_SETTINGS_LAG = 2000              /* milliseconds, while the database answers */
};

/* Told on the loop, never from inside a call. All zero: nobody is told. */
struct store_lease_owner {
    /* It is this process's from now on. The epoch goes up whenever it changes hands. `given`:
     * milliseconds since another gave it and had told all (store_lease_give()); -1: nobody did, or
     * the store is not shared. */
    void (*had)(void *arg, const char *name, int64_t epoch, int64_t given);
    /* It is another's. */
    void (*lost)(void *arg, const char *name);
    /* What another process has set (NULL: no more), perhaps told before. Never where the store is
     * not shared. */
    void (*setting)(void *arg, const char *scope, const char *key, const char *value);
    void *arg;
};
void store_set_lease_owner(struct store *store, const struct store_lease_owner *owner);

/* Whether others may use the store at the same time. False: leases are had as soon as they are
 * wanted, and never lost. */
bool store_shared(const struct store *store);

/* False: the name is too long, there are as many as may be, or memory is out. Asked twice it is
 * asked once. */
bool store_lease_want(struct store *store, const char *name);
/* No longer wanted; of what is had, gathers that it is free. `told`: whoever has it next need not
 * tell anew how things stand, since nothing that was to be told was lost. */
void store_lease_give(struct store *store, const char *name, bool told);
/* Whether this process is giving up all that it has, to end or to be drained: others then share all
 * of it among themselves, while it is still giving. */
void store_lease_leave(struct store *store, bool leaves);
/* Whether this process may tell what it knows. False: until it is true again nothing is to leave
 * it. Cheap, any thread: the boot-time clock, so that who was stopped knows at once. */
bool store_lease_holds(const struct store *store);

/* Milliseconds since this process last renewed what it has; 0: the store is not shared. Any thread.
 */
uint64_t store_lease_age(const struct store *store);

/* A lease as the store knows it. */
struct store_lease_row {
    char name[STORE_LEASE_NAME_MAX];
    char holder[STORE_PROCESS_MAX]; /* the process's name (postgresql.h); "": nobody holds it */
    char process[40];               /* its id, random in each start */
    bool ours;
    int64_t epoch;
    int64_t held, left; /* milliseconds since it was taken, and until it may be taken over */
    int64_t renewed;    /* since its holder renewed it, if that one's leases live as long as ours */
};
/* Sorted by name; up to STORE_LEASES_MAX. Answered as in query.h. */
typedef void store_leases_fn(void *arg, bool ok, const struct store_lease_row *rows,
                             unsigned count);
void store_ask_leases(struct store *store, store_leases_fn *done, void *arg);

/* A turn that all processes take one after another: by one name one in `pause` milliseconds. `wait`
 * 0: it is ours; else in so many milliseconds it is to be asked for again. Not `ok`: that is not
 * known, and the turn may be lost. Answered as in query.h. Only where the store is shared. */
typedef void store_turn_fn(void *arg, bool ok, uint64_t wait);
void store_ask_turn(struct store *store, const char *name, uint64_t pause, store_turn_fn *done,
                    void *arg);

/* What is kept of a network, in this order; NULL: not wanted. What a row points to is valid during
 * the call. */
struct store_network_rows {
    /* All whose scope is "KIND:NETWORK" or "KIND:NETWORK:...". */
    void (*setting)(void *arg, const char *scope, const char *key, const char *value);
    /* A table that is not closed; then its rounds that have not ended, each followed by its actions
     * in order. Rounds whose table is not there come last. Between tables other work of the loop
     * has its turn. */
    void (*table)(void *arg, const struct store_table *table);
    void (*round)(void *arg, const struct store_round *round);
    void (*action)(void *arg, const struct store_action *action);
    /* Once. Not `ok`: it could not be read, or the store's questions were stopped; rows that were
     * given before are not all. */
    void (*done)(void *arg, bool ok);
};
/* At any time on the loop. What is durable when it is read. `rows` outlives the answer. */
void store_load_network(struct store *store, const char *network,
                        const struct store_network_rows *rows, void *arg);

/* The next number, never given before by anybody; -1: there is none, try later. Where the store is
 * one process's alone store_next_table_id() and store_next_round_id() have been asked before. */
int64_t store_new_table_id(struct store *store);
int64_t store_new_round_id(struct store *store);
/* Whether one of these would be -1 now: the database has not been reached for long. */
bool store_lacks_numbers(struct store *store);

#endif
