#include "standing.h"

#include <stdlib.h>
#include <string.h>

#include "rest_job.h"

void standing_init(struct standing *standing, const struct rest_setup *setup,
                   const struct limits *limits)
{
    *standing = (struct standing){.setup = setup, .limits = limits};
    memcpy(standing->told, setup->invalid, sizeof standing->told);
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
    unsigned status = result->status;
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
    bool news = false;
    uint32_t invalid[GUARD_WAYS];
    for (unsigned way = 0; way < GUARD_WAYS; way++) {
        invalid[way] = limits_invalid(standing->limits, (enum guard_way)way);
        news |= invalid[way] / REST_INVALID_STEP != standing->told[way] / REST_INVALID_STEP;
    }
    if (setup->count && news) {
        memcpy(standing->told, invalid, sizeof invalid);
        setup->count(setup->arg, invalid);
    }
}

/* What is refused everywhere, or by the edge, is no place's own doing. */
static void tell_refused(const struct standing *standing, const struct rest_job *job,
                         const struct answer *answer)
{
    enum { CODE_CHANNEL_GONE = 10003 };
    const struct rest_setup *setup = standing->setup;
    bool everywhere =
        answer->status == 429 && (answer->scope == SCOPE_GLOBAL || answer_is_edge(answer));
    bool gone = answer->status == 404 && answer->code == CODE_CHANNEL_GONE;
    bool token = answer->status == 401 && !job->token_only;
    if (setup->refused && job->place[0] && !everywhere && !token &&
        (gone || answer_is_invalid(answer))) {
        setup->refused(setup->arg, job->place, job->token_only ? GUARD_ANSWERS : GUARD_POSTS);
    }
}

void standing_learn(struct standing *standing, const struct rest_job *job,
                    const struct http_result *result, const struct answer *answer,
                    enum limits_fate fate)
{
    if (result) {
        learn_date(standing, answer);
        say_reached(standing, result);
        say_answer(standing, job, result, fate);
        if (result->whole) {
            tell_refused(standing, job, answer);
        }
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
