#include "leases.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "bot/host/settings_news.h"
#include "storage/lease.h"

/* A network that the configuration names. */
struct lease_wish {
    struct lease_wish *next;
    struct host *host;
    struct network_setup setup;
    struct network *network; /* while it is had, until its adapter has ended */
    int64_t epoch;           /* 0: not had */
    bool dropped;            /* not wanted any more */
};

static struct lease_wish *find(const struct host *host, const char *name)
{
    struct lease_wish *wish = host->leases;
    while (wish != NULL && (wish->dropped || strcmp(wish->setup.name, name) != 0))
        wish = wish->next;
    return wish;
}

static void forget(struct lease_wish *wish)
{
    struct lease_wish **at = &wish->host->leases;
    while (*at != wish)
        at = &(*at)->next;
    *at = wish->next;
    if (wish->setup.gone != NULL)
        wish->setup.gone(wish->setup.gone_arg);
    free(wish);
}

/* network.gone: its adapter is no more. */
static void ended(void *arg)
{
    struct lease_wish *wish = arg;
    struct host *host = wish->host;
    const struct lease_wish *next = wish->dropped ? find(host, wish->setup.name) : NULL;
    wish->network = NULL;
    wish->epoch = 0;
    if (wish->dropped)
        forget(wish);
    if (next != NULL && !host->stopping && !store_lease_want(host->store, next->setup.name))
        log_error(&host->log, "network %s cannot be asked for", next->setup.name);
}

static void begin(struct lease_wish *wish)
{
    struct host *host = wish->host;
    char why[512];
    struct network_setup setup = wish->setup;
    setup.gone = ended;
    setup.gone_arg = wish;
    wish->network = networks_make(host, &setup, why, sizeof(why));
    if (wish->network != NULL) {
        wish->network->leased = true;
        networks_join(wish->network);
        return;
    }
    /* Another process may have what is lacking here. */
    log_error(&host->log, "network %s cannot be begun, and is left to others: %s", setup.name, why);
    store_lease_give(host->store, setup.name);
    wish->epoch = 0;
}

static void had(void *arg, const char *name, int64_t epoch)
{
    struct host *host = arg;
    struct lease_wish *wish = find(host, name);
    if (wish == NULL || host->stopping) {
        store_lease_give(host->store, name);
        return;
    }
    log_info(&host->log, "network %s is ours lease=%" PRId64, name, epoch);
    wish->epoch = epoch;
    begin(wish);
}

static void lost(void *arg, const char *name)
{
    struct host *host = arg;
    log_error(&host->log,
              "another process has taken network %s: this one could not be reached for too long, "
              "and ends",
              name);
    if (host->lease_lost != NULL)
        host->lease_lost(host->owner);
}

static void setting(void *arg, const char *scope, const char *key, const char *value)
{
    settings_news(arg, scope, key, value);
}

/* -- wishes -- */

void leases_begin(struct host *host)
{
    const struct store_lease_owner owner = {had, lost, setting, host};
    store_set_lease_owner(host->store, &owner);
}

/* One of that name is still to be given back: it is asked for when that is done. */
static bool is_leaving(const struct host *host, const char *name)
{
    for (const struct lease_wish *wish = host->leases; wish != NULL; wish = wish->next)
        if (wish->dropped && strcmp(wish->setup.name, name) == 0)
            return true;
    return false;
}

bool leases_want(struct host *host, const struct network_setup *setup)
{
    struct lease_wish *wish = calloc(1, sizeof(*wish));
    if (wish == NULL ||
        (!is_leaving(host, setup->name) && !store_lease_want(host->store, setup->name))) {
        free(wish);
        return false;
    }
    wish->host = host;
    wish->setup = *setup;
    wish->next = host->leases;
    host->leases = wish;
    return true;
}

static void drop(struct lease_wish *wish)
{
    struct host *host = wish->host;
    wish->dropped = true;
    if (wish->network != NULL) { /* given back when its last words have gone */
        networks_leave(wish->network, networks_goodbye);
        return;
    }
    store_lease_give(host->store, wish->setup.name);
    forget(wish);
}

bool leases_drop(struct host *host, const char *name, void (*gone)(void *arg), void *gone_arg)
{
    struct lease_wish *wish = find(host, name);
    if (wish == NULL)
        return false;
    wish->setup.gone = gone;
    wish->setup.gone_arg = gone_arg;
    drop(wish);
    return true;
}

unsigned leases_drain(struct host *host)
{
    unsigned count = 0;
    struct lease_wish *next = NULL;
    for (struct lease_wish *wish = host->leases; wish != NULL; wish = next) {
        next = wish->next;
        if (wish->dropped)
            continue;
        count += wish->network != NULL;
        drop(wish);
    }
    return count;
}

bool leases_hold(const struct host *host)
{
    return !store_shared(host->store) || store_lease_holds(host->store);
}

void leases_count(const struct host *host, unsigned *wanted, unsigned *had_now)
{
    *wanted = *had_now = 0;
    for (const struct lease_wish *wish = host->leases; wish != NULL; wish = wish->next) {
        *wanted += !wish->dropped;
        *had_now += !wish->dropped && wish->network != NULL;
    }
}

int64_t leases_epoch(const struct host *host, const char *name)
{
    const struct lease_wish *wish = find(host, name);
    return wish != NULL ? wish->epoch : 0;
}

void leases_finish(struct host *host)
{
    struct lease_wish *next = NULL;
    for (struct lease_wish *wish = host->leases; wish != NULL; wish = next) {
        next = wish->next;
        forget(wish);
    }
}
