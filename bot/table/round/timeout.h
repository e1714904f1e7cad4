/* timeout.h: what a table does when its time is up (clock.h). */
#ifndef TALON_BOT_TABLE_ROUND_TIMEOUT_H
#define TALON_BOT_TABLE_ROUND_TIMEOUT_H

struct timer;

/* The callback of table->timer. Does the one thing that is due. That may close and free the table.
 */
void timeout_fire(struct timer *timer);

#endif
