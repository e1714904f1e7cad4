/* api_health.h: whether Discord's API can be reached and takes our requests.
 *
 * It learns this from each answer. It reports an outage once, in the log, and a refused token once,
 * in the log and by `trouble` of rest_setup (rest.h). It also learns the time of Discord's clock.
 * Only rest.c calls these functions. */
#ifndef TALON_ADAPTERS_DISCORD_REST_API_HEALTH_H
#define TALON_ADAPTERS_DISCORD_REST_API_HEALTH_H

#include "adapters/curl/http.h"
#include "rest.h"

struct rest_job;

struct api_health {
    const struct rest_setup *setup;
    const struct limits *limits;
    int64_t ahead; /* ms by which Discord's clock is ahead of the loop's */
    bool dated;    /* `ahead` is known */
    uint32_t
        told[AUTHS]; /* the numbers of refused requests that `count` of rest_setup was last told */
    const char *trouble; /* the trouble that the log reported last; NULL: none */
    bool unreachable;    /* the log reported an outage that has not ended */
    bool refused;        /* Discord refused the token, and `trouble` of rest_setup was called */
};

/* `setup` and `limits` must outlive it. */
void api_health_init(struct api_health *health, const struct rest_setup *setup,
                     const struct limits *limits);
/* Call it after each attempt to send a request. `result` NULL: nothing was sent, because memory was
 * out, and `answer` is empty. */
void api_health_learn(struct api_health *health, const struct rest_job *job,
                      const struct http_result *result, const struct api_response *answer,
                      enum limits_fate fate);
/* Call it after the callback of a request. `status`: the status of the answer if the request
 * carried our token; else 0. */
void api_health_judge(struct api_health *health, unsigned status);
/* As rest_date(). */
int64_t api_health_date(const struct api_health *health);

#endif
