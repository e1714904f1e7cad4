#include "network.h"

#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "bot/people/people_state.h"
#include "bot/text/slash_names.h"
#include "storage/store.h"

unsigned network_count(const struct people *people)
{
    return people->network_count;
}

struct network *network_at(const struct people *people, unsigned n)
{
    return people->networks[n];
}

bool network_add(struct people *people, struct network *network)
{
    struct network **networks =
        array_grow(people->networks, people->network_count, sizeof(network));
    if (networks == NULL)
        return false;
    networks[people->network_count++] = network;
    people->networks = networks;
    return true;
}

void network_remove(struct people *people, const struct network *network)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < people->network_count; i++) {
        if (people->networks[i] != network)
            people->networks[kept++] = people->networks[i];
    }
    people->network_count = kept;
}

struct network *network_named(struct people *people, const char *name)
{
    for (unsigned i = 0; i < people->network_count; i++) {
        struct network *network = people->networks[i];
        if (network->stage != NETWORK_LEAVES && strcmp(network->name, name) == 0)
            return network;
    }
    return NULL;
}

struct network *network_next(const struct people *people, unsigned *at)
{
    while (*at < people->network_count) {
        struct network *network = people->networks[(*at)++];
        if (network->stage != NETWORK_LEAVES && !network->distant)
            return network;
    }
    return NULL;
}

struct network *network_of(const struct people *people, const struct adapter *adapter)
{
    for (unsigned i = 0; i < people->network_count; i++) {
        if (people->networks[i]->adapter == adapter)
            return people->networks[i];
    }
    return NULL;
}

bool network_runs(const struct people *people, const struct adapter *adapter)
{
    const struct network *network = network_of(people, adapter);
    return network != NULL && network->stage == NETWORK_RUNS && !network->stopped;
}

enum part_stage network_part(const struct network *network, const char *channel, const char *tenant)
{
    if (network->parts == 0)
        return PART_RUNS;
    unsigned part = network->adapter->impl->part_of(network->adapter, channel, tenant);
    return part < network->parts ? (enum part_stage)network->stages[part] : PART_ELSEWHERE;
}

bool network_has_moved(const struct network *network, const char *channel, const char *tenant)
{
    unsigned part = 0;
    if (network->parts > 0 && channel == NULL)
        return false;
    if (network->parts > 0)
        part = network->adapter->impl->part_of(network->adapter, channel, tenant);
    uint64_t moved = part <= network->parts ? network->moved[part] : 0;
    return moved != 0 && loop_now(network->people->loop) - moved < NETWORK_MOMENT;
}

void network_moves_no_more(struct network *network)
{
    memset(network->moved, 0, (network->parts + 1) * sizeof(network->moved[0]));
}

bool network_is_shared_out(const struct network *network)
{
    for (unsigned i = 0; i < network->parts; i++) {
        if (network->stages[i] <= PART_LEAVES)
            return true;
    }
    return false;
}

/* -- tables that wait -- */

struct network_table {
    int64_t table;
    char *channel;
    bool home;
};

bool network_wait(struct network *network, int64_t table, const char *channel, bool home)
{
    struct network_table *waiting =
        array_grow(network->waiting, network->waiting_count, sizeof(*waiting));
    if (waiting == NULL)
        return false;
    network->waiting = waiting;
    waiting += network->waiting_count;
    waiting->table = table;
    waiting->home = home;
    waiting->channel = strdup(channel);
    if (waiting->channel == NULL)
        return false;
    network->waiting_count++;
    return true;
}

bool network_waits(const struct network *network, int64_t table)
{
    for (size_t i = 0; i < network->waiting_count; i++) {
        if (network->waiting[i].table == table)
            return true;
    }
    return false;
}

static const struct network_table *find_waiting(const struct network *network, const char *channel)
{
    enum { CHANNEL_MAX = 512 };
    char here[CHANNEL_MAX], there[CHANNEL_MAX];
    for (size_t i = 0; i < network->waiting_count; i++) {
        if (network_fold(network, channel, here, sizeof(here)) &&
            network_fold(network, network->waiting[i].channel, there, sizeof(there)) &&
            strcmp(here, there) == 0)
            return &network->waiting[i];
    }
    return NULL;
}

bool network_waits_in(const struct network *network, const char *channel)
{
    return find_waiting(network, channel) != NULL;
}

static void wait_no_more(struct network *network, int64_t table)
{
    size_t kept = 0;
    for (size_t i = 0; i < network->waiting_count; i++) {
        if (network->waiting[i].table == table)
            free(network->waiting[i].channel);
        else
            network->waiting[kept++] = network->waiting[i];
    }
    network->waiting_count = kept;
}

void network_waits_no_more(struct people *people, int64_t table)
{
    for (unsigned i = 0; i < people->network_count; i++)
        wait_no_more(people->networks[i], table);
}

void network_give_up_waiting(struct network *network, const char *channel)
{
    const struct network_table *waiting = find_waiting(network, channel);
    if (waiting != NULL && waiting->home) {
        store_close_table(network->people->store, waiting->table);
        network_waits_no_more(network->people, waiting->table);
    } else if (waiting != NULL) {
        wait_no_more(network, waiting->table);
    }
}

void network_read_waiting(struct people *people, const struct network *but)
{
    struct network *network = NULL;
    unsigned at = 0;
    while ((network = network_next(people, &at)) != NULL) {
        if (network != but && network->waiting_count > 0)
            network->read_again = true;
    }
}

void network_forget_waiting(struct network *network)
{
    for (size_t i = 0; i < network->waiting_count; i++)
        free(network->waiting[i].channel);
    free(network->waiting);
    network->waiting = NULL;
    network->waiting_count = 0;
}

const char *network_prefix(const struct network *network)
{
    const struct adapter_caps *caps = &network->adapter->impl->caps;
    if (caps->slash_commands)
        return slash_prefix;
    return caps->bare_words ? "" : network->people->options->prefix;
}

bool network_fold(const struct network *network, const char *text, char *out, size_t size)
{
    const struct adapter *adapter = network->adapter;
    if (adapter != NULL && adapter->impl->fold != NULL)
        return adapter->impl->fold(adapter, text, out, size);
    size_t length = strlen(text);
    if (length >= size)
        return false;
    memcpy(out, text, length + 1);
    return true;
}

bool network_fold_account(const struct network *network, const char *account, char *out,
                          size_t size)
{
    const struct adapter *adapter = network->adapter;
    bool folds = adapter != NULL && adapter->impl->fold != NULL;
    if (strlen(account) >= size)
        return false;
    for (; *account != '\0'; account++) {
        *out++ =
            (char)(folds && *account >= 'A' && *account <= 'Z' ? *account - 'A' + 'a' : *account);
    }
    *out = '\0';
    return true;
}
