#include "tables_list.h"

#include <string.h>

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

static void add_table(struct html *html, const struct page_frame *frame, const struct cJSON *table)
{
    long seats = (long)parts_number(table, "seats");
    html_open(html, "li");
    parts_number_link(html, frame, "/tables", parts_number(table, "table"));
    html_text(html, parts_channel_name(table));
    html_close(html);
    html_text(html, " ");
    html_element(html, "small", parts_text(table, "network"));
    html_open_class(html, "span", "about");
    html_text(html, parts_text(table, "set"));
    html_text(html, ", ");
    HTML_PHRASE(html, trn(html->language, "{n} player", "{n} players", (unsigned long)seats),
                {.place = "n", .number = seats});
    html_text(html, ", ");
    html_say(html, state_of(table));
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
