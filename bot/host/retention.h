/* retention.h: removes what is old from the database, as host_options.keep_results and keep_replays
 * say, and the boards of days, weeks, months and seasons that are over.
 *
 * It removes a little each minute (store_prune(), store_fold()), so that nobody waits. While old
 * boards are left it does so each second, because an older database has millions of their rows. If
 * the clock jumps forward while the daemon runs, nothing is removed early. */
#ifndef TALON_BOT_HOST_RETENTION_H
#define TALON_BOT_HOST_RETENTION_H

struct host;
struct retention;

/* NULL: memory is out. */
struct retention *retention_create(struct host *host);
void retention_destroy(struct retention *retention); /* accepts NULL */

#endif
