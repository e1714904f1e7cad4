/* A channel's page (/channels/NETWORK/CHANNEL): its table, if people may watch it, the top of its
 * board, and its last results. Also the list of all channels (/channels). */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "board_page.h"
#include "bot/pages/boards.h"
#include "bot/pages/channels.h"
#include "bot/pages/html/parts.h"
#include "bot/pages/html/rounds_table.h"
#include "bot/pages/html/tables_list.h"
#include "bot/pages/html/ways.h"
#include "bot/pages/known.h"
#include "bot/pages/live.h"
#include "bot/pages/pages_state.h"
#include "bot/pages/posters.h"
#include "bot/pages/site_pages.h"
#include "bot/text/language.h"

enum { TOP = 10, ROUNDS = 20, TABLES = 5 };

struct channel_view {
    struct page_frame frame;
    char network[STORE_NAME_MAX], channel[STORE_ACCOUNT_MAX];
    const struct cJSON *tables, *board, *rounds;
};

/* -- its parts -- */

static void add_top(struct html *html, const struct channel_view *view)
{
    char path[ADDRESS_MAX];
    site_section(html, "board", N_("Board"));
    board_table(html, &view->frame, view->board, TOP);
    if (parts_channel_path("/boards", view->network, view->channel, path)) {
        html_open(html, "p");
        frame_link_say(html, &view->frame, path, N_("The whole board"));
        html_close(html);
    }
    html_close(html);
}

/* Adds links to older rounds, and back to the newest. */
static void add_pages(struct html *html, const struct channel_view *view)
{
    char path[ADDRESS_MAX];
    char number[24];
    struct buf buf;
    int64_t next = parts_number(view->rounds, "next");
    bool begun = view->frame.query[0] != '\0';
    if (next == 0 && !begun)
        return;
    html_open_class(html, "nav", "pages");
    html_attr_say(html, "aria-label", N_("More rows"));
    if (begun)
        frame_link_say(html, &view->frame, view->frame.path, N_("The newest"));
    snprintf(number, sizeof(number), "%" PRId64, next);
    buf_init(&buf, path, sizeof(path));
    buf_add(&buf, view->frame.path);
    if (next != 0 && address_ask(&buf, "before", number))
        frame_link_say(html, &view->frame, path, N_("Older ones"));
    html_close(html);
}

static void add_rounds(struct html *html, const struct channel_view *view, const char *feed)
{
    site_section(html, "rounds", N_("Last rounds"));
    rounds_of_channel(html, &view->frame, cJSON_GetObjectItem(view->rounds, "rounds"));
    if (!view->frame.files) /* as files, the older rounds would be too many pages */
        add_pages(html, view);
    if (feed != NULL && !view->frame.files) {
        html_open(html, "p");
        frame_link_say(html, &view->frame, feed, N_("Results as a feed (Atom)"));
        html_close(html);
    }
    html_close(html);
}

/* -- one channel -- */

static bool has_rows(const struct channel_view *view)
{
    return cJSON_GetArraySize(cJSON_GetObjectItem(view->board, "rows")) > 0 ||
           cJSON_GetArraySize(cJSON_GetObjectItem(view->rounds, "rounds")) > 0;
}

/* Returns whether the channel has a page. Both documents of an unknown channel are empty. A hidden
 * channel has none: boards_make() and rounds_make() answer an error for it. */
static bool is_shown(const struct page_job *job, const struct channel_view *view)
{
    return has_rows(view) || known_place(job->pages, view->network, view->channel);
}

static void answer(struct page_job *job, struct channel_view *view, unsigned max_age)
{
    char about[PARTS_WORDS];
    char feed[ADDRESS_MAX];
    char picture[ADDRESS_MAX];
    int64_t before = 0;
    struct html html;
    bool feeds = parts_channel_path("/feed", view->network, view->channel, feed);
    bool live = tables_any(view->tables, view->network, view->channel);
    struct page_head head = {.title = parts_channel_name(view->board),
                             .about =
                                 parts_phrase(job->language, N_("Cards in a channel of {network}."),
                                              "network", view->network, about),
                             .feed = feeds ? feed : NULL,
                             .style = "boards.css",
                             .hidden = !has_rows(view)};
    if (cJSON_GetArraySize(cJSON_GetObjectItem(view->board, "rows")) > 0)
        poster_name_board(&head, job->language, view->board, picture);
    frame_init(&view->frame, job);
    if (job_number(job, "before", 1, &before) && before > 0)
        snprintf(view->frame.query, sizeof(view->frame.query), "?before=%" PRId64, before);
    html_init(&html, job->language);
    frame_begin(&html, &view->frame, &head);
    frame_heading(&html, &head);
    if (!view->frame.files)
        ways_to_channel(&html, &view->frame, job->pages->lent.people, view->network, view->channel);
    tables_list(&html, &view->frame, view->tables, view->network, view->channel, TABLES);
    add_top(&html, view);
    add_rounds(&html, view, head.feed);
    frame_end(&html);
    if (!live)
        job->batch = 0; /* the page shows no running table, so it need not wait for the disk */
    frame_answer(job, &html, 200, live ? 0 : max_age);
}

static void show_channel(struct page_job *job, unsigned status, struct cJSON *rounds,
                         unsigned max_age)
{
    struct channel_view view;
    parts_keep(job, "rounds", status, rounds);
    view.tables = parts_kept(job, "tables");
    view.board = parts_kept(job, "board");
    view.rounds = parts_kept(job, "rounds");
    if (status != 200 || view.board == NULL || view.rounds == NULL)
        error_page(job, status);
    else if (job_rest_channel(job, view.network, view.channel) && is_shown(job, &view))
        answer(job, &view, max_age);
    else
        error_page(job, 404);
}

static void ask_rounds(struct page_job *job, unsigned status, struct cJSON *board, unsigned max_age)
{
    char network[STORE_NAME_MAX];
    char channel[STORE_ACCOUNT_MAX];
    struct rounds_query query = {network, channel, 0, ROUNDS};
    (void)max_age;
    parts_keep(job, "board", status, board);
    if (status != 200 || !job_rest_channel(job, network, channel))
        error_page(job, status == 200 ? 404 : status);
    else if (!job_number(job, "before", 1, &query.before))
        error_page(job, 400);
    else
        rounds_make(job, &query, show_channel);
}

static void ask_board(struct page_job *job, unsigned status, struct cJSON *tables, unsigned max_age)
{
    struct boards_query query = {.scope = STORE_CHANNEL, .window = STORE_ALL, .limit = TOP};
    (void)max_age;
    parts_keep(job, "tables", status, tables);
    if (job_rest_channel(job, query.network, query.channel))
        boards_make(job, &query, ask_rounds);
    else
        error_page(job, 404);
}

void channel_page(struct page_job *job)
{
    tables_make(job, ask_board);
}

/* -- all of them -- */

static const struct parts_column columns[] = {{N_("Channel"), "place"},
                                              {N_("People"), "number"},
                                              {N_("Rounds"), "number"},
                                              {N_("Last round"), "minor"}};

/* Adds a cell with a number. The store counts up to 1000, so that is shown as "1000+". */
static void add_many(struct html *html, int64_t number)
{
    parts_cell(html, "number");
    html_number(html, number);
    html_text(html, number >= STORE_COUNT_MAX ? "+" : "");
    html_close(html);
}

static void add_channel(struct html *html, const struct page_frame *frame,
                        const struct cJSON *channel)
{
    html_open(html, "tr");
    html_open(html, "th");
    html_attr(html, "scope", "row");
    html_attr(html, "class", "place");
    parts_channel_link(html, frame, "/channels", channel);
    html_text(html, " ");
    html_element(html, "small", parts_text(channel, "network"));
    html_close(html);
    add_many(html, parts_number(channel, "people"));
    add_many(html, parts_number(channel, "rounds"));
    parts_cell(html, "minor");
    if (parts_number(channel, "last_at") > 0)
        parts_date(html, parts_number(channel, "last_at"));
    html_close(html);
    html_close(html);
}

static void add_channels(struct html *html, const struct page_frame *frame,
                         const struct cJSON *json)
{
    const cJSON *list = cJSON_GetObjectItem(json, "channels");
    const cJSON *at = NULL;
    char path[ADDRESS_MAX];
    if (cJSON_GetArraySize(list) == 0) {
        if (parts_number(json, "next") == 0)
            parts_no_rows(html, N_("No channel has a board yet."), frame->query[0] != '\0');
    } else {
        parts_table(html);
        html_say(html, N_("Channels with a board"));
        parts_columns(html, columns, ARRAY_SIZE(columns));
        cJSON_ArrayForEach(at, list)
        {
            add_channel(html, frame, at);
        }
        parts_table_end(html);
    }
    if (parts_number(json, "next") == 0)
        return;
    snprintf(path, sizeof(path), "/channels?after=%" PRId64, parts_number(json, "next"));
    html_open_class(html, "nav", "pages");
    html_attr_say(html, "aria-label", N_("More rows"));
    frame_link_say(html, frame, path, N_("Further down"));
    html_close(html);
}

static void show_channels(struct page_job *job, unsigned status, struct cJSON *json,
                          unsigned max_age)
{
    int64_t after = 0;
    struct html html;
    struct page_frame frame;
    if (status != 200 || json == NULL) {
        cJSON_Delete(json);
        error_page(job, status);
        return;
    }
    const struct page_head head = {
        .title = tr(job->language, N_("Channels")),
        .about = tr(job->language, N_("Where people play, and let others look on.")),
        .style = "boards.css"};
    frame_init(&frame, job);
    if (job_number(job, "after", 0, &after) && after > 0)
        snprintf(frame.query, sizeof(frame.query), "?after=%" PRId64, after);
    html_init(&html, job->language);
    frame_begin(&html, &frame, &head);
    frame_heading(&html, &head);
    add_channels(&html, &frame, json);
    frame_end(&html);
    cJSON_Delete(json);
    frame_answer(job, &html, 200, max_age);
}

void channels_page(struct page_job *job)
{
    int64_t after = 0;
    if (job_number(job, "after", 0, &after))
        channels_make(job, after, show_channels);
    else
        error_page(job, 400);
}
