#include "retention.h"

#include <stdlib.h>

#include "bot/host.h"

enum { SECOND = 1000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE };

struct retention {
    struct timer timer; /* first member, so that a cast finds this struct */
    struct host *host;
    int64_t began;  /* clock_now() at `since` */
    uint64_t since; /* loop_now() */
};

/* Returns the time used for deleting. Deleting cannot be undone, so a clock that jumps forward is
 * not believed: the time used is at most the time at the start, plus the time that the loop has
 * run, plus an hour. After the machine slept, old rows are deleted later. */
static int64_t now_of(const struct retention *retention)
{
    uint64_t hours = (loop_now(retention->host->loop) - retention->since) / HOUR;
    int64_t most = retention->began + (int64_t)((hours + 1) * HOUR);
    int64_t now = clock_now();
    return now < most ? now : most;
}

static int64_t time_before(int64_t now, uint64_t kept)
{
    return kept > 0 && now > (int64_t)kept ? now - (int64_t)kept : 0;
}

static void prune_store(const struct host *host, int64_t now)
{
    int64_t results = time_before(now, host->options.keep_results);
    int64_t replays = time_before(now, host->options.keep_replays);
    if (results > 0 || replays > 0)
        store_prune(host->store, results, replays);
}

static void on_timer(struct timer *timer)
{
    const struct retention *retention = (struct retention *)timer;
    const struct host *host = retention->host;
    if (!host->trouble && !host->stopping) {
        int64_t now = now_of(retention);
        prune_store(host, now);
        store_fold(host->store, now);
    }
    timer_set(timer, store_folds(host->store) ? SECOND : MINUTE);
}

struct retention *retention_create(struct host *host)
{
    struct retention *retention = calloc(1, sizeof(*retention));
    if (retention == NULL)
        return NULL;
    retention->host = host;
    retention->began = clock_now();
    retention->since = loop_now(host->loop);
    timer_init(host->loop, &retention->timer, on_timer);
    timer_set(&retention->timer, MINUTE);
    return retention;
}

static void free_retention(struct timer *timer)
{
    free((struct retention *)timer);
}

void retention_destroy(struct retention *retention)
{
    if (retention != NULL)
        timer_finish(&retention->timer, free_retention);
}
