#include "host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/alone.h"
#include "bot/board.h"
#include "bot/clock.h"
#include "bot/command.h"
#include "bot/ending.h"
#include "bot/host_settings.h"
#include "bot/language.h"
#include "bot/offer.h"
#include "bot/phrase.h"
#include "bot/render.h"
#include "bot/replay.h"
#include "bot/save.h"
#include "bot/seat.h"
#include "bot/split.h"
#include "bot/suggest.h"
#include "bot/table.h"
#include "bot/think.h"

enum {
    STOP_PATIENCE = 1000,    /* milliseconds */
    OUTBOX_MOST = 5000,      /* lines that wait, before play does */
    OUTBOX_MOST_TABLE = 100, /* and for each table: all of them may be announced at once */
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

void host_say(struct host *host, struct network *network, struct message *message)
{
    if (message == NULL)
        return;
    bool nothing = message_empty(message) && message->purpose != PURPOSE_CHOICES;
    if (nothing || network->adapter == NULL || !alone_address(host, network, message))
        message_destroy(message);
    else {
        mark_answer(network, message);
        outbox_put(&host->outbox, OUTBOX_OPEN, network->adapter, message);
    }
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

static void set_trouble(struct host *host)
{
    struct table *table = NULL;
    struct table *next = NULL;
    bool trouble = host->store_fails || host->crowded;
    if (host->trouble == trouble)
        return;
    host->trouble = trouble;
    HASH_ITER(hh, host->tables, table, next)
    {
        clock_resume(table);
    }
}

/* A store that is slower than play makes it wait: what is to be said does not pile up for ever. */
static void look_at_outbox(struct host *host)
{
    size_t most = OUTBOX_MOST + (size_t)OUTBOX_MOST_TABLE * host->table_count;
    bool crowded = host->outbox.count > (host->crowded ? most / 2 : most);
    if (crowded == host->crowded)
        return;
    host->crowded = crowded;
    log_warn(&host->log, crowded ? "the journal is slow, play waits"
                                 : "the journal has caught up, play goes on");
    set_trouble(host);
}

/* Remember, then speak: what this turn gathered goes to the disk as one batch, and only what is
 * durable already may be said. */
static void end_of_turn(void *arg)
{
    struct host *host = arg;
    boards_flush(host);
    outbox_close(&host->outbox, store_commit(host->store));
    outbox_release(&host->outbox, store_durable(host->store));
    look_at_outbox(host);
    ending_look(host);
}

static void committed(void *arg, uint64_t batch)
{
    struct host *host = arg;
    outbox_release(&host->outbox, batch);
    look_at_outbox(host);
    ending_look(host);
}

static void trouble(void *arg, const char *what)
{
    struct host *host = arg;
    host->store_fails = what != NULL;
    if (what != NULL)
        log_error(&host->log, "the journal cannot be written, play waits: %s", what);
    else
        log_info(&host->log, "the journal can be written again, play goes on");
    set_trouble(host);
}

/* -- what networks tell -- */

/* How the network compares names is known now; tables from the store were named before. Who need
 * not come first is there. */
static void on_connected(struct host *host, struct network *network)
{
    struct table *table = NULL;
    struct table *next = NULL;
    HASH_ITER(hh, host->tables, table, next)
    {
        if (table->network != network)
            continue;
        table_refold(table);
        if (people_last(network) && alone_is(table->channel) && table->opener != NULL)
            alone_back(table->opener);
    }
}

static void on_disconnected(struct host *host, struct network *network)
{
    struct table *table = NULL;
    struct table *next = NULL;
    if (people_last(network)) /* an answer may go another way, and its reader is the same */
        outbox_drop_public(&host->outbox, network->adapter);
    else
        outbox_drop(&host->outbox, network->adapter, NULL); /* the state is announced anew */
    people_unbind_all(&host->people, network);
    HASH_ITER(hh, host->tables, table, next)
    {
        if (table->network == network)
            table_set_here(table, false);
    }
}

static void on_entered(struct host *host, struct network *network, const char *channel)
{
    struct table *table = table_at(host, network, channel);
    if (table != NULL && !table->heard) {
        table_set_here(table, true);
        if (table->damaged)
            replay_give_up(table);
        else
            render_announce(table);
        table = table_at(host, network, channel);
        if (table != NULL)
            split_again(table);
    }
    if (host->entered != NULL)
        host->entered(host->owner, network, channel);
}

static void on_removed(struct host *host, struct network *network, const char *channel)
{
    struct table *table = table_at(host, network, channel);
    outbox_drop(&host->outbox, network->adapter, channel); /* the state is announced anew */
    if (table != NULL)
        table_set_here(table, false);
}

/* Who plays there is told why nothing happens any more. */
static void on_muted(struct host *host, struct network *network, const char *channel)
{
    struct table *table = table_at(host, network, channel);
    if (table == NULL || !table->heard)
        return;
    on_removed(host, network, channel);
    for (unsigned i = 0; i < table->seat_count; i++) {
        struct message *line = seat_line(table, i);
        if (line == NULL)
            continue;
        message_text(line, tr(seat_language(table, i), command_unheard));
        host_say(host, network, line);
    }
}

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

/* Somebody is seen: if they surely hold a seat anywhere they are bound to it. */
static void meet(struct host *host, struct network *network, const struct chat_user *user)
{
    struct person *person = people_find(&host->people, network, user);
    if (person == NULL || person->id != NULL || !people_is_back(person, user))
        return;
    person = people_of(&host->people, network, user);
    if (person == NULL)
        return;
    host_welcome(person);
    split_back(host, person);
    alone_back(person);
}

/* Nobody can be talked to as that person any more. */
static void lose(struct host *host, struct person *person)
{
    people_unbind(&host->people, person);
    alone_gone(person);
}

/* What waits follows its reader, and what waited for the new nick is not for whoever has it now. A
 * nick alone binds nobody. */
static void on_renamed(struct host *host, struct network *network, const struct chat_event *event)
{
    const struct person *person = people_at(&host->people, network, event->old_id);
    struct person *other = people_at(&host->people, network, event->user.id);
    outbox_rename(&host->outbox, network->adapter, event->old_id, event->user.id);
    if (other != NULL && other != person)
        lose(host, other);
    people_rename(&host->people, network, event->old_id, &event->user);
}

static void on_identity(struct host *host, struct network *network, const struct chat_user *user)
{
    const struct person *before = people_at(&host->people, network, user->id);
    people_identity(&host->people, network, user);
    struct person *person = people_at(&host->people, network, user->id);
    if (person == NULL) /* what waits was for who they were */
        outbox_forget(&host->outbox, network->adapter, user->id);
    if (before != NULL && person == NULL)
        alone_gone(before);
    if (person != NULL)
        host_note_account(person, user);
    if (user->account != NULL)
        meet(host, network, user);
}

static void on_gone(struct host *host, struct network *network, const struct chat_event *event)
{
    struct person *person = people_at(&host->people, network, event->user.id);
    if (!people_last(network))
        outbox_forget(&host->outbox, network->adapter, event->user.id);
    if (person == NULL || people_last(network))
        return;
    lose(host, person);
    if (event->netsplit)
        split_gone(host, person);
}

/* A hand that cannot be delivered is said in the channel, without the hand. */
static void on_failed(struct host *host, struct network *network, const struct chat_event *event)
{
    const char *why = event->text != NULL ? event->text : "?";
    size_t length = strlen(why);
    char words[160]; /* ours go on behind what may be a server's sentence */
    snprintf(words, sizeof(words), "%.*s",
             (int)(length > 0 && why[length - 1] == '.' ? length - 1 : length), why);
    /* Not by key: the nick may be another's by now, and its old owner here under a new one. */
    const struct person *person = people_at(&host->people, network, event->user.id);
    struct table *table = NULL;
    unsigned at = 0;
    while (person != NULL && (table = person_table(person, &at)) != NULL) {
        unsigned seat = seat_of(table, person);
        if (seat == SEAT_NONE || table->seats[seat].unreachable)
            continue;
        table->seats[seat].unreachable = true;
        struct message *line = table_line(table, URGENCY_TABLE);
        if (line == NULL)
            continue;
        PHRASE(
            line,
            tr(table->language,
               N_("{player}, I cannot whisper to you ({why}): let my private messages through.")),
            arg_mention("player", person->name), arg_text("why", words));
        message_call(line, person->id);
        table_say(table, line);
    }
}

static void on_stopped(struct host *host, struct network *network, const char *why)
{
    if (!host->stopping && !network->adapter->impl->caps.local)
        log_error(&host->log, "network %s has ended: %s", network->name, why != NULL ? why : "");
    on_disconnected(host, network);
    network->stopped = true;
    for (unsigned i = 0; i < host->network_count; i++)
        if (host->networks[i].adapter != NULL && !host->networks[i].stopped)
            return;
    if (host->stopped != NULL)
        host->stopped(host->owner);
}

static void handle(struct host *host, struct network *network, const struct chat_event *event)
{
    switch (event->kind) {
    case CHAT_CONNECTED:
        on_connected(host, network);
        break;
    case CHAT_DISCONNECTED:
        on_disconnected(host, network);
        break;
    case CHAT_ENTERED:
        on_entered(host, network, event->channel);
        break;
    case CHAT_REMOVED:
        on_removed(host, network, event->channel);
        break;
    case CHAT_MUTED:
        on_muted(host, network, event->channel);
        break;
    case CHAT_MESSAGE:
        command_run(host, network, event);
        break;
    case CHAT_SUGGEST:
        suggest_run(host, network, event);
        break;
    case CHAT_JOIN:
        meet(host, network, &event->user);
        break;
    case CHAT_LEAVE: /* the clock waits for them as for anybody */
        break;
    case CHAT_RENAME:
        on_renamed(host, network, event);
        break;
    case CHAT_IDENTITY:
        on_identity(host, network, &event->user);
        break;
    case CHAT_GONE:
        on_gone(host, network, event);
        break;
    case CHAT_FAILED:
        on_failed(host, network, event);
        break;
    case CHAT_STOPPED:
        on_stopped(host, network, event->text);
        break;
    }
}

static void raise_event(void *arg, struct adapter *adapter, const struct chat_event *event)
{
    struct host *host = arg;
    for (unsigned i = 0; i < host->network_count; i++) {
        if (host->networks[i].adapter != adapter)
            continue;
        host->event = event;
        host->answering = &host->networks[i];
        handle(host, &host->networks[i], event);
        host->event = NULL;
        return;
    }
}

static bool is_busy(void *arg)
{
    const struct host *host = arg;
    return store_busy(host->store);
}

/* -- life -- */

bool host_init(struct host *host, struct loop *loop, struct store *store, const struct log *log,
               const struct host_options *options, unsigned networks)
{
    struct store_owner owner = {committed, trouble, host};
    *host = (struct host){.loop = loop,
                          .log = {log, ""},
                          .store = store,
                          .options = *options,
                          .patience = STOP_PATIENCE};
    host->networks = calloc(networks > 0 ? networks : 1, sizeof(*host->networks));
    host->thinker = thinker_create(loop, &host->rules);
    host->next_table = store_next_table_id(store);
    host->next_round = store_next_round_id(store);
    host->splits = split_create(host);
    if (host->networks == NULL || host->thinker == NULL || host->splits == NULL ||
        !command_setup() || host->next_table < 0 || host->next_round < 0 ||
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
    setup.commands = offer_commands(impl->caps.lasting, &setup.command_count);
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
    ending_destroy(host->ending);
    store_stop_asks(host->store);
    HASH_ITER(hh, host->tables, table, next)
    {
        table_destroy(table);
    }
    thinker_destroy(host->thinker);
    split_destroy(host->splits);
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
