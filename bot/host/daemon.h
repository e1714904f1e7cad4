/* daemon.h: the daemon's middle: networks on one side, tables and the store on the other.
 *
 * The host owns everything and gives events their way (DESIGN "one way through"): an adapter raises
 * an event, the host finds people and tables, a command becomes an action, the table decides and
 * journals, and what must be said waits in the outbox until the store has it. At the end of each
 * turn of the loop what was gathered is committed as one batch. */
#ifndef TALON_BOT_HOST_DAEMON_H
#define TALON_BOT_HOST_DAEMON_H

#include "bot/host.h"

/* Neither the loop nor the store is owned. False: memory is out or the store cannot be read, and
 * there is nothing to finish. */
bool host_init(struct host *host, struct loop *loop, struct store *store, const struct log *log,
               const struct host_options *options);
/* After the adapters have stopped; tables stay in the store. */
void host_finish(struct host *host);

/* Makes the n-th network's adapter; false with a clear line in `why`. */
bool host_add_network(struct host *host, const struct adapter_impl *impl, const char *name,
                      const struct settings *settings, struct fault *why);
void host_start(struct host *host);

/* Other options hold from now on, at the tables there are, too: what waits there is due by them. */
void host_reconfigure(struct host *host, const struct host_options *options);

#endif
