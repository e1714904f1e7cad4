/* leases.h: the networks that this process plays on, where several processes share one store
 * (storage/lease.h).
 *
 * The configuration says which networks are wanted. The store gives leases, one after another as
 * they become free. A network begins when its lease is ours, like one that comes (networks.h);
 * its settings are read again, because another process may have changed them. Giving a lease
 * back leaves the network; the lease is free when the adapter has ended, so two processes never
 * speak there. The lease also says if everything was told there: then the next process, if it
 * comes soon, goes on without a word (tables_away.h). If another process has taken a lease from
 * us, this process ends (daemon_hooks.lease_lost): it may say nothing more.
 *
 * A network that fails here (it cannot begin, or its adapter ends by itself) is given back, for
 * another process may do better. It is asked for again after a rest, which grows while it does
 * not even connect, or after leases_undrain().
 *
 * A divided network (adapter_impl.parts) is one network here with a lease for each part. It
 * begins with the first part, hears its own parts, and gives them back together. Processes share
 * parts as evenly as the store shares leases.
 *
 * While the store cannot say if our leases hold, nothing is said: messages in the outbox and in
 * the queues of adapters (adapter_setup.may_speak) wait until it can. */
#ifndef TALON_BOT_HOST_LEASES_H
#define TALON_BOT_HOST_LEASES_H

#include "bot/host/networks.h"

struct lease_wish;

/* After host_init(); the store tells this host of leases from now on. */
void leases_begin(struct host *host);
/* Asks for a network. What `setup` points to must live until `gone` is called, at the latest by
 * leases_finish(). False: memory is out, or the store has no room, and `gone` is not called. */
bool leases_want(struct host *host, const struct network_setup *setup);
/* Sets setup.admins of that network for whenever it begins. There may be no such wish. */
void leases_set_admins(struct host *host, const char *name, const char *admins);
/* Ends the wish; gives the lease back if it is ours. `gone` replaces that of its setup. False:
 * nobody wanted it, and `gone` is not called. */
bool leases_drop(struct host *host, const char *name, void (*gone)(void *arg), void *gone_arg);
/* Gives all leases back, and takes none until leases_undrain(). Returns how many there were. */
unsigned leases_drain(struct host *host);
/* Asks for all of them again; returns how many. */
unsigned leases_undrain(struct host *host);
/* True if anything may be said: always, where no store is shared. */
bool leases_hold(const struct host *host);
/* How many leases are wanted and how many of them had. */
void leases_count(const struct host *host, unsigned *wanted, unsigned *had);
/* The adapter of a wanted network, whichever process has it; NULL: none of that name is wanted. */
const struct adapter_impl *leases_impl(const struct host *host, const char *name);
/* The epoch of one that is had (network_lease()); 0: it is not. */
int64_t leases_epoch(const struct host *host, const char *lease);
/* All that are had. */
struct lease_had {
    const char *lease, *network;
    int64_t epoch;
    uint64_t age; /* milliseconds since it was had */
};
void leases_each(const struct host *host, void (*each)(void *arg, const struct lease_had *lease),
                 void *arg);
/* adapter_setup.divide; `arg` is the host. The number is kept, for all processes. */
bool leases_divide(void *arg, struct adapter *adapter, unsigned parts);
void leases_finish(struct host *host);

#endif
