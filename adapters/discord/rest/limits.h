/* limits.h: which request to Discord's REST API may go, and when.
 *
 * Bounds: LIMITS_WAITING requests wait (info and table get less of it), LIMITS_WAITING_BUCKET of
 * them in one bucket, so of one channel; one more is refused to who asks. LIMITS_BUCKETS and
 * LIMITS_ROUTES are known: idle buckets that limit nothing make room, else the request is refused.
 *
 * Requests wait in classes; the lowest class goes first, and within it the buckets take turns. A
 * bucket is what Discord limits together: known by the hash its answers carry and the major
 * parameter (channel, guild, or webhook with token); until the first answer each route has its own.
 * One request of a bucket is under way at a time, so that what is said in a channel keeps its
 * order. Beyond the buckets there is a rate for all, which requests by an interaction's token are
 * exempt from (one that is refused by it all the same goes again soon, since its time is short),
 * and a limit that keeps us from the ban for refused requests.
 *
 * Of all that one fact must outlive the process: how many requests were refused, since whoever
 * starts again and again would be banned for what each start has forgotten. The day's IDENTIFYs
 * Discord tells at each start (GET /gateway/bot); a bucket that is used up costs one 429, and the
 * second of the rate for all is over when a process has started.
 *
 * A request is put, then either taken (to be sent) or dropped (it would come too late, or nothing
 * is sent any more); what was taken ends with limits_done() or limits_again(). Nothing is called
 * back. Pure: the time (ms) comes in. */
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
    LIMITS_INFO,     /* registering commands, help, the curious */
    LIMITS_CLASSES
};

enum {
    LIMITS_CALLBACK_MS = 2800,               /* of the 3 s to answer an interaction: the way */
    LIMITS_TOKEN_MS = (15 * 60 - 10) * 1000, /* of the 15 min of its token */
    LIMITS_WAITING = 4096,                   /* requests; info and table get less of it */
    LIMITS_WAITING_BUCKET = 256,
    LIMITS_FLYING = 32, /* under way; answers get twice as many */
    LIMITS_BUCKETS = 8192,
    LIMITS_ROUTES = 128,
    LIMITS_ROUTE = 96,  /* bytes of a name, NUL included */
    LIMITS_MAJOR = 512, /* the same; an interaction's token has some 200 */
    LIMITS_TRIES = 5    /* of a request that meets 429 */
};

struct limits;
struct limits_job;

struct limits_request {
    const char *route; /* method and path without ids: "POST /channels/{}/messages" */
    const char *major; /* NULL: none */
    enum limits_class class;
    bool token;        /* authorised by an interaction's token alone */
    uint64_t deadline; /* not sent from then on; UINT64_MAX: never too late */
};

/* What becomes of a request that was answered. */
enum limits_fate {
    LIMITS_DONE,    /* the answer is the answer */
    LIMITS_AGAIN,   /* it waits again */
    LIMITS_GIVEN_UP /* it met 429 too often, or could go again only too late */
};

/* Why a request that waited is dropped. */
enum limits_reason { LIMITS_LATE, LIMITS_REFUSED };

/* `invalid_max` as global_limit_init() takes it. NULL: memory is out. */
struct limits *limits_create(uint32_t invalid_max);
/* What waits and what is under way is freed; owners are not told. */
void limits_destroy(struct limits *limits);

/* Queues a request (copied); `owner` comes back with it. NULL: full, too long, memory is out, or
 * nothing is sent any more. */
struct limits_job *limits_put(struct limits *limits, const struct limits_request *request,
                              void *owner, uint64_t now);
/* Takes back a request that waits still. */
void limits_cancel(struct limits *limits, struct limits_job *job);
void *limits_owner(const struct limits_job *job);

/* The next request to send now; NULL: none. */
struct limits_job *limits_take(struct limits *limits, uint64_t now);
/* The owner of the next request that is dropped; NULL: none. Its job is gone. */
void *limits_drop(struct limits *limits, uint64_t now, enum limits_reason *reason);
/* When limits_take() or limits_drop() may have something; UINT64_MAX: only after an answer or a
 * new request. */
uint64_t limits_due(const struct limits *limits);

/* A taken request was answered. Unless LIMITS_AGAIN the job is gone. */
enum limits_fate limits_done(struct limits *limits, struct limits_job *job,
                             const struct api_response *answer, uint64_t now);
/* A taken request got no answer, or one of a server in trouble, and may be repeated: it waits
 * `wait` ms, and its bucket with it, since order counts. Else as limits_done(). */
enum limits_fate limits_again(struct limits *limits, struct limits_job *job, uint64_t wait,
                              uint64_t now);

/* How many were refused in the last ten minutes; and to begin with, so many before. */
uint32_t limits_invalid(const struct limits *limits, enum rest_auth auth);
void limits_recall(struct limits *limits, enum rest_auth auth, uint32_t invalid, uint64_t now);

/* Requests that wait. */
unsigned limits_waiting(const struct limits *limits);
/* Why nothing is sent at all, in one line; NULL: all is well. For good after a 401: the token is
 * wrong, and to go on asking is what Discord bans for. */
const char *limits_trouble(const struct limits *limits, uint64_t now);

#endif
