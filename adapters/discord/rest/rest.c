#include "rest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "api_health.h"
#include "base/count.h"
#include "base/private.h"
#include "base/version.h"
#include "rest_job.h"
#include <utlist.h>

enum {
    AGAIN_MAX = 5,     /* doublings */
    AGAIN_QUARTER = 2, /* doublings for an answer to an interaction: from a quarter of again_ms to
                        * again_ms */
    URL_BASE = 256,
    LOOK_MS = 20 /* ms from one call of `may_send` to the next while it returns false */
};

struct rest {
    struct timer timer; /* the first member; runs until a request may go */
    struct timer patience;
    struct rest_setup setup;
    char agent[REST_HOMEPAGE_MAX + 40];
    struct limits *limits;
    struct http *http, *once; /* `once`: for requests that must not be carried out twice */
    struct make_queue *files; /* of `jobs` */
    struct rest_job *jobs;    /* uthash by id */
    struct rest_job *ended;
    uint64_t last_id;
    uint64_t chance; /* of jitter */
    struct api_health health;
    unsigned handles; /* handles of the loop that are not closed yet */
    bool stopping;
    bool cut; /* a request whose result people would see was not sent, or may not have been */
    void (*stopped)(void *arg);
    void *stopped_arg;
    char *authorization;
    char base[URL_BASE];
};

static uint64_t now_of(const struct rest *rest)
{
    return loop_now(rest->setup.loop);
}

unsigned rest_waiting(const struct rest *rest)
{
    return limits_waiting(rest->limits);
}

const char *rest_trouble(const struct rest *rest)
{
    return limits_trouble(rest->limits, now_of(rest));
}

int64_t rest_date(const struct rest *rest)
{
    return api_health_date(&rest->health);
}

static struct rest_job *find_job(const struct rest *rest, uint64_t id)
{
    struct rest_job *job;
    HASH_FIND(hh, rest->jobs, &id, sizeof(id), job);
    return job;
}

/* -- ends -- */

static void take_out(struct rest *rest, struct rest_job *job)
{
    HASH_DEL(rest->jobs, job); /* NOLINT(clang-analyzer-*): of uthash's making */
}

static void forget_job(struct rest *rest, struct rest_job *job)
{
    take_out(rest, job);
    rest_job_free(job);
}

static void tell_job(struct rest *rest, struct rest_job *job, const struct rest_reply *reply)
{
    take_out(rest, job);
    if (job->done != NULL)
        job->done(job->arg, reply);
    rest_job_free(job);
}

/* Ends a request; its callback comes in the next turn of the loop. */
static void end_job(struct rest *rest, struct rest_job *job, enum rest_end how)
{
    job->limit = NULL;
    job->end = how;
    DL_APPEND(rest->ended, job);
    timer_set(&rest->timer, 0);
}

/* Calls `done` of the requests that have ended. Those that end during these callbacks wait for the
 * next turn of the loop. */
static void tell_ended(struct rest *rest)
{
    struct rest_job *last = rest->ended != NULL ? rest->ended->prev : NULL;
    while (rest->ended != NULL) {
        struct rest_job *job = rest->ended;
        struct rest_reply reply = {.end = job->end};
        DL_DELETE(rest->ended, job);
        bool is_last = job == last;
        tell_job(rest, job, &reply);
        if (is_last)
            break;
    }
}

static void drop_late(struct rest *rest)
{
    struct rest_job *job;
    enum limits_reason reason;
    while ((job = limits_drop(rest->limits, now_of(rest), &reason)) != NULL) {
        log_debug(LOG_OF(rest->setup.log, job->route), "%s",
                  reason == LIMITS_LATE ? "too late" : "not sent any more");
        end_job(rest, job, reason == LIMITS_LATE ? REST_LATE : REST_REFUSED);
    }
}

/* -- answers -- */

/* Returns ms until the next try. The bound doubles each time; the delay is random, between half the
 * bound and the bound, so that requests do not come all at once. */
static uint64_t again_after(struct rest *rest, struct rest_job *job)
{
    bool callback = job->class == LIMITS_CALLBACK; /* must be sent within three seconds */
    unsigned most = callback ? AGAIN_QUARTER : AGAIN_MAX;
    unsigned doubled = job->tries < most ? job->tries : most;
    uint64_t wait = ((uint64_t)rest->setup.again_ms << doubled) >> (callback ? AGAIN_QUARTER : 0);
    job->tries++;
    rest->chance = rest->chance * 6364136223846793005u + 1442695040888963407u;
    return wait - (rest->chance >> 33) % (wait / 2 + 1);
}

static bool is_failing(unsigned status)
{
    return status == 500 || (status >= 502 && status <= 504);
}

/* Returns true if a request is to be sent again although no limit refused it: it was not sent, or
 * the server failed or did not answer. */
static bool wants_again(const struct rest_job *job, const struct http_result *result)
{
    if (result == NULL || result->unsent)
        return true;
    return job->repeat && !result->large && (!result->whole || is_failing(result->status));
}

static void reply_to(struct rest *rest, struct rest_job *job, const struct http_result *result,
                     const struct api_response *answer)
{
    bool unsent = !job->open && (result == NULL || result->unsent);
    struct rest_reply reply = {.end = unsent ? REST_LATE : REST_LOST,
                               .sent = unsent ? NULL : job->body,
                               .file = &job->file};
    cJSON *body = NULL;
    reply.status = answer->status;
    reply.code = answer->code;
    if (result != NULL) {
        reply.end = result->whole ? REST_ANSWERED : reply.end;
        body = result->whole && job->done != NULL
                   ? cJSON_ParseWithLength(result->body, result->length)
                   : NULL;
        reply.body = body;
    }
    tell_job(rest, job, &reply);
    cJSON_Delete(body);
}

static const char *header_of(const void *arg, const char *name)
{
    return http_header(arg, name);
}

static struct api_response answer_of(const struct http_result *result)
{
    struct api_response answer;
    api_response_init(&answer, result != NULL ? result->status : 0);
    if (result == NULL || answer.status == 0)
        return answer;
    api_response_headers(&answer, header_of, result->exchange);
    if (result->whole && answer.status / 100 != 2)
        api_response_body(&answer, result->body, result->length);
    return answer;
}

/* `result` NULL: memory was out, nothing was sent. */
static void settle_job(struct rest *rest, struct rest_job *job, const struct http_result *result)
{
    const struct api_response answer = answer_of(result);
    uint64_t now = now_of(rest);
    bool token_only = job->token_only;
    enum limits_fate fate;
    job->exchange = NULL;
    bool again = wants_again(job, result);
    job->open |= result != NULL && (result->resent || (again && !result->unsent));
    if (again)
        fate = limits_again(rest->limits, job->limit, again_after(rest, job), now);
    else
        fate = limits_done(rest->limits, job->limit, &answer, now);
    timer_set(&rest->timer, 0);
    api_health_learn(&rest->health, job, result, &answer, fate);
    if (answer.emoji && rest->setup.emoji_refused != NULL)
        rest->setup.emoji_refused(rest->setup.arg);
    if (fate != LIMITS_AGAIN)
        reply_to(rest, job, result, &answer);
    api_health_judge(&rest->health, token_only ? 0 : answer.status);
}

static void on_done(void *arg, const struct http_result *result)
{
    struct rest_job *job = arg;
    settle_job(job->rest, job, result);
}

/* -- going -- */

static bool may_send(const struct rest *rest)
{
    return rest->setup.may_send == NULL || rest->setup.may_send(rest->setup.arg);
}

static uint64_t timeout_of(const struct rest_job *job, uint64_t now)
{
    uint64_t left = job->deadline > now ? job->deadline - now : 0;
    return job->class == LIMITS_CALLBACK && left < REST_WHOLE_MS - REST_LATE_MS
               ? left + REST_LATE_MS
               : (uint64_t)REST_WHOLE_MS;
}

static void send_job(struct rest_job *job)
{
    struct rest *rest = job->rest;
    char url[URL_BASE + REST_PATH];
    struct http_request request = {.method = job->method,
                                   .url = url,
                                   .authorization = job->token_only ? NULL : rest->authorization,
                                   .timeout = timeout_of(job, now_of(rest))};
    snprintf(url, sizeof(url), "%s%s", rest->base, job->path);
    job->began = now_of(rest);
    if (may_send(rest) && rest_job_write(job, &request)) /* making the file may have taken long, so
                                                          * ask again */
        job->exchange = http_start(job->repeat ? rest->http : rest->once, &request, on_done, job);
    if (job->exchange == NULL)
        settle_job(rest, job, NULL);
}

static void on_file(void *arg, struct rest_file *file)
{
    struct rest_job *job = arg;
    job->making = NULL;
    job->file = file;
    limits_made(job->rest->limits, job->limit);
    send_job(job);
}

static void start_job(struct rest *rest, struct rest_job *job)
{
    struct rest_file *file = job->file;
    if (file != NULL && file->data == NULL) {
        job->file = NULL;
        job->making = make_queue_put(rest->files, file, job->class, on_file, job);
    }
    if (job->making != NULL)
        limits_make(rest->limits, job->limit);
    else
        send_job(job);
}

static void check_stopped(struct rest *rest)
{
    if (rest->stopping && rest->jobs == NULL && rest->stopped != NULL) {
        void (*stopped)(void *) = rest->stopped;
        rest->stopped = NULL;
        timer_stop(&rest->patience);
        stopped(rest->stopped_arg); /* may destroy it */
    }
}

static void on_timer(struct timer *timer)
{
    struct rest *rest = (struct rest *)timer;
    struct limits_job *limit;
    drop_late(rest);
    tell_ended(rest);
    while (may_send(rest) && (limit = limits_take(rest->limits, now_of(rest))) != NULL)
        start_job(rest, limits_owner(limit));
    uint64_t due = limits_due(rest->limits), now = now_of(rest);
    if (due <= now && !may_send(rest))
        due = now + LOOK_MS;
    if (rest->ended != NULL || due <= now)
        timer_set(timer, rest->ended != NULL ? 0 : 1);
    else if (due != UINT64_MAX)
        timer_set(timer, due - now);
    check_stopped(rest);
}

/* -- requests -- */

void rest_recall(struct rest *rest, const uint32_t invalid[AUTHS])
{
    for (unsigned auth = 0; auth < AUTHS; auth++) {
        limits_recall(rest->limits, (enum rest_auth)auth, invalid[auth], now_of(rest));
        rest->health.told[auth] += invalid[auth]; /* it is stored already */
    }
}

/* Notes that a request was not carried out, unless it is a DELETE or a GET: people do not miss its
 * result. */
static void note_cut(struct rest *rest, const char *method)
{
    rest->cut = rest->cut || (strcmp(method, "DELETE") != 0 && strcmp(method, "GET") != 0);
}

bool rest_is_whole(const struct rest *rest)
{
    return rest->stopping && !rest->cut;
}

uint64_t rest_send(struct rest *rest, const struct rest_request *request)
{
    struct rest_job *job = NULL;
    if (rest->stopping) {
        note_cut(rest, request->method);
        rest_job_refuse(request);
    } else {
        job = rest_job_create(request);
    }
    if (job == NULL)
        return 0;
    struct limits_request limited = {.route = job->route,
                                     .major = request->major,
                                     .class = job->class,
                                     .token = job->token_only,
                                     .deadline = job->deadline};
    job->rest = rest;
    job->id = ++rest->last_id;
    HASH_ADD(hh, rest->jobs, id, sizeof(job->id), job);
    if (job->hh.tbl == NULL) {
        rest_job_free(job);
        return 0;
    }
    job->limit = limits_put(rest->limits, &limited, job, now_of(rest));
    if (job->limit == NULL) {
        count_add(COUNT_LINES_NO_ROOM);
        forget_job(rest, job);
        return 0;
    }
    timer_set(&rest->timer, 0);
    return job->id;
}

/* A job also counts as waiting while its file waits to be made, so that a newer picture can replace
 * one that nobody has drawn yet. */
static bool job_waits(const struct rest_job *job)
{
    return job != NULL && job->limit != NULL && job->exchange == NULL &&
           (job->making == NULL || make_queue_waits(job->making));
}

/* Takes a job out of the limits. */
static void withdraw_job(struct rest *rest, struct rest_job *job)
{
    if (job_waits(job) && job->making == NULL) {
        limits_cancel(rest->limits, job->limit);
    } else {
        struct api_response none;
        api_response_init(&none, 0);
        rest_job_unmake(job);
        if (job->exchange != NULL)
            http_abort(job->exchange);
        job->exchange = NULL;
        limits_done(rest->limits, job->limit, &none, now_of(rest));
    }
}

bool rest_is_waiting(const struct rest *rest, uint64_t id)
{
    const struct rest_job *job = find_job(rest, id);
    return job_waits(job) && !job->open;
}

bool rest_cancel(struct rest *rest, uint64_t id)
{
    struct rest_job *job = find_job(rest, id);
    if (!job_waits(job) || job->open)
        return false;
    withdraw_job(rest, job);
    forget_job(rest, job);
    timer_set(&rest->timer, 0);
    return true;
}

bool rest_replace(struct rest *rest, uint64_t id, cJSON *body, struct rest_file *file)
{
    struct rest_job *job = find_job(rest, id);
    if (!job_waits(job) || (job->open && strcmp(job->method, "POST") == 0)) {
        rest_job_refuse(&(struct rest_request){.body = body, .file = file});
        return false;
    }
    return rest_job_replace(job, body, file);
}

/* -- stopping -- */

static void abort_job(struct rest *rest, struct rest_job *job)
{
    note_cut(rest, job->method);
    withdraw_job(rest, job);
    end_job(rest, job, REST_STOPPED);
}

static void abort_all(struct rest *rest, bool info_only)
{
    for (struct rest_job *job = rest->jobs; job != NULL; job = job->hh.next) {
        if (job->limit != NULL && (!info_only || (job->class == LIMITS_INFO && job_waits(job))))
            abort_job(rest, job);
    }
}

static void on_patience(struct timer *timer)
{
    struct rest *rest = timer->uv.data;
    abort_all(rest, false);
}

void rest_stop(struct rest *rest, uint64_t patience, void (*stopped)(void *arg), void *arg)
{
    rest->stopping = true;
    rest->stopped = stopped;
    rest->stopped_arg = arg;
    abort_all(rest, true);
    timer_set(&rest->patience, patience);
    timer_set(&rest->timer, 0);
}

/* -- lifetime -- */

static void handle_closed(struct rest *rest)
{
    if (--rest->handles == 0)
        free(rest);
}

static void on_timer_closed(struct timer *timer)
{
    handle_closed((struct rest *)timer);
}

static void on_patience_closed(struct timer *timer)
{
    handle_closed(timer->uv.data);
}

static bool set_texts(struct rest *rest)
{
    const char *base = rest->setup.base != NULL ? rest->setup.base : REST_BASE;
    size_t length = strlen(base), size = strlen(rest->setup.token) + sizeof("Bot ");
    while (length > 0 && base[length - 1] == '/')
        length--;
    rest->authorization = malloc(size);
    if (rest->authorization == NULL)
        return false;
    snprintf(rest->authorization, size, "Bot %s", rest->setup.token);
    if (length + sizeof("/v10") > sizeof(rest->base))
        return false;
    snprintf(rest->base, sizeof(rest->base), "%.*s/v10", (int)length, base);
    return true;
}

static bool may_go_out(void *arg)
{
    return may_send(arg);
}

static struct http *create_http(struct rest *rest, bool once)
{
    return http_create(&(struct http_setup){.loop = rest->setup.loop,
                                            .agent = rest->agent,
                                            .ca = rest->setup.ca,
                                            .silent_ms = rest->setup.silent_ms,
                                            .tls = strncmp(rest->base, "https:", 6) == 0,
                                            .may_send = may_go_out,
                                            .arg = rest,
                                            .once = once});
}

static void forget_token(struct rest *rest)
{
    if (rest->authorization != NULL)
        private_wipe(rest->authorization, strlen(rest->authorization));
    free(rest->authorization);
}

struct rest *rest_create(const struct rest_setup *setup)
{
    struct rest *rest = calloc(1, sizeof(*rest));
    if (rest == NULL)
        return NULL;
    rest->setup = *setup;
    if (rest->setup.again_ms == 0)
        rest->setup.again_ms = REST_AGAIN_MS;
    /* Writes the User-Agent: Discord demands an address and a version in it. */
    snprintf(rest->agent, sizeof(rest->agent), "DiscordBot (%s, %s)",
             setup->homepage ? setup->homepage : REST_HOMEPAGE, version_number);
    if (!set_texts(rest) || uv_random(NULL, NULL, &rest->chance, sizeof(rest->chance), 0, NULL))
        goto fail_texts;
    rest->limits = limits_create(setup->invalid_max);
    rest->http = create_http(rest, false);
    rest->once = create_http(rest, true);
    rest->files = make_queue_create(setup->loop);
    if (rest->limits == NULL || rest->http == NULL || rest->once == NULL || rest->files == NULL)
        goto fail_parts;
    api_health_init(&rest->health, &rest->setup, rest->limits);
    timer_init(setup->loop, &rest->timer, on_timer);
    timer_init(setup->loop, &rest->patience, on_patience);
    rest->patience.uv.data = rest;
    rest->handles = 2;
    return rest;

fail_parts:
    make_queue_destroy(rest->files);
    http_destroy(rest->http);
    http_destroy(rest->once);
    limits_destroy(rest->limits);
fail_texts:
    forget_token(rest);
    free(rest);
    return NULL;
}

void rest_destroy(struct rest *rest)
{
    if (rest == NULL)
        return;
    while (rest->jobs != NULL) {
        struct rest_job *job = rest->jobs;
        if (job->exchange != NULL)
            http_abort(job->exchange);
        forget_job(rest, job);
    }
    make_queue_destroy(rest->files);
    http_destroy(rest->http);
    http_destroy(rest->once);
    limits_destroy(rest->limits);
    forget_token(rest);
    timer_finish(&rest->timer, on_timer_closed);
    timer_finish(&rest->patience, on_patience_closed);
}
