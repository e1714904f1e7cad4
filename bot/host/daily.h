/* daily.h: a copy of the database each day, as host_options.backup says.
 *
 * The copy of a day is made when host_options.backup_at has come (else, in the time zone of the
 * boards, when the day begins), or in the first minutes after a start, by a thread of its own:
 * neither the loop nor the writer waits for it. What is there already is not made again. One that
 * fails is logged, told in the service's status and by a metric until one is made, and tried again
 * an hour later; the copies of earlier days stay until then. No chat is told: who may give orders
 * on a network need not be whose machine this is, and nobody there could mend it. */
#ifndef TALON_BOT_HOST_DAILY_H
#define TALON_BOT_HOST_DAILY_H

#include <stdbool.h>
#include <stdint.h>

struct host;
struct host_options;
struct daily;

/* The day whose copy is the last to be made at `now` (clock_now()), counted from 1970. It never
 * goes back as time goes on, whatever the clock of the wall does. */
int64_t daily_day(const struct host_options *options, int64_t now);

/* NULL: memory is out. */
struct daily *daily_create(struct host *host);
/* One that is being made is given up. Accepts NULL. */
void daily_destroy(struct daily *daily);
/* Whether one is being made; whether the last one was not. */
bool daily_busy(const struct host *host);
bool daily_fails(const struct host *host);

#endif
