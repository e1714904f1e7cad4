#include "flood.h"

#include <stdint.h>

#include "bot/base/loop.h"

enum { BUCKETS = 1024, WAYS = 4 };

struct bucket {
    uint64_t user;       /* hash; 0: free */
    uint64_t full_until; /* loop time at which all is paid back */
};

static struct bucket buckets[BUCKETS][WAYS];

static uint64_t hash(uint64_t seed, const char *text)
{
    for (; *text != '\0'; text++)
        seed = (seed ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return seed;
}

/* The user's bucket; the one that is paid back soonest makes room. */
static struct bucket *bucket_of(const char *network, const char *user)
{
    uint64_t key = hash(hash(UINT64_C(0xcbf29ce484222325), network), user) | 1;
    struct bucket *row = buckets[(key >> 1) % BUCKETS];
    struct bucket *oldest = &row[0];
    for (unsigned i = 0; i < WAYS; i++) {
        if (row[i].user == key)
            return &row[i];
        if (row[i].full_until < oldest->full_until)
            oldest = &row[i];
    }
    *oldest = (struct bucket){.user = key};
    return oldest;
}

bool flood_full(const struct loop *loop, const char *network, const char *user)
{
    return bucket_of(network, user)->full_until > loop_now(loop) + FLOOD_BURST * 1000;
}

bool flood_charge(const struct loop *loop, const char *network, const char *user, unsigned cost)
{
    struct bucket *bucket = bucket_of(network, user);
    uint64_t now = loop_now(loop);
    bucket->full_until = (bucket->full_until > now ? bucket->full_until : now) + cost * 1000;
    return bucket->full_until > now + FLOOD_BURST * 1000;
}
