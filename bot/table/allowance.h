/* allowance.h: limits the rounds an hour at the tables that one person opened.
 *
 * Each round stays on the disk for a long time (keep_replays). So nobody may fill it with rounds as
 * fast as computer players can play them. Ordinary tables never reach host_options.rounds_per_hour.
 * At the limit a table waits with its next deal; the match is not ended. Guests from one host count
 * as one. The counts are buckets of flood.h: fixed memory, forgotten at a restart. */
#ifndef TALON_BOT_TABLE_ALLOWANCE_H
#define TALON_BOT_TABLE_ALLOWANCE_H

#include <stdint.h>

struct table;

/* Returns the milliseconds until the next round of this table may be dealt; 0: now. */
uint64_t allowance_wait(const struct table *table);
/* One is dealt. */
void allowance_take(const struct table *table);

#endif
