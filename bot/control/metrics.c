#include "metrics.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <uv.h>

#include "base/array.h"
#include "base/buf.h"
#include "base/count.h"
#include "base/version.h"
#include "bot/command/handlers/capacity.h"
#include "bot/control/control.h"
#include "bot/host.h"
#include "bot/host/daily.h"
#include "bot/host/disk.h"
#include "bot/host/fleet/leases.h"
#include "bot/host/fleet/share.h"
#include "bot/host/ready.h"
#include "bot/host/status.h"
#include "engine/game.h"
#include "storage/lease.h"

enum { ROOM = 65536 /* bytes, at first */, SECOND = 1000, MICRO = 1000000 };

static void head(struct buf *out, const char *name, const char *type, const char *help)
{
    buf_printf(out, "# HELP talon_%s %s\n# TYPE talon_%s %s\n", name, help, name, type);
}

static void gauge(struct buf *out, const char *name, const char *help, double value)
{
    head(out, name, "gauge", help);
    buf_printf(out, "talon_%s %.15g\n", name, value);
}

/* -- values of the present state -- */

/* Prints nothing if this process makes no backups, so that no alert waits for one. */
static void put_backup_time(struct buf *out, const struct host *host)
{
    if (host->options.backup != NULL || daily_last_good(host) > 0) {
        gauge(out, "backup_last_success_timestamp_seconds",
              "When the last good backup was made, in seconds since 1970; 0: none is known.",
              (double)daily_last_good(host));
    }
}

static void put_disk(struct buf *out, const struct host *host)
{
    static const struct {
        const char *name, *help;
    } gauges[] = {{"disk_free_bytes", "Room that Talon may still use on a disk."},
                  {"disk_size_bytes", "Size of a disk."}};
    for (unsigned i = 0; i < ARRAY_SIZE(gauges); i++) {
        head(out, gauges[i].name, "gauge", gauges[i].help);
        for (unsigned use = 0; use < DISK_USES; use++) {
            const struct disk_room room = disk_room(host, use);
            if (room.known) {
                buf_printf(out, "talon_%s{disk=\"%s\"} %" PRIu64 "\n", gauges[i].name,
                           disk_use_name(use), i == 0 ? room.free : room.size);
            }
        }
    }
}

static void put_status(struct buf *out, const struct host *host)
{
    struct status status;
    size_t memory = 0;
    status_count(host, &status);
    uv_resident_set_memory(&memory);
    gauge(out, "tables", "Open tables.", status.tables);
    gauge(out, "tables_in_round", "Tables with a round in progress.", status.rounds);
    gauge(out, "players", "Seats of people.", status.players);
    head(out, "spectators", "gauge", "People who watch tables: by command, or on a web page.");
    buf_printf(out,
               "talon_spectators{from=\"chat\"} %u\n"
               "talon_spectators{from=\"web\"} %u\n",
               status.spectators, status.pages);
    gauge(out, "outbox_lines", "Lines that wait until the changes behind them are on disk.",
          (double)status.queue);
    gauge(out, "store_writable", "1 if the database can be written, else 0: play waits.",
          !host->trouble);
    gauge(out, "store_whole", "1 if no damage of the database is known, else 0: see the log.",
          store_whole(host->store) != STORE_HURT);
    gauge(out, "backup_made", "1 if the last daily backup succeeded, else 0: see the log.",
          !daily_fails(host));
    put_backup_time(out, host);
    gauge(out, "memory_bytes", "Resident memory of the process.", (double)memory);
    gauge(out, "uptime_seconds", "Seconds since the start.",
          (double)status_age(host) / (double)SECOND);
}

/* Prints the state of each network. A name needs no escapes as a label, because it has only
 * letters, digits and "-_." (bot/cli/config/config.h). */
static void put_networks(struct buf *out, const struct host *host)
{
    const struct network *network = NULL;
    head(out, "network_connected", "gauge", "1 while the bot is connected to the network.");
    for (unsigned at = 0; (network = network_next(host->people, &at)) != NULL;) {
        buf_printf(out, "talon_network_connected{network=\"%s\"} %d\n", network->name,
                   network->connected);
    }
    head(out, "network_connects_total", "counter",
         "Connections made; all except the first are reconnects.");
    for (unsigned at = 0; (network = network_next(host->people, &at)) != NULL;) {
        buf_printf(out, "talon_network_connects_total{network=\"%s\"} %u\n", network->name,
                   network->connects);
    }
    head(out, "network_tables", "gauge", "Tables whose home is on the network.");
    for (unsigned at = 0; (network = network_next(host->people, &at)) != NULL;) {
        buf_printf(out, "talon_network_tables{network=\"%s\"} %u\n", network->name,
                   network->table_count);
    }
    head(out, "network_behind_seconds", "gauge",
         "How late the next line is, because the network limits the bot.");
    for (unsigned at = 0; (network = network_next(host->people, &at)) != NULL;) {
        const struct adapter *adapter = network->adapter;
        uint64_t behind = adapter->impl->behind != NULL ? adapter->impl->behind(adapter, false) : 0;
        buf_printf(out, "talon_network_behind_seconds{network=\"%s\"} %.3f\n", network->name,
                   (double)behind / SECOND);
    }
}

/* Prints how much the networks that have limits let the bot say. */
static void put_loads(struct buf *out, const struct host *host)
{
    static const struct {
        const char *name, *kind, *help;
    } rows[] = {
        {"network_lines_max", "gauge", "Lines a minute that the network takes; 0: no limit."},
        {"network_lines", "gauge", "Lines a minute that the bot said, over the last minutes."},
        {"network_tables_fit", "gauge", "Tables that the network lets the bot serve; 0: no limit."},
        {"network_tables_refused_total", "counter", "Tables refused for lack of lines."},
        {"network_helpers", "gauge", "Further connections that the configuration wants."},
        {"network_helpers_connected", "gauge", "Further connections that whisper now."}};
    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        const struct network *network = NULL;
        head(out, rows[i].name, rows[i].kind, rows[i].help);
        for (unsigned at = 0; (network = network_next(host->people, &at)) != NULL;) {
            struct adapter_load load = {.lines_max = 0};
            if (network->adapter->impl->load == NULL)
                continue;
            network->adapter->impl->load(network->adapter, &load);
            const double values[] = {
                load.lines_max,           load.lines,   capacity_tables(host->commands, network),
                (double)network->refused, load.helpers, load.helpers_there};
            buf_printf(out, "talon_%s{network=\"%s\"} %.0f\n", rows[i].name, network->name,
                       values[i]);
        }
    }
}

static void put_lease(void *arg, const struct lease_had *lease)
{
    buf_printf(arg, "talon_network_lease{network=\"%s\",lease=\"%s\"} %" PRId64 "\n",
               lease->network, lease->lease, lease->epoch);
}

static void put_held(void *arg, const struct lease_had *lease)
{
    buf_printf(arg, "talon_lease_held_seconds{network=\"%s\",lease=\"%s\"} %.3f\n", lease->network,
               lease->lease, (double)lease->age / SECOND);
}

/* Prints the leases, which exist only if several processes share the store. */
static void put_leases(struct buf *out, const struct host *host)
{
    unsigned wanted = 0;
    unsigned had = 0;
    if (!store_shared(host->store))
        return;
    leases_count(host, &wanted, &had);
    gauge(out, "leases_wanted", "Networks and shards that this process wants.", wanted);
    gauge(out, "leases_had", "Networks and shards that this process has.", had);
    gauge(out, "lease_holds",
          "1 while this process surely owns its networks, else 0: it is silent.",
          store_lease_holds(host->store));
    head(out, "network_lease", "gauge",
         "How often the network or shard has moved to another process.");
    leases_each(host, put_lease, out);
    head(out, "lease_held_seconds", "gauge",
         "Seconds since this process took the network or shard.");
    leases_each(host, put_held, out);
    gauge(out, "lease_renewed_seconds", "Seconds since this process last renewed its leases.",
          (double)store_lease_age(host->store) / SECOND);
    gauge(out, "leases_lacked",
          "Networks and shards that no process has, and for which this one has room.",
          share_lacks(host));
    head(out, "leases_given_total", "counter",
         "Networks and shards that this process handed to another one, by reason.");
    for (unsigned i = 0; i < SHARE_CAUSES; i++) {
        buf_printf(out, "talon_leases_given_total{reason=\"%s\"} %" PRIu64 "\n", share_causes[i],
                   share_given(host, i));
    }
}

/* -- counters -- */

static void put_counts(struct buf *out)
{
    char name[64];
    for (unsigned i = 0; i < COUNTS; i++) {
        const char *cause = count_cause(i);
        snprintf(name, sizeof(name), "%s_total", count_name(i));
        if (i == 0 || strcmp(count_name(i), count_name(i - 1)) != 0)
            head(out, name, "counter", count_help(i));
        buf_printf(out, "talon_%s", name);
        if (cause != NULL)
            buf_printf(out, "{cause=\"%s\"}", cause);
        buf_printf(out, " %" PRIu64 "\n", count_get(i));
    }
    head(out, "refusals_total", "counter", "Moves that the rules refused, by reason.");
    for (unsigned i = REFUSED_NOT + 1; i < REFUSED_COUNT; i++) {
        buf_printf(out, "talon_refusals_total{reason=\"%s\"} %" PRIu64 "\n", refusal_name(i),
                   count_refusals(i));
    }
}

static void put_duration(struct buf *out, enum duration which)
{
    struct duration_counts counts;
    char name[64];
    snprintf(name, sizeof(name), "%s_seconds", duration_name(which));
    duration_get(which, &counts);
    head(out, name, "histogram", duration_help(which));
    for (unsigned i = 0; i < DURATION_CLASSES; i++) {
        buf_printf(out, "talon_%s_bucket{le=\"%g\"} %" PRIu64 "\n", name,
                   (double)duration_limits[i] / MICRO, counts.at_most[i]);
    }
    buf_printf(out, "talon_%s_bucket{le=\"+Inf\"} %" PRIu64 "\n", name, counts.count);
    buf_printf(out, "talon_%s_sum %.6f\ntalon_%s_count %" PRIu64 "\n", name,
               (double)counts.sum / MICRO, name, counts.count);
}

/* Prints a text of the configuration as the value of a label. */
static void put_escaped(struct buf *out, const char *text)
{
    for (; *text != '\0'; text++)
        buf_printf(out, strchr("\\\"", *text) != NULL ? "\\%c" : "%c", *text);
}

static void put_all(struct buf *out, const struct control_setup *setup)
{
    head(out, "build_info", "gauge", "The version and commit that run, and the process's name.");
    buf_printf(out, "talon_build_info{version=\"%s\",commit=\"%s\",process=\"", setup->version,
               version_commit);
    put_escaped(out, setup->process != NULL ? setup->process : "");
    buf_add(out, "\"} 1\n");
    gauge(out, "ready", "1 while /readyz says so, else 0.", ready_look(setup->host, NULL, NULL));
    put_status(out, setup->host);
    put_networks(out, setup->host);
    put_loads(out, setup->host);
    put_leases(out, setup->host);
    put_disk(out, setup->host);
    put_counts(out);
    for (unsigned i = 0; i < DURATIONS; i++)
        put_duration(out, i);
}

char *metrics_print(const struct control_setup *setup)
{
    for (size_t room = ROOM;; room *= 2) {
        char *text = malloc(room);
        struct buf out;
        if (text == NULL)
            return NULL;
        buf_init(&out, text, room);
        put_all(&out, setup);
        if (!out.full)
            return text;
        free(text);
    }
}
