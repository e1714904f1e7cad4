/* networks.h: begins and ends networks, also while the daemon runs.
 *
 * A network that comes has its adapter at once. Each turn of the loop reads a portion of its tables
 * from the store, and then it connects. As after a start, people only hear that play continues.
 * They do not even hear that if another process had the network a moment ago and sent every message
 * (network_has_moved()).
 *
 * When a network goes, the host ignores its events from that turn on and sends nothing new there.
 * Tables that have to do with it (its channels, people from it) leave memory and wait in the store
 * with their rounds; the bot tells their other networks. What was said by then is sent when it is
 * durable, or at the latest after the time of shutdown_begin(). Then the adapter ends as at a
 * shutdown, and the network is freed when nobody holds it. Nothing here blocks. */
#ifndef TALON_BOT_HOST_NETWORKS_H
#define TALON_BOT_HOST_NETWORKS_H

#include "bot/host.h"
#include "storage/lease.h"

struct network_setup {
    const struct adapter_impl *impl;
    const char *name; /* copied */
    const struct settings *settings;
    const char *admins; /* network.admins */
    unsigned parts; /* the number of parts, some of which networks_take() adds; 0: it is whole */
    /* Called when the network needs the settings and the text of `admins` no more; may be NULL. */
    void (*gone)(void *arg);
    void *gone_arg;
};

/* Makes a network and its adapter, for networks_start() or networks_join(). Returns NULL with the
 * reason in `why` if nothing was made; `gone` is not called then. */
struct network *networks_make(struct host *host, const struct network_setup *made,
                              struct fault *why);
/* Starts all networks that were made. Their tables must have been read. */
void networks_start(struct host *host);

/* Begins a network that was made while the daemon runs, as soon as no network of that name is
 * still going and what it had said is durable. */
void networks_join(struct network *network);
/* The words with which the bot leaves networks in good order. */
extern const char networks_goodbye[];
/* Takes a part that is ours now: its tables are read, and then it connects. */
void networks_take(struct network *network, unsigned part);
/* Another process gave that part (a whole network: 0) back `ago` milliseconds ago, and had sent
 * every message there. */
void networks_moved(struct network *network, unsigned part, int64_t ago);
/* The name of its lease, or of that of a part: "NAME", "NAME/PART/PARTS". */
const char *network_lease(const char *name, unsigned parts, unsigned part,
                          char out[STORE_LEASE_NAME_MAX]);
/* Gives the network up; `words` (constant) are the last that it hears. */
void networks_leave(struct network *network, const char *words);

/* Takes the next step for networks that come or go. Call it at the end of a turn, and when a batch
 * became durable. */
void networks_look(struct host *host);
/* Asks all running adapters to end. Returns false if none runs. */
bool networks_stop(struct host *host, const char *words);
/* Returns true if no network runs any more; without `leaving`, networks that are being given up do
 * not count as running. Returns false while the process waits for leases. */
bool networks_ended(const struct host *host, bool leaving);

/* Makes the timer of networks that come and go. Returns false when memory is out. */
bool networks_init(struct host *host);
/* Frees all networks with everything they hold. The tables must be freed before. */
void networks_finish(struct host *host);

#endif
