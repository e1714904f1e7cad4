#include "bot/text/language.h"
#include "card_html.h"
#include "site_pages.h"

/* A hand that shows what there is: numbers, an action, two sides, a wild. */
static const char *const fan[] = {"R7", "Gskip", "Y2|G", "B+2", "WF4", NULL};

/* What people ask of such a host. */
static const struct {
    const char *what, *words;
} promises[] = {
    {N_("Where you talk"),
     N_("On IRC, on Discord, or in a terminal: type, or press buttons. No account is needed.")},
    {N_("Fair"),
     N_("Each shuffle is committed to before the deal and shown at the end: anybody can check it, "
        "without trusting us.")},
    {N_("Remembered"),
     N_("Hands, turns and scores outlive a lost connection, and a restart of the host.")},
    {N_("Never short of players"),
     N_("Computer players of several strengths fill the empty seats.")},
};

static void add_hero(struct html *html, const struct page_frame *frame,
                     const struct page_head *head)
{
    struct rules rules;
    html_open_class(html, "div", "hero");
    html_open(html, "div");
    frame_heading(html, head);
    html_open_class(html, "p", "ways");
    frame_link(html, frame, "/play");
    html_attr(html, "class", "button first");
    html_say(html, N_("Play now"));
    html_close(html);
    frame_link(html, frame, "/how");
    html_attr(html, "class", "button");
    html_say(html, N_("How to play"));
    html_close(html);
    frame_link(html, frame, "/rules");
    html_attr(html, "class", "button");
    html_say(html, N_("Rules"));
    html_close(html);
    html_close(html);
    html_close(html);
    html_open_class(html, "div", "fan");
    html_attr(html, "aria-hidden", "true");
    if (rules_init(&rules, ruleset_find("flex"), NULL, 0) == RULES_OK)
        for (unsigned i = 0; fan[i] != NULL; i++)
            html_card_code(html, &rules.deck, fan[i]);
    html_close(html);
    html_close(html);
}

static void add_promises(struct html *html)
{
    html_open_class(html, "dl", "promises");
    for (unsigned i = 0; i < sizeof(promises) / sizeof(promises[0]); i++) {
        html_open(html, "div");
        html_element_say(html, "dt", promises[i].what);
        html_element_say(html, "dd", promises[i].words);
        html_close(html);
    }
    html_close(html);
}

void home_page(struct page_job *job)
{
    struct html html;
    struct page_frame frame;
    const struct page_head head = {
        .title = tr(job->language, N_("Cards where you already talk")),
        .about = tr(job->language, N_("Talon deals rounds of UNO in chat channels: six sets of "
                                      "rules, hands in private, scores that last.")),
    };
    frame_init(&frame, job);
    html_init(&html, job->language);
    frame_begin(&html, &frame, &head);
    add_hero(&html, &frame, &head);
    add_promises(&html);
    site_sets(&html, &frame);
    frame_end(&html);
    frame_answer(job, &html, 200, SITE_AGE);
}
