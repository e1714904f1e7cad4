#include "ending.h"

#include <stdlib.h>

#include "bot/clock.h"
#include "bot/render.h"
#include "bot/table.h"

struct ending {
    struct timer timer; /* first: a cast finds it */
    struct host *host;
    const char *words;
    uint64_t batch; /* until it is durable */
};

static void freed(struct timer *timer)
{
    free((struct ending *)timer);
}

void ending_destroy(struct ending *ending)
{
    if (ending != NULL)
        timer_finish(&ending->timer, freed);
}

static void stop_networks(struct host *host, const char *words)
{
    for (unsigned i = 0; i < host->network_count; i++)
        if (!host->networks[i].stopped)
            host->networks[i].adapter->impl->stop(host->networks[i].adapter, words);
}

static void say_goodbye(struct host *host)
{
    struct ending *ending = host->ending;
    host->ending = NULL;
    stop_networks(host, ending->words);
    ending_destroy(ending);
}

static void patience_ends(struct timer *timer)
{
    say_goodbye(((struct ending *)timer)->host);
}

void ending_look(struct host *host)
{
    if (host->ending != NULL && store_durable(host->store) >= host->ending->batch)
        say_goodbye(host);
}

void host_stop(struct host *host, const char *words)
{
    struct table *table = NULL;
    struct table *next = NULL;
    if (host->stopping)
        return;
    host->stopping = true;
    HASH_ITER(hh, host->tables, table, next)
    {
        render_unsaid(table);
        clock_arm(table);
    }
    host->ending = malloc(sizeof(*host->ending));
    if (host->ending == NULL) {
        stop_networks(host, words);
        return;
    }
    *host->ending =
        (struct ending){.host = host, .words = words, .batch = store_batch(host->store)};
    timer_init(host->loop, &host->ending->timer, patience_ends);
    timer_set(&host->ending->timer, host->patience);
}
