/* ending.h: the daemon's last words (host_stop()).
 *
 * What was decided by then is still told: the networks are asked to end when the store has it, or
 * when the disk has kept us waiting for host->patience. Nothing here blocks. */
#ifndef TALON_BOT_ENDING_H
#define TALON_BOT_ENDING_H

struct ending;
struct host;

/* At the end of a turn, and when something became durable. */
void ending_look(struct host *host);
void ending_destroy(struct ending *ending); /* accepts NULL */

#endif
