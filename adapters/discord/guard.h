/* guard.h: the limits that hold for all requests together.
 *
 * So many requests a second (Discord answers 50), and so many refused ones in ten minutes: after
 * 10,000 Discord bans the address, and everything else that runs there. Pure: the time (ms) comes
 * in. */
#ifndef TALON_ADAPTERS_DISCORD_GUARD_H
#define TALON_ADAPTERS_DISCORD_GUARD_H

#include <stdint.h>

enum {
    GUARD_RATE = 50,
    GUARD_SECOND = 1250,  /* ms: the way may take so much longer for the first than for the last */
    GUARD_INVALID = 5000, /* others may share the address */
    GUARD_SLOTS = 61,     /* ten minutes and the slot that is filling */
    GUARD_SLOT = 10000    /* ms */
};

struct guard {
    uint64_t sent[GUARD_RATE]; /* when the last ones went; a ring */
    unsigned next;
    uint64_t slot; /* number of the slot that is filling */
    uint32_t invalid[GUARD_SLOTS], sum, most;
};

/* `invalid_most`: refused requests in ten minutes; 0: GUARD_INVALID. */
void guard_init(struct guard *guard, uint32_t invalid_most);

/* So many were refused shortly before. */
void guard_recall(struct guard *guard, uint32_t invalid, uint64_t now);

/* When the next request may go, by the rate; `now` or earlier: at once. */
uint64_t guard_rate_due(const struct guard *guard);
void guard_sent(struct guard *guard, uint64_t now);

/* When the next request may go, by the refused ones; 0: at once. */
uint64_t guard_invalid_due(const struct guard *guard);
void guard_invalid(struct guard *guard, uint64_t now);
/* Forgets what is older than ten minutes. */
void guard_tick(struct guard *guard, uint64_t now);

#endif
