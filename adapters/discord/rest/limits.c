#include "limits.h"

#include <stdlib.h>
#include <string.h>

#include "base/count.h"
#include "bucket.h"
#include <utlist.h>

/* ms to wait after a 429 that does not say how long */
enum { WAIT_UNSAID = 5000, WAIT_EDGE = 60000, WAIT_EXEMPT = 250 };

struct limits *limits_create(uint32_t invalid_max)
{
    struct limits *limits = calloc(1, sizeof(*limits));
    if (limits != NULL) {
        global_limit_init(&limits->global_limit, invalid_max);
        limits->soonest = UINT64_MAX;
    }
    return limits;
}

uint32_t limits_invalid(const struct limits *limits, enum rest_auth auth)
{
    return limits->global_limit.invalid[auth].sum;
}

void limits_recall(struct limits *limits, enum rest_auth auth, uint32_t invalid, uint64_t now)
{
    global_limit_recall(&limits->global_limit, auth, invalid, now);
}

static enum rest_auth way_of(const struct limits_job *job)
{
    return job->token ? AUTH_INTERACTION : AUTH_BOT;
}

void limits_destroy(struct limits *limits)
{
    if (limits == NULL)
        return;
    bucket_free_jobs(limits->flying);
    bucket_free_jobs(limits->dropped);
    bucket_finish(limits);
    free(limits);
}

unsigned limits_waiting(const struct limits *limits)
{
    return limits->waiting;
}

void *limits_owner(const struct limits_job *job)
{
    return job->owner;
}

const char *limits_trouble(const struct limits *limits, uint64_t now)
{
    if (limits->refused)
        return "Discord does not accept the token (401)";
    if (global_limit_invalid_due(&limits->global_limit, AUTH_BOT) > now)
        return "too many requests were refused: nothing is posted for a while, or Discord bans us";
    if (global_limit_invalid_due(&limits->global_limit, AUTH_INTERACTION) > now)
        return "too many answers were refused: nobody is answered for a while, or Discord bans us";
    return limits->edge > now ? "Discord's edge blocks us: nothing is sent for a while" : NULL;
}

/* -- waiting -- */

/* Returns how many requests may wait before limits_put() refuses another one of that class. */
static unsigned room_of(enum limits_class class)
{
    switch (class) {
    case LIMITS_INFO:
        return LIMITS_WAITING / 4;
    case LIMITS_TABLE:
        return LIMITS_WAITING / 4 * 3;
    default:
        return LIMITS_WAITING;
    }
}

struct limits_job *limits_put(struct limits *limits, const struct limits_request *request,
                              void *owner, uint64_t now)
{
    const char *major = request->major != NULL ? request->major : "";
    if (limits->refused || limits->waiting >= room_of(request->class) ||
        strlen(major) >= LIMITS_MAJOR)
        return NULL;
    struct route *route = bucket_route(limits, request->route);
    struct rest_bucket *bucket = route != NULL ? bucket_of(limits, route, major, now) : NULL;
    if (bucket == NULL || bucket->waiting >= LIMITS_WAITING_BUCKET)
        return NULL;
    struct limits_job *job = calloc(1, sizeof(*job));
    if (job != NULL) {
        job->owner = owner;
        job->route = route;
        job->deadline = request->deadline;
        job->class = (uint8_t)request->class;
        job->token = request->token;
        bucket_add(limits, bucket, job, false);
    }
    return job;
}

void limits_cancel(struct limits *limits, struct limits_job *job)
{
    if (job->bucket != NULL) {
        struct rest_bucket *bucket = job->bucket;
        bucket_remove(limits, job);
        bucket_settle(limits, bucket);
    } else {
        DL_DELETE(limits->dropped, job);
    }
    free(job);
}

static void drop_job(struct limits *limits, struct limits_job *job, enum limits_reason reason)
{
    struct rest_bucket *bucket = job->bucket;
    bucket_remove(limits, job);
    bucket_settle(limits, bucket);
    job->bucket = NULL;
    job->reason = (uint8_t)reason;
    DL_APPEND(limits->dropped, job);
}

/* Drops the jobs of a class whose deadline has come, or all if nothing is sent any more. Notes the
 * earliest deadline of the others. */
static void expire_class(struct limits *limits, int class, uint64_t now)
{
    struct rest_bucket *next;
    for (struct rest_bucket *bucket = limits->turns[class]; bucket != NULL; bucket = next) {
        struct limits_job *next_job;
        next = bucket->turn[class].next;
        for (struct limits_job *job = bucket->turn[class].jobs; job != NULL; job = next_job) {
            next_job = job->next;
            if (limits->refused || job->deadline <= now)
                drop_job(limits, job, limits->refused ? LIMITS_REFUSED : LIMITS_LATE);
            else if (job->deadline < limits->soonest)
                limits->soonest = job->deadline;
        }
    }
}

static void expire_jobs(struct limits *limits, uint64_t now)
{
    if (now < limits->soonest && !(limits->refused && limits->waiting > 0))
        return;
    limits->soonest = UINT64_MAX;
    for (int class = 0; class < LIMITS_CLASSES; class ++)
        expire_class(limits, class, now);
}

void *limits_drop(struct limits *limits, uint64_t now, enum limits_reason *reason)
{
    expire_jobs(limits, now);
    struct limits_job *job = limits->dropped;
    if (job == NULL)
        return NULL;
    void *owner = job->owner;
    *reason = (enum limits_reason)job->reason;
    DL_DELETE(limits->dropped, job);
    free(job);
    return owner;
}

/* -- going -- */

static uint64_t later_of(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Returns the time at which the bucket's next job of that class may be sent. */
static uint64_t job_due(const struct limits *limits, const struct rest_bucket *bucket, int class)
{
    const struct limits_job *job = bucket->turn[class].jobs;
    uint64_t due = later_of(bucket_due(bucket), limits->edge);
    if (!job->token)
        due = later_of(due, later_of(limits->global, global_limit_rate_due(&limits->global_limit)));
    return later_of(due, global_limit_invalid_due(&limits->global_limit, way_of(job)));
}

static bool may_fly(const struct limits *limits, int class)
{
    static const struct {
        unsigned flying, all; /* requests under way; `all` includes those whose files are not made
                               * yet */
    } most[LIMITS_CLASSES] = {
        [LIMITS_CALLBACK] = {2 * LIMITS_FLYING, 3 * LIMITS_FLYING},
        [LIMITS_HAND] = {LIMITS_FLYING, 2 * LIMITS_FLYING},
        [LIMITS_TABLE] = {LIMITS_FLYING, LIMITS_FLYING},
        [LIMITS_INFO] = {LIMITS_FLYING, LIMITS_FLYING},
    };
    return !limits->refused && limits->flying_count < most[class].flying &&
           limits->flying_count + limits->making_count < most[class].all;
}

static struct rest_bucket *next_of(const struct limits *limits, int class, uint64_t now)
{
    struct rest_bucket *bucket = limits->turns[class];
    for (; bucket != NULL; bucket = bucket->turn[class].next) {
        if (job_due(limits, bucket, class) <= now)
            break;
    }
    return bucket;
}

struct limits_job *limits_take(struct limits *limits, uint64_t now)
{
    struct rest_bucket *bucket = NULL;
    int class = 0;
    expire_jobs(limits, now);
    global_limit_tick(&limits->global_limit, now);
    for (; class < LIMITS_CLASSES && may_fly(limits, class); class ++) {
        bucket = next_of(limits, class, now);
        if (bucket != NULL)
            break;
    }
    if (bucket == NULL)
        return NULL;
    struct limits_job *job = bucket->turn[class].jobs;
    bucket_start(bucket, now);
    bucket_remove(limits, job);
    DL_APPEND(limits->flying, job);
    limits->flying_count++;
    if (!job->token)
        global_limit_sent(&limits->global_limit, now);
    return job;
}

void limits_make(struct limits *limits, struct limits_job *job)
{
    job->making = true;
    limits->making_count++;
    limits->flying_count--;
}

void limits_made(struct limits *limits, struct limits_job *job)
{
    if (!job->making)
        return;
    job->making = false;
    limits->making_count--;
    limits->flying_count++;
}

uint64_t limits_due(const struct limits *limits)
{
    uint64_t due = limits->soonest;
    if (limits->dropped != NULL || (limits->refused && limits->waiting > 0))
        return 0;
    for (int class = 0; class < LIMITS_CLASSES && may_fly(limits, class); class ++) {
        const struct rest_bucket *bucket = limits->turns[class];
        for (; bucket != NULL; bucket = bucket->turn[class].next) {
            uint64_t at = job_due(limits, bucket, class);
            due = at < due ? at : due;
        }
    }
    return due;
}

/* -- answers -- */

static void land_job(struct limits *limits, struct limits_job *job)
{
    limits_made(limits, job);
    DL_DELETE(limits->flying, job);
    limits->flying_count--;
    job->bucket->busy = false;
}

/* Puts the job back as the first of its bucket. If it could go only after its deadline, or was
 * tried too often, frees it and returns LIMITS_GIVEN_UP. */
static enum limits_fate wait_again(struct limits *limits, struct limits_job *job,
                                   struct rest_bucket *bucket, uint64_t until)
{
    if (limits->refused || ++job->tries >= LIMITS_TRIES || until >= job->deadline) {
        bucket_settle(limits, bucket);
        free(job);
        return LIMITS_GIVEN_UP;
    }
    bucket_add(limits, bucket, job, true);
    return LIMITS_AGAIN;
}

/* Notes what the 429 blocks: the bucket, all requests with our token, or everything. Returns the
 * time at which the block ends. */
static uint64_t block_limited(struct limits *limits, struct rest_bucket *bucket,
                              const struct api_response *answer, uint64_t now)
{
    uint64_t wait = answer->retry_after != API_RESPONSE_NONE   ? answer->retry_after
                    : api_response_is_edge(answer)             ? (uint64_t)WAIT_EDGE
                    : answer->reset_after != API_RESPONSE_NONE ? answer->reset_after
                                                               : (uint64_t)WAIT_UNSAID;
    uint64_t *blocked = api_response_is_edge(answer)    ? &limits->edge
                        : answer->scope == SCOPE_GLOBAL ? &limits->global
                                                        : &bucket->blocked;
    *blocked = later_of(*blocked, now + later_of(wait, 1));
    return *blocked;
}

enum limits_fate limits_done(struct limits *limits, struct limits_job *job,
                             const struct api_response *answer, uint64_t now)
{
    struct rest_bucket *old = job->bucket;
    land_job(limits, job);
    struct rest_bucket *bucket = bucket_learn(limits, old, job->route, answer, now);
    enum limits_fate fate = LIMITS_DONE;
    if (api_response_is_invalid(answer))
        global_limit_invalid(&limits->global_limit, way_of(job), now);
    if (answer->status == 401 && !job->token)
        limits->refused = true;
    if (answer->status == 429)
        count_add(COUNT_RATE_LIMITED);
    if (answer->status == 429) {
        uint64_t until = block_limited(limits, bucket, answer, now);
        bool exempt = job->token && answer->scope == SCOPE_GLOBAL && !api_response_is_edge(answer);
        if (exempt)
            until = bucket->blocked = later_of(bucket->blocked, now + WAIT_EXEMPT);
        fate = wait_again(limits, job, bucket, until);
    } else {
        free(job);
    }
    bucket_settle(limits, old);
    bucket_settle(limits, bucket);
    return fate;
}

enum limits_fate limits_again(struct limits *limits, struct limits_job *job, uint64_t wait,
                              uint64_t now)
{
    struct rest_bucket *bucket = job->bucket;
    land_job(limits, job);
    bucket->blocked = later_of(bucket->blocked, now + wait);
    return wait_again(limits, job, bucket, bucket->blocked);
}
