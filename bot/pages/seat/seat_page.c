/* The page of a seat behind a link (/seat). It is the same for everybody and holds nothing of a
 * table. A script of the site (adapters/web/site/seat.js) takes the seat and plays it. The page
 * itself says where a link comes from, and what to do without scripts. */
#include <stdio.h>

#include "bot/pages/html/parts.h"
#include "bot/pages/site_pages.h"
#include "bot/text/language.h"

/* "!web", as the table of commands has it. */
static const char *command(const struct page_frame *frame, char text[PARTS_WORDS])
{
    static const char name[] = "web";
    snprintf(text, PARTS_WORDS, "%s%s", frame->prefix, tr(frame->language, name));
    return text;
}

/* The script keeps this help if there is no seat. */
static void add_help(struct html *html, const struct page_frame *frame)
{
    char text[PARTS_WORDS];
    html_open_class(html, "p", "help");
    HTML_PHRASE(html,
                tr(html->language, N_("A link to your seat comes from the chat where you play: say "
                                      "{web} there, and open what you are whispered. It is good "
                                      "once, for ten minutes.")),
                {.place = "web", .text = command(frame, text), .element = "code"});
    html_close(html);
}

/* Writes the element that tells the script where to ask. */
static void add_place(struct html *html, const struct page_frame *frame)
{
    char address[ADDRESS_MAX];
    struct buf buf;
    html_open(html, "div");
    html_attr(html, "id", "seat");
    buf_init(&buf, address, sizeof(address));
    buf_printf(&buf, "%s/seat", frame->home);
    html_attr(html, "data-exchange", address);
    buf_add(&buf, "/live");
    html_attr(html, "data-live", address);
    add_help(html, frame);
    html_element_say(html, "noscript",
                     N_("This page needs JavaScript. You keep your seat: play on in the chat."));
    html_close(html);
}

void seat_page(struct page_job *job)
{
    struct html html;
    struct page_frame frame;
    const struct page_head head = {
        .title = tr(job->language, N_("Your seat")),
        .about =
            tr(job->language, N_("The table where you sit, in this page: your hand, the piles, "
                                 "and what happens.")),
        .script = "seat.js",
        .style = "board.css",
        .hidden = true};
    frame_init(&frame, job);
    html_init(&html, job->language);
    frame_begin(&html, &frame, &head);
    html_element(&html, "h1", head.title);
    add_place(&html, &frame);
    frame_end(&html);
    frame_answer(job, &html, 200, SITE_AGE);
}
