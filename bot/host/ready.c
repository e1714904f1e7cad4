#include "ready.h"

#include <stdarg.h>
#include <stdio.h>

#include "bot/host/daemon_state.h"
#include "bot/host/fleet/share.h"
#include "storage/lease.h"

struct reasons {
    void (*reason)(void *arg, const char *text);
    void *arg;
    bool any;
};

static void add(struct reasons *reasons, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add(struct reasons *reasons, const char *format, ...)
{
    char text[256];
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof(text), format, list);
    va_end(list);
    reasons->any = true;
    if (reasons->reason != NULL)
        reasons->reason(reasons->arg, text);
}

static void look_at_network(struct reasons *reasons, const struct network *network)
{
    if (network->stopped)
        add(reasons, "Network %s has ended.", network->name);
    else if (network->stage < NETWORK_RUNS || network->reading != NULL)
        add(reasons, "The tables of network %s are being read.", network->name);
    else if (!network->connected)
        add(reasons, "Network %s is not connected.", network->name);
}

/* Adds a reason if no process has a network or shard that this one wants and has room for. Those
 * that another process has, or is about to get, do not count. */
static void look_at_share(struct reasons *reasons, const struct host *host)
{
    struct share_seen seen;
    unsigned lacks = 0;
    if (!store_shared(host->store))
        return;
    if (host->daemon->drained)
        add(reasons, "This process is drained.");
    else if (!share_seen(host, &seen))
        add(reasons, "This process does not know yet which networks it is to have.");
    else if ((lacks = share_lacks(host)) > 0)
        add(reasons, "Networks and shards that no process has: %u.", lacks);
}

bool ready_look(const struct host *host, void (*reason)(void *arg, const char *text), void *arg)
{
    struct reasons reasons = {reason, arg, false};
    const struct network *network = NULL;
    unsigned at = 0;
    if (host->stopping)
        add(&reasons, "The daemon is stopping.");
    if (host->trouble)
        add(&reasons, "The database cannot be written: play waits.");
    /* A process that writes nothing does not see a write fail. It notices a lost database because
     * it cannot renew its lease. */
    if (!store_lease_holds(host->store))
        add(&reasons, "The database cannot be reached: play waits.");
    look_at_share(&reasons, host);
    while ((network = network_next(host->people, &at)) != NULL)
        look_at_network(&reasons, network);
    return !reasons.any;
}
