#include "identify_limit.h"

static const uint64_t day = UINT64_C(24) * 60 * 60 * 1000; /* ms */

void identify_limit_init(struct identify_limit *limit)
{
    *limit =
        (struct identify_limit){.max_concurrency = 1, .total = 1000, .left = 1000, .reset = day};
}

void identify_limit_learn(struct identify_limit *limit, const struct session_start_limit *told,
                          uint64_t now)
{
    unsigned keys = told->max_concurrency;
    keys = keys < 1 ? 1 : keys > IDENTIFY_LIMIT_KEYS ? IDENTIFY_LIMIT_KEYS : keys;
    if (keys != limit->max_concurrency) { /* shards change keys: none may gain by it */
        uint64_t latest = 0;
        for (unsigned i = 0; i < limit->max_concurrency; i++)
            latest = limit->next[i] > latest ? limit->next[i] : latest;
        for (unsigned i = 0; i < keys; i++)
            limit->next[i] = latest;
    }
    limit->max_concurrency = keys;
    limit->total = told->total > 0 ? told->total : 1;
    limit->left = told->remaining < limit->total ? told->remaining : limit->total;
    limit->reset = now + (told->reset_after < day ? told->reset_after : day);
    limit->spread = 0;
}

uint64_t identify_limit_due(const struct identify_limit *limit, unsigned shard)
{
    uint64_t due = limit->next[shard % limit->max_concurrency];
    uint64_t day_due = limit->left > 0 ? limit->spread : limit->reset;
    return due > day_due ? due : day_due;
}

void identify_limit_take(struct identify_limit *limit, unsigned shard, uint64_t now)
{
    if (now >= limit->reset) {
        limit->left = limit->total;
        limit->reset = now + day;
    }
    limit->left -= limit->left > 0;
    limit->next[shard % limit->max_concurrency] = now + IDENTIFY_LIMIT_WINDOW_MS;
    limit->spread = 0;
    if (limit->left <= IDENTIFY_LIMIT_RESERVE && limit->left < limit->total / 2)
        limit->spread = now + (limit->reset - now) / (limit->left + 1);
}
