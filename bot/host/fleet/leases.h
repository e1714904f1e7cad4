/* leases.h: the networks that this process plays on, where several processes share one store
 * (storage/lease.h).
 *
 * The configuration says which networks are wanted. The store gives leases, one after another as
 * they become free. When this process gets a lease, the network begins (networks.h). Its settings
 * are read again, because another process may have changed them. To give a lease back, this process
 * leaves the network. The lease is free only when the adapter has ended, so two processes never
 * speak there. The lease also says if every message was sent there. If so, and the next process
 * gets it soon, that process continues the tables silently (tables_away.h). If another process has
 * taken a lease from us, this process ends (daemon_hooks.lease_lost), because it may send nothing
 * more.
 *
 * If a network fails here (it cannot begin, or its adapter ends by itself), this process gives it
 * back, because another process may do better. It asks for the network again after a rest, or after
 * leases_undrain(). The rest grows each time that the network does not even connect.
 *
 * A divided network (adapter_impl.parts) is one network here with a lease for each part. It begins
 * with the first part, hears its own parts, and gives them back together. Processes share parts as
 * evenly as the store shares leases.
 *
 * While the store cannot say if our leases hold, this process sends nothing. Messages in the outbox
 * and in the queues of adapters (adapter_setup.may_speak) wait until it can. */
#ifndef TALON_BOT_HOST_FLEET_LEASES_H
#define TALON_BOT_HOST_FLEET_LEASES_H

#include "bot/host/networks.h"

struct lease_wish;

/* Call it after host_init(). From then on the store reports leases to this host. */
void leases_begin(struct host *host);
/* Asks for the leases of a network. Everything that `setup` points to must live until `gone` is
 * called, at the latest by leases_finish(). Returns false, and does not call `gone`, if memory is
 * out or the store has no room. */
bool leases_want(struct host *host, const struct network_setup *setup);
/* Sets setup.admins, setup.join_url and setup.home of that network, for each time that it begins.
 * Does nothing if the network is not wanted. */
void leases_set_texts(struct host *host, const char *name, const char *admins, const char *join_url,
                      const char *home);
/* Ends the wish for that network, and gives its leases back if we have any. `gone` is called
 * instead of setup.gone. Returns false, and does not call `gone`, if nobody wanted the network. */
bool leases_drop(struct host *host, const char *name, void (*gone)(void *arg), void *gone_arg);
/* Gives all leases back, and takes none until leases_undrain(). Returns how many there were. */
unsigned leases_drain(struct host *host);
/* Asks for all wanted leases again. Returns how many they are. */
unsigned leases_undrain(struct host *host);
/* Returns true if this process may send messages. That is always so if processes do not share the
 * store. */
bool leases_hold(const struct host *host);
/* Counts the leases that this process wants, and how many of these it has. */
void leases_count(const struct host *host, unsigned *wanted, unsigned *had);
/* Returns the setup of a wanted network, whichever process has it. `name` is that of the network or
 * of one of its leases. NULL: the network is not wanted. */
const struct network_setup *leases_setup(const struct host *host, const char *name);

/* -- moving to another process (share.h) -- */

/* The networks whose leases other processes may hand to this one (store_lease_terms.welcomes): all
 * that are wanted, except those that failed here within LEASES_DOUBT. The caller frees it. NULL:
 * memory is out. */
char *leases_welcomed(const struct host *host);
/* Counts the leases that this process wants and does not have, except those for which `elsewhere`
 * returns true. */
unsigned leases_lacked(const struct host *host, bool (*elsewhere)(void *arg, const char *lease),
                       void *arg);
/* Returns true if the lease, which this process has, may move now (networks_are_calm()). */
bool leases_are_calm(const struct host *host, const char *lease, uint64_t calm, uint64_t *quiet);
/* Returns true if a table there also has to do with another network of this process. Such a table
 * would wait until one process has both networks again. */
bool leases_span(const struct host *host, const char *lease);
/* Begins to hand the lease to the process with the id `heir`, in order, and asks for it again.
 * Returns NULL, or why that cannot be now. */
const char *leases_hand(struct host *host, const char *lease, const char *heir, bool by_hand);
enum { LEASES_DOUBT = 60 * 60 * 1000 /* milliseconds */ };
/* Returns the epoch of a lease (network_lease()); 0 if this process does not have it. */
int64_t leases_epoch(const struct host *host, const char *lease);
/* A lease that this process has. leases_each() calls `each` for all of them. */
struct lease_had {
    const char *lease, *network;
    int64_t epoch;
    uint64_t age; /* milliseconds since this process got it */
};
void leases_each(const struct host *host, void (*each)(void *arg, const struct lease_had *lease),
                 void *arg);
/* The function for adapter_setup.divide; `arg` is the host. The store keeps the number of parts for
 * all processes. */
bool leases_divide(void *arg, struct adapter *adapter, unsigned parts);
void leases_finish(struct host *host);

#endif
