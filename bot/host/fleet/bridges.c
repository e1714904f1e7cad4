#include "bridges.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <uthash.h>

#include "base/array.h"
#include "bot/host/daemon_state.h"
#include "bot/host/fleet/distant.h"
#include "bot/people/bridge_note.h"
#include "bot/people/letter.h"
#include "bot/show/outbox.h"
#include "storage/lease.h"

enum {
    KNOWN_MAX = 10000,  /* how many users we remember who have to do with tables of other
                         * processes */
    ENTERS_MAX = 15000, /* milliseconds in which the bot enters its channels after it connected */
    KNOWN_KEY = CHAT_ID_MAX + STORE_NAME_MAX
};

/* A user of a network here who was in the channel of a table elsewhere: the process with that table
 * hears when they change nick, log in or leave. */
struct bridge_user {
    UT_hash_handle hh;
    char *channel; /* channel of the table; bridge_noted() says where the table's home is */
    char key[];    /* "network\nid", folded */
};

/* -- users -- */

static bool make_key(const struct network *network, const char *id, char key[KNOWN_KEY])
{
    char folded[CHAT_ID_MAX];
    if (id == NULL || !network_fold(network, id, folded, sizeof(folded)))
        return false;
    snprintf(key, KNOWN_KEY, "%s\n%s", network->name, folded);
    return true;
}

static struct bridge_user *find_user(const struct host *host, const struct network *network,
                                     const char *id)
{
    struct bridge_user *user = NULL;
    char key[KNOWN_KEY];
    if (make_key(network, id, key))
        HASH_FIND_STR(host->daemon->bridge_users, key, user);
    return user;
}

static void drop_user(struct host *host, struct bridge_user *user)
{
    HASH_DEL(host->daemon->bridge_users, user); /* NOLINT(clang-analyzer-*): of uthash's making */
    free(user->channel);
    free(user);
}

/* The oldest user makes room. When memory is out the user stays unknown. */
static void note_user(struct host *host, const struct network *network, const char *id,
                      const char *channel)
{
    char key[KNOWN_KEY];
    struct bridge_user *user = find_user(host, network, id);
    if (user != NULL && strcmp(user->channel, channel) == 0)
        return;
    if (user != NULL)
        drop_user(host, user);
    if (!make_key(network, id, key))
        return;
    user = calloc(1, sizeof(*user) + strlen(key) + 1);
    if (user == NULL)
        return;
    memcpy(user->key, key, strlen(key) + 1);
    user->channel = strdup(channel);
    if (user->channel != NULL)
        HASH_ADD_STR(host->daemon->bridge_users, key, user);
    if (user->hh.tbl == NULL) {
        free(user->channel);
        free(user);
        return;
    }
    if (HASH_COUNT(host->daemon->bridge_users) > KNOWN_MAX)
        drop_user(host, host->daemon->bridge_users);
}

/* -- passing on -- */

/* Returns true if another process has that network, or nobody. */
static bool is_elsewhere(struct host *host, const char *name)
{
    const struct network *network = network_named(host->people, name);
    return network == NULL || network->distant;
}

static const char *own_name(const struct network *network)
{
    const struct adapter *adapter = network->adapter;
    return adapter->impl->own_name != NULL ? adapter->impl->own_name(adapter) : NULL;
}

static void pass_to(struct host *host, const struct network *network, const char *home,
                    const struct chat_event *event)
{
    letter_send_event(
        host->people, home, network->name, event,
        event->kind == CHAT_CONNECTED || event->kind == CHAT_ENTERED ? own_name(network) : NULL);
}

struct passing {
    struct host *host;
    const struct network *network;
    const struct chat_event *event;
    const char *told[8]; /* homes that got the event already; if there are more than fit, one may
                          * get it twice */
    unsigned count;
};

static void pass_to_home(void *arg, const char *channel, const char *home)
{
    struct passing *passing = arg;
    (void)channel;
    for (unsigned i = 0; i < passing->count; i++) {
        if (strcmp(passing->told[i], home) == 0)
            return;
    }
    if (!is_elsewhere(passing->host, home))
        return;
    if (passing->count < ARRAY_SIZE(passing->told))
        passing->told[passing->count++] = home;
    pass_to(passing->host, passing->network, home, passing->event);
}

/* News of the whole network. After an orderly hand-over people have missed nothing, so there is no
 * news. */
static void pass_to_all(struct host *host, const struct network *network,
                        const struct chat_event *event)
{
    struct passing passing = {.host = host, .network = network, .event = event};
    if (event->kind != CHAT_CONNECTED || !network_has_moved(network, NULL, NULL))
        bridge_notes(network, pass_to_home, &passing);
}

static bool has_seat_here(const struct host *host, struct network *network,
                          const struct chat_user *user)
{
    const struct person *person = people_find(host->people, network, user);
    return person != NULL && person->table_count > 0;
}

static bool is_said(const struct chat_event *event)
{
    return event->kind == CHAT_MESSAGE || event->kind == CHAT_SUGGEST;
}

static bool pass_of_channel(struct host *host, struct network *network,
                            const struct chat_event *event)
{
    const char *home = bridge_noted(network, event->channel);
    if (home == NULL || !is_elsewhere(host, home))
        return false;
    if (event->user.id != NULL)
        note_user(host, network, event->user.id, event->channel);
    pass_to(host, network, home, event);
    return is_said(event);
}

/* What a user does in private, or on the whole network. */
static bool pass_of_user(struct host *host, struct network *network, const struct chat_event *event)
{
    const char *id = event->kind == CHAT_RENAME ? event->old_id : event->user.id;
    struct bridge_user *user = find_user(host, network, id);
    const char *home = user != NULL ? bridge_noted(network, user->channel) : NULL;
    if (home == NULL || !is_elsewhere(host, home) ||
        (is_said(event) && has_seat_here(host, network, &event->user)))
        return false;
    if (event->kind == CHAT_RENAME) {
        char channel[CHAT_ID_MAX];
        snprintf(channel, sizeof(channel), "%s", user->channel);
        drop_user(host, user);
        note_user(host, network, event->user.id, channel);
    } else if (event->kind == CHAT_GONE) {
        drop_user(host, user);
    }
    pass_to(host, network, home, event);
    return is_said(event);
}

bool bridges_pass(struct host *host, struct network *network, const struct chat_event *event)
{
    if (!store_shared(host->store) || network->distant || !network->leased ||
        event->kind == CHAT_STALE || event->kind == CHAT_STOPPED)
        return false;
    if (event->kind == CHAT_CONNECTED || event->kind == CHAT_DISCONNECTED) {
        pass_to_all(host, network, event);
        return false;
    }
    return event->channel != NULL ? pass_of_channel(host, network, event)
                                  : pass_of_user(host, network, event);
}

/* -- letters -- */

/* Adds the message to those that wait for the disk. Returns false if the bot has just connected and
 * is not in that channel yet: it would be lost. */
static bool say(struct network *network, struct letter *letter)
{
    struct message *message = letter->message;
    const struct adapter *adapter = network->adapter;
    struct host *host = network->host;
    bool enters = loop_now(host->loop) - network->connected_at < ENTERS_MAX;
    if (!network->connected)
        return false;
    if (message->channel != NULL && adapter->impl->is_in != NULL &&
        !adapter->impl->is_in(adapter, message->channel) && enters)
        return false;
    letter->message = NULL;
    network->spoke = loop_now(host->loop);
    /* Lines of several moves meet here and must stay in order, so all of them are marked to go
     * first. */
    message->first = message->first || (message->user == NULL && message->urgency == URGENCY_TABLE);
    if (!outbox_put(host->outbox, OUTBOX_OPEN, network->adapter, message)) {
        log_error(&network->adapter->log, "out of memory: a line of a table elsewhere is lost");
        message_destroy(message);
    }
    return true;
}

/* Returns true if this process is just giving up a network of that name. */
static bool is_leaving(const struct host *host, const char *name)
{
    for (unsigned i = 0; i < network_count(host->people); i++) {
        const struct network *network = network_at(host->people, i);
        if (network->stage == NETWORK_LEAVES && strcmp(network->name, name) == 0)
            return true;
    }
    return false;
}

/* Raises an event of a network that another process has. If this process has that network by now,
 * it still takes what people said before. Returns false if it must wait. */
static bool hear(struct host *host, const char *home, const char *from, const struct letter *letter)
{
    struct network *network = host->daemon->reach(host, home, from);
    if (network == NULL && is_leaving(host, from))
        return false;
    if (network == NULL) {
        log_warn(&host->log, "network %s is not in the configuration: an event from there is lost",
                 from);
    } else if (network->distant) {
        distant_hear(network, letter);
    } else if (is_said(&letter->event)) {
        struct chat_event event = letter->event;
        event.answers = 0; /* the number belongs to the other process */
        adapter_raise(network->adapter, &event);
    }
    return true;
}

struct roll_call {
    struct host *host;
    struct network *network;
    const char *home, *channel;
};

static void tell_member(void *arg, const struct chat_user *user)
{
    const struct roll_call *call = arg;
    const struct chat_event event = {.kind = CHAT_JOIN, .channel = call->channel, .user = *user};
    note_user(call->host, call->network, user->id, call->channel);
    pass_to(call->host, call->network, call->home, &event);
}

static void tell_channel(void *arg, const char *channel, const char *home)
{
    struct roll_call *call = arg;
    const struct adapter *adapter = call->network->adapter;
    bool in = adapter->impl->is_in == NULL || adapter->impl->is_in(adapter, channel);
    struct chat_event event = {.kind = in ? CHAT_ENTERED : CHAT_REMOVED, .channel = channel};
    if (strcmp(home, call->home) != 0)
        return;
    call->channel = channel;
    pass_to(call->host, call->network, home, &event);
    if (in && adapter->impl->members != NULL)
        adapter->impl->members(adapter, channel, tell_member, call);
}

/* While the bot is not connected there is nothing to tell: CHAT_CONNECTED follows. */
static void answer(struct host *host, struct network *network, const char *home)
{
    struct roll_call asked = {.host = host, .network = network, .home = home};
    if (network->connected)
        bridge_notes(network, tell_channel, &asked);
}

bool bridges_letter(void *arg, const char *to, const char *from, const char *text)
{
    struct host *host = arg;
    struct network *network = network_named(host->people, to);
    struct letter letter;
    bool taken = true;
    /* Tables that are being read may be those that the letter is about. */
    if (network == NULL || network->distant || network->stage != NETWORK_RUNS || network->stopped ||
        network->read_again || network->reading != NULL || host->stopping)
        return false;
    if (!letter_read(text, &letter))
        log_warn(&host->log, "a letter from network %s cannot be read, and is dropped", from);
    else if (letter.kind == LETTER_MESSAGE)
        taken = say(network, &letter);
    else if (letter.kind == LETTER_EVENT)
        taken = hear(host, to, from, &letter);
    else if (letter.kind == LETTER_ASK)
        answer(host, network, from);
    else if (network->adapter->impl->look_up != NULL)
        network->adapter->impl->look_up(network->adapter, letter.name, letter.first);
    letter_finish(&letter);
    return taken;
}

void bridges_finish(struct host *host)
{
    struct bridge_user *user = NULL;
    struct bridge_user *next = NULL;
    HASH_ITER(hh, host->daemon->bridge_users, user, next)
    {
        drop_user(host, user);
    }
}
