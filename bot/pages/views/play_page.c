/* Two pages that a script builds in the reader's browser: a round move by move, and a table without
 * a server. This file has what they say without the script. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot/pages/posters.h"
#include "bot/pages/replays.h"
#include "bot/pages/round_facts.h"
#include "bot/pages/site_pages.h"
#include "bot/text/language.h"
#include "bot/text/preset.h"

enum { ROUND_DIGITS = 18, SWITCH_VALUE = 32 };

/* Adds the switches that the preset names, with their values: {"stack": "any"}. */
static void add_changes(struct cJSON *preset, const struct preset *from)
{
    struct switches switches;
    uint64_t named = preset_switches(from, ruleset_find("classic"), &switches);
    struct cJSON *changes = cJSON_AddObjectToObject(preset, "changes");
    for (unsigned id = 0; id < SWITCH_COUNT; id++) {
        char value[SWITCH_VALUE];
        if ((named >> id & 1) != 0 && switches_format(&switches, id, value, sizeof(value)) > 0)
            cJSON_AddStringToObject(changes, switch_info(id)->name, value);
    }
}

/* Adds the operator's presets as JSON, by name: {"friday": {"about": "...", "changes": {}}}. The
 * built-in ones are in rules_form.js. */
static void add_presets(struct html *html)
{
    const struct preset *from = NULL;
    struct cJSON *presets = cJSON_CreateObject();
    for (unsigned n = 0; (from = preset_own_at(n)) != NULL; n++) {
        struct cJSON *preset = cJSON_AddObjectToObject(presets, from->name);
        cJSON_AddStringToObject(preset, "about", from->about);
        add_changes(preset, from);
    }
    char *text = preset_own_at(0) != NULL ? cJSON_PrintUnformatted(presets) : NULL;
    if (text != NULL)
        html_attr(html, "data-presets", text);
    cJSON_free(text);
    cJSON_Delete(presets);
}

void play_page(struct page_job *job)
{
    struct html html;
    struct page_frame frame;
    const struct page_head head = {
        .title = tr(job->language, N_("Play now")),
        .about =
            tr(job->language, N_("A table in this page, against computer players. Nothing of it "
                                 "leaves your browser.")),
        .script = "play.js",
        .style = "play.css"};
    frame_init(&frame, job);
    html_init(&html, job->language);
    frame_begin(&html, &frame, &head);
    html_open(&html, "div");
    html_attr(&html, "id", "play");
    add_presets(&html);
    frame_heading(&html, &head);
    html_element_say(&html, "noscript", N_("This page needs JavaScript."));
    html_close(&html);
    frame_end(&html);
    frame_answer(job, &html, 200, SITE_AGE);
}

/* Reads a round's number without a sign or leading zero; 0: it is none. */
static int64_t round_number(const char *text)
{
    size_t length = strspn(text, "0123456789");
    if (text[length] != '\0' || length > ROUND_DIGITS || *text == '0')
        return 0;
    return strtoll(text, NULL, 10);
}

static void show_round(struct page_job *job, unsigned status, struct cJSON *round, unsigned max_age)
{
    char title[ADDRESS_MAX];
    char about[PARTS_WORDS];
    char record[40];
    char href[ADDRESS_MAX];
    char picture[ADDRESS_MAX];
    struct html html;
    struct page_frame frame;
    struct buf buf;
    int64_t number = round_number(job->rest);
    if (status != 200 || round == NULL) {
        cJSON_Delete(round);
        error_page(job, status);
        return;
    }
    buf_init(&buf, title, sizeof(title));
    buf_printf(&buf, "%s %" PRId64, tr(job->language, N_("Round")), number);
    struct page_head head = {.title = title,
                             .about = round_facts_title(job->language, round, about),
                             .script = "replay.js",
                             .style = "boards.css",
                             .second_style = "replay.css"};
    poster_name_round(&head, job->language, number, picture);
    frame_init(&frame, job);
    html_init(&html, job->language);
    frame_begin(&html, &frame, &head);
    html_element(&html, "h1", head.title);
    snprintf(record, sizeof(record), "/api/1/rounds/%" PRId64, number);
    html_open(&html, "div");
    html_attr(&html, "id", "replay");
    html_attr(&html, "data-record", frame_data(&frame, record, href));
    html_element_say(
        &html, "noscript",
        N_("Replays and proofs need JavaScript. With the program at hand: talon verify "
           "--transcript FILE."));
    html_close(&html);
    html_open_class(&html, "div", "below");
    html_open_class(&html, "p", "lead");
    html_text(&html, head.about);
    html_close(&html);
    round_facts(&html, &frame, round);
    html_element_say(&html, "p",
                     N_("Move by move, dealt and checked in your browser: whether its shuffle was "
                        "fair you need not take from us."));
    html_close(&html);
    frame_end(&html);
    cJSON_Delete(round);
    frame_answer(job, &html, 200, max_age);
}

void round_page(struct page_job *job)
{
    int64_t number = round_number(job->rest);
    if (number > 0)
        replays_make(job, number, show_round);
    else
        error_page(job, 404);
}
