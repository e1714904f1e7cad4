/* rest_job.h: one request of rest.h, from rest_send() until `done` was called. */
#ifndef TALON_ADAPTERS_DISCORD_REST_REST_JOB_H
#define TALON_ADAPTERS_DISCORD_REST_REST_JOB_H

#include "adapters/curl/http.h"
#include "make_queue.h"
#include "rest.h"

#define HASH_NONFATAL_OOM 1
#include <uthash.h>

struct rest_job {
    UT_hash_handle hh;
    struct rest_job *prev, *next; /* links to other jobs that have ended and whose `done` is due */
    uint64_t id;
    struct rest *rest;
    struct limits_job *limit;       /* NULL: the job has ended, and `done` is due */
    struct making_file *making;     /* its file waits to be made, or another thread makes it */
    struct http_exchange *exchange; /* under way */
    cJSON *body;
    struct rest_file *file; /* NULL: none, or `making` has it */
    char *out;              /* the bytes of the body that are being sent */
    uint64_t deadline, began;
    enum limits_class class;
    enum rest_end end;
    bool token_only, repeat;
    bool open;      /* it was sent, and we do not know whether it was carried out */
    unsigned tries; /* that failed */
    void (*done)(void *arg, const struct rest_reply *reply);
    void *arg;
    char method[8];
    char address[REST_ADDRESS]; /* "": nobody's */
    char route[LIMITS_ROUTE];
    char path[];
};

/* Takes over the request's body and file, even if it fails. Returns NULL if the request is too
 * large, or memory is out. */
struct rest_job *rest_job_create(const struct rest_request *request);
void rest_job_free(struct rest_job *job);
/* Frees the body and file of a request that is refused. */
void rest_job_refuse(const struct rest_request *request);
/* Replaces body and file; takes both over, even if it returns false. No thread may be making the
 * old file. False: `body` is NULL, and the old one stays. */
bool rest_job_replace(struct rest_job *job, cJSON *body, struct rest_file *file);
/* The file is not wanted any more. */
void rest_job_unmake(struct rest_job *job);
/* Sets the parts of `request` from body and file. The parts point to `job->out` and to the file.
 * With a file the request is a form, as Discord demands: `payload_json` is the JSON, `files[0]` is
 * the file, and `attachments` in the JSON has an entry with that number. False: memory is out. */
bool rest_job_write(struct rest_job *job, struct http_request *request);

#endif
