/* api_health.h: how we stand with Discord, by the answers of REST so far.
 *
 * It reads each answer for what concerns more than its own request: an outage or a refused token is
 * told once (in the log, and to whom rest.h's setup names), Discord's clock is learnt. Everything
 * is called by rest.c alone. */
#ifndef TALON_ADAPTERS_DISCORD_API_HEALTH_H
#define TALON_ADAPTERS_DISCORD_API_HEALTH_H

#include "adapters/curl/http.h"
#include "rest.h"

struct rest_job;

struct api_health {
    const struct rest_setup *setup;
    const struct limits *limits;
    int64_t ahead; /* ms that Discord's clock is before ours, if `dated` */
    bool dated;
    uint32_t told[AUTHS]; /* refused requests, when that was told last */
    const char *trouble;  /* that is in the log */
    bool unreachable;     /* and that is in the log */
    bool refused;         /* the token, and that was told */
};

/* Both outlive it. */
void api_health_init(struct api_health *health, const struct rest_setup *setup,
                     const struct limits *limits);
/* After each sending of a request. `result` NULL: memory was out, nothing was sent, and `answer` is
 * none. */
void api_health_learn(struct api_health *health, const struct rest_job *job,
                      const struct http_result *result, const struct api_response *answer,
                      enum limits_fate fate);
/* When the request has been told of it. `status` of what went with our token; 0: it did not. */
void api_health_judge(struct api_health *health, unsigned status);
/* As rest_date(). */
int64_t api_health_date(const struct api_health *health);

#endif
