#include "guard.h"

#include <string.h>

void guard_init(struct guard *guard, uint32_t invalid_most)
{
    *guard = (struct guard){.most = invalid_most ? invalid_most : (uint32_t)GUARD_INVALID};
}

uint64_t guard_rate_due(const struct guard *guard)
{
    return guard->sent[guard->next]; /* the oldest: when it no longer counts */
}

void guard_sent(struct guard *guard, uint64_t now)
{
    guard->sent[guard->next] = now + GUARD_SECOND;
    guard->next = (guard->next + 1) % GUARD_RATE;
}

void guard_tick(struct guard *guard, uint64_t now)
{
    uint64_t slot = now / GUARD_SLOT;
    if (slot > guard->slot + GUARD_SLOTS) {
        memset(guard->invalid, 0, sizeof guard->invalid);
        guard->sum = 0;
        guard->slot = slot;
    }
    while (guard->slot < slot) {
        uint32_t *oldest = &guard->invalid[++guard->slot % GUARD_SLOTS];
        guard->sum -= *oldest;
        *oldest = 0;
    }
}

void guard_recall(struct guard *guard, uint32_t invalid, uint64_t now)
{
    guard_tick(guard, now);
    guard->invalid[guard->slot % GUARD_SLOTS] += invalid;
    guard->sum += invalid;
}

void guard_invalid(struct guard *guard, uint64_t now)
{
    guard_recall(guard, 1, now);
}

uint64_t guard_invalid_due(const struct guard *guard)
{
    uint32_t sum = guard->sum;
    uint64_t due = 0;
    for (unsigned i = 1; sum >= guard->most && i <= GUARD_SLOTS; i++) {
        /* from the oldest slot on: it goes when the slot comes that takes its place */
        sum -= guard->invalid[(guard->slot + i) % GUARD_SLOTS];
        due = (guard->slot + i) * GUARD_SLOT;
    }
    return due;
}
