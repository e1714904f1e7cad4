#include "standing.h"

#include <stdlib.h>

#include "rest_job.h"

void standing_init(struct standing *standing, const struct rest_setup *setup,
                   const struct limits *limits)
{
    *standing = (struct standing){.setup = setup, .limits = limits, .invalid = setup->invalid};
}

int64_t standing_date(const struct standing *standing)
{
    return standing->dated ? clock_now() + standing->ahead : 0;
}

/* An answer's time is cut to the second. */
static void learn_date(struct standing *standing, const struct answer *answer)
{
    int64_t ahead = answer->date * 1000 + 500 - clock_now();
    if (answer->date > 0 && (!standing->dated || llabs(ahead - standing->ahead) > 1000)) {
        standing->ahead = ahead;
        standing->dated = true;
    }
}

/* An outage is told once, not for each request that waits for its end. */
static void say_reached(struct standing *standing, const struct http_result *result)
{
    if (result->unsent && !standing->unreachable) {
        log_warn(standing->setup->log, "cannot be reached: %s", result->why);
        standing->unreachable = true;
    } else if (result->whole && standing->unreachable) {
        log_info(standing->setup->log, "can be reached again");
        standing->unreachable = false;
    }
}

static void say_answer(const struct standing *standing, const struct rest_job *job,
                       const struct http_result *result, enum limits_fate fate)
{
    const struct log *log = standing->setup->log;
    const char *then = fate == LIMITS_AGAIN ? "; once more" : "";
    unsigned long long ms = loop_now(standing->setup->loop) - job->began;
    unsigned status = result->answer.status;
    if (result->unsent && *then) {
        log_debug(log, "%s: not sent: %s%s", job->route, result->why, then);
    } else if (!result->whole) {
        log_warn(log, "%s: no answer after %llu ms: %s%s", job->route, ms, result->why, then);
    } else if (status == 429 || status >= 500) {
        log_warn(log, "%s: %u after %llu ms%s", job->route, status, ms, then);
    } else {
        log_debug(log, "%s: %u after %llu ms", job->route, status, ms);
    }
}

static void tell_invalid(struct standing *standing)
{
    const struct rest_setup *setup = standing->setup;
    uint32_t invalid = limits_invalid(standing->limits);
    uint32_t step = REST_INVALID_STEP;
    if (setup->count && invalid / step != standing->invalid / step) {
        standing->invalid = invalid;
        setup->count(setup->arg, invalid);
    }
}

void standing_learn(struct standing *standing, const struct rest_job *job,
                    const struct http_result *result, enum limits_fate fate)
{
    if (result) {
        learn_date(standing, &result->answer);
        say_reached(standing, result);
        say_answer(standing, job, result, fate);
    } else {
        log_warn(standing->setup->log, "%s: not sent: out of memory%s", job->route,
                 fate == LIMITS_AGAIN ? "; once more" : "");
    }
    tell_invalid(standing);
}

void standing_judge(struct standing *standing, unsigned status)
{
    const struct rest_setup *setup = standing->setup;
    const char *why = limits_trouble(standing->limits, loop_now(setup->loop));
    if (why && why != standing->trouble) {
        log_warn(setup->log, "%s", why);
    }
    standing->trouble = why;
    if (status == 401 && !standing->refused) {
        standing->refused = true;
        if (setup->trouble) {
            setup->trouble(setup->arg, why ? why : "");
        }
    }
}
