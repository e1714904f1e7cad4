#include "rounds_table.h"

#include <string.h>

#include "base/array.h"
#include "bot/pages/site_pages.h"
#include "bot/text/language.h"

/* Why a round has no winner. */
static const struct {
    const char *outcome, *words;
} ends[] = {
    {"blocked", N_("void: nobody could play or draw")},
    {"limit", N_("void: it went on too long")},
    {"deserted", N_("only one player was left")},
    {"stopped", N_("stopped")},
    {"damaged", N_("damaged")},
};

static const char *end_of(const struct cJSON *round)
{
    for (unsigned i = 0; i < ARRAY_SIZE(ends); i++) {
        if (strcmp(ends[i].outcome, parts_text(round, "outcome")) == 0)
            return ends[i].words;
    }
    return NULL;
}

/* Writes when the round ended, as a link to the round's page. */
static void add_when(struct html *html, const struct page_frame *frame, const struct cJSON *round)
{
    html_open(html, "th");
    html_attr(html, "scope", "row");
    parts_number_link(html, frame, "/rounds", parts_number(round, "round"));
    parts_time(html, parts_number(round, "ended_at"));
    html_close(html);
    html_close(html);
}

static void add_doubt(struct html *html, const struct cJSON *round)
{
    if (parts_is(round, "counts"))
        return;
    html_text(html, " ");
    html_open(html, "small");
    html_say(html, N_("(does not count)"));
    html_close(html);
}

/* -- of a person -- */

static const struct parts_column of_player[] = {{N_("Round"), NULL},
                                                {N_("Channel"), "place"},
                                                {N_("Set of rules"), "minor"},
                                                {N_("Result"), NULL},
                                                {N_("Points"), "number"}};

static void add_result(struct html *html, const struct cJSON *round)
{
    const char *end = end_of(round);
    int64_t place = parts_number(round, "place");
    if (parts_is(round, "won"))
        html_element_say(html, "strong", N_("won"));
    else if (end != NULL)
        html_say(html, end);
    else if (place > 0) {
        HTML_PHRASE(html, tr(html->language, N_("place {n} of {all}")),
                    {.place = "n", .number = place},
                    {.place = "all", .number = parts_number(round, "seats")});
    } else
        html_say(html, N_("lost"));
    add_doubt(html, round);
}

void rounds_of_player(struct html *html, const struct page_frame *frame, const struct cJSON *last)
{
    const cJSON *round = NULL;
    if (cJSON_GetArraySize(last) == 0)
        return;
    site_section(html, "last", N_("Last rounds"));
    parts_table(html);
    html_say(html, N_("The newest first; times are UTC"));
    parts_columns(html, of_player, ARRAY_SIZE(of_player));
    cJSON_ArrayForEach(round, last)
    {
        html_open(html, "tr");
        add_when(html, frame, round);
        parts_cell(html, "place");
        parts_channel_link(html, frame, "/channels", round);
        html_close(html);
        parts_cell(html, "minor");
        html_text(html, parts_text(round, "set"));
        html_close(html);
        parts_cell(html, NULL);
        add_result(html, round);
        html_close(html);
        parts_cell_number(html, "number", parts_number(round, "points"));
        html_close(html);
    }
    parts_table_end(html);
    html_close(html);
}

/* -- of a channel -- */

static const struct parts_column of_channel[] = {
    {N_("Round"), NULL}, {N_("Set of rules"), "minor"}, {N_("Players"), NULL}};

/* Writes a player and their points, and highlights the winner. */
static void add_player(struct html *html, const struct page_frame *frame,
                       const struct cJSON *result)
{
    html_open_class(html, "span", "part");
    html_open(html, parts_is(result, "won") ? "strong" : "span");
    parts_someone(html, frame, result);
    html_text(html, " ");
    html_number(html, parts_number(result, "points"));
    html_close(html);
    html_text(html, result->next != NULL ? "," : "");
    html_close(html);
    html_text(html, " ");
}

static void add_players(struct html *html, const struct page_frame *frame,
                        const struct cJSON *round)
{
    const char *end = end_of(round);
    const cJSON *at = NULL;
    parts_cell(html, NULL);
    cJSON_ArrayForEach(at, cJSON_GetObjectItem(round, "results"))
    {
        add_player(html, frame, at);
    }
    if (end != NULL)
        html_element_say(html, "small", end);
    add_doubt(html, round);
    html_close(html);
}

void rounds_of_channel(struct html *html, const struct page_frame *frame,
                       const struct cJSON *rounds)
{
    const cJSON *round = NULL;
    if (cJSON_GetArraySize(rounds) == 0) {
        parts_no_rows(html, N_("No round has ended here yet."), frame->query[0] != '\0');
        return;
    }
    parts_table(html);
    html_say(html, N_("The newest first, with the winner in bold; times are UTC"));
    parts_columns(html, of_channel, ARRAY_SIZE(of_channel));
    cJSON_ArrayForEach(round, rounds)
    {
        html_open(html, "tr");
        add_when(html, frame, round);
        parts_cell(html, "minor");
        html_text(html, parts_text(round, "set"));
        html_close(html);
        add_players(html, frame, round);
        html_close(html);
    }
    parts_table_end(html);
}
