/* api_health.h: whether Discord's API can be reached and takes our requests.
 *
 * It reads each answer for what concerns more than its own request. An outage or a refused token is
 * told once: in the log, and by the callbacks of rest_setup (rest.h). It learns what Discord's
 * clock says. Everything here is called by rest.c alone. */
#ifndef TALON_ADAPTERS_DISCORD_REST_API_HEALTH_H
#define TALON_ADAPTERS_DISCORD_REST_API_HEALTH_H

#include "adapters/curl/http.h"
#include "rest.h"

struct rest_job;

struct api_health {
    const struct rest_setup *setup;
    const struct limits *limits;
    int64_t ahead;        /* ms that Discord's clock is before the loop's */
    bool dated;           /* `ahead` is known */
    uint32_t told[AUTHS]; /* how many refused requests `count` was told of last */
    const char *trouble;  /* the trouble that the log tells of; NULL: none */
    bool unreachable;     /* the log tells of an outage that has not ended */
    bool refused;         /* the token was refused, and `trouble` of rest_setup was called */
};

/* Both outlive it. */
void api_health_init(struct api_health *health, const struct rest_setup *setup,
                     const struct limits *limits);
/* After each sending of a request. `result` NULL: memory was out, nothing was sent, and `answer` is
 * none. */
void api_health_learn(struct api_health *health, const struct rest_job *job,
                      const struct http_result *result, const struct api_response *answer,
                      enum limits_fate fate);
/* Once the answer was given to who made the request. `status` of what went with our token; 0: it
 * did not. */
void api_health_judge(struct api_health *health, unsigned status);
/* As rest_date(). */
int64_t api_health_date(const struct api_health *health);

#endif
