#include "shutdown.h"

#include <stdlib.h>

#include "bot/host/daemon_state.h"
#include "bot/host/networks.h"
#include "bot/host/status.h"
#include "bot/show/render/lines.h"
#include "bot/table/clock.h"
#include "bot/table/table.h"
#include "storage/lease.h"

struct shutdown {
    struct timer timer; /* first member, so that a cast finds this struct */
    struct host *host;
    const char *words;
    uint64_t batch; /* until it is durable */
};

static void free_shutdown(struct timer *timer)
{
    free((struct shutdown *)timer);
}

void shutdown_destroy(struct shutdown *shutdown)
{
    if (shutdown != NULL)
        timer_finish(&shutdown->timer, free_shutdown);
}

/* Asks all networks to end. If none runs, none will report its end, so it calls the hook for that
 * itself. */
static void stop_networks(struct host *host, const char *words)
{
    if (!networks_stop(host, words) && host->daemon->hooks.stopped != NULL)
        host->daemon->hooks.stopped(host->daemon->hooks.arg);
}

static void say_goodbye(struct host *host)
{
    struct shutdown *shutdown = host->daemon->shutdown;
    host->daemon->shutdown = NULL;
    stop_networks(host, shutdown->words);
    shutdown_destroy(shutdown);
}

static void patience_ends(struct timer *timer)
{
    say_goodbye(((struct shutdown *)timer)->host);
}

void shutdown_look(struct host *host)
{
    if (host->daemon->shutdown != NULL &&
        store_durable(host->store) >= host->daemon->shutdown->batch)
        say_goodbye(host);
}

void shutdown_begin(struct host *host, const char *words)
{
    struct place *place = NULL;
    struct place *next = NULL;
    if (host->stopping)
        return;
    host->stopping = true;
    status_tell(host);
    store_lease_leave(host->store, true);
    HASH_ITER(hh, places_first(host->tables), place, next)
    {
        lines_unsaid(place);
        clock_arm(place->table);
    }
    host->daemon->shutdown = malloc(sizeof(*host->daemon->shutdown));
    if (host->daemon->shutdown == NULL) {
        stop_networks(host, words);
        return;
    }
    *host->daemon->shutdown =
        (struct shutdown){.host = host, .words = words, .batch = store_batch(host->store)};
    timer_init(host->loop, &host->daemon->shutdown->timer, patience_ends);
    timer_set(&host->daemon->shutdown->timer, host->daemon->patience);
}
