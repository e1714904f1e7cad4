#include "site_pages.h"

#include "bot/pages/html/card_html.h"
#include "bot/pages/html/set_words.h"
#include "bot/pages/html/template.h"
#include "bot/text/language.h"
#include "bot/text/switch_words.h"

void site_switch(struct html *html, const struct switches *switches, enum switch_id id)
{
    struct message *clause = message_create(NULL, NULL, URGENCY_INFO);
    if (clause != NULL)
        switch_says(clause, html->language, switches, id);
    if (clause != NULL && !message_empty(clause))
        html_text(html, clause->text);
    message_destroy(clause);
}

void site_ids(struct html *html, const char *ids)
{
    html_text(html, " ");
    html_open_class(html, "small", "ids");
    html_text(html, ids);
    html_close(html);
}

void site_section(struct html *html, const char *id, const char *heading)
{
    html_open(html, "section");
    html_attr(html, "aria-labelledby", id);
    html_open(html, "h2");
    html_attr(html, "id", id);
    html_say(html, heading);
    html_close(html);
}

void site_command(struct html *html, const struct page_frame *frame, const char *command,
                  const char *arguments)
{
    html_open(html, "code");
    html_text(html, frame->prefix);
    html_text(html, tr(html->language, command));
    if (*arguments != '\0') {
        html_text(html, " ");
        html_text(html, arguments);
    }
    html_close(html);
}

static void add_set(struct html *html, const struct page_frame *frame, const struct ruleset *set)
{
    struct rules rules;
    char path[64];
    struct buf buf;
    const char *name = ruleset_name(set);
    buf_init(&buf, path, sizeof(path));
    if (rules_init(&rules, set, NULL, 0) != RULES_OK || !buf_add(&buf, "/rules") ||
        !address_add(&buf, name))
        return;
    html_open_class(html, "li", "set");
    html_card_code(html, &rules, set_card(name));
    TEMPLATE(html, frame, "<div><h3><a href='{path}'>{name}</a></h3><p>{gist}</p></div></li>",
             {"path", .path = path}, {"name", .text = name}, {"gist", .say = set_gist(name)});
}

void site_sets(struct html *html, const struct page_frame *frame)
{
    site_section(html, "sets", N_("Six sets of rules"));
    html_open_class(html, "ul", "sets");
    for (unsigned i = 0; ruleset_at(i) != NULL; i++)
        add_set(html, frame, ruleset_at(i));
    html_close(html);
    html_close(html);
}

/* -- where there is no page -- */

static const struct {
    unsigned status;
    const char *title, *words;
} errors[] = {
    {404, N_("There is no such page"),
     N_("Nothing is at this address. It may have been mistyped, or what was here may not be shown "
        "any more.")},
    {503, N_("Not just now"),
     N_("The page cannot be made at the moment. Nothing is lost: try again in a minute.")},
    {0, N_("This did not work"), N_("What was asked for could not be understood.")},
};

void error_page(struct page_job *job, unsigned status)
{
    struct html html;
    struct page_frame frame;
    unsigned row = 0;
    if (status == 200)
        status = 503;
    frame_init(&frame, job);
    html_init(&html, job->language);
    while (errors[row].status != 0 && errors[row].status != status)
        row++;
    const struct page_head head = {.title = tr(html.language, errors[row].title), .hidden = true};
    frame_begin(&html, &frame, &head);
    TEMPLATE(&html, &frame,
             "<div class='lead'><h1>{title}</h1><p>{words}</p><p><a href='{home}'>{first}</a></p>"
             "</div>",
             {"title", .text = head.title}, {"words", .say = errors[row].words},
             {"home", .path = "/"}, {"first", .say = N_("To the first page")});
    frame_end(&html);
    frame_answer(job, &html, status, 0);
}
