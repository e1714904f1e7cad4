/* global_limit.h: the limits that hold for all requests together.
 *
 * So many requests a second (Discord answers 50), and so many refused ones in ten minutes: after
 * 10,000 Discord bans the address, and everything else that runs there. What posts to channels were
 * refused and what answers to interactions were is counted apart, and stops only its own kind: a
 * place where nothing may be written takes no answer from anybody. One server spends little of it
 * (refusals.h). Where several processes have parts of one bot each counts its own: what is too much
 * of all together Discord refuses (429, X-RateLimit-Global), and each that it tells so sends
 * nothing with our token until its Retry-After. Bounded: a ring of a second, and a slot for each
 * ten seconds of ten minutes. Pure: the time (ms) comes in. */
#ifndef TALON_ADAPTERS_DISCORD_REST_GLOBAL_LIMIT_H
#define TALON_ADAPTERS_DISCORD_REST_GLOBAL_LIMIT_H

#include <stdint.h>

enum {
    GLOBAL_LIMIT_RATE = 50,
    GLOBAL_LIMIT_SECOND =
        1250, /* ms: the auth may take so much longer for the first than for the last */
    GLOBAL_LIMIT_INVALID = 5000, /* others may share the address; three fifths are for posts */
    GLOBAL_LIMIT_SLOTS = 61,     /* ten minutes and the slot that is filling */
    GLOBAL_LIMIT_SLOT = 10000    /* ms */
};

enum rest_auth {
    AUTH_BOT,         /* with our token */
    AUTH_INTERACTION, /* by an interaction's alone */
    AUTHS
};

struct global_limit {
    uint64_t sent[GLOBAL_LIMIT_RATE]; /* when the last ones went; a ring */
    unsigned next;
    uint64_t slot; /* number of the slot that is filling */
    struct {
        uint32_t at[GLOBAL_LIMIT_SLOTS], sum, most;
    } invalid[AUTHS];
};

/* `invalid_max`: refused requests in ten minutes, of both ways; 0: GLOBAL_LIMIT_INVALID. */
void global_limit_init(struct global_limit *limit, uint32_t invalid_max);

/* So many were refused shortly before. */
void global_limit_recall(struct global_limit *limit, enum rest_auth auth, uint32_t invalid,
                         uint64_t now);

/* When the next request may go, by the rate; `now` or earlier: at once. */
uint64_t global_limit_rate_due(const struct global_limit *limit);
void global_limit_sent(struct global_limit *limit, uint64_t now);

/* When the next request of that auth may go, by the refused ones; 0: at once. */
uint64_t global_limit_invalid_due(const struct global_limit *limit, enum rest_auth auth);
void global_limit_invalid(struct global_limit *limit, enum rest_auth auth, uint64_t now);
/* Forgets what is older than ten minutes. */
void global_limit_tick(struct global_limit *limit, uint64_t now);

#endif
