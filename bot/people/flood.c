#include "flood.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <uv.h>

#include "adapters/adapter.h"
#include "base/array.h"
#include "base/loop.h"

enum {
    BUCKETS = 2048,
    PLACES = 4,
    SECOND = 1000,
    HOUR = 3600 * SECOND,
    INVITE_PAUSE = 600 * SECOND
};

struct bucket {
    uint64_t key;        /* hash; 0: free */
    uint64_t full_until; /* loop time at which the bucket is empty again */
    bool told;           /* the person has been told that the bucket is full, since it was last
                          * empty */
};

static struct bucket buckets[BUCKETS][PLACES], rounds[BUCKETS][PLACES];

/* All guests of one address are one person. */
static const char *name_of_person(const struct flood *flood)
{
    if (flood->address != NULL)
        return flood->address;
    return flood->user->account != NULL ? flood->user->account : flood->user->id;
}

/* Returns the host without the user part of "user@host", because the owner of a machine can choose
 * that at will. */
static const char *name_of_host(const struct flood *flood)
{
    if (flood->address != NULL)
        return flood->address;
    const char *at = flood->user->host != NULL ? strrchr(flood->user->host, '@') : NULL;
    return at != NULL ? at + 1 : flood->user->host;
}

static const char *name_of_channel(const struct flood *flood)
{
    return flood->channel;
}

/* The limits of the three buckets, in the order person, host, channel. Several people may share a
 * host, and many a channel, so their limits are higher. */
static const struct limit {
    const char *(*name)(const struct flood *flood); /* NULL: none */
    unsigned burst;                                 /* seconds that may be owed; more make the
                                                     * bucket full */
    unsigned rate;                                  /* paid back a second */
} limits[] = {
    {name_of_person, 30, 1},
    {name_of_host, 90, 2},
    {name_of_channel, 180, 4},
};

enum { LIMITS = ARRAY_SIZE(limits) };

static uint64_t hash_key(uint64_t seed, const char *text)
{
    for (; *text != '\0'; text++)
        seed = (seed ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return seed;
}

/* Random in each run: decides which names share a row. */
static uint64_t table_secret(void)
{
    static uint64_t drawn;
    if (drawn == 0 && uv_random(NULL, NULL, &drawn, sizeof(drawn), 0, NULL) != 0)
        drawn = uv_hrtime();
    return drawn;
}

static uint64_t mix_bytes(uint64_t key)
{
    key = (key ^ key >> 32) * UINT64_C(0xd6e8feb86659fd93);
    return key ^ key >> 32;
}

/* Finds the bucket of a name. If it has none, the bucket in its row that is paid back soonest makes
 * room for it. */
static struct bucket *find_bucket(struct bucket (*table)[PLACES], unsigned kind,
                                  const char *network, const char *name)
{
    uint64_t key = mix_bytes(hash_key(hash_key(table_secret() + kind, network), name)) | 1;
    struct bucket *row = table[(key >> 1) % BUCKETS];
    struct bucket *oldest = &row[0];
    for (unsigned i = 0; i < PLACES; i++) {
        if (row[i].key == key)
            return &row[i];
        if (row[i].full_until < oldest->full_until)
            oldest = &row[i];
    }
    *oldest = (struct bucket){.key = key};
    return oldest;
}

/* Returns NULL if the n-th limit has no name here. */
static struct bucket *bucket_of(const struct flood *flood, unsigned n)
{
    const char *name = limits[n].name(flood);
    return name != NULL ? find_bucket(buckets, n, flood->network, name) : NULL;
}

bool flood_first(const struct loop *loop, const struct flood *flood)
{
    struct bucket *bucket = find_bucket(buckets, LIMITS, flood->network, name_of_person(flood));
    bool first = bucket->full_until <= loop_now(loop);
    if (first)
        bucket->full_until = loop_now(loop) + HOUR;
    return first;
}

static bool is_full(const struct bucket *bucket, const struct limit *limit, uint64_t now)
{
    return bucket->full_until > now + (uint64_t)limit->burst * SECOND / limit->rate;
}

bool flood_full(const struct loop *loop, const struct flood *flood)
{
    for (unsigned n = 0; n < LIMITS; n++) {
        const struct bucket *bucket = bucket_of(flood, n);
        if (bucket != NULL && is_full(bucket, &limits[n], loop_now(loop)))
            return true;
    }
    return false;
}

bool flood_charge(const struct loop *loop, const struct flood *flood, unsigned cost)
{
    uint64_t now = loop_now(loop);
    bool news = false;
    for (unsigned n = 0; n < LIMITS; n++) {
        struct bucket *bucket = bucket_of(flood, n);
        if (bucket == NULL)
            continue;
        bool paid = bucket->full_until <= now;
        uint64_t from = paid ? now : bucket->full_until;
        bucket->full_until = from + (uint64_t)cost * SECOND / limits[n].rate;
        bool full = is_full(bucket, &limits[n], now);
        news = news || (full && (paid || !bucket->told));
        bucket->told = full || (bucket->told && !paid);
    }
    return news;
}

/* -- guests by a link -- */

static const char *address_of(const struct flood_guest *guest)
{
    return guest->address;
}

static const char *link_of(const struct flood_guest *guest)
{
    return *guest->link != '\0' ? guest->link : NULL;
}

static const char *channel_of(const struct flood_guest *guest)
{
    return guest->channel;
}

static const char *network_of_guest(const struct flood_guest *guest)
{
    return guest->says_little ? guest->network : NULL;
}

/* At most `burst` guests at once, then one each `seconds`. A guest who sits down and leaves costs
 * two lines, and a slow network takes one line in 2 s. So guests use at most a fifth of what such a
 * network takes. */
static const struct guest_limit {
    const char *(*name)(const struct flood_guest *guest); /* NULL: none */
    unsigned burst, seconds;
} guest_limits[] = {
    {address_of, 6, 60},
    {link_of, 8, 30},
    {channel_of, 8, 30},
    {network_of_guest, 12, 20},
};

enum { GUEST_LIMITS = ARRAY_SIZE(guest_limits) };

/* Returns NULL if the n-th limit has no name for this guest. An address has one bucket for all
 * networks. */
static struct bucket *guest_bucket(const struct flood_guest *guest, unsigned n)
{
    const char *name = guest_limits[n].name(guest);
    const char *network = guest_limits[n].name == address_of ? "" : guest->network;
    return name != NULL ? find_bucket(buckets, LIMITS + 1 + n, network, name) : NULL;
}

bool flood_guest_full(const struct loop *loop, const struct flood_guest *guest)
{
    for (unsigned n = 0; n < GUEST_LIMITS; n++) {
        const struct guest_limit *limit = &guest_limits[n];
        const struct bucket *bucket = guest_bucket(guest, n);
        uint64_t room = (uint64_t)(limit->burst - 1) * limit->seconds * SECOND;
        if (bucket != NULL && bucket->full_until > loop_now(loop) + room)
            return true;
    }
    return false;
}

void flood_guest_charge(const struct loop *loop, const struct flood_guest *guest)
{
    uint64_t now = loop_now(loop);
    for (unsigned n = 0; n < GUEST_LIMITS; n++) {
        struct bucket *bucket = guest_bucket(guest, n);
        if (bucket == NULL)
            continue;
        bucket->full_until = (bucket->full_until > now ? bucket->full_until : now) +
                             (uint64_t)guest_limits[n].seconds * SECOND;
    }
}

bool flood_invite(const struct loop *loop, const char *network, const char *id)
{
    struct bucket *bucket = find_bucket(buckets, LIMITS + 1 + GUEST_LIMITS, network, id);
    bool may = bucket->full_until <= loop_now(loop);
    if (may)
        bucket->full_until = loop_now(loop) + INVITE_PAUSE;
    return may;
}

/* -- rounds -- */

static struct bucket *rounds_of(const struct flood *flood)
{
    bool account = flood->user->account != NULL;
    const char *host = account ? NULL : name_of_host(flood);
    unsigned kind = account ? 0 : host != NULL ? 1 : 2;
    return find_bucket(rounds, kind, flood->network, host != NULL ? host : name_of_person(flood));
}

uint64_t flood_rounds(const struct loop *loop, const struct flood *flood, unsigned per_hour)
{
    const struct bucket *bucket = rounds_of(flood);
    uint64_t room = loop_now(loop) + HOUR - HOUR / per_hour;
    return bucket->full_until > room ? bucket->full_until - room : 0;
}

void flood_round(const struct loop *loop, const struct flood *flood, unsigned per_hour)
{
    struct bucket *bucket = rounds_of(flood);
    uint64_t now = loop_now(loop);
    bucket->full_until = (bucket->full_until > now ? bucket->full_until : now) + HOUR / per_hour;
}
