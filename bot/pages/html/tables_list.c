#include "tables_list.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "bot/pages/html/card_html.h"
#include "bot/pages/html/template.h"
#include "bot/pages/site_pages.h"
#include "bot/text/language.h"

enum { PLAYERS_MIN = 2 };

/* Returns what a table is doing now, a text of the catalogue. */
static const char *state_of(const struct cJSON *table)
{
    const char *state = parts_text(table, "state");
    if (strcmp(state, "round") == 0)
        return N_("a round is played");
    if (strcmp(state, "between") == 0)
        return N_("between two rounds");
    return parts_number(table, "seats") < PLAYERS_MIN ? N_("waits for players")
                                                      : N_("can be dealt");
}

static bool is_of(const struct cJSON *table, const char *network, const char *channel)
{
    return channel == NULL || (strcmp(parts_text(table, "channel"), channel) == 0 &&
                               strcmp(parts_text(table, "network"), network) == 0);
}

bool tables_any(const struct cJSON *tables, const char *network, const char *channel)
{
    const cJSON *at = NULL;
    cJSON_ArrayForEach(at, cJSON_GetObjectItem(tables, "tables"))
    {
        if (is_of(at, network, channel))
            return true;
    }
    return false;
}

/* Draws the card on top in a ring of the colour in force. Without a round the ring is empty. */
static void draw_ring(struct html *html, const struct page_frame *frame, const void *arg)
{
    const struct cJSON *table = arg;
    const cJSON *play = cJSON_GetObjectItem(table, "play");
    const char *colour = parts_text(play, "colour");
    struct rules rules;
    (void)frame;
    html_ring(html, colour);
    if (cJSON_IsObject(play) &&
        rules_init(&rules, ruleset_find(parts_text(table, "set")), NULL, 0) == RULES_OK)
        html_card_named(html, &rules, parts_text(play, "top"), parts_text(play, "colour"));
}

static void draw_state(struct html *html, const struct page_frame *frame, const void *arg)
{
    const struct cJSON *table = arg;
    long seats = (long)parts_number(table, "seats");
    (void)frame;
    html_text(html, parts_text(table, "set"));
    html_text(html, ", ");
    HTML_PHRASE(html, trn(html->language, "{n} player", "{n} players", (unsigned long)seats),
                {.place = "n", .number = seats});
    html_text(html, ", ");
    html_say(html, state_of(table));
}

static void add_table(struct html *html, const struct page_frame *frame, const struct cJSON *table)
{
    char path[64];
    snprintf(path, sizeof(path), "/tables/%" PRId64, parts_number(table, "table"));
    TEMPLATE(html, frame,
             "<li><span class='mini' aria-hidden='true'>{ring}</span><div><a href='{path}'>"
             "<bdi>{channel}</bdi></a> <small>{network}</small>"
             "<span class='about'>{state}</span>",
             {"ring", .draw = draw_ring, .arg = table}, {"path", .path = path},
             {"channel", .text = parts_channel_name(table)},
             {"network", .text = parts_text(table, "network")},
             {"state", .draw = draw_state, .arg = table});
    if (parts_is(table, "guests")) {
        TEMPLATE(html, frame, "<span class='tag'>{free}</span>",
                 {"free", .say = N_("a seat is free")});
    }
    html_close(html);
    html_close(html);
}

void tables_list(struct html *html, const struct page_frame *frame, const struct cJSON *tables,
                 const char *network, const char *channel, unsigned most)
{
    const cJSON *at = NULL;
    unsigned count = 0;
    if (!tables_any(tables, network, channel))
        return;
    site_section(html, "tables", N_("Tables to watch now"));
    html_open_class(html, "ul", "tables");
    cJSON_ArrayForEach(at, cJSON_GetObjectItem(tables, "tables"))
    {
        if (is_of(at, network, channel) && count++ < most)
            add_table(html, frame, at);
    }
    html_close(html);
    html_close(html);
}
