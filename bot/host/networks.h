/* networks.h: begins and ends networks, also while the daemon runs.
 *
 * A network that begins has its adapter at once. Each turn of the loop reads a portion of its
 * tables from the store. When all are read, the network connects. As after a start, people only
 * hear that play continues. They hear nothing if another process had the network a moment ago and
 * sent every message (network_has_moved()).
 *
 * When a network is given up, the host ignores its events from that turn of the loop on and sends
 * nothing new there. Tables that have to do with it (its channels, people from it) leave memory and
 * wait in the store with their rounds; the bot tells their other networks. Messages from before are
 * sent when they are durable. Then the adapter ends as at a shutdown; it ends without them if the
 * disk takes longer than shutdown_begin() would wait. The network is freed when nobody holds it.
 * Nothing here blocks. */
#ifndef TALON_BOT_HOST_NETWORKS_H
#define TALON_BOT_HOST_NETWORKS_H

#include "bot/host.h"
#include "storage/lease.h"

struct network_setup {
    const struct adapter_impl *impl;
    const char *name; /* copied */
    const struct settings *settings;
    const char *admins;   /* network.admins */
    const char *join_url; /* network.join_url */
    const char *home;     /* the name of the process that is to have it if it can; NULL: any */
    unsigned parts;       /* number of parts into which the network is divided; 0: it is whole.
                           * networks_take() adds those parts that are ours */
    /* Called when the network no longer needs the settings and the texts above; may be NULL. */
    void (*gone)(void *arg);
    void *gone_arg;
};

/* Makes a network and its adapter; start it with networks_start() or networks_join(). Returns NULL
 * with the reason in `why` if that fails; `gone` is not called then. */
struct network *networks_make(struct host *host, const struct network_setup *made,
                              struct fault *why);
/* Starts all networks that were made. Their tables must have been read. */
void networks_start(struct host *host);

/* Begins a network that was made while the daemon runs. It waits until an older network of the same
 * name has ended, and until everything that the older one said is durable. */
void networks_join(struct network *network);
/* The words with which the bot leaves networks in good order. */
extern const char networks_goodbye[];
/* Adds a part that is ours now: its tables are read, and then it connects. */
void networks_take(struct network *network, unsigned part);
/* Call it before the network or part begins, if another process gave it back `ago` milliseconds ago
 * and had sent every message there. `part`: 0 for a whole network. */
void networks_moved(struct network *network, unsigned part, int64_t ago);
/* Returns the name of the network's lease, or of the lease of one part: "NAME", "NAME/PART/PARTS".
 */
const char *network_lease(const char *name, unsigned parts, unsigned part,
                          char out[STORE_LEASE_NAME_MAX]);
/* Gives the network up. `words` (a constant) is the bot's goodbye there. */
void networks_leave(struct network *network, const char *words);

/* Gives the network up, so that the process with the id `heir` (copied) gets it. `by_hand`: an
 * operator asked for it. Returns false when memory is out. */
bool networks_hand(struct network *network, const char *heir, bool by_hand);
/* Returns true if the network may move to another process now, as share.h defines it. `calm`: for
 * how many milliseconds the bot must have said nothing there. `quiet` gets for how many it has said
 * nothing. */
bool networks_are_calm(const struct network *network, uint64_t calm, uint64_t *quiet);
/* The same for one part of a divided network. */
bool networks_part_is_calm(const struct network *network, unsigned part);

/* Takes the next step for networks that begin or are given up. Call it at the end of a turn of the
 * loop, and when a batch became durable. */
void networks_look(struct host *host);
/* Asks all running adapters to end. Returns false if none runs. */
bool networks_stop(struct host *host, const char *words);
/* Returns true if no network runs any more. If `leaving` is false, networks that are being given up
 * count as ended. Returns false while this process waits for leases. */
bool networks_ended(const struct host *host, bool leaving);

/* Makes the timer for networks that begin or are given up. Returns false when memory is out. */
bool networks_init(struct host *host);
/* Frees all networks and everything they own. The tables must have been freed before. */
void networks_finish(struct host *host);

#endif
