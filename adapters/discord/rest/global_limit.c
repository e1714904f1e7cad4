#include "global_limit.h"

#include <string.h>

void global_limit_init(struct global_limit *limit, uint32_t invalid_max)
{
    uint32_t most = invalid_max ? invalid_max : (uint32_t)GLOBAL_LIMIT_INVALID;
    uint32_t posts = most * 3 / 5;
    *limit = (struct global_limit){0};
    limit->invalid[AUTH_BOT].most = posts ? posts : 1;
    limit->invalid[AUTH_INTERACTION].most = most > posts ? most - posts : 1;
}

uint64_t global_limit_rate_due(const struct global_limit *limit)
{
    return limit->sent[limit->next]; /* time at which the oldest request no longer counts */
}

void global_limit_sent(struct global_limit *limit, uint64_t now)
{
    limit->sent[limit->next] = now + GLOBAL_LIMIT_SECOND;
    limit->next = (limit->next + 1) % GLOBAL_LIMIT_RATE;
}

void global_limit_tick(struct global_limit *limit, uint64_t now)
{
    uint64_t slot = now / GLOBAL_LIMIT_SLOT;
    if (slot > limit->slot + GLOBAL_LIMIT_SLOTS) {
        for (unsigned auth = 0; auth < AUTHS; auth++) {
            memset(limit->invalid[auth].at, 0, sizeof(limit->invalid[auth].at));
            limit->invalid[auth].sum = 0;
        }
        limit->slot = slot;
    }
    while (limit->slot < slot) {
        limit->slot++;
        for (unsigned auth = 0; auth < AUTHS; auth++) {
            uint32_t *oldest = &limit->invalid[auth].at[limit->slot % GLOBAL_LIMIT_SLOTS];
            limit->invalid[auth].sum -= *oldest;
            *oldest = 0;
        }
    }
}

void global_limit_recall(struct global_limit *limit, enum rest_auth auth, uint32_t invalid,
                         uint64_t now)
{
    global_limit_tick(limit, now);
    limit->invalid[auth].at[limit->slot % GLOBAL_LIMIT_SLOTS] += invalid;
    limit->invalid[auth].sum += invalid;
}

void global_limit_invalid(struct global_limit *limit, enum rest_auth auth, uint64_t now)
{
    global_limit_recall(limit, auth, 1, now);
}

uint64_t global_limit_invalid_due(const struct global_limit *limit, enum rest_auth auth)
{
    uint32_t sum = limit->invalid[auth].sum;
    uint64_t due = 0;
    for (unsigned i = 1; sum >= limit->invalid[auth].most && i <= GLOBAL_LIMIT_SLOTS; i++) {
        /* begins with the oldest slot: its refusals no longer count once a new slot replaces it */
        sum -= limit->invalid[auth].at[(limit->slot + i) % GLOBAL_LIMIT_SLOTS];
        due = (limit->slot + i) * GLOBAL_LIMIT_SLOT;
    }
    return due;
}
