/* retention.h: what is old leaves the database, as host_options.keep_results and keep_replays say.
 *
 * A little each minute (store_prune()), so that nobody waits for it. */
#ifndef TALON_BOT_HOST_RETENTION_H
#define TALON_BOT_HOST_RETENTION_H

struct host;
struct retention;

/* NULL: memory is out. */
struct retention *retention_create(struct host *host);
void retention_destroy(struct retention *retention); /* accepts NULL */

#endif
