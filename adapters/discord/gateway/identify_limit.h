/* identify_limit.h: when a shard may IDENTIFY.
 *
 * All shards of a bot share two limits: `max_concurrency` IDENTIFYs in 5 s (one for each value of
 * shard % max_concurrency), and a number of IDENTIFYs a day. Beyond the daily number Discord
 * replaces the token, which ends the bot.
 *
 * One `struct identify_limit` serves all shards of this process. identify_limit_learn() takes the
 * answer of GET /gateway/bot; until then the limit is one IDENTIFY in 5 s. When few of the day's
 * IDENTIFYs are left, they are spread over the rest of the day. Pure: the time (ms) comes in. */
#ifndef TALON_ADAPTERS_DISCORD_GATEWAY_IDENTIFY_LIMIT_H
#define TALON_ADAPTERS_DISCORD_GATEWAY_IDENTIFY_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

/* As GET /gateway/bot says it. */
struct session_start_limit {
    uint32_t total, remaining; /* IDENTIFYs a day */
    uint64_t reset_after;      /* ms until `remaining` is `total` again */
    unsigned max_concurrency;
};

/* Processes with shards of one bot share the first limit by turns (identify_limit_share()). Each
 * value of shard % max_concurrency has turns of its own. The caller asks for a turn when
 * identify_limit_wants() says so, and passes the answer to identify_limit_turn(). A turn that is
 * not used in time is lost. */

/* The window is Discord's 5 s and a margin, because one IDENTIFY may travel longer than the next.
 */
enum {
    IDENTIFY_LIMIT_WINDOW_MS = 5500,
    IDENTIFY_LIMIT_KEYS = 64,      /* the most values of shard % max_concurrency that we use */
    IDENTIFY_LIMIT_TURN_MS = 2000, /* how long we may use a turn; shorter than the window */
    IDENTIFY_LIMIT_RESERVE = 50 /* when fewer are left, they are spread over the rest of the day */
};

struct identify_limit {
    unsigned max_concurrency;
    uint32_t total; /* a day */
    uint32_t left;
    uint64_t reset;                     /* when `left` is `total` again */
    uint64_t spread;                    /* no shard may IDENTIFY before this time */
    uint64_t next[IDENTIFY_LIMIT_KEYS]; /* nor before this time, by shard % max_concurrency */
    bool shared;                        /* other processes have shards of the bot, so a shard needs
                                         * a turn as well: */
    struct {
        bool asked;
        uint64_t ask;   /* when we may ask for a turn */
        uint64_t until; /* end of this process's turn; 0: it has none */
    } turns[IDENTIFY_LIMIT_KEYS];
};

void identify_limit_init(struct identify_limit *limit);
void identify_limit_learn(struct identify_limit *limit, const struct session_start_limit *told,
                          uint64_t now);
/* Returns the time from which the shard may IDENTIFY. A time that has passed: at once. */
uint64_t identify_limit_due(const struct identify_limit *limit, unsigned shard);
void identify_limit_share(struct identify_limit *limit);
/* Returns true if the caller must ask for a turn for that shard, which wants to IDENTIFY. Then
 * `*key` is the key of the turn, which counts as asked for. False: `*again` is when to call this
 * again; UINT64_MAX: no turn is needed, or its answer is to come. */
bool identify_limit_wants(struct identify_limit *limit, unsigned shard, uint64_t now, unsigned *key,
                          uint64_t *again);
/* Takes the answer to a turn that was asked for. `wait` 0: this process has the turn. Otherwise
 * identify_limit_wants() asks again in `wait` ms. */
void identify_limit_turn(struct identify_limit *limit, unsigned key, uint64_t wait, uint64_t now);
/* Forgets the turns that were not used in time. */
void identify_limit_expire(struct identify_limit *limit, uint64_t now);
/* Call it when the shard sends its IDENTIFY: counts it. */
void identify_limit_take(struct identify_limit *limit, unsigned shard, uint64_t now);

#endif
