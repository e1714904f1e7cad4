/* api_health.h: whether Discord's API can be reached and takes our requests.
 *
 * It reads from each answer what concerns more than that request. It reports an outage or a refused
 * token once: in the log, and by the callbacks of rest_setup (rest.h). It learns the time of
 * Discord's clock. Only rest.c calls these functions. */
#ifndef TALON_ADAPTERS_DISCORD_REST_API_HEALTH_H
#define TALON_ADAPTERS_DISCORD_REST_API_HEALTH_H

#include "adapters/curl/http.h"
#include "rest.h"

struct rest_job;

struct api_health {
    const struct rest_setup *setup;
    const struct limits *limits;
    int64_t ahead;        /* ms by which Discord's clock is ahead of the loop's */
    bool dated;           /* `ahead` is known */
    uint32_t told[AUTHS]; /* the number of refused requests at the last call of `count` */
    const char *trouble;  /* the trouble that the log reported last; NULL: none */
    bool unreachable;     /* the log reported an outage that has not ended */
    bool refused;         /* Discord refused the token, and `trouble` of rest_setup was called */
};

/* Both outlive it. */
void api_health_init(struct api_health *health, const struct rest_setup *setup,
                     const struct limits *limits);
/* Call after each attempt to send a request. `result` NULL: memory was out, nothing was sent, and
 * `answer` is empty. */
void api_health_learn(struct api_health *health, const struct rest_job *job,
                      const struct http_result *result, const struct api_response *answer,
                      enum limits_fate fate);
/* Call after the callback of a request. `status`: of the answer, if the request carried our token;
 * else 0. */
void api_health_judge(struct api_health *health, unsigned status);
/* As rest_date(). */
int64_t api_health_date(const struct api_health *health);

#endif
