/* shutdown.h: ends the daemon in good order.
 *
 * The bot still sends the messages about everything that was decided before. So it asks the
 * networks to end only when all of that is durable, or after a second of waiting for the disk
 * (daemon.patience). Nothing here blocks. */
#ifndef TALON_BOT_HOST_SHUTDOWN_H
#define TALON_BOT_HOST_SHUTDOWN_H

struct shutdown;
struct host;

/* Stops the clocks of tables. When what was decided is durable, or after a second, asks all
 * adapters to end. daemon_hooks.stopped is called when they have ended. Returns at once; `words`,
 * the goodbye, must live until the adapters are asked. */
void shutdown_begin(struct host *host, const char *words);
/* Call it at the end of a turn, and when a batch became durable. */
void shutdown_look(struct host *host);
void shutdown_destroy(struct shutdown *shutdown); /* accepts NULL */

#endif
