/* Requests that only read: they change nothing, and show no hand. */
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include <uv.h>

#include "bot/command/handlers/capacity.h"
#include "bot/control/request.h"
#include "bot/host/fleet/share.h"
#include "bot/host/status.h"
#include "bot/table/pause.h"
#include "bot/table/seats/seats.h"
#include "bot/table/table.h"
#include "engine/ruleset.h"

enum { SECOND = 1000 };

/* -- status -- */

/* Adds how much the network lets the bot say, if it has a limit. */
static void add_load(struct answer *answer, cJSON *row, const struct host *host,
                     const struct network *network)
{
    struct adapter_load load = {.lines_max = 0};
    if (network->adapter->impl->load == NULL)
        return;
    network->adapter->impl->load(network->adapter, &load);
    if (load.lines_max > 0) {
        answer_number(answer, row, "lines_max", load.lines_max);
        answer_number(answer, row, "lines", load.lines);
        answer_number(answer, row, "tables_fit", capacity_tables(host->commands, network));
    }
    answer_number(answer, row, "tables_refused", (double)network->refused);
    answer_number(answer, row, "helpers", load.helpers);
    answer_number(answer, row, "helpers_connected", load.helpers_there);
}

static void add_networks(struct request *request)
{
    struct answer *answer = &request->answer;
    const struct host *host = request->setup->host;
    cJSON *list = answer_list(answer, answer->result, "networks");
    const struct network *network = NULL;
    unsigned at = 0;
    while ((network = network_next(host->people, &at)) != NULL) {
        const struct adapter *adapter = network->adapter;
        cJSON *row = answer_row(answer, list);
        uint64_t behind = adapter->impl->behind != NULL ? adapter->impl->behind(adapter, false) : 0;
        answer_text(answer, row, "name", network->name);
        answer_text(answer, row, "adapter", adapter->impl->name);
        answer_bool(answer, row, "connected", network->connected);
        answer_number(answer, row, "tables", network->table_count);
        answer_number(answer, row, "behind_ms", (double)behind);
        add_load(answer, row, host, network);
    }
}

/* Adds who has what, if several processes share the database. The networks and shards that nobody
 * has come last, without a process. */
static void add_fleet(struct request *request)
{
    struct answer *answer = &request->answer;
    struct share_seen seen;
    if (!share_seen(request->setup->host, &seen))
        return;
    cJSON *list = answer_list(answer, answer->result, "fleet");
    for (int i = 0; i <= (int)seen.member_count; i++) {
        bool last = i == (int)seen.member_count;
        const struct store_member_row *member = last ? NULL : &seen.members[i];
        unsigned count = 0;
        for (unsigned n = 0; n < seen.lease_count; n++)
            count += seen.leases[n].member == (last ? -1 : i);
        if (last && count == 0)
            return;
        cJSON *row = answer_row(answer, list);
        answer_text(answer, row, "process", last ? NULL : member->name);
        answer_bool(answer, row, "ours", !last && member->ours);
        answer_bool(answer, row, "drained", !last && member->leaves);
        cJSON *networks = answer_list(answer, row, "networks");
        for (unsigned n = 0; n < seen.lease_count; n++) {
            if (seen.leases[n].member == (last ? -1 : i))
                answer_name(answer, networks, seen.leases[n].name);
        }
    }
}

bool look_status(struct request *request)
{
    struct answer *answer = &request->answer;
    const struct control_setup *setup = request->setup;
    const struct host *host = setup->host;
    struct status status;
    char words[STATUS_WORDS_MAX];
    size_t memory = 0;
    status_count(host, &status);
    uv_resident_set_memory(&memory);
    answer_text(answer, answer->result, "version", setup->version);
    answer_text(answer, answer->result, "state",
                host->stopping  ? "stopping"
                : host->trouble ? "waiting"
                                : "running");
    status_words(host, words);
    answer_text(answer, answer->result, "status", words);
    answer_number(answer, answer->result, "pid", getpid());
    uint64_t seconds = status_age(host) / SECOND;
    answer_number(answer, answer->result, "uptime_s", (double)seconds);
    answer_number(answer, answer->result, "memory_bytes", (double)memory);
    answer_text(answer, answer->result, "database", setup->database);
    answer_text(answer, answer->result, "log_level", log_level_name(log_get_level()));
    answer_number(answer, answer->result, "tables", status.tables);
    answer_number(answer, answer->result, "rounds", status.rounds);
    answer_number(answer, answer->result, "players", status.players);
    answer_number(answer, answer->result, "queue", (double)status.queue);
    add_fleet(request);
    add_networks(request);
    return true;
}

/* -- tables and people -- */

/* Finds the tables with the lowest numbers above `after`, in the order of numbers; returns how
 * many. The list of all tables has another order: a process may take over tables with lower
 * numbers. */
static unsigned find_next_tables(const struct request *request,
                                 const struct table *found[REQUEST_ROWS_MAX + 1])
{
    unsigned count = 0;
    for (const struct table *table = tables_first(request->setup->host->tables); table != NULL;
         table = table->hh.next) {
        bool full = count == REQUEST_ROWS_MAX + 1;
        if (table->id <= request->after || (full && table->id > found[count - 1]->id))
            continue;
        unsigned at = full ? count - 1 : count++;
        for (; at > 0 && found[at - 1]->id > table->id; at--)
            found[at] = found[at - 1];
        found[at] = table;
    }
    return count;
}

/* Calls `add` for each table whose number is above request->after, in the order of numbers, until
 * the answer is full. If there are more tables, the answer's "next" is the last number that it has.
 */
static void each_table(struct request *request, cJSON *list,
                       void (*add)(struct answer *answer, cJSON *list, const struct table *table))
{
    const struct table *found[REQUEST_ROWS_MAX + 1];
    unsigned count = find_next_tables(request, found);
    int64_t last = request->after;
    for (unsigned i = 0; i < count; i++) {
        if (i == REQUEST_ROWS_MAX || cJSON_GetArraySize(list) >= REQUEST_ROWS_MAX) {
            answer_number(&request->answer, request->answer.result, "next", (double)last);
            return;
        }
        add(&request->answer, list, found[i]);
        last = found[i]->id;
    }
}

/* Returns the channel of a place; NULL for a private talk, which has none. */
static const char *channel_of(const struct place *place)
{
    return place->kind == PLACE_PRIVATE ? NULL : place->channel;
}

static void add_places(struct answer *answer, cJSON *row, const struct table *table)
{
    cJSON *list = answer_list(answer, row, "places");
    for (const struct place *place = place_first(table); place != NULL; place = place->next) {
        cJSON *at = answer_row(answer, list);
        answer_text(answer, at, "network", place->network->name);
        answer_text(answer, at, "channel", channel_of(place));
        answer_bool(answer, at, "reachable", place->reachable);
    }
}

static void add_table(struct answer *answer, cJSON *list, const struct table *table)
{
    static const char *const states[] = {
        [TABLE_LOBBY] = "lobby", [TABLE_ROUND] = "round", [TABLE_BETWEEN] = "between"};
    cJSON *row = answer_row(answer, list);
    bool runs = table->round != NULL;
    answer_number(answer, row, "id", (double)table->id);
    add_places(answer, row, table);
    answer_text(answer, row, "state", table->damaged ? "damaged" : states[table->state]);
    answer_bool(answer, row, "paused", pause_is_on(table));
    answer_text(answer, row, "set", table->set != NULL ? ruleset_name(table->set) : NULL);
    answer_number(answer, row, "players", seats_people(table));
    answer_number(answer, row, "computers", table->seat_count - seats_people(table));
    answer_text(answer, row, "turn", runs ? seat_name(table, table->round->game.turn) : NULL);
    answer_number(answer, row, "round", runs ? (double)table->round->id : 0);
}

bool look_tables(struct request *request)
{
    answer_text(&request->answer, request->answer.result, "process", request->setup->process);
    each_table(request, answer_list(&request->answer, request->answer.result, "tables"), add_table);
    return true;
}

static void add_people(struct answer *answer, cJSON *list, const struct table *table)
{
    for (unsigned i = 0; i < table->seat_count; i++) {
        const struct seat *seat = &table->seats[i];
        if (seat->person == NULL)
            continue;
        cJSON *row = answer_row(answer, list);
        answer_text(answer, row, "name", seat->person->name);
        answer_text(answer, row, "network", seat->person->network->name);
        answer_text(answer, row, "account", seat->person->key);
        answer_bool(answer, row, "verified", seat->person->verified);
        answer_bool(answer, row, "here", seat->person->id != NULL);
        answer_bool(answer, row, "away", seat->away);
        answer_number(answer, row, "table", (double)table->id);
    }
}

bool look_people(struct request *request)
{
    each_table(request, answer_list(&request->answer, request->answer.result, "people"),
               add_people);
    return true;
}
