#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bucket.h"
#include <utlist.h>

enum { SWEEP = 4 }; /* how many idle buckets we look at, to discard them, for each new bucket */

/* -- making and keeping -- */

struct route *bucket_route(struct limits *limits, const char *name)
{
    struct route *route;
    HASH_FIND_STR(limits->routes, name, route);
    if (route != NULL || strlen(name) >= LIMITS_ROUTE ||
        HASH_COUNT(limits->routes) >= LIMITS_ROUTES)
        return route;
    route = calloc(1, sizeof(*route));
    if (route == NULL)
        return NULL;
    memcpy(route->name, name, strlen(name) + 1);
    HASH_ADD_STR(limits->routes, name, route);
    if (route->hh.tbl == NULL) {
        free(route);
        return NULL;
    }
    return route;
}

static void discard_bucket(struct limits *limits, struct rest_bucket *bucket)
{
    DL_DELETE(limits->idle, bucket);
    HASH_DEL(limits->buckets, bucket); /* NOLINT(clang-analyzer-*): of uthash's making */
    free(bucket);
}

/* Looks at `most` idle buckets, and discards those that limit nothing now. */
static void sweep_idle(struct limits *limits, unsigned most, uint64_t now)
{
    for (unsigned i = 0; i < most && limits->idle != NULL; i++) {
        struct rest_bucket *bucket = limits->idle;
        if (bucket->reset <= now && bucket->blocked <= now) {
            discard_bucket(limits, bucket);
        } else {
            DL_DELETE(limits->idle, bucket);
            DL_APPEND(limits->idle, bucket);
        }
    }
}

static struct rest_bucket *find_bucket(const struct limits *limits, const char *name)
{
    struct rest_bucket *bucket;
    HASH_FIND_STR(limits->buckets, name, bucket);
    return bucket;
}

enum { NAME_LENGTH_MAX = 2 + LIMITS_ROUTE + LIMITS_MAJOR };

/* Writes the key of a bucket: 'h' and a hash, or 'r' and a route; then the major parameter. Returns
 * where in the key the major parameter starts. */
static size_t name_of(char name[NAME_LENGTH_MAX], char kind, const char *of, const char *major)
{
    snprintf(name, NAME_LENGTH_MAX, "%c%s\n%s", kind, of, major);
    return strlen(of) + 2;
}

static struct rest_bucket *open_bucket(struct limits *limits, char kind, const char *of,
                                       const char *major, uint64_t now)
{
    char name[NAME_LENGTH_MAX];
    size_t head = name_of(name, kind, of, major);
    struct rest_bucket *bucket = find_bucket(limits, name);
    if (bucket != NULL)
        return bucket;
    unsigned count = HASH_COUNT(limits->buckets);
    sweep_idle(limits, count >= LIMITS_BUCKETS ? count : (unsigned)SWEEP, now);
    if (HASH_COUNT(limits->buckets) >= LIMITS_BUCKETS)
        return NULL;
    size_t length = strlen(name);
    bucket = calloc(1, sizeof(*bucket) + length + 1);
    if (bucket == NULL)
        return NULL;
    memcpy(bucket->name, name, length);
    bucket->major = bucket->name + head;
    bucket->own = kind == 'r';
    HASH_ADD_STR(limits->buckets, name, bucket);
    if (bucket->hh.tbl == NULL) {
        free(bucket);
        return NULL;
    }
    bucket_settle(limits, bucket);
    return bucket;
}

struct rest_bucket *bucket_of(struct limits *limits, struct route *route, const char *major,
                              uint64_t now)
{
    char name[NAME_LENGTH_MAX];
    name_of(name, 'r', route->name, major);
    struct rest_bucket *own = find_bucket(limits, name);
    if (own != NULL && !own->idle)
        return own; /* the old bucket stays until its next answer, to keep the order of requests */
    return *route->hash != '\0' ? open_bucket(limits, 'h', route->hash, major, now)
                                : open_bucket(limits, 'r', route->name, major, now);
}

void bucket_free_jobs(struct limits_job *jobs)
{
    for (struct limits_job *next; jobs != NULL; jobs = next) {
        next = jobs->next;
        free(jobs);
    }
}

void bucket_finish(struct limits *limits)
{
    struct rest_bucket *bucket, *next_bucket;
    HASH_ITER(hh, limits->buckets, bucket, next_bucket)
    {
        for (int class = 0; class < LIMITS_CLASSES; class ++)
            bucket_free_jobs(bucket->turn[class].jobs);
        HASH_DEL(limits->buckets, bucket); /* NOLINT(clang-analyzer-*): of uthash's making */
        free(bucket);
    }
    struct route *route, *next_route;
    HASH_ITER(hh, limits->routes, route, next_route)
    {
        HASH_DEL(limits->routes, route); /* NOLINT(clang-analyzer-*): of uthash's making */
        free(route);
    }
}

/* -- jobs -- */

void bucket_settle(struct limits *limits, struct rest_bucket *bucket)
{
    bool idle = bucket->waiting == 0 && !bucket->busy;
    if (idle && !bucket->idle)
        DL_APPEND(limits->idle, bucket);
    else if (!idle && bucket->idle)
        DL_DELETE(limits->idle, bucket);
    bucket->idle = idle;
}

void bucket_add(struct limits *limits, struct rest_bucket *bucket, struct limits_job *job,
                bool first)
{
    unsigned class = job->class;
    struct bucket_turn *turn = &bucket->turn[class];
    if (turn->jobs == NULL)
        DL_APPEND2(limits->turns[class], bucket, turn[class].prev, turn[class].next);
    if (first)
        DL_PREPEND(turn->jobs, job);
    else
        DL_APPEND(turn->jobs, job);
    job->bucket = bucket;
    bucket->waiting++;
    limits->waiting++;
    if (job->deadline < limits->soonest)
        limits->soonest = job->deadline;
    bucket_settle(limits, bucket);
}

void bucket_remove(struct limits *limits, struct limits_job *job)
{
    unsigned class = job->class;
    struct rest_bucket *bucket = job->bucket;
    DL_DELETE(bucket->turn[class].jobs, job); /* NOLINT(clang-analyzer-*): of utlist's making */
    bucket->waiting--;
    limits->waiting--;
    if (limits->waiting == 0)
        limits->soonest = UINT64_MAX;
    /* NOLINTNEXTLINE(clang-analyzer-*): of utlist's making */
    DL_DELETE2(limits->turns[class], bucket, turn[class].prev, turn[class].next);
    if (bucket->turn[class].jobs != NULL) /* the other buckets first */
        DL_APPEND2(limits->turns[class], bucket, turn[class].prev, turn[class].next);
}

/* -- what is known -- */

uint64_t bucket_due(const struct rest_bucket *bucket)
{
    uint64_t due = bucket->blocked;
    if (bucket->busy)
        return UINT64_MAX;
    if (bucket->limit > 0 && bucket->remaining == 0 && bucket->reset > due)
        due = bucket->reset;
    return due;
}

void bucket_start(struct rest_bucket *bucket, uint64_t now)
{
    bucket->busy = true;
    if (bucket->limit == 0)
        return;
    if (now >= bucket->reset)
        bucket->remaining = bucket->limit;
    bucket->remaining -= bucket->remaining > 0;
}

/* Moves all waiting jobs over, in their order. */
static void move_jobs(struct limits *limits, struct rest_bucket *from, struct rest_bucket *to)
{
    for (int class = 0; class < LIMITS_CLASSES; class ++) {
        while (from->turn[class].jobs != NULL) {
            struct limits_job *job = from->turn[class].jobs;
            bucket_remove(limits, job);
            bucket_add(limits, to, job, false);
        }
    }
    to->blocked = from->blocked > to->blocked ? from->blocked : to->blocked;
    bucket_settle(limits, from);
}

struct rest_bucket *bucket_learn(struct limits *limits, struct rest_bucket *bucket,
                                 struct route *route, const struct api_response *answer,
                                 uint64_t now)
{
    struct rest_bucket *right = bucket;
    if (*answer->bucket != '\0') {
        memcpy(route->hash, answer->bucket, sizeof(route->hash));
        right = open_bucket(limits, 'h', answer->bucket, bucket->major, now);
        right = right != NULL ? right : bucket;
    }
    if (right != bucket && bucket->own)
        move_jobs(limits, bucket, right);
    if (answer->limit != API_RESPONSE_NONE && answer->limit > 0 &&
        answer->remaining != API_RESPONSE_NONE && answer->reset_after != API_RESPONSE_NONE) {
        right->limit = answer->limit;
        right->remaining = answer->remaining;
        right->reset = now + answer->reset_after;
    }
    return right;
}
