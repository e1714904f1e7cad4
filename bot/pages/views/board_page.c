#include "board_page.h"

#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "bot/pages/boards.h"
#include "bot/pages/html/template.h"
#include "bot/pages/known.h"
#include "bot/pages/pages_state.h"
#include "bot/pages/players.h"
#include "bot/pages/posters.h"
#include "bot/pages/site_pages.h"
#include "bot/text/language.h"

enum {
    WORD_MAX = 100 /* bytes of a name to search for */,
    SEASONS = 5 /* with this one */,
    EMBEDDED = 20 /* rows */
};

/* -- the rows -- */

static const struct parts_column by_points[] = {{N_("Rank"), "number"},
                                                {N_("Player"), "name"},
                                                {N_("Points"), "number"},
                                                {N_("Rounds won"), "number"},
                                                {N_("Matches won"), "number minor"}};
static const struct parts_column by_rating[] = {{N_("Rank"), "number"},
                                                {N_("Player"), "name"},
                                                {N_("Rating"), "number"},
                                                {N_("Rounds"), "number"}};

static const char *const best_of[STORE_PERIODS] = {[STORE_DAY] = N_("today"),
                                                   [STORE_WEEK] = N_("this week"),
                                                   [STORE_MONTH] = N_("this month"),
                                                   [STORE_SEASON] = N_("this season"),
                                                   [STORE_ALL] = N_("of all time")};

const char *board_caption(const struct language *language, const struct cJSON *board,
                          char out[PARTS_WORDS])
{
    const char *set = parts_text(board, "set");
    enum store_period window = STORE_ALL;
    boards_read_window(parts_text(board, "window"), &window);
    if (*set == '\0') {
        return parts_phrase(language, N_("Best {window}"), "window", tr(language, best_of[window]),
                            out);
    }
    if (strcmp(set, "rating") == 0)
        return tr(language, N_("Best by rating"));
    return parts_phrase(language, N_("Best by rating in {set}"), "set", set, out);
}

const char *board_title(const struct language *language, const struct cJSON *board,
                        char out[PARTS_WORDS])
{
    const char *channel = parts_channel_name(board);
    const char *place = *channel != '\0' ? channel : parts_text(board, "network");
    return *place != '\0' ? parts_phrase(language, N_("Board of {place}"), "place", place, out)
                          : tr(language, N_("Boards"));
}

static void add_row(struct html *html, const struct page_frame *frame, const struct cJSON *row,
                    bool rated)
{
    html_open(html, "tr");
    parts_cell_rank(html, parts_number(row, "rank"));
    parts_cell(html, "name");
    parts_someone(html, frame, row);
    html_close(html);
    if (rated) {
        parts_cell(html, "number");
        parts_rating(html, row);
        html_close(html);
        parts_cell_number(html, "number", parts_number(row, "rated"));
    } else {
        parts_cell_number(html, "number", parts_number(row, "points"));
        parts_cell_of(html, "number", parts_number(row, "rounds_won"), parts_number(row, "rounds"));
        parts_cell_of(html, "number minor", parts_number(row, "matches_won"),
                      parts_number(row, "matches"));
    }
    html_close(html);
}

/* Returns whether the page has the rows behind others. */
static bool goes_on(const struct page_frame *frame)
{
    return strstr(frame->query, "after=") != NULL;
}

void board_table(struct html *html, const struct page_frame *frame, const struct cJSON *board,
                 unsigned most)
{
    const cJSON *rows = cJSON_GetObjectItem(board, "rows");
    const cJSON *row = NULL;
    unsigned count = 0;
    char words[PARTS_WORDS];
    bool rated = *parts_text(board, "set") != '\0';
    if (cJSON_GetArraySize(rows) == 0) {
        parts_no_rows(html, N_("Nobody is on this board yet."), goes_on(frame));
        return;
    }
    parts_table(html);
    html_text(html, board_caption(html->language, board, words));
    if (rated)
        parts_columns(html, by_rating, ARRAY_SIZE(by_rating));
    else
        parts_columns(html, by_points, ARRAY_SIZE(by_points));
    cJSON_ArrayForEach(row, rows)
    {
        if (count++ < most)
            add_row(html, frame, row, rated);
    }
    parts_table_end(html);
    parts_marks(html, rows);
}

/* -- which board -- */

struct board_view {
    struct page_frame frame;
    int season;                                               /* the current season */
    char network[STORE_NAME_MAX], channel[STORE_ACCOUNT_MAX]; /* "": of all */
    char path[ADDRESS_MAX];                                   /* without parameters */
};

/* Writes "", "NETWORK" or "NETWORK/CHANNEL". Returns false if it does not fit. */
static bool read_place(struct page_job *job, struct board_view *view)
{
    view->network[0] = view->channel[0] = '\0';
    if (*job->rest != '\0' && !job_rest_channel(job, view->network, view->channel)) {
        if (strchr(job->rest, '/') != NULL || strlen(job->rest) >= sizeof(view->network))
            return false;
        snprintf(view->network, sizeof(view->network), "%s", job->rest);
    }
    return parts_channel_path("/boards", view->network[0] != '\0' ? view->network : NULL,
                              view->channel[0] != '\0' ? view->channel : NULL, view->path);
}

static void name_place(const struct board_view *view, struct boards_query *query)
{
    query->scope = view->channel[0] != '\0'   ? STORE_CHANNEL
                   : view->network[0] != '\0' ? STORE_NETWORK
                                              : STORE_OVERALL;
    memcpy(query->network, view->network, sizeof(query->network));
    memcpy(query->channel, view->channel, sizeof(query->channel));
}

/* Adds the parameters that all pages of the same board share. */
static void ask_same(struct buf *path, const struct cJSON *board)
{
    const char *set = parts_text(board, "set");
    const char *window = parts_text(board, "window");
    const char *season = parts_text(board, "season");
    if (*set != '\0')
        address_ask(path, "set", set);
    else if (strcmp(window, "all") != 0)
        address_ask(path, "window", window);
    if (*season != '\0')
        address_ask(path, "season", season);
}

/* Adds a link to another view of this board: a window, or the ratings in a set. */
static void add_choice(struct html *html, const struct board_view *view, const char *name,
                       const char *value, bool chosen)
{
    static const struct {
        const char *value, *words;
    } words[] = {{"day", N_("Today")},        {"week", N_("This week")},
                 {"month", N_("This month")}, {"season", N_("This season")},
                 {"all", N_("All time")},     {"rating", N_("All sets")}};
    char path[ADDRESS_MAX];
    const char *text = value;
    struct buf buf;
    buf_init(&buf, path, sizeof(path));
    buf_add(&buf, view->path);
    if (strcmp(value, "all") != 0)
        address_ask(&buf, name, value);
    for (unsigned i = 0; i < ARRAY_SIZE(words); i++) {
        if (strcmp(words[i].value, value) == 0)
            text = tr(html->language, words[i].words);
    }
    parts_choice(html, &view->frame, path, text, chosen);
}

/* Links to the current ratings, and to the final ones of earlier seasons. */
static void add_seasons(struct html *html, const struct board_view *view, const struct cJSON *board)
{
    const char *chosen = parts_text(board, "season");
    parts_choices(html, "seasons", N_("Season"));
    for (int back = 0; back < SEASONS; back++) {
        char path[ADDRESS_MAX];
        char season[SEASON_TEXT];
        struct buf buf;
        boards_season(view->season - back, season);
        buf_init(&buf, path, sizeof(path));
        buf_add(&buf, view->path);
        address_ask(&buf, "set", parts_text(board, "set"));
        if (back > 0)
            address_ask(&buf, "season", season);
        parts_choice(html, &view->frame, path,
                     back > 0 ? season : tr(html->language, N_("This season")),
                     back > 0 ? strcmp(chosen, season) == 0 : *chosen == '\0');
    }
    html_close(html);
    html_close(html);
}

static void add_choices(struct html *html, const struct board_view *view, const struct cJSON *board)
{
    const char *set = parts_text(board, "set");
    const char *window = parts_text(board, "window");
    html_open(html, "nav");
    html_attr_say(html, "aria-label", N_("Boards"));
    parts_choices(html, "points", N_("Points"));
    for (unsigned i = 0; i < STORE_PERIODS; i++) {
        const char *name = boards_window((enum store_period)i);
        add_choice(html, view, "window", name, *set == '\0' && strcmp(window, name) == 0);
    }
    html_close(html);
    html_close(html);
    parts_choices(html, "rating", N_("Rating"));
    add_choice(html, view, "set", "rating", strcmp(set, "rating") == 0);
    for (unsigned i = 0; ruleset_at(i) != NULL; i++) {
        add_choice(html, view, "set", ruleset_name(ruleset_at(i)),
                   strcmp(set, ruleset_name(ruleset_at(i))) == 0);
    }
    html_close(html);
    html_close(html);
    /* in files, a channel's board has no seasons of a single set: those would be too many files */
    if (*set != '\0' &&
        (!view->frame.files || *view->channel == '\0' || strcmp(set, "rating") == 0))
        add_seasons(html, view, board);
    html_close(html);
}

/* -- around the rows -- */

static void draw_language(struct html *html, const struct page_frame *frame, const void *arg)
{
    (void)arg;
    if (frame->chosen) {
        TEMPLATE(html, frame, "<input type='hidden' name='lang' value='{code}'>",
                 {"code", .text = frame->language->code});
    }
}

/* A form that needs no script. */
static void add_search(struct html *html, const struct page_frame *frame, const char *word)
{
    char href[ADDRESS_MAX];
    snprintf(href, sizeof(href), "%s/boards", frame->home);
    TEMPLATE(html, frame,
             "<form class='search' role='search' action='{boards}'><label for='q'>{find}</label>"
             "<input id='q' name='q' type='search' required='required' autocomplete='off'"
             " maxlength='{most}' value='{word}'>{language}"
             "<button type='submit'>{search}</button></form>",
             {"boards", .address = href}, {"find", .say = N_("Find a player")},
             {"most", .number = TEMPLATE_NUMBER(WORD_MAX - 1)}, {"word", .text = word},
             {"language", .draw = draw_language}, {"search", .say = N_("Search")});
}

static void add_crumb(struct html *html, const struct page_frame *frame, const char *path,
                      const char *text)
{
    bool here = strcmp(path, frame->path) == 0;
    TEMPLATE(html, frame, "<li><a href='{path}' aria-current='{here}'>{text}</a></li>",
             {"path", .path = path}, {"here", .text = here ? "page" : NULL},
             {"text", .text = text});
}

/* Links to the boards that contain this one, and to its channel's page. */
static void add_crumbs(struct html *html, const struct board_view *view, const struct cJSON *board)
{
    const struct page_frame *frame = &view->frame;
    char path[ADDRESS_MAX];
    TEMPLATE(html, frame, "<nav class='crumbs' aria-label='{label}'><ol>",
             {"label", .say = N_("Where this is")});
    add_crumb(html, frame, "/boards", tr(html->language, N_("Everywhere")));
    if (parts_channel_path("/boards", view->network, NULL, path))
        add_crumb(html, frame, path, view->network);
    if (view->channel[0] != '\0')
        add_crumb(html, frame, view->path, parts_channel_name(board));
    html_close(html);
    if (view->channel[0] != '\0' &&
        parts_channel_path("/channels", view->network, view->channel, path))
        frame_link_say(html, frame, path, N_("The channel's page"));
    html_close(html);
}

/* Links to the first rows and to the next rows. */
static void add_pages(struct html *html, const struct board_view *view, const struct cJSON *board)
{
    char path[ADDRESS_MAX];
    struct buf buf;
    const char *next = parts_text(board, "next");
    bool begun = goes_on(&view->frame);
    if (*next == '\0' && !begun)
        return;
    TEMPLATE(html, &view->frame, "<nav class='pages' aria-label='{label}'>",
             {"label", .say = N_("More rows")});
    buf_init(&buf, path, sizeof(path));
    buf_add(&buf, view->path);
    ask_same(&buf, board);
    if (begun)
        frame_link_say(html, &view->frame, path, N_("From the top"));
    address_ask(&buf, "after", next);
    if (*next != '\0' && !buf.full)
        frame_link_say(html, &view->frame, path, N_("Further down"));
    html_close(html);
}

/* -- all of it -- */

static void add_board(struct html *html, const struct board_view *view, const struct cJSON *board)
{
    if (view->frame.embeds) { /* an embedded board shows only the first rows */
        board_table(html, &view->frame, board, EMBEDDED);
        return;
    }
    if (view->network[0] != '\0')
        add_crumbs(html, view, board);
    add_choices(html, view, board);
    board_table(html, &view->frame, board, BOARDS_ROWS_MAX);
    add_pages(html, view, board);
    TEMPLATE(html, &view->frame, "<p class='marks'>{words}</p>",
             {"words", .say = N_("Rounds with at least two people count.")});
    if (!view->frame.files)
        add_search(html, &view->frame, NULL);
}

/* Writes the parameters that this page knows, "?window=week&after=...", and no others. */
static void write_query(const struct page_job *job, struct board_view *view,
                        const struct cJSON *board)
{
    char after[QUERY_MAX];
    struct buf buf;
    buf_init(&buf, view->frame.query, sizeof(view->frame.query));
    ask_same(&buf, board);
    if (job_parameter(job, "after", after, sizeof(after)) && *after != '\0')
        address_ask(&buf, "after", after);
    if (buf.full)
        buf_reset(&buf);
}

static bool has_rows(const struct cJSON *board)
{
    return cJSON_GetArraySize(cJSON_GetObjectItem(board, "rows")) > 0;
}

static void present_board(struct page_job *job, unsigned status, struct cJSON *board,
                          unsigned max_age);

/* Shows an empty board if somebody ever played in that place, because links lead to all of its
 * windows and sets. Otherwise answers that there is no page. */
static void look_back(struct page_job *job, unsigned status, struct cJSON *ever, unsigned max_age)
{
    bool made = status == 200 && ever != NULL;
    bool played = made && has_rows(ever);
    cJSON_Delete(ever);
    if (played)
        present_board(job, status, cJSON_DetachItemFromObject(job->kept, "board"), max_age);
    else
        error_page(job, made ? 404 : status);
}

/* An empty board has a page if the place is one of ours. */
static void show_board(struct page_job *job, unsigned status, struct cJSON *board, unsigned max_age)
{
    struct board_view view;
    struct boards_query ever;
    if (status != 200 || board == NULL || !read_place(job, &view) || has_rows(board) ||
        view.network[0] == '\0' || known_place(job->pages, view.network, view.channel)) {
        present_board(job, status, board, max_age);
        return;
    }
    parts_keep(job, "board", status, board);
    ever = (struct boards_query){.window = STORE_ALL, .limit = 1};
    name_place(&view, &ever);
    boards_make(job, &ever, look_back);
}

static void present_board(struct page_job *job, unsigned status, struct cJSON *board,
                          unsigned max_age)
{
    char title[PARTS_WORDS];
    char picture[ADDRESS_MAX];
    struct html html;
    struct board_view view;
    if (status != 200 || board == NULL || !read_place(job, &view)) {
        cJSON_Delete(board);
        error_page(job, status);
        return;
    }
    bool rated = *parts_text(board, "set") != '\0';
    struct page_head head = {
        .title = board_title(job->language, board, title),
        .about = tr(job->language,
                    rated ? N_("Who plays best, by rating.") : N_("Who has won the most points.")),
        .style = "boards.css",
        .hidden = !has_rows(board),
    };
    if (has_rows(board))
        poster_name_board(&head, job->language, board, picture);
    frame_init(&view.frame, job);
    view.season = store_season_at(job->pages->lent.store, clock_now());
    write_query(job, &view, board);
    html_init(&html, job->language);
    frame_begin(&html, &view.frame, &head);
    if (view.frame.embeds)
        frame_heading_link(&html, &view.frame, &head);
    else
        frame_heading(&html, &head);
    add_board(&html, &view, board);
    frame_end(&html);
    cJSON_Delete(board);
    frame_answer(job, &html, 200, max_age);
}

/* -- search -- */

static void add_found(struct html *html, const struct page_frame *frame, const struct cJSON *found)
{
    const cJSON *at = NULL;
    if (cJSON_GetArraySize(found) == 0) {
        html_element_say(html, "p",
                         N_("Nobody's name begins so, or they do not want to be found."));
        return;
    }
    html_open_class(html, "ul", "found");
    cJSON_ArrayForEach(at, found)
    {
        html_open(html, "li");
        parts_someone(html, frame, at);
        html_close(html);
    }
    html_close(html);
    parts_marks(html, found);
}

static void show_found(struct page_job *job, unsigned status, struct cJSON *json, unsigned max_age)
{
    char word[WORD_MAX];
    char about[PARTS_WORDS];
    struct html html;
    struct page_frame frame;
    struct buf buf;
    if (status != 200 || json == NULL || !job_parameter(job, "q", word, sizeof(word))) {
        cJSON_Delete(json);
        error_page(job, status);
        return;
    }
    const struct page_head head = {.title = tr(job->language, N_("Find a player")),
                                   .about = parts_phrase(job->language,
                                                         N_("Those whose name begins with {name}."),
                                                         "name", word, about),
                                   .style = "boards.css",
                                   .hidden = true};
    frame_init(&frame, job);
    buf_init(&buf, frame.query, sizeof(frame.query));
    address_ask(&buf, "q", word);
    html_init(&html, job->language);
    frame_begin(&html, &frame, &head);
    frame_heading(&html, &head);
    add_found(&html, &frame, cJSON_GetObjectItem(json, "players"));
    add_search(&html, &frame, word);
    frame_end(&html);
    cJSON_Delete(json);
    frame_answer(job, &html, 200, max_age);
}

void board_page(struct page_job *job)
{
    char word[WORD_MAX];
    struct board_view view;
    struct boards_query query;
    bool good = job_parameter(job, "q", word, sizeof(word)) && boards_read(job, &query) == NULL;
    if (!read_place(job, &view)) {
        error_page(job, 404);
    } else if (!good) {
        error_page(job, 400);
    } else if (*word != '\0' && !frame_embeds(job)) {
        search_make(job, word, show_found);
    } else {
        name_place(&view, &query);
        boards_make(job, &query, show_board);
    }
}
