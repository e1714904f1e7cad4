/* networks.h: networks come and go, also while the daemon runs.
 *
 * A network that comes has its adapter at once. Each turn of the loop reads a portion of its
 * tables from the store, and then it connects. As after a start, people are only told that play
 * goes on; not even that, if another process had it a moment ago and told everything
 * (network_has_moved()).
 *
 * A network that goes is heard no more from that turn on, and nothing new is said there. Tables
 * that have to do with it (its channels, people from it) leave memory and wait in the store with
 * their rounds; their other networks are told. What was said by then is sent when it is durable,
 * or at the latest after the time of shutdown_begin(). Then the adapter ends as at a shutdown,
 * and the network is freed when nobody holds it. Nothing here blocks. */
#ifndef TALON_BOT_HOST_NETWORKS_H
#define TALON_BOT_HOST_NETWORKS_H

#include "bot/host.h"
#include "storage/lease.h"

struct network_setup {
    const struct adapter_impl *impl;
    const char *name; /* copied */
    const struct settings *settings;
    const char *admins; /* network.admins */
    unsigned parts;     /* in how many it is divided, of which networks_take() gives some; 0: it is
                           whole */
    /* The settings and what `admins` is part of are needed no more; may be NULL. */
    void (*gone)(void *arg);
    void *gone_arg;
};

/* Makes a network and its adapter, for networks_start() or networks_join(). NULL: nothing was
 * made, `why` says why, and `gone` is not called. */
struct network *networks_make(struct host *host, const struct network_setup *made,
                              struct fault *why);
/* Starts all networks that were made; their tables are there. */
void networks_start(struct host *host);

/* Begins a network that was made while the daemon runs, as soon as no network of that name is
 * still going and what it had said is durable. */
void networks_join(struct network *network);
/* What is said to networks when we leave them in order. */
extern const char networks_goodbye[];
/* The part is ours now: its tables are read, and then it connects. */
void networks_take(struct network *network, unsigned part);
/* Another process gave that part (a whole network: 0) back `ago` milliseconds ago, and had told
 * everything there. */
void networks_moved(struct network *network, unsigned part, int64_t ago);
/* The name of its lease, or of that of a part: "NAME", "NAME/PART/PARTS". */
const char *network_lease(const char *name, unsigned parts, unsigned part,
                          char out[STORE_LEASE_NAME_MAX]);
/* Gives the network up; `words` (constant) are the last that it hears. */
void networks_leave(struct network *network, const char *words);

/* Goes on with those that come or go. At the end of a turn, and when something became durable. */
void networks_look(struct host *host);
/* Asks all adapters to end that run; false: none does. */
bool networks_stop(struct host *host, const char *words);
/* Whether none runs any more, or (without `leaving`) only those that are given up. False while
 * leases are waited for. */
bool networks_ended(const struct host *host, bool leaving);

/* Timers of those that come and go. False: memory is out. */
bool networks_init(struct host *host);
/* With everything that they hold; the tables have gone before. */
void networks_finish(struct host *host);

#endif
