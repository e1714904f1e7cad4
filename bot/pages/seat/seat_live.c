#include "seat_live.h"

#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>
#include <uthash.h>

#include "bot/pages/html/guest_mark.h"
#include "bot/pages/job.h"
#include "bot/pages/json.h"
#include "bot/pages/live.h"
#include "bot/pages/pages_state.h"
#include "bot/pages/seat/seat_json.h"
#include "bot/show/render/render.h"
#include "bot/table/seats/page_seat.h"
#include "bot/table/seats/presence.h"
#include "bot/table/seats/seats.h"
#include "bot/text/language.h"

struct seat_table;

/* A seat with an open page, by the id of its session. */
struct seat_view {
    UT_hash_handle hh; /* live->views */
    struct seat_table *at;
    struct seat_view *next; /* of its table */
    struct adapter *adapter;
    const struct language *language; /* language of the page or the browser; NULL: unknown */
    bool chosen;                     /* `language` is that of the page */
    unsigned pages;
    bool due, over;
    char *text;     /* a document that waits for the disk; NULL: none does */
    uint64_t batch; /* batch that must be durable before `text` goes out */
    char id[SEAT_ID_MAX];
};

struct seat_table {
    UT_hash_handle hh; /* live->tables */
    int64_t id;
    int64_t seq; /* rises with each change, across restarts, too */
    bool due;
    char *lines[LANGUAGES_MAX][LIVE_LINES]; /* by language, the oldest first; owned */
    unsigned line_count[LANGUAGES_MAX];
    bool reads[LANGUAGES_MAX]; /* a page has shown the table in that language */
    struct seat_view *views;
};

struct seat_live {
    struct pages *pages;
    struct seat_table *tables; /* uthash by id: the tables that have an open page */
    struct seat_view *views;   /* uthash by id */
    uint64_t drops;            /* page_seat_drops() at the last seat_live_flush() */
    bool due; /* seat_live_flush() has work: a table changed, or a document waits for the disk */
};

/* -- tables -- */

static void drop_lines(struct seat_table *at)
{
    for (unsigned n = 0; n < LANGUAGES_MAX; n++) {
        for (unsigned i = 0; i < at->line_count[n]; i++)
            free(at->lines[n][i]);
        at->line_count[n] = 0;
    }
}

static void add_line(struct seat_table *at, unsigned n, const char *text)
{
    char *line = text != NULL && *text != '\0' ? strdup(text) : NULL;
    char **lines = at->lines[n];
    if (line == NULL)
        return;
    if (at->line_count[n] == LIVE_LINES) {
        free(lines[0]);
        memmove(&lines[0], &lines[1], (LIVE_LINES - 1) * sizeof(lines[0]));
        at->line_count[n]--;
    }
    lines[at->line_count[n]++] = line;
}

static unsigned number_of(const struct language *language)
{
    unsigned n = 0;
    while (n < LANGUAGES_MAX - 1 && language_at(n) != language)
        n++;
    return n;
}

/* From now on the table keeps its lines in this language, too. Those from before are in the
 * language of its home. */
static void need_lines(struct seat_table *at, const struct table *table, unsigned n)
{
    unsigned home = number_of(table->home.language);
    if (at->reads[n])
        return;
    at->reads[n] = true;
    for (unsigned i = 0; n != home && i < at->line_count[home]; i++)
        add_line(at, n, at->lines[home][i]);
}

static struct seat_table *find_table(const struct seat_live *live, int64_t id)
{
    struct seat_table *at = NULL;
    if (live != NULL)
        HASH_FIND(hh, live->tables, &id, sizeof(id), at);
    return at;
}

/* Opens a table for its first page. Its first line is the story of the round so far, in the
 * language of the table's home. */
static struct seat_table *open_table(struct seat_live *live, const struct table *table)
{
    struct seat_table *at = find_table(live, table->id);
    if (at != NULL)
        return at;
    at = calloc(1, sizeof(*at));
    if (at == NULL)
        return NULL;
    at->id = table->id;
    at->seq = clock_now();
    HASH_ADD(hh, live->tables, id, sizeof(at->id), at);
    if (at->hh.tbl == NULL) {
        free(at);
        return NULL;
    }
    if (table->round != NULL)
        add_line(at, number_of(table->home.language), table->home.view.recent);
    return at;
}

/* Closes a table if nobody has a page of it any more. */
static void close_table(struct seat_live *live, struct seat_table *at)
{
    if (at->views != NULL)
        return;
    HASH_DEL(live->tables, at); /* NOLINT(clang-analyzer-*): of uthash's making */
    drop_lines(at);
    free(at);
}

/* Makes seat_live_flush() look at the table. */
static void mark(struct seat_live *live, struct seat_table *at)
{
    at->seq++;
    at->due = live->due = true;
    for (struct seat_view *view = at->views; view != NULL; view = view->next)
        view->due = true;
}

void seat_live_touch(const struct table *table)
{
    struct seat_table *at = find_table(pages_of(table)->seat_live, table->id);
    if (at != NULL)
        mark(pages_of(table)->seat_live, at);
}

void seat_live_begin_round(const struct table *table)
{
    struct seat_table *at = find_table(pages_of(table)->seat_live, table->id);
    if (at != NULL)
        drop_lines(at);
}

/* Keeps a line in each language that a page of the table has, and in that of the table's home, in
 * the words that the home would get. */
void seat_live_tell(struct table *table, const struct events *events)
{
    struct seat_table *at = find_table(pages_of(table)->seat_live, table->id);
    struct place home = table->home;
    if (at == NULL)
        return;
    mark(pages_of(table)->seat_live, at);
    for (unsigned n = 0; n < LANGUAGES_MAX && language_at(n) != NULL; n++) {
        struct flow flow = {.about = SEAT_NONE};
        if (!at->reads[n] && language_at(n) != table->home.language)
            continue;
        home.language = language_at(n);
        struct message *line = render_told(&home, events, &flow);
        if (line != NULL && !line->failed)
            add_line(at, n, line->text);
        message_destroy(line);
    }
}

/* -- pages that are open -- */

static struct seat_view *find_view(const struct seat_live *live, const char *id)
{
    struct seat_view *view = NULL;
    if (live != NULL)
        HASH_FIND(hh, live->views, id, strlen(id), view);
    return view;
}

/* NULL: memory is out. */
static struct seat_view *create_view(struct seat_live *live, const char *id)
{
    struct seat_view *view = calloc(1, sizeof(*view));
    if (view == NULL)
        return NULL;
    memcpy(view->id, id, strlen(id) + 1);
    HASH_ADD(hh, live->views, id, strlen(view->id), view);
    if (view->hh.tbl != NULL)
        return view;
    free(view);
    return NULL;
}

static struct seat_view *open_view(struct seat_live *live, struct adapter *adapter, const char *id,
                                   const struct table *table)
{
    struct seat_view *view = find_view(live, id);
    struct seat_table *at = NULL;
    if (view != NULL)
        return view->over ? NULL : view;
    if (HASH_COUNT(live->views) >= SEAT_PAGES_MAX)
        return NULL;
    at = open_table(live, table);
    if (at == NULL)
        return NULL;
    view = create_view(live, id);
    if (view == NULL) {
        close_table(live, at);
        return NULL;
    }
    view->adapter = adapter;
    view->at = at;
    view->next = at->views;
    at->views = view;
    return view;
}

static void close_view(struct seat_live *live, struct seat_view *view)
{
    struct seat_view **one = &view->at->views;
    while (*one != view)
        one = &(*one)->next;
    *one = view->next;
    close_table(live, view->at);
    HASH_DEL(live->views, view); /* NOLINT(clang-analyzer-*): of uthash's making */
    free(view->text);
    free(view);
}

/* Sets the language of the page: that of "lang=" in the query if there is one, otherwise that of
 * the reader's browser. */
static void read_language(struct seat_view *view, const struct page_request *request)
{
    struct page_job *job = job_create(NULL, NULL, request);
    char code[16] = "";
    view->language = NULL;
    if (job != NULL && job_parameter(job, "lang", code, sizeof(code)))
        view->language = language_find(code);
    view->chosen = view->language != NULL;
    if (!view->chosen)
        view->language = job_language_accepted(request->language);
    job_destroy(job);
}

/* Makes a guest present on the network of pages, so that they count as being here. What the bot
 * says to them is in the language that the page's address chose. */
static void bind_guest(struct people *people, struct person *person, const struct seat_view *view)
{
    if (!pages_have_seats(person->network->adapter))
        return;
    if (view->chosen)
        person->client = view->language;
    if (person->id == NULL) {
        people_of(people, person->network,
                  &(struct chat_user){.id = view->id, .name = person->name});
    }
    if (person->id != NULL)
        presence_back(person);
}

bool seat_live_sit(void *arg, struct adapter *adapter, const struct page_request *request,
                   char id[SEAT_ID_MAX])
{
    struct pages *pages = pages_of_host(arg);
    struct tables *tables = pages->lent.tables;
    struct table *table = NULL;
    unsigned number = 0;
    struct page_seat *seat = page_seat_find(tables, PAGE_SESSION, request->session);
    struct seat_live *live = pages->seat_live;
    struct person *person =
        seat != NULL && live != NULL ? page_seat_person(tables, seat, &table, &number) : NULL;
    if (person == NULL)
        return false;
    struct seat_view *view = open_view(live, adapter, seat->id, table);
    if (view == NULL)
        return false;
    view->pages++;
    page_seat_show(tables, seat->id, true);
    page_seat_note_peer(tables, seat->id, request->peer);
    read_language(view, request);
    bind_guest(pages->lent.people, person, view);
    view->due = view->at->due = live->due = true;
    memcpy(id, seat->id, sizeof(seat->id));
    return true;
}

void seat_live_stand(void *arg, struct adapter *adapter, const char *id)
{
    struct pages *pages = pages_of_host(arg);
    struct seat_view *view = find_view(pages->seat_live, id);
    (void)adapter;
    if (view == NULL || --view->pages > 0)
        return;
    if (!*pages->lent.stopping) /* on a shutdown do nothing: the next process whispers all hands */
        page_seat_show(pages->lent.tables, id, false);
    close_view(pages->seat_live, view);
}

void seat_live_forget_adapter(struct seat_live *live, const struct adapter *adapter)
{
    struct seat_view *view = NULL;
    struct seat_view *next = NULL;
    HASH_ITER(hh, live->views, view, next)
    {
        if (view->adapter == adapter)
            close_view(live, view);
    }
}

const struct language *seat_live_language(const struct pages *pages, const char *id,
                                          const struct person *person)
{
    const struct seat_view *view = find_view(pages->seat_live, id);
    const struct language *own = person != NULL ? person_language(person) : NULL;
    const struct language *here = view != NULL ? view->language : NULL;
    bool chosen = view != NULL && view->chosen;
    return !chosen && own != NULL ? own : here != NULL ? here : pages->lent.options->language;
}

/* -- what they are sent -- */

static void give(const struct pages *pages, const struct seat_view *view, const char *text,
                 bool last)
{
    const struct page page = {
        .status = 200, .type = "application/json", .body = text, .length = strlen(text)};
    if (network_runs(pages->lent.people, view->adapter))
        view->adapter->impl->pages->seat(view->adapter, view->id, &page, last);
}

static char *end_json(struct json *json)
{
    cJSON *root = json_end(json);
    char *text = root != NULL ? cJSON_PrintUnformatted(root) : NULL;
    cJSON_Delete(root);
    return text;
}

/* NULL: memory is out; the next change makes it again. */
static char *make(struct seat_table *at, const struct table *table, unsigned seat,
                  const struct language *language)
{
    struct json json;
    unsigned n = number_of(language);
    need_lines(at, table, n);
    const struct seat_json_facts facts = {
        .seq = at->seq, .lines = at->lines[n], .line_count = at->line_count[n]};
    json_init(&json);
    if (seat_json_write(&json, table, seat, language, &facts))
        guest_mark(json.root, table, language);
    return end_json(&json);
}

/* Sends its pages their last document: they no longer play the seat. */
static void end(const struct pages *pages, struct seat_view *view)
{
    struct json json;
    free(view->text);
    view->text = NULL;
    view->over = true;
    view->due = false;
    json_init(&json);
    seat_json_over(&json, "revoked", N_("This page no longer plays your seat."),
                   seat_live_language(pages, view->id, NULL));
    char *text = end_json(&json);
    give(pages, view, text != NULL ? text : "{\"type\":\"over\"}", true);
    free(text);
}

/* Makes and sends the document that is due, or the final one if the page has lost its seat. Returns
 * false if a document still has to be made or waits for the disk. */
static bool flush(const struct pages *pages, struct seat_table *at, struct seat_view *view)
{
    struct table *table = NULL;
    unsigned number = 0;
    uint64_t durable = store_durable(pages->lent.store);
    const struct page_seat *seat = page_seat_by_id(pages->lent.tables, view->id);
    const struct person *person =
        seat != NULL ? page_seat_person(pages->lent.tables, seat, &table, &number) : NULL;
    if (view->over)
        return true;
    if (person == NULL) {
        end(pages, view);
        return true;
    }
    if (view->text == NULL && view->due) {
        view->due = false;
        view->text = make(at, table, number, seat_live_language(pages, view->id, person));
        view->batch = store_batch(pages->lent.store);
    }
    if (view->text != NULL && view->batch <= durable) {
        give(pages, view, view->text, false);
        free(view->text);
        view->text = NULL;
    }
    return view->text == NULL && !view->due;
}

void seat_live_flush(struct seat_live *live)
{
    const struct tables *tables = live->pages->lent.tables;
    struct seat_table *at = NULL;
    struct seat_table *next = NULL;
    if (!live->due && live->drops == page_seat_drops(tables))
        return;
    bool revoked = live->drops != page_seat_drops(tables);
    live->drops = page_seat_drops(tables);
    live->due = false;
    HASH_ITER(hh, live->tables, at, next)
    {
        if (!at->due && !revoked)
            continue;
        at->due = false;
        for (struct seat_view *view = at->views; view != NULL; view = view->next)
            at->due = !flush(live->pages, at, view) || at->due;
        live->due = live->due || at->due;
    }
}

/* -- life -- */

struct seat_live *seat_live_create(struct pages *pages)
{
    struct seat_live *live = calloc(1, sizeof(*live));
    if (live != NULL)
        live->pages = pages;
    return live;
}

void seat_live_destroy(struct seat_live *live)
{
    struct seat_view *view = NULL;
    struct seat_view *next = NULL;
    if (live == NULL)
        return;
    HASH_ITER(hh, live->views, view, next)
    {
        close_view(live, view);
    }
    free(live);
}
