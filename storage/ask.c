/* Questions: they run off the loop, one at a time, and are answered on it. */
#include <stdlib.h>
#include <string.h>

#include "internal.h"

enum kind { BOARD, STATS, NICK, RECORD };

struct ask {
    struct work work; /* first: a cast finds the question */
    struct ask *next;
    struct store *store; /* NULL: the store has gone; only the memory is left to free */
    enum kind kind;
    struct store_board_query query;
    char *network, *channel, *name;
    store_board_fn *board_done;
    store_stats_fn *stats_done;
    store_nick_fn *nick_done;
    store_record_fn *record_done;
    int64_t round;
    char *setup, *actions;
    void *arg;
    bool finished; /* under the store's mutex: run_ask() has ended */
    bool ok, found;
    unsigned count;
    char mark[STORE_MARK_MAX];
    struct store_score scores[STORE_BOARD_MAX];
};

static void ask_destroy(struct ask *ask)
{
    if (!ask)
        return;
    free(ask->network);
    free(ask->channel);
    free(ask->name);
    free(ask->setup);
    free(ask->actions);
    free(ask);
}

static void answer(const struct ask *ask, bool ok)
{
    if (ask->kind == BOARD)
        ask->board_done(ask->arg, ok, ask->scores, ok ? ask->count : 0);
    else if (ask->kind == NICK)
        ask->nick_done(ask->arg, ok, ok && ask->found, ask->mark);
    else if (ask->kind == RECORD)
        ask->record_done(ask->arg, ok, ok && ask->found, ask->setup, ask->actions);
    else
        ask->stats_done(ask->arg, ok, ok && ask->found, ask->scores);
}

static void run_ask(struct work *work)
{
    struct ask *ask = (struct ask *)work;
    struct store *store = ask->store;
    if (ask->kind == BOARD)
        ask->ok = store->impl->board(store, &ask->query, ask->scores, &ask->count);
    else if (ask->kind == NICK)
        ask->ok = store->impl->nick(store, ask->network, ask->name, &ask->found, ask->mark);
    else if (ask->kind == RECORD)
        ask->ok = store->impl->record(store, ask->round, &ask->found, &ask->setup, &ask->actions);
    else
        ask->ok = store->impl->stats(store, ask->network, ask->channel, ask->name, ask->query.at,
                                     &ask->found, ask->scores);
    uv_mutex_lock(&store->mutex);
    ask->finished = true;
    uv_cond_broadcast(&store->cond);
    uv_mutex_unlock(&store->mutex);
}

static void ask_done(struct work *work)
{
    struct ask *ask = (struct ask *)work;
    struct store *store = ask->store;
    if (store) {
        store->asks = ask->next;
        if (store->asks)
            loop_work(store->loop, &store->asks->work, run_ask, ask_done);
        answer(ask, ask->ok);
    }
    ask_destroy(ask);
}

/* Takes the question over. */
static void ask(struct store *store, struct ask *new)
{
    struct ask **at = &store->asks;
    while (*at)
        at = &(*at)->next;
    *at = new;
    if (store->asks == new)
        loop_work(store->loop, &new->work, run_ask, ask_done);
}

static struct ask *ask_create(struct store *store, enum kind kind, const char *network,
                              const char *channel, const char *name)
{
    struct ask *new = calloc(1, sizeof(*new));
    if (!new)
        return NULL;
    new->store = store;
    new->kind = kind;
    new->network = network ? strdup(network) : NULL;
    new->channel = channel ? strdup(channel) : NULL;
    new->name = name ? strdup(name) : NULL;
    if (!new->network == !network && !new->channel == !channel && !new->name == !name)
        return new;
    ask_destroy(new);
    return NULL;
}

void store_board(struct store *store, const struct store_board_query *query, store_board_fn *done,
                 void *arg)
{
    bool network = query->scope != STORE_OVERALL, channel = query->scope == STORE_CHANNEL;
    struct ask *new = ask_create(store, BOARD, network ? query->network : NULL,
                                 channel ? query->channel : NULL, NULL);
    if (!new) {
        done(arg, false, NULL, 0);
        return;
    }
    new->query = *query;
    new->query.network = new->network ? new->network : "";
    new->query.channel = new->channel ? new->channel : "";
    if (new->query.limit > STORE_BOARD_MAX)
        new->query.limit = STORE_BOARD_MAX;
    new->board_done = done;
    new->arg = arg;
    ask(store, new);
}

void store_stats(struct store *store, const char *network, const char *channel, const char *name,
                 int64_t at, store_stats_fn *done, void *arg)
{
    struct ask *new = ask_create(store, STATS, network, channel, name);
    if (!new) {
        static const struct store_score none[STORE_WINDOWS];
        done(arg, false, false, none);
        return;
    }
    new->query.at = at;
    new->stats_done = done;
    new->arg = arg;
    ask(store, new);
}

void store_nick(struct store *store, const char *network, const char *account, store_nick_fn *done,
                void *arg)
{
    struct ask *new = ask_create(store, NICK, network, NULL, account);
    if (!new) {
        done(arg, false, false, "");
        return;
    }
    new->nick_done = done;
    new->arg = arg;
    ask(store, new);
}

void store_record(struct store *store, int64_t round, store_record_fn *done, void *arg)
{
    struct ask *new = ask_create(store, RECORD, NULL, NULL, NULL);
    if (!new) {
        done(arg, false, false, NULL, NULL);
        return;
    }
    new->round = round;
    new->record_done = done;
    new->arg = arg;
    ask(store, new);
}

void store_stop_asks(struct store *store)
{
    struct ask *running = store->asks;
    if (!running)
        return;
    store->impl->interrupt(store);
    uv_mutex_lock(&store->mutex);
    while (!running->finished)
        uv_cond_wait(&store->cond, &store->mutex);
    uv_mutex_unlock(&store->mutex);
    struct ask *waiting = running->next;
    store->asks = NULL;
    running->store = NULL; /* ask_done() is still to come */
    answer(running, false);
    for (struct ask *next; waiting; waiting = next) {
        next = waiting->next;
        answer(waiting, false);
        ask_destroy(waiting);
    }
}
