/* The page of a table that people may watch (/tables/ID). It shows the table as it is now. A script
 * (adapters/web/site/live.js) keeps it up to date, and makes the same pieces from the same
 * document. */
#include <stdio.h>
#include <string.h>

#include "base/array.h"
#include "bot/pages/html/card_html.h"
#include "bot/pages/html/parts.h"
#include "bot/pages/html/tables_list.h"
#include "bot/pages/html/ways.h"
#include "bot/pages/live.h"
#include "bot/pages/pages_state.h"
#include "bot/pages/posters.h"
#include "bot/pages/site_pages.h"
#include "bot/text/cards.h"
#include "bot/text/language.h"
#include "engine/notation.h"

/* -- who sits there -- */

static void add_badge(struct html *html, const char *text)
{
    html_open_class(html, "span", "badge");
    html_say(html, text);
    html_close(html);
}

static void add_count(struct html *html, const char *one, const char *many, int64_t n)
{
    html_open_class(html, "span", "count");
    HTML_PHRASE(html, trn(html->language, one, many, (unsigned long)n),
                {.place = "n", .number = n});
    html_close(html);
}

static void add_seat(struct html *html, const struct page_frame *frame, const struct cJSON *seat,
                     bool turn)
{
    html_open(html, "li");
    html_attr_number(html, "data-seat", parts_number(seat, "seat"));
    html_attr(html, "aria-current", turn ? "true" : NULL);
    html_open_class(html, "bdi", "name");
    if (parts_number(seat, "player") > 0) {
        parts_number_link(html, frame, "/players", parts_number(seat, "player"));
        html_text(html, parts_text(seat, "name"));
        html_close(html);
    } else {
        html_text(html, parts_text(seat, "name"));
    }
    html_close(html);
    if (cJSON_IsNumber(cJSON_GetObjectItem(seat, "cards")))
        add_count(html, NP_("{n} card", "{n} cards"), parts_number(seat, "cards"));
    if (parts_number(seat, "points") > 0)
        add_count(html, NP_("{n} point", "{n} points"), parts_number(seat, "points"));
    if (*parts_text(seat, "computer") != '\0')
        add_badge(html, N_("computer"));
    if (parts_is(seat, "exposed"))
        add_badge(html, N_("has not said UNO"));
    if (parts_is(seat, "uno"))
        add_badge(html, N_("said UNO"));
    if (parts_is(seat, "away"))
        add_badge(html, N_("away"));
    html_close(html);
}

static void add_seats(struct html *html, const struct page_frame *frame, const struct cJSON *table)
{
    const cJSON *play = cJSON_GetObjectItem(table, "play");
    const cJSON *turn = cJSON_GetObjectItem(play, "turn");
    const cJSON *seat = NULL;
    html_open_class(html, "ol", "seats");
    html_attr_say(html, "aria-label", N_("Players"));
    cJSON_ArrayForEach(seat, cJSON_GetObjectItem(table, "seats"))
    {
        add_seat(html, frame, seat,
                 cJSON_IsNumber(turn) && parts_number(play, "turn") == parts_number(seat, "seat"));
    }
    html_close(html);
}

/* -- what lies there -- */

static void add_cards_left(struct html *html, int64_t n)
{
    HTML_PHRASE(html, trn(html->language, "{n} card", "{n} cards", (unsigned long)n),
                {.place = "n", .number = n});
}

static void add_colour(struct html *html, const struct cJSON *play, const char *name,
                       const char *key)
{
    const char *colour = parts_text(play, key);
    unsigned n = colour_parse(colour, strlen(colour));
    if (n == COLOUR_NONE)
        return;
    parts_begin_fact(html, name);
    html_open_class(html, "span", "chip");
    html_attr(html, "data-colour", colour);
    html_open(html, "b");
    html_attr(html, "aria-hidden", "true");
    html_text(html, colour_initial(html->language, NULL, n));
    html_close(html);
    html_text(html, colour_word(html->language, n));
    html_close(html);
    parts_end_fact(html);
}

static void add_piles(struct html *html, const struct cJSON *table)
{
    struct rules rules;
    const cJSON *play = cJSON_GetObjectItem(table, "play");
    html_open_class(html, "dl", "piles");
    parts_begin_fact(html, N_("Draw pile"));
    add_cards_left(html, parts_number(play, "pile"));
    parts_end_fact(html);
    parts_begin_fact(html, N_("On top"));
    if (rules_init(&rules, ruleset_find(parts_text(table, "set")), NULL, 0) == RULES_OK)
        html_card_named(html, &rules, parts_text(play, "top"), parts_text(play, "colour"));
    parts_end_fact(html);
    add_colour(html, play, N_("Colour"), "colour");
    parts_begin_fact(html, N_("Direction"));
    html_say(html,
             parts_number(play, "direction") > 0 ? N_("clockwise ↻") : N_("counter-clockwise ↺"));
    parts_end_fact(html);
    if (parts_number(play, "pending") > 0) {
        parts_begin_fact(html, N_("To draw"));
        add_cards_left(html, parts_number(play, "pending"));
        parts_end_fact(html);
    }
    add_colour(html, play, N_("Hyperspeed"), "hyper");
    html_close(html);
}

/* -- what happens -- */

/* Writes whose turn it is, and what that player must do. */
static void add_turn(struct html *html, const struct cJSON *table)
{
    static const struct {
        const char *phase, *words;
    } asks[] = {
        {"turn", N_("{player} is to play")},
        {"drawn", N_("{player}: play it or keep it?")},
        {"challenge", N_("{player}: accept or challenge?")},
        {"target", N_("{player}: choose a player")},
        {"colour", N_("{player}: name the colour")},
        {"round_over", N_("The round is over.")},
    };
    const cJSON *play = cJSON_GetObjectItem(table, "play");
    const cJSON *seat = NULL;
    const char *name = "";
    cJSON_ArrayForEach(seat, cJSON_GetObjectItem(table, "seats"))
    {
        if (parts_number(seat, "seat") == parts_number(play, "turn"))
            name = parts_text(seat, "name");
    }
    for (unsigned i = 0; i < ARRAY_SIZE(asks); i++) {
        if (strcmp(asks[i].phase, parts_text(play, "phase")) == 0) {
            HTML_PHRASE(html, tr(html->language, asks[i].words),
                        {.place = "player", .text = name, .element = "bdi"});
        }
    }
}

/* Writes what a table without a round waits for. HR-20: `uneven` players make no teams, so no deal
 * comes. waitsWords() in adapters/web/site/shown.js says the same. */
static void add_wait(struct html *html, const struct cJSON *table)
{
    bool uneven = parts_is(table, "uneven");
    if (strcmp(parts_text(table, "state"), "between") == 0 && !uneven)
        html_say(html, N_("The next round is dealt soon."));
    else if (strcmp(parts_text(table, "autostart"), "full") == 0)
        html_say(html, N_("The round starts when the table is full."));
    else if (parts_number(table, "autostart") > 0) {
        HTML_PHRASE(html,
                    tr(html->language, N_("The round starts {n} s after the last one sat down.")),
                    {.place = "n", .number = parts_number(table, "autostart")});
    } else if (uneven || cJSON_GetArraySize(cJSON_GetObjectItem(table, "seats")) < 2)
        html_say(html, N_("The table waits for players."));
    else
        html_say(html, N_("Everybody waits for the deal. Others may still sit down."));
}

static void add_status(struct html *html, const struct page_frame *frame, const struct cJSON *table)
{
    int64_t last = parts_number(table, "last_round");
    bool plays = cJSON_IsObject(cJSON_GetObjectItem(table, "play"));
    html_open_class(html, "p", "status");
    if (plays)
        add_turn(html, table);
    else
        add_wait(html, table);
    if (last > 0 && !plays) {
        html_text(html, " ");
        parts_number_link(html, frame, "/rounds", last);
        html_say(html, N_("The round before, move by move"));
        html_close(html);
    }
    html_close(html);
}

static void add_log(struct html *html, const struct cJSON *table)
{
    const cJSON *line = NULL;
    html_open_class(html, "section", "log");
    html_element_say(html, "h2", N_("What happened"));
    html_open(html, "div");
    html_attr(html, "lang", parts_text(table, "language"));
    html_attr(html, "role", "log");
    html_attr_say(html, "aria-label", N_("What happened"));
    html_attr(html, "tabindex", "0");
    cJSON_ArrayForEach(line, cJSON_GetObjectItem(table, "lines"))
    {
        html_element(html, "p", cJSON_GetStringValue(line));
    }
    html_close(html);
    html_close(html);
}

/* -- all of it -- */

/* Tells the script where to find the data. */
static void begin_live(struct html *html, const struct page_frame *frame, const struct cJSON *table)
{
    const cJSON *play = cJSON_GetObjectItem(table, "play");
    char address[ADDRESS_MAX];
    struct buf buf;
    html_open(html, "div");
    html_attr(html, "id", "live");
    html_attr_number(html, "data-seq", parts_number(table, "seq"));
    if (cJSON_IsNumber(cJSON_GetObjectItem(play, "turn")))
        html_attr_number(html, "data-turn", parts_number(play, "turn"));
    else
        html_attr(html, "data-turn", "");
    buf_init(&buf, address, sizeof(address));
    buf_printf(&buf, "%s/live/%lld", frame->home, (long long)parts_number(table, "table"));
    html_attr(html, "data-live", address);
    buf_reset(&buf);
    buf_printf(&buf, "%s/api/1/tables/%lld", frame->home, (long long)parts_number(table, "table"));
    html_attr(html, "data-document", address);
}

static void add_table(struct html *html, const struct page_frame *frame, const struct cJSON *table)
{
    begin_live(html, frame, table);
    html_open_class(html, "section", "table");
    html_attr_say(html, "aria-label", N_("Table"));
    add_seats(html, frame, table);
    if (cJSON_IsObject(cJSON_GetObjectItem(table, "play")))
        add_piles(html, table);
    add_status(html, frame, table);
    html_close(html);
    add_log(html, table);
    html_close(html);
}

/* Writes the rules and the channel of the table, each with a link. */
static void add_about(struct html *html, const struct page_frame *frame, const struct cJSON *table)
{
    char set[ADDRESS_MAX];
    char channel[ADDRESS_MAX];
    char href[ADDRESS_MAX];
    char path[ADDRESS_MAX];
    const char *name = parts_text(table, "set");
    parts_channel_path("/rules", name, NULL, path);
    snprintf(set, sizeof(set), "%s", frame_href(frame, path, href));
    parts_channel_path("/channels", parts_text(table, "network"), parts_text(table, "channel"),
                       path);
    snprintf(channel, sizeof(channel), "%s", frame_href(frame, path, href));
    html_open_class(html, "p", "lead");
    HTML_PHRASE(
        html, tr(html->language, N_("Played by the rules of {set} in {channel}.")),
        {.place = "set", .text = name, .element = "a", .href = set},
        {.place = "channel", .text = parts_channel_name(table), .element = "a", .href = channel});
    html_close(html);
}

static void show_table(struct page_job *job, unsigned status, struct cJSON *table, unsigned max_age)
{
    char title[PARTS_WORDS];
    char about[PARTS_WORDS];
    char picture[ADDRESS_MAX];
    struct html html;
    struct page_frame frame;
    if (status != 200 || table == NULL) {
        cJSON_Delete(table);
        error_page(job, status);
        return;
    }
    struct page_head head = {
        .title = parts_phrase(job->language, N_("Table of {channel}"), "channel",
                              parts_channel_name(table), title),
        .about = parts_phrase(job->language, N_("The rules are those of {set}. Hands stay secret."),
                              "set", parts_text(table, "set"), about),
        .script = "live.js",
        .style = "watch.css",
        .hidden = true};
    poster_name_table(&head, job->language, parts_number(table, "table"), picture);
    frame_init(&frame, job);
    html_init(&html, job->language);
    frame_begin(&html, &frame, &head);
    if (frame.embeds)
        frame_heading_link(&html, &frame, &head);
    else
        html_element(&html, "h1", head.title);
    add_about(&html, &frame, table);
    add_table(&html, &frame, table);
    if (!frame.embeds)
        ways_to_table(&html, &frame, job->pages->lent.tables, table);
    frame_end(&html);
    cJSON_Delete(table);
    frame_answer(job, &html, 200, max_age);
}

void watch_page(struct page_job *job)
{
    int64_t id = job_rest_number(job);
    if (id > 0)
        table_make(job, id, show_table);
    else
        error_page(job, 404);
}
