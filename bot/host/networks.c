#include "networks.h"

#include <stdlib.h>
#include <string.h>

#include "base/count.h"
#include "bot/command/slash.h"
#include "bot/host/adapter_asks.h"
#include "bot/host/daemon_state.h"
#include "bot/host/events.h"
#include "bot/host/fleet/leases.h"
#include "bot/host/fleet/part_leave.h"
#include "bot/host/fleet/settings_news.h"
#include "bot/host/fleet/turns.h"
#include "bot/host/tables_away.h"
#include "bot/pages/live_watch.h"
#include "bot/pages/pages.h"
#include "bot/pages/seat/seat_live.h"
#include "bot/people/letter.h"
#include "bot/people/setting_store.h"
#include "bot/show/outbox.h"
#include "bot/show/speak.h"
#include "bot/show/table_message.h"
#include "bot/show/ticket.h"
#include "bot/table/round/replay.h"
#include "bot/table/saved/save.h"
#include "bot/table/seats/banned.h"
#include "bot/table/table.h"
#include "storage/lease.h"

enum { READ_AGAIN = 1000 /* milliseconds after the store could not be read */ };

/* Its timer calls networks_look() when the wait of a network (network.due) may be over and no event
 * calls it. */
struct network_watch {
    struct timer timer; /* first: a cast finds it */
    struct host *host;
};

const char *network_lease(const char *name, unsigned parts, unsigned part,
                          char out[STORE_LEASE_NAME_MAX])
{
    if (parts == 0)
        return name;
    snprintf(out, STORE_LEASE_NAME_MAX, "%s/%u/%u", name, part, parts);
    return out;
}

/* -- what adapters are given -- */

/* Gives the leases of the network back; the next process finds in the store everything that was
 * decided here. `told`: every message was sent there, too. */
static void give_lease_back(struct network *network, bool told)
{
    char lease[STORE_LEASE_NAME_MAX];
    if (!network->leased || network->given)
        return;
    network->given = true;
    if (network->parts == 0) {
        store_lease_hand(network->host->store, network->name, told, network->heir,
                         network->by_hand);
    }
    for (unsigned i = 0; i < network->parts; i++) {
        if (network->stages[i] != PART_ELSEWHERE) {
            store_lease_hand(network->host->store,
                             network_lease(network->name, network->parts, i, lease), told,
                             network->heir, network->by_hand);
        }
    }
}

/* Returns true if the host takes events of the network. While the daemon ends it takes none from an
 * adapter that delivers them again to the next process. */
static bool is_heard(const struct network *network)
{
    bool ends = network->host->stopping && network->adapter->impl->caps.goes_on;
    return network->stage != NETWORK_LEAVES && !network->asked && !ends;
}

static void raise_event(void *arg, struct adapter *adapter, const struct chat_event *event)
{
    struct host *host = arg;
    struct network *network = network_of(host->people, adapter);
    if (network == NULL || (!is_heard(network) && event->kind != CHAT_STOPPED))
        return;
    speak_begin_answer(network, event);
    count_add(COUNT_EVENTS);
    events_take(host, network, event);
    speak_end_answer(host->show);
    if (event->kind == CHAT_STOPPED && network->asked)
        give_lease_back(network, network->told && event->told);
    else if (event->kind == CHAT_STOPPED && network->leased && !host->stopping)
        networks_leave(network, networks_goodbye); /* another process may do better */
}

static bool may_speak(void *arg)
{
    return leases_hold(arg);
}

static bool adapter_is_heard(void *arg, const struct adapter *adapter)
{
    const struct network *network = network_of(((struct host *)arg)->people, adapter);
    return network != NULL && is_heard(network);
}

static bool is_part_heard(void *arg, const struct adapter *adapter, unsigned part)
{
    const struct network *network = network_of(((struct host *)arg)->people, adapter);
    return network != NULL && network->stages[part] != PART_LEAVES;
}

/* -- making -- */

static void network_free(struct network *network)
{
    network_forget_waiting(network);
    part_leave_finish(network);
    free(network->stages);
    free(network->moved);
    free(network->heir);
    free(network->name);
    free(network);
}

struct network *networks_make(struct host *host, const struct network_setup *made,
                              struct fault *why)
{
    struct network *network = calloc(1, sizeof(*network));
    char *name = strdup(made->name);
    uint8_t *stages = calloc(made->parts + 1, sizeof(*stages));
    uint64_t *moved = calloc(made->parts + 1, sizeof(*moved));
    static const struct page_source pages = {
        .ask = pages_ask, .watch = live_watch, .sit = seat_live_sit, .stand = seat_live_stand};
    struct adapter_setup setup = {.name = name,
                                  .settings = made->settings,
                                  .loop = host->loop,
                                  .log = &host->log,
                                  .raise = raise_event,
                                  .keep = adapter_keep,
                                  .kept = adapter_kept,
                                  .busy = adapter_waits,
                                  .plays = adapter_plays_in,
                                  .may_speak = may_speak,
                                  .is_stale = ticket_is_stale,
                                  .hears = adapter_is_heard,
                                  .hears_part = is_part_heard,
                                  .shared = store_shared(host->store),
                                  .parts = made->parts,
                                  .ask_turn = turns_ask,
                                  .divide = leases_divide,
                                  .words = adapter_words,
                                  .languages = &slash_languages,
                                  .pages = &pages,
                                  .host = host};
    setup.commands = slash_commands(made->impl->caps.stable_ids, &setup.command_count);
    if (network == NULL || name == NULL || stages == NULL || moved == NULL ||
        !network_add(host->people, network)) {
        fault_set(why, "out of memory");
        free(name);
        free(stages);
        free(moved);
        free(network);
        return NULL;
    }
    *network = (struct network){.host = host,
                                .people = host->people,
                                .name = name,
                                .admins = made->admins,
                                .join_url = made->join_url,
                                .parts = made->parts,
                                .stages = stages,
                                .moved = moved};
    network->adapter = made->impl->create(&setup, why);
    if (network->adapter == NULL) {
        network_remove(host->people, network);
        network_free(network);
        return NULL;
    }
    network->gone = made->gone;
    network->gone_arg = made->gone_arg;
    return network;
}

static void start_adapter(struct network *network)
{
    network->stage = NETWORK_RUNS;
    network->started = true;
    network->adapter->impl->start(network->adapter);
}

void networks_start(struct host *host)
{
    for (unsigned i = 0; i < network_count(host->people); i++) {
        if (network_at(host->people, i)->stage == NETWORK_MADE)
            start_adapter(network_at(host->people, i));
    }
}

/* -- coming -- */

/* Sets the timer to the first network.due. The timer only begins a turn of the loop, whose end
 * calls networks_look(). */
static void arm_timer(struct network_watch *watch)
{
    const struct host *host = watch->host;
    uint64_t now = loop_now(host->loop);
    uint64_t next = UINT64_MAX;
    for (unsigned i = 0; i < network_count(host->people); i++) {
        if (network_at(host->people, i)->due > now && network_at(host->people, i)->due < next)
            next = network_at(host->people, i)->due;
    }
    if (next != UINT64_MAX)
        timer_set(&watch->timer, next - now);
}

static void set_due(struct network *network, uint64_t time)
{
    network->due = loop_now(network->host->loop) + time;
    arm_timer(network->host->daemon->coming);
}

/* Takes a setting read from the store while the daemon runs, unless it was set here since the
 * reading began: that value is newer. */
static void read_setting(void *arg, const char *scope, const char *key, const char *value)
{
    struct network *network = arg;
    struct host *host = network->host;
    if (!setting_noted(host->people, scope, key) && setting_read(host->people, scope, key, value))
        network->news = true;
}

/* A table of this network needs that other one, which another process may have. */
static void reach_network(void *arg, const char *name)
{
    const struct network *network = arg;
    const struct network *other = network->host->daemon->reach(network->host, network->name, name);
    if (other != NULL && other->distant)
        letter_send_ask(network->host->people, name, network->name);
}

static void read_table(void *arg, const struct store_table *row)
{
    const struct network *network = arg;
    if (network->leased && network->parts == 0 &&
        table_by_id(network->host->tables, row->id) == NULL)
        save_networks(row, reach_network, arg);
    replay_table(network->reading, row);
}

static void read_round(void *arg, const struct store_round *row)
{
    replay_round(((struct network *)arg)->reading, row);
}

static void read_action(void *arg, const struct store_action *row)
{
    replay_row(((struct network *)arg)->reading, row);
}

static void move_parts(struct network *network, enum part_stage from, enum part_stage to)
{
    for (unsigned i = 0; i < network->parts; i++) {
        if (network->stages[i] == from)
            network->stages[i] = (uint8_t)to;
    }
}

static void note_no_more(struct network *network)
{
    if (network->notes)
        setting_note(network->host->people, false);
    network->notes = false;
}

/* True: there are some. */
static bool connect_parts(struct network *network)
{
    const struct adapter_impl *impl = network->adapter->impl;
    bool any = false;
    for (unsigned i = 0; i < network->parts; i++) {
        if (network->stages[i] != PART_READS)
            continue;
        any = true;
        network->stages[i] = PART_RUNS;
        if (!network->stopped)
            impl->take(network->adapter, i);
    }
    return any;
}

static void was_read(void *arg, bool ok)
{
    struct network *network = arg;
    struct host *host = network->host;
    struct restore *reading = network->reading;
    network_release(network);
    network->reading = NULL;
    note_no_more(network);
    ok = replay_end(reading, ok);
    if (network->stage ==
        NETWORK_LEAVES) { /* given up while its tables were read: those read by now leave again */
        tables_away(network);
        return;
    }
    if (!ok) {
        log_error(&network->adapter->log, "cannot read the tables from the database, trying again");
        network->read_again = network->stage == NETWORK_RUNS;
        if (network->stage == NETWORK_READS)
            network->stage = NETWORK_WAITS;
        move_parts(network, PART_READS, PART_WAITS);
        set_due(network, READ_AGAIN);
        return;
    }
    if (network->leased)
        setting_adapter_drop(host->people, network->adapter, network->kept);
    if (network->news)
        settings_tell(host, network->name);
    network->news = false;
    if (host->stopping)
        return;
    bool comes = network->stage != NETWORK_RUNS;
    if (comes)
        start_adapter(network);
    events_reach(host);
    if (connect_parts(network) || comes)
        network_read_waiting(host->people, network);
    if (network->leased)
        banned_clear(host->tables); /* another process may have had these tables, and banned */
}

static void read_tables(struct network *network)
{
    static const struct store_network_rows rows[] = {
        {.table = read_table, .round = read_round, .action = read_action, .done = was_read},
        /* settings are read, too, because another process may have set some */
        {read_setting, read_table, read_round, read_action, was_read}};
    network->read_again = false;
    move_parts(network, PART_WAITS, PART_READS);
    network->reading = replay_begin(network->host->tables, network);
    if (network->reading == NULL) {
        network->read_again = network->stage == NETWORK_RUNS;
        move_parts(network, PART_READS, PART_WAITS);
        set_due(network, READ_AGAIN);
        return;
    }
    if (network->stage == NETWORK_WAITS)
        network->stage = NETWORK_READS;
    network_hold(network);
    store_load_network(network->host->store, network->name, &rows[network->leased], network);
}

/* Returns true if the network's tables can be read now: the store has their last state, and no
 * older network of its name has a place. */
static bool may_read(struct network *network)
{
    struct host *host = network->host;
    if (host->stopping || network->reading != NULL || loop_now(host->loop) < network->due ||
        store_durable(host->store) < host->daemon->away_batch)
        return false;
    if (!network->notes) {
        network->notes = true;
        network->noted = store_batch(host->store);
        network->kept = setting_now(host->people);
        setting_note(host->people, true);
    }
    if (store_durable(host->store) < network->noted)
        return false;
    for (unsigned i = 0; i < network_count(host->people); i++) {
        if (network_at(host->people, i)->stage == NETWORK_LEAVES &&
            strcmp(network_at(host->people, i)->name, network->name) == 0)
            return false;
    }
    return true;
}

void networks_take(struct network *network, unsigned part)
{
    if (network->stages[part] != PART_ELSEWHERE)
        return;
    network->stages[part] = PART_WAITS;
    network->read_again = network->stage != NETWORK_WAITS;
}

void networks_moved(struct network *network, unsigned part, int64_t ago)
{
    uint64_t now = loop_now(network->host->loop);
    if (ago < NETWORK_MOMENT && (uint64_t)ago < now)
        network->moved[part] = now - (uint64_t)ago;
}

void networks_join(struct network *network)
{
    network->stage = NETWORK_WAITS;
    network->due = 0;
}

/* -- going -- */

const char networks_goodbye[] = "See you at the table";

void networks_leave(struct network *network, const char *words)
{
    struct host *host = network->host;
    if (network->stage == NETWORK_LEAVES)
        return;
    table_messages_flush(host->show); /* send due messages while the tables are there */
    tables_away(network);
    if (network->reading == NULL)
        note_no_more(network);
    network->stage = NETWORK_LEAVES;
    network->admins = network->join_url = NULL;
    network->words = words;
    network->batch = store_batch(host->store);
    set_due(network, host->daemon->patience);
}

bool networks_hand(struct network *network, const char *heir, bool by_hand)
{
    free(network->heir);
    network->heir = strdup(heir);
    network->by_hand = by_hand;
    if (network->heir == NULL)
        return false;
    networks_leave(network, networks_goodbye);
    return true;
}

bool networks_part_is_calm(const struct network *network, unsigned part)
{
    uint64_t quiet = 0;
    return network->stages[part] == PART_RUNS && network->leave == NULL &&
           network->adapter->impl->give != NULL && networks_are_calm(network, 0, &quiet);
}

bool networks_are_calm(const struct network *network, uint64_t calm, uint64_t *quiet)
{
    const struct host *host = network->host;
    const struct adapter_impl *impl = network->adapter->impl;
    bool runs = network->stage == NETWORK_RUNS && network->connected && !network->stopped;
    bool busy = outbox_waits(host->outbox, network->adapter) ||
                (impl->behind != NULL && impl->behind(network->adapter, false) > 0);
    *quiet = loop_now(host->loop) - network->spoke;
    return runs && !busy && !network->read_again && network->reading == NULL &&
           (impl->caps.goes_on || *quiet >= calm);
}

static void stop_adapter(struct network *network, const char *words)
{
    network->asked = true;
    network->told = network->connected && !outbox_waits(network->host->outbox, network->adapter);
    tables_hand_over(network);
    network->adapter->impl->stop(network->adapter, words);
}

static bool network_is_running(const struct network *network)
{
    return network->started && !network->stopped;
}

/* Removes a network that nobody holds any more. */
static void remove_network(struct network *network)
{
    struct host *host = network->host;
    network_read_waiting(host->people, network); /* another process may have it now (distant.h) */
    outbox_drop(host->outbox, network->adapter, NULL);
    pages_forget_adapter(host->pages, network->adapter);
    speak_forget_network(network);
    network_remove(host->people, network);
    network->adapter->impl->destroy(network->adapter);
    if (network->released != NULL)
        network->released(network->released_arg);
    if (network->gone != NULL)
        network->gone(network->gone_arg);
    log_info(&host->log, "left network %s", network->name);
    network_free(network);
}

/* Returns true if the network was removed. */
static bool go_on_leaving(struct network *network)
{
    struct host *host = network->host;
    if (network_is_running(network)) {
        if (!network->asked && (store_durable(host->store) >= network->batch ||
                                loop_now(host->loop) >= network->due)) {
            stop_adapter(network, network->words);
            outbox_drop(host->outbox, network->adapter, NULL);
        }
        return false;
    }
    give_lease_back(
        network, false); /* does nothing if it was given back when the adapter ended on request */
    if (network->holds > 0)
        return false;
    remove_network(network);
    return true;
}

void networks_look(struct host *host)
{
    unsigned at = 0;
    while (at < network_count(host->people)) {
        struct network *network = network_at(host->people, at);
        /* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): what is gone is not in the list any more */
        bool gone = network->stage == NETWORK_LEAVES && go_on_leaving(network);
        if (!gone)
            part_leave_look(network);
        if (!gone && (network->stage == NETWORK_WAITS || network->read_again) && may_read(network))
            read_tables(network);
        at += !gone;
    }
}

/* -- all of them -- */

bool networks_stop(struct host *host, const char *words)
{
    bool any = false;
    for (unsigned i = 0; i < network_count(host->people); i++) {
        struct network *network = network_at(host->people, i);
        any = any || network_is_running(network);
        if (network_is_running(network) && !network->asked)
            stop_adapter(network, words);
    }
    return any;
}

bool networks_ended(const struct host *host, bool leaving)
{
    if (host->daemon->leases != NULL && !host->stopping)
        return false;
    for (unsigned i = 0; i < network_count(host->people); i++) {
        const struct network *network = network_at(host->people, i);
        bool comes = network->stage == NETWORK_WAITS || network->stage == NETWORK_READS;
        if (!leaving && network->stage == NETWORK_LEAVES)
            continue;
        if (network_is_running(network) || (comes && !host->stopping))
            return false;
    }
    return true;
}

/* -- life -- */

static void on_timer(struct timer *timer)
{
    arm_timer((struct network_watch *)timer);
}

bool networks_init(struct host *host)
{
    host->daemon->coming = calloc(1, sizeof(*host->daemon->coming));
    if (host->daemon->coming == NULL)
        return false;
    host->daemon->coming->host = host;
    timer_init(host->loop, &host->daemon->coming->timer, on_timer);
    return true;
}

static void free_watch(struct timer *timer)
{
    free(timer);
}

void networks_finish(struct host *host)
{
    while (network_count(host->people) > 0) {
        struct network *network = network_at(host->people, 0);
        network->adapter->impl->destroy(network->adapter);
        if (network->gone != NULL)
            network->gone(network->gone_arg);
        network_remove(host->people, network);
        network_free(network);
    }
    if (host->daemon->coming != NULL)
        timer_finish(&host->daemon->coming->timer, free_watch);
    host->daemon->coming = NULL;
}
