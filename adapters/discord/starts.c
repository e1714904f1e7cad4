#include "starts.h"

static const uint64_t day = UINT64_C(24) * 60 * 60 * 1000; /* ms */

void starts_init(struct starts *starts)
{
    *starts = (struct starts){.keys = 1, .total = 1000, .left = 1000, .reset = day};
}

void starts_learn(struct starts *starts, uint32_t total, uint32_t left, uint64_t reset_after,
                  unsigned max_concurrency, uint64_t now)
{
    unsigned keys = max_concurrency < 1             ? 1
                    : max_concurrency > STARTS_KEYS ? STARTS_KEYS
                                                    : max_concurrency;
    if (keys != starts->keys) { /* shards change keys: none may gain by it */
        uint64_t latest = 0;
        for (unsigned i = 0; i < starts->keys; i++) {
            latest = starts->next[i] > latest ? starts->next[i] : latest;
        }
        for (unsigned i = 0; i < keys; i++) {
            starts->next[i] = latest;
        }
    }
    starts->keys = keys;
    starts->total = total > 0 ? total : 1;
    starts->left = left < starts->total ? left : starts->total;
    starts->reset = now + (reset_after < day ? reset_after : day);
    starts->spread = 0;
}

uint64_t starts_due(const struct starts *starts, unsigned shard)
{
    uint64_t due = starts->next[shard % starts->keys];
    uint64_t day_due = starts->left > 0 ? starts->spread : starts->reset;
    return due > day_due ? due : day_due;
}

void starts_take(struct starts *starts, unsigned shard, uint64_t now)
{
    if (now >= starts->reset) {
        starts->left = starts->total;
        starts->reset = now + day;
    }
    starts->left -= starts->left > 0;
    starts->next[shard % starts->keys] = now + STARTS_WINDOW_MS;
    starts->spread = 0;
    if (starts->left <= STARTS_RESERVE && starts->left < starts->total / 2) {
        starts->spread = now + (starts->reset - now) / (starts->left + 1);
    }
}
