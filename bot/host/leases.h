/* leases.h: the networks that this process plays on, where several share one store
 * (storage/lease.h).
 *
 * What the configuration names is wanted; which of it is ours the store says, one after another as
 * it becomes free. One that is had is begun like one that comes (networks.h), with what is kept of
 * it read anew: another process may have changed it. One that is given back is left like one that
 * goes, and is free when its adapter has ended: two never speak there. With it goes whether all was
 * told there that was to be said; then the next one, if it is soon there, goes on without a word:
 * who was there under a nick is known again, too (tables_away.h). A lease that another process has
 * taken ends this one
 * (host->daemon->hooks.lease_lost): whatever it still wanted to say is no longer its to say.
 *
 * What is had and cannot be played on here (it cannot be begun, or its adapter has ended by itself)
 * is given back, for another process may do better. It is asked for again after a rest, the longer
 * the oftener it has not even connected, or after leases_undrain().
 *
 * A network that is divided (adapter_impl.parts) is one network here, and a lease for each part: it
 * begins with the first that is had, hears what its parts hear, and gives them back together. The
 * processes share the parts out as evenly as the store does leases.
 *
 * While the store does not know whether what was had is had still, nothing is told: what waits in
 * the outbox, and in the queues of adapters (adapter_setup.may_speak), goes on when it does. */
#ifndef TALON_BOT_HOST_LEASES_H
#define TALON_BOT_HOST_LEASES_H

#include "bot/host/networks.h"

struct lease_wish;

/* After host_init(); the store tells this host of leases from now on. */
void leases_begin(struct host *host);
/* All that `setup` points to outlives the wish; `gone` is called when it is needed no more, at the
 * latest by leases_finish(). False: memory is out, or the store has no room; `gone` is not called.
 */
bool leases_want(struct host *host, const struct network_setup *setup);
/* `setup.admins` of that name is that from now on, for whenever it is begun; nobody may want it. */
void leases_set_admins(struct host *host, const char *name, const char *admins);
/* It is not wanted any more: given back when it is had. `gone` takes the place of that of its
 * setup. False: nobody wanted it, and `gone` is not called. */
bool leases_drop(struct host *host, const char *name, void (*gone)(void *arg), void *gone_arg);
/* All of them are given back, and none is taken until leases_undrain(): how many were had. */
unsigned leases_drain(struct host *host);
/* They are asked for again: how many. */
unsigned leases_undrain(struct host *host);
/* Whether anything may be told: whoever has the store alone always may. */
bool leases_hold(const struct host *host);
/* How many leases are wanted and how many of them had. */
void leases_count(const struct host *host, unsigned *wanted, unsigned *had);
/* What a network that is wanted is made of, whoever has it; NULL: none of that name is. */
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
