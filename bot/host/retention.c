#include "retention.h"

#include <stdlib.h>

#include "bot/people/host.h"

enum { SECOND = 1000, MINUTE = 60000 };

struct retention {
    struct timer timer; /* first: a cast finds it */
    struct host *host;
};

static int64_t before(uint64_t kept)
{
    int64_t now = clock_now();
    return kept > 0 && now > (int64_t)kept ? now - (int64_t)kept : 0;
}

static void prune(const struct host *host)
{
    int64_t results = before(host->options.keep_results);
    int64_t replays = before(host->options.keep_replays);
    if (results > 0 || replays > 0)
        store_prune(host->store, results, replays);
}

static void fire(struct timer *timer)
{
    const struct host *host = ((struct retention *)timer)->host;
    if (!host->trouble && !host->stopping) {
        prune(host);
        store_fold(host->store, clock_now());
    }
    timer_set(timer, store_folds(host->store) ? SECOND : MINUTE);
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
