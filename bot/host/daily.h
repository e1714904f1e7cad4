/* daily.h: a copy of the database each day, as host_options.backup says.
 *
 * The copy of a day is made at host_options.backup_at (else when the day of the boards begins), or
 * in the first minutes after a start. A thread of its own makes it: neither the loop nor the writer
 * waits. A copy that exists is not made again.
 *
 * A copy that fails is logged, and shown in the service's status and a metric until one succeeds.
 * Talon tries again an hour later, or in the next minute after a reload, and keeps the older copies
 * until then. It sends nothing to chats, because people with rights on a network cannot mend the
 * machine. */
#ifndef TALON_BOT_HOST_DAILY_H
#define TALON_BOT_HOST_DAILY_H

#include <stdbool.h>
#include <stdint.h>

struct host;
struct host_options;
struct daily;

/* Returns the day, counted from 1970, of the latest copy that is due at `now` (clock_now()). For a
 * later `now` the day is never an earlier one, even where local time is set back. */
int64_t daily_day(const struct host_options *options, int64_t now);

/* NULL: memory is out. */
struct daily *daily_create(struct host *host);
/* Gives up a copy that is being made. Accepts NULL. */
void daily_destroy(struct daily *daily);
/* daily_busy() returns true if a copy is being made, daily_fails() if the latest copy failed. */
bool daily_busy(const struct host *host);
bool daily_fails(const struct host *host);
/* Makes the next try due at once. For a reload: the operator may have mended what failed. */
void daily_retry(const struct host *host);
/* Returns when the latest good backup was made, in seconds since 1970. 0: none is known. After a
 * start the files in the folder tell it. */
int64_t daily_last_good(const struct host *host);
/* Notes a good backup, such as one of `talon ctl backup`. */
void daily_note_good(const struct host *host, int64_t at);

#endif
