/* shutdown.h: the daemon's last words (host_stop()).
 *
 * What was decided by then is still told: the networks are asked to end when the store has it, or
 * when the disk has kept us waiting for host->patience. Nothing here blocks. */
#ifndef TALON_BOT_HOST_SHUTDOWN_H
#define TALON_BOT_HOST_SHUTDOWN_H

struct shutdown;
struct host;

/* At the end of a turn, and when something became durable. */
void shutdown_look(struct host *host);
void shutdown_destroy(struct shutdown *shutdown); /* accepts NULL */

#endif
