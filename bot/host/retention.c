#include "retention.h"

#include <stdlib.h>

#include "bot/people/host.h"

enum { MINUTE = 60000 };

struct retention {
    struct timer timer; /* first: a cast finds it */
    struct host *host;
};

static int64_t before(uint64_t kept)
{
    int64_t now = clock_now();
    return kept > 0 && now > (int64_t)kept ? now - (int64_t)kept : 0;
}

static void fire(struct timer *timer)
{
    const struct host *host = ((struct retention *)timer)->host;
    int64_t results = before(host->options.keep_results);
    int64_t replays = before(host->options.keep_replays);
    if ((results > 0 || replays > 0) && !host->trouble && !host->stopping)
        store_prune(host->store, results, replays);
    timer_set(timer, MINUTE);
}

struct retention *retention_create(struct host *host)
{
    struct retention *retention = calloc(1, sizeof(*retention));
    if (retention == NULL)
        return NULL;
    retention->host = host;
    timer_init(host->loop, &retention->timer, fire);
    timer_set(&retention->timer, MINUTE);
    return retention;
}

static void freed(struct timer *timer)
{
    free((struct retention *)timer);
}

void retention_destroy(struct retention *retention)
{
    if (retention != NULL)
        timer_finish(&retention->timer, freed);
}
