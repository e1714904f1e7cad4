#include "guard.h"

#include <string.h>

void guard_init(struct guard *guard, uint32_t invalid_most)
{
    uint32_t most = invalid_most ? invalid_most : (uint32_t)GUARD_INVALID;
    uint32_t posts = most * 3 / 5;
    *guard = (struct guard){0};
    guard->invalid[GUARD_POSTS].most = posts ? posts : 1;
    guard->invalid[GUARD_ANSWERS].most = most > posts ? most - posts : 1;
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
        for (unsigned way = 0; way < GUARD_WAYS; way++) {
            memset(guard->invalid[way].at, 0, sizeof guard->invalid[way].at);
            guard->invalid[way].sum = 0;
        }
        guard->slot = slot;
    }
    while (guard->slot < slot) {
        guard->slot++;
        for (unsigned way = 0; way < GUARD_WAYS; way++) {
            uint32_t *oldest = &guard->invalid[way].at[guard->slot % GUARD_SLOTS];
            guard->invalid[way].sum -= *oldest;
            *oldest = 0;
        }
    }
}

void guard_recall(struct guard *guard, enum guard_way way, uint32_t invalid, uint64_t now)
{
    guard_tick(guard, now);
    guard->invalid[way].at[guard->slot % GUARD_SLOTS] += invalid;
    guard->invalid[way].sum += invalid;
}

void guard_invalid(struct guard *guard, enum guard_way way, uint64_t now)
{
    guard_recall(guard, way, 1, now);
}

uint64_t guard_invalid_due(const struct guard *guard, enum guard_way way)
{
    uint32_t sum = guard->invalid[way].sum;
    uint64_t due = 0;
    for (unsigned i = 1; sum >= guard->invalid[way].most && i <= GUARD_SLOTS; i++) {
        /* from the oldest slot on: it goes when the slot comes that takes its place */
        sum -= guard->invalid[way].at[(guard->slot + i) % GUARD_SLOTS];
        due = (guard->slot + i) * GUARD_SLOT;
    }
    return due;
}
