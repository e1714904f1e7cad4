#include "host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/command/capacity.h"
#include "bot/command/commands.h"
#include "bot/command/slash.h"
#include "bot/host/events.h"
#include "bot/host/retention.h"
#include "bot/host/shutdown.h"
#include "bot/host/trouble.h"
#include "bot/people/host_settings.h"
#include "bot/show/board.h"
#include "bot/show/render.h"
#include "bot/show/watch_table.h"
#include "bot/table/clock.h"
#include "bot/table/private_table.h"
#include "bot/table/save.h"
#include "bot/table/seat.h"
#include "bot/table/split.h"
#include "bot/table/table.h"
#include "bot/table/think.h"

enum {
    STOP_PATIENCE = 1000, /* milliseconds */
    TROUBLE_WAIT = 3000,
    SLOW_AFTER = 3000,
};

/* -- speaking and committing -- */

/* What is made while an event is handled answers it: whispers to whoever caused it, and what is
 * said where it was. An answer may be shown to who waits alone, and nowhere else: so no whisper to
 * others, no word to other channels, and no board, which comes when it comes. */
static void mark_answer(const struct network *network, struct message *message)
{
    const struct chat_event *event = network->host->event;
    if (event == NULL || network != network->host->answering || message->answers != 0 ||
        message->purpose == PURPOSE_BOARD)
        return;
    const char *to = message->user != NULL ? message->user : message->channel;
    const char *from = message->user != NULL ? event->user.id : event->channel;
    if (to != NULL && from != NULL && strcmp(to, from) == 0)
        message->answers = event->answers;
}

/* A line to all, made while somebody's words are handled, tells what these did. */
static void mark_first(const struct network *network, struct message *message)
{
    const struct chat_event *event = network->host->event;
    if (event != NULL && event->kind == CHAT_MESSAGE && network == network->host->answering &&
        message->user == NULL && message->urgency == URGENCY_TABLE)
        message->first = true;
}

static enum company company_of(struct host *host, struct network *network, const char *channel)
{
    if (private_table_is(channel))
        return COMPANY_ALONE;
    const struct table *table = channel != NULL ? table_at(host, network, channel) : NULL;
    return table != NULL && table_people(table) < table->seat_count && table_people(table) <= 1
               ? COMPANY_ONE
               : COMPANY_PEOPLE;
}

void host_say(struct host *host, struct network *network, struct message *message)
{
    if (message == NULL)
        return;
    message->company = (uint8_t)company_of(host, network, message->channel);
    bool nothing =
        message_empty(message) && !message->failed && message->purpose != PURPOSE_CHOICES;
    if (!nothing && network->adapter != NULL && private_table_address(host, network, message)) {
        mark_answer(network, message);
        mark_first(network, message);
        if (outbox_put(&host->outbox, OUTBOX_OPEN, network->adapter, message))
            return;
        message->failed = true;
    }
    if (message->failed)
        trouble_lost_message(host, network, message->channel, message->user);
    message_destroy(message);
}

void host_say_now(struct network *network, struct message *message)
{
    if (message == NULL || network->adapter == NULL) {
        message_destroy(message);
        return;
    }
    mark_answer(network, message);
    network->adapter->impl->send(network->adapter, message);
}

const char *network_prefix(const struct network *network)
{
    const struct adapter_caps *caps = &network->adapter->impl->caps;
    if (caps->controls) /* commands are offered as such there */
        return "/";
    return caps->bare_words ? "" : network->host->options.prefix;
}

bool network_fold(const struct network *network, const char *text, char *out, size_t size)
{
    const struct adapter *adapter = network->adapter;
    if (adapter != NULL && adapter->impl->fold != NULL)
        return adapter->impl->fold(adapter, text, out, size);
    return (size_t)snprintf(out, size, "%s", text) < size;
}

bool network_fold_account(const struct network *network, const char *account, char *out,
                          size_t size)
{
    const struct adapter *adapter = network->adapter;
    bool folds = adapter != NULL && adapter->impl->fold != NULL;
    if (strlen(account) >= size)
        return false;
    for (; *account != '\0'; account++)
        *out++ =
            (char)(folds && *account >= 'A' && *account <= 'Z' ? *account - 'A' + 'a' : *account);
    *out = '\0';
    return true;
}

/* Remember, then speak: what this turn gathered goes to the disk as one batch, and only what is
 * durable already may be said. */
static void end_of_turn(void *arg)
{
    struct host *host = arg;
    trouble_tell_anew(host);
    boards_flush(host);
    told_look(host);
    uint64_t batch = store_commit(host->store);
    told_close(host, batch);
    outbox_close(&host->outbox, batch);
    outbox_release(&host->outbox, store_durable(host->store));
    trouble_look(host);
    capacity_look(host);
    shutdown_look(host);
}

static void committed(void *arg, uint64_t batch)
{
    struct host *host = arg;
    outbox_release(&host->outbox, batch);
    trouble_look(host);
    shutdown_look(host);
}

static void trouble(void *arg, const char *what)
{
    trouble_store(arg, what);
}

/* -- people -- */

void host_note_account(struct person *person, const struct chat_user *user)
{
    struct table *table = NULL;
    unsigned at = 0;
    if (!person_set_account(person, user->account))
        return;
    while ((table = person_table(person, &at)) != NULL)
        save_table(table);
}

void host_welcome(const struct person *person)
{
    struct table *table = NULL;
    unsigned at = 0;
    while ((table = person_table(person, &at)) != NULL) {
        unsigned seat = seat_of(table, person);
        if (seat == SEAT_NONE)
            continue;
        table->seats[seat].unreachable = false;
        if (table->heard)
            render_hand(table, seat);
    }
}

/* -- life -- */

static void raise_event(void *arg, struct adapter *adapter, const struct chat_event *event)
{
    struct host *host = arg;
    for (unsigned i = 0; i < host->network_count; i++) {
        if (host->networks[i].adapter != adapter)
            continue;
        host->event = event;
        host->answering = &host->networks[i];
        events_take(host, &host->networks[i], event);
        host->event = NULL;
        return;
    }
}

static bool is_busy(void *arg)
{
    const struct host *host = arg;
    return store_busy(host->store);
}

bool host_init(struct host *host, struct loop *loop, struct store *store, const struct log *log,
               const struct host_options *options, unsigned networks)
{
    struct store_owner owner = {committed, trouble, host};
    *host = (struct host){.loop = loop,
                          .log = {log, ""},
                          .store = store,
                          .options = *options,
                          .watcher = &show_watcher,
                          .settings_most = HOST_SETTINGS_MOST,
                          .patience = STOP_PATIENCE,
                          .trouble_wait = TROUBLE_WAIT,
                          .slow_after = SLOW_AFTER};
    host->networks = calloc(networks > 0 ? networks : 1, sizeof(*host->networks));
    host->thinker = thinker_create(loop, &host->rules);
    host->next_table = store_next_table_id(store);
    host->next_round = store_next_round_id(store);
    host->splits = split_create(host);
    host->watch = trouble_create(host);
    host->retention = retention_create(host);
    if (host->networks == NULL || host->thinker == NULL || host->splits == NULL ||
        host->watch == NULL || host->retention == NULL || !commands_setup() ||
        host->next_table < 0 || host->next_round < 0 ||
        !store_load_settings(store, host_load_setting, host)) {
        host_finish(host);
        return false;
    }
    store_set_owner(store, &owner);
    loop_set_turn(loop, end_of_turn, host);
    return true;
}

bool host_add_network(struct host *host, const struct adapter_impl *impl, const char *name,
                      const struct settings *settings, char *why, size_t why_size)
{
    struct network *network = &host->networks[host->network_count];
    struct adapter_setup setup = {.name = name,
                                  .settings = settings,
                                  .loop = host->loop,
                                  .log = &host->log,
                                  .raise = raise_event,
                                  .keep = host_keep,
                                  .kept = host_kept,
                                  .busy = is_busy,
                                  .host = host};
    setup.commands = slash_commands(impl->caps.lasting, &setup.command_count);
    *network = (struct network){.host = host, .name = name};
    network->adapter = impl->create(&setup, why, why_size);
    if (network->adapter == NULL)
        return false;
    host->network_count++;
    return true;
}

void host_start(struct host *host)
{
    for (unsigned i = 0; i < host->network_count; i++)
        host->networks[i].adapter->impl->start(host->networks[i].adapter);
}

void host_finish(struct host *host)
{
    struct table *table = NULL;
    struct table *next = NULL;
    shutdown_destroy(host->shutdown);
    store_stop_asks(host->store);
    told_finish(host);
    HASH_ITER(hh, host->tables, table, next)
    {
        table_destroy(table);
    }
    thinker_destroy(host->thinker);
    split_destroy(host->splits);
    trouble_destroy(host->watch);
    retention_destroy(host->retention);
    host_drop_settings(host);
    outbox_finish(&host->outbox);
    for (unsigned i = 0; i < host->network_count; i++) {
        outbox_drop(&host->outbox, host->networks[i].adapter, NULL);
        host->networks[i].adapter->impl->destroy(host->networks[i].adapter);
    }
    people_finish(&host->people);
    free(host->networks);
    loop_set_turn(host->loop, NULL, NULL);
}
