/* limits.h: which request to Discord's REST API may go, and when.
 *
 * Bounds: LIMITS_WAITING requests wait (fewer of the classes info and table), and
 * LIMITS_WAITING_BUCKET of them in one bucket, so for one channel. limits_put() refuses one more.
 * We know at most LIMITS_BUCKETS buckets and LIMITS_ROUTES routes. Idle buckets that limit nothing
 * make room for new ones; without such buckets limits_put() refuses the request.
 *
 * Each request has a class. Requests of the lowest class are sent first, and the buckets of a class
 * take turns. A bucket holds the requests that Discord limits together. Its key is the hash in
 * Discord's answers and the major parameter (channel, guild, or webhook with token). Until the
 * first answer each route has a bucket of its own. One request of a bucket is under way at a time,
 * which keeps the order of messages in a channel.
 *
 * Two more limits hold for all buckets together: a rate, and a limit of refused requests that
 * protects us from a ban (global_limit.h). Requests authorised by an interaction's token are exempt
 * from the rate. If Discord refuses one for the rate all the same, we send it again soon, because
 * its deadline is near.
 *
 * Of all limits, only the number of refused requests must outlive the process: Discord would ban a
 * bot that forgets it at each of many starts. Discord says at each start how many IDENTIFYs are
 * left (GET /gateway/bot). A forgotten bucket costs one 429, and the second of the rate has passed
 * before a new process sends.
 *
 * limits_put() queues a request. Then limits_take() hands it out to be sent, or limits_drop() gives
 * it back, because its deadline passed or we send nothing any more. When a taken request has ended,
 * call limits_done() or limits_again(). This file makes no callbacks. Pure: the time (ms) comes in.
 */
#ifndef TALON_ADAPTERS_DISCORD_REST_LIMITS_H
#define TALON_ADAPTERS_DISCORD_REST_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "api_response.h"
#include "global_limit.h"

enum limits_class {
    LIMITS_CALLBACK, /* interaction callbacks: three seconds */
    LIMITS_HAND,     /* what one player waits for */
    LIMITS_TABLE,    /* the channel */
    LIMITS_INFO,     /* registering commands, help, information */
    LIMITS_CLASSES
};

enum {
    LIMITS_CALLBACK_MS = 2800, /* ms in which we send an answer to an interaction. Discord allows 3
                                * s; the rest is for the network */
    LIMITS_TOKEN_MS = (15 * 60 - 10) * 1000, /* ms for which we use an interaction's token, which
                                              * lasts 15 min */
    LIMITS_WAITING = 4096,                   /* requests; fewer of the classes info and table */
    LIMITS_WAITING_BUCKET = 256,
    LIMITS_FLYING = 32, /* requests under way; twice this number for answers to interactions. The
                         * same number of requests may wait for their files (limits_make()); for
                         * hands, twice the number */
    LIMITS_BUCKETS = 8192,
    LIMITS_ROUTES = 128,
    LIMITS_ROUTE = 96,  /* bytes of a name, NUL included */
    LIMITS_MAJOR = 512, /* bytes, NUL included; an interaction's token has about 200 */
    LIMITS_TRIES = 5    /* how often a request is tried that meets 429 */
};

struct limits;
struct limits_job;

struct limits_request {
    const char *route; /* method and path without ids: "POST /channels/{}/messages" */
    const char *major; /* NULL: none */
    enum limits_class class;
    bool token;        /* only an interaction's token authorises it */
    uint64_t deadline; /* the request must be sent before this time; UINT64_MAX: no deadline */
};

/* What becomes of a request after its answer. */
enum limits_fate {
    LIMITS_DONE,    /* the request has ended with that answer */
    LIMITS_AGAIN,   /* it waits again */
    LIMITS_GIVEN_UP /* Discord limited it (429) too often, or it could be sent again only after its
                       deadline */
};

/* Why limits_drop() drops a waiting request. */
enum limits_reason { LIMITS_LATE, LIMITS_REFUSED };

/* `invalid_max`: as for global_limit_init(). Returns NULL if memory is out. */
struct limits *limits_create(uint32_t invalid_max);
/* Frees all requests, waiting or under way, without telling their owners. */
void limits_destroy(struct limits *limits);

/* Queues a copy of a request; limits_owner() and limits_drop() return `owner`. NULL: the queue is
 * full, the request is too long, memory is out, or we send nothing any more. */
struct limits_job *limits_put(struct limits *limits, const struct limits_request *request,
                              void *owner, uint64_t now);
/* Takes a request back that still waits. */
void limits_cancel(struct limits *limits, struct limits_job *job);
void *limits_owner(const struct limits_job *job);

/* Returns the next request to send now; NULL: none. */
struct limits_job *limits_take(struct limits *limits, uint64_t now);
/* A taken request waits until its file is made. It does not count as under way: boards whose
 * pictures wait hold up only other boards. Its bucket stays busy. */
void limits_make(struct limits *limits, struct limits_job *job);
void limits_made(struct limits *limits, struct limits_job *job);
/* Takes out the next request that cannot be sent any more, frees its job and returns its owner.
 * NULL: there is none. */
void *limits_drop(struct limits *limits, uint64_t now, enum limits_reason *reason);
/* Returns when to call limits_take() and limits_drop() again. UINT64_MAX: only after an answer or a
 * new request. */
uint64_t limits_due(const struct limits *limits);

/* Call it with the answer to a taken request. Returns what becomes of the request, and frees the
 * job unless that is LIMITS_AGAIN. */
enum limits_fate limits_done(struct limits *limits, struct limits_job *job,
                             const struct api_response *answer, uint64_t now);
/* Call it instead of limits_done() if a taken request got no answer, or a server's error, and may
 * be sent again. The request and its whole bucket wait for `wait` ms, so that their order stays. */
enum limits_fate limits_again(struct limits *limits, struct limits_job *job, uint64_t wait,
                              uint64_t now);

/* Returns the number of requests that Discord refused in the last ten minutes. At the start, call
 * limits_recall() to add those of the process before. */
uint32_t limits_invalid(const struct limits *limits, enum rest_auth auth);
void limits_recall(struct limits *limits, enum rest_auth auth, uint32_t invalid, uint64_t now);

/* Returns how many requests wait. */
unsigned limits_waiting(const struct limits *limits);
/* Returns in one line why nothing is sent; NULL: requests are sent. After a 401 nothing is sent any
 * more: the token is wrong, and Discord bans bots that keep trying it. */
const char *limits_trouble(const struct limits *limits, uint64_t now);

#endif
