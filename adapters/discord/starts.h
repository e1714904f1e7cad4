/* starts.h: when a shard may IDENTIFY.
 *
 * All shards of a bot share two limits: `max_concurrency` IDENTIFYs in 5 s (one for each value of
 * shard % max_concurrency), and a number a day; who goes beyond the latter gets a new token from
 * Discord, which ends the bot. One `struct starts` serves all shards of this process. What GET
 * /gateway/bot says is told by starts_learn(); until then one IDENTIFY goes in 5 s. When few of the
 * day are left they are spread over the rest of it. Pure: the time (ms) comes in. */
#ifndef TALON_ADAPTERS_DISCORD_STARTS_H
#define TALON_ADAPTERS_DISCORD_STARTS_H

#include <stdint.h>

enum {
    STARTS_WINDOW_MS = 5500, /* 5 s, and what the way may differ from one IDENTIFY to the next */
    STARTS_KEYS = 64,        /* a larger max_concurrency is not used up */
    STARTS_RESERVE = 50      /* with so few left the day's rest is spread */
};

struct starts {
    unsigned keys;  /* max_concurrency */
    uint32_t total; /* a day */
    uint32_t left;
    uint64_t reset;             /* when `left` is `total` again */
    uint64_t spread;            /* not before, for any shard */
    uint64_t next[STARTS_KEYS]; /* not before, by shard % keys */
};

void starts_init(struct starts *starts);
/* `session_start_limit` of GET /gateway/bot; `reset_after` in ms. */
void starts_learn(struct starts *starts, uint32_t total, uint32_t left, uint64_t reset_after,
                  unsigned max_concurrency, uint64_t now);
/* When that shard may IDENTIFY; `now` or earlier: at once. */
uint64_t starts_due(const struct starts *starts, unsigned shard);
/* It does so now. */
void starts_take(struct starts *starts, unsigned shard, uint64_t now);

#endif
