#include "shutdown.h"

#include <stdlib.h>

#include "bot/host/networks.h"
#include "bot/show/render/lines.h"
#include "bot/table/clock.h"
#include "bot/table/table.h"
#include "storage/lease.h"

struct shutdown {
    struct timer timer; /* first: a cast finds it */
    struct host *host;
    const char *words;
    uint64_t batch; /* until it is durable */
};

static void freed(struct timer *timer)
{
    free((struct shutdown *)timer);
}

void shutdown_destroy(struct shutdown *shutdown)
{
    if (shutdown != NULL)
        timer_finish(&shutdown->timer, freed);
}

/* Where none runs nobody else says that all have ended. */
static void stop_networks(struct host *host, const char *words)
{
    if (!networks_stop(host, words) && host->stopped != NULL)
        host->stopped(host->owner);
}

static void say_goodbye(struct host *host)
{
    struct shutdown *shutdown = host->shutdown;
    host->shutdown = NULL;
    stop_networks(host, shutdown->words);
    shutdown_destroy(shutdown);
}

static void patience_ends(struct timer *timer)
{
    say_goodbye(((struct shutdown *)timer)->host);
}

void shutdown_look(struct host *host)
{
    if (host->shutdown != NULL && store_durable(host->store) >= host->shutdown->batch)
        say_goodbye(host);
}

void shutdown_begin(struct host *host, const char *words)
{
    struct place *place = NULL;
    struct place *next = NULL;
    if (host->stopping)
        return;
    host->stopping = true;
    store_lease_leave(host->store, true);
    HASH_ITER(hh, host->places, place, next)
    {
        lines_unsaid(place);
        clock_arm(place->table);
    }
    host->shutdown = malloc(sizeof(*host->shutdown));
    if (host->shutdown == NULL) {
        stop_networks(host, words);
        return;
    }
    *host->shutdown =
        (struct shutdown){.host = host, .words = words, .batch = store_batch(host->store)};
    timer_init(host->loop, &host->shutdown->timer, patience_ends);
    timer_set(&host->shutdown->timer, host->patience);
}
