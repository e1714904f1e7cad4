#include "live.h"

#include <stdlib.h>
#include <string.h>

#include "bot/pages/moves.h"
#include "bot/pages/pages_state.h"
#include "bot/pages/seat/seat_live.h"
#include "bot/show/render/render.h"

void live_init(struct live *live, struct pages *pages,
               bool (*begin)(struct live *live, int64_t table))
{
    *live = (struct live){.pages = pages, .begin = begin};
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

/* Drops the lines of a finished round if somebody left the table, because we no longer ask whether
 * that person hides. Otherwise the lines stay until the next deal. */
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
    *table = table_by_id(live->pages->lent.tables, id);
    return *table != NULL ? live_of(live, *table) : NULL;
}

/* Notes a change, so that live_flush() looks at the table. */
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
    struct live *live = &pages_of_host(arg)->live;
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

/* Gives the document of a table to all its watchers; NULL: the table is no longer shown. */
static void tell_watchers(const struct live *live, struct live_table *shown,
                          const struct page *page)
{
    for (unsigned i = 0; i < shown->watcher_count; i++) {
        if (network_runs(live->pages->lent.people, shown->watchers[i]))
            shown->watchers[i]->impl->pages->live(shown->watchers[i], shown->id, page);
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

/* Begins the table's next document for its watchers, or tells them that the table is gone. Returns
 * false if that must wait, and live_flush() has to try again. */
static bool flush(struct live *live, struct live_table *shown)
{
    struct store *store = live->pages->lent.store;
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

static void end_showing(struct live *live, int64_t id)
{
    struct live_table *shown = find(live, id);
    if (shown == NULL)
        return;
    shown->over = true;
    mark(live, shown);
}

/* Notes that a table changed, for its watchers and for the pages of its seats. Returns NULL if the
 * table is not shown to everybody. */
static struct live_table *touch(const struct table *table)
{
    struct live *live = &pages_of(table)->live;
    struct live_table *shown = live_of(live, table);
    moves_follow(table);
    seat_live_touch(table);
    if (shown != NULL)
        mark(live, shown);
    else if (live->tables != NULL)
        end_showing(live, table->id);
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

/* Keeps the events, and a line about them in the words of the table's home. */
static void take_events(struct table *table, const struct events *events)
{
    moves_note(table, events);
    struct live_table *shown = touch(table);
    seat_live_tell(table, events);
    struct flow flow = {.about = SEAT_NONE};
    struct message *line = shown != NULL ? render_told(&table->home, events, &flow) : NULL;
    if (line != NULL && !line->failed)
        add_line(shown, line->text);
    message_destroy(line);
}

static void on_changed(struct table *table)
{
    touch(table);
}

static void on_noted(struct table *table, const struct table_note *note)
{
    if (note->kind == NOTE_SEAT_LEFT)
        moves_seat_left(table, note->seat);
    touch(table);
}

static void on_voted(struct table *table, const struct vote_note *note)
{
    (void)note;
    touch(table);
}

static void on_hand(struct table *table, unsigned seat, enum hand_note note)
{
    (void)seat;
    (void)note;
    seat_live_touch(table);
}

static void on_dealt(struct table *table)
{
    seat_live_begin_round(table);
    moves_begin(table);
    struct live_table *shown = touch(table);
    if (shown != NULL)
        drop_lines(shown);
}

static void on_acted(struct table *table, const struct game *before, const struct events *events)
{
    (void)before;
    take_events(table, events);
}

static void on_round_over(struct table *table, const struct events *events,
                          const struct event *over, char **words)
{
    (void)words;
    take_events(table, events);
    moves_end(table, over);
}

static void on_announced(struct place *place, bool told)
{
    (void)told;
    touch(place->table);
}

static void on_goes_on(struct place *place)
{
    touch(place->table);
}

static void on_unreachable(struct place *place)
{
    seat_live_touch(place->table);
}

static void on_gone(struct table *table)
{
    seat_live_touch(table);
    moves_forget(table);
    end_showing(&pages_of(table)->live, table->id);
}

const struct table_watcher page_watcher = {
    .changed = on_changed,
    .noted = on_noted,
    .voted = on_voted,
    .hand = on_hand,

    .dealt = on_dealt,
    .acted = on_acted,
    .repeated = take_events,
    .round_over = on_round_over,
    .round_abandoned = on_changed,
    .round_closed = on_changed,

    .announced = on_announced,
    .goes_on = on_goes_on,
    .unreachable = on_unreachable,
    .closes = on_gone,
    .put_away = on_gone,
};
