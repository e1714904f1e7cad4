/* bucket.h: what limits.c (which request may go) and bucket.c (which requests Discord limits
 * together) share. */
#ifndef TALON_ADAPTERS_DISCORD_REST_BUCKET_H
#define TALON_ADAPTERS_DISCORD_REST_BUCKET_H

#include "limits.h"

#define HASH_NONFATAL_OOM 1
#include <uthash.h>

struct rest_bucket;

struct limits_job {
    struct limits_job *prev, *next;
    void *owner;
    struct rest_bucket *bucket; /* NULL: dropped */
    struct route *route;
    uint64_t deadline;
    uint8_t class, tries, reason;
    bool token;
    bool making; /* the job was taken, but its file is not made yet */
};

struct route {
    UT_hash_handle hh;
    char hash[API_RESPONSE_BUCKET]; /* "": not learnt */
    char name[LIMITS_ROUTE];
};

struct bucket_turn {
    struct rest_bucket *prev, *next; /* links to the other buckets that have jobs of this class */
    struct limits_job *jobs;
};

struct rest_bucket {
    UT_hash_handle hh;
    struct bucket_turn turn[LIMITS_CLASSES];
    struct rest_bucket *prev, *next; /* among the idle ones */
    unsigned waiting;
    bool idle;                 /* nothing waits, nothing is under way */
    bool busy;                 /* one is under way */
    bool own;                  /* made for one route before the hash of its bucket was known */
    uint32_t limit, remaining; /* limit 0: not known */
    uint64_t reset;            /* when `remaining` is `limit` again */
    uint64_t blocked;          /* until then nothing goes */
    const char *major;         /* in `name` */
    char name[];
};

struct limits {
    struct global_limit global_limit;
    struct route *routes;        /* uthash by name */
    struct rest_bucket *buckets; /* uthash by name */
    struct rest_bucket *idle;    /* idle buckets; the one that is idle longest comes first */
    struct rest_bucket *turns[LIMITS_CLASSES];
    struct limits_job *flying, *dropped;
    unsigned waiting, flying_count;
    unsigned making_count; /* jobs in `flying` whose files are being made; `flying_count` counts
                            * only the others */
    uint64_t soonest;      /* no waiting job has an earlier deadline */
    uint64_t global; /* before this time only requests authorised by an interaction's token are
                      * sent */
    uint64_t edge;   /* before this time nothing is sent */
    bool refused;    /* nothing is sent any more */
};

/* Finds or makes a route. NULL: there are too many, or memory is out. */
struct route *bucket_route(struct limits *limits, const char *name);
/* Finds or makes the bucket for a request of that route and major parameter. NULL: there are too
 * many, or memory is out. */
struct rest_bucket *bucket_of(struct limits *limits, struct route *route, const char *major,
                              uint64_t now);
void bucket_add(struct limits *limits, struct rest_bucket *bucket, struct limits_job *job,
                bool first);
/* Takes a waiting job out of its bucket. Call bucket_settle() afterwards, because the bucket may be
 * idle now. */
void bucket_remove(struct limits *limits, struct limits_job *job);
/* Puts the bucket on the list of idle buckets if nothing waits or is under way in it. */
void bucket_settle(struct limits *limits, struct rest_bucket *bucket);
/* Returns the time at which the next job of the bucket may be sent. */
uint64_t bucket_due(const struct rest_bucket *bucket);
/* Call it when a job of the bucket is sent. */
void bucket_start(struct rest_bucket *bucket, uint64_t now);
/* Learns from the answer to a job of `bucket`, which is no longer under way there. Returns the
 * bucket that the answer's hash names, often `bucket` itself. If it is another one, and `bucket`
 * was of one route only, the waiting jobs move to it. */
struct rest_bucket *bucket_learn(struct limits *limits, struct rest_bucket *bucket,
                                 struct route *route, const struct api_response *answer,
                                 uint64_t now);
/* Frees a list of jobs. */
void bucket_free_jobs(struct limits_job *jobs);
void bucket_finish(struct limits *limits);

#endif
