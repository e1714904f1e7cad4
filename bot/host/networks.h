/* networks.h: networks come and go, while the daemon runs, too.
 *
 * One that comes has its adapter at once. Its tables are read from the store, a portion each turn
 * of the loop, and then it connects: as after a start, nobody is told more than that play goes on;
 * and not that, where another process had it a moment ago and told all (network_has_moved()).
 *
 * One that goes is heard no more from that turn on, and nothing new is said there. The tables that
 * have to do with it (its channels, who sits there from it) are forgotten here and wait in the
 * store, with the rounds that run at them; where such a table is shown on another network, too,
 * that is told. What was said by then is sent when it is durable, or when host->daemon->patience is
 * over, and the adapter ends as at a shutdown. When it has ended and nobody knows the network any
 * more, it is gone. Nothing here blocks. */
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

/* Makes its adapter, which is started by networks_start() or begun by networks_join(). NULL, with a
 * clear line in `why`: nothing was made, and `gone` is not called. */
struct network *networks_make(struct host *host, const struct network_setup *made,
                              struct fault *why);
/* All that were made; their tables are there. */
void networks_start(struct host *host);

/* One that was made while the daemon runs begins: when none of that name is going any more, and
 * what those had said is durable. */
void networks_join(struct network *network);
/* What is said to networks when we leave them in order. */
extern const char networks_goodbye[];
/* That part of it has come to be ours: its tables are read, and then it connects. */
void networks_take(struct network *network, unsigned part);
/* Whoever had that part (of one that is whole: 0) before gave it so many milliseconds ago, and had
 * told all there. */
void networks_moved(struct network *network, unsigned part, int64_t ago);
/* The name of its lease, or of that of a part: "NAME", "NAME/PART/PARTS". */
const char *network_lease(const char *name, unsigned parts, unsigned part,
                          char out[STORE_LEASE_NAME_MAX]);
/* It is given up; `words` (constant) are the last that it hears. */
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
