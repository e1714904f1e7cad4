/* global_limit.h: the limits that hold for all requests together.
 *
 * There are two: requests a second (Discord allows 50), and refused requests in ten minutes. After
 * 10,000 refused ones Discord bans our IP address, and everything else that runs there.
 *
 * We count refused requests with our token (posts to channels) and refused answers to interactions
 * separately. Each count stops only its own kind. So channels in which we may not write do not stop
 * answers to players elsewhere. One server can use only a small part of a count (refusals.h).
 *
 * Where several processes have parts of one bot, each counts its own requests. If they send too
 * many together, Discord refuses some (429, X-RateLimit-Global). A process that gets such an answer
 * sends nothing with our token until its Retry-After.
 *
 * Bounded: a ring of one second, and a slot for each ten seconds of ten minutes. Pure: the time
 * (ms) comes in. */
#ifndef TALON_ADAPTERS_DISCORD_REST_GLOBAL_LIMIT_H
#define TALON_ADAPTERS_DISCORD_REST_GLOBAL_LIMIT_H

#include <stdint.h>

enum {
    GLOBAL_LIMIT_RATE = 50,
    GLOBAL_LIMIT_SECOND =
        1250, /* ms: a second, and a margin because one request may travel longer than the next */
    GLOBAL_LIMIT_INVALID = 5000, /* below 10,000, as other programs may use the same IP address.
                                    Three fifths of it are for posts */
    GLOBAL_LIMIT_SLOTS = 61,     /* ten minutes, and the slot that is filling */
    GLOBAL_LIMIT_SLOT = 10000    /* ms */
};

enum rest_auth {
    AUTH_BOT,         /* with our token */
    AUTH_INTERACTION, /* requests that only an interaction's token authorises */
    AUTHS
};

struct global_limit {
    uint64_t sent[GLOBAL_LIMIT_RATE]; /* a ring: when each of the last requests no longer counts */
    unsigned next;
    uint64_t slot; /* number of the slot that is filling */
    struct {
        uint32_t at[GLOBAL_LIMIT_SLOTS], sum, most;
    } invalid[AUTHS];
};

/* `invalid_max`: how many requests, of both kinds of rest_auth together, Discord may refuse in ten
 * minutes before we stop; 0: GLOBAL_LIMIT_INVALID. */
void global_limit_init(struct global_limit *limit, uint32_t invalid_max);

/* Adds `invalid` refused requests of the last ten minutes. */
void global_limit_recall(struct global_limit *limit, enum rest_auth auth, uint32_t invalid,
                         uint64_t now);

/* Returns the time from which the rate allows the next request. A time that has passed: at once. */
uint64_t global_limit_rate_due(const struct global_limit *limit);
void global_limit_sent(struct global_limit *limit, uint64_t now);

/* Returns the time from which the count of refused requests allows the next request of that kind;
 * 0: at once. */
uint64_t global_limit_invalid_due(const struct global_limit *limit, enum rest_auth auth);
void global_limit_invalid(struct global_limit *limit, enum rest_auth auth, uint64_t now);
/* Forgets refused requests older than ten minutes. */
void global_limit_tick(struct global_limit *limit, uint64_t now);

#endif
