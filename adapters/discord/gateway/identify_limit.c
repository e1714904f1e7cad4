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
    /* Shards get other keys now: this must let none IDENTIFY earlier. */
    if (keys != limit->max_concurrency) {
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

static uint64_t own_due(const struct identify_limit *limit, unsigned shard)
{
    uint64_t due = limit->next[shard % limit->max_concurrency];
    uint64_t day_due = limit->left > 0 ? limit->spread : limit->reset;
    return due > day_due ? due : day_due;
}

uint64_t identify_limit_due(const struct identify_limit *limit, unsigned shard)
{
    if (limit->shared && limit->turns[shard % limit->max_concurrency].until == 0)
        return UINT64_MAX;
    return own_due(limit, shard);
}

void identify_limit_share(struct identify_limit *limit)
{
    limit->shared = true;
}

void identify_limit_expire(struct identify_limit *limit, uint64_t now)
{
    for (unsigned key = 0; limit->shared && key < IDENTIFY_LIMIT_KEYS; key++) {
        if (limit->turns[key].until <= now)
            limit->turns[key].until = 0;
    }
}

bool identify_limit_wants(struct identify_limit *limit, unsigned shard, uint64_t now, unsigned *key,
                          uint64_t *again)
{
    uint64_t due = own_due(limit, shard);
    *key = shard % limit->max_concurrency;
    *again = UINT64_MAX;
    if (!limit->shared || limit->turns[*key].asked)
        return false;
    if (limit->turns[*key].until > now) { /* it may go unused */
        *again = limit->turns[*key].until;
        return false;
    }
    due = due > limit->turns[*key].ask ? due : limit->turns[*key].ask;
    if (due > now) {
        *again = due;
        return false;
    }
    limit->turns[*key].asked = true;
    return true;
}

void identify_limit_turn(struct identify_limit *limit, unsigned key, uint64_t wait, uint64_t now)
{
    if (key >= IDENTIFY_LIMIT_KEYS)
        return;
    limit->turns[key].asked = false;
    limit->turns[key].ask = now + wait;
    limit->turns[key].until = wait == 0 ? now + IDENTIFY_LIMIT_TURN_MS : 0;
}

void identify_limit_take(struct identify_limit *limit, unsigned shard, uint64_t now)
{
    if (now >= limit->reset) {
        limit->left = limit->total;
        limit->reset = now + day;
    }
    limit->left -= limit->left > 0;
    limit->next[shard % limit->max_concurrency] = now + IDENTIFY_LIMIT_WINDOW_MS;
    limit->turns[shard % limit->max_concurrency].until = 0;
    limit->spread = 0;
    if (limit->left <= IDENTIFY_LIMIT_RESERVE && limit->left < limit->total / 2)
        limit->spread = now + (limit->reset - now) / (limit->left + 1);
}
