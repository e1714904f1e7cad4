#include "reach.h"

#include <string.h>

#include "adapters/pages.h"
#include "bot/host/fleet/distant.h"
#include "bot/host/fleet/leases.h"
#include "storage/lease.h"

/* Returns true if a network of that name is here, or is being given up. */
static bool is_any_here(const struct host *host, const char *name)
{
    for (unsigned i = 0; i < network_count(host->people); i++) {
        if (strcmp(network_at(host->people, i)->name, name) == 0)
            return true;
    }
    return false;
}

static bool may_be_distant(const struct host *host, const struct network_setup *setup)
{
    const struct page_server *pages = setup->impl->pages;
    return setup->parts == 0 && !setup->impl->caps.local &&
           (pages == NULL || pages->seat == NULL) && store_shared(host->store) && !host->stopping;
}

struct network *reach_network(struct host *host, const char *home, const char *name)
{
    const struct network_setup *real = leases_setup(host, name);
    struct fault why = {0};
    if (is_any_here(host, name))
        return network_named(host->people, name);
    if (real == NULL || !may_be_distant(host, real))
        return NULL;
    struct network_setup setup = *real;
    setup.impl = distant_make(host, real->impl, name, home);
    setup.gone = NULL;
    struct network *network = setup.impl != NULL ? networks_make(host, &setup, &why) : NULL;
    if (network == NULL) {
        if (setup.impl != NULL)
            distant_drop(setup.impl);
        log_error(&host->log, "out of memory: tables with network %s wait", name);
        return NULL;
    }
    distant_start(network);
    const struct network *from = network_named(host->people, home);
    if (from != NULL && from->parts == 0) /* the home's tables may have come silently; then nobody
                                           * has missed anything here either */
        network->moved[0] = from->moved[0];
    log_info(&host->log, "network %s belongs to another process: tables of network %s use it there",
             name, home);
    return network;
}
