#include "distant.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "bot/host/daemon_state.h"
#include "bot/people/letter.h"
#include "bot/people/setting_store.h"
#include "bot/table/table.h"

struct distant {
    struct adapter adapter;   /* first */
    struct adapter_impl impl; /* a copy of the real network's, with the functions below */
    struct distant *next;     /* links distants that have no adapter yet (daemon.distants) */
    struct host *host;
    char *name, *home;
    char *own_name; /* name of the bot there; NULL: not known */
    char **closed;  /* channels where the bot cannot be heard, folded: it is not in them, or may not
                     * speak */
    size_t closed_count;
    struct timer timer; /* raises CHAT_STOPPED */
};

static struct distant *distant_of(const struct adapter *adapter)
{
    struct distant *distant = (struct distant *)adapter;
    assert(adapter->impl == &distant->impl);
    return distant;
}

/* -- the functions of the adapter -- */

static struct adapter *create(const struct adapter_setup *setup, struct fault *why)
{
    struct host *host = setup->host;
    struct distant **at = &host->daemon->distants;
    (void)why;
    while (strcmp((*at)->name, setup->name) != 0)
        at = &(*at)->next;
    struct distant *distant = *at;
    *at = distant->next;
    adapter_init(&distant->adapter, &distant->impl, setup);
    distant->adapter.log = (struct log){&host->log, distant->name};
    return &distant->adapter;
}

static void start(struct adapter *adapter)
{
    (void)adapter;
}

/* Returns the network whose holder the other process knows as the source of that message: the home
 * of the table that is shown in its channel. */
static const char *sender_of(const struct distant *distant, const struct message *message)
{
    struct network *network = network_of(distant->host->people, &distant->adapter);
    const struct table *table = message->channel != NULL && network != NULL
                                    ? table_at(distant->host->tables, network, message->channel)
                                    : NULL;
    return table != NULL ? table->home.network->name : distant->home;
}

static void post(struct adapter *adapter, struct message *message)
{
    const struct distant *distant = distant_of(adapter);
    letter_send_message(distant->host->people, distant->name, sender_of(distant, message), message);
    message_destroy(message);
}

static void raise_stopped(struct timer *timer)
{
    struct distant *distant = (struct distant *)((char *)timer - offsetof(struct distant, timer));
    adapter_raise(&distant->adapter, &(struct chat_event){.kind = CHAT_STOPPED, .told = true});
}

static void stop(struct adapter *adapter, const char *words)
{
    (void)words; /* no goodbye, because the other process stays there */
    timer_set(&distant_of(adapter)->timer, 0);
}

static void free_distant(struct timer *timer)
{
    struct distant *distant = (struct distant *)((char *)timer - offsetof(struct distant, timer));
    for (size_t i = 0; i < distant->closed_count; i++)
        free(distant->closed[i]);
    free(distant->closed);
    free(distant->own_name);
    free(distant->name);
    free(distant->home);
    free(distant);
}

static void destroy(struct adapter *adapter)
{
    if (adapter != NULL)
        timer_finish(&distant_of(adapter)->timer, free_distant);
}

/* As the network's own adapter does it, by the characters that it told the store (STORE_FOLDS). */
static bool fold(const struct adapter *adapter, const char *text, char *out, size_t size)
{
    static const char from[] = STORE_FOLDS;
    const struct distant *distant = distant_of(adapter);
    char scope[128];
    snprintf(scope, sizeof(scope), "names:%s", distant->name);
    const char *to = setting_get(distant->host->people, scope, "folds");
    bool folds = to != NULL && strlen(to) == strlen(from);
    size_t length = strlen(text);
    if (length >= size)
        return false;
    for (size_t i = 0; i <= length; i++) {
        const char *at = text[i] != '\0' ? strchr(from, text[i]) : NULL;
        bool letter = text[i] >= 'A' && text[i] <= 'Z';
        out[i] = at != NULL && folds    ? to[at - from]
                 : letter && to == NULL ? (char)(text[i] - 'A' + 'a')
                                        : text[i];
    }
    return true;
}

static const char *own_name(const struct adapter *adapter)
{
    return distant_of(adapter)->own_name;
}

static char **find_closed(const struct distant *distant, const char *channel)
{
    for (size_t i = 0; i < distant->closed_count; i++) {
        if (strcmp(distant->closed[i], channel) == 0)
            return &distant->closed[i];
    }
    return NULL;
}

static bool is_in(const struct adapter *adapter, const char *channel)
{
    const struct distant *distant = distant_of(adapter);
    const struct network *network = network_of(distant->host->people, adapter);
    char folded[CHAT_ID_MAX];
    return network != NULL && network_fold(network, channel, folded, sizeof(folded)) &&
           find_closed(distant, folded) == NULL;
}

/* The owner of a channel stays as it was saved with the table. */
static const char *tenant(const struct adapter *adapter, const char *channel)
{
    (void)adapter, (void)channel;
    return NULL;
}

static bool look_up(struct adapter *adapter, const char *id, bool first)
{
    const struct distant *distant = distant_of(adapter);
    letter_send_look(distant->host->people, distant->name, distant->home, id, first);
    return true;
}

/* -- for the host -- */

const struct adapter_impl *distant_make(struct host *host, const struct adapter_impl *real,
                                        const char *name, const char *home)
{
    struct distant *distant = calloc(1, sizeof(*distant));
    if (distant == NULL)
        return NULL;
    distant->host = host;
    distant->name = strdup(name);
    distant->home = strdup(home);
    distant->impl = (struct adapter_impl){.name = real->name,
                                          .keys = real->keys,
                                          .caps = real->caps,
                                          .create = create,
                                          .start = start,
                                          .send = post,
                                          .post = post,
                                          .stop = stop,
                                          .destroy = destroy,
                                          .fold = real->fold != NULL ? fold : NULL,
                                          .own_name = real->own_name != NULL ? own_name : NULL,
                                          .is_in = is_in,
                                          .tenant = real->tenant != NULL ? tenant : NULL,
                                          .look_up = real->look_up != NULL ? look_up : NULL};
    timer_init(host->loop, &distant->timer, raise_stopped);
    distant->next = host->daemon->distants;
    host->daemon->distants = distant;
    if (distant->name != NULL && distant->home != NULL)
        return &distant->impl;
    distant_drop(&distant->impl);
    return NULL;
}

void distant_drop(const struct adapter_impl *impl)
{
    struct distant *distant = (struct distant *)((char *)impl - offsetof(struct distant, impl));
    struct distant **at = &distant->host->daemon->distants;
    while (*at != NULL && *at != distant)
        at = &(*at)->next;
    if (*at != NULL)
        *at = distant->next;
    timer_finish(&distant->timer, free_distant);
}

void distant_start(struct network *network)
{
    network->distant = true;
    network->stage = NETWORK_RUNS;
    network->started = true;
    network->connected = true;
}

/* -- what its process tells -- */

static void note_channel(struct distant *distant, const struct network *network,
                         const struct chat_event *event)
{
    bool closes = event->kind == CHAT_REMOVED || event->kind == CHAT_MUTED;
    char folded[CHAT_ID_MAX];
    if ((!closes && event->kind != CHAT_ENTERED) || event->channel == NULL ||
        !network_fold(network, event->channel, folded, sizeof(folded)))
        return;
    char **at = find_closed(distant, folded);
    if (!closes && at != NULL) {
        free(*at);
        *at = distant->closed[--distant->closed_count];
    } else if (closes && at == NULL) {
        char *copy = strdup(folded);
        char **closed = copy != NULL
                            ? array_grow(distant->closed, distant->closed_count, sizeof(*closed))
                            : NULL;
        if (closed == NULL) { /* the channel counts as open, and lines to it may be lost */
            free(copy);
            return;
        }
        distant->closed = closed;
        distant->closed[distant->closed_count++] = copy;
    }
}

static void note_own_name(struct distant *distant, const char *name)
{
    char *copy = name != NULL ? strdup(name) : NULL;
    if (copy == NULL)
        return;
    free(distant->own_name);
    distant->own_name = copy;
}

void distant_hear(struct network *network, const struct letter *letter)
{
    struct distant *distant = distant_of(network->adapter);
    note_own_name(distant, letter->name);
    /* Another process has the network now, or the same one has connected again: people may have
     * missed something. */
    if (letter->event.kind == CHAT_CONNECTED && network->connected)
        adapter_raise(network->adapter, &(struct chat_event){.kind = CHAT_DISCONNECTED});
    note_channel(distant, network, &letter->event);
    bool of_user = letter->event.kind >= CHAT_MESSAGE && letter->event.kind <= CHAT_FAILED;
    if (letter->event.user.id != NULL || !of_user)
        adapter_raise(network->adapter, &letter->event);
}
