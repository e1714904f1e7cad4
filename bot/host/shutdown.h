/* shutdown.h: ends the daemon in good order.
 *
 * The bot still sends the messages about everything that was decided by then: the networks are
 * asked to end when the store has it, or after a second of waiting for the disk (daemon.patience).
 * Nothing here blocks. */
#ifndef TALON_BOT_HOST_SHUTDOWN_H
#define TALON_BOT_HOST_SHUTDOWN_H

struct shutdown;
struct host;

/* Stops the clocks. When what was decided is durable and said, or after that second, asks all
 * adapters to end; daemon_hooks.stopped is called when they have. Returns at once; `words` must
 * live until then. */
void shutdown_begin(struct host *host, const char *words);
/* Call it at the end of a turn, and when a batch became durable. */
void shutdown_look(struct host *host);
void shutdown_destroy(struct shutdown *shutdown); /* accepts NULL */

#endif
