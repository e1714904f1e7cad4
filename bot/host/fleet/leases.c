#include "leases.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/host/daemon_state.h"
#include "bot/host/fleet/bridges.h"
#include "bot/host/fleet/part_leave.h"
#include "bot/host/fleet/settings_news.h"
#include "bot/host/tables_away.h"
#include "bot/people/setting_store.h"
#include "storage/lease.h"

struct had_lease {
    int64_t epoch;  /* 0: not had */
    uint64_t since; /* loop_now() */
};

/* A network that the configuration names. */
struct lease_wish {
    struct timer timer; /* first member, so that a cast finds this struct. While the timer is set,
                         * the network rests after a failure, and this process asks for none of its
                         * leases */
    struct lease_wish *next;
    struct host *host;
    struct network_setup setup;
    struct network *network; /* set from the time we get a lease until the adapter has ended */
    bool dropped;            /* not wanted any more */
    bool open;               /* its settings do not say into how many parts it is divided */
    unsigned rests;          /* how many rests in a row ... */
    uint64_t failed;         /* ... and when the last one began (loop_now()) */
    unsigned count;          /* how many leases the network has: one, or one for each part */
    struct had_lease had[];  /* each of them */
};

static struct lease_wish *find_wish(const struct host *host, const char *name)
{
    struct lease_wish *wish = host->daemon->leases;
    while (wish != NULL && (wish->dropped || strcmp(wish->setup.name, name) != 0))
        wish = wish->next;
    return wish;
}

/* -- the number of parts, if the settings of a network do not say it -- */

enum { PARTS_MAX = STORE_LEASES_MAX };
static const char division[] = "division", parts_key[] = "parts";

static void division_scope(const char *network, char *out, size_t size)
{
    snprintf(out, size, "%s:%s", division, network);
}

/* Returns the number of parts that the network told any process; 0 if it told none. */
static unsigned told_parts(const struct host *host, const char *network)
{
    char scope[STORE_LEASE_NAME_MAX + sizeof(division)];
    division_scope(network, scope, sizeof(scope));
    const char *text = setting_get(host->people, scope, parts_key);
    unsigned long parts = text != NULL ? strtoul(text, NULL, 10) : 0;
    return parts <= PARTS_MAX ? (unsigned)parts : 0;
}

static void ask_again(struct timer *timer);

static struct lease_wish *wish_create(struct host *host, const struct network_setup *setup,
                                      unsigned parts)
{
    unsigned count = parts > 1 ? parts : 1;
    struct lease_wish *wish = calloc(1, sizeof(*wish) + count * sizeof(wish->had[0]));
    if (wish == NULL)
        return NULL;
    wish->host = host;
    wish->setup = *setup;
    wish->setup.parts = parts > 1 ? parts : 0;
    wish->count = count;
    timer_init(host->loop, &wish->timer, ask_again);
    return wish;
}

static void free_wish(struct timer *timer)
{
    free((struct lease_wish *)timer);
}

static void wish_free(struct lease_wish *wish)
{
    timer_finish(&wish->timer, free_wish);
}

static const char *lease_of(const struct lease_wish *wish, unsigned n,
                            char out[STORE_LEASE_NAME_MAX])
{
    return network_lease(wish->setup.name, wish->setup.parts, n, out);
}

/* Finds the wish that a lease belongs to, and in *n its number among the leases of that wish.
 * Returns NULL if none has it. */
static struct lease_wish *find_lease(const struct host *host, const char *lease, unsigned *n)
{
    char name[STORE_LEASE_NAME_MAX];
    for (struct lease_wish *wish = host->daemon->leases; wish != NULL; wish = wish->next) {
        for (*n = 0; !wish->dropped && *n < wish->count; ++*n) {
            if (strcmp(lease_of(wish, *n, name), lease) == 0)
                return wish;
        }
    }
    return NULL;
}

static void forget_wish(struct lease_wish *wish)
{
    struct lease_wish **at = &wish->host->daemon->leases;
    while (*at != wish)
        at = &(*at)->next;
    *at = wish->next;
    if (wish->setup.gone != NULL)
        wish->setup.gone(wish->setup.gone_arg);
    wish_free(wish);
}

/* Returns true if this process should ask for the leases of the wish now. */
static bool is_wanted(const struct lease_wish *wish)
{
    const struct host *host = wish->host;
    return !wish->dropped && !host->daemon->drained && !host->stopping &&
           !timer_active(&wish->timer);
}

/* Tells the store which process is to have the leases of the wish. */
static void prefer_home(const struct lease_wish *wish)
{
    char name[STORE_LEASE_NAME_MAX];
    for (unsigned n = 0; n < wish->count; n++)
        store_lease_prefer(wish->host->store, lease_of(wish, n, name), wish->setup.home);
}

/* Asks the store for every lease that the network of this wish needs. Returns false if the store
 * cannot take another request. */
static bool ask_for_leases(const struct lease_wish *wish)
{
    char name[STORE_LEASE_NAME_MAX];
    for (unsigned n = 0; n < wish->count; n++) {
        if (!store_lease_want(wish->host->store, lease_of(wish, n, name)))
            return false;
    }
    prefer_home(wish);
    return true;
}

/* Stops asking for the leases of the wish that this process did not get. */
static void ask_no_more(const struct lease_wish *wish)
{
    char name[STORE_LEASE_NAME_MAX];
    for (unsigned n = 0; n < wish->count; n++) {
        if (wish->had[n].epoch == 0)
            store_lease_give(wish->host->store, lease_of(wish, n, name), false);
    }
}

/* After a failure here, asks for the network only after a rest. Another process, where it may work,
 * can take the network meanwhile. */
static void rest_wish(struct lease_wish *wish)
{
    enum { DOUBLED_MAX = 4 };
    uint64_t time = wish->host->daemon->lease_rest;
    ask_no_more(wish);
    timer_set(&wish->timer, time << (wish->rests < DOUBLED_MAX ? wish->rests : DOUBLED_MAX));
    wish->failed = loop_now(wish->host->loop);
    wish->rests++;
}

/* Replaces a wish that has no lease yet, if the network now has another number of parts. Returns
 * false when memory is out. */
static bool divide_anew(struct lease_wish **wish)
{
    struct lease_wish *old = *wish;
    unsigned parts = old->open ? told_parts(old->host, old->setup.name) : 0;
    if (parts < 2 || parts == old->setup.parts)
        return true;
    struct lease_wish *anew = wish_create(old->host, &old->setup, parts);
    if (anew == NULL)
        return false;
    ask_no_more(old);
    anew->open = true;
    anew->rests = old->rests;
    if (timer_active(&old->timer))
        timer_set(&anew->timer, old->host->daemon->lease_rest);
    anew->next = old->next;
    struct lease_wish **at = &old->host->daemon->leases;
    while (*at != old)
        at = &(*at)->next;
    *at = *wish = anew;
    wish_free(old);
    return true;
}

/* The function for network.gone: the adapter has ended and is freed. */
static void on_network_ended(void *arg)
{
    struct lease_wish *wish = arg;
    struct host *host = wish->host;
    const struct lease_wish *next = wish->dropped ? find_wish(host, wish->setup.name) : NULL;
    bool by_itself = wish->network->started && !wish->network->asked;
    if (wish->network->connects > 0)
        wish->rests = 0;
    wish->network = NULL;
    memset(wish->had, 0, wish->count * sizeof(wish->had[0]));
    if (wish->dropped)
        forget_wish(wish);
    else if (!divide_anew(&wish))
        log_error(&host->log, "out of memory: network %s is not divided", wish->setup.name);
    else if (by_itself)
        rest_wish(wish);
    else if (is_wanted(wish)) /* it was wanted again meanwhile, or was given up only to be
                               * divided */
        (void)ask_for_leases(wish);
    if (next != NULL && is_wanted(next) && !ask_for_leases(next))
        log_error(&host->log, "network %s cannot be claimed", next->setup.name);
}

/* Ends the adapter that stands for the network while another process has it. */
static void leave_distant(const struct lease_wish *wish)
{
    struct network *network = network_named(wish->host->people, wish->setup.name);
    if (network != NULL && network->distant)
        networks_leave(network, networks_goodbye);
}

static void begin_network(struct lease_wish *wish)
{
    struct host *host = wish->host;
    leave_distant(wish); /* the tables are read again with the real network */
    struct fault why = {0};
    struct network_setup setup = wish->setup;
    setup.gone = on_network_ended;
    setup.gone_arg = wish;
    wish->network = networks_make(host, &setup, &why);
    if (wish->network != NULL) {
        wish->network->leased = true;
        networks_join(wish->network);
        return;
    }
    rest_wish(wish);
    log_error(&host->log, "network %s cannot be started, and is left to other processes: %s",
              setup.name, why.text);
}

static void ask_again(struct timer *timer)
{
    const struct lease_wish *wish = (struct lease_wish *)timer;
    if (is_wanted(wish) && wish->network == NULL)
        (void)ask_for_leases(wish);
}

static void on_lease_had(void *arg, const char *name, int64_t epoch, int64_t given)
{
    struct host *host = arg;
    unsigned n = 0;
    struct lease_wish *wish = find_lease(host, name, &n);
    bool wanted = wish != NULL && is_wanted(wish);
    if (wanted && wish->network == NULL)
        begin_network(wish);
    if (!wanted || wish->network == NULL || wish->network->stopped) {
        store_lease_give(host->store, name, false);
        return;
    }
    log_info(&host->log, "network %s belongs to this process now lease=%" PRId64, name, epoch);
    wish->had[n] = (struct had_lease){epoch, loop_now(host->loop)};
    if (given >= 0)
        networks_moved(wish->network, n, given);
    if (wish->setup.parts > 0)
        networks_take(wish->network, n);
}

static void on_lease_lost(void *arg, const char *name)
{
    struct host *host = arg;
    log_error(&host->log,
              "network %s belongs to another process now: this one was out of reach for too long, "
              "and exits",
              name);
    if (host->daemon->hooks.lease_lost != NULL)
        host->daemon->hooks.lease_lost(host->daemon->hooks.arg);
}

/* Another process has stored in how many parts the network is divided. */
static void division_news(struct host *host, const char *network)
{
    struct lease_wish *wish = find_wish(host, network);
    if (wish != NULL && wish->network == NULL && divide_anew(&wish) && is_wanted(wish))
        (void)ask_for_leases(wish);
}

static void on_setting(void *arg, const char *scope, const char *key, const char *value)
{
    size_t size = strlen(division);
    settings_news(arg, scope, key, value);
    if (strncmp(scope, division, size) == 0 && scope[size] == ':')
        division_news(arg, scope + size + 1);
}

bool leases_divide(void *arg, struct adapter *adapter, unsigned parts)
{
    struct host *host = arg;
    struct network *network = network_of(host->people, adapter);
    const struct lease_wish *wish = network != NULL ? find_wish(host, network->name) : NULL;
    char scope[STORE_LEASE_NAME_MAX + sizeof(division)];
    char text[16];
    if (wish == NULL || !wish->open || parts == wish->count || parts < 2 || parts > PARTS_MAX)
        return false;
    division_scope(network->name, scope, sizeof(scope));
    snprintf(text, sizeof(text), "%u", parts);
    if (!setting_set(host->people, scope, parts_key, text))
        return false;
    log_info(&host->log, "network %s is divided among processes from now on parts=%u",
             network->name, parts);
    networks_leave(network, networks_goodbye);
    return true;
}

/* -- wishes -- */

void leases_begin(struct host *host)
{
    const struct store_lease_owner owner = {on_lease_had, on_lease_lost, on_setting, bridges_letter,
                                            host};
    store_set_lease_owner(host->store, &owner);
}

/* Returns true if this process is still giving back a network of that name. It asks for the new one
 * after that. */
static bool is_leaving(const struct host *host, const char *name)
{
    for (const struct lease_wish *wish = host->daemon->leases; wish != NULL; wish = wish->next) {
        if (wish->dropped && strcmp(wish->setup.name, name) == 0)
            return true;
    }
    return false;
}

bool leases_want(struct host *host, const struct network_setup *setup)
{
    const char *wrong = NULL;
    const struct adapter_impl *impl = setup->impl;
    unsigned parts = impl->parts != NULL ? impl->parts(setup->settings, &wrong) : 1;
    bool open = parts == 0;
    if (open)
        parts = told_parts(host, setup->name);
    if (wrong != NULL) {
        log_error(&host->log, "network %s: %s", setup->name, wrong);
        return false;
    }
    struct lease_wish *wish = wish_create(host, setup, parts);
    if (wish == NULL)
        return false;
    wish->open = open;
    if (!is_leaving(host, setup->name) && is_wanted(wish) && !ask_for_leases(wish)) {
        ask_no_more(wish);
        wish_free(wish);
        return false;
    }
    wish->next = host->daemon->leases;
    host->daemon->leases = wish;
    return true;
}

void leases_set_texts(struct host *host, const char *name, const char *admins, const char *join_url,
                      const char *home)
{
    struct lease_wish *wish = find_wish(host, name);
    if (wish == NULL)
        return;
    wish->setup.admins = admins;
    wish->setup.join_url = join_url;
    wish->setup.home = home;
    prefer_home(wish);
    struct network *network = network_named(host->people, name);
    if (network != NULL && network->distant) {
        network->admins = admins;
        network->join_url = join_url;
    }
}

static void drop_wish(struct lease_wish *wish)
{
    wish->dropped = true;
    ask_no_more(wish);
    leave_distant(wish);
    if (wish->network != NULL) /* the lease is given back only after the goodbye was sent */
        networks_leave(wish->network, networks_goodbye);
    else
        forget_wish(wish);
}

bool leases_drop(struct host *host, const char *name, void (*gone)(void *arg), void *gone_arg)
{
    struct lease_wish *wish = find_wish(host, name);
    if (wish == NULL)
        return false;
    wish->setup.gone = gone;
    wish->setup.gone_arg = gone_arg;
    drop_wish(wish);
    return true;
}

static unsigned had_of(const struct lease_wish *wish)
{
    unsigned count = 0;
    for (unsigned n = 0; n < wish->count; n++)
        count += wish->had[n].epoch != 0;
    return count;
}

unsigned leases_drain(struct host *host)
{
    unsigned count = 0;
    if (host->daemon->drained)
        return 0;
    host->daemon->drained = true;
    store_lease_leave(host->store, true);
    for (struct lease_wish *wish = host->daemon->leases; wish != NULL; wish = wish->next) {
        if (wish->dropped)
            continue;
        count += had_of(wish);
        ask_no_more(wish);
        /* Marks all networks before it leaves one: a table gets no message on another network that
         * is about to be left. */
        if (wish->network != NULL)
            wish->network->goes = true;
    }
    for (struct lease_wish *wish = host->daemon->leases; wish != NULL; wish = wish->next) {
        if (wish->network != NULL && wish->network->goes)
            networks_leave(wish->network, networks_goodbye);
    }
    return count;
}

unsigned leases_undrain(struct host *host)
{
    unsigned count = 0;
    if (!host->daemon->drained)
        return 0;
    host->daemon->drained = false;
    store_lease_leave(host->store, false);
    for (struct lease_wish *wish = host->daemon->leases; wish != NULL; wish = wish->next) {
        if (wish->dropped)
            continue;
        count += wish->count;
        timer_stop(&wish->timer);
        if (wish->network == NULL) /* otherwise we ask for it when its adapter has ended */
            (void)ask_for_leases(wish);
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
    for (const struct lease_wish *wish = host->daemon->leases; wish != NULL; wish = wish->next) {
        if (wish->dropped || host->daemon->drained)
            continue;
        *wanted += wish->count;
        *had_now += had_of(wish);
    }
}

void leases_each(const struct host *host, void (*each)(void *arg, const struct lease_had *lease),
                 void *arg)
{
    char name[STORE_LEASE_NAME_MAX];
    for (const struct lease_wish *wish = host->daemon->leases; wish != NULL; wish = wish->next) {
        for (unsigned n = 0; !wish->dropped && n < wish->count; n++) {
            if (wish->had[n].epoch != 0) {
                each(arg, &(struct lease_had){lease_of(wish, n, name), wish->setup.name,
                                              wish->had[n].epoch,
                                              loop_now(host->loop) - wish->had[n].since});
            }
        }
    }
}

const struct network_setup *leases_setup(const struct host *host, const char *name)
{
    unsigned n = 0;
    const struct lease_wish *wish = find_wish(host, name);
    if (wish == NULL)
        wish = find_lease(host, name, &n);
    return wish != NULL ? &wish->setup : NULL;
}

/* -- moving to another process -- */

static bool is_welcome(const struct lease_wish *wish)
{
    uint64_t now = loop_now(wish->host->loop);
    return is_wanted(wish) && (wish->rests == 0 || now - wish->failed > LEASES_DOUBT);
}

char *leases_welcomed(const struct host *host)
{
    size_t size = 1;
    for (const struct lease_wish *wish = host->daemon->leases; wish != NULL; wish = wish->next)
        size += strlen(wish->setup.name) + 1;
    char *names = malloc(size);
    char *end = names;
    if (names == NULL)
        return NULL;
    for (const struct lease_wish *wish = host->daemon->leases; wish != NULL; wish = wish->next) {
        if (is_welcome(wish))
            end += sprintf(end, "%s\n", wish->setup.name);
    }
    *end = '\0';
    return names;
}

unsigned leases_lacked(const struct host *host, bool (*elsewhere)(void *arg, const char *lease),
                       void *arg)
{
    char name[STORE_LEASE_NAME_MAX];
    unsigned lacked = 0;
    for (const struct lease_wish *wish = host->daemon->leases; wish != NULL; wish = wish->next) {
        for (unsigned n = 0; !wish->dropped && n < wish->count; n++)
            lacked += wish->had[n].epoch == 0 && !elsewhere(arg, lease_of(wish, n, name));
    }
    return lacked;
}

bool leases_are_calm(const struct host *host, const char *lease, uint64_t calm, uint64_t *quiet)
{
    unsigned n = 0;
    const struct lease_wish *wish = find_lease(host, lease, &n);
    *quiet = 0;
    if (wish == NULL || wish->had[n].epoch == 0 || wish->network == NULL)
        return false;
    return had_of(wish) > 1 ? networks_part_is_calm(wish->network, n)
                            : networks_are_calm(wish->network, calm, quiet);
}

bool leases_span(const struct host *host, const char *lease)
{
    unsigned n = 0;
    const struct lease_wish *wish = find_lease(host, lease, &n);
    return wish != NULL && wish->network != NULL &&
           tables_span(wish->network, had_of(wish) > 1 ? (int)n : -1);
}

/* A part has left: asks for its lease again. */
static void part_left(struct host *host, const char *lease)
{
    unsigned n = 0;
    struct lease_wish *wish = find_lease(host, lease, &n);
    if (wish == NULL)
        return;
    wish->had[n] = (struct had_lease){0};
    if (is_wanted(wish) && store_lease_want(host->store, lease))
        store_lease_prefer(host->store, lease, wish->setup.home);
}

const char *leases_hand(struct host *host, const char *lease, const char *heir, bool by_hand)
{
    unsigned n = 0;
    const struct lease_wish *wish = find_lease(host, lease, &n);
    struct network *network = wish != NULL ? wish->network : NULL;
    if (network == NULL || wish->had[n].epoch == 0)
        return "this process does not have it";
    bool part = had_of(wish) > 1;
    if (network->leave != NULL)
        return "one of the network's shards is moving: try again in a moment";
    if (network->stage != NETWORK_RUNS || host->stopping ||
        (part && network->stages[n] != PART_RUNS))
        return "it is beginning or ending here: try again in a moment";
    struct part_gift gift = {n, lease, heir, by_hand, part_left};
    bool good = part ? part_leave(network, &gift) : networks_hand(network, heir, by_hand);
    return good ? NULL : "out of memory";
}

int64_t leases_epoch(const struct host *host, const char *lease)
{
    unsigned n = 0;
    const struct lease_wish *wish = find_lease(host, lease, &n);
    return wish != NULL ? wish->had[n].epoch : 0;
}

void leases_finish(struct host *host)
{
    struct lease_wish *next = NULL;
    for (struct lease_wish *wish = host->daemon->leases; wish != NULL; wish = next) {
        next = wish->next;
        forget_wish(wish);
    }
}
