#include "api_health.h"

#include <stdlib.h>
#include <string.h>

#include "rest_job.h"

void api_health_init(struct api_health *health, const struct rest_setup *setup,
                     const struct limits *limits)
{
    *health = (struct api_health){.setup = setup, .limits = limits};
}

/* Returns the loop's clock in ms. The clock of the day would jump when an administrator sets it. */
static int64_t clock_of(const struct api_health *health)
{
    return (int64_t)loop_now(health->setup->loop);
}

int64_t api_health_date(const struct api_health *health)
{
    return health->dated ? clock_of(health) + health->ahead : 0;
}

/* Learns how far Discord's clock is ahead. An answer tells whole seconds, cut off, so half a
 * second is added. */
static void learn_date(struct api_health *health, const struct api_response *answer)
{
    int64_t ahead = answer->date * 1000 + 500 - clock_of(health);
    if (answer->date > 0 && (!health->dated || llabs(ahead - health->ahead) > 1000)) {
        health->ahead = ahead;
        health->dated = true;
    }
}

/* Logs when an outage begins and when it ends, not each request that fails in between. */
static void say_reached(struct api_health *health, const struct http_result *result)
{
    if (result->unsent && !result->held && !health->unreachable) {
        log_warn(health->setup->log, "cannot be reached: %s", result->why);
        health->unreachable = true;
    } else if (result->whole && health->unreachable) {
        log_info(health->setup->log, "can be reached again");
        health->unreachable = false;
    }
}

static void say_answer(const struct api_health *health, const struct rest_job *job,
                       const struct http_result *result, enum limits_fate fate)
{
    const struct log *log = LOG_OF(health->setup->log, job->route);
    const char *then = fate == LIMITS_AGAIN ? ", once more" : "";
    unsigned long long ms = loop_now(health->setup->loop) - job->began;
    unsigned status = result->status;
    if (result->unsent && *then != '\0')
        log_debug(log, "not sent%s: %s", then, result->why);
    else if (!result->whole)
        log_warn(log, "no answer%s after=%llums: %s", then, ms, result->why);
    else if (status == 429 || status >= 500)
        log_warn(log, "refused%s status=%u after=%llums", then, status, ms);
    else
        log_debug(log, "answered status=%u after=%llums", status, ms);
}

static void tell_invalid(struct api_health *health)
{
    const struct rest_setup *setup = health->setup;
    bool news = false;
    uint32_t invalid[AUTHS];
    for (unsigned auth = 0; auth < AUTHS; auth++) {
        invalid[auth] = limits_invalid(health->limits, (enum rest_auth)auth);
        news |= invalid[auth] / REST_INVALID_STEP != health->told[auth] / REST_INVALID_STEP;
    }
    if (setup->count != NULL && news) {
        memcpy(health->told, invalid, sizeof(invalid));
        setup->count(setup->arg, invalid);
    }
}

/* Calls `refused` of rest_setup for the address of a refused request. Does not call it if the
 * refusal has another cause: our token, a limit for all requests, or Discord's edge (proxy). */
static void tell_refused(const struct api_health *health, const struct rest_job *job,
                         const struct api_response *answer)
{
    enum { CODE_UNKNOWN_CHANNEL = 10003 };
    const struct rest_setup *setup = health->setup;
    bool everywhere =
        answer->status == 429 && (answer->scope == SCOPE_GLOBAL || api_response_is_edge(answer));
    bool gone = answer->status == 404 && answer->code == CODE_UNKNOWN_CHANNEL;
    bool token = answer->status == 401 && !job->token_only;
    if (setup->refused != NULL && job->address[0] != '\0' && !everywhere && !token &&
        (gone || api_response_is_invalid(answer)))
        setup->refused(setup->arg, job->address, job->token_only ? AUTH_INTERACTION : AUTH_BOT);
}

void api_health_learn(struct api_health *health, const struct rest_job *job,
                      const struct http_result *result, const struct api_response *answer,
                      enum limits_fate fate)
{
    if (result != NULL) {
        learn_date(health, answer);
        say_reached(health, result);
        say_answer(health, job, result, fate);
        if (result->whole)
            tell_refused(health, job, answer);
    } else {
        log_warn(LOG_OF(health->setup->log, job->route), "not sent%s: out of memory",
                 fate == LIMITS_AGAIN ? ", once more" : "");
    }
    tell_invalid(health);
}

void api_health_judge(struct api_health *health, unsigned status)
{
    const struct rest_setup *setup = health->setup;
    const char *why = limits_trouble(health->limits, loop_now(setup->loop));
    if (why != NULL && why != health->trouble)
        log_warn(setup->log, "%s", why);
    health->trouble = why;
    if (status == 401 && !health->refused) {
        health->refused = true;
        if (setup->trouble != NULL)
            setup->trouble(setup->arg, why != NULL ? why : "");
    }
}
