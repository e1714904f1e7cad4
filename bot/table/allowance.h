/* allowance.h: how many rounds are dealt in an hour at the tables that one person opened.
 *
 * Each round stays on the disk for long (keep_replays), so nobody may deal them as fast as computer
 * players can play. host_options.rounds_per_hour is beyond what any ordinary table meets; who meets
 * it waits for the next deal, and the match goes on then. Nicks without account from one host count
 * as one. The counts are buckets of flood.h: fixed memory, forgotten at a restart. */
#ifndef TALON_BOT_TABLE_ALLOWANCE_H
#define TALON_BOT_TABLE_ALLOWANCE_H

#include <stdint.h>

struct table;

/* Milliseconds until the next round may be dealt; 0: now. */
uint64_t allowance_wait(const struct table *table);
/* One is dealt. */
void allowance_take(const struct table *table);

#endif
