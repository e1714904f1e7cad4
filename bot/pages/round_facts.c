#include "round_facts.h"

#include <stdio.h>

#include "base/array.h"
#include "base/message.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"

/* The name of the second one who has won the round: of a team (HR-20). NULL: there is none. */
static const char *partner_name(const struct cJSON *round)
{
    const cJSON *result = NULL;
    unsigned won = 0;
    cJSON_ArrayForEach(result, cJSON_GetObjectItem(round, "results"))
    {
        if (parts_is(result, "won") && won++ == 1)
            return parts_text(result, "name");
    }
    return NULL;
}

const char *round_facts_title(const struct language *language, const struct cJSON *round,
                              char out[PARTS_WORDS])
{
    const cJSON *winner = cJSON_GetObjectItem(round, "winner");
    const char *partner = partner_name(round);
    struct message *words = message_create(NULL, NULL, URGENCY_INFO);
    *out = '\0';
    if (words == NULL)
        return out;
    if (cJSON_IsObject(winner) && partner != NULL) {
        PHRASE(words, tr(language, N_("{player} and {partner} win a round of {set}")),
               arg_text("player", parts_text(winner, "name")), arg_text("partner", partner),
               arg_text("set", parts_text(round, "set")));
    } else if (cJSON_IsObject(winner)) {
        PHRASE(words, tr(language, N_("{player} wins a round of {set}")),
               arg_text("player", parts_text(winner, "name")),
               arg_text("set", parts_text(round, "set")));
    } else {
        PHRASE(words, tr(language, N_("A round of {set} without a winner")),
               arg_text("set", parts_text(round, "set")));
    }
    snprintf(out, PARTS_WORDS, "%s", message_empty(words) ? "" : words->text);
    message_destroy(words);
    return out;
}

static void add_place(struct html *html, const struct page_frame *frame, const struct cJSON *round)
{
    char path[ADDRESS_MAX];
    const char *set = parts_text(round, "set");
    html_open_class(html, "dl", "facts");
    parts_begin_fact(html, N_("Set of rules"));
    if (parts_channel_path("/rules", set, NULL, path)) {
        frame_link(html, frame, path);
        html_text(html, set);
        html_close(html);
    }
    parts_end_fact(html);
    parts_begin_fact(html, N_("Channel"));
    parts_channel_link(html, frame, "/channels", round);
    parts_end_fact(html);
    parts_begin_fact(html, N_("When"));
    parts_time(html, parts_number(round, "ended_at"));
    html_text(html, " UTC");
    parts_end_fact(html);
    html_close(html);
}

static const struct parts_column columns[] = {{N_("Player"), "name"}, {N_("Points"), "number"}};

static void add_results(struct html *html, const struct page_frame *frame,
                        const struct cJSON *round)
{
    const cJSON *results = cJSON_GetObjectItem(round, "results");
    const cJSON *at = NULL;
    if (cJSON_GetArraySize(results) == 0)
        return;
    parts_table(html);
    html_say(html, N_("Results"));
    parts_columns(html, columns, ARRAY_SIZE(columns));
    cJSON_ArrayForEach(at, results)
    {
        html_open(html, "tr");
        parts_cell(html, "name");
        html_open(html, parts_is(at, "won") ? "strong" : "span");
        parts_someone(html, frame, at);
        html_close(html);
        html_close(html);
        parts_cell_number(html, "number", parts_number(at, "points"));
        html_close(html);
    }
    parts_table_end(html);
}

void round_facts(struct html *html, const struct page_frame *frame, const struct cJSON *round)
{
    add_place(html, frame, round);
    add_results(html, frame, round);
}
