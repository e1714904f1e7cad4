/* allowance.h: limits the rounds an hour at the tables that one person opened.
 *
 * Each round stays on the disk for a long time (keep_replays), so nobody may deal them as fast as
 * computer players can play. Ordinary tables never reach host_options.rounds_per_hour. At the limit
 * a table waits before its next deal; after that the match continues. Guests from one host count as
 * one. The counts are buckets of flood.h: fixed memory, forgotten at a restart. */
#ifndef TALON_BOT_TABLE_ALLOWANCE_H
#define TALON_BOT_TABLE_ALLOWANCE_H

#include <stdint.h>

struct table;

/* Milliseconds until the next round may be dealt; 0: now. */
uint64_t allowance_wait(const struct table *table);
/* One is dealt. */
void allowance_take(const struct table *table);

#endif
