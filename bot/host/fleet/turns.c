#include "turns.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/host.h"
#include "storage/lease.h"

enum {
    ASK_AGAIN =
        1000 /* milliseconds after which an adapter asks again, if the database did not answer */
};

/* Remembers who asked, until the store answers. */
struct turn_wish {
    struct network *network; /* held */
    char name[];
};

static void told(void *arg, bool ok, uint64_t wait)
{
    struct turn_wish *wish = arg;
    struct network *network = wish->network;
    bool runs = network->stage == NETWORK_RUNS && !network->stopped && !network->asked;
    network_release(network);
    if (runs)
        network->adapter->impl->turn(network->adapter, wish->name, ok ? wait : ASK_AGAIN);
    free(wish);
}

bool turns_ask(void *arg, struct adapter *adapter, const char *name, uint64_t pause)
{
    struct host *host = arg;
    struct network *network = network_of(host->people, adapter);
    char whole[128]; /* the turn's name with the network's, because each network has turns of its
                      * own */
    size_t size = strlen(name) + 1;
    if (network == NULL || !store_shared(host->store))
        return false;
    struct turn_wish *wish = malloc(sizeof(*wish) + size);
    if (wish == NULL)
        return false;
    wish->network = network;
    memcpy(wish->name, name, size);
    network_hold(network);
    snprintf(whole, sizeof(whole), "%s %s", network->name, name);
    store_ask_turn(host->store, whole, pause, told, wish);
    return true;
}
