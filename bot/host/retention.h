/* retention.h: what is old leaves the database, as host_options.keep_results and keep_replays say,
 * and so do the boards of days, weeks, months and seasons that are over.
 *
 * A little each minute (store_prune(), store_fold()), so that nobody waits for it; each second as
 * long as there are more of those boards: an older database has millions of rows of them. A clock
 * that is set forward while the daemon runs makes nothing older. */
#ifndef TALON_BOT_HOST_RETENTION_H
#define TALON_BOT_HOST_RETENTION_H

struct host;
struct retention;

/* NULL: memory is out. */
struct retention *retention_create(struct host *host);
void retention_destroy(struct retention *retention); /* accepts NULL */

#endif
