/* job.h: a document while it is being made.
 *
 * A maker gets a job, and ends it with one of the job_answer_* functions, at once or when the store
 * has answered. After that the maker must not touch the job. */
#ifndef TALON_BOT_PAGES_JOB_H
#define TALON_BOT_PAGES_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adapters/pages.h"
#include "storage/store.h"

struct cJSON;
struct language;
struct pages;

struct page_job {
    struct page_job *next; /* in the list pages->jobs */
    struct pages *pages;
    struct adapter *adapter;         /* who asked */
    const struct language *language; /* the reader's language: by ?lang=, else by Accept-Language,
                                      * else ours */
    struct page_request request;     /* with copies of its texts */
    const char *rest;                /* what the '*' of the address stands for; "": nothing */
    int64_t pushes; /* id of the running table whose watchers get this document (live.h); 0: none */
    uint64_t batch; /* batch that must be durable before the answer goes out (store_batch()); 0:
                       none. Makers set it if they show the state of a running table */
    struct cJSON *kept; /* documents that a page for people shows, by name (parts.h); owned */
    bool answered;
    char session[40]; /* room for page.session */
    struct page page; /* the answer: `body` and `poster` are malloc'd */
    char texts[];     /* of the request */
};

/* Makes the document of an address. */
typedef void page_maker(struct page_job *job);

/* Gets a document for programs, and owns it from then on. job_answer_json() sends it to a program;
 * a page for people has a function of its own, which shows the same data. `json` NULL: memory is
 * out. */
typedef void page_present(struct page_job *job, unsigned status, struct cJSON *json,
                          unsigned max_age);

/* Makes a job with a copy of the request. `pages` NULL: the job is only for reading the request.
 * Returns NULL if memory is out. */
struct page_job *job_create(struct pages *pages, struct adapter *adapter,
                            const struct page_request *request);
void job_destroy(struct page_job *job);

/* Returns the first known language of an Accept-Language; NULL: none is known, or `header` is
 * NULL. */
const struct language *job_language_accepted(const char *header);

/* Writes the decoded value of a parameter into `out`; "" if it is missing. If it is there several
 * times, the first counts. Returns false if it does not fit, or has a control code or a bad "%".
 * The value is what somebody typed: clean it before you show it. It may be invalid UTF-8. */
bool job_parameter(const struct page_job *job, const char *name, char *out, size_t size);

/* Reads a parameter that must be a number of at least `least`. If it is missing, `*number` does not
 * change. Returns false for anything else. */
bool job_number(const struct page_job *job, const char *name, int64_t least, int64_t *number);
/* Returns job->rest as a number above 0; 0: it is none. */
int64_t job_rest_number(const struct page_job *job);
/* Reads job->rest as "NETWORK/CHANNEL". Returns false if it is something else, or does not fit. */
bool job_rest_channel(const struct page_job *job, char network[STORE_NAME_MAX],
                      char channel[STORE_ACCOUNT_MAX]);

/* Answers with `body`, and takes it over (from malloc()). NULL: memory is out, and the answer is a
 * 503 without a body. */
void job_answer_text(struct page_job *job, unsigned status, const char *type, char *body,
                     unsigned max_age);
/* Answers with `json`, and takes it over. NULL: memory is out, and the answer is a 503. */
void job_answer_json(struct page_job *job, unsigned status, struct cJSON *json, unsigned max_age);
/* Answers with a picture, and takes `poster` over. Call it only if the client can draw
 * (page_request.draws). */
void job_answer_poster(struct page_job *job, struct poster *poster, unsigned max_age);
/* Answers {"error": "..."}. `text` is of the catalogue, and is translated for the reader. */
void job_refuse_json(struct page_job *job, unsigned status, const char *text);
/* Makes the error of job_refuse_json(), and gives it to `present` instead. */
void job_present_error(struct page_job *job, unsigned status, const char *text,
                       page_present *present);

/* Texts with which several makers refuse. */
extern const char *const job_no_page, *const job_unread;

#endif
