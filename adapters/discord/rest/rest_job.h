/* rest_job.h: a request of rest.h, kept until it is over. */
#ifndef TALON_ADAPTERS_DISCORD_REST_REST_JOB_H
#define TALON_ADAPTERS_DISCORD_REST_REST_JOB_H

#include "adapters/curl/http.h"
#include "rest.h"

#define HASH_NONFATAL_OOM 1
#include <uthash.h>

struct rest_making;

struct rest_job {
    UT_hash_handle hh;
    struct rest_job *prev, *next; /* among those that are over and not told */
    uint64_t id;
    struct rest *rest;
    struct limits_job *limit;       /* NULL: over, and not told yet */
    struct rest_making *making;     /* under way: its file is being made */
    struct http_exchange *exchange; /* under way */
    cJSON *body;
    struct rest_file *file; /* NULL: none; while it is being made, that has it */
    char *out;              /* the body as it is under way */
    uint64_t deadline, began;
    enum limits_class class;
    enum rest_end end;
    bool token_only, repeat;
    bool open;      /* it was sent, and whether it was carried out is not known */
    unsigned tries; /* that failed */
    void (*done)(void *arg, const struct rest_reply *reply);
    void *arg;
    char method[8];
    char address[REST_ADDRESS]; /* "": nobody's */
    char route[LIMITS_ROUTE];
    char path[];
};

/* Takes body and file in any case. NULL: too large, or memory is out. */
struct rest_job *rest_job_create(const struct rest_request *request);
void rest_job_free(struct rest_job *job);
/* What a request brought is freed. */
void rest_job_refuse(const struct rest_request *request);
/* Takes both in any case; false: there is no body, and the old one stays. */
bool rest_job_replace(struct rest_job *job, cJSON *body, struct rest_file *file);
/* Makes the file, off the loop; `ready` is called in a later turn, unless the job is freed before.
 * False: there is nothing to make. */
bool rest_job_make(struct rest_job *job, struct loop *loop, void (*ready)(struct rest_job *job));
/* It is not wanted any more. */
void rest_job_unmake(struct rest_job *job);
/* Writes the body as it goes into the request's parts, which `job->out` and the file carry. A file
 * goes as Discord takes it: a form with the JSON as `payload_json`, the file as `files[0]`, and in
 * the JSON an entry of `attachments` that has this number. False: memory is out. */
bool rest_job_write(struct rest_job *job, struct http_request *request);

#endif
