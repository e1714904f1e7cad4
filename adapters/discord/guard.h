/* guard.h: the limits that hold for all requests together.
 *
 * So many requests a second (Discord answers 50), and so many refused ones in ten minutes: after
 * 10,000 Discord bans the address, and everything else that runs there. What posts to channels were
 * refused and what answers to interactions were is counted apart, and stops only its own kind: a
 * place where nothing may be written takes no answer from anybody. One server spends little of it
 * (refusals.h). Bounded: a ring of a second, and a slot for each ten seconds of ten minutes. Pure:
 * the time (ms) comes in. */
#ifndef TALON_ADAPTERS_DISCORD_GUARD_H
#define TALON_ADAPTERS_DISCORD_GUARD_H

#include <stdint.h>

enum {
    GUARD_RATE = 50,
    GUARD_SECOND = 1250,  /* ms: the way may take so much longer for the first than for the last */
    GUARD_INVALID = 5000, /* others may share the address; three fifths are for posts */
    GUARD_SLOTS = 61,     /* ten minutes and the slot that is filling */
    GUARD_SLOT = 10000    /* ms */
};

enum guard_way {
    GUARD_POSTS,   /* with our token */
    GUARD_ANSWERS, /* by an interaction's alone */
    GUARD_WAYS
};

struct guard {
    uint64_t sent[GUARD_RATE]; /* when the last ones went; a ring */
    unsigned next;
    uint64_t slot; /* number of the slot that is filling */
    struct {
        uint32_t at[GUARD_SLOTS], sum, most;
    } invalid[GUARD_WAYS];
};

/* `invalid_most`: refused requests in ten minutes, of both ways; 0: GUARD_INVALID. */
void guard_init(struct guard *guard, uint32_t invalid_most);

/* So many were refused shortly before. */
void guard_recall(struct guard *guard, enum guard_way way, uint32_t invalid, uint64_t now);

/* When the next request may go, by the rate; `now` or earlier: at once. */
uint64_t guard_rate_due(const struct guard *guard);
void guard_sent(struct guard *guard, uint64_t now);

/* When the next request of that way may go, by the refused ones; 0: at once. */
uint64_t guard_invalid_due(const struct guard *guard, enum guard_way way);
void guard_invalid(struct guard *guard, enum guard_way way, uint64_t now);
/* Forgets what is older than ten minutes. */
void guard_tick(struct guard *guard, uint64_t now);

#endif
