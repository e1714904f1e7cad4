#include "parts.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/message.h"
#include "bot/text/language.h"
#include "bot/text/phrase.h"

/* -- documents -- */

void parts_keep(struct page_job *job, const char *name, unsigned status, struct cJSON *json)
{
    if (job->kept == NULL)
        job->kept = cJSON_CreateObject();
    if (status != 200 || job->kept == NULL || !cJSON_AddItemToObject(job->kept, name, json))
        cJSON_Delete(json);
}

const struct cJSON *parts_kept(const struct page_job *job, const char *name)
{
    return cJSON_GetObjectItem(job->kept, name);
}

const char *parts_text(const struct cJSON *at, const char *key)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItem(at, key));
    return text != NULL ? text : "";
}

int64_t parts_number(const struct cJSON *at, const char *key)
{
    const cJSON *item = cJSON_GetObjectItem(at, key);
    return cJSON_IsNumber(item) ? (int64_t)item->valuedouble : 0;
}

bool parts_is(const struct cJSON *at, const char *key)
{
    return cJSON_IsTrue(cJSON_GetObjectItem(at, key)) != 0;
}

const char *parts_channel_name(const struct cJSON *at)
{
    const char *name = parts_text(at, "channel_name");
    return *name != '\0' ? name : parts_text(at, "channel");
}

/* -- addresses -- */

bool parts_channel_path(const char *page, const char *network, const char *channel,
                        char path[ADDRESS_MAX])
{
    struct buf buf;
    buf_init(&buf, path, ADDRESS_MAX);
    return buf_add(&buf, page) && (network == NULL || address_add(&buf, network)) &&
           (channel == NULL || address_add(&buf, channel));
}

void parts_channel_link(struct html *html, const struct page_frame *frame, const char *page,
                        const struct cJSON *at)
{
    char path[ADDRESS_MAX];
    const char *channel = parts_text(at, "channel");
    bool linked = parts_channel_path(page, parts_text(at, "network"), channel, path) &&
                  strcmp(path, frame->path) != 0;
    if (linked)
        frame_link(html, frame, path);
    html_text(html, parts_channel_name(at));
    if (linked)
        html_close(html);
}

void parts_number_link(struct html *html, const struct page_frame *frame, const char *page,
                       int64_t number)
{
    char path[ADDRESS_MAX];
    snprintf(path, sizeof(path), "%s/%" PRId64, page, number);
    frame_link(html, frame, path);
}

/* -- pieces -- */

const char *parts_phrase(const struct language *language, const char *text, const char *place,
                         const char *with, char out[PARTS_WORDS])
{
    struct message *words = message_create(NULL, NULL, URGENCY_INFO);
    *out = '\0';
    if (words == NULL)
        return out;
    PHRASE(words, tr(language, text), arg_text(place, with));
    snprintf(out, PARTS_WORDS, "%s", message_empty(words) ? "" : words->text);
    message_destroy(words);
    return out;
}

void parts_someone(struct html *html, const struct page_frame *frame, const struct cJSON *at)
{
    int64_t player = parts_number(at, "player");
    const char *name = parts_text(at, "name");
    if (player > 0)
        parts_number_link(html, frame, "/players", player);
    html_open(html, "bdi");
    html_text(html, *name != '\0' ? name : tr(html->language, N_("former player")));
    if (player > 0)
        html_text(html, parts_is(at, "verified") ? "" : "~");
    html_close(html);
    if (player > 0)
        html_close(html);
}

static void add_time(struct html *html, int64_t at, bool day)
{
    struct tm tm;
    char text[32] = "";
    const time_t seconds = (time_t)(at / 1000);
    if (gmtime_r(&seconds, &tm) == NULL)
        return;
    html_open(html, "time");
    strftime(text, sizeof(text), "%Y-%m-%dT%H:%M:%SZ", &tm);
    html_attr(html, "datetime", text);
    strftime(text, sizeof(text), "%Y-%m-%d", &tm);
    html_element(html, "span", text);
    strftime(text, sizeof(text), "%H:%M", &tm);
    if (!day) {
        html_text(html, " ");
        html_element(html, "span", text);
    }
    html_close(html);
}

void parts_time(struct html *html, int64_t at)
{
    add_time(html, at, false);
}

void parts_date(struct html *html, int64_t at)
{
    add_time(html, at, true);
}

void parts_rating(struct html *html, const struct cJSON *at)
{
    if (parts_is(at, "provisional"))
        html_say(html, N_("still new"));
    else
        html_number(html, parts_number(at, "least"));
}

void parts_marks(struct html *html, const struct cJSON *list)
{
    bool tilde = false;
    bool provisional = false;
    const cJSON *at = NULL;
    cJSON_ArrayForEach(at, list)
    {
        tilde = tilde || (parts_number(at, "player") > 0 && !parts_is(at, "verified"));
        provisional = provisional || parts_is(at, "provisional");
    }
    if (!tilde && !provisional)
        return;
    html_open_class(html, "p", "marks");
    if (tilde)
        html_say(html, N_("~ marks a nick without account."));
    html_text(html, tilde && provisional ? " " : "");
    if (provisional)
        html_say(html, N_("A rating is new until ten rounds."));
    html_close(html);
}

void parts_no_rows(struct html *html, const char *none, bool further)
{
    html_element_say(html, "p", further ? N_("The list ends here.") : none);
}

/* -- tables -- */

void parts_table(struct html *html)
{
    html_open_class(html, "table", "data");
    html_open(html, "caption");
}

void parts_columns(struct html *html, const struct parts_column *columns, unsigned count)
{
    html_close(html);
    html_open(html, "thead");
    html_open(html, "tr");
    for (unsigned i = 0; i < count; i++) {
        html_open(html, "th");
        html_attr(html, "scope", "col");
        html_attr(html, "class", columns[i].class);
        html_say(html, columns[i].name);
        html_close(html);
    }
    html_close(html);
    html_close(html);
    html_open(html, "tbody");
}

void parts_table_end(struct html *html)
{
    html_close(html);
    html_close(html);
}

void parts_cell(struct html *html, const char *class)
{
    html_open(html, "td");
    html_attr(html, "class", class);
}

void parts_cell_number(struct html *html, const char *class, int64_t number)
{
    parts_cell(html, class);
    html_number(html, number);
    html_close(html);
}

void parts_cell_rank(struct html *html, int64_t rank)
{
    parts_cell(html, "number");
    if (rank > 0)
        html_number(html, rank);
    else
        html_text(html, "–");
    html_close(html);
}

void parts_cell_of(struct html *html, const char *class, int64_t number, int64_t all)
{
    parts_cell(html, class);
    if (all > 0) {
        html_number(html, number);
        html_text(html, "/");
        html_number(html, all);
    } else {
        html_text(html, "–");
    }
    html_close(html);
}

/* -- choices -- */

void parts_choices(struct html *html, const char *id, const char *heading)
{
    html_open_class(html, "div", "choices");
    html_open(html, "span");
    html_attr(html, "id", id);
    html_say(html, heading);
    html_close(html);
    html_open(html, "ul");
    html_attr(html, "aria-labelledby", id);
}

void parts_choice(struct html *html, const struct page_frame *frame, const char *path,
                  const char *text, bool chosen)
{
    html_open(html, "li");
    frame_link(html, frame, path);
    html_attr(html, "aria-current", chosen ? "true" : NULL);
    html_text(html, text);
    html_close(html);
    html_close(html);
}

/* -- facts -- */

void parts_begin_fact(struct html *html, const char *name)
{
    html_open(html, "div");
    html_element_say(html, "dt", name);
    html_open(html, "dd");
}

void parts_end_fact(struct html *html)
{
    html_close(html);
    html_close(html);
}
