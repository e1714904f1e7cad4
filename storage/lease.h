/* lease.h: which networks this process plays on, when several processes share one store.
 *
 * One process at a time holds a network, by a lease of its name. The store keeps what a process
 * writes only while that process holds every lease that it was told it had (pg_ledger.h), so two
 * processes never play at one table. A store of one process (SQLite, memory) grants each lease at
 * once, so the host has the same code for every store.
 *
 * To get a lease: store_lease_want() asks until it is granted, and owner.had() is called in a later
 * turn of the loop. Then store_load_network() reads what the store has of that network.
 * store_lease_give() adds to the open batch: the lease is free when that batch is durable.
 *
 * To hand a lease over: store_lease_hand() names the process that is to have it. The others leave
 * it to that process for two lives. store_lease_prefer() names the process that is to have a lease
 * whenever it can: the others leave a free lease to it in the same way.
 *
 * To keep a lease: the store renews it. A process that could not renew in time must stay silent
 * until it can (store_lease_holds()), because another process may have the lease by then. If
 * another has it, owner.lost() is called, nothing is written any more, and the process must end. If
 * nobody took it, play goes on: without a second process, an outage of the database costs a pause
 * only.
 *
 * Numbers of tables and rounds come at once from a block that this process owns; the next block is
 * fetched early. Two processes never give the same number. If another process changes a setting,
 * owner.setting() is called after STORE_SETTINGS_LAG at most.
 *
 * The holder of a network can send letters to the holder of another one: short texts that are
 * durable with the batch in which they are sent. Letters from one network to another arrive in
 * their order, each once: a letter that was taken is deleted in the batch that has what it led to.
 * If that batch fails because this process lost its leases, the next holder gets the letter. */
#ifndef TALON_STORAGE_LEASE_H
#define TALON_STORAGE_LEASE_H

#include "store.h"

enum {
    STORE_LEASE_NAME_MAX = STORE_NAME_MAX, /* bytes with the end */
    STORE_LEASES_MAX =
        4096, /* limit of the leases that a process may want, and of those that a list has */
    STORE_PROCESS_MAX = 64,    /* bytes of the process's name, with its NUL */
    STORE_MEMBERS_MAX = 64,    /* limit of the processes that a list has */
    STORE_SETTINGS_LAG = 1000, /* milliseconds until a changed setting is known, while the database
                                * answers */
    STORE_LETTERS = 256        /* letters that are read at once, at most */
};

/* Called on the loop, never from inside a call. All zero: nobody is called. */
struct store_lease_owner {
    /* This process has the lease now. The epoch goes up each time a process takes the lease.
     * `given`: milliseconds since another process gave it back after it had told everything
     * (store_lease_give()). -1: no process did, or the store is not shared. */
    void (*had)(void *arg, const char *name, int64_t epoch, int64_t given);
    /* Another process has the lease. */
    void (*lost)(void *arg, const char *name);
    /* Another process changed a setting (NULL: deleted it). May be called twice for one change.
     * Never called when the store is not shared, nor with a value that is older than one that this
     * process set: all processes end with the value that was committed last. */
    void (*setting)(void *arg, const char *scope, const char *key, const char *value);
    /* A letter to a network whose lease this process has. True: it is taken. False: it comes again
     * soon, before later letters to that network; then the owner refuses these, too, until the next
     * turn of the loop. */
    bool (*letter)(void *arg, const char *to, const char *from, const char *text);
    void *arg;
};
void store_set_lease_owner(struct store *store, const struct store_lease_owner *owner);

/* Whether other processes may use the store at the same time. False: a wanted lease is granted at
 * once and never lost. */
bool store_shared(const struct store *store);

/* Asks for a lease until it is granted; a second call for it does nothing. False: the name is too
 * long, there are STORE_LEASES_MAX already, or memory is out. */
bool store_lease_want(struct store *store, const char *name);
/* Asks for the lease no more; if this process has it, adds to the open batch that it is free.
 * `told`: the channels have heard everything, so the next holder need not announce again how things
 * stand. */
void store_lease_give(struct store *store, const char *name, bool told);
/* Like store_lease_give(), for the process with the id `heir`. `by_hand`: an operator asked for it
 * (store_lease_row.by_hand). */
void store_lease_hand(struct store *store, const char *name, bool told, const char *heir,
                      bool by_hand);
/* Sets which process is to have the lease if it can: the name of its home (copied); NULL: any. Does
 * nothing if the lease is not wanted. */
void store_lease_prefer(struct store *store, const char *name, const char *home);

/* What other processes know of this one. */
struct store_lease_terms {
    bool shares;   /* the others may give it leases, until all have about the same number */
    unsigned room; /* this process takes no lease while it has this many; 0: no limit */
    /* Networks whose leases may be handed to this process: each name with a newline behind it.
     * Copied. */
    const char *welcomes;
};
/* Sets what other processes know of this one. They know it one renewal later. */
void store_lease_set_terms(struct store *store, const struct store_lease_terms *terms);

/* Tells the store whether this process is giving up all leases, because it ends or is drained. If
 * so, the others do not count on it when they share the leases. */
void store_lease_leave(struct store *store, bool leaves);
/* Whether this process may still speak for its leases. False: it must send nothing until this is
 * true again. Cheap, any thread. Uses the boot-time clock, so a process that was stopped for too
 * long gets false at its first call. */
bool store_lease_holds(const struct store *store);

/* Adds to the open batch a letter to the holder of the network `to`, now or later. Its texts are
 * copied. A letter that nobody takes for an hour is deleted. Does nothing if the store is not
 * shared. */
void store_send_letter(struct store *store, const char *to, const char *from, const char *text);

/* How long ago this process renewed its leases, in milliseconds; 0: the store is not shared. Any
 * thread. */
uint64_t store_lease_age(const struct store *store);

/* A lease as the store knows it. */
struct store_lease_row {
    char name[STORE_LEASE_NAME_MAX];
    char holder[STORE_PROCESS_MAX]; /* name of the process (postgresql.h); "": nobody holds it */
    char process[40];               /* id of that process, random at each start */
    bool ours;
    int64_t epoch;
    int64_t held, left; /* milliseconds since the lease was taken, and until another process may
                         * take it */
    int64_t renewed; /* milliseconds since its holder renewed it; right only if both processes have
                        the same lease life */
    int member;   /* index of its holder in the list of members; -1: nobody holds it, or the holder
                   * is not listed */
    int heir;     /* index of the member to whom the lease was handed; -1: to none */
    bool by_hand; /* an operator gave it to its holder */
    uint64_t takers; /* the members to whom it may be handed over: bit N is member N */
};
/* A process that shares the store. */
struct store_member_row {
    char name[STORE_PROCESS_MAX];
    char process[40];
    bool ours, shares, leaves; /* store_lease_terms.shares, store_lease_leave() */
    unsigned room;             /* store_lease_terms.room */
    unsigned had;              /* number of leases that it has, or that were handed to it */
};
/* Leases sorted by name, STORE_LEASES_MAX at most. Members in the order in which they entered,
 * STORE_MEMBERS_MAX at most; none if the store is not shared. */
struct store_fleet {
    struct store_lease_row leases[STORE_LEASES_MAX];
    struct store_member_row members[STORE_MEMBERS_MAX];
    unsigned lease_count, member_count;
};
/* Not `ok`: `fleet` is NULL. A question as in query.h. */
typedef void store_leases_fn(void *arg, bool ok, const struct store_fleet *fleet);
void store_ask_leases(struct store *store, store_leases_fn *done, void *arg);

/* Asks whether this process may do the action `name` now. All processes together may do it only
 * once in `pause` milliseconds. `wait` 0: it may; otherwise it must ask again in `wait`
 * milliseconds. Not `ok`: the answer was lost, and perhaps the turn is used up. A question as in
 * query.h. Only for a shared store. */
typedef void store_turn_fn(void *arg, bool ok, uint64_t wait);
void store_ask_turn(struct store *store, const char *name, uint64_t pause, store_turn_fn *done,
                    void *arg);

/* Called with what the store has of a network: settings, then tables. A NULL function: the caller
 * does not want these rows. What a row points to is valid during the call. */
struct store_network_rows {
    /* All settings of the scopes "KIND:NETWORK" and "KIND:NETWORK:...". */
    void (*setting)(void *arg, const char *scope, const char *key, const char *value);
    /* An open table, then its running rounds, each followed by its actions in order. Rounds without
     * a table come last. The rows may come in several turns of the loop, with other work between
     * two tables. */
    void (*table)(void *arg, const struct store_table *table);
    void (*round)(void *arg, const struct store_round *round);
    void (*action)(void *arg, const struct store_action *action);
    /* Called once, last. Not `ok`: the database could not be read, or the store stops, and rows are
     * missing. */
    void (*done)(void *arg, bool ok);
};
/* Reads what is durable when the query runs. May be called at any time on the loop. `rows` outlives
 * the answer. */
void store_load_network(struct store *store, const char *network,
                        const struct store_network_rows *rows, void *arg);

/* Returns a number that was never used before; -1: none is left now, try later. For a store of one
 * process, call store_next_table_id() and store_next_round_id() first. */
int64_t store_new_table_id(struct store *store);
int64_t store_new_round_id(struct store *store);
/* Whether store_new_table_id() or store_new_round_id() would return -1 now: the database has not
 * answered for long, and the numbers fetched earlier are used up. */
bool store_lacks_numbers(struct store *store);

#endif
