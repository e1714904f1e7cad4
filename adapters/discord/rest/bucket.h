/* bucket.h: what limits.c (what may go) and bucket.c (what belongs together) share. */
#ifndef TALON_ADAPTERS_DISCORD_REST_BUCKET_H
#define TALON_ADAPTERS_DISCORD_REST_BUCKET_H

#include "limits.h"

#define HASH_NONFATAL_OOM 1
#include <uthash.h>

struct bucket;

struct limits_job {
    struct limits_job *prev, *next;
    void *owner;
    struct bucket *bucket; /* NULL: dropped */
    struct route *route;
    uint64_t deadline;
    uint8_t class, tries, reason;
    bool token;
};

struct route {
    UT_hash_handle hh;
    char hash[API_RESPONSE_BUCKET]; /* "": not learnt */
    char name[LIMITS_ROUTE];
};

struct bucket_turn {
    struct bucket *prev, *next; /* among the buckets with jobs of the class */
    struct limits_job *jobs;
};

struct bucket {
    UT_hash_handle hh;
    struct bucket_turn turn[LIMITS_CLASSES];
    struct bucket *prev, *next; /* among the idle ones */
    unsigned waiting;
    bool idle;                 /* nothing waits, nothing is under way */
    bool busy;                 /* one is under way */
    bool own;                  /* of one route, since its hash is not known */
    uint32_t limit, remaining; /* limit 0: not known */
    uint64_t reset;            /* when `remaining` is `limit` again */
    uint64_t blocked;          /* until then nothing goes */
    const char *major;         /* in `name` */
    char name[];
};

struct limits {
    struct global_limit global_limit;
    struct route *routes;   /* uthash by name */
    struct bucket *buckets; /* uthash by name */
    struct bucket *idle;    /* a list; the longest idle first */
    struct bucket *turns[LIMITS_CLASSES];
    struct limits_job *flying, *dropped;
    unsigned waiting, flying_count;
    uint64_t soonest; /* no deadline of what waits is earlier */
    uint64_t global;  /* until then only requests by token go */
    uint64_t edge;    /* until then nothing goes */
    bool refused;     /* nothing goes any more */
};

/* Finds or makes a route; NULL: too many, or memory is out. */
struct route *bucket_route(struct limits *limits, const char *name);
/* Where a request of that route and major waits. NULL: too many, or memory is out. */
struct bucket *bucket_of(struct limits *limits, struct route *route, const char *major,
                         uint64_t now);
void bucket_add(struct limits *limits, struct bucket *bucket, struct limits_job *job, bool first);
/* Takes a waiting job out. The bucket may be idle after it: bucket_settle(). */
void bucket_remove(struct limits *limits, struct limits_job *job);
/* Lists the bucket among the idle ones if it is. */
void bucket_settle(struct limits *limits, struct bucket *bucket);
/* When its next job may go. */
uint64_t bucket_due(const struct bucket *bucket);
/* A job goes. */
void bucket_start(struct bucket *bucket, uint64_t now);
/* Learns from an answer to a job of `bucket`, in which it is no longer counted; gives the bucket
 * that it belongs to, where all that waited now waits. */
struct bucket *bucket_learn(struct limits *limits, struct bucket *bucket, struct route *route,
                            const struct api_response *answer, uint64_t now);
/* A whole list of them. */
void bucket_free_jobs(struct limits_job *jobs);
void bucket_finish(struct limits *limits);

#endif
