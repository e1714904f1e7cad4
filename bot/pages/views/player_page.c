/* A person's page (/players/ID): their record, their ratings, their last rounds and where they
 * played. */
#include <string.h>

#include "base/array.h"
#include "bot/pages/boards.h"
#include "bot/pages/html/parts.h"
#include "bot/pages/html/player_parts.h"
#include "bot/pages/html/rounds_table.h"
#include "bot/pages/players.h"
#include "bot/pages/posters.h"
#include "bot/pages/site_pages.h"
#include "bot/text/language.h"

/* -- sums -- */

static const struct parts_column sums[] = {{N_("When"), NULL},
                                           {N_("Rank"), "number"},
                                           {N_("Points"), "number"},
                                           {N_("Rounds won"), "number"},
                                           {N_("Matches won"), "number minor"}};
static const char *const windows[STORE_PERIODS] = {[STORE_DAY] = N_("Today"),
                                                   [STORE_WEEK] = N_("This week"),
                                                   [STORE_MONTH] = N_("This month"),
                                                   [STORE_SEASON] = N_("This season"),
                                                   [STORE_ALL] = N_("All time")};

/* Adds the row of a window, unless it has no rounds. */
static void add_sum(struct html *html, const struct cJSON *scores, enum store_period window)
{
    const cJSON *score = cJSON_GetObjectItem(scores, boards_window(window));
    if (!cJSON_IsObject(score))
        return;
    html_open(html, "tr");
    html_open(html, "th");
    html_attr(html, "scope", "row");
    html_say(html, windows[window]);
    html_close(html);
    parts_cell_rank(html, parts_number(score, "rank"));
    parts_cell_number(html, "number", parts_number(score, "points"));
    parts_cell_of(html, "number", parts_number(score, "rounds_won"), parts_number(score, "rounds"));
    parts_cell_of(html, "number minor", parts_number(score, "matches_won"),
                  parts_number(score, "matches"));
    html_close(html);
}

static void add_sums(struct html *html, const struct cJSON *player)
{
    const cJSON *scores = cJSON_GetObjectItem(player, "scores");
    if (!cJSON_IsObject(cJSON_GetObjectItem(scores, "all")))
        return;
    site_section(html, "record", N_("Record"));
    parts_table(html);
    html_say(html, N_("Over all networks"));
    parts_columns(html, sums, ARRAY_SIZE(sums));
    for (unsigned i = STORE_PERIODS; i-- > 0;)
        add_sum(html, scores, (enum store_period)i);
    parts_table_end(html);
    html_close(html);
}

/* -- ratings -- */

static const struct parts_column ratings[] = {
    {N_("Set of rules"), NULL}, {N_("Rating"), "number"}, {N_("Rounds"), "number"}};

static void add_ratings(struct html *html, const struct cJSON *player)
{
    const cJSON *list = cJSON_GetObjectItem(player, "ratings");
    const cJSON *at = NULL;
    if (cJSON_GetArraySize(list) == 0)
        return;
    site_section(html, "rating", N_("Rating"));
    parts_table(html);
    html_say(html, N_("The rating, by rules"));
    parts_columns(html, ratings, ARRAY_SIZE(ratings));
    cJSON_ArrayForEach(at, list)
    {
        const char *set = parts_text(at, "set");
        html_open(html, "tr");
        html_open(html, "th");
        html_attr(html, "scope", "row");
        html_text(html, *set != '\0' ? set : tr(html->language, N_("All sets")));
        html_close(html);
        parts_cell(html, "number");
        parts_rating(html, at);
        html_close(html);
        parts_cell_number(html, "number", parts_number(at, "rated"));
        html_close(html);
    }
    parts_table_end(html);
    parts_marks(html, list);
    html_close(html);
}

/* -- where -- */

static bool is_same_channel(const struct cJSON *a, const struct cJSON *b)
{
    return strcmp(parts_text(a, "channel"), parts_text(b, "channel")) == 0 &&
           strcmp(parts_text(a, "network"), parts_text(b, "network")) == 0;
}

/* True if an earlier round of the list was in the same channel. */
static bool is_told(const struct cJSON *list, const struct cJSON *round)
{
    const cJSON *at = NULL;
    cJSON_ArrayForEach(at, list)
    {
        if (at == round)
            return false;
        if (is_same_channel(at, round))
            return true;
    }
    return false;
}

static void add_places(struct html *html, const struct page_frame *frame, const struct cJSON *last)
{
    const cJSON *at = NULL;
    if (cJSON_GetArraySize(last) == 0)
        return;
    site_section(html, "where", N_("Plays in"));
    html_open_class(html, "ul", "places");
    cJSON_ArrayForEach(at, last)
    {
        if (is_told(last, at))
            continue;
        html_open(html, "li");
        parts_channel_link(html, frame, "/channels", at);
        html_text(html, " ");
        html_element(html, "small", parts_text(at, "network"));
        html_close(html);
    }
    html_close(html);
    html_close(html);
}

/* -- all of it -- */

static void add_since(struct html *html, const struct cJSON *player)
{
    int64_t since = parts_number(player, "since");
    html_open_class(html, "p", "lead");
    if (!parts_is(player, "verified")) {
        html_say(html, N_("A nick without account: it may be somebody else each time."));
        html_text(html, " ");
    }
    if (since > 0) {
        html_say(html, N_("First round:"));
        html_text(html, " ");
        parts_date(html, since);
    }
    html_close(html);
}

static void show_player(struct page_job *job, unsigned status, struct cJSON *player,
                        unsigned max_age)
{
    char about[PARTS_WORDS];
    char picture[ADDRESS_MAX];
    struct html html;
    struct page_frame frame;
    if (status != 200 || player == NULL) {
        cJSON_Delete(player);
        error_page(job, status);
        return;
    }
    const char *name = parts_text(player, "name");
    struct page_head head = {
        .title = name,
        .about = parts_phrase(job->language, N_("Record, rating and last rounds of {player}."),
                              "player", name, about),
        .style = "boards.css"};
    const cJSON *last = cJSON_GetObjectItem(player, "last");
    poster_name_player(&head, job->language, parts_number(player, "player"), picture);
    frame_init(&frame, job);
    html_init(&html, job->language);
    frame_begin(&html, &frame, &head);
    html_open(&html, "h1");
    html_element(&html, "bdi", name);
    html_close(&html);
    add_since(&html, player);
    add_sums(&html, player);
    add_ratings(&html, player);
    player_curve(&html, player);
    player_feats(&html, player);
    player_achievements(&html, player);
    player_rivals(&html, &frame, player);
    rounds_of_player(&html, &frame, last);
    add_places(&html, &frame, last);
    frame_end(&html);
    cJSON_Delete(player);
    frame_answer(job, &html, 200, max_age);
}

void player_page(struct page_job *job)
{
    int64_t person = job_rest_number(job);
    if (person > 0)
        players_make(job, person, show_player);
    else
        error_page(job, 404);
}
