#include "daemon.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/command/command.h"
#include "bot/command/commands.h"
#include "bot/command/handlers/bridge.h"
#include "bot/command/handlers/capacity.h"
#include "bot/command/handlers/invite.h"
#include "bot/host/daemon_state.h"
#include "bot/host/daily.h"
#include "bot/host/disk.h"
#include "bot/host/fleet/bridges.h"
#include "bot/host/fleet/leases.h"
#include "bot/host/fleet/reach.h"
#include "bot/host/fleet/settings_news.h"
#include "bot/host/fleet/share.h"
#include "bot/host/networks.h"
#include "bot/host/retention.h"
#include "bot/host/shutdown.h"
#include "bot/host/status.h"
#include "bot/host/trouble.h"
#include "bot/lent.h"
#include "bot/pages/live_watch.h"
#include "bot/pages/pages.h"
#include "bot/pages/seat/seat_live.h"
#include "bot/show/outbox.h"
#include "bot/show/round_news.h"
#include "bot/show/seat_word_delivery.h"
#include "bot/show/speak.h"
#include "bot/show/table_message.h"
#include "bot/show/watch_table.h"
#include "bot/table/clock.h"
#include "bot/table/seats/page_seat.h"
#include "bot/table/table.h"
#include "bot/table/table_open.h"
#include "storage/lease.h"
#include "storage/query.h"

enum {
    STOP_PATIENCE = 1000, /* milliseconds */
    TROUBLE_WAIT = 3000,
    SLOW_AFTER = 3000,
    LEASE_REST = 300000,
};

/* -- committing -- */

/* Lets messages go whose batch is durable. Sends nothing while this process does not know if it
 * still holds its leases (leases.h). */
static void release_messages(struct host *host, uint64_t batch)
{
    if (leases_hold(host))
        outbox_release(host->outbox, batch);
}

/* Remember, then speak: everything gathered in this turn goes to the disk as one batch, and only
 * messages whose batch is durable may be sent. */
static void end_of_turn(void *arg)
{
    struct host *host = arg;
    trouble_tell_anew(host);
    table_messages_flush(host->show);
    seat_word_delivery_look(host->show, store_durable(host->store));
    uint64_t batch = store_commit(host->store);
    seat_word_delivery_close(host->show, batch);
    outbox_close(host->outbox, batch);
    release_messages(host, store_durable(host->store));
    pages_release(host->pages);
    trouble_look(host);
    capacity_look(host->commands);
    networks_look(host);
    shutdown_look(host);
}

static void committed(void *arg, uint64_t batch)
{
    struct host *host = arg;
    release_messages(host, batch);
    pages_release(host->pages);
    round_news_look(host->show);
    if (host->daemon->durable != NULL)
        host->daemon->durable(host->daemon->durable_arg, batch);
    trouble_look(host);
    networks_look(host);
    shutdown_look(host);
}

static void trouble(void *arg, const char *what)
{
    trouble_store(arg, what);
}

/* -- life -- */

static const struct table_watcher *const watchers[] = {&show_watcher, &page_watcher, NULL};

static bool load_setting(void *arg, const char *scope, const char *key, const char *value)
{
    settings_load(arg, scope, key, value);
    return true;
}

static bool tell_command(unsigned n, struct told_command *told)
{
    const struct command *command = command_at(n);
    if (command != NULL)
        *told = (struct told_command){command->name, command->arguments, command->help};
    return command != NULL;
}

/* Makes the empty state of each room. Returns false when memory is out. */
static bool make_rooms(struct host *host)
{
    host->people = people_create(host->loop, host->store, &host->log, &host->options);
    struct lent lent = {.loop = host->loop,
                        .store = host->store,
                        .log = &host->log,
                        .options = &host->options,
                        .stopping = &host->stopping,
                        .trouble = &host->trouble,
                        .people = host->people};
    host->tables = tables_create(&lent);
    lent.tables = host->tables;
    host->outbox = outbox_create();
    host->show = show_create(&lent, host->outbox);
    host->commands = commands_create(&lent);
    host->pages = pages_create(&lent, tell_command, invite_seat, host->commands);
    host->daemon = calloc(1, sizeof(*host->daemon));
    if (host->daemon != NULL) {
        *host->daemon = (struct daemon){.reach = reach_network,
                                        .patience = STOP_PATIENCE,
                                        .lease_rest = LEASE_REST,
                                        .trouble_wait = TROUBLE_WAIT,
                                        .slow_after = SLOW_AFTER};
    }
    return host->people != NULL && host->tables != NULL && host->outbox != NULL &&
           host->show != NULL && host->commands != NULL && host->pages != NULL &&
           host->daemon != NULL;
}

static void free_rooms(struct host *host)
{
    people_destroy(host->people);
    tables_destroy(host->tables);
    free(host->outbox);
    show_destroy(host->show);
    commands_destroy(host->commands);
    free(host->daemon);
}

static bool daemon_init(struct host *host)
{
    struct daemon *daemon = host->daemon;
    daemon->trouble = trouble_create(host);
    daemon->retention = retention_create(host);
    daemon->share = share_create(host);
    daemon->status = status_create(host);
    daemon->daily = daily_create(host);
    daemon->disk = disk_create(host);
    return daemon->trouble != NULL && daemon->retention != NULL && daemon->status != NULL &&
           daemon->daily != NULL && daemon->share != NULL && daemon->disk != NULL &&
           networks_init(host);
}

bool host_init(struct host *host, struct loop *loop, struct store *store, const struct log *log,
               const struct host_options *options)
{
    struct store_owner owner = {committed, trouble, host};
    *host = (struct host){.loop = loop, .log = {log, ""}, .store = store, .options = *options};
    if (!make_rooms(host)) {
        pages_destroy(host->pages);
        free_rooms(host);
        return false;
    }
    if (!tables_init(host->tables, watchers) || !daemon_init(host) || !commands_setup() ||
        !store_load_settings(store, load_setting, host)) {
        host_finish(host);
        return false;
    }
    store_set_owner(store, &owner);
    loop_set_turn(loop, end_of_turn, host);
    return true;
}

void daemon_set_hooks(struct host *host, const struct daemon_hooks *hooks)
{
    host->daemon->hooks = *hooks;
}

void daemon_set_database(struct host *host, const struct store_source *source)
{
    host->daemon->database = *source;
}

const struct store_source *daemon_database(const struct host *host)
{
    return &host->daemon->database;
}

void daemon_on_durable(struct host *host, void (*durable)(void *arg, uint64_t batch), void *arg)
{
    host->daemon->durable = durable;
    host->daemon->durable_arg = arg;
}

bool daemon_reads_config(const struct host *host)
{
    return host->daemon->hooks.reload != NULL;
}

bool daemon_read_config(struct host *host, const struct host_reload *asker)
{
    return host->daemon->hooks.reload(host->daemon->hooks.arg, asker);
}

bool host_add_network(struct host *host, const struct adapter_impl *impl, const char *name,
                      const struct settings *settings, struct fault *why)
{
    const struct network_setup setup = {.impl = impl, .name = name, .settings = settings};
    return networks_make(host, &setup, why) != NULL;
}

void host_start(struct host *host)
{
    networks_start(host);
    status_begin(host);
    share_begin(host);
}

void host_reconfigure(struct host *host, const struct host_options *options)
{
    struct table *table = NULL;
    struct table *next = NULL;
    bool other_words = host->options.language != options->language;
    host->options = *options;
    HASH_ITER(hh, tables_first(host->tables), table, next)
    {
        if (other_words)
            table_read_channels(table);
        clock_arm(table);
    }
}

void host_finish(struct host *host)
{
    struct daemon *daemon = host->daemon;
    shutdown_destroy(daemon->shutdown);
    store_set_owner(host->store, &(struct store_owner){0});
    store_set_lease_owner(host->store, &(struct store_lease_owner){0});
    store_stop_queries(host->store);
    seat_word_delivery_finish(host->show);
    round_news_finish(host->show);
    tables_finish(host->tables);
    trouble_destroy(daemon->trouble);
    retention_destroy(daemon->retention);
    share_destroy(daemon->share);
    daemon->share = NULL;
    status_destroy(daemon->status);
    daily_destroy(daemon->daily);
    disk_destroy(daemon->disk);
    pages_destroy(host->pages);
    bridge_finish(host->commands);
    bridges_finish(host);
    outbox_finish(host->outbox);
    people_finish(host->people);
    networks_finish(host);
    leases_finish(host);
    loop_set_turn(host->loop, NULL, NULL);
    free_rooms(host);
}
