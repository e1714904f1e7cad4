/* job.h: one document that is being made.
 *
 * A maker is called with a job and ends it with one of the job_answer_* functions, at once or when
 * the store has answered. The job is not the maker's any more from then on. */
#ifndef TALON_BOT_PAGES_JOB_H
#define TALON_BOT_PAGES_JOB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "adapters/adapter.h"
#include "storage/store.h"

struct cJSON;
struct host;
struct language;

struct page_job {
    struct page_job *next; /* of struct pages: the newest first, or in the order of their answers */
    struct host *host;
    struct adapter *adapter;         /* who asked */
    const struct language *language; /* of who reads it: ?lang=, else Accept-Language, else ours */
    struct page_request request;     /* with copies of its texts */
    const char *rest; /* what stood in place of the '*' of the address in the table; "": nothing */
    int64_t pushes;   /* the running table whose document this is, for who watches it (live.h) */
    uint64_t batch;   /* that must be durable before it is told (store_batch()); 0: none. Makers set
                         it where they show what a running table is at */
    struct cJSON *kept; /* documents that a page for people is made of, by name (parts.h); owned */
    bool answered;
    char session[40]; /* room for page.session */
    struct page page; /* the answer: `body` and `poster` are malloc'd */
    char texts[];     /* of the request */
};

/* Makes the document of an address. */
typedef void page_maker(struct page_job *job);

/* Takes a document over, made for programs, as job_answer_json() does: who makes data gives it to
 * one of these, so that a page for people can be made of the same. `json` NULL: memory is out. */
typedef void page_present(struct page_job *job, unsigned status, struct cJSON *json,
                          unsigned max_age);

/* Copies the request; `host` NULL: there is only something to be read in it. NULL: memory is out.
 */
struct page_job *job_create(struct host *host, struct adapter *adapter,
                            const struct page_request *request);
void job_destroy(struct page_job *job);

/* The first language of an Accept-Language that is known here; NULL: none, or `header` is. */
const struct language *job_language_accepted(const char *header);

/* Writes the decoded value of a parameter of the query into `out`; "" where it is not there. False:
 * it does not fit, or holds a control code or a wrong "%". Of several the first counts. What is
 * found is what somebody typed: it is cleaned before it is shown, and may be no UTF-8. */
bool job_parameter(const struct page_job *job, const char *name, char *out, size_t size);

/* A parameter that is a number from `least` on; `*number` stays where it is not there. False: it is
 * something else. */
bool job_number(const struct page_job *job, const char *name, int64_t least, int64_t *number);
/* job->rest as a number above 0; 0: it is none. */
int64_t job_rest_number(const struct page_job *job);
/* job->rest as "NETWORK/CHANNEL". False: it is something else, or does not fit. */
bool job_rest_channel(const struct page_job *job, char network[STORE_NAME_MAX],
                      char channel[STORE_ACCOUNT_MAX]);

/* Takes `body` over (malloc'd; NULL: memory is out, which becomes a 503 without a body). */
void job_answer_text(struct page_job *job, unsigned status, const char *type, char *body,
                     unsigned max_age);
/* Takes `json` over (NULL likewise). */
void job_answer_json(struct page_job *job, unsigned status, struct cJSON *json, unsigned max_age);
/* A picture: takes `poster` over. Who asks must be able to draw (page_request.draws). */
void job_answer_poster(struct page_job *job, struct poster *poster, unsigned max_age);
/* {"error": "..."}: one line in the reader's language, a text of the catalogue. */
void job_refuse_json(struct page_job *job, unsigned status, const char *text);
/* The same, given to `present`. */
void job_present_error(struct page_job *job, unsigned status, const char *text,
                       page_present *present);

/* What many of them are refused with. */
extern const char *const job_no_page, *const job_unread;

#endif
