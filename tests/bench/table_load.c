#include "table_load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bot/host/shutdown.h"
#include "bot/show/outbox.h"
#include "bot/table/round/replay.h"
#include "bot/table/table.h"
#include "bot/text/language.h"
#include "engine/notation.h"
#include "storage/sqlite/sqlite.h"

static const struct log root = {NULL, ""};

/* -- a network without a wire -- */

struct sink {
    struct adapter base;
    struct post stopped;
};

static const struct setting_key no_keys[] = {{0}};
static const struct adapter_impl sink_adapter;

static void spoken(struct table_load *rig, const char *channel);

static struct adapter *sink_create(const struct adapter_setup *setup, struct fault *why)
{
    struct sink *sink = calloc(1, sizeof(*sink));
    if (sink == NULL) {
        fault_set(why, "out of memory");
        return NULL;
    }
    adapter_init(&sink->base, &sink_adapter, setup);
    sink->base.log.name = "sink";
    return &sink->base;
}

static void sink_start(struct adapter *adapter)
{
    (void)adapter;
}

static void sink_send(struct adapter *adapter, struct message *message)
{
    struct host *host = adapter->setup.host;
    if (message->user == NULL) {
        spoken((struct table_load *)((char *)host - offsetof(struct table_load, host)),
               message->channel);
    }
    message_destroy(message);
}

static void raise_stopped(struct post *post)
{
    struct sink *sink = (struct sink *)((char *)post - offsetof(struct sink, stopped));
    adapter_raise(&sink->base, &(struct chat_event){.kind = CHAT_STOPPED});
}

static void sink_stop(struct adapter *adapter, const char *words)
{
    struct sink *sink = (struct sink *)(void *)adapter;
    (void)words;
    sink->stopped.call = raise_stopped;
    loop_post(adapter->setup.loop, &sink->stopped);
}

static void sink_destroy(struct adapter *adapter)
{
    free(adapter);
}

static const struct adapter_impl sink_adapter = {
    .name = "sink",
    .keys = no_keys,
    .caps = {.whisper = WHISPER_PRIVATE_MESSAGE, .line_limit = 400},
    .create = sink_create,
    .start = sink_start,
    .send = sink_send,
    .stop = sink_stop,
    .destroy = sink_destroy,
};

/* -- what people type -- */

enum { STEPS = RIG_SEATS + 2 };

static void name_all(struct table_load *rig)
{
    for (unsigned i = 0; i < rig->table_count; i++) {
        snprintf(rig->tables[i].channel, RIG_NAME, "#table%05u", i);
        for (unsigned seat = 0; seat < RIG_SEATS; seat++)
            snprintf(rig->tables[i].people[seat], RIG_NAME, "person%05u%c", i, (char)('a' + seat));
    }
}

static void type(struct table_load *rig, unsigned index, unsigned seat, const char *text)
{
    const struct table_load_table *at = &rig->tables[index];
    const char *id = at->people[seat];
    const struct chat_event event = {
        .kind = CHAT_MESSAGE, .channel = at->channel, .text = text, .user = {.id = id, .name = id}};
    adapter_raise(network_at(rig->host.people, 0)->adapter, &event);
}

/* The next word of opening a table: lobby, seats, a match to 500, deal. */
static void type_opening(struct table_load *rig, unsigned index)
{
    struct table_load_table *at = &rig->tables[index];
    unsigned step = at->steps++;
    if (step == 0)
        type(rig, index, 0, "!uno");
    else if (step < RIG_SEATS) /* who opens it has a seat */
        type(rig, index, step, "!join");
    else if (step == RIG_SEATS)
        type(rig, index, 0, "!set score points_500");
    else
        type(rig, index, 0, "!start");
    if (at->table == NULL)
        at->table = table_at(rig->host.tables, network_at(rig->host.people, 0), at->channel);
}

/* What the random player would do, as its person types it. */
static void type_move(struct table_load *rig, unsigned index)
{
    static const struct player_impl *player;
    struct round *round = rig->tables[index].table->round;
    unsigned turn = round->game.turn;
    uint32_t before = round->seq;
    int64_t id = round->id;
    struct chance_seeded chance;
    struct view view;
    char text[ACTION_TEXT + 1];
    char words[ACTION_TEXT];
    double start = measure_now();
    if (player == NULL)
        player = player_find("random");
    chance_init_seed(&chance, (uint64_t)round->id << 20 ^ round->seq);
    view_of(round->rules, &round->game, turn, &view);
    struct action action;
    player->choose(round->rules, &view, &chance.base, NULL, &action);
    action_format(round->rules, &action, words);
    snprintf(text, sizeof(text), "!%s", strchr(words, ' ') + 1); /* without the seat: "play R5" */
    rig->chosen += measure_now() - start;
    type(rig, index, turn, text);
    round = rig->tables[index].table->round;
    if (round != NULL && round->id == id && round->seq == before) {
        fprintf(stderr, "rig: '%s' was not accepted\n", text);
        rig->stuck = true;
    }
    rig->moves++;
}

/* The bot ignores people who have typed too much (flood.h): then another one of the table asks. */
static void type_rematch(struct table_load *rig, unsigned index)
{
    const struct table *table = rig->tables[index].table;
    for (unsigned n = 0; n < RIG_SEATS && table->state == TABLE_LOBBY; n++)
        type(rig, index, rig->starts++ % RIG_SEATS, "!start");
    if (table->state == TABLE_LOBBY) {
        fprintf(stderr, "rig: nobody may deal again at %s\n", rig->tables[index].channel);
        rig->stuck = true;
    }
}

void table_load_move(struct table_load *rig, unsigned index)
{
    type_move(rig, index);
}

/* -- playing -- */

static void pump(struct post *post);

static void arm(struct table_load *rig)
{
    if (!rig->pumping)
        loop_post(rig->loop, &rig->pump);
    rig->pumping = true;
}

static void enqueue(struct table_load *rig, unsigned index)
{
    rig->queue[(rig->queue_first + rig->queue_count) % rig->table_count] = index;
    rig->queue_count++;
}

/* A line in a channel: that table goes on in a later turn. */
static void spoken(struct table_load *rig, const char *channel)
{
    unsigned index = (unsigned)strtoul(channel + strlen("#table"), NULL, 10);
    struct table_load_table *at = &rig->tables[index];
    if (!at->waiting)
        return;
    at->waiting = false;
    rig->flying--;
    enqueue(rig, index);
    if (rig->load == NULL)
        arm(rig);
    else if (at->due > 0)
        samples_add(&rig->load->line, measure_now() - at->due);
}

static bool opening(const struct table_load *rig, unsigned index)
{
    return rig->tables[index].steps < STEPS;
}

/* False: this table has nothing to do any more. */
static bool step(struct table_load *rig, unsigned index)
{
    struct table_load_table *at = &rig->tables[index];
    const struct table *table = at->table;
    bool dealt = !opening(rig, index) && table->round != NULL;
    if (rig->stuck || (rig->wanted > 0 && rig->moves >= rig->wanted) ||
        (dealt && rig->each > 0 && table->round->seq >= rig->each))
        return false;
    at->waiting = true;
    at->due = 0;
    rig->flying++;
    if (dealt && rig->load != NULL)
        at->due = rig->load->start + (double)rig->load->typed++ / rig->load->rate;
    if (opening(rig, index))
        type_opening(rig, index);
    else if (dealt)
        type_move(rig, index);
    else if (table->state == TABLE_LOBBY)
        type_rematch(rig, index);
    return true; /* between two rounds the clock deals */
}

static unsigned dequeue(struct table_load *rig)
{
    unsigned index = rig->queue[rig->queue_first];
    rig->queue_first = (rig->queue_first + 1) % rig->table_count;
    rig->queue_count--;
    return index;
}

static void pump(struct post *post)
{
    struct table_load *rig =
        (struct table_load *)((char *)post - offsetof(struct table_load, pump));
    bool moved = false;
    rig->pumping = false;
    for (unsigned n = rig->queue_count; n > 0 && rig->flying < rig->window; n--)
        moved |= step(rig, dequeue(rig));
    rig->groups += moved;
    if (rig->queue_count > 0 && rig->flying < rig->window)
        arm(rig);
    if (rig->stuck || (rig->flying == 0 && rig->queue_count == 0))
        loop_stop(rig->loop);
}

bool table_load_play(struct table_load *rig, unsigned count, unsigned window, unsigned long moves,
                     unsigned each)
{
    rig->window = window;
    rig->wanted = moves;
    rig->each = each;
    rig->moves = 0;
    rig->groups = 0;
    rig->chosen = 0;
    for (unsigned i = 0; i < count; i++)
        enqueue(rig, i);
    arm(rig);
    loop_run(rig->loop);
    table_load_settle(rig);
    return !rig->stuck;
}

/* -- at a pace -- */

static void note_queues(const struct table_load *rig, unsigned long due)
{
    struct table_load_load *load = rig->load;
    samples_add(&load->behind, due > load->typed ? (double)(due - load->typed) : 0);
    samples_add(&load->outbox, (double)outbox_count(rig->host.outbox));
    samples_add(&load->batches, (double)(store_batch(rig->store) - store_durable(rig->store)));
}

static void type_due(struct timer *timer)
{
    struct table_load *rig = timer->uv.data;
    struct table_load_load *load = rig->load;
    double passed = measure_now() - load->start;
    bool over = passed >= load->seconds;
    unsigned long due = (unsigned long)(passed * load->rate), before = load->typed;
    if (!over)
        note_queues(rig, due);
    while (!over && !rig->stuck && load->typed < due && rig->queue_count > 0)
        step(rig, dequeue(rig));
    rig->groups += load->typed > before;
    if (rig->stuck || (over && rig->flying == 0))
        loop_stop(rig->loop);
    else
        timer_set(timer, 1);
}

/* Seconds of processor time. */
static double spent(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

bool table_load_load(struct table_load *rig, unsigned count, struct table_load_load *load)
{
    rig->load = load;
    rig->wanted = rig->each = 0;
    rig->moves = rig->groups = 0;
    rig->chosen = 0;
    for (unsigned i = 0; i < count; i++)
        enqueue(rig, i);
    timer_init(rig->loop, &load->timer, type_due);
    load->timer.uv.data = rig;
    timer_set(&load->timer, 1);
    double loop = spent(CLOCK_THREAD_CPUTIME_ID), all = spent(CLOCK_PROCESS_CPUTIME_ID);
    load->start = measure_now();
    loop_run(rig->loop);
    load->took = measure_now() - load->start;
    load->loop = spent(CLOCK_THREAD_CPUTIME_ID) - loop;
    load->writer = spent(CLOCK_PROCESS_CPUTIME_ID) - all - load->loop;
    timer_finish(&load->timer, NULL);
    table_load_settle(rig);
    rig->queue_first = rig->queue_count = 0;
    rig->load = NULL;
    samples_sort(&load->line);
    samples_sort(&load->behind);
    samples_sort(&load->outbox);
    samples_sort(&load->batches);
    return !rig->stuck;
}

void table_load_load_finish(struct table_load_load *load)
{
    samples_finish(&load->line);
    samples_finish(&load->behind);
    samples_finish(&load->outbox);
    samples_finish(&load->batches);
}

bool table_load_deal(struct table_load *rig, unsigned count)
{
    for (unsigned first = 0; first < count;) {
        unsigned from = first;
        while (first < count && first - from < 64)
            first++;
        for (unsigned s = 0; s < STEPS; s++) {
            for (unsigned i = from; i < first; i++) {
                if (opening(rig, i))
                    type_opening(rig, i);
            }
            table_load_settle(rig);
        }
    }
    for (unsigned i = 0; i < count; i++) {
        if (rig->tables[i].table == NULL || rig->tables[i].table->round == NULL) {
            fprintf(stderr, "rig: table %u was not dealt\n", i);
            return false;
        }
    }
    return true;
}

unsigned table_load_actions(const struct table_load *rig, unsigned index)
{
    const struct round *round = rig->tables[index].table->round;
    return round != NULL ? round->seq : 0;
}

static void poll_durable(struct timer *timer)
{
    struct table_load *rig = timer->uv.data;
    if (store_durable(rig->store) == store_batch(rig->store) && outbox_count(rig->host.outbox) == 0)
        loop_stop(rig->loop);
    else
        timer_set(timer, 1);
}

void table_load_settle(struct table_load *rig)
{
    struct timer timer;
    timer_init(rig->loop, &timer, poll_durable);
    timer.uv.data = rig;
    timer_set(&timer, 0);
    loop_run(rig->loop);
    timer_finish(&timer, NULL);
    uv_run(loop_uv(rig->loop), UV_RUN_NOWAIT); /* the handle is closed before its memory goes */
}

/* -- life -- */

static void find_restored(struct table_load *rig)
{
    for (unsigned i = 0; i < rig->table_count; i++) {
        rig->tables[i].table =
            table_at(rig->host.tables, network_at(rig->host.people, 0), rig->tables[i].channel);
        rig->tables[i].steps = rig->tables[i].table != NULL ? STEPS : 0;
    }
}

static struct store *open_file(struct loop *loop, const char *database)
{
    struct store *store = NULL;
    struct fault why = {0};
    if (store_open_sqlite(&store,
                          &(struct sqlite_setup){.path = database, .loop = loop, .log = &root},
                          &why) != STORE_OK)
        fprintf(stderr, "rig: %s\n", why.text);
    return store;
}

/* What a rig stands on. */
struct ground {
    table_load_store *open;
    const char *database, *network;
    const struct adapter_impl *impl; /* of another network beside it; NULL: none */
    const struct settings *settings;
};

static bool bring_up(struct table_load *rig, const struct ground *ground)
{
    const struct host_options options = {
        .language = language_find("en"), .prefix = "!", .tables_max = rig->table_count + 1};
    struct fault why = {"the host cannot be made"};
    double start = measure_now();
    const struct adapter_impl *impl = ground->impl;
    rig->store = ground->open(rig->loop, ground->database);
    if (rig->store == NULL || !host_init(&rig->host, rig->loop, rig->store, &root, &options) ||
        !host_add_network(&rig->host, &sink_adapter, ground->network, &rig->settings, &why) ||
        (impl != NULL && !host_add_network(&rig->host, impl, impl->name, ground->settings, &why)) ||
        !replay_all(rig->host.tables)) {
        fprintf(stderr, "rig: %s\n", why.text);
        return false;
    }
    rig->restored = measure_now() - start;
    host_start(&rig->host);
    return true;
}

static bool open_rig(struct table_load *rig, unsigned tables, const struct ground *ground)
{
    *rig = (struct table_load){.table_count = tables, .pump = {.call = pump}};
    log_set_level(LOG_WARN);
    rig->loop = loop_create();
    rig->tables = malloc(tables * sizeof(*rig->tables));
    rig->queue = malloc(tables * sizeof(*rig->queue));
    if (rig->loop == NULL || rig->tables == NULL || rig->queue == NULL ||
        !settings_init(&rig->settings, no_keys)) {
        fputs("rig: out of memory\n", stderr);
        return false;
    }
    /* All of it touched now: what grows later is not ours. */
    memset(rig->tables, 0, tables * sizeof(*rig->tables));
    memset(rig->queue, 0xff, tables * sizeof(*rig->queue));
    name_all(rig);
    if (!bring_up(rig, ground))
        return false;
    find_restored(rig);
    adapter_raise(network_at(rig->host.people, 0)->adapter,
                  &(struct chat_event){.kind = CHAT_CONNECTED});
    return true;
}

bool table_load_open(struct table_load *rig, const char *database, unsigned tables)
{
    return table_load_open_beside(rig, database, tables, NULL, NULL);
}

/* The limits of what a person may type (flood.h) last as long as the process. So each database has
 * people of its own: their network has the name of the file. */
static const char *file_name(const char *database)
{
    const char *slash = strrchr(database, '/');
    return slash != NULL ? slash + 1 : database;
}

bool table_load_open_beside(struct table_load *rig, const char *database, unsigned tables,
                            const struct adapter_impl *impl, const struct settings *settings)
{
    const struct ground ground = {open_file, database, file_name(database), impl, settings};
    return open_rig(rig, tables, &ground);
}

bool table_load_open_on(struct table_load *rig, table_load_store *open, const char *database,
                        const char *network, unsigned tables)
{
    return open_rig(rig, tables,
                    &(struct ground){.open = open, .database = database, .network = network});
}

static void on_stopped(void *arg)
{
    struct table_load *rig = arg;
    loop_stop(rig->loop);
}

void table_load_close(struct table_load *rig)
{
    daemon_set_hooks(&rig->host, &(struct daemon_hooks){.stopped = on_stopped, .arg = rig});
    shutdown_begin(&rig->host, "");
    loop_run(rig->loop);
    host_finish(&rig->host);
    store_close(rig->store);
    settings_finish(&rig->settings);
    loop_destroy(rig->loop);
    free(rig->tables);
    free(rig->queue);
}
