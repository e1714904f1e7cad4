#include "live.h"

#include <stdlib.h>
#include <string.h>

#include "bot/pages/seat/seat_live.h"
#include "bot/people/web.h"
#include "bot/show/render/render.h"
#include "bot/show/watch_table.h"

/* -- which tables -- */

bool live_is_shown(const struct table *table)
{
    if (table->damaged || table->closing)
        return false;
    for (const struct place *place = place_first(table); place != NULL; place = place->next) {
        if (place->network->adapter->impl->seat == NULL && /* what guests see is no channel */
            (place->kind == PLACE_PRIVATE || place->web != WEB_WATCH))
            return false;
    }
    return true;
}

void live_init(struct live *live, struct host *host,
               bool (*begin)(struct live *live, int64_t table))
{
    *live = (struct live){.host = host, .begin = begin};
    host->live = live;
}

static void drop_lines(struct live_table *shown)
{
    for (unsigned i = 0; i < shown->line_count; i++)
        free(shown->lines[i]);
    shown->line_count = 0;
}

static void drop(struct live *live, struct live_table *shown)
{
    HASH_DEL(live->tables, shown);
    drop_lines(shown);
    free(shown);
}

void live_finish(struct live *live)
{
    struct live_table *shown = NULL;
    struct live_table *next = NULL;
    HASH_ITER(hh, live->tables, shown, next)
    {
        drop(live, shown);
    }
}

static struct live_table *find(const struct live *live, int64_t id)
{
    struct live_table *shown = NULL;
    HASH_FIND(hh, live->tables, &id, sizeof(id), shown);
    return shown;
}

/* Lines stay when a round is over, until the next deal; but who has left since sits there no more,
 * and would not be asked whether they hide. */
static void look_who_left(struct live_table *shown, const struct table *table)
{
    if (table->round == NULL && table->seat_count < shown->sat)
        drop_lines(shown);
    shown->sat = table->seat_count;
}

struct live_table *live_of(struct live *live, const struct table *table)
{
    struct live_table *shown = find(live, table->id);
    if (shown != NULL)
        look_who_left(shown, table);
    if (!live_is_shown(table))
        return NULL;
    if (shown != NULL)
        return shown->over ? NULL : shown;
    shown = calloc(1, sizeof(*shown));
    if (shown == NULL)
        return NULL;
    shown->id = table->id;
    shown->seq = clock_now();
    HASH_ADD(hh, live->tables, id, sizeof(shown->id), shown);
    if (shown->hh.tbl != NULL)
        return shown;
    free(shown);
    return NULL;
}

struct live_table *live_find(struct live *live, int64_t id, struct table **table)
{
    HASH_FIND(hh, live->host->tables, &id, sizeof(id), *table);
    return *table != NULL ? live_of(live, *table) : NULL;
}

/* To be looked at by live_flush(). */
static void mark(struct live *live, struct live_table *shown)
{
    shown->seq++;
    if (shown->due)
        return;
    shown->due = true;
    shown->next_due = live->due;
    live->due = shown;
}

void live_forget_people(struct live *live)
{
    for (struct live_table *shown = live->tables; shown != NULL; shown = shown->hh.next) {
        shown->known_as = 0;
        mark(live, shown);
    }
}

/* -- who watches -- */

static void take_out(struct live_table *shown, const struct adapter *adapter)
{
    unsigned kept = 0;
    for (unsigned i = 0; i < shown->watcher_count; i++) {
        if (shown->watchers[i] != adapter)
            shown->watchers[kept++] = shown->watchers[i];
    }
    shown->watcher_count = kept;
}

void live_forget_adapter(struct live *live, const struct adapter *adapter)
{
    for (struct live_table *shown = live->tables; shown != NULL; shown = shown->hh.next)
        take_out(shown, adapter);
}

bool live_watch(void *arg, struct adapter *adapter, int64_t id, bool on)
{
    struct host *host = arg;
    struct live *live = host->live;
    struct table *table = NULL;
    struct live_table *shown = on ? live_find(live, id, &table) : find(live, id);
    if (shown == NULL)
        return !on;
    take_out(shown, adapter);
    if (!on)
        return true;
    if (shown->watcher_count == LIVE_WATCHERS)
        return false;
    shown->watchers[shown->watcher_count++] = adapter;
    return true;
}

/* The document of a table goes to all who watch it; NULL: it is shown no more. */
static void tell_watchers(const struct live *live, struct live_table *shown,
                          const struct page *page)
{
    for (unsigned i = 0; i < shown->watcher_count; i++) {
        if (network_runs(live->host, shown->watchers[i]))
            shown->watchers[i]->impl->live(shown->watchers[i], shown->id, page);
    }
}

void live_push(struct live *live, const struct page_job *job)
{
    struct live_table *shown = find(live, job->pushes);
    if (shown == NULL)
        return;
    shown->making = false;
    if (!shown->over && job->page.status == 200)
        tell_watchers(live, shown, &job->page);
}

/* Whether it needs no more of live_flush() until it changes again. */
static bool flush(struct live *live, struct live_table *shown)
{
    struct store *store = live->host->store;
    if (!shown->over) {
        return shown->watcher_count == 0 || shown->made == shown->seq ||
               (!shown->making && (shown->making = live->begin(live, shown->id)));
    }
    if (shown->batch == 0)
        shown->batch = store_batch(store);
    if (shown->watcher_count > 0 && store_durable(store) < shown->batch)
        return false;
    tell_watchers(live, shown, NULL);
    drop(live, shown);
    return true;
}

void live_flush(struct live *live)
{
    struct live_table *due = live->due;
    live->due = NULL;
    while (due != NULL) {
        struct live_table *shown = due;
        due = shown->next_due;
        shown->due = false;
        if (flush(live, shown))
            continue;
        shown->due = true;
        shown->next_due = live->due;
        live->due = shown;
    }
}

/* -- the watcher -- */

static struct live *live_at(const struct table *table)
{
    return table->host->live;
}

static void end(struct live *live, int64_t id)
{
    struct live_table *shown = find(live, id);
    if (shown == NULL)
        return;
    shown->over = true;
    mark(live, shown);
}

/* Something that is shown has changed; NULL: the table is not shown. */
static struct live_table *touch(const struct table *table)
{
    struct live *live = live_at(table);
    struct live_table *shown = live != NULL ? live_of(live, table) : NULL;
    seat_live_touch(table);
    if (shown != NULL)
        mark(live, shown);
    else if (live != NULL && live->tables != NULL)
        end(live, table->id);
    return shown;
}

static void add_line(struct live_table *shown, const char *text)
{
    char *line = text != NULL && *text != '\0' ? strdup(text) : NULL;
    if (line == NULL)
        return;
    if (shown->line_count == LIVE_LINES) {
        free(shown->lines[0]);
        memmove(&shown->lines[0], &shown->lines[1], (LIVE_LINES - 1) * sizeof(shown->lines[0]));
        shown->line_count--;
    }
    shown->lines[shown->line_count++] = line;
}

/* What the events did, as a line to the table's home. */
static void tell(struct table *table, const struct events *events)
{
    struct live_table *shown = touch(table);
    seat_live_tell(table, events);
    struct flow flow = {.about = SEAT_NONE};
    struct message *line = shown != NULL ? render_told(&table->home, events, &flow) : NULL;
    if (line != NULL && !line->failed)
        add_line(shown, line->text);
    message_destroy(line);
}

static void changed(struct table *table)
{
    show_watcher.changed(table);
    touch(table);
}

static void noted(struct table *table, const struct table_note *note)
{
    show_watcher.noted(table, note);
    touch(table);
}

static void voted(struct table *table, const struct vote_note *note)
{
    show_watcher.voted(table, note);
    touch(table);
}

static void hand(struct table *table, unsigned seat, enum hand_note note)
{
    show_watcher.hand(table, seat, note);
    seat_live_touch(table);
}

static void dealt(struct table *table)
{
    show_watcher.dealt(table);
    seat_live_begin_round(table);
    struct live_table *shown = touch(table);
    if (shown != NULL)
        drop_lines(shown);
}

static void acted(struct table *table, const struct game *before, const struct events *events)
{
    show_watcher.acted(table, before, events);
    tell(table, events);
}

static void repeated(struct table *table, const struct events *events)
{
    show_watcher.repeated(table, events);
    tell(table, events);
}

static char *round_over(struct table *table, const struct events *events, const struct event *over)
{
    char *words = show_watcher.round_over(table, events, over);
    tell(table, events);
    return words;
}

static void round_abandoned(struct table *table)
{
    show_watcher.round_abandoned(table);
    touch(table);
}

static void round_closed(struct table *table)
{
    show_watcher.round_closed(table);
    touch(table);
}

static void announced(struct place *place, bool told)
{
    show_watcher.announced(place, told);
    touch(place->table);
}

static void goes_on(struct place *place)
{
    show_watcher.goes_on(place);
    touch(place->table);
}

static void unreachable(struct place *place)
{
    show_watcher.unreachable(place);
    seat_live_touch(place->table);
}

static void closes(struct table *table)
{
    struct live *live = live_at(table);
    show_watcher.closes(table);
    seat_live_touch(table);
    if (live != NULL)
        end(live, table->id);
}

static void put_away(struct table *table)
{
    struct live *live = live_at(table);
    seat_live_touch(table);
    if (live != NULL)
        end(live, table->id);
}

static void place_freed(struct place *place)
{
    show_watcher.place_freed(place);
}

static uint64_t due(const struct table *table)
{
    return show_watcher.due(table);
}

static void is_due(struct table *table)
{
    show_watcher.is_due(table);
}

const struct table_watcher live_watcher = {
    .changed = changed,
    .noted = noted,
    .voted = voted,
    .hand = hand,

    .dealt = dealt,
    .acted = acted,
    .repeated = repeated,
    .round_over = round_over,
    .round_abandoned = round_abandoned,
    .round_closed = round_closed,

    .announced = announced,
    .goes_on = goes_on,
    .unreachable = unreachable,
    .closes = closes,
    .put_away = put_away,
    .place_freed = place_freed,

    .due = due,
    .is_due = is_due,
};
