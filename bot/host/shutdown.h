/* shutdown.h: the daemon's last words (shutdown_begin()).
 *
 * What was decided by then is still told: the networks are asked to end when the store has it, or
 * when the disk has kept us waiting for host->daemon->patience. Nothing here blocks. */
#ifndef TALON_BOT_HOST_SHUTDOWN_H
#define TALON_BOT_HOST_SHUTDOWN_H

struct shutdown;
struct host;

/* Stops the clocks and, when what was decided is durable and told or host->daemon->patience (a
 * second) is over, asks all adapters to end; host->daemon->hooks.stopped is called when they have.
 * Returns at once; `words` are needed until then. */
void shutdown_begin(struct host *host, const char *words);
/* At the end of a turn, and when something became durable. */
void shutdown_look(struct host *host);
void shutdown_destroy(struct shutdown *shutdown); /* accepts NULL */

#endif
